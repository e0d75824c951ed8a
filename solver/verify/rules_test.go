package verify_test

import (
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
	"setdoku/solver/verify"
	"setdoku/store/record"
)

// TestRules changes sound records so that only one rule of the verifier is broken. It makes no step again, so the rule
// itself must notice.
func TestRules(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(29)
	var list []format.Puzzle
	for _, d := range []setdoku.Grid{gridtest.Minimal(rng), gridtest.Several(rng), gridtest.Contradictory(rng),
		gridtest.Minimal(rng), gridtest.WithClues(rng, 34)} {
		list = append(list, format.Puzzle{State: setdoku.State{Givens: d}})
	}
	full := recordOf(t, list, memory.Options{Audit: setdoku.AuditFull}, "singles", "intersections")
	steps := recordOf(t, list, memory.Options{Audit: setdoku.AuditSteps}, "singles", "intersections")
	invalid := func(c setdoku.Contradiction) func(*record.Puzzle) {
		return func(x *record.Puzzle) {
			c.Step = x.Steps
			x.Status, x.Candidates, x.Contradictions = setdoku.StatusInvalid, nil, []setdoku.Contradiction{c}
		}
	}
	for _, tt := range []struct {
		name   string
		in     *recorded
		status setdoku.Status
		change func(*record.Puzzle)
		want   string
	}{
		{"a puzzle with candidates as invalid", full, setdoku.StatusStuck,
			invalid(setdoku.Contradiction{Kind: "two_digits", Cell: 11}), "contradiction"},
		{"a cell without candidates that has some", full, setdoku.StatusInvalid, func(x *record.Puzzle) {
			givens, _ := setdoku.ParseGrid(x.Givens)
			live := setdoku.State{Givens: givens}.Candidates()
			cell := slices.IndexFunc(live[:], func(m setdoku.DigitSet) bool { return m.Count() > 1 })
			invalid(setdoku.Contradiction{Kind: "no_candidate", Cell: setdoku.CellAt(cell)})(x)
		}, "contradiction"},
		{"a digit without a place that has one", full, setdoku.StatusInvalid, func(x *record.Puzzle) {
			cell := slices.IndexFunc([]byte(x.Givens), func(b byte) bool { return b != '.' })
			invalid(setdoku.Contradiction{Kind: "no_place", Unit: cell/9 + 1, Digit: x.Givens[cell] - '0'})(x)
		}, "contradiction"},
		{"one solution as several", steps, setdoku.StatusStuck,
			func(x *record.Puzzle) { x.Status, x.Candidates = setdoku.StatusMultiple, nil }, "column status"},
		{"a stuck puzzle as solved", full, setdoku.StatusStuck, func(x *record.Puzzle) {
			x.Status, x.Candidates, x.Solution = setdoku.StatusSolved, nil, strings.Repeat("1", setdoku.CellCount)
		}, "column status"},
		{"no evidence of a pattern", full, setdoku.StatusStuck, func(x *record.Puzzle) {
			of := x.Eliminations[len(x.Eliminations)-1]
			x.Evidence = slices.DeleteFunc(x.Evidence, func(e setdoku.Evidence) bool { return e.Step == of.Step })
			x.Evidence = append(x.Evidence, setdoku.Evidence{Step: of.Step, Pattern: of.Pattern, Ordinal: 1, Role: "line",
				Unit: 1, Digit: of.Digit%9 + 1})
		}, "does not follow"},
		{"a step without a pattern", full, setdoku.StatusStuck, func(x *record.Puzzle) {
			of := x.Eliminations[len(x.Eliminations)-1]
			x.Evidence = slices.DeleteFunc(x.Evidence, func(e setdoku.Evidence) bool { return e.Step == of.Step })
			for i := range x.Eliminations {
				if x.Eliminations[i].Step == of.Step {
					x.Eliminations[i].Pattern = 0
				}
			}
		}, "has the pattern 0"},
		{"a pattern of a run that keeps none", steps, setdoku.StatusSolved, func(x *record.Puzzle) {
			at := slices.IndexFunc(x.Placements, func(c record.Change) bool { return c.Step > 0 })
			x.Placements[at].Pattern = 1
		}, "keeps no patterns"},
		{"a digit that is not in the solution", steps, setdoku.StatusStuck, func(x *record.Puzzle) {
			_, solution := solutionOf(x)
			at := slices.IndexFunc(x.Placements, func(c record.Change) bool { return c.Step > 0 })
			wrong := slices.IndexFunc(x.Candidates,
				func(c setdoku.Candidate) bool { return solution[c.Cell.Index()] != c.Digit })
			x.Placements[at].Cell, x.Placements[at].Digit = x.Candidates[wrong].Cell, x.Candidates[wrong].Digit
		}, "contradicts the solution"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := tt.in.verifier(t, verify.Options{NoReplay: true})
			i := slices.IndexFunc(tt.in.records, func(x record.Puzzle) bool {
				n, _ := solutionOf(&x)
				return x.Status == tt.status && (n == 0 || n == 1 && len(x.StepRows) > 0)
			})
			if i < 0 {
				t.Fatalf("no puzzle is %s", tt.status)
			}
			x := clone(tt.in.records[i])
			x.StoredEvidence = false // the rows are those of the view evidence
			if faults := found(t, v, *x); faults != nil {
				t.Fatalf("before the change: %v", faults)
			}
			tt.change(x)
			if faults := found(t, v, *x); faults == nil || !strings.Contains(faults.Error(), tt.want) {
				t.Errorf("%v, expected %q", faults, tt.want)
			}
		})
	}
	for _, tt := range []struct {
		name   string
		change func(*record.Run)
		want   string
	}{
		{"another run", func(x *record.Run) { x.ID = 99 }, "the table run"},
		{"an unknown audit", func(x *record.Run) { x.Audit = "some" }, "run 1: audit"},
		{"an unknown technique", func(x *record.Run) { x.Techniques = []string{"guess"} }, "run 1: technique"},
		{"no technique", func(x *record.Run) { x.Techniques = nil }, "does not select"},
		{"a run that stops at the first step", func(x *record.Run) { x.StopAtFirst = true }, "stops at the first step"},
		{"a run of a shell", func(x *record.Run) { x.Shell = true }, "makes no attempts"},
		{"a run that keeps no patterns", func(x *record.Run) { x.Audit = setdoku.AuditSteps }, "keeps no patterns"},
		{"a run that keeps no steps", func(x *record.Run) { x.Audit = setdoku.AuditNone }, "keeps no steps"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			runs := slices.Clone(full.runs)
			tt.change(&runs[0])
			v, err := verify.New(full.names, runs, verify.Options{NoReplay: true})
			if err == nil {
				if faults := found(t, v, full.records...); faults != nil {
					err = faults
				}
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, expected %q", err, tt.want)
			}
		})
	}
	t.Run("a technique for puzzles with one solution", func(t *testing.T) {
		i := slices.IndexFunc(full.records, func(x record.Puzzle) bool {
			n, _ := solutionOf(&x)
			return n > 1 && len(x.StepRows) > 0
		})
		r := *full
		r.names = slices.Clone(full.names)
		r.names[r.names.Index(r.records[i].StepRows[0].Rule)].AssumesUnique = true
		v := r.verifier(t, verify.Options{NoReplay: true})
		if faults := found(t, v, r.records[i]); faults == nil ||
			!strings.Contains(faults.Error(), "do not have exactly one solution") {
			t.Errorf("%v, expected that the technique may not be used", faults)
		}
	})
}

// TestNotCounted verifies what nobody can prove, because no search of the board ends: that is not a fault, and the
// report counts it.
func TestNotCounted(t *testing.T) {
	t.Parallel()
	v, err := setdoku.ParseVariant("windoku+x+anti-knight")
	gridtest.Must(t, err)
	odd := setdoku.State{Variant: v}
	odd.Deleted[40] = setdoku.AllDigits &^ setdoku.NewDigitSet(1) // a single to place
	list := []format.Puzzle{{State: odd}}
	r := recordOf(t, list, memory.Options{Audit: setdoku.AuditSteps}, "singles")
	bare := recordOf(t, list, memory.Options{Audit: setdoku.AuditNone}, "singles")
	multiple := clone(bare.records[0])
	multiple.Status, multiple.Candidates = setdoku.StatusMultiple, nil
	endOnly := *bare
	endOnly.runs = slices.Clone(bare.runs)
	endOnly.runs[0].EndOnly = true
	unique := *r
	unique.names = slices.Clone(r.names)
	unique.names[unique.names.Index(r.records[0].StepRows[0].Rule)].AssumesUnique = true
	for _, tt := range []struct {
		name string
		in   *recorded
		x    *record.Puzzle
	}{{"two solutions", bare, multiple}, {"only an end", &endOnly, &endOnly.records[0]}, {"a technique for puzzles with one solution", &unique, &r.records[0]}} {
		t.Run(tt.name, func(t *testing.T) {
			v := tt.in.verifier(t, verify.Options{NoReplay: true})
			if faults := found(t, v, *tt.x); faults != nil || v.Report.Unchecked != 1 {
				t.Errorf("%v, %d puzzles were not checked as a whole, want 1", faults, v.Report.Unchecked)
			}
		})
	}
}

// solutionOf counts the solutions of the givens of a record, up to 2.
func solutionOf(x *record.Puzzle) (n int, solution setdoku.Grid) {
	givens, err := setdoku.ParseGrid(x.Givens)
	if err != nil {
		return 0, solution
	}
	return brute.Count(givens, 2)
}
