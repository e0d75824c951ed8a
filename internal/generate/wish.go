// Package generate makes puzzles with one solution to order: their givens, their symmetry, and the
// techniques that they need.
//
// Every attempt to make one has a number, and the seed and that number alone decide what comes of it. So
// the same seed gives the same puzzles in the same order, whatever the number of jobs.
package generate

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"setdoku"
	"setdoku/solver/catalogue"
)

// Wish says what a puzzle must be. The zero value is any puzzle from which no given can be taken away.
type Wish struct {
	Symmetry Symmetry
	Clues    Range // number of givens
	// Minimal asks that no given can be taken away without a second solution, and with a symmetry, that no
	// smallest set of givens can that has the symmetry. It is so in any case unless Clues or Pattern says
	// how many givens there are.
	Minimal bool
	Pattern *Pattern // the cells of the givens, nil for any
	Levels  []string // of the catalogue, none for any
	Require []string // techniques or families: a step of each is in the solution path
	Forbid  []string // techniques or families: no step of any is in the solution path
	Score   Range
	// Logic asks that the techniques of the catalogue solve the puzzle, whatever its level and score are.
	Logic bool
}

// Range is a range of numbers, with both ends. The zero value is all numbers.
type Range struct{ Least, Most int }

func (r Range) holds(n int) bool { return r == (Range{}) || n >= r.Least && n <= r.Most }

// off is how far a number is from a range.
func (r Range) off(n int) int { return max(r.Least-n, n-r.Most, 0) }

// ParseRange reads N, N-M or N- (N or more).
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

// number reads digits, at most seven.
func number(text string) (n int, err error) {
	if text == "" || len(text) > 7 {
		return 0, errors.New("no number")
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, errors.New("no number")
		}
		n = n*10 + int(c-'0')
	}
	return n, nil
}

// fewest is the number of givens that a puzzle with one solution has at least (G. McGuire, B. Tugemann,
// G. Civario: There is no 16-clue Sudoku, 2012).
const fewest = 17

// check refuses wishes that no puzzle can fulfil.
func (w *Wish) check() error {
	switch {
	case w.Clues != Range{} && w.Clues.Most < fewest:
		return fmt.Errorf("%d givens: no puzzle with fewer than %d has one solution", w.Clues.Most, fewest)
	case w.Clues.Least > setdoku.CellCount:
		return fmt.Errorf("%d givens, and a grid has %d cells", w.Clues.Least, setdoku.CellCount)
	case w.Pattern != nil && w.Symmetry != "" && w.Symmetry != None:
		return errors.New("a pattern says where the givens are: no symmetry can be asked besides")
	case w.Pattern != nil && w.Clues != Range{}:
		return errors.New("a pattern says how many givens there are: no number can be asked besides")
	case w.Pattern != nil:
		return w.Pattern.check()
	}
	if w.Clues != (Range{}) {
		return w.checkOrbits()
	}
	return nil
}

// checkOrbits refuses numbers that the orbits of the symmetry do not add up to.
func (w *Wish) checkOrbits() error {
	var reach [setdoku.CellCount + 1]bool
	reach[0] = true
	for _, orbit := range w.Symmetry.orbits() {
		for n := setdoku.CellCount; n >= len(orbit); n-- {
			reach[n] = reach[n] || reach[n-len(orbit)]
		}
	}
	for n := max(w.Clues.Least, fewest); n <= min(w.Clues.Most, setdoku.CellCount); n++ {
		if reach[n] {
			return nil
		}
	}
	return fmt.Errorf("with the symmetry %s no puzzle has %d givens", w.Symmetry, w.Clues.Least)
}

// words joins names as a sentence has them: a, b or c.
func words(names []string) string {
	n := len(names) - 1
	return strings.Join(names[:n], ", ") + " or " + names[n]
}

// Check returns an error that says why no puzzle can be what is wished.
func (w *Wish) Check(all catalogue.Catalogue) error {
	if err := w.check(); err != nil {
		return err
	}
	_, err := newStandard(all, w)
	return err
}

// Rated reports whether the wish is about the techniques that a puzzle needs, so that it takes a catalogue.
func (w *Wish) Rated() bool {
	return w.Logic || len(w.Levels)+len(w.Require)+len(w.Forbid) > 0 || w.Score != Range{}
}
