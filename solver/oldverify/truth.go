package verify

import (
	"errors"
	"math/bits"
	"sync"

	"setdoku"
)

// candidates is a set of candidates. Digit d of cell i (0..80) has the number 9i+d-1.
type candidates [12]uint64

func candidate(cell int, d uint8) int { return cell*9 + int(d) - 1 }

func (s *candidates) add(c int)      { s[c/64] |= 1 << (c % 64) }
func (s *candidates) remove(c int)   { s[c/64] &^= 1 << (c % 64) }
func (s *candidates) has(c int) bool { return s[c/64]&(1<<(c%64)) != 0 }

// without returns s minus t.
func (s *candidates) without(t *candidates) (rest candidates) {
	for k := range s {
		rest[k] = s[k] &^ t[k]
	}
	return rest
}

// size returns the number of candidates in s.
func (s *candidates) size() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// list returns the candidates in s, ascending.
func (s *candidates) list() (list []int) {
	for k, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, k*64+bits.TrailingZeros64(word))
		}
	}
	return list
}

// conflicts holds, for each candidate, the candidates that are false if it is true: the other digits of its cell,
// and its digit in the peers.
var conflicts = sync.OnceValue(func() *[setdoku.CellCount * 9]candidates {
	var sets [setdoku.CellCount * 9]candidates
	for i := range setdoku.CellCount {
		for d := uint8(1); d <= 9; d++ {
			s := &sets[candidate(i, d)]
			for e := uint8(1); e <= 9; e++ {
				if e != d {
					s.add(candidate(i, e))
				}
			}
			for _, peer := range setdoku.Peers[i] {
				s.add(candidate(peer, d))
			}
		}
	}
	return &sets
})

// A truth is a set of candidates at least one of which is in the solution.

// errTooHard ends a search that is larger than any pattern of a technique needs.
var errTooHard = errors.New("the search for a choice from every row was given up")

// choiceLimit bounds the nodes of one search.
const choiceLimit = 200_000

// consistent reports whether one candidate can be chosen from every truth without a conflict between two of them.
func consistent(truths []candidates) (bool, error) {
	nodes := 0
	return choose(truths, &nodes)
}

func choose(truths []candidates, nodes *int) (bool, error) {
	if *nodes++; *nodes > choiceLimit {
		return false, errTooHard
	}
	if len(truths) == 0 {
		return true, nil
	}
	fewest, size := 0, truths[0].size()
	for i := range truths {
		if n := truths[i].size(); n < size {
			fewest, size = i, n
		}
	}
	for _, c := range truths[fewest].list() {
		if ok, err := choose(given(truths, c), nodes); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// given returns the remaining truths when candidate c is true: truths that contain it are removed, and the others
// lose its conflicts.
func given(truths []candidates, c int) []candidates {
	left, conflicts := make([]candidates, 0, len(truths)), conflicts()
	for i := range truths {
		if !truths[i].has(c) {
			left = append(left, truths[i].without(&conflicts[c]))
		}
	}
	return left
}
