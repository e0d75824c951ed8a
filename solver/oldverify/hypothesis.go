package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// hypothesis is one branch of a forcing pattern, read from its rows.
type hypothesis struct {
	rows   []setdoku.Evidence
	cell   int // 0..80
	digit  uint8
	placed int // rows with role place
	dead   bool
	end    position // after the rows, unless dead
	whole  bool     // whole has accepted it
}

// sameRows reports whether two hypotheses have the same rows. They may belong to different patterns.
func sameRows(a, b []setdoku.Evidence) bool {
	return slices.EqualFunc(a, b, func(a, b setdoku.Evidence) bool {
		return a.Role == b.Role && a.Cell == b.Cell && a.Digit == b.Digit && a.Unit == b.Unit
	})
}

// reading is a forcing pattern, read from its rows.
type reading struct {
	verity     verity
	isVerity   bool
	hypotheses []*hypothesis
	gone       proved // what the pattern eliminates
}

func (r *reading) decides(d Conclusion) bool { return !d.Placement && r.gone.decides(d) }

// argue reads a pattern row by row. Every row must follow from those before it. The rows need not be all that follow.
func (k *forcingKind) argue(s *situation, rows []setdoku.Evidence) (proof, error) {
	return k.read(s, rows)
}

func (k *forcingKind) read(s *situation, rows []setdoku.Evidence) (*reading, error) {
	p := s.p
	for _, row := range rows {
		if err := inRange(row); err != nil {
			return nil, rowError(row, err)
		}
	}
	r := &reading{verity: verity{cell: -1}}
	r.isVerity = len(rows) > 0 && (rows[0].Role == "cell" || rows[0].Role == "base")
	if r.isVerity {
		if err := r.readSet(p, rows[0]); err != nil {
			return nil, rowError(rows[0], err)
		}
		rows = rows[1:]
	}
	if len(rows) == 0 || rows[0].Role != "assume" {
		return nil, fmt.Errorf("want an assumption")
	}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Role != "assume" {
			n++
		}
		h, err := k.followOnce(s, rows[:n])
		if err != nil {
			return nil, err
		}
		r.hypotheses = append(r.hypotheses, h)
		rows = rows[n:]
	}
	if r.isVerity {
		return r, k.conclude(r, p)
	}
	return r, k.refute(r)
}

func rowError(row setdoku.Evidence, err error) error {
	return fmt.Errorf("row %d, role %s: %w", row.Ordinal, row.Role, err)
}

// readSet reads the row that names the set of a verity.
func (r *reading) readSet(p *position, row setdoku.Evidence) error {
	switch {
	case row.Role == "cell" && row.Cell != 0 && row.Digit == 0 && row.Unit == 0:
		r.verity.cell = setdoku.CellIndex(row.Cell)
		if p.digits[r.verity.cell] != 0 {
			return fmt.Errorf("the cell is not open")
		}
	case row.Role == "base" && row.Cell == 0 && row.Digit != 0 && row.Unit != 0:
		r.verity.unit, r.verity.digit = row.Unit-1, row.Digit
		if !p.missing(r.verity.unit).Has(row.Digit) {
			return fmt.Errorf("the unit holds %d already", row.Digit)
		}
	default:
		return fmt.Errorf("want a cell, or a base with a unit and a digit")
	}
	return nil
}

// refute concludes from a pattern without a set: its only hypothesis must end in a contradiction.
func (k *forcingKind) refute(r *reading) error {
	switch {
	case !k.contradictions:
		return fmt.Errorf("want a cell or a base first")
	case len(r.hypotheses) != 1:
		return fmt.Errorf("%d assumptions without a cell or a base, want 1", len(r.hypotheses))
	case !r.hypotheses[0].dead:
		return fmt.Errorf("want a contradiction at the end")
	}
	r.gone[r.hypotheses[0].cell] = setdoku.SetOf(r.hypotheses[0].digit)
	return nil
}

// conclude concludes from a set of hypotheses one of which is true.
func (k *forcingKind) conclude(r *reading, p *position) error {
	if !k.verities {
		return fmt.Errorf("want one assumption first")
	}
	var want, got []int
	if r.verity.cell >= 0 {
		want = candidatesOf(r.verity.cell, p.marks[r.verity.cell])
	} else {
		want = placesIn(r.verity.unit, p.places(r.verity.unit, r.verity.digit), r.verity.digit)
	}
	r.gone = p.marks
	for _, h := range r.hypotheses {
		got = append(got, candidate(h.cell, h.digit))
		for i, m := range h.end.marks {
			if d := h.end.digits[i]; d != 0 {
				m = setdoku.SetOf(d)
			}
			if !h.dead {
				r.gone[i] &^= m
			}
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("it assumes %s, want %s", candidateNames(got), candidateNames(want))
	}
	return nil
}

func candidateNames(list []int) (text string) {
	for n, c := range list {
		if n > 0 {
			text += " "
		}
		text += fmt.Sprintf("%s=%d", setdoku.CellName(c/9), c%9+1)
	}
	return text
}

// followOnce is follow, which it calls once for the patterns of a step that share the hypothesis.
func (k *forcingKind) followOnce(s *situation, rows []setdoku.Evidence) (*hypothesis, error) {
	if s.hypotheses == nil || s.hypothesesAt != *s.p {
		s.hypotheses, s.hypothesesAt = map[setdoku.Candidate]*hypothesis{}, *s.p
	}
	at := setdoku.Candidate{Cell: rows[0].Cell, Digit: rows[0].Digit}
	if h := s.hypotheses[at]; h != nil && sameRows(h.rows, rows) {
		return h, nil
	}
	h, err := k.follow(s.p, rows)
	if err != nil {
		return nil, err
	}
	s.hypotheses[at] = h
	return h, nil
}

// follow reads the rows of one hypothesis: the assumption, what follows row by row, and the contradiction if it ends
// in one.
func (k *forcingKind) follow(p *position, rows []setdoku.Evidence) (*hypothesis, error) {
	h := &hypothesis{rows: rows, end: *p}
	for n, row := range rows {
		var err error
		switch {
		case row.Role == "contradiction" && n == len(rows)-1 && n > 0:
			h.dead = true
			err = h.end.endsIn(row)
		case row.Role == "contradiction":
			err = fmt.Errorf("want it as the last row of a hypothesis")
		case row.Cell == 0 || row.Digit == 0 || row.Unit != 0:
			err = fmt.Errorf("want a cell and a digit")
		case !h.end.marks[setdoku.CellIndex(row.Cell)].Has(row.Digit):
			err = fmt.Errorf("%d is no candidate of %s at this point", row.Digit, setdoku.CellName(setdoku.CellIndex(row.Cell)))
		case n == 0:
			h.cell, h.digit = setdoku.CellIndex(row.Cell), row.Digit
			h.end.place(h.cell, h.digit)
		default:
			err = k.step(h, row)
		}
		if err != nil {
			return nil, rowError(row, err)
		}
	}
	return h, nil
}

// step reads a row of a candidate of the hypothesis.
func (k *forcingKind) step(h *hypothesis, row setdoku.Evidence) error {
	i, d := setdoku.CellIndex(row.Cell), row.Digit
	switch {
	case !slices.Contains(k.roles, row.Role):
		return fmt.Errorf("the technique has no such row")
	case row.Role == "place":
		if !h.end.forced(i, d) {
			return fmt.Errorf("%s with %d is no single at this point", setdoku.CellName(i), d)
		}
		h.placed++
		h.end.place(i, d)
		return nil
	case row.Role == "eliminate" && !h.end.follows(i, d):
		return fmt.Errorf("no intersection, subset or basic fish takes %d from %s at this point", d, setdoku.CellName(i))
	case row.Role == "refute" && !k.refutesAt(&h.end, i, d):
		return fmt.Errorf("%s with %d leads to no contradiction at this point", setdoku.CellName(i), d)
	}
	h.end.marks[i] &^= setdoku.SetOf(d)
	return nil
}

// refutesAt reports whether a hypothesis inside a hypothesis refutes a candidate.
func (k *forcingKind) refutesAt(p *position, i int, d uint8) bool {
	start := closureOf(p)
	return slices.ContainsFunc(k.inner, func(close func(*closure) bool) bool { return start.refutes(i, d, close) })
}

// forced reports whether digit d is a single in cell i.
func (p *position) forced(i int, d uint8) bool {
	if !p.marks[i].Has(d) {
		return false
	}
	row, column, box := unitsOf(i)
	return p.marks[i].Count() == 1 || p.places(row, d).Count() == 1 || p.places(column, d).Count() == 1 || p.places(box, d).Count() == 1
}

// endsIn checks the last row of a contradiction. It names an open cell without candidates or with two digits that
// must stand there, or a unit without a place for a digit or with two cells that must hold it.
func (p *position) endsIn(r setdoku.Evidence) error {
	switch {
	case r.Cell != 0 && r.Unit == 0 && r.Digit == 0:
		return p.endsInCell(setdoku.CellIndex(r.Cell))
	case r.Cell == 0 && r.Unit != 0 && r.Digit != 0:
		return p.endsInUnit(r.Unit-1, r.Digit)
	}
	return fmt.Errorf("want a cell, or a unit with a digit")
}

func (p *position) endsInCell(i int) error {
	forced := 0
	for _, d := range members(p.marks[i]) {
		if p.forced(i, uint8(d)) {
			forced++
		}
	}
	if p.digits[i] != 0 || p.marks[i] != 0 && forced < 2 {
		return fmt.Errorf("%s has a candidate, and not two that must stand there", setdoku.CellName(i))
	}
	return nil
}

func (p *position) endsInUnit(u int, d uint8) error {
	forced := 0
	for _, i := range setdoku.Units[u] {
		if p.forced(i, d) {
			forced++
		}
	}
	if !p.missing(u).Has(d) || p.places(u, d) != 0 && forced < 2 {
		return fmt.Errorf("the unit has a place for %d, and not two that must hold it", d)
	}
	return nil
}

// ReadHypotheses reads the rows of a pattern of the family forcing in state s and returns the candidates that it
// eliminates. Every row must follow from those before it, but the rows need not be all that follow: a list without the
// rows that the conclusion does not need is accepted. The error names the first row that does not hold. The technique
// must be one of the family.
func ReadHypotheses(s setdoku.State, technique string, rows []setdoku.Evidence) (gone [setdoku.CellCount]setdoku.DigitSet, err error) {
	k := forcingKinds[technique]
	if k == nil {
		return gone, fmt.Errorf("verify knows no technique %q of the family forcing", technique)
	}
	r, err := k.read(&situation{p: newPosition(s), givens: s.Givens}, rows)
	if err != nil {
		return gone, err
	}
	return r.gone, nil
}
