package verify

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/grid"
)

// TestTamperingVague changes records whose runs left no row of what the wing took away.
func TestTamperingVague(t *testing.T) {
	for _, audit := range []string{auditSteps, auditNone} {
		t.Run(audit, func(t *testing.T) {
			c, sound := flown(t, "xy_wing", audit)
			placed := len(sound.Cells) - 1
			cell := sound.Cells[placed]
			tests := []change{
				{"cell's digit", func(r *Record) { r.Cells[placed].Digit = otherDigit(cell.Digit) }},
				{"cell's rule", func(r *Record) { r.Cells[placed].Rule = "xy_wing" }},
				{"cell's rule unknown", func(r *Record) { r.Cells[placed].Rule = "magic" }},
				{"cell deleted", func(r *Record) { r.Cells = r.Cells[:placed] }},
				{"score", func(r *Record) { r.Score = 3 }},
				{"hardest", func(r *Record) { r.Hardest = "full_house" }},
				{"solution", func(r *Record) {
					r.Solution = strings.NewReplacer("1", "2", "2", "1").Replace(r.Solution)
				}},
				{"status", func(r *Record) { r.Status, r.Solution = statusMultiple, "" }},
				{"invalid", func(r *Record) { r.Status, r.Solution = statusInvalid, "" }},
				{"candidate", func(r *Record) { r.Candidates = []CellDigit{{11, 1}} }},
				{"contradiction", func(r *Record) { r.Contradictions = []Contradiction{{Kind: "no_solution"}} }},
				{"elimination", func(r *Record) {
					r.Eliminations = append(r.Eliminations, Elimination{r.Steps, cell.Cell, cell.Digit, "xy_wing", 7})
				}},
			}
			if audit == auditSteps {
				row := len(sound.StepRows) - 1
				tests = append(tests,
					change{"step's rule", func(r *Record) { r.StepRows[row].Rule = "magic" }},
					change{"step's placements", func(r *Record) { r.StepRows[row].Placements++ }},
					change{"step that takes away too", func(r *Record) { r.StepRows[row].Eliminations++ }},
					change{"step deleted", func(r *Record) { r.StepRows = r.StepRows[:row] }},
					change{"step's run", func(r *Record) { r.StepRows[row].Run = 2 }})
			}
			runVague(t, c, sound, tests)
		})
	}
}

// change is a tampering whose finding may be in any table: with so little left of the
// steps a row can be wrong in several ways.
type change struct {
	name string
	make func(*Record)
}

func runVague(t *testing.T, c *Checker, sound *Record, tests []change) {
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

// TestVagueStuck ends a vague record stuck, with the candidates that are left.
func TestVagueStuck(t *testing.T) {
	for _, audit := range []string{auditSteps, auditNone} {
		t.Run(audit, func(t *testing.T) {
			run := Run{ID: 1, Techniques: append(names(singlesOnly), "xy_wing"), Audit: audit}
			basic := Run{ID: 1, Techniques: names(singlesOnly), Audit: audit}
			c := mustNewHard(t, run, Run{ID: 2, Techniques: withSearch(), Audit: audit}, Run{ID: 3, Audit: audit, EndOnly: true})
			var sound *Record
			for seed := uint64(20); sound == nil; seed++ {
				puzzles, _ := generate(t, seed, 4)
				for _, p := range puzzles {
					r := mustSolve(t, c, grid.State{Givens: p}, basic)
					if w := findWing(t, r); r.Steps > 0 && w != nil {
						if r = fly(t, c, r, w, "xy_wing", run); r.Status == statusStuck {
							sound = r
						}
					}
				}
			}
			solution := func(r *Record) string {
				_, first := bruteOf(t, mustParse(t, r.Givens))
				return first.String()
			}(sound)
			ended := clone(sound)
			ended.Attempts = append(ended.Attempts, Attempt{ended.Steps + 1, ended.Steps, 3})
			ended.RunID, ended.Status, ended.Solution, ended.Candidates = 3, statusSolved, solution, nil
			runVague(t, c, ended, []change{
				{"several solutions", func(r *Record) { r.Status, r.Solution = statusMultiple, "" }},
				{"no solution", func(r *Record) { r.Status, r.Solution = statusInvalid, "" }},
				{"stuck", func(r *Record) { r.Status, r.Solution, r.Candidates = statusStuck, "", sound.Candidates }},
			})
			runVague(t, c, sound, []change{
				{"a digit of the solution is gone", func(r *Record) {
					r.Candidates = slices.DeleteFunc(r.Candidates, func(x CellDigit) bool { return solution[grid.Index(x.Cell)] == '0'+x.Digit })
				}},
				{"a candidate twice", func(r *Record) { r.Candidates = append(r.Candidates, r.Candidates[0]) }},
				{"a candidate of a filled cell", func(r *Record) {
					r.Candidates = append(r.Candidates, CellDigit{r.Cells[0].Cell, 5})
				}},
				{"a cell with one candidate", func(r *Record) {
					cell := r.Candidates[0].Cell
					r.Candidates = slices.DeleteFunc(r.Candidates, func(x CellDigit) bool {
						return x.Cell == cell && solution[grid.Index(x.Cell)] != '0'+x.Digit
					})
				}},
				{"a run that searches", func(r *Record) { r.RunID = 2 }},
			})
		})
	}
}

// TestVagueInvalid ends a vague record in a contradiction, which may be another than the
// one that verify sees.
func TestVagueInvalid(t *testing.T) {
	for _, audit := range []string{auditSteps, auditNone} {
		t.Run(audit, func(t *testing.T) {
			run := Run{ID: 1, Techniques: append(names(everything), "xy_wing"), Audit: audit}
			c := mustNewHard(t, run)
			sound := refutedAfterWing(t, c, run)
			runVague(t, c, sound, []change{
				{"no contradiction", func(r *Record) { r.Contradictions = nil }},
				{"two contradictions", func(r *Record) { r.Contradictions = append(r.Contradictions, r.Contradictions[0]) }},
				{"another kind", func(r *Record) { r.Contradictions[0].Kind = "magic" }},
				{"in a filled cell", func(r *Record) {
					r.Contradictions[0] = Contradiction{Step: r.Steps, Kind: "no_candidate", Cell: r.Cells[0].Cell}
				}},
				{"in no unit", func(r *Record) {
					r.Contradictions[0] = Contradiction{Step: r.Steps, Kind: "no_place", UnitType: "row", Unit: 10, Digit: 1}
				}},
				{"another step", func(r *Record) { r.Contradictions[0].Step-- }},
				{"stuck", func(r *Record) { r.Status, r.Contradictions = statusStuck, nil }},
			})
		})
	}
}

// refutedAfterWing returns a record of a puzzle without a solution that an xy-wing helps
// to find out.
func refutedAfterWing(t *testing.T, c *Checker, run Run) *Record {
	t.Helper()
	basic := Run{ID: run.ID, Techniques: names(everything), Audit: run.Audit}
	for seed := uint64(20); seed < 60; seed++ {
		puzzles, solutions := generate(t, seed, 4)
		for k, p := range puzzles {
			for i := range p {
				s := grid.State{Givens: p}
				wrong := s.Candidates()[i] &^ grid.Mark(solutions[k][i])
				if wrong == 0 {
					continue
				}
				s.Givens[i] = wrong.Lowest()
				r := mustSolve(t, c, s, basic)
				if r.Status != statusStuck || r.Steps == 0 {
					continue
				}
				if w := findWing(t, r); w != nil {
					if r = fly(t, c, r, w, "xy_wing", run); r.Status == statusInvalid {
						return r
					}
				}
			}
		}
	}
	t.Fatal("no wrong given is refuted with an xy-wing")
	return nil
}
