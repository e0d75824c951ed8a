package catalogue_test

import (
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/gridtest"
)

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
