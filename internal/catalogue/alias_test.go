package catalogue_test

import (
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
)

// TestCalled names techniques as people do.
func TestCalled(t *testing.T) {
	t.Parallel()
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	for word, want := range map[string]string{
		"x_wing": "x_wing", "X-Wing": "x_wing", "XY Wing": "xy_wing", "ywing": "xy_wing", "BUG": "bug_plus_1",
		"Simple Coloring": "simple_colors", "pointing pair": "pointing",
		"UR": "unique_rectangle_1,unique_rectangle_2," +
			"unique_rectangle_3,unique_rectangle_4,unique_rectangle_5,unique_rectangle_6", "AIC": "aic",
		"Turbot": "turbot_fish", "3D Medusa": "aic", "fireworks": "als_aic", "2-String Kite": "two_string_kite",
		"Naked-Subset:3": "naked_triple", "Junior Exocet": "exocet", "Forcing": "forcing",
	} {
		found, err := all.Select([]string{word}, nil)
		if err != nil {
			t.Errorf("%s: %v", word, err)
		} else if got := found.Names(); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	for _, word := range []string{"", "wing", "xy", "-"} {
		if found, err := all.Select([]string{word}, nil); err == nil {
			t.Errorf("%q selects %s", word, found.Names())
		}
	}
}

// TestAliases compares the aliases with the names: an alias is no name or family of another technique.
func TestAliases(t *testing.T) {
	t.Parallel()
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	count := 0
	for _, x := range all {
		for _, alias := range catalogue.Aliases(x.Name) {
			count++
			found, err := all.Select([]string{alias}, nil)
			if err != nil {
				t.Errorf("%s: %v", alias, err)
			} else if found.Index(x.Name) < 0 {
				t.Errorf("alias %q of %s selects %s", alias, x.Name, found.Names())
			}
		}
	}
	if count < 50 {
		t.Errorf("%d aliases, want 50", count)
	}
}

func TestNearest(t *testing.T) {
	words := []string{"x_wing", "xy_wing", "naked_pair", "als", "subsets", "search"}
	for word, want := range map[string]string{
		"x_wing": "x_wing", "xwing": "x_wing", "x_wnig": "x_wing", "xyy_wing": "xy_wing", "nakedpair": "naked_pair",
		"subset": "subsets",
		"all":    "als", "foo": "", "q": "", "": "", "crystal_ball": "", "saerch": "search",
	} {
		if got := catalogue.Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	gridtest.Equal(t, "slove is nearest to", catalogue.Nearest("slove", []string{"serve", "solve"}), "solve")
	if got := catalogue.Nearest("x", nil); got != "" {
		t.Errorf("of no words %q is the nearest", got)
	}
}
