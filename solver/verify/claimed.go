package verify

import (
	"slices"

	"setdoku/internal/grid"
)

// claimed returns the deductions that the rows of a step claim, for a technique that
// verify does not look for. Each must be about a live candidate and name a pattern;
// that the pattern proves it is for judge to say. Rows of another rule are left out,
// so that the comparison comes upon them.
func (v *replay) claimed(row Step, t *selected) ([]Deduction, *Finding) {
	if t.AssumesUnique && !v.in.unique() {
		return nil, v.stepFinding(row, "the row says %s, but the givens have not exactly one solution", t.Name)
	}
	var found []Deduction
	for _, e := range v.eliminations.peek(row.Step) {
		if e.Rule == t.Name {
			found = append(found, Deduction{false, e.Cell, e.Digit, e.Pattern})
		}
	}
	if t.rule.own {
		for _, p := range v.placements.peek(row.Step) {
			if p.Rule == t.Name {
				found = append(found, Deduction{true, p.Cell, p.Digit, p.Pattern})
			}
		}
	}
	if len(found) == 0 {
		return nil, v.stepFinding(row, "the row says %s, but the step takes no candidate away", t.Name)
	}
	for _, d := range found {
		if f := v.possible(row.Step, d); f != nil {
			return nil, f
		}
	}
	same := func(a, b Deduction) bool { return a.Cell == b.Cell && a.Digit == b.Digit && a.Placement == b.Placement }
	return slices.CompactFunc(found, same), nil
}

// possible checks a deduction before it is proved.
func (v *replay) possible(n int, d Deduction) *Finding {
	switch {
	case !exists(d.Cell, d.Digit):
		return v.deductionFinding(n, d, "there is no such candidate")
	case !v.p.marks[grid.Index(d.Cell)].Has(d.Digit):
		return v.deductionFinding(n, d, "the digit was no candidate")
	case d.Pattern <= 0:
		return v.deductionFinding(n, d, "has the pattern %d, want a number above 0", d.Pattern)
	}
	return nil
}

// withPatterns returns the deductions with the patterns that the rows of step n give
// them, 0 where a row is missing.
func (v *replay) withPatterns(n int, found []Deduction) []Deduction {
	pattern := map[Deduction]int64{}
	for _, e := range v.eliminations.peek(n) {
		pattern[Deduction{false, e.Cell, e.Digit, 0}] = e.Pattern
	}
	for _, p := range v.placements.peek(n) {
		pattern[Deduction{true, p.Cell, p.Digit, 0}] = p.Pattern
	}
	named := slices.Clone(found)
	for i, d := range named {
		d.Pattern = 0
		named[i].Pattern = pattern[d]
	}
	return named
}

// inOrder returns the rows shown as they should be: those of patterns that found
// names, with the ordinals 1, 2, ... The rows are in key order.
func inOrder(shown []Evidence, found []Deduction) (rows []Evidence) {
	used := map[int64]bool{}
	for _, d := range found {
		used[d.Pattern] = true
	}
	last := map[int64]int{}
	for _, e := range shown {
		if used[e.Pattern] {
			last[e.Pattern]++
			e.Ordinal = last[e.Pattern]
			rows = append(rows, e)
		}
	}
	return rows
}
