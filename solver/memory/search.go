package memory

import (
	"setdoku"
	"setdoku/solver/board"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// branchesMost is the maximum number of branches that are listed. A puzzle with few givens and no solution has
// millions, and nobody reads so many.
const branchesMost = 10_000

// search uses the counting solver to find up to two solutions. It places the open cells of a unique solution. No
// solution is a contradiction. With two solutions it changes nothing, nor if they were not counted.
func search(puzzle *Board, _ int) {
	puzzle.found.placing = true
	s := &puzzle.Board
	solution, n, err := solutions.SolveState(puzzle.Context, s.State(s.Filled))
	switch {
	case err != nil:
		puzzle.NotCounted = true
		return // the puzzle stays as it is
	case n == 0:
		puzzle.Ended = setdoku.Contradiction{Kind: "no_solution"}
	case n == 1:
		for i, d := range &s.Filled {
			if d == 0 && solution[i] != 0 {
				puzzle.found.note(i, int(solution[i]-1), 0)
			}
		}
	default:
		puzzle.Multiple = true
	}
	if puzzle.ListBranches {
		t := tree{branches: puzzle.Branches}
		t.split(&s.Digits, 0, 0)
		puzzle.Branches = t.branches
	}
}

// tree lists the branches of a search by singles that stops at the second solution.
type tree struct {
	branches  []record.Branch
	solutions int
}

// split tries every candidate of the first cell with the fewest candidates.
func (t *tree) split(s *board.Digits, parent, depth int) {
	cell := s.Tightest()
	for digit := range s.Alive {
		if !s.Has(cell, digit) {
			continue
		}
		t.branches = append(t.branches, record.Branch{
			Branch: len(t.branches) + 1, Parent: parent, Depth: depth + 1,
			Cell: setdoku.CellAt(cell), Digit: uint8(digit + 1), Outcome: record.BranchOpen,
		})
		me := len(t.branches) - 1
		if t.solutions > 1 || me >= branchesMost {
			continue
		}
		child := *s
		switch {
		case !child.Close(child.Fill(cell, digit)):
			t.branches[me].Outcome = record.BranchInvalid
		case child.Solved():
			t.branches[me].Outcome = record.BranchSolved
			t.solutions++
		default:
			t.branches[me].Outcome = record.BranchSplit
			t.split(&child, me+1, depth+1)
		}
	}
}
