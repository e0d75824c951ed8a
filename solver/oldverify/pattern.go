package verify

import (
	"fmt"

	"setdoku"
)

// fields reads the decimal fields of a pattern from the last to the first, and keeps the first error.
type fields struct {
	rest int64
	err  error
}

// take removes the last field, a number below base, which must be in lo..hi.
func (f *fields) take(what string, base int64, lo, hi int) int {
	n := int(f.rest % base)
	f.rest /= base
	f.check(what, n, lo, hi)
	return n
}

// last returns the remaining number, which is the first field.
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

// subset takes a set of k positions, and before it a set of k digits.
func (f *fields) subset(k int) (digits, cells set) {
	cells = f.set("position set", k)
	return f.set("digit set", k), cells
}

// rowsPart is the first part number of rows that the database stores. Lower part numbers belong to the fields of a
// pattern.
const rowsPart = 10

// evidenceRows collects the evidence rows of one pattern.
type evidenceRows struct {
	pattern int64
	rows    []setdoku.Evidence // rows of earlier patterns, then of this one
	before  int                // number of rows of earlier patterns
}

// newEvidence starts a pattern after the given rows.
func newEvidence(rows []setdoku.Evidence, pattern int64) evidenceRows {
	return evidenceRows{pattern: pattern, rows: rows, before: len(rows)}
}

// row adds a row. Its ordinal is 100 times the number of the part, which counts from 1, plus the member of the
// set.
func (e *evidenceRows) row(part, member int, role string, cell int, d uint8, unitNo int) {
	e.rows = append(e.rows, setdoku.Evidence{
		Pattern: e.pattern, Ordinal: part*100 + member, Role: role, Cell: cell, Digit: d, Unit: unitNo,
	})
}

// subset adds a unit's cells as one part and the digits as the next.
func (e *evidenceRows) subset(part, unitNo int, cells, digits set) {
	for _, n := range members(cells) {
		e.row(part, n, "cell", setdoku.CellNumber(setdoku.Units[unitNo-1][n-1]), 0, 0)
	}
	for _, d := range members(digits) {
		e.row(part+1, d, "digit", 0, uint8(d), 0)
	}
}
