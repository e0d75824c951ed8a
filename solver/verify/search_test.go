package verify

import (
	"fmt"
	"slices"
	"testing"

	"setdoku/internal/grid"
)

// endings are states for which a run of withSearch ends in every way that there is.
func endings(t *testing.T) map[string]grid.State {
	t.Helper()
	puzzles, solutions := generate(t, 11, 12)
	states := map[string]grid.State{"empty": {}, "grave": {Givens: mustParse(t, grave)}}
	for k, p := range puzzles {
		states[fmt.Sprintf("unique %d", k)] = grid.State{Givens: p}
		for i := range p {
			if p[i] == 0 {
				wrong := grid.State{Givens: p}
				if others := wrong.Candidates()[i] &^ grid.Mark(solutions[k][i]); others != 0 {
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
		states[fmt.Sprintf("many %d", k)] = grid.State{Givens: many}
	}
	return states
}

func mustParse(t *testing.T, line string) grid.Digits {
	t.Helper()
	d, err := grid.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestCheckAcceptsSearch solves states that the basic techniques do not finish, with all
// that verify can look for and with search alone.
func TestCheckAcceptsSearch(t *testing.T) {
	seen := map[string]int{}
	for _, audit := range []string{auditFull, auditSteps, auditNone} {
		runs := []Run{{ID: 1, Techniques: withSearch(), Audit: audit}, {ID: 2, Techniques: []string{ruleSearch}, Audit: audit},
			{ID: 3, Techniques: append(names(singlesOnly), ruleForcing), Audit: audit}}
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
	for _, want := range []string{statusSolved, statusMultiple, statusInvalid, statusStuck, ruleSearch, ruleForcing, "bug_plus_1",
		"template_delete", "no_solution", "no_candidate"} {
		if seen[want] == 0 {
			t.Errorf("none of these states shows %s: %v", want, seen)
		}
	}
}

// solveUntil returns a record of withSearch that fits.
func solveUntil(t *testing.T, c *Checker, run Run, fits func(*Record) bool) *Record {
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
	run := Run{ID: 1, Techniques: []string{"hidden_single", ruleSearch}, Audit: auditFull}
	c := mustNewHard(t, run, Run{ID: 2, Techniques: names(everything), Audit: auditFull})
	solved := solveUntil(t, c, run, func(r *Record) bool { return r.Status == statusSolved && uses(r, ruleSearch) && r.Steps > 1 })
	last := len(solved.StepRows) - 1
	cell := len(solved.Cells) - 1
	runTamperings(t, c, solved, []tampering{
		{"a cell less", func(r *Record) {
			r.Cells, r.Placements = r.Cells[:cell], r.Placements[:len(r.Placements)-1]
			r.StepRows[last].Placements--
		}, "step"},
		{"another digit", func(r *Record) { r.Cells[cell].Digit = otherDigit(r.Cells[cell].Digit) }, "cell"},
		{"several solutions", func(r *Record) { r.Status = statusMultiple }, "puzzle"},
		{"no search", func(r *Record) {
			r.StepRows = r.StepRows[:last]
			r.Cells = slices.DeleteFunc(r.Cells, func(x Cell) bool { return x.Rule == ruleSearch })
			r.Placements = slices.DeleteFunc(r.Placements, func(x Placement) bool { return x.Rule == ruleSearch })
			r.Status, r.Solution, r.Steps = statusStuck, "", r.Steps-1
		}, "step"},
		{"a tree for evidence", func(r *Record) {
			r.Evidence = append(r.Evidence, Evidence{Step: r.Steps, Pattern: r.Placements[len(r.Placements)-1].Pattern, Ordinal: 1, Role: "assume", Cell: 11, Digit: 1})
		}, "evidence"},
		{"score", func(r *Record) { r.Score -= 10000 }, "puzzle"},
	})

	many := solveUntil(t, c, run, func(r *Record) bool { return r.Status == statusMultiple && r.Steps > 1 })
	last = len(many.StepRows) - 1
	runTamperings(t, c, many, []tampering{
		{"no row of the search", func(r *Record) { r.StepRows = r.StepRows[:last] }, "step"},
		{"no search", func(r *Record) {
			r.StepRows = r.StepRows[:last]
			r.Status, r.Steps = statusStuck, r.Steps-1
		}, "step"},
		{"a placement", func(r *Record) { r.StepRows[last].Placements = 1 }, "step"},
		{"candidates", func(r *Record) { r.Candidates = []CellDigit{{11, 1}} }, "candidate"},
		{"stuck", func(r *Record) { r.Status = statusStuck }, "puzzle"},
		{"a solution", func(r *Record) { r.Status, r.Solution = statusSolved, solved.Solution }, "puzzle"},
		{"a run without search", func(r *Record) { r.RunID = 2 }, "puzzle"},
		{"twice", func(r *Record) {
			r.Steps++
			r.StepRows = append(r.StepRows, Step{r.Steps, ruleSearch, 0, 0, 1})
		}, "step"},
	})

	none := solveUntil(t, c, run, func(r *Record) bool { return r.Status == statusInvalid && r.Contradictions[0].Kind == "no_solution" })
	runTamperings(t, c, none, []tampering{
		{"a row of the search", func(r *Record) {
			r.Steps++
			r.StepRows = append(r.StepRows, Step{r.Steps, ruleSearch, 0, 0, 1})
			r.Contradictions[0].Step++
		}, "step"},
		{"a cell", func(r *Record) { r.Contradictions[0].Cell = 11 }, "contradiction"},
		{"another kind", func(r *Record) { r.Contradictions[0].Kind = "no_place" }, "contradiction"},
		{"no contradiction", func(r *Record) { r.Contradictions = nil }, "contradiction"},
		{"several solutions", func(r *Record) { r.Status, r.Contradictions = statusMultiple, nil }, "puzzle"},
		{"stuck", func(r *Record) { r.Status = statusStuck }, "puzzle"},
	})

	one := clone(solved)
	one.Status, one.Solution = statusMultiple, ""
	wantFinding(t, c.AgainstSolution(one), "puzzle")
	bad := clone(many)
	bad.Status = statusInvalid
	wantFinding(t, c.AgainstSolution(bad), "puzzle")
}

// TestTamperingTree changes the tree of a search.
func TestTamperingTree(t *testing.T) {
	run := Run{ID: 1, Techniques: []string{"hidden_single", ruleSearch}, Audit: auditFull}
	c := mustNewHard(t, run)
	tree := func(status string) *Record {
		return solveUntil(t, c, run, func(r *Record) bool { return r.Status == status && r.Branches != nil })
	}
	solved := solveUntil(t, c, run, func(r *Record) bool { return r.Status == statusSolved && len(r.Branches) > 4 })
	last := len(solved.Branches) - 1
	find := func(r *Record, outcome string) *Branch {
		i := slices.IndexFunc(r.Branches, func(b Branch) bool { return b.Outcome == outcome })
		if i < 0 {
			t.Fatalf("no branch is %s", outcome)
		}
		return &r.Branches[i]
	}
	runTamperings(t, c, solved, []tampering{
		{"no tree", func(r *Record) { r.Branches = nil }, "branch"},
		{"the first gone", func(r *Record) { r.Branches = r.Branches[1:] }, "branch"},
		{"the last gone", func(r *Record) { r.Branches = r.Branches[:last] }, "branch"},
		{"one twice", func(r *Record) {
			b := r.Branches[last]
			b.Branch++
			r.Branches = append(r.Branches, b)
		}, "branch"},
		{"a number", func(r *Record) { r.Branches[last].Branch++ }, "branch"},
		{"another parent", func(r *Record) { r.Branches[last].Parent = last }, "branch"},
		{"itself for a parent", func(r *Record) { r.Branches[0].Parent = 1 }, "branch"},
		{"a parent that is none", func(r *Record) { r.Branches[0].Parent = -1 }, "branch"},
		{"another depth", func(r *Record) { r.Branches[last].Depth++ }, "branch"},
		{"another cell", func(r *Record) { r.Branches[0].Cell = r.Branches[0].Cell%9 + 11 }, "branch"},
		{"a cell that is none", func(r *Record) { r.Branches[0].Cell = 100 }, "branch"},
		{"another digit", func(r *Record) { r.Branches[0].Digit = otherDigit(r.Branches[0].Digit) }, "branch"},
		{"a digit that is none", func(r *Record) { r.Branches[0].Digit = 0 }, "branch"},
		{"another engine", func(r *Record) { r.Branches[last].Engine = "cte" }, "branch"},
		{"invalid for solved", func(r *Record) { find(r, branchSolved).Outcome = branchInvalid }, "branch"},
		{"solved for invalid", func(r *Record) { find(r, branchInvalid).Outcome = branchSolved }, "branch"},
		{"open for invalid", func(r *Record) { find(r, branchInvalid).Outcome = branchOpen }, "branch"},
		{"an outcome that is none", func(r *Record) { r.Branches[last].Outcome = "lost" }, "branch"},
	})
	many := tree(statusMultiple)
	runTamperings(t, c, many, []tampering{
		{"no tree", func(r *Record) { r.Branches = nil }, "branch"},
		{"open for solved", func(r *Record) { find(r, branchSolved).Outcome = branchOpen }, "branch"},
	})
	none := tree(statusInvalid)
	runTamperings(t, c, none, []tampering{{"no tree", func(r *Record) { r.Branches = nil }, "branch"}})
	logic := solveUntil(t, c, run, func(r *Record) bool { return !uses(r, ruleSearch) && r.Branches == nil })
	runTamperings(t, c, logic, []tampering{{"a tree of nothing", func(r *Record) { r.Branches = solved.Branches }, "branch"}})
}

// TestTamperingForcing changes the rows of passes that verify finds itself while the
// patterns are the engine's own.
func TestTamperingForcing(t *testing.T) {
	run := Run{ID: 1, Techniques: withSearch(), Audit: auditFull}
	c := mustNewHard(t, run)
	for _, rule := range []string{ruleForcing, "template_delete", "bug_plus_1"} {
		t.Run(rule, func(t *testing.T) {
			sound := solveUntil(t, c, run, func(r *Record) bool {
				return r.Status == statusSolved && slices.ContainsFunc(r.Eliminations, func(e Elimination) bool { return e.Rule == rule })
			})
			step, first, shown := claimedAt(sound, rule)
			row := slices.IndexFunc(sound.StepRows, func(s Step) bool { return s.Step == step })
			tests := []tampering{
				{"an elimination less", func(r *Record) {
					r.Eliminations = slices.Delete(r.Eliminations, first, first+1)
					r.StepRows[row].Eliminations--
				}, "step"},
				{"an elimination more", func(r *Record) {
					e := r.Eliminations[first]
					e.Digit = solutionDigit(r, e.Cell)
					r.Eliminations = append(r.Eliminations, e)
				}, "elimination"},
				{"pattern 0", func(r *Record) {
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
				{"search instead", func(r *Record) { r.StepRows[row].Rule = ruleSearch }, "step"},
			}
			if rule == ruleForcing {
				tests = append(tests, tampering{"a refutation that is none", func(r *Record) {
					e := r.Eliminations[first]
					r.Evidence = append(r.Evidence, Evidence{Step: step, Pattern: e.Pattern, Ordinal: 1, Role: "assume", Cell: e.Cell, Digit: e.Digit})
				}, "evidence"})
			} else {
				tests = append(tests,
					tampering{"no rows", func(r *Record) {
						r.Evidence = slices.DeleteFunc(r.Evidence, func(e Evidence) bool { return e.Step == step })
					}, "evidence"},
					tampering{"a unit that is none", func(r *Record) { r.Evidence[shown].UnitType = "line" }, "evidence"})
			}
			runTamperings(t, c, sound, tests)
		})
	}
}
