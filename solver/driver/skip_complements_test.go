package driver

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/statement"
)

func TestSkipComplementsNeedsTheSmallerOnes(t *testing.T) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name    string
		without []string
		want    int
	}{
		{"naked_triple", []string{"naked_pair"}, 1},
		{"jellyfish", nil, 1},
		{"jellyfish", []string{"swordfish"}, 0},
		{"jellyfish", []string{"hidden_single"}, 0},
		{"x_wing", []string{"swordfish"}, 1},
		{"finned_swordfish", nil, 1},
		{"finned_swordfish", []string{"sashimi_x_wing"}, 0},
		{"sashimi_jellyfish", []string{"finned_jellyfish"}, 1},
		{"finned_x_wing", []string{"claiming"}, 0},
	} {
		var d Driver
		for _, o := range all {
			if !slices.Contains(tc.without, o.Name) {
				d.opts.Techniques = append(d.opts.Techniques, o)
			}
		}
		asked, _ := all.Find(tc.name)
		if got := skipComplements(asked, d.opts.Techniques); got != tc.want {
			t.Errorf("%s without %v: skip_complements %d, want %d", tc.name, tc.without, got, tc.want)
		}
	}
}

func TestNotesServeTheNextTechniqueOfTheFile(t *testing.T) {
	var d Driver
	for _, tc := range []struct {
		file string
		size int
		want statement.Reuse
	}{
		{"finned_fish", 2, statement.ReuseNone},
		{"finned_fish", 2, statement.ReuseSize},
		{"finned_fish", 3, statement.ReuseFile},
		{"coloring", 1, statement.ReuseNone},
		{"finned_fish", 3, statement.ReuseNone},
	} {
		if got := d.known(setdoku.Technique{File: tc.file, Size: tc.size}); got != tc.want {
			t.Errorf("%s %d: work tables %d are filled, want %d", tc.file, tc.size, got, tc.want)
		}
	}
}
