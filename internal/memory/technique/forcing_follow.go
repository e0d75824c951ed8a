package technique

import (
	"slices"

	"setdoku"
	"setdoku/internal/board"
	"setdoku/internal/trial"
)

// follower follows hypotheses: by the passes themselves, to list them, and on bits, to find contradictions and
// verities.
type follower struct {
	trial trial.Engine
	child Board // the hypothesis that is followed
	rows  []setdoku.Evidence
	// rows of each hypothesis that was followed, to = 0 for the others
	listed [setdoku.CellCount * 9]struct{ from, to int }
}

// follower returns the follower of the puzzle.
func (puzzle *Board) follower() *follower {
	if puzzle.forcing == nil {
		f := new(follower)
		f.trial.Passes = func(cell, digit int, end *board.Digits) bool {
			before := len(f.rows)
			sound := f.run(puzzle, trial.Plus, cell, digit)
			f.rows = f.rows[:before]
			*end = f.child.Digits
			return sound
		}
		puzzle.forcing = f
	}
	return puzzle.forcing
}

// forget makes the follower follow every hypothesis again.
func (f *follower) forget() {
	if len(f.rows) > 0 {
		f.rows = f.rows[:0]
		clear(f.listed[:])
	}
}

// follow appends the rows of a hypothesis of the running technique.
func (f *follower) follow(puzzle *Board, cell, digit int) {
	f.run(puzzle, insideOf(puzzle.running), cell, digit)
}

// insideOf returns what runs in the hypotheses of a technique.
func insideOf(t *Prepared) trial.Kind {
	switch t.File {
	case "forcing_plus":
		return trial.Plus
	case "nested_forcing":
		return nested(t.Size)
	}
	return trial.Singles
}

// run assumes a candidate, makes passes until nothing more follows, and appends the rows. It reports whether the
// hypothesis has a fixed point. Otherwise the last row is a contradiction.
func (f *follower) run(puzzle *Board, inside trial.Kind, cell, digit int) (sound bool) {
	f.row("assume", cell, digit)
	child := &f.child
	child.Board = puzzle.Board
	child.Board.Place(cell, digit)
	for {
		for child.Board.Left > 0 && child.findSingles() {
			if c, bad := child.Clash(); bad {
				child.Discard()
				f.contradiction(c)
				return false
			}
			f.apply("place")
		}
		if child.Board.Left == 0 {
			return true
		}
		if c, bad := child.Contradiction(); bad {
			f.contradiction(c)
			return false
		}
		if !f.further(inside) {
			return true
		}
	}
}

// further makes a pass of the first technique after the singles that finds something, and reports whether one did.
func (f *follower) further(inside trial.Kind) bool {
	child := &f.child
	child.found.placing = false
	switch inside {
	case trial.Plus:
		for _, t := range plusTechniques {
			child.running = t
			if t.find(child, t.Size); child.found.count > 0 {
				f.apply("eliminate")
				return true
			}
		}
	case trial.Nested, trial.NestedTwice:
		for depth := range int(inside-trial.Nested) + 1 {
			f.trial.Refute(depth, &child.Digits, func(cell, digit int) { child.found.note(cell, digit, 0) })
			if child.found.count > 0 {
				f.apply("refute")
				return true
			}
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

// findSingles finds full houses, else naked singles, else hidden singles. It reports whether it found any.
func (puzzle *Board) findSingles() bool {
	for n := range setdoku.Singles {
		if single(n)(puzzle, 1); puzzle.found.count > 0 {
			return true
		}
	}
	return false
}

// plusTechniques are the techniques inside the hypotheses of forcing_plus, in the order of the catalogue: the
// intersections, the subsets and the basic fish.
var plusTechniques = []*Prepared{
	inner(lockedSubset, 2), inner(lockedSubset, 3), inner(pointing, 0), inner(claiming, 0),
	inner(nakedSubset, 2), inner(hiddenSubset, 2), inner(nakedSubset, 3), inner(hiddenSubset, 3),
	inner(nakedSubset, 4), inner(hiddenSubset, 4),
	inner(basicFish, 2), inner(basicFish, 3), inner(basicFish, 4),
}

// inner returns a technique that runs inside a hypothesis.
func inner(find finder, size int) *Prepared {
	return &Prepared{Technique: setdoku.Technique{Size: size}, skips: true, find: find}
}
