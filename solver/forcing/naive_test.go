package forcing_test

import (
	"setdoku"
)

// naive is a puzzle for a slow reading of trial and error that shares nothing with the engine: the candidates of each
// cell, and one candidate in a filled cell.
type naive [setdoku.CellCount]setdoku.DigitSet

func newNaive(g *setdoku.Grid) *naive {
	var n naive
	for i := range n {
		n[i] = setdoku.AllDigits
	}
	for i, d := range g {
		if d != 0 {
			n[i] = setdoku.NewDigitSet(d)
		}
	}
	return &n
}

// singles applies naked and hidden singles until nothing changes, and reports false for a contradiction.
func (n *naive) singles() bool {
	for {
		before := *n
		for i := range n {
			if n[i] == 0 {
				return false
			}
			if n[i].Count() == 1 {
				for _, j := range setdoku.Classic().Peers[i] {
					n[j] &^= n[i]
				}
			}
		}
		for _, unit := range setdoku.Classic().Units[:27] {
			for d := uint8(1); d <= 9; d++ {
				places, last := 0, 0
				for _, i := range unit {
					if n[i].Has(d) {
						places, last = places+1, i
					}
				}
				if places == 0 {
					return false
				}
				if places == 1 {
					n[last] = setdoku.NewDigitSet(d)
				}
			}
		}
		if *n == before {
			return true
		}
	}
}

func (n *naive) solved() bool {
	for _, m := range n {
		if m.Count() != 1 {
			return false
		}
	}
	return true
}

// trialAndError is T&E(depth). It reports false for a contradiction.
func (n *naive) trialAndError(depth int) bool {
	for {
		if !n.singles() {
			return false
		}
		if depth == 0 || n.solved() {
			return true
		}
		before := *n
		for i := range n {
			for d := uint8(1); d <= 9; d++ {
				if n[i].Count() == 1 || !n[i].Has(d) {
					continue
				}
				assumed := *n
				assumed[i] = setdoku.NewDigitSet(d)
				if !assumed.trialAndError(depth - 1) {
					n[i] &^= setdoku.NewDigitSet(d)
				}
			}
		}
		if *n == before {
			return true
		}
	}
}

// depth is the trial depth up to most, and most+1 if it is greater.
func (n *naive) depth(most int) int {
	for depth := range most + 1 {
		s := *n
		if s.trialAndError(depth) && s.solved() {
			return depth
		}
	}
	return most + 1
}
