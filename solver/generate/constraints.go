// Package generate makes puzzles with one solution that satisfy constraints on their givens, their symmetry, and
// the techniques that they need.
//
// Every attempt to make a puzzle has a number. Only the seed and this number determine its result. So the same
// seed gives the same puzzles in the same order, with any number of jobs.
package generate

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
)

// Constraints state what a puzzle must be. The zero value accepts any minimal puzzle.
type Constraints struct {
	Variant *setdoku.Variant // the board, nil for classic
	// Layouts gives each puzzle a random layout of regions in place of those of Variant.
	Layouts  bool
	Symmetry Symmetry
	Clues    Range // number of givens
	// Minimal requires that no given can be removed without a second solution. With a symmetry, this applies to
	// the smallest sets of givens that keep the symmetry. Puzzles are minimal in any case unless Clues or Pattern
	// sets the number of givens.
	Minimal bool
	Pattern *Pattern        // cells of the givens, nil for any
	Levels  []setdoku.Level // levels of the catalogue, none for any
	Require []string        // techniques or families that the solution path must use
	Forbid  []string        // techniques or families that the solution path must not use
	Score   Range
	// Logic requires that the techniques of the catalogue solve the puzzle, at any level and score.
	Logic bool
}

// Range is a range of numbers, both ends included. The zero value contains all numbers.
type Range struct{ Least, Most int }

func (r Range) holds(n int) bool { return r == (Range{}) || n >= r.Least && n <= r.Most }

// off returns the distance of a number from a range.
func (r Range) off(n int) int { return max(r.Least-n, n-r.Most, 0) }

// ParseRange parses N, N-M or N- (N or more).
func ParseRange(text string) (r Range, err error) {
	first, last, isRange := strings.Cut(text, "-")
	bad := fmt.Errorf("%q, want a number, a range such as 24-28, or 24- for that or more", text)
	if r.Least, err = number(first); err != nil {
		return Range{}, bad
	}
	switch {
	case !isRange:
		r.Most = r.Least
	case last == "":
		r.Most = math.MaxInt32
	default:
		if r.Most, err = number(last); err != nil {
			return Range{}, bad
		}
	}
	if r.Least > r.Most || r.Most == 0 {
		return Range{}, bad
	}
	return r, nil
}

// number parses at most seven digits.
func number(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if len(text) > 7 {
		err = strconv.ErrRange
	}
	return int(n), err
}

// fewest returns the smallest number of givens that a puzzle with one solution may have. In classic it is 17 (G.
// McGuire, B. Tugemann, G. Civario: There is no 16-clue Sudoku, 2012). On any board two digits that no given has can be
// swapped.
func (w *Constraints) fewest() int {
	if w.Variant == nil {
		return 17
	}
	return w.Variant.Size - 1
}

// check rejects constraints that no puzzle can satisfy.
func (w *Constraints) check() error {
	fewest, cells := w.fewest(), len(w.Variant.OrClassic().Cells())
	switch {
	case w.Clues != Range{} && w.Clues.Most < fewest:
		return fmt.Errorf("%d givens: no puzzle with fewer than %d has one solution", w.Clues.Most, fewest)
	case w.Clues.Least > cells:
		return fmt.Errorf("%d givens, but a grid has %d cells", w.Clues.Least, cells)
	case w.Pattern != nil && w.Symmetry != "" && w.Symmetry != None:
		return errors.New("a pattern determines the givens: it cannot be combined with a symmetry")
	case w.Pattern != nil && w.Clues != Range{}:
		return errors.New("a pattern determines the number of givens: it cannot be combined with a number")
	case w.Pattern != nil:
		return w.checkPattern()
	}
	if w.Clues != (Range{}) {
		return w.checkOrbits()
	}
	return nil
}

// checkOrbits rejects numbers of givens that no union of orbits of the symmetry has.
func (w *Constraints) checkOrbits() error {
	var reach [setdoku.CellCount + 1]bool
	reach[0] = true
	for _, orbit := range w.Symmetry.orbits(w.Variant.OrClassic()) {
		for n := setdoku.CellCount; n >= len(orbit); n-- {
			reach[n] = reach[n] || reach[n-len(orbit)]
		}
	}
	for n := max(w.Clues.Least, w.fewest()); n <= min(w.Clues.Most, setdoku.CellCount); n++ {
		if reach[n] {
			return nil
		}
	}
	return fmt.Errorf("with the symmetry %s no puzzle has %d givens", w.Symmetry, w.Clues.Least)
}

// words joins names: a, b or c.
func words(names []string) string {
	n := len(names) - 1
	return strings.Join(names[:n], ", ") + " or " + names[n]
}

// Check returns an error if no puzzle can satisfy the constraints.
func (w *Constraints) Check(all catalogue.Catalogue) error {
	if err := w.check(); err != nil {
		return err
	}
	_, err := newRequirements(all, w)
	return err
}

// Rated reports whether a puzzle must be rated with a catalogue.
func (w *Constraints) Rated() bool {
	return w.Logic || len(w.Levels)+len(w.Require)+len(w.Forbid) > 0 || w.Score != Range{}
}
