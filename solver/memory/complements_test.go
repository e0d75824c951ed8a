package memory_test

import (
	"slices"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
)

func TestSkipsComplementsNeedsTheSmallerOnes(t *testing.T) {
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	for _, tc := range []struct {
		name    string
		without []string
		want    bool
	}{
		{"naked_triple", []string{"naked_pair"}, true},
		{"jellyfish", nil, true},
		{"jellyfish", []string{"swordfish"}, false},
		{"jellyfish", []string{"hidden_single"}, false},
		{"x_wing", []string{"swordfish"}, true},
		{"finned_swordfish", nil, true},
		{"finned_swordfish", []string{"sashimi_x_wing"}, false},
		{"sashimi_jellyfish", []string{"finned_jellyfish"}, true},
		{"finned_x_wing", []string{"claiming"}, false},
	} {
		var list catalogue.Catalogue
		for _, o := range all {
			if !slices.Contains(tc.without, o.Name) {
				list = append(list, o)
			}
		}
		asked, _ := all.Find(tc.name)
		if got := memory.SkipsComplements(asked, list); got != tc.want {
			t.Errorf("%s without %v: skips %t, want %t", tc.name, tc.without, got, tc.want)
		}
	}
}
