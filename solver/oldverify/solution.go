package verify

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/brute"
)

// AgainstSolution checks a record against brute force. No step may eliminate a digit of the solution or place
// another one. A solved puzzle has one solution, a puzzle of status multiple has several, and an invalid one has
// none. Manual placements and eliminations count as part of the puzzle. If a puzzle has several solutions, one of
// them is compared with the rows. It returns nil or Findings, the first alone. It does not check how the record was derived;
// Check does.
func (c *Checker) AgainstSolution(r *setdoku.Record) error {
	f := againstSolution(r)
	if f == nil {
		return nil
	}
	f.PuzzleID = r.PuzzleID
	return Findings{f}
}

func againstSolution(r *setdoku.Record) *Finding {
	givens, err := setdoku.ParseLine(r.Givens)
	if err != nil {
		return puzzleFinding(0, "givens", "%v", err)
	}
	n, solution := brute.CountState(byHand(r, givens), 2)
	if n == 0 {
		if r.Status == setdoku.StatusSolved || r.Status == setdoku.StatusMultiple {
			return puzzleFinding(r.Steps, "status", "is %s, but the puzzle has no solution", r.Status)
		}
		return nil
	}
	if f := lost(r, solution); f != nil {
		return f
	}
	switch {
	case r.Status == setdoku.StatusInvalid && len(r.Contradictions) > 0:
		return &Finding{Step: r.Contradictions[0].Step, Table: "contradiction", Row: contradictionTable().key(r.Contradictions[0]),
			Problem: "the puzzle has the solution " + solution.String()}
	case r.Status == setdoku.StatusInvalid:
		return puzzleFinding(r.Steps, "status", "is invalid, but the puzzle has the solution %s", solution)
	case r.Status == setdoku.StatusMultiple && n == 1:
		return puzzleFinding(r.Steps, "status", "is multiple, but the puzzle has only the solution %s", solution)
	case r.Status != setdoku.StatusSolved:
		return nil
	case n > 1:
		return puzzleFinding(r.Steps, "status", "is solved, but the puzzle has two or more solutions")
	case r.Solution != solution.String():
		return puzzleFinding(r.Steps, "solution", "is %s, it should be %s", r.Solution, solution)
	}
	return nil
}

// byHand returns the puzzle with all manual placements and eliminations.
func byHand(r *setdoku.Record, givens setdoku.Grid) setdoku.State {
	s := setdoku.State{Givens: givens}
	for _, c := range r.Cells {
		if c.Rule == setdoku.RuleManual && exists(c.Cell, c.Digit) {
			s.Placed[setdoku.CellIndex(c.Cell)] = c.Digit
		}
	}
	for _, e := range r.Eliminations {
		if (e.Rule == setdoku.RuleManual || e.Rule == setdoku.RuleGiven) && exists(e.Cell, e.Digit) {
			s.Deleted[setdoku.CellIndex(e.Cell)] |= setdoku.SetOf(e.Digit)
		}
	}
	return s
}

// lost returns a finding for the first step that contradicts the solution.
func lost(r *setdoku.Record, solution setdoku.Grid) *Finding {
	var first *Finding
	note := func(f *Finding) {
		if first == nil || f.Step < first.Step {
			first = f
		}
	}
	for _, e := range r.Eliminations {
		if exists(e.Cell, e.Digit) && solution[setdoku.CellIndex(e.Cell)] == e.Digit {
			note(&Finding{Step: e.Step, Table: "elimination", Row: cellDigit(e.Cell, e.Digit), Problem: "the digit is in the solution"})
		}
	}
	for _, c := range r.Cells {
		if exists(c.Cell, c.Digit) && solution[setdoku.CellIndex(c.Cell)] != c.Digit {
			note(&Finding{Step: c.Step, Table: "cell", Row: cellTable().key(c),
				Problem: fmt.Sprintf("holds %d, but %d in the solution", c.Digit, solution[setdoku.CellIndex(c.Cell)])})
		}
	}
	if first != nil || r.Status != setdoku.StatusStuck && r.Status != setdoku.StatusNew || unfilled(r) {
		return first
	}
	for i, d := range solution {
		n := setdoku.CellNumber(i)
		filled := slices.ContainsFunc(r.Cells, func(c setdoku.FilledCell) bool { return c.Cell == n })
		if !filled && !slices.Contains(r.Candidates, setdoku.Candidate{Cell: n, Digit: d}) {
			return &Finding{Step: r.Steps, Table: "candidate", Row: cellDigit(n, d), Problem: "the row is missing, the digit is in the solution"}
		}
	}
	return nil
}
