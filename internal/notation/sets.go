package notation

import (
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/marking"
)

// sets returns the line of a row of almost locked sets. Each set has a restricted common with the next. Two sets
// with two restricted commons are a continuous loop.
func (w *writer) sets() string {
	sets, restricted := marking.ReadSets(w.rows)
	if len(sets) < 2 {
		return ""
	}
	if common := restricted[1]; len(sets) == 2 && common.Count() == 2 {
		low := setdoku.SetOf(common.Lowest())
		return fmt.Sprintf("%s - %s - (%s)%s", w.set(common&^low, sets[0]), w.set(low, sets[1]), digits(common&^low), cellList(sets[0]))
	}
	terms := make([]string, len(sets))
	for k, cells := range sets {
		in := restricted[k]
		if k == 0 {
			in = w.lostDigits()
		}
		terms[k] = w.set(in, cells)
	}
	return strings.Join(terms, " - ")
}

// blossom returns the line of a Death Blossom: a chain from each candidate of the stem to its petal.
func (w *writer) blossom() string {
	stem := cellList(w.cells("stem"))
	sets, restricted := marking.ReadSets(w.rows)
	terms := make([]string, len(sets))
	for k, cells := range sets {
		terms[k] = fmt.Sprintf("(%s)%s - %s", digits(restricted[k]), stem, w.set(restricted[k], cells))
	}
	return strings.Join(terms, " | ")
}
