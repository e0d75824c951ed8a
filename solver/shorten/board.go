package shorten

import (
	"slices"

	"setdoku"
)

// set is a set of candidates.
type set [12]uint64

func number(c setdoku.Candidate) int { return setdoku.CellIndex(c.Cell)*9 + int(c.Digit) - 1 }

func (s *set) has(c setdoku.Candidate) bool { n := number(c); return s[n/64]>>(n%64)&1 != 0 }

// with returns the set with further members.
func (s set) with(list []setdoku.Candidate) set {
	for _, c := range list {
		s[number(c)/64] |= 1 << (number(c) % 64)
	}
	return s
}

// without returns the set without some members.
func (s set) without(list []setdoku.Candidate) set {
	for _, c := range list {
		s[number(c)/64] &^= 1 << (number(c) % 64)
	}
	return s
}

// within reports whether all members are in o.
func (s *set) within(o *set) bool {
	for k := range s {
		if s[k]&^o[k] != 0 {
			return false
		}
	}
	return true
}

// changed returns the candidates that a deduction places or eliminates.
func changed(d *setdoku.Deduction) []setdoku.Candidate {
	return slices.Concat(d.Placements, d.Eliminations)
}

// board is the puzzle at one moment. A filled cell has no marks.
type board struct {
	digits setdoku.Grid
	marks  [setdoku.CellCount]setdoku.DigitSet
}

// live reports whether a cell has a candidate.
func (b *board) live(c setdoku.Candidate) bool {
	return b.marks[setdoku.CellIndex(c.Cell)].Has(c.Digit)
}

// within reports whether the filled cells are those of o, and all candidates are in o.
func (b *board) within(o *board) bool {
	if b.digits != o.digits {
		return false
	}
	for i, m := range b.marks {
		if m&^o.marks[i] != 0 {
			return false
		}
	}
	return true
}

// place fills a cell and removes the digit from its peers.
func (b *board) place(c setdoku.Candidate) {
	i := setdoku.CellIndex(c.Cell)
	b.digits[i], b.marks[i] = c.Digit, 0
	for _, peer := range setdoku.Peers[i] {
		b.marks[peer] &^= setdoku.SetOf(c.Digit)
	}
}

// apply carries out deductions.
func (b *board) apply(list []setdoku.Deduction) {
	for k := range list {
		for _, c := range list[k].Eliminations {
			b.marks[setdoku.CellIndex(c.Cell)] &^= setdoku.SetOf(c.Digit)
		}
		for _, c := range list[k].Placements {
			b.place(c)
		}
	}
}

// singleRules are the names of the singles in the order of the catalogue.
var singleRules = []string{"full_house", "naked_single", "hidden_single"}

func isSingle(rule string) bool { return slices.Contains(singleRules, rule) }

// single is a placement by a single. unit is 1..27, or 0 for a naked single.
type single struct {
	setdoku.Candidate
	unit int
}

// deduction returns the single as a deduction with its pattern.
func (s *single) deduction(rule string) setdoku.Deduction {
	pattern := int64(s.unit*1000 + s.Cell*10 + int(s.Digit)) // as the statements number it
	return setdoku.Deduction{
		Technique: rule, Asked: rule, Pattern: pattern, Placements: []setdoku.Candidate{s.Candidate},
		Evidence: []setdoku.Evidence{{Pattern: pattern, Ordinal: 1, Role: "single", Cell: s.Cell, Digit: s.Digit, Unit: s.unit}},
	}
}

// find returns all singles of a technique by cell and digit, each in the first of its units.
func (b *board) find(rule string) (list []single) {
	if rule == "naked_single" {
		for i, m := range b.marks {
			if m.Count() == 1 {
				list = append(list, single{setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: m.Lowest()}, 0})
			}
		}
		return list
	}
	var found [setdoku.CellCount]setdoku.DigitSet
	for u, cells := range setdoku.Units {
		var once, twice setdoku.DigitSet
		open := 0
		for _, i := range cells {
			twice |= once & b.marks[i]
			once |= b.marks[i]
			if b.digits[i] == 0 {
				open++
			}
		}
		if once &^= twice; once == 0 || rule == "full_house" && open > 1 {
			continue
		}
		for _, i := range cells {
			for m := b.marks[i] & once &^ found[i]; m != 0; m &= m - 1 {
				list = append(list, single{setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: m.Lowest()}, u + 1})
			}
			found[i] |= b.marks[i] & once
		}
	}
	slices.SortFunc(list, func(x, y single) int { return number(x.Candidate) - number(y.Candidate) })
	return list
}

// contradiction returns the smallest contradiction: first an open cell without candidates, then a unit without a place for a
// missing digit.
func (b *board) contradiction() (c setdoku.Contradiction, bad bool) {
	there := b.marks // candidates and digits
	for i, d := range b.digits {
		if d != 0 {
			there[i] = setdoku.SetOf(d)
		} else if there[i] == 0 {
			return setdoku.Contradiction{Kind: "no_candidate", Cell: setdoku.CellNumber(i)}, true
		}
	}
	for u, cells := range setdoku.Units {
		missing := setdoku.AllDigits
		for _, i := range cells {
			missing &^= there[i]
		}
		if missing != 0 {
			return setdoku.Contradiction{Kind: "no_place", Unit: u + 1, Digit: missing.Lowest()}, true
		}
	}
	return c, false
}

// clash returns the smallest conflict between two singles of a pass: first a cell that gets two digits, then a digit that gets
// two cells of a unit.
func clash(list []single) (c setdoku.Contradiction, bad bool) {
	var got [setdoku.CellCount]setdoku.DigitSet
	for _, s := range list {
		got[setdoku.CellIndex(s.Cell)] |= setdoku.SetOf(s.Digit)
	}
	for i, digits := range got {
		if digits.Count() > 1 {
			return setdoku.Contradiction{Kind: "two_digits", Cell: setdoku.CellNumber(i)}, true
		}
	}
	for u, cells := range setdoku.Units {
		var once, twice setdoku.DigitSet
		for _, i := range cells {
			twice |= once & got[i]
			once |= got[i]
		}
		if twice != 0 {
			return setdoku.Contradiction{Kind: "two_places", Unit: u + 1, Digit: twice.Lowest()}, true
		}
	}
	return c, false
}
