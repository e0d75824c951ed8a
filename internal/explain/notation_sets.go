package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// sets returns the line of a row of almost locked sets. Each set has a restricted common with the next. Two sets
// with two restricted commons are a continuous loop.
func (w *chainWriter) sets() string {
	sets, restricted := w.Sets()
	if len(sets) < 2 || slices.Contains(restricted[1:], 0) {
		return ""
	}
	if common := restricted[1]; len(sets) == 2 && common.Count() == 2 {
		low := setdoku.NewDigitSet(common.Lowest())
		return fmt.Sprintf("%s - %s - (%s)%s", w.set(common&^low, sets[0]), w.set(low, sets[1]), digits(common&^low),
			groupName(sets[0]))
	}
	terms := make([]string, len(sets))
	for k, cells := range sets {
		in := restricted[k]
		if k == 0 {
			in = w.lost
		}
		terms[k] = w.set(in, cells)
	}
	return strings.Join(terms, " - ")
}

// blossom returns the line of a Death Blossom: a chain from each candidate of the stem to its petal, by petals.
func (w *chainWriter) blossom() string {
	stem := groupName(w.Role("stem").Cells())
	sets, restricted := w.Sets()
	var terms []string
	for k, cells := range sets {
		for _, digit := range restricted[k].Digits() {
			d := setdoku.NewDigitSet(digit)
			terms = append(terms, fmt.Sprintf("(%s)%s - %s", digits(d), stem, w.set(d, cells)))
		}
	}
	return strings.Join(terms, " | ")
}
