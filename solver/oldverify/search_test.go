package verify

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
)

// endings are states that a run of withSearch ends in every possible way.
func endings(t *testing.T) map[string]setdoku.State {
	t.Helper()
	puzzles, solutions := generate(t, 11, 12)
	states := map[string]setdoku.State{"empty": {}, "grave": {Givens: mustParse(t, grave)}}
	for k, p := range puzzles {
		states[fmt.Sprintf("unique %d", k)] = setdoku.State{Givens: p}
		for i := range p {
			if p[i] == 0 {
				wrong := setdoku.State{Givens: p}
				if others := wrong.Candidates()[i] &^ setdoku.SetOf(solutions[k][i]); others != 0 {
					wrong.Givens[i] = others.Lowest()
					states[fmt.Sprintf("none %d", k)] = wrong
				}
				break
			}
		}
		many := p
		left := 0
		for i, d := range p {
			if d != 0 && left < 5 {
				many[i] = 0
				left++
			}
		}
		states[fmt.Sprintf("many %d", k)] = setdoku.State{Givens: many}
	}
	return states
}

func mustParse(t *testing.T, line string) setdoku.Grid {
	t.Helper()
	d, err := setdoku.ParseGrid(line)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestCheckAcceptsSearch solves states that the basic techniques cannot finish, with all techniques that verify
// can search for, and with search alone.
func TestCheckAcceptsSearch(t *testing.T) {
	seen := map[string]int{}
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		runs := []setdoku.Run{{ID: 1, Techniques: withSearch(), Audit: audit}, {ID: 2, Techniques: []string{setdoku.RuleSearch}, Audit: audit},
			{ID: 3, Techniques: append(names(singlesOnly), setdoku.RuleForcing), Audit: audit}}
		c := mustNewHard(t, runs...)
		for name, s := range endings(t) {
			for _, run := range runs {
				r := mustSolve(t, c, s, run)
				seen[r.Status]++
				for _, x := range r.StepRows {
					seen[x.Rule]++
				}
				for _, x := range r.Contradictions {
					seen[x.Kind]++
				}
				if err := c.Check(r); err != nil {
					t.Errorf("%s, run %+v: %v", name, run, err)
				}
				if err := c.AgainstSolution(r); err != nil {
					t.Errorf("%s, run %+v: %v", name, run, err)
				}
			}
		}
	}
	for _, want := range []string{setdoku.StatusSolved, setdoku.StatusMultiple, setdoku.StatusInvalid, setdoku.StatusStuck, setdoku.RuleSearch, setdoku.RuleForcing, "bug_plus_1",
		"template_delete", "no_solution", "no_candidate"} {
		if seen[want] == 0 {
			t.Errorf("none of these states shows %s: %v", want, seen)
		}
	}
}

// solveUntil returns a record of withSearch that satisfies fits.
func solveUntil(t *testing.T, c *Checker, run setdoku.Run, fits func(*setdoku.Record) bool) *setdoku.Record {
	t.Helper()
	for _, s := range endings(t) {
		if r := mustSolve(t, c, s, run); fits(r) {
			return r
		}
	}
	t.Fatal("no state ends in this way")
	return nil
}

func TestTamperingSearch(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: []string{"hidden_single", setdoku.RuleSearch}, Audit: setdoku.AuditFull}
	c := mustNewHard(t, run, setdoku.Run{ID: 2, Techniques: names(everything), Audit: setdoku.AuditFull})
	solved := solveUntil(t, c, run, func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusSolved && uses(r, setdoku.RuleSearch) && r.Steps > 1
	})
	last := len(solved.StepRows) - 1
	cell := len(solved.Cells) - 1
	runTamperings(t, c, solved, []tampering{
		{"a cell less", func(r *setdoku.Record) {
			r.Cells, r.Placements = r.Cells[:cell], r.Placements[:len(r.Placements)-1]
			r.StepRows[last].Placements--
		}, "step"},
		{"another digit", func(r *setdoku.Record) { r.Cells[cell].Digit = otherDigit(r.Cells[cell].Digit) }, "cell"},
		{"several solutions", func(r *setdoku.Record) { r.Status = setdoku.StatusMultiple }, "puzzle"},
		{"no search", func(r *setdoku.Record) {
			r.StepRows = r.StepRows[:last]
			r.Cells = slices.DeleteFunc(r.Cells, func(x setdoku.FilledCell) bool { return x.Rule == setdoku.RuleSearch })
			r.Placements = slices.DeleteFunc(r.Placements, func(x setdoku.Change) bool { return x.Rule == setdoku.RuleSearch })
			r.Status, r.Solution, r.Steps = setdoku.StatusStuck, "", r.Steps-1
		}, "step"},
		{"a tree for evidence", func(r *setdoku.Record) {
			r.Evidence = append(r.Evidence, setdoku.Evidence{Step: r.Steps, Pattern: r.Placements[len(r.Placements)-1].Pattern, Ordinal: 1, Role: "assume", Cell: 11, Digit: 1})
		}, "evidence"},
		{"score", func(r *setdoku.Record) { r.Score -= 10000 }, "puzzle"},
	})

	many := solveUntil(t, c, run, func(r *setdoku.Record) bool { return r.Status == setdoku.StatusMultiple && r.Steps > 1 })
	last = len(many.StepRows) - 1
	runTamperings(t, c, many, []tampering{
		{"no row of the search", func(r *setdoku.Record) { r.StepRows = r.StepRows[:last] }, "step"},
		{"no search", func(r *setdoku.Record) {
			r.StepRows = r.StepRows[:last]
			r.Status, r.Steps = setdoku.StatusStuck, r.Steps-1
		}, "step"},
		{"a placement", func(r *setdoku.Record) { r.StepRows[last].Placements = 1 }, "step"},
		{"candidates", func(r *setdoku.Record) { r.Candidates = []setdoku.Candidate{{Cell: 11, Digit: 1}} }, "candidate"},
		{"stuck", func(r *setdoku.Record) { r.Status = setdoku.StatusStuck }, "puzzle"},
		{"a solution", func(r *setdoku.Record) { r.Status, r.Solution = setdoku.StatusSolved, solved.Solution }, "puzzle"},
		{"a run without search", func(r *setdoku.Record) { r.RunID = 2 }, "puzzle"},
		{"twice", func(r *setdoku.Record) {
			r.Steps++
			r.StepRows = append(r.StepRows, setdoku.Step{Step: r.Steps, Rule: setdoku.RuleSearch, Placements: 0, Eliminations: 0, Run: 1})
		}, "step"},
	})

	none := solveUntil(t, c, run, func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusInvalid && r.Contradictions[0].Kind == "no_solution"
	})
	runTamperings(t, c, none, []tampering{
		{"a row of the search", func(r *setdoku.Record) {
			r.Steps++
			r.StepRows = append(r.StepRows, setdoku.Step{Step: r.Steps, Rule: setdoku.RuleSearch, Placements: 0, Eliminations: 0, Run: 1})
			r.Contradictions[0].Step++
		}, "step"},
		{"a cell", func(r *setdoku.Record) { r.Contradictions[0].Cell = 11 }, "contradiction"},
		{"another kind", func(r *setdoku.Record) { r.Contradictions[0].Kind = "no_place" }, "contradiction"},
		{"no contradiction", func(r *setdoku.Record) { r.Contradictions = nil }, "contradiction"},
		{"several solutions", func(r *setdoku.Record) { r.Status, r.Contradictions = setdoku.StatusMultiple, nil }, "puzzle"},
		{"stuck", func(r *setdoku.Record) { r.Status = setdoku.StatusStuck }, "puzzle"},
	})

	one := clone(solved)
	one.Status, one.Solution = setdoku.StatusMultiple, ""
	wantFinding(t, c.AgainstSolution(one), "puzzle")
	bad := clone(many)
	bad.Status = setdoku.StatusInvalid
	wantFinding(t, c.AgainstSolution(bad), "puzzle")
}

// TestTamperingTree changes the tree of a search.
func TestTamperingTree(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: []string{"hidden_single", setdoku.RuleSearch}, Audit: setdoku.AuditFull}
	c := mustNewHard(t, run)
	tree := func(status string) *setdoku.Record {
		return solveUntil(t, c, run, func(r *setdoku.Record) bool { return r.Status == status && r.Branches != nil })
	}
	solved := solveUntil(t, c, run, func(r *setdoku.Record) bool { return r.Status == setdoku.StatusSolved && len(r.Branches) > 4 })
	last := len(solved.Branches) - 1
	find := func(r *setdoku.Record, outcome string) *setdoku.Branch {
		i := slices.IndexFunc(r.Branches, func(b setdoku.Branch) bool { return b.Outcome == outcome })
		if i < 0 {
			t.Fatalf("no branch is %s", outcome)
		}
		return &r.Branches[i]
	}
	runTamperings(t, c, solved, []tampering{
		{"no tree", func(r *setdoku.Record) { r.Branches = nil }, "branch"},
		{"the first gone", func(r *setdoku.Record) { r.Branches = r.Branches[1:] }, "branch"},
		{"the last gone", func(r *setdoku.Record) { r.Branches = r.Branches[:last] }, "branch"},
		{"one twice", func(r *setdoku.Record) {
			b := r.Branches[last]
			b.Branch++
			r.Branches = append(r.Branches, b)
		}, "branch"},
		{"a number", func(r *setdoku.Record) { r.Branches[last].Branch++ }, "branch"},
		{"another parent", func(r *setdoku.Record) { r.Branches[last].Parent = last }, "branch"},
		{"itself for a parent", func(r *setdoku.Record) { r.Branches[0].Parent = 1 }, "branch"},
		{"a parent that is none", func(r *setdoku.Record) { r.Branches[0].Parent = -1 }, "branch"},
		{"another depth", func(r *setdoku.Record) { r.Branches[last].Depth++ }, "branch"},
		{"another cell", func(r *setdoku.Record) { r.Branches[0].Cell = r.Branches[0].Cell%9 + 11 }, "branch"},
		{"a cell that is none", func(r *setdoku.Record) { r.Branches[0].Cell = 100 }, "branch"},
		{"another digit", func(r *setdoku.Record) { r.Branches[0].Digit = otherDigit(r.Branches[0].Digit) }, "branch"},
		{"a digit that is none", func(r *setdoku.Record) { r.Branches[0].Digit = 0 }, "branch"},
		{"another engine", func(r *setdoku.Record) { r.Branches[last].Engine = "cte" }, "branch"},
		{"invalid for solved", func(r *setdoku.Record) { find(r, setdoku.BranchSolved).Outcome = setdoku.BranchInvalid }, "branch"},
		{"solved for invalid", func(r *setdoku.Record) { find(r, setdoku.BranchInvalid).Outcome = setdoku.BranchSolved }, "branch"},
		{"open for invalid", func(r *setdoku.Record) { find(r, setdoku.BranchInvalid).Outcome = setdoku.BranchOpen }, "branch"},
		{"an outcome that is none", func(r *setdoku.Record) { r.Branches[last].Outcome = "lost" }, "branch"},
	})
	many := tree(setdoku.StatusMultiple)
	runTamperings(t, c, many, []tampering{
		{"no tree", func(r *setdoku.Record) { r.Branches = nil }, "branch"},
		{"open for solved", func(r *setdoku.Record) { find(r, setdoku.BranchSolved).Outcome = setdoku.BranchOpen }, "branch"},
	})
	none := tree(setdoku.StatusInvalid)
	runTamperings(t, c, none, []tampering{{"no tree", func(r *setdoku.Record) { r.Branches = nil }, "branch"}})
	logic := solveUntil(t, c, run, func(r *setdoku.Record) bool { return !uses(r, setdoku.RuleSearch) && r.Branches == nil })
	runTamperings(t, c, logic, []tampering{{"a tree of nothing", func(r *setdoku.Record) { r.Branches = solved.Branches }, "branch"}})
}

// TestTamperingForcing changes the rows of steps that verify finds itself, with patterns that the engine chooses.
func TestTamperingForcing(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: withSearch(), Audit: setdoku.AuditFull}
	c := mustNewHard(t, run)
	for _, rule := range []string{setdoku.RuleForcing, "template_delete", "bug_plus_1"} {
		t.Run(rule, func(t *testing.T) {
			sound := solveUntil(t, c, run, func(r *setdoku.Record) bool {
				return r.Status == setdoku.StatusSolved && slices.ContainsFunc(r.Eliminations, func(e setdoku.Change) bool { return e.Rule == rule })
			})
			step, first, shown := statedAt(sound, rule)
			row := slices.IndexFunc(sound.StepRows, func(s setdoku.Step) bool { return s.Step == step })
			tests := []tampering{
				{"an elimination less", func(r *setdoku.Record) {
					r.Eliminations = slices.Delete(r.Eliminations, first, first+1)
					r.StepRows[row].Eliminations--
				}, "step"},
				{"an elimination more", func(r *setdoku.Record) {
					e := r.Eliminations[first]
					e.Digit = solutionDigit(r, e.Cell)
					r.Eliminations = append(r.Eliminations, e)
				}, "elimination"},
				{"pattern 0", func(r *setdoku.Record) {
					zero := func(pattern *int64) {
						if *pattern == sound.Eliminations[first].Pattern {
							*pattern = 0
						}
					}
					for i := range r.Eliminations {
						zero(&r.Eliminations[i].Pattern)
					}
					for i := range r.Evidence {
						zero(&r.Evidence[i].Pattern)
					}
				}, "elimination"},
				{"search instead", func(r *setdoku.Record) { r.StepRows[row].Rule = setdoku.RuleSearch }, "step"},
			}
			if rule == setdoku.RuleForcing {
				tests = append(tests, tampering{"a refutation that is none", func(r *setdoku.Record) {
					e := r.Eliminations[first]
					r.Evidence = append(r.Evidence, setdoku.Evidence{Step: step, Pattern: e.Pattern, Ordinal: 1, Role: "assume", Cell: e.Cell, Digit: e.Digit})
				}, "evidence"})
			} else {
				tests = append(tests,
					tampering{"no rows", func(r *setdoku.Record) {
						r.Evidence = slices.DeleteFunc(r.Evidence, func(e setdoku.Evidence) bool { return e.Step == step })
					}, "evidence"},
					tampering{"a unit that is none", func(r *setdoku.Record) { r.Evidence[shown].Unit = 28 }, "evidence"})
			}
			runTamperings(t, c, sound, tests)
		})
	}
}
