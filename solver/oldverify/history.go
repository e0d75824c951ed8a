package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// History reads the rows of one record step by step and tracks the state. It trusts the rows: Check must have
// accepted the record.
type History struct {
	record *setdoku.Record
	done   int // steps read
	state  setdoku.State
	rated  rating
	// unknown is true after a step whose eliminations are in no row and cannot be derived.
	unknown bool

	steps        cursor[setdoku.Step]
	placements   cursor[setdoku.Change]
	eliminations cursor[setdoku.Change]
	cells        cursor[setdoku.FilledCell]
	evidence     cursor[setdoku.Evidence]
}

// NewHistory returns the history of a record before its first step.
func NewHistory(r *setdoku.Record) *History {
	s := &History{
		record:       r,
		steps:        newCursor(stepTable(), func(s setdoku.Step) int { return s.Step }, r.StepRows),
		placements:   newCursor(placementTable(), func(p setdoku.Change) int { return p.Step }, r.Placements),
		eliminations: newCursor(eliminationTable(), func(e setdoku.Change) int { return e.Step }, r.Eliminations),
		cells:        newCursor(cellTable(), func(c setdoku.FilledCell) int { return c.Step }, r.Cells),
		evidence:     newCursor(evidenceTable(), func(e setdoku.Evidence) int { return e.Step }, r.Evidence),
	}
	for i := range setdoku.CellCount {
		if b := r.Givens[i]; b != '.' {
			s.state.Givens[i] = b - '0'
		}
	}
	if r.Start != nil {
		for _, c := range r.Start.Placed {
			s.state.Placed[setdoku.CellIndex(c.Cell)] = c.Digit
		}
		for _, c := range r.Start.Deleted {
			s.state.Deleted[setdoku.CellIndex(c.Cell)] |= setdoku.SetOf(c.Digit)
		}
	}
	s.take(0)
	return s
}

// State returns the puzzle after the steps read so far. known is false if the candidates are not known.
func (s *History) State() (state setdoku.State, known bool) { return s.state, !s.unknown }

// Done returns the number of steps read.
func (s *History) Done() int { return s.done }

// take returns the rows of step n and advances past them.
func (s *History) take(n int) (rows stepRows) {
	rows = stepRows{
		steps: s.steps.take(n), placements: s.placements.take(n), eliminations: s.eliminations.take(n),
		cells: s.cells.take(n), evidence: s.evidence.take(n),
	}
	s.done = n
	return rows
}

// take returns the rows of step n and advances past them. All earlier rows must have been taken.
func (c *cursor[T]) take(n int) []T {
	rows := c.peek(n)
	c.rows = c.rows[len(rows):]
	return rows
}

// apply applies the rows of a step to the state.
func (s *History) apply(rows stepRows) {
	for _, c := range rows.cells {
		s.state.Placed[setdoku.CellIndex(c.Cell)] = c.Digit
	}
	for _, e := range rows.eliminations {
		s.state.Deleted[setdoku.CellIndex(e.Cell)] |= setdoku.SetOf(e.Digit)
	}
}

// Skip reads the steps up to n without a comparison: manual steps, steps of a shell, and steps that no other
// engine can make.
func (c *Checker) Skip(s *History, n int) {
	for s.done < n {
		rows := s.take(s.done + 1)
		s.apply(rows)
		c.count(s, rows.steps)
		taken := 0
		for _, row := range rows.steps {
			taken += row.Eliminations
		}
		s.unknown = s.unknown || len(rows.steps) == 0 || taken > len(rows.eliminations)
	}
}

// count rates a step.
func (c *Checker) count(s *History, rows []setdoku.Step) {
	for _, row := range rows {
		if t, known := c.techniques[row.Rule]; known {
			s.rated.count(&t, row.Placements+row.Eliminations)
		}
	}
}

// countFrom adds offset to the steps of a record and removes the rows of step 0.
func countFrom(r *setdoku.Record, offset int) {
	r.StepRows = moved(r.StepRows, offset, func(s *setdoku.Step) *int { return &s.Step })
	r.Placements = moved(r.Placements, offset, func(p *setdoku.Change) *int { return &p.Step })
	r.Eliminations = moved(r.Eliminations, offset, func(e *setdoku.Change) *int { return &e.Step })
	r.Cells = moved(r.Cells, offset, func(c *setdoku.FilledCell) *int { return &c.Step })
	r.Evidence = moved(r.Evidence, offset, func(e *setdoku.Evidence) *int { return &e.Step })
	for i := range r.Contradictions {
		r.Contradictions[i].Step += offset
	}
}

func moved[T any](rows []T, offset int, step func(*T) *int) []T {
	rows = slices.DeleteFunc(rows, func(row T) bool { return *step(&row) == 0 })
	for i := range rows {
		*step(&rows[i]) += offset
	}
	return rows
}

// named returns a deduction as text, such as r1c2=3 or r1c2<>3.
func (d Conclusion) named() string {
	sign := "<>"
	if d.Placement {
		sign = "="
	}
	return fmt.Sprintf("%s%s%d", setdoku.CellName(setdoku.CellIndex(d.Cell)), sign, d.Digit)
}

// deductions returns the placements of a step, then its eliminations.
func (rows *stepRows) deductions() (list []Conclusion) {
	for _, c := range rows.cells {
		list = append(list, Conclusion{Placement: true, Cell: c.Cell, Digit: c.Digit})
	}
	for _, e := range rows.eliminations {
		list = append(list, Conclusion{Cell: e.Cell, Digit: e.Digit, Pattern: e.Pattern})
	}
	return list
}
