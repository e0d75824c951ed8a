package isomorph

import "setdoku"

// Canonical returns the smallest isomorph of the givens, and an isomorphism that maps the givens to it. No unit may
// hold a digit twice (setdoku.Grid.Check). For other givens it returns an isomorph that need not be the smallest. Forms
// are compared as text, 81 characters row by row, in which an empty cell ('.') is smaller than any digit.
//
// It builds the form row by row. It keeps all arrangements that make the rows so far smallest and can also make
// the next row smallest. Decisions that do not matter yet stay open: columns that are empty so far are tied, and a
// digit gets its label when it is first read.
func Canonical(givens setdoku.Grid) (setdoku.Grid, Isomorphism) {
	s := newSearch(givens)
	if s.left == len(givens) && givens.Check() == nil {
		a, _ := full(&s.sheets)
		m := a.isomorphism()
		return m.Digits(givens), m
	}
	s.run()
	a := s.arrangements[0]
	a.complete()
	m := a.isomorphism()
	return m.Digits(givens), m
}

// run builds the form.
func (s *search) run() {
	for s.taken < 9 && s.left > 0 {
		s.next()
	}
}

// sheet holds the givens, unchanged or transposed.
type sheet struct {
	row   [9][9]uint8
	blank [9]bool // rows without givens
}

// search is the state between two rows of the form.
type search struct {
	sheets       [2]sheet
	arrangements []arrangement // no two are equal
	spare        []arrangement // memory for the next ones
	ahead        uint64        // smallest next row, four bits for each cell
	taken        int           // rows of the form so far
	left         int           // givens in the remaining rows
}

func newSearch(givens setdoku.Grid) *search {
	s := &search{ahead: nothing}
	for i, d := range givens {
		s.sheets[0].row[i/9][i%9] = d
		s.sheets[1].row[i%9][i/9] = d
		if d != 0 {
			s.left++
		}
	}
	for n := range s.sheets {
		t := &s.sheets[n]
		for r := range t.row {
			t.blank[r] = t.row[r] == [9]uint8{}
		}
	}
	for n := range s.sheets {
		a := start(uint8(n))
		s.keep(&a, a.rows(0, &s.sheets[n]))
	}
	s.arrangements, s.spare = s.spare, nil
	return s
}

// nothing is greater than any row.
const nothing = ^uint64(0)

// next takes the next row of the form.
func (s *search) next() {
	for text := s.ahead; text != 0; text >>= 4 {
		if text&15 != 0 {
			s.left--
		}
	}
	text := s.ahead
	s.ahead, s.spare = nothing, s.spare[:0]
	s.taken++
	for n := range s.arrangements {
		a := &s.arrangements[n]
		t := &s.sheets[a.sheet]
		for rows := a.rows(s.taken-1, t); rows != 0; rows &= rows - 1 {
			if r := lowest(rows); a.read(&t.row[r]) == text {
				s.take(a, r)
			}
		}
	}
	s.arrangements, s.spare = s.spare, s.arrangements
}

// keep keeps an arrangement for the next row, which is one of rows, if it can make that row as small as the
// arrangements found so far.
func (s *search) keep(a *arrangement, rows uint16) {
	text := nothing
	t := &s.sheets[a.sheet]
	for ; rows != 0; rows &= rows - 1 {
		text = min(text, a.read(&t.row[lowest(rows)]))
	}
	if text > s.ahead {
		return
	}
	if text < s.ahead {
		s.ahead, s.spare = text, s.spare[:0]
	}
	s.spare = append(s.spare, *a)
}

// rows returns the bit set of the rows of the sheet that may come next after so many taken rows. Of equivalent
// empty rows it returns one.
func (a *arrangement) rows(taken int, t *sheet) uint16 {
	rows := ^a.used & 0x1ff
	if taken%3 != 0 {
		band := a.row[taken-1] / 3
		rows &= 7 << (3 * band)
	} else {
		for n := range 3 { // bands of which no row is used
			if a.used>>(3*n)&7 != 0 {
				rows &^= 7 << (3 * n)
			}
		}
	}
	emptyBand := false
	for n := range 3 {
		band := rows & (7 << (3 * n))
		if band == 0 {
			continue
		}
		var blank uint16
		for b := band; b != 0; b &= b - 1 {
			if t.blank[lowest(b)] {
				blank |= b & -b
			}
		}
		rows &^= blank & (blank - 1) // remove all but the first
		if blank == 7<<(3*n) {
			if emptyBand {
				rows &^= blank
			}
			emptyBand = true
		}
	}
	return rows
}

// Comparison is the comparison of two puzzles.
type Comparison struct {
	Same  bool
	Forms [2]setdoku.Grid // forms of both puzzles, equal if Same
	Map   Isomorphism     // maps the first puzzle to the second if Same
}

// Compare compares the givens of two puzzles. No unit may hold a digit twice.
func Compare(a, b setdoku.Grid) Comparison {
	formA, toA := Canonical(a)
	formB, toB := Canonical(b)
	c := Comparison{Same: formA == formB, Forms: [2]setdoku.Grid{formA, formB}}
	if c.Same {
		c.Map = toA.Then(toB.Inverse())
	}
	return c
}
