package verify

import (
	"fmt"

	"setdoku"
)

// The templates of a digit are the ways to place it nine times, once in every unit, on its live places and where
// it is placed. If all templates of a digit use a cell, no template of another digit may use it. This is repeated
// until nothing changes. Then templateSet places a digit in the cells that all its templates use, and
// templateDelete eliminates it from the cells that no template uses. A digit without templates proves nothing.

func templateSet() rule {
	return rule{
		places: true,
		find: func(s *positionIndex, f *findings) {
			findTemplates(s.position, f, func(t *templates, i int) bool { return t.with[i] == t.count })
		},
		argue:     argueTemplates,
		namesOnly: true,
		sketch:    sketch("template_set"),
	}
}

func templateDelete() rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			findTemplates(s.position, f, func(t *templates, i int) bool { return t.with[i] == 0 })
		},
		argue:     argueTemplates,
		namesOnly: true,
		sketch:    sketch("template_delete"),
	}
}

// findTemplates adds the live candidates that decided accepts for the templates of their digit.
func findTemplates(p *position, f *findings, decided func(t *templates, cell int) bool) {
	for n, t := range templatesOf(p) {
		d := uint8(n + 1)
		for i, m := range p.marks {
			if t.count > 0 && m.Has(d) && decided(&t, i) {
				f.add(i, d, madeUpPattern(i, d))
			}
		}
	}
}

// templates counts the templates of one digit, in total and by cell.
type templates struct {
	rows  [9]set // the columns where each row may hold the digit
	count int
	with  [setdoku.CellCount]int
}

// templatesOf returns the templates of the digits 1..9.
func templatesOf(p *position) (list [9]templates) {
	for n := range list {
		for i, m := range p.marks {
			if d := uint8(n + 1); m.Has(d) || p.digits[i] == d {
				list[n].rows[i/9] |= 1 << (i % 9)
			}
		}
	}
	for again := true; again; {
		for n := range list {
			list[n].count, list[n].with = 0, [setdoku.CellCount]int{}
			list[n].walk(0, 0, 0)
		}
		again = closeCells(&list)
	}
	return list
}

// closeCells removes the cells that all templates of a digit use from the rows of the other digits. It reports
// whether anything changed.
func closeCells(list *[9]templates) (changed bool) {
	for n := range list {
		for i, with := range list[n].with {
			if list[n].count == 0 || with < list[n].count {
				continue
			}
			for other := range list {
				column := set(1) << (i % 9)
				if other != n && list[other].rows[i/9]&column != 0 {
					list[other].rows[i/9] &^= column
					changed = true
				}
			}
		}
	}
	return changed
}

// walk continues from row r. columns and stacks (of the band) already hold the digit. It returns the number of
// templates.
func (t *templates) walk(r int, columns, stacks set) (n int) {
	if r == 9 {
		t.count++
		return 1
	}
	if r%3 == 0 {
		stacks = 0
	}
	for _, c := range members(t.rows[r] &^ columns &^ stacks) {
		below := t.walk(r+1, columns|1<<(c-1), stacks|7<<((c-1)/3*3))
		t.with[r*9+c-1] += below
		n += below
	}
	return n
}

// argueTemplates wants all rows to have one digit, that of the deductions.
func argueTemplates(_ *situation, rows []setdoku.Evidence) (proof, error) {
	var d uint8
	for _, r := range rows {
		if err := inRange(r); err != nil {
			return nil, fmt.Errorf("row %d: %w", r.Ordinal, err)
		}
		if r.Digit == 0 || d != 0 && d != r.Digit {
			return nil, fmt.Errorf("row %d has digit %d, want one digit in all rows", r.Ordinal, r.Digit)
		}
		d = r.Digit
	}
	return digitProof(d), nil
}

// digitProof decides all candidates of one digit. The search for the technique has already checked that it decides
// them.
type digitProof uint8

func (p digitProof) decides(d Conclusion) bool { return d.Digit == uint8(p) }
