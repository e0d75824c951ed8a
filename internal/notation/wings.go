package notation

import (
	"fmt"
	"strings"

	"setdoku"
)

// wWing returns the line of a W-Wing: from one of two bivalue cells over the two places of a unit to the other.
func (w *writer) wWing() string {
	pair := w.cells("bivalue")
	var ends []int
	var digit uint8
	for _, e := range w.rows {
		if e.Role == "bridge" && setdoku.UnitType(e.Unit) != "" {
			digit = e.Digit
			for _, i := range setdoku.Units[e.Unit-1] {
				if w.live[i].Has(digit) {
					ends = append(ends, i)
				}
			}
		}
	}
	if len(pair) != 2 || len(ends) != 2 {
		return ""
	}
	if !setdoku.SeeEachOther(pair[0], ends[0]) || !setdoku.SeeEachOther(pair[1], ends[1]) {
		ends[0], ends[1] = ends[1], ends[0]
	}
	other := w.marks(pair...) &^ setdoku.SetOf(digit)
	return fmt.Sprintf("%s - (%d)%s = %s - %s", w.set(other, pair[:1]), digit, cellList(ends[:1]), cellList(ends[1:]), w.set(setdoku.SetOf(digit), pair[1:]))
}

// pivotWing returns the line of an XY-Wing, or of an XYZ-Wing, where the pivot and the second pincer are a set.
func (w *writer) pivotWing() string {
	pivot, pincers := w.cells("pivot"), w.cells("pincer")
	if len(pivot) != 1 || len(pincers) != 2 {
		return ""
	}
	z := w.lostDigits()
	x, y := w.marks(pincers[0])&^z, w.marks(pincers[1])&^z
	first := w.set(z, pincers[:1])
	if w.marks(pivot...)&z != 0 {
		return first + " - " + w.set(x, []int{pivot[0], pincers[1]})
	}
	return first + " - " + w.set(x, pivot) + " - " + w.set(y, pincers[1:])
}

// wxyzWing returns the line of a WXYZ-Wing: three cells are an almost locked set, and each candidate of the fourth cell but
// the eliminated digit takes a digit from it.
func (w *writer) wxyzWing() string {
	cells := w.cells("cell")
	if len(cells) != 4 {
		return ""
	}
	base, last, z := cells[:3], cells[3:], w.lostDigits()
	rest := w.marks(last...) &^ z
	if rest.Count() == 1 {
		return w.set(z, last) + " - " + w.set(rest, base)
	}
	terms := []string{fmt.Sprintf("(%s)%s", digits(z), cellList(last))}
	for m := rest; m != 0; m &= m - 1 {
		d := setdoku.SetOf(m.Lowest())
		terms = append(terms, fmt.Sprintf("(%s)%s - %s", digits(d), cellList(last), w.set(d, base)))
	}
	return strings.Join(terms, " | ")
}

// remotePair returns the line of a remote pair. It argues the lower of the two digits if both are eliminated. The
// other one follows by the same chain with the two digits exchanged.
func (w *writer) remotePair() string {
	in := setdoku.SetOf(w.lostDigits().Lowest())
	var terms []string
	for _, cell := range w.cells("bivalue") {
		terms = append(terms, w.set(in, []int{cell}))
		in = w.live[cell] &^ in
	}
	return strings.Join(terms, " - ")
}
