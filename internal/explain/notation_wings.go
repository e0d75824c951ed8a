package explain

import (
	"fmt"
	"strings"

	"setdoku"
)

// wWing returns the line of a W-Wing: from one of two bivalue cells over the two places of a unit to the other.
func (w *chainWriter) wWing() string {
	pair, ends := w.Role("bivalue").Cells(), w.Role("bridge_end").Cells()
	if len(pair) != 2 || len(ends) != 2 || len(w.Parts) != 5 {
		return ""
	}
	digit := w.First("bridge").Digit
	other := w.Union(pair...) &^ setdoku.NewDigitSet(digit)
	return fmt.Sprintf("%s - (%d)%s = %s - %s", w.set(other, pair[:1]), digit, groupName(ends[:1]), groupName(ends[1:]),
		w.set(setdoku.NewDigitSet(digit), pair[1:]))
}

// pivotWing returns the line of an XY-Wing, or of an XYZ-Wing, where the pivot and the second pincer are a set.
func (w *chainWriter) pivotWing() string {
	pivot, pincers := w.Role("pivot").Cells(), w.Role("pincer").Cells()
	if len(pivot) != 1 || len(pincers) != 2 {
		return ""
	}
	z := w.lost
	x, y := w.Union(pincers[0])&^z, w.Union(pincers[1])&^z
	if x.Count() != 1 || y.Count() != 1 || x|y != w.Union(pivot...)&^z {
		return ""
	}
	first := w.set(z, pincers[:1])
	if w.Union(pivot...)&z != 0 {
		return first + " - " + w.set(x, []int{pivot[0], pincers[1]})
	}
	return first + " - " + w.set(x, pivot) + " - " + w.set(y, pincers[1:])
}

// wxyzWing returns the line of a WXYZ-Wing: three cells are an almost locked set, and each candidate of the fourth cell
// but the eliminated digit takes a digit from it.
func (w *chainWriter) wxyzWing() string {
	cells := w.Role("cell").Cells()
	if len(cells) != 4 {
		return ""
	}
	base, last, z := cells[:3], cells[3:], w.lost
	rest := w.Union(last...) &^ z
	if rest.Count() == 1 {
		return w.set(z, last) + " - " + w.set(rest, base)
	}
	terms := []string{fmt.Sprintf("(%s)%s", digits(z), groupName(last))}
	for _, digit := range rest.Digits() {
		d := setdoku.NewDigitSet(digit)
		terms = append(terms, fmt.Sprintf("(%s)%s - %s", digits(d), groupName(last), w.set(d, base)))
	}
	return strings.Join(terms, " | ")
}

// remotePair returns the line of a remote pair. It argues the lower of the two digits if both are eliminated. The
// other one follows by the same chain with the two digits exchanged.
func (w *chainWriter) remotePair() string {
	in, cells := setdoku.NewDigitSet(w.lost.Lowest()), w.Role("bivalue").Cells()
	if len(cells) < 2 || len(cells)%2 != 0 {
		return ""
	}
	var terms []string
	for k, cell := range cells {
		if k > 0 && !w.State.Board().SeeEachOther(cell, cells[k-1]) {
			return ""
		}
		terms = append(terms, w.set(in, []int{cell}))
		in = w.Live[cell] &^ in
	}
	return strings.Join(terms, " - ")
}
