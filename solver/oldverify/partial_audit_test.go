package verify

import (
	"slices"
	"strings"
	"testing"

	"setdoku"
)

// TestTamperingPartial changes records whose runs left no row of the eliminations of the wing.
func TestTamperingPartial(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			c, sound := flown(t, "xy_wing", audit)
			placed := len(sound.Cells) - 1
			cell := sound.Cells[placed]
			tests := []change{
				{"cell's digit", func(r *setdoku.Record) { r.Cells[placed].Digit = otherDigit(cell.Digit) }},
				{"cell's rule", func(r *setdoku.Record) { r.Cells[placed].Rule = "xy_wing" }},
				{"cell's rule unknown", func(r *setdoku.Record) { r.Cells[placed].Rule = "magic" }},
				{"cell deleted", func(r *setdoku.Record) { r.Cells = r.Cells[:placed] }},
				{"score", func(r *setdoku.Record) { r.Score = 3 }},
				{"hardest", func(r *setdoku.Record) { r.Hardest = "full_house" }},
				{"solution", func(r *setdoku.Record) {
					r.Solution = strings.NewReplacer("1", "2", "2", "1").Replace(r.Solution)
				}},
				{"status", func(r *setdoku.Record) { r.Status, r.Solution = setdoku.StatusMultiple, "" }},
				{"invalid", func(r *setdoku.Record) { r.Status, r.Solution = setdoku.StatusInvalid, "" }},
				{"candidate", func(r *setdoku.Record) { r.Candidates = []setdoku.Candidate{{Cell: 11, Digit: 1}} }},
				{"contradiction", func(r *setdoku.Record) { r.Contradictions = []setdoku.Contradiction{{Kind: "no_solution"}} }},
				{"elimination", func(r *setdoku.Record) {
					r.Eliminations = append(r.Eliminations, setdoku.Change{Step: r.Steps, Cell: cell.Cell, Digit: cell.Digit, Rule: "xy_wing", Pattern: 7})
				}},
			}
			if audit == setdoku.AuditSteps {
				row := len(sound.StepRows) - 1
				tests = append(tests,
					change{"step's rule", func(r *setdoku.Record) { r.StepRows[row].Rule = "magic" }},
					change{"step's placements", func(r *setdoku.Record) { r.StepRows[row].Placements++ }},
					change{"step that takes away too", func(r *setdoku.Record) { r.StepRows[row].Eliminations++ }},
					change{"step deleted", func(r *setdoku.Record) { r.StepRows = r.StepRows[:row] }},
					change{"step's run", func(r *setdoku.Record) { r.StepRows[row].Run = 2 }})
			}
			runPartial(t, c, sound, tests)
		})
	}
}

// change is a tampering whose finding may be in any table. With so few rows left, a row can be wrong in several
// ways.
type change struct {
	name string
	make func(*setdoku.Record)
}

func runPartial(t *testing.T, c *Checker, sound *setdoku.Record, tests []change) {
	t.Helper()
	if err := c.Check(sound); err != nil {
		t.Fatalf("before any change: %v", err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := clone(sound)
			tt.make(r)
			if err := c.Check(r); err == nil {
				t.Error("no finding")
			}
		})
	}
}

// TestPartialStuck ends a record with partial audit stuck, with the remaining candidates.
func TestPartialStuck(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			run := setdoku.Run{ID: 1, Techniques: append(names(singlesOnly), "xy_wing"), Audit: audit}
			basic := setdoku.Run{ID: 1, Techniques: names(singlesOnly), Audit: audit}
			c := mustNewHard(t, run, setdoku.Run{ID: 2, Techniques: withSearch(), Audit: audit}, setdoku.Run{ID: 3, Audit: audit, EndOnly: true})
			var sound *setdoku.Record
			for seed := uint64(20); sound == nil; seed++ {
				puzzles, _ := generate(t, seed, 4)
				for _, p := range puzzles {
					r := mustSolve(t, c, setdoku.State{Givens: p}, basic)
					if w := findWing(t, r); r.Steps > 0 && w != nil {
						if r = fly(t, c, r, w, "xy_wing", run); r.Status == setdoku.StatusStuck {
							sound = r
						}
					}
				}
			}
			solution := func(r *setdoku.Record) string {
				_, first := bruteOf(t, mustParse(t, r.Givens))
				return first.String()
			}(sound)
			ended := clone(sound)
			ended.Attempts = append(ended.Attempts, setdoku.Attempt{FirstStep: ended.Steps + 1, LastStep: ended.Steps, Run: 3})
			ended.RunID, ended.Status, ended.Solution, ended.Candidates = 3, setdoku.StatusSolved, solution, nil
			measure(t, ended)
			runPartial(t, c, ended, []change{
				{"several solutions", func(r *setdoku.Record) { r.Status, r.Solution = setdoku.StatusMultiple, "" }},
				{"no solution", func(r *setdoku.Record) { r.Status, r.Solution = setdoku.StatusInvalid, "" }},
				{"stuck", func(r *setdoku.Record) {
					r.Status, r.Solution, r.Candidates = setdoku.StatusStuck, "", sound.Candidates
				}},
			})
			runPartial(t, c, sound, []change{
				{"a digit of the solution is gone", func(r *setdoku.Record) {
					r.Candidates = slices.DeleteFunc(r.Candidates, func(x setdoku.Candidate) bool { return solution[setdoku.CellIndex(x.Cell)] == '0'+x.Digit })
				}},
				{"a candidate twice", func(r *setdoku.Record) { r.Candidates = append(r.Candidates, r.Candidates[0]) }},
				{"a candidate of a filled cell", func(r *setdoku.Record) {
					r.Candidates = append(r.Candidates, setdoku.Candidate{Cell: r.Cells[0].Cell, Digit: 5})
				}},
				{"a cell with one candidate", func(r *setdoku.Record) {
					cell := r.Candidates[0].Cell
					r.Candidates = slices.DeleteFunc(r.Candidates, func(x setdoku.Candidate) bool {
						return x.Cell == cell && solution[setdoku.CellIndex(x.Cell)] != '0'+x.Digit
					})
				}},
				{"a run that searches", func(r *setdoku.Record) { r.RunID = 2 }},
			})
		})
	}
}

// TestPartialInvalid ends a record with partial audit in a contradiction, which may differ from the one that
// verify finds.
func TestPartialInvalid(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			run := setdoku.Run{ID: 1, Techniques: append(names(everything), "xy_wing"), Audit: audit}
			c := mustNewHard(t, run)
			sound := refutedAfterWing(t, c, run)
			runPartial(t, c, sound, []change{
				{"no contradiction", func(r *setdoku.Record) { r.Contradictions = nil }},
				{"two contradictions", func(r *setdoku.Record) { r.Contradictions = append(r.Contradictions, r.Contradictions[0]) }},
				{"another kind", func(r *setdoku.Record) { r.Contradictions[0].Kind = "magic" }},
				{"in a filled cell", func(r *setdoku.Record) {
					r.Contradictions[0] = setdoku.Contradiction{Step: r.Steps, Kind: "no_candidate", Cell: r.Cells[0].Cell}
				}},
				{"in no unit", func(r *setdoku.Record) {
					r.Contradictions[0] = setdoku.Contradiction{Step: r.Steps, Kind: "no_place", Unit: 28, Digit: 1}
				}},
				{"another step", func(r *setdoku.Record) { r.Contradictions[0].Step-- }},
				{"stuck", func(r *setdoku.Record) { r.Status, r.Contradictions = setdoku.StatusStuck, nil }},
			})
		})
	}
}

// refutedAfterWing returns a record of a puzzle without a solution, whose contradiction needs an xy-wing.
func refutedAfterWing(t *testing.T, c *Checker, run setdoku.Run) *setdoku.Record {
	t.Helper()
	basic := setdoku.Run{ID: run.ID, Techniques: names(everything), Audit: run.Audit}
	for seed := uint64(20); seed < 60; seed++ {
		puzzles, solutions := generate(t, seed, 4)
		for k, p := range puzzles {
			for i := range p {
				s := setdoku.State{Givens: p}
				wrong := s.Candidates()[i] &^ setdoku.SetOf(solutions[k][i])
				if wrong == 0 {
					continue
				}
				s.Givens[i] = wrong.Lowest()
				r := mustSolve(t, c, s, basic)
				if r.Status != setdoku.StatusStuck || r.Steps == 0 {
					continue
				}
				if w := findWing(t, r); w != nil {
					if r = fly(t, c, r, w, "xy_wing", run); r.Status == setdoku.StatusInvalid {
						return r
					}
				}
			}
		}
	}
	t.Fatal("no wrong given is refuted with an xy-wing")
	return nil
}
