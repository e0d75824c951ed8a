package catalogue_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/solvertest"
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

// TestCatalogueHasThatOfTheBrief compares tier, weight and level of the techniques by which the rating is defined. The
// catalogue may have others in addition.
func TestCatalogueHasThatOfTheBrief(t *testing.T) {
	want := `10 full_house easy 4
20 naked_single easy 4
30 hidden_single easy 14
40 locked_pair medium 40
50 locked_triple medium 60
60 pointing medium 50
70 claiming medium 50
80 naked_pair medium 60
90 hidden_pair medium 70
100 naked_triple medium 80
110 hidden_triple medium 100
120 naked_quadruple hard 120
130 hidden_quadruple hard 150
140 x_wing hard 140
150 swordfish hard 150
160 jellyfish hard 160
170 remote_pair hard 110
180 bug_plus_1 hard 100
190 skyscraper hard 130
200 two_string_kite hard 150
210 turbot_fish hard 120
220 empty_rectangle hard 120
230 w_wing hard 150
240 xy_wing hard 160
250 xyz_wing hard 180
260 unique_rectangle_1 hard 100
270 unique_rectangle_2 hard 100
280 unique_rectangle_3 hard 100
290 unique_rectangle_4 hard 100
300 unique_rectangle_5 hard 100
310 unique_rectangle_6 hard 100
320 hidden_rectangle hard 100
330 avoidable_rectangle_1 hard 100
340 avoidable_rectangle_2 hard 100
345 simple_colors hard 150
347 multi_colors hard 200
350 finned_x_wing hard 130
360 sashimi_x_wing hard 150
364 x_chain unfair 190
366 xy_chain unfair 195
370 finned_swordfish unfair 200
380 sashimi_swordfish unfair 240
390 finned_jellyfish unfair 250
400 sashimi_jellyfish unfair 260
430 sue_de_coq unfair 250
460 nice_loop unfair 280
470 aic unfair 280
480 grouped_nice_loop unfair 300
490 grouped_aic unfair 300
500 als_xz unfair 300
510 als_xy_wing unfair 320
520 als_chain unfair 340
530 death_blossom unfair 360
533 als_nice_loop unfair 360
536 als_aic unfair 360
540 franken_fish unfair 370
550 mutant_fish extreme 450
560 template_set extreme 500
570 template_delete extreme 500
580 forcing extreme 700
590 forcing_verity extreme 800
600 forcing_plus extreme 1200
610 nested_forcing extreme 2500
620 nested_forcing_2 extreme 5000
900 search extreme 10000`
	var got []string
	for _, x := range solvertest.Catalogue(t) {
		got = append(got, fmt.Sprint(x.Tier, " ", x.Name, " ", x.Level, " ", x.Weight))
	}
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); !slices.Contains(got, line) {
			t.Errorf("the catalogue has no %q", line)
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
