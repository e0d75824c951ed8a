package memory

import (
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
	"setdoku/solver/forcing"
)

// follower follows hypotheses: on bits, to find contradictions and verities, and by the finders of the techniques
// inside, to list the rows.
type follower struct {
	trial forcing.Engine
	child Board // the hypothesis that is followed
	rows  []setdoku.Evidence
	// rows of each hypothesis that was followed for some rounds, 0 for the others
	listed [setdoku.CellCount * 9]struct{ rounds, from, to int }
}

// follower returns the follower of the puzzle.
func (puzzle *Board) follower() *follower {
	if puzzle.forcing == nil {
		f := new(follower)
		f.trial.Further = f.passOnBits
		puzzle.forcing = f
	}
	return puzzle.forcing
}

// passOnBits makes a pass of the techniques of forcing_plus after the singles in a hypothesis.
func (f *follower) passOnBits(s *board.Digits) bool {
	grid, marks := s.Grid(), s.Marks()
	f.child.Board.Load(s.G, &grid, &marks)
	found := &f.child.found
	defer found.clear()
	if !f.findPlus() {
		return false
	}
	for _, at := range found.at[:found.count] {
		s.Eliminate(int(at)/9, int(at)%9)
	}
	return true
}

// forget makes the follower follow every hypothesis again.
func (f *follower) forget() {
	if len(f.rows) > 0 {
		f.rows = f.rows[:0]
		clear(f.listed[:])
	}
}

// forcingKind returns what runs in the hypotheses of a technique.
func forcingKind(t *preparedFinder) forcing.Kind {
	switch t.File {
	case "forcing_plus":
		return forcing.Plus
	case "nested_forcing":
		return nested(t.Size)
	}
	return forcing.Singles
}

// follow assumes a candidate, makes some rounds and appends the rows. If the hypothesis ends in a contradiction, the
// last row is that contradiction.
func (f *follower) follow(puzzle *Board, inside forcing.Kind, cell, digit, rounds int) {
	f.row("assume", cell, digit)
	child := &f.child
	child.Board, child.Context = puzzle.Board, puzzle.Context
	child.Board.Place(cell, digit)
	for made := 1; child.Board.Left > 0; {
		c, bad := child.Contradiction()
		if !bad && child.findSingles() {
			if c, bad = child.Clash(); bad {
				child.Discard()
			}
		}
		switch {
		case bad:
			f.contradiction(c)
			return
		case made >= rounds:
			child.Discard()
			return
		case child.found.count > 0:
			made++
			f.apply("place")
		default:
			n := f.further(inside, rounds-made)
			if n == 0 {
				return
			}
			made += n
		}
	}
}

// further applies what follows after the singles, and returns the rounds that this takes. It returns 0 if nothing
// follows, or only after more than most rounds.
func (f *follower) further(inside forcing.Kind, most int) (rounds int) {
	child := &f.child
	child.found.placing = false
	switch inside {
	case forcing.Plus:
		if f.findPlus() {
			f.apply("eliminate")
			return 1
		}
	case forcing.Nested, forcing.NestedTwice:
		rounds = f.trial.Refute(child.Context, inside, &child.Digits, most,
			func(cell, digit int) { child.found.note(cell, digit, 0) })
		f.apply("refute")
	}
	return rounds
}

// findPlus finds what the first technique after the singles of forcing_plus finds in the hypothesis, if one does.
func (f *follower) findPlus() bool {
	f.child.found.placing = false
	for _, t := range plusTechniques {
		f.child.running = t
		if t.find(&f.child, t.Size); f.child.found.count > 0 {
			return true
		}
	}
	return false
}

// apply applies the deductions of a pass to the hypothesis and appends them as rows, ordered by cell and digit.
func (f *follower) apply(role string) {
	found := &f.child.found
	list := found.at[:found.count]
	slices.Sort(list)
	for _, at := range list {
		cell, digit := int(at)/9, int(at)%9
		f.row(role, cell, digit)
		if found.placing {
			f.child.Board.Place(cell, digit)
		} else {
			f.child.Board.Remove(cell, digit)
		}
	}
	found.clear()
}

func (f *follower) row(role string, cell, digit int) {
	f.rows = append(f.rows, setdoku.Evidence{Role: role, Cell: setdoku.CellAt(cell), Digit: uint8(digit + 1)})
}

func (f *follower) contradiction(c setdoku.Contradiction) {
	f.rows = append(f.rows, setdoku.Evidence{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, Unit: c.Unit})
}

// findSingles finds all naked and hidden singles. It reports whether there are any.
func (puzzle *Board) findSingles() bool {
	for _, t := range singleTechniques {
		puzzle.running = t
		t.find(puzzle, t.Size)
	}
	return puzzle.found.count > 0
}

var singleTechniques = []*preparedFinder{inner(single(1), 0), inner(single(2), 0)}

// plusTechniques are the techniques inside the hypotheses of forcing_plus, in the order of the catalogue: the
// intersections, the subsets and the basic fish.
var plusTechniques = []*preparedFinder{
	inner(lockedSubset, 2), inner(lockedSubset, 3), inner(pointing, 0), inner(claiming, 0),
	inner(nakedSubset, 2), inner(hiddenSubset, 2), inner(nakedSubset, 3), inner(hiddenSubset, 3),
	inner(nakedSubset, 4), inner(hiddenSubset, 4),
	inner(basicFish, 2), inner(basicFish, 3), inner(basicFish, 4),
}

// inner returns a technique that runs inside a hypothesis.
func inner(find finder, size int) *preparedFinder {
	return &preparedFinder{Technique: catalogue.Technique{Size: size}, skips: true, find: find}
}
