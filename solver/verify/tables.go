package verify

import (
	"cmp"
	"fmt"
)

func cellDigit(cell int, d uint8) string { return fmt.Sprintf("cell %d digit %d", cell, d) }

func byCellDigit(cellA int, digitA uint8, cellB int, digitB uint8) int {
	return cmp.Or(cmp.Compare(cellA, cellB), cmp.Compare(digitA, digitB))
}

func stepTable() table[Step] {
	return table[Step]{
		name:  "step",
		order: func(a, b Step) int { return cmp.Compare(a.Step, b.Step) },
		key:   func(s Step) string { return fmt.Sprintf("step %d", s.Step) },
		values: func(s Step) string {
			return fmt.Sprintf("%s with %d placements, %d eliminations, run %d", s.Rule, s.Placements, s.Eliminations, s.Run)
		},
	}
}

func placementTable() table[Placement] {
	return table[Placement]{
		name:   "placement",
		order:  func(a, b Placement) int { return byCellDigit(a.Cell, a.Digit, b.Cell, b.Digit) },
		key:    func(p Placement) string { return cellDigit(p.Cell, p.Digit) },
		values: func(p Placement) string { return fmt.Sprintf("%s with pattern %d", p.Rule, p.Pattern) },
	}
}

func eliminationTable() table[Elimination] {
	return table[Elimination]{
		name:   "elimination",
		order:  func(a, b Elimination) int { return byCellDigit(a.Cell, a.Digit, b.Cell, b.Digit) },
		key:    func(e Elimination) string { return cellDigit(e.Cell, e.Digit) },
		values: func(e Elimination) string { return fmt.Sprintf("%s with pattern %d", e.Rule, e.Pattern) },
	}
}

func cellTable() table[Cell] {
	return table[Cell]{
		name:   "cell",
		order:  func(a, b Cell) int { return cmp.Compare(a.Cell, b.Cell) },
		key:    func(c Cell) string { return fmt.Sprintf("cell %d", c.Cell) },
		values: func(c Cell) string { return fmt.Sprintf("digit %d by %s in step %d", c.Digit, c.Rule, c.Step) },
	}
}

func candidateTable() table[CellDigit] {
	return table[CellDigit]{
		name:   "candidate",
		order:  func(a, b CellDigit) int { return byCellDigit(a.Cell, a.Digit, b.Cell, b.Digit) },
		key:    func(c CellDigit) string { return cellDigit(c.Cell, c.Digit) },
		values: func(CellDigit) string { return "the candidate is live" },
	}
}

func evidenceTable() table[Evidence] {
	return table[Evidence]{
		name: "evidence",
		order: func(a, b Evidence) int {
			return cmp.Or(cmp.Compare(a.Pattern, b.Pattern), cmp.Compare(a.Ordinal, b.Ordinal))
		},
		key: func(e Evidence) string { return fmt.Sprintf("pattern %d ordinal %d", e.Pattern, e.Ordinal) },
		values: func(e Evidence) string {
			return fmt.Sprintf("role %q cell %d digit %d unit_type %q unit %d", e.Role, e.Cell, e.Digit, e.UnitType, e.Unit)
		},
	}
}

func contradictionTable() table[Contradiction] {
	return table[Contradiction]{
		name:  "contradiction",
		order: func(a, b Contradiction) int { return 0 }, // one row a puzzle
		key:   func(Contradiction) string { return "the puzzle's row" },
		values: func(c Contradiction) string {
			return fmt.Sprintf("step %d %s cell %d unit_type %q unit %d digit %d", c.Step, c.Kind, c.Cell, c.UnitType, c.Unit, c.Digit)
		},
	}
}
