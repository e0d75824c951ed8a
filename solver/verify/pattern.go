package verify

import (
	"fmt"

	"setdoku"
)

// fields reads the decimal fields of a pattern, the last field first, and keeps
// the first thing that is wrong with them.
type fields struct {
	rest int64
	err  error
}

// take cuts off the last field, a number below base, which must be lo..hi.
func (f *fields) take(what string, base int64, lo, hi int) int {
	n := int(f.rest % base)
	f.rest /= base
	f.check(what, n, lo, hi)
	return n
}

// last returns what is left, the first field.
func (f *fields) last(what string, lo, hi int) int {
	n := int(f.rest)
	f.check(what, n, lo, hi)
	return n
}

func (f *fields) check(what string, n, lo, hi int) {
	if f.err == nil && (n < lo || n > hi) {
		f.err = fmt.Errorf("%s is %d, want %d..%d", what, n, lo, hi)
	}
}

func (f *fields) digit() uint8 { return uint8(f.take("digit", 10, 1, 9)) }

func (f *fields) cell() int {
	n := f.take("cell", 100, 11, 99)
	if f.err == nil && !setdoku.ValidCell(n) {
		f.err = fmt.Errorf("%d is no cell", n)
	}
	return n
}

// set takes a set of k members.
func (f *fields) set(what string, k int) set {
	n := f.take(what, 1000, 1, int(setdoku.AllDigits))
	if c := set(n).Count(); f.err == nil && c != k {
		f.err = fmt.Errorf("%s has %d members, want %d", what, c, k)
	}
	return set(n)
}

// subset takes a set of k cells' positions and before it a set of k digits.
func (f *fields) subset(k int) (digits, cells set) {
	cells = f.set("position set", k)
	return f.set("digit set", k), cells
}

// rowsPart is where the parts begin that are rows in the database, after those that the fields of a pattern make.
const rowsPart = 10

// exhibit collects the evidence rows of one pattern.
type exhibit struct {
	pattern int64
	rows    []setdoku.Evidence // those of the pattern after those that were there
	before  int                // how many those were
}

// exhibitOf begins a pattern after rows.
func exhibitOf(rows []setdoku.Evidence, pattern int64) exhibit {
	return exhibit{pattern: pattern, rows: rows, before: len(rows)}
}

// row adds a row. Its ordinal is 100 for each part of the pattern, from 1, and the member of the set.
func (e *exhibit) row(part, member int, role string, cell int, d uint8, unitNo int) {
	e.rows = append(e.rows, setdoku.Evidence{
		Pattern: e.pattern, Ordinal: part*100 + member, Role: role, Cell: cell, Digit: d, Unit: unitNo,
	})
}

// subset adds a unit's cells as a part and the digits as the next.
func (e *exhibit) subset(part, unitNo int, cells, digits set) {
	for _, n := range members(cells) {
		e.row(part, n, "cell", setdoku.CellNumber(setdoku.Units[unitNo-1][n-1]), 0, 0)
	}
	for _, d := range members(digits) {
		e.row(part+1, d, "digit", 0, uint8(d), 0)
	}
}
