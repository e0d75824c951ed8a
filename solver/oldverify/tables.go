package verify

import (
	"cmp"
	"fmt"

	"setdoku"
)

func cellDigit(cell int, d uint8) string { return fmt.Sprintf("cell %d digit %d", cell, d) }

func byCellDigit(cellA int, digitA uint8, cellB int, digitB uint8) int {
	return cmp.Or(cmp.Compare(cellA, cellB), cmp.Compare(digitA, digitB))
}

func stepTable() table[setdoku.Step] {
	return table[setdoku.Step]{
		name:  "step",
		order: func(a, b setdoku.Step) int { return cmp.Compare(a.Step, b.Step) },
		key:   func(s setdoku.Step) string { return fmt.Sprintf("step %d", s.Step) },
		values: func(s setdoku.Step) string {
			return fmt.Sprintf("%s with %d placements, %d eliminations, run %d", s.Rule, s.Placements, s.Eliminations, s.Run)
		},
	}
}

func placementTable() table[setdoku.Change] { return changeTable("placement") }

func eliminationTable() table[setdoku.Change] { return changeTable("elimination") }

func changeTable(name string) table[setdoku.Change] {
	return table[setdoku.Change]{
		name:   name,
		order:  func(a, b setdoku.Change) int { return byCellDigit(a.Cell, a.Digit, b.Cell, b.Digit) },
		key:    func(c setdoku.Change) string { return cellDigit(c.Cell, c.Digit) },
		values: func(c setdoku.Change) string { return fmt.Sprintf("%s with pattern %d", c.Rule, c.Pattern) },
	}
}

func cellTable() table[setdoku.FilledCell] {
	return table[setdoku.FilledCell]{
		name:  "cell",
		order: func(a, b setdoku.FilledCell) int { return cmp.Compare(a.Cell, b.Cell) },
		key:   func(c setdoku.FilledCell) string { return fmt.Sprintf("cell %d", c.Cell) },
		values: func(c setdoku.FilledCell) string {
			return fmt.Sprintf("digit %d by %s in step %d", c.Digit, c.Rule, c.Step)
		},
	}
}

func candidateTable() table[setdoku.Candidate] {
	return table[setdoku.Candidate]{
		name:   "candidate",
		order:  func(a, b setdoku.Candidate) int { return byCellDigit(a.Cell, a.Digit, b.Cell, b.Digit) },
		key:    func(c setdoku.Candidate) string { return cellDigit(c.Cell, c.Digit) },
		values: func(setdoku.Candidate) string { return "the candidate is live" },
	}
}

func evidenceTable() table[setdoku.Evidence] {
	return table[setdoku.Evidence]{
		name: "evidence",
		order: func(a, b setdoku.Evidence) int {
			return cmp.Or(cmp.Compare(a.Pattern, b.Pattern), cmp.Compare(a.Ordinal, b.Ordinal))
		},
		key: func(e setdoku.Evidence) string { return fmt.Sprintf("pattern %d ordinal %d", e.Pattern, e.Ordinal) },
		values: func(e setdoku.Evidence) string {
			return fmt.Sprintf("role %q cell %d digit %d %s", e.Role, e.Cell, e.Digit, unitColumns(e.Unit))
		},
	}
}

// unitColumns returns the columns unit_type and unit of a unit number as text. An unknown number is shown
// unchanged.
func unitColumns(unit int) string {
	if kind := setdoku.UnitType(unit); kind != "" || unit == 0 {
		return fmt.Sprintf("unit_type %q unit %d", kind, setdoku.UnitIndex(unit))
	}
	return fmt.Sprintf("unit_no %d", unit)
}

func contradictionTable() table[setdoku.Contradiction] {
	return table[setdoku.Contradiction]{
		name:  "contradiction",
		order: func(a, b setdoku.Contradiction) int { return 0 }, // one row for a puzzle
		key:   func(setdoku.Contradiction) string { return "the puzzle's row" },
		values: func(c setdoku.Contradiction) string {
			return fmt.Sprintf("step %d %s cell %d %s digit %d", c.Step, c.Kind, c.Cell, unitColumns(c.Unit), c.Digit)
		},
	}
}
