package proof

import (
	"slices"
	"sync"

	"setdoku"
)

// The candidates are numbered 0..728: cell index times 9, plus the digit, minus 1.
const candidateCount = setdoku.CellCount * 9

// The clauses "at least one" are numbered 0..566: the 81 cells, then the nine digits of each of the 54 units.
const clauseMost = setdoku.CellCount + setdoku.UnitCount*9

// rules are the rules of a variant as clauses.
type rules struct {
	*setdoku.Variant
	clauses   []int16                 // the clauses "at least one" of the variant, ascending
	numbers   [clauseMost]int         // their numbers in a CNF, from 1
	members   [clauseMost][]int16     // the candidates of a clause, as many as the variant has digits
	clausesOf [candidateCount][]int16 // the clauses of a candidate
	opposites [candidateCount][]int16 // the candidates that are false when a candidate is true
	pairs     bool                    // cells see each other that share no unit
	absent    []int16                 // candidates of cells and digits that the variant does not have
	asCNF     func() *ruleSet
}

// classicRules are the rules of classic.
var classicRules = newRules(setdoku.Classic())

// rulesFor returns the rules of a variant.
func rulesFor(v *setdoku.Variant) *rules {
	if v == setdoku.Classic() {
		return classicRules
	}
	return newRules(v)
}

func newRules(v *setdoku.Variant) *rules {
	r := &rules{Variant: v, pairs: len(v.Pairs()) > 0}
	r.asCNF = sync.OnceValue(func() *ruleSet { return newRuleSet(r) })
	for k := range int16(clauseMost) {
		list := r.memberNumbers(int(k))
		if list == nil {
			continue
		}
		r.clauses, r.members[k] = append(r.clauses, k), list
		r.numbers[k] = len(r.clauses)
		for _, c := range list {
			r.clausesOf[c] = append(r.clausesOf[c], k)
		}
	}
	for c := range int16(candidateCount) {
		cell, digit := int(c/9), c%9
		if r.clausesOf[c] == nil {
			r.absent = append(r.absent, c)
			continue
		}
		for _, o := range r.members[cell] {
			if o != c {
				r.opposites[c] = append(r.opposites[c], o)
			}
		}
		for _, peer := range v.Peers[cell] {
			r.opposites[c] = append(r.opposites[c], int16(peer*9)+digit)
		}
		slices.Sort(r.opposites[c])
	}
	return r
}

// memberNumbers returns the candidates of a clause, nil if the variant has no such clause.
func (r *rules) memberNumbers(k int) (list []int16) {
	if k < setdoku.CellCount {
		for d := 0; d < r.Size && r.Peers[k] != nil; d++ {
			list = append(list, int16(k*9+d))
		}
		return list
	}
	unit, digit := (k-setdoku.CellCount)/9, (k-setdoku.CellCount)%9
	for _, cell := range r.Units[unit] {
		if digit < r.Size {
			list = append(list, int16(cell*9+digit))
		}
	}
	return list
}

// number returns the number of a candidate, or -1 if there is no such cell or digit.
func number(c setdoku.Candidate) int {
	if !c.Valid() {
		return -1
	}
	return c.Cell.Index()*9 + int(c.Digit) - 1
}

// newCandidate returns the candidate with a number.
func newCandidate(c int) setdoku.Candidate {
	return setdoku.CandidateAt(c/9, uint8(c%9+1))
}
