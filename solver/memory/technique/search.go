package technique

import (
	"math/bits"

	"setdoku"
	"setdoku/solver/solutions"
)

// branchesMost is the maximum number of branches that are listed. A puzzle with few givens and no solution has
// millions, and nobody reads so many.
const branchesMost = 10_000

// search uses the counting solver to find up to two solutions. It places the open cells of a unique solution. No
// solution is a contradiction. With two solutions it changes nothing.
func search(board *Board, _ int) {
	board.found.placing = true
	s := &board.state
	solution, n := solutions.SolveState(s.position())
	switch n {
	case 0:
		board.Ended = setdoku.Contradiction{Kind: "no_solution"}
	case 1:
		for i, d := range &s.digit {
			if d == 0 {
				board.found.note(i, int(solution[i]-1), 0)
			}
		}
	default:
		board.Multiple = true
	}
	if board.ListBranches {
		t := tree{branches: board.Branches}
		t.split(s, 0, 0)
		board.Branches = t.branches
	}
}

// position returns the state as a setdoku.State.
func (s *state) position() setdoku.State {
	var marks [setdoku.CellCount]setdoku.DigitSet
	for i, m := range s.candidates {
		marks[i] = setdoku.DigitSet(m)
	}
	return setdoku.Reached(s.digit, s.digit, &marks)
}

// tree lists the branches of a search by singles that stops at the second solution.
type tree struct {
	branches  []setdoku.Branch
	solutions int
}

// split tries every candidate of the first cell with the fewest candidates.
func (t *tree) split(s *state, parent, depth int) {
	cell := s.tightest()
	for m := s.candidates[cell]; m != 0; m &= m - 1 {
		digit := bits.TrailingZeros16(m)
		t.branches = append(t.branches, setdoku.Branch{
			Branch: len(t.branches) + 1, Parent: parent, Depth: depth + 1,
			Cell: setdoku.CellNumber(cell), Digit: uint8(digit + 1), Outcome: setdoku.BranchOpen,
		})
		me := len(t.branches) - 1
		if t.solutions > 1 || me >= branchesMost {
			continue
		}
		child := *s
		child.place(cell, digit)
		sound := child.runSingles()
		switch {
		case !sound:
			t.branches[me].Outcome = setdoku.BranchInvalid
		case child.open == 0:
			t.branches[me].Outcome = setdoku.BranchSolved
			t.solutions++
		default:
			t.branches[me].Outcome = setdoku.BranchSplit
			t.split(&child, me+1, depth+1)
		}
	}
}

// tightest returns the open cell with the fewest candidates.
func (s *state) tightest() int {
	best, least := -1, 10
	for i, m := range &s.candidates {
		if n := bits.OnesCount16(m); n > 0 && n < least {
			best, least = i, n
		}
	}
	return best
}

// runSingles places naked and hidden singles until there are none, and reports whether the state has no
// contradiction.
func (s *state) runSingles() bool {
	if _, bad := s.contradiction(); bad {
		return false
	}
	for again := true; again; {
		again = false
		for i, m := range &s.candidates {
			if m != 0 && m&(m-1) == 0 {
				again = true
				if s.place(i, bits.TrailingZeros16(m)); s.suspect {
					return false
				}
			}
		}
		for u := range &s.missing {
			for m := s.missing[u]; m != 0; m &= m - 1 {
				digit := bits.TrailingZeros16(m)
				if p := s.places[u][digit]; p&(p-1) == 0 {
					again = true
					if s.place(int(unitCells[u][bits.TrailingZeros16(p)]), digit); s.suspect {
						return false
					}
				}
			}
		}
	}
	return true
}
