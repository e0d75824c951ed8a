package verify

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"setdoku"
)

// TestCheckAcceptsSolve solves generated puzzles, some of them damaged, in every way, and expects no finding for
// any order of the rows.
func TestCheckAcceptsSolve(t *testing.T) {
	var runs []setdoku.Run
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		for _, n := range []int{0, singlesOnly, withoutPairs, everything} {
			runs = append(runs, setdoku.Run{ID: int64(len(runs) + 1), Techniques: names(n), Audit: audit})
		}
		runs = append(runs, setdoku.Run{ID: int64(len(runs) + 1), Techniques: names(everything), Audit: audit, StopAtFirst: true})
	}
	c := mustNew(t, runs...)
	puzzles, solutions := generate(t, 1, 24)
	states := map[string][]setdoku.State{}
	rnd := rand.New(rand.NewPCG(2, 2))
	for i, p := range puzzles {
		open := func() int {
			for {
				if k := rnd.IntN(setdoku.CellCount); p[k] == 0 {
					return k
				}
			}
		}
		states["unique"] = append(states["unique"], setdoku.State{Givens: p})

		many := p
		for range 6 {
			many[rnd.IntN(setdoku.CellCount)] = 0
		}
		states["many solutions"] = append(states["many solutions"], setdoku.State{Givens: many})

		wrong := setdoku.State{Givens: p}
		k := open()
		if others := wrong.Candidates()[k] &^ setdoku.SetOf(solutions[i][k]); others != 0 {
			wrong.Givens[k] = others.Lowest()
			states["no solution"] = append(states["no solution"], wrong)
		}

		begun := setdoku.State{Givens: p}
		k = open()
		begun.Placed[k] = solutions[i][k]
		k = open()
		begun.Deleted[k] = begun.Candidates()[k] &^ setdoku.SetOf(solutions[i][k])
		states["begun"] = append(states["begun"], begun)
	}
	states["empty"] = []setdoku.State{{}}
	states["complete"] = []setdoku.State{{Givens: solutions[0]}}

	seen := map[string]int{}
	for kind, list := range states {
		for _, s := range list {
			for _, run := range runs {
				r := mustSolve(t, c, s, run)
				seen[r.Status]++
				for _, x := range r.StepRows {
					seen[x.Rule]++
				}
				shuffle(rnd, r)
				if err := c.Check(r); err != nil {
					t.Errorf("%s, run %+v: %v\n%s", kind, run, err, s.Filled())
				}
				if err := c.AgainstSolution(r); err != nil {
					t.Errorf("%s, run %+v: %v\n%s", kind, run, err, s.Filled())
				}
			}
		}
	}
	for _, want := range []string{setdoku.StatusSolved, setdoku.StatusInvalid, setdoku.StatusStuck, "full_house", "naked_single", "hidden_single",
		"locked_pair", "locked_triple", "pointing", "claiming", "naked_pair", "hidden_pair", "naked_triple"} {
		if seen[want] == 0 {
			t.Errorf("none of these puzzles shows %s: %v", want, seen)
		}
	}
}

func shuffle(rnd *rand.Rand, r *setdoku.Record) {
	rnd.Shuffle(len(r.Cells), func(i, j int) { r.Cells[i], r.Cells[j] = r.Cells[j], r.Cells[i] })
	rnd.Shuffle(len(r.Candidates), func(i, j int) { r.Candidates[i], r.Candidates[j] = r.Candidates[j], r.Candidates[i] })
	rnd.Shuffle(len(r.StepRows), func(i, j int) { r.StepRows[i], r.StepRows[j] = r.StepRows[j], r.StepRows[i] })
	rnd.Shuffle(len(r.Placements), func(i, j int) { r.Placements[i], r.Placements[j] = r.Placements[j], r.Placements[i] })
	rnd.Shuffle(len(r.Eliminations), func(i, j int) {
		r.Eliminations[i], r.Eliminations[j] = r.Eliminations[j], r.Eliminations[i]
	})
	rnd.Shuffle(len(r.Evidence), func(i, j int) { r.Evidence[i], r.Evidence[j] = r.Evidence[j], r.Evidence[i] })
}

// TestPlacementViewMayHoldMore accepts a placement view that also shows givens and manual steps, and one that is
// empty if no steps are kept.
func TestPlacementViewMayHoldMore(t *testing.T) {
	full := setdoku.Run{ID: 1, Techniques: names(everything), Audit: setdoku.AuditFull}
	none := setdoku.Run{ID: 2, Techniques: names(everything), Audit: setdoku.AuditNone}
	c := mustNew(t, full, none)
	puzzles, _ := generate(t, 3, 1)

	r := mustSolve(t, c, setdoku.State{Givens: puzzles[0]}, full)
	for _, x := range r.Cells {
		if x.Rule == setdoku.RuleGiven {
			r.Placements = append(r.Placements, setdoku.Change{Cell: x.Cell, Digit: x.Digit, Rule: setdoku.RuleGiven})
		}
	}
	if err := c.Check(r); err != nil {
		t.Errorf("with givens: %v", err)
	}
	r.Placements = r.Placements[:len(r.Placements)-1]
	if err := c.Check(r); err == nil || !strings.Contains(err.Error(), "placement") {
		t.Errorf("with all givens but one: %v, want a finding in placement", err)
	}
	r = mustSolve(t, c, setdoku.State{Givens: puzzles[0]}, none)
	r.Placements = nil
	if err := c.Check(r); err != nil {
		t.Errorf("without placements under audit none: %v", err)
	}
}

// TestCheckFollowsSeveralRuns makes manual steps and lets several runs, of every audit, continue where the
// previous run was stuck.
func TestCheckFollowsSeveralRuns(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			singles := setdoku.Run{ID: 11, Techniques: names(singlesOnly), Audit: audit}
			some := setdoku.Run{ID: 12, Techniques: append(names(1), names(withoutPairs)[2:]...), Audit: audit}
			all := setdoku.Run{ID: 13, Techniques: names(everything), Audit: audit}
			c := mustNew(t, all, some, singles)
			p, stuck := pick(t, c, singles, "is stuck after some singles", func(r *setdoku.Record) bool {
				return r.Status == setdoku.StatusStuck && r.Steps > 1
			})
			accept := func(what string, r *setdoku.Record) {
				t.Helper()
				if err := c.Check(r); err != nil {
					t.Errorf("%s: %v", what, err)
				}
				if err := c.AgainstSolution(r); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
			accept("singles, then more", goOn(t, c, stuck, all))
			accept("three runs", goOn(t, c, goOn(t, c, stuck, some), all))

			_, solution := bruteOf(t, p)
			mark := stuck.Candidates[0]
			if solution[setdoku.CellIndex(mark.Cell)] == mark.Digit {
				mark = stuck.Candidates[1]
			}
			crossed := cross(stuck, mark.Cell, mark.Digit)
			accept("crossed out", crossed)
			accept("crossed out, then solved", goOn(t, c, crossed, all))
			cell := crossed.Candidates[len(crossed.Candidates)-1].Cell
			played := place(t, crossed, cell, solution[setdoku.CellIndex(cell)])
			accept("crossed out and placed", played)
			accept("crossed out and placed, then solved", goOn(t, c, played, all))

			untouched := mustSolve(t, c, setdoku.State{Givens: p}, setdoku.Run{ID: 1, Audit: audit})
			untouched.Status, untouched.RunID, untouched.Attempts = setdoku.StatusNew, 0, nil
			accept("new", untouched)
			byHand := place(t, untouched, cell, solution[setdoku.CellIndex(cell)])
			accept("new with a digit", byHand)
			accept("digit by hand first", goOn(t, c, byHand, all))
		})
	}
}

func TestAgainstSolution(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: names(everything), Audit: setdoku.AuditFull}
	singles := setdoku.Run{ID: 2, Techniques: names(singlesOnly), Audit: setdoku.AuditFull}
	c := mustNew(t, run, singles)
	p, solved := pick(t, c, run, "is solved with an elimination", func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusSolved && len(r.Eliminations) > 0
	})
	_, solution := bruteOf(t, p)
	stuck := mustSolve(t, c, setdoku.State{Givens: p}, singles)
	last := solved.Cells[len(solved.Cells)-1]
	tests := []struct {
		name   string
		from   *setdoku.Record
		change func(*setdoku.Record)
		table  string
	}{
		{"a digit of the solution eliminated", solved, func(r *setdoku.Record) {
			r.Eliminations[0].Cell, r.Eliminations[0].Digit = last.Cell, last.Digit
		}, "elimination"},
		{"a wrong digit placed", solved, func(r *setdoku.Record) { r.Cells[len(r.Cells)-1].Digit = last.Digit%9 + 1 }, "cell"},
		{"invalid with a solution", stuck, func(r *setdoku.Record) { r.Status, r.Candidates = setdoku.StatusInvalid, nil }, "puzzle"},
		{"a contradiction with a solution", stuck, func(r *setdoku.Record) {
			r.Status, r.Contradictions = setdoku.StatusInvalid, []setdoku.Contradiction{{Step: 1, Kind: "no_candidate", Cell: last.Cell}}
		}, "contradiction"},
		{"a candidate of the solution gone", stuck, func(r *setdoku.Record) {
			r.Candidates = slices.DeleteFunc(r.Candidates, func(x setdoku.Candidate) bool { return solution[setdoku.CellIndex(x.Cell)] == x.Digit })
		}, "candidate"},
		{"another solution", solved, func(r *setdoku.Record) {
			r.Solution = strings.NewReplacer("1", "2", "2", "1").Replace(r.Solution)
		}, "puzzle"},
		{"solved with many solutions", solved, func(r *setdoku.Record) {
			r.Givens, r.Cells, r.Eliminations = setdoku.Grid{}.String(), nil, nil
		}, "puzzle"},
		{"solved without a solution", solved, func(r *setdoku.Record) {
			r.Cells = append(r.Cells, setdoku.FilledCell{Cell: 11, Digit: 1, Rule: setdoku.RuleManual}, setdoku.FilledCell{Cell: 12, Digit: 1, Rule: setdoku.RuleManual})
		}, "puzzle"},
		{"bad givens", solved, func(r *setdoku.Record) { r.Givens = "123" }, "puzzle"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := clone(tt.from)
			if err := c.AgainstSolution(r); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			tt.change(r)
			wantFinding(t, c.AgainstSolution(r), tt.table)
		})
	}
}
