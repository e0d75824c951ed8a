package catalogue_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
)

func TestCatalogueSelect(t *testing.T) {
	c := solvertest.Catalogue(t)
	for name, tc := range map[string]struct {
		only, without []string
		want          string // names joined, or the error
	}{
		"family":          {[]string{"singles"}, nil, "full_house,naked_single,hidden_single"},
		"catalogue order": {[]string{"x_wing", "naked_single"}, nil, "naked_single,x_wing"},
		"without":         {[]string{"singles"}, []string{"full_house"}, "naked_single,hidden_single"},
		"all but": {[]string{"singles", "x_wing", "intersections"}, []string{"intersections"},
			"full_house,naked_single,hidden_single,x_wing"},
		"near miss": {[]string{"nakedpair"}, nil, `unknown technique "nakedpair": did you mean "naked_pair"?`},
		"unknown": {[]string{"quantum_tunnelling"}, nil,
			`unknown technique "quantum_tunnelling": 'setdoku techniques --wide' lists names and families`},
		"nothing is left": {[]string{"x_wing"}, []string{"basic_fish"},
			"no technique is left: all selected techniques are left out"},
		"unknown left out":  {nil, []string{"swordfisch"}, `unknown technique "swordfisch": did you mean "swordfish"?`},
		"near miss, family": {nil, []string{"subset"}, `unknown technique "subset": did you mean "subsets"?`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.Select(tc.only, tc.without)
			if text := got.Names(); err == nil && text != tc.want || err != nil && err.Error() != tc.want {
				t.Errorf("got %q, %v; want %s", text, err, tc.want)
			}
		})
	}
}

func TestCatalogueResolve(t *testing.T) {
	c := solvertest.Catalogue(t)
	for word, want := range map[string]string{
		"naked_subset:5":  "naked_subset:5",
		"hidden_subset:8": "hidden_subset:8",
		"basic_fish:1":    "basic_fish:1",
		"basic_fish":      "x_wing jellyfish swordfish", // a family is its techniques
		"x_wing":          "x_wing",
		"naked_subset":    `error technique "naked_subset" needs a size: naked_subset:1 to naked_subset:8`,
		"naked_subset:9":  `error technique "naked_subset:9": size "9", want 1 to 8`,
		"naked_subset:x":  `error technique "naked_subset:x": size "x", want 1 to 8`,
		"x_wing:2":        `error technique "x_wing" takes no size: those that do are basic_fish, franken_fish, hidden_subset, mutant_fish, naked_subset`,
		"franken_fish:5":  "franken_fish:5",
		"mutant_fish:6":   "mutant_fish:6",
		"mutant_fish":     "mutant_fish",
		"mutant_fish:7":   `error technique "mutant_fish:7": size "7", want 2 to 6`,
		"franken_fish:1":  `error technique "franken_fish:1": size "1", want 2 to 6`,
		"nacked_pair":     `error unknown technique "nacked_pair": did you mean "naked_pair"?`,
	} {
		t.Run(word, func(t *testing.T) {
			list, err := c.Resolve(word)
			if text, isError := strings.CutPrefix(want, "error "); isError {
				if err == nil || err.Error() != text {
					t.Errorf("got %v, want %s", err, text)
				}
				return
			}
			if err != nil || len(list) != len(strings.Fields(want)) {
				t.Fatalf("got %v, %v; want %s", list, err, want)
			}
			for _, x := range list {
				if !strings.Contains(want, x.Sized()) {
					t.Errorf("got %s, want %s", x.Sized(), want)
				}
			}
		})
	}
}

// TestCatalogueHasThatOfTheBrief compares order, level and weight of the techniques by which the rating is defined. The
// catalogue may have others in addition.
func TestCatalogueHasThatOfTheBrief(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(gridtest.SharedDir(t), "techniques.tsv"))
	gridtest.Must(t, err)
	var got []string
	for _, x := range solvertest.Catalogue(t) {
		got = append(got, fmt.Sprint(x.Tier, " ", x.Name, " ", x.Level, " ", x.Weight))
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t") // order, name, title, codes, family, level, weight
		if want := strings.Join([]string{f[0], f[1], f[5], f[6]}, " "); !slices.Contains(got, want) {
			t.Errorf("the catalogue has no %q", want)
		}
	}
}

// TestNameThatIsAFamilyToo selects and leaves out forcing, which is the name of a technique and of its family.
func TestNameThatIsAFamilyToo(t *testing.T) {
	all := solvertest.Catalogue(t)
	family := []string{"forcing_tridagon", "forcing", "forcing_verity", "forcing_plus", "nested_forcing",
		"nested_forcing_2"}
	some, err := all.Select([]string{"singles", "forcing"}, nil)
	if err != nil || some.Names() != "full_house,naked_single,hidden_single,forcing" {
		t.Errorf("singles and forcing select %s, error %v", some.Names(), err)
	}
	rest, err := all.Select(nil, []string{"forcing"})
	if err != nil || len(rest) != len(all)-len(family) {
		t.Errorf("%d of %d techniques are left without forcing, error %v", len(rest), len(all), err)
	}
	out, err := all.LeftOut([]string{"forcing", "x_wing"})
	if want := "x_wing," + strings.Join(family, ","); err != nil || out.Names() != want {
		t.Errorf("forcing and x_wing leave out %s, want %s, error %v", out.Names(), want, err)
	}
}
