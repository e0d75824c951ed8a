package verify

import (
	"fmt"

	"setdoku"
)

// evidence derives the rows of a pattern of a technique with nothing but singles inside its hypotheses.
func (k *forcingKind) evidence(p *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
	v, hypotheses, err := k.decode(p, pattern)
	if err != nil {
		return rows, err
	}
	t := trace{pattern: pattern, rows: rows, before: len(rows)}
	switch {
	case v == nil:
	case v.cell >= 0:
		t.add("cell", setdoku.CellNumber(v.cell), 0, 0)
	default:
		t.add("base", 0, v.digit, v.unit+1)
	}
	for _, c := range hypotheses {
		t.hypothesis(*p, c/9, uint8(c%9+1))
	}
	return t.rows, nil
}

// decode returns the set of a pattern, or nil for a refutation, and the candidates that it assumes.
func (k *forcingKind) decode(p *position, pattern int64) (*verity, []int, error) {
	f := fields{rest: pattern}
	if !k.verities {
		d := f.digit()
		cell := f.last("cell", 11, 99)
		if f.err == nil && !setdoku.ValidCell(cell) {
			f.err = fmt.Errorf("%d is no cell", cell)
		}
		if f.err != nil {
			return nil, nil, f.err
		}
		return nil, []int{candidate(setdoku.CellIndex(cell), d)}, nil
	}
	d, cell, unit := uint8(f.take("digit", 10, 0, 9)), f.take("cell", 100, 0, 99), f.take("unit", 28, 0, 27)
	switch {
	case f.err != nil:
		return nil, nil, f.err
	case unit > 0 && d > 0 && cell == 0:
		return &verity{cell: -1, unit: unit - 1, digit: d}, placesIn(unit-1, p.places(unit-1, d), d), nil
	case unit > 0 || !setdoku.ValidCell(cell):
		return nil, nil, fmt.Errorf("pattern %d names no cell, and no unit with a digit", pattern)
	case d > 0:
		return nil, []int{candidate(setdoku.CellIndex(cell), d)}, nil
	}
	i := setdoku.CellIndex(cell)
	return &verity{cell: i}, candidatesOf(i, p.marks[i]), nil
}

// trace writes the rows of hypotheses, pass by pass.
type trace struct {
	pattern int64
	rows    []setdoku.Evidence
	before  int // rows of earlier patterns
	index   positionIndex
}

func (t *trace) add(role string, cell int, d uint8, unitNo int) {
	t.rows = append(t.rows, setdoku.Evidence{Pattern: t.pattern, Ordinal: len(t.rows) - t.before + 1, Role: role, Cell: cell, Digit: d, Unit: unitNo})
}

// hypothesis writes the rows of the hypothesis that cell i of p is d.
func (t *trace) hypothesis(p position, i int, d uint8) {
	t.add("assume", setdoku.CellNumber(i), d, 0)
	p.place(i, d)
	for {
		ends, found := t.pass(&p)
		if ends || len(found) == 0 {
			return
		}
		p.apply(found)
	}
}

// pass writes the rows of the next pass of singles, or the contradiction that ends the hypothesis. Without either,
// nothing follows from singles.
func (t *trace) pass(p *position) (ends bool, found []Conclusion) {
	found = t.singles(p)
	bad, ends := clash(found)
	if !ends && len(found) == 0 {
		bad, ends = p.contradiction()
	}
	if ends {
		t.add("contradiction", bad.Cell, bad.Digit, bad.Unit)
		return true, nil
	}
	for _, x := range found {
		t.add("place", x.Cell, x.Digit, 0)
	}
	return false, found
}

// singles returns the placements of the next pass: full houses, else naked singles, else hidden singles.
func (t *trace) singles(p *position) []Conclusion {
	t.index.read(p)
	for _, r := range [3]rule{fullHouse(), nakedSingle(), hiddenSingle()} {
		if found := r.deductionsAt(&t.index); len(found) > 0 {
			return found
		}
	}
	return nil
}
