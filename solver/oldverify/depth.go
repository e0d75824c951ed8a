package verify

import "setdoku"

// deepest is the greatest trial depth that the column depth has.
const deepest = 3

// depth checks the column depth: the trial depth of a solved puzzle, from its givens. Only the program can compute it, so it
// may be null in a puzzle that a shell has solved.
func (v *replay) depth() *Finding {
	got := v.r.Depth
	run := v.c.runs[v.r.RunID]
	if v.r.Status != setdoku.StatusSolved || got == nil && (run == nil || run.shell) {
		if got != nil && v.r.Status != setdoku.StatusSolved {
			return puzzleFinding(v.done, "depth", "is %d, but the puzzle is not solved", *got)
		}
		return nil
	}
	switch want := v.in.depth(); {
	case want == nil && got != nil:
		return puzzleFinding(v.done, "depth", "is %d, but the givens have several solutions or trial and error nested %d deep does not solve them", *got, deepest)
	case want != nil && got == nil:
		return puzzleFinding(v.done, "depth", "is missing, it should be %d", *want)
	case want != nil && *got != *want:
		return puzzleFinding(v.done, "depth", "is %d, it should be %d", *got, *want)
	}
	return nil
}

// depth returns the trial depth of a solved puzzle, nil if it has none.
func (s *situation) depth() *int {
	if !s.unique() {
		return nil
	}
	if depth, solved := trialDepth(&s.givens, &s.p.digits); solved {
		return &depth
	}
	return nil
}

// trialDepth returns the trial depth of a puzzle with one solution, and whether it is at most deepest.
func trialDepth(givens, solution *setdoku.Grid) (depth int, solved bool) {
	var t attempted
	for i := range t {
		t[i] = setdoku.AllDigits
	}
	for i, d := range givens {
		if d != 0 && !t.keep(i, setdoku.SetOf(d)) {
			return 0, false
		}
	}
	for ; !t.solved(); depth++ {
		if depth == deepest || !t.nest(depth+1, solution) {
			return 0, false
		}
	}
	return depth, true
}

// attempted holds the digits that each cell may take. A filled cell has one. It is closed: all singles are placed.
type attempted [setdoku.CellCount]setdoku.DigitSet

func (t *attempted) solved() bool {
	for _, m := range t {
		if m&(m-1) != 0 {
			return false
		}
	}
	return true
}

// keep leaves a cell only some digits, and all singles that follow. It reports false for a contradiction.
func (t *attempted) keep(cell int, digits setdoku.DigitSet) bool {
	return t.lose(cell, t[cell]&^digits)
}

// lose takes digits from a cell and places all singles that follow. It reports false for a contradiction.
func (t *attempted) lose(cell int, digits setdoku.DigitSet) bool {
	lost := t[cell] & digits
	if lost == 0 {
		return true
	}
	t[cell] &^= lost
	left := t[cell]
	if left == 0 {
		return false
	}
	if left&(left-1) == 0 {
		for _, peer := range setdoku.Peers[cell] {
			if !t.lose(peer, left) {
				return false
			}
		}
	}
	for ; lost != 0; lost &= lost - 1 {
		if !t.hidden(cell, lost&-lost) {
			return false
		}
	}
	return true
}

// hidden places a digit that a cell has lost where it has only one place left, in each unit of the cell.
func (t *attempted) hidden(cell int, digit setdoku.DigitSet) bool {
	row, column := cell/9, cell%9
	for _, unit := range [3]int{row, 9 + column, 18 + row/3*3 + column/3} {
		places, last := 0, 0
		for _, i := range setdoku.Units[unit] {
			if t[i]&digit != 0 {
				places, last = places+1, i
			}
		}
		if places == 0 || places == 1 && !t.keep(last, digit) {
			return false
		}
	}
	return true
}

// nest eliminates every candidate whose assumption is contradicted by assumptions nested depth-1 deep. It stops when the puzzle
// is solved, and reports false for a contradiction. If the solution is known, its candidates need no test.
func (t *attempted) nest(depth int, solution *setdoku.Grid) bool {
	if depth == 0 {
		return true
	}
	if !t.nest(depth-1, solution) {
		return false
	}
	for again := true; again && !t.solved(); {
		again = false
		for i := range t {
			for m := t[i]; t[i]&(t[i]-1) != 0 && m != 0; m &= m - 1 {
				digit := m & -m & t[i]
				if digit == 0 || solution != nil && setdoku.SetOf(solution[i]) == digit {
					continue
				}
				assumed := *t
				if assumed.keep(i, digit) && assumed.nest(depth-1, nil) {
					continue
				}
				if !t.lose(i, digit) {
					return false
				}
				again = true
			}
		}
	}
	return true
}
