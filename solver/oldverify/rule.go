package verify

import (
	"fmt"

	"setdoku"
)

// rule is what verify knows about one technique. There are three kinds. For the first kind verify finds the
// deductions and names the patterns (ruleNamed). For the second it finds the deductions, but the engine chooses
// the patterns. For the third it finds nothing and checks the evidence rows (ruleOf).
type rule struct {
	// places is true if the deductions are placements.
	places bool
	// find collects all that the technique proves at a position without contradiction. It is nil for the third
	// kind.
	find func(s *positionIndex, f *findings)
	// evidence decodes a pattern at p into rows with Step 0 and appends them. First kind only.
	evidence func(p *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error)
	// prove checks a pattern from its rows alone. It returns the candidates that the pattern places or eliminates
	// at p, or an error. First kind only.
	prove func(p *position, rows []setdoku.Evidence) (proof, error)
	// argue does the same for the other kinds.
	argue func(s *situation, rows []setdoku.Evidence) (proof, error)
	// whole checks what a stored pattern must have besides what its proof needs; nil for nothing.
	whole func(s *situation, rows []setdoku.Evidence, p proof) error
	// keyed is true if find names the smallest patterns although the rule does not derive their rows.
	keyed bool
	// sketch appends rows with Step 0 for a pattern that verify makes up. Second kind only; nil if a pattern needs
	// no rows.
	sketch func(rows []setdoku.Evidence, pattern int64) []setdoku.Evidence
	// rowsOptional is true if a pattern may have no rows.
	rowsOptional bool
	// userDefined is true for a technique that the catalogue does not have. If its patterns have no rows, brute
	// force checks its deductions.
	userDefined bool
	// namesOnly is true if argue reads no more from the rows than what the pattern is about. Only find tells what
	// the pattern proves.
	namesOnly bool
	// ends is true if the technique decides a puzzle even when it finds nothing.
	ends bool
}

// proof is what a pattern proves.
type proof interface {
	decides(d Conclusion) bool
}

// proved holds, for each cell, the digits that a pattern decides.
type proved [setdoku.CellCount]set

func (p *proved) decides(d Conclusion) bool { return p[setdoku.CellIndex(d.Cell)].Has(d.Digit) }

// provedOne is a pattern that decides one digit of a cell, 0..80.
type provedOne struct {
	cell  int
	digit uint8
}

func (p provedOne) decides(d Conclusion) bool {
	return setdoku.CellIndex(d.Cell) == p.cell && d.Digit == p.digit
}

// deductions returns all that the technique proves at p, by cell and digit.
func (r rule) deductions(p *position) []Conclusion {
	var s positionIndex
	s.read(p)
	return r.deductionsAt(&s)
}

// deductionsAt is deductions for an indexed position.
func (r rule) deductionsAt(s *positionIndex) []Conclusion {
	r.find(s, &s.found)
	return s.found.take(r.places)
}

// scope states which subsets to search for.
type scope int

const (
	// allSubsets is for Find.
	allSubsets scope = iota
	// skipComplements is for solving. It limits a subset to half of the unit's open cells, because the remaining
	// cells form a subset as well.
	skipComplements
)

// ruleNamed returns the rule for a catalogue technique, whose name implies the size, or for a family that takes a
// size, 1..8.
func ruleNamed(name string, size int, in scope) (rule, error) {
	family, implied := familyOf(name)
	if implied != 0 {
		size = implied
	}
	switch family {
	case "full_house":
		return fullHouse(), nil
	case "naked_single":
		return nakedSingle(), nil
	case "hidden_single":
		return hiddenSingle(), nil
	case "pointing":
		return pointing(), nil
	case "claiming":
		return claiming(), nil
	}
	sized, ok := map[string]func(int) rule{
		"locked_subset": lockedSubset,
		"naked_subset":  func(k int) rule { return nakedSubset(k, in) },
		"hidden_subset": func(k int) rule { return hiddenSubset(k, in) },
		"basic_fish":    basicFish,
	}[family]
	if !ok {
		return rule{}, fmt.Errorf("verify does not know the technique %q", name)
	}
	if size < 1 || size > 8 {
		return rule{}, fmt.Errorf("%s of size %d, want 1..8", name, size)
	}
	return sized(size), nil
}

// familyOf returns the family and the size of a catalogue technique. Any other name is its own family with size 0.
func familyOf(name string) (family string, size int) {
	switch name {
	case "locked_pair":
		return "locked_subset", 2
	case "locked_triple":
		return "locked_subset", 3
	case "naked_pair":
		return "naked_subset", 2
	case "naked_triple":
		return "naked_subset", 3
	case "naked_quadruple":
		return "naked_subset", 4
	case "hidden_pair":
		return "hidden_subset", 2
	case "hidden_triple":
		return "hidden_subset", 3
	case "hidden_quadruple":
		return "hidden_subset", 4
	case "x_wing":
		return "basic_fish", 2
	case "swordfish":
		return "basic_fish", 3
	case "jellyfish":
		return "basic_fish", 4
	}
	return name, 0
}
