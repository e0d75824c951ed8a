package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// findings collects what one technique proves at one position: for every candidate the smallest pattern, or 0.
type findings struct {
	pattern [setdoku.CellCount * 9]int64 // by candidate number
	numbers []int                        // candidates with a pattern
}

func (f *findings) add(cell int, d uint8, pattern int64) {
	number := candidate(cell, d)
	best := &f.pattern[number]
	if *best == 0 {
		f.numbers = append(f.numbers, number)
	}
	if *best == 0 || pattern < *best {
		*best = pattern
	}
}

func (f *findings) addAll(cell int, digits set, pattern int64) {
	for ; digits != 0; digits &= digits - 1 {
		f.add(cell, digits.Lowest(), pattern)
	}
}

// take returns the deductions by cell and digit, and empties f for the next technique.
func (f *findings) take(placement bool) []Conclusion {
	if len(f.numbers) == 0 {
		return nil
	}
	slices.Sort(f.numbers)
	list := make([]Conclusion, len(f.numbers))
	for i, n := range f.numbers {
		list[i] = Conclusion{placement, setdoku.CellNumber(n / 9), uint8(n%9 + 1), f.pattern[n]}
		f.pattern[n] = 0
	}
	f.numbers = f.numbers[:0]
	return list
}

// Find returns everything that a technique proves in the state s, by cell and digit. Besides the catalogue's names
// it accepts naked_subset, hidden_subset and basic_fish with a size of 1..8. For all other names size is ignored.
// A solved or contradictory state gives no deductions.
//
// It returns an error if the technique is unknown, or if s repeats a digit in a unit.
func Find(s setdoku.State, technique string, size int) ([]Conclusion, error) {
	r, err := ruleNamed(technique, size, allSubsets)
	if err != nil {
		return nil, err
	}
	if err := s.Filled().Check(); err != nil {
		return nil, fmt.Errorf("find %s: %w", technique, err)
	}
	p := newPosition(s)
	if _, bad := p.contradiction(); bad {
		return nil, nil
	}
	return r.deductions(p), nil
}

// EvidenceOf returns the evidence rows of a pattern in the state s, with ascending ordinals and Step 0. It accepts
// the technique names of Find; the pattern implies the size. It returns an error if the technique is unknown or
// has no such pattern.
func EvidenceOf(s setdoku.State, technique string, pattern int64) (rows []setdoku.Evidence, err error) {
	p := newPosition(s)
	// The rule of a family needs the size. Only the right size decodes the pattern.
	for size := 1; size <= 8; size++ {
		var r rule
		if r, err = ruleNamed(technique, size, allSubsets); err != nil {
			return nil, err
		}
		if rows, err = r.evidence(p, nil, pattern); err == nil {
			return rows, nil
		}
	}
	return nil, fmt.Errorf("%s has no pattern %d: %w", technique, pattern, err)
}
