package retrace_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/verify"
)

// argued lists the techniques that verify does not search for.
func argued(t *testing.T, names catalogue.Catalogue) (list []string) {
	t.Helper()
	for _, x := range names {
		if !verify.Finds(x.Name) {
			list = append(list, x.Name)
		}
	}
	return list
}

// TestOtherNames gives patterns of every technique that verify does not search for the name of every other such
// technique. verify alone must notice it, unless the pattern belongs to the other technique as well.
func TestOtherNames(t *testing.T) {
	t.Parallel()
	names, err := catalogue.LoadNames(t.Context(), open(t))
	if err != nil {
		t.Fatal(err)
	}
	list := argued(t, names)
	run := setdoku.Run{ID: 1, Engine: "bitmask", Audit: "full", Techniques: append([]string{"full_house", "naked_single", "hidden_single"}, list...)}
	tried := map[string]int{}
	for _, rule := range list {
		t.Run(rule, func(t *testing.T) {
			r := record(t, puzzles(), driver.Options{}, "singles", rule)
			c, err := r.newChecker([]setdoku.Run{run})
			if err != nil {
				t.Fatal(err)
			}
			for i := range r.records {
				sound := &r.records[i]
				used := slices.ContainsFunc(sound.StepRows, func(s setdoku.Step) bool { return s.Rule == rule })
				if !used || tried[rule] == 2 {
					continue
				}
				tried[rule]++
				for _, other := range list {
					x := clone(*sound)
					for _, s := range sound.StepRows {
						if s.Rule == rule {
							rename(x, s.Step, other)
						}
					}
					r.mend(x)
					if err := c.Check(x); other == rule && err != nil {
						t.Errorf("by its own name: %v", err)
					} else if other != rule && err == nil && !slices.Contains(alsoKnown()[rule], other) {
						t.Errorf("puzzle %d: as %s nobody notices", x.PuzzleID, other)
					}
				}
			}
		})
	}
	if len(tried) < 2*len(list)/3 {
		t.Errorf("only %d of %d techniques have patterns here: %v", len(tried), len(list), tried)
	}
}

// alsoKnown lists, for a technique, other techniques that may have the same patterns: a skyscraper is a short
// X-chain, an X-chain is an alternating inference chain, and so on. The evidence cannot distinguish them.
func alsoKnown() map[string][]string {
	chains := []string{"aic", "nice_loop", "grouped_aic", "grouped_nice_loop"}
	short := []string{"skyscraper", "two_string_kite", "turbot_fish", "empty_rectangle"}
	digit := append([]string{"x_chain"}, chains...)
	known := map[string][]string{
		"skyscraper": digit, "two_string_kite": digit,
		"turbot_fish":     append([]string{"empty_rectangle"}, digit...),
		"empty_rectangle": append([]string{"turbot_fish"}, digit...),
		"x_chain":         append(short, chains...),
		"xy_chain":        chains,
		// A hypothesis that ends in a contradiction before it needs another level has the same rows.
		"nested_forcing": {"nested_forcing_2"}, "nested_forcing_2": {"nested_forcing"},
		"als_xz": {"als_chain"}, "als_xy_wing": {"als_chain"}, "als_chain": {"als_xz", "als_xy_wing"},
	}
	for _, name := range chains {
		known[name] = slices.Concat(chains, digit, short, []string{"xy_chain"})
	}
	// The evidence shows one of two fish on the same base lines.
	for _, size := range []string{"x_wing", "swordfish", "jellyfish"} {
		known["finned_"+size], known["sashimi_"+size] = []string{"sashimi_" + size}, []string{"finned_" + size}
	}
	return known
}
