package agreement_test

import (
	"flag"
	"maps"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/verify"
	sqlfiles "setdoku/sql"
)

// minimalStates is how many states TestMinimalPatterns looks at.
var minimalStates = flag.Int("minimal-states", 100, "states at which TestMinimalPatterns looks at every pattern, 1000 for all that are wanted")

// TestMinimalPatterns takes away each part of every pattern in turn: cells of subsets and of almost locked sets, links of chains
// and of colors, base units of fish. The elimination must be lost each time. The states are those of the paths of minimal puzzles
// at which no single is left. At each of them every technique is tried, and those before the first that finds something find
// nothing.
func TestMinimalPatterns(t *testing.T) {
	t.Parallel()
	var techniques []memory.Technique
	var alone []*memory.Logic
	var keys []*sqlfiles.Key
	for _, x := range solvertest.Catalogue(t) {
		in, _ := memory.Of(x)
		in.AssumesUnique = false // the puzzles have one solution
		l, err := memory.NewLogic([]memory.Technique{in}, true)
		if err != nil {
			t.Fatal(err)
		}
		l.Explain = true
		key, err := sqlfiles.KeyOf(&x)
		if err != nil {
			t.Fatal(err)
		}
		techniques, alone, keys = append(techniques, in), append(alone, l), append(keys, key)
	}
	path, err := memory.NewLogic(techniques, true)
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(97)
	patterns, wrong := map[string]int{}, map[string]int{}
	first, firstWrong := map[string]int{}, map[string]int{}
	for states := 0; states < *minimalStates; {
		givens := gridtest.Minimal(rng)
		start := memory.Start{Digits: givens, Givens: &givens}
		for {
			o := path.Solve(&start)
			if o.Status != setdoku.StatusStuck || len(o.Steps) == 0 {
				break
			}
			digits, marks, rule, placed := o.Digits, o.Candidates, o.Steps[0].Rule, len(o.Placements) > 0
			if !placed && states < *minimalStates {
				states++
				at := start.Candidates
				if at == nil {
					all := setdoku.State{Givens: givens}.Candidates()
					at = &all
				}
				s := setdoku.Reached(givens, start.Digits, at)
				easier := map[setdoku.Candidate]bool{}
				for i, l := range alone {
					name := techniques[i].Name
					o := l.Solve(&start)
					list := deductionsOf(o, name, keys[i])
					if slices.Contains(partless, name) {
						list = nil
					}
					for k := range list {
						list[k].Eliminations = slices.DeleteFunc(list[k].Eliminations, func(c setdoku.Candidate) bool { return easier[c] })
					}
					for _, e := range o.Eliminations {
						easier[e.Candidate()] = true
					}
					for _, d := range list {
						if len(d.Eliminations) == 0 {
							continue
						}
						patterns[name]++
						if name == rule {
							first[name]++
						}
						needless, err := verify.Needless(s, d)
						if err != nil {
							t.Fatalf("%v\n%s", pencil(s), err)
						}
						needless = slices.DeleteFunc(needless, func(p verify.Part) bool { return !suffices(alone[:i+1], p.Rest, &d) })
						if len(needless) > 0 {
							var parts []string
							for _, p := range needless {
								parts = append(parts, p.Name)
							}
							wrong[name]++
							if name == rule {
								firstWrong[name]++
							}
							if wrong[name] <= 12 {
								t.Errorf("%v\n%s: %v can be left out of\n%s", pencil(s), name, parts, described(d))
							}
						}
					}
				}
			}
			start.Digits, start.Candidates = digits, &marks
		}
	}
	for _, name := range slices.Sorted(maps.Keys(patterns)) {
		t.Logf("%-22s %6d patterns, %d with a needless part; first on the path %d, %d", name, patterns[name], wrong[name], first[name], firstWrong[name])
	}
}

// suffices reports whether techniques find all eliminations of a deduction in a state, each on its own.
func suffices(techniques []*memory.Logic, s setdoku.State, d *setdoku.Deduction) bool {
	found := map[setdoku.Candidate]bool{}
	marks := s.Candidates()
	for _, l := range techniques {
		for _, e := range l.Solve(&memory.Start{Digits: s.Filled(), Givens: &s.Givens, Candidates: &marks}).Eliminations {
			found[e.Candidate()] = true
		}
	}
	return !slices.ContainsFunc(d.Eliminations, func(c setdoku.Candidate) bool { return !found[c] })
}

// partless are the techniques whose patterns have no parts to take away: one cell or unit, the whole grid, a single digit, or a
// refutation, of which FORCING keeps every placement.
var partless = []string{
	"full_house", "naked_single", "hidden_single", "bug_plus_1", "template_set", "template_delete", setdoku.RuleForcing, setdoku.RuleSearch,
}

// deductionsOf returns what a pass found, one deduction for each pattern with its evidence.
func deductionsOf(o *memory.Outcome, name string, key *sqlfiles.Key) (list []setdoku.Deduction) {
	byPattern := map[int64]*setdoku.Deduction{}
	for _, e := range o.Eliminations {
		d := byPattern[e.Pattern]
		if d == nil {
			d = &setdoku.Deduction{Technique: name, Pattern: e.Pattern, Evidence: key.Decode(e.Pattern)}
			byPattern[e.Pattern] = d
		}
		d.Eliminations = append(d.Eliminations, e.Candidate())
	}
	for _, e := range o.Evidence {
		d := byPattern[e.Pattern]
		d.Evidence = append(d.Evidence, e)
	}
	for _, pattern := range slices.Sorted(maps.Keys(byPattern)) {
		list = append(list, *byPattern[pattern])
	}
	return list
}
