package verify

import (
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// stated returns the deductions that the rows of a step state, for a technique that verify does not search for.
// Each must be about a live candidate and name a pattern. judge checks later whether the pattern proves it. Rows
// of another rule are ignored here, so that the comparison reports them.
func (v *replay) stated(row setdoku.Step, t *selected) ([]Conclusion, *Finding) {
	if t.AssumesUnique && !v.in.unique() {
		return nil, v.stepFinding(row, "the row says %s, but the givens do not have exactly one solution", t.Name)
	}
	var found []Conclusion
	for _, e := range v.eliminations.peek(row.Step) {
		if e.Rule == t.Name {
			found = append(found, Conclusion{false, e.Cell, e.Digit, e.Pattern})
		}
	}
	if t.rule.userDefined {
		for _, p := range v.placements.peek(row.Step) {
			if p.Rule == t.Name {
				found = append(found, Conclusion{true, p.Cell, p.Digit, p.Pattern})
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
	same := func(a, b Conclusion) bool {
		return a.Cell == b.Cell && a.Digit == b.Digit && a.Placement == b.Placement
	}
	return slices.CompactFunc(found, same), nil
}

// possible checks a deduction before it is proved.
func (v *replay) possible(n int, d Conclusion) *Finding {
	switch {
	case !exists(d.Cell, d.Digit):
		return v.deductionFinding(n, d, "there is no such candidate")
	case !v.p.marks[setdoku.CellIndex(d.Cell)].Has(d.Digit):
		return v.deductionFinding(n, d, "the digit was no candidate")
	case d.Pattern <= 0:
		return v.deductionFinding(n, d, "has the pattern %d, want a number above 0", d.Pattern)
	}
	return nil
}

// withPatterns returns the deductions with the pattern numbers of the rows of step n, or 0 if a row is missing.
func (v *replay) withPatterns(n int, found []Conclusion) []Conclusion {
	pattern := map[Conclusion]int64{}
	for _, e := range v.eliminations.peek(n) {
		pattern[Conclusion{false, e.Cell, e.Digit, 0}] = e.Pattern
	}
	for _, p := range v.placements.peek(n) {
		pattern[Conclusion{true, p.Cell, p.Digit, 0}] = p.Pattern
	}
	named := slices.Clone(found)
	for i, d := range named {
		d.Pattern = 0
		named[i].Pattern = pattern[d]
	}
	return named
}

// inOrder returns the expected evidence rows, in key order, for the patterns that found names. Rows that the
// fields of a catalogue pattern encode are decoded again. Their ordinals are below 1000, and the stored rows count
// from 1001. For a user's technique, ordinals from 100 belong to fields. If the database stores all rows, the
// ordinals count from 1.
func inOrder(technique string, shown []setdoku.Evidence, found []Conclusion) (rows []setdoku.Evidence) {
	used := map[int64]bool{}
	for _, d := range found {
		used[d.Pattern] = true
	}
	last := map[int64]int{}
	for _, e := range redecoded(sqlfiles.KeyNamed(technique), shown, found) {
		if !used[e.Pattern] {
			continue
		}
		n, known := last[e.Pattern]
		switch {
		case e.Ordinal >= 100 && e.Ordinal < 100*rowsPart && (!known || n >= 100):
			n = e.Ordinal
		case n >= 100:
			n = max(n, 100*rowsPart) + 1
		default:
			n++
		}
		e.Ordinal, last[e.Pattern] = n, n
		rows = append(rows, e)
	}
	return rows
}

// redecoded replaces the rows that the fields of a pattern encode by rows decoded with the key. The key is nil for
// a user's technique.
func redecoded(key *sqlfiles.Key, shown []setdoku.Evidence, found []Conclusion) []setdoku.Evidence {
	if key == nil || len(key.Parts) == 0 {
		return shown
	}
	rows := slices.DeleteFunc(slices.Clone(shown), func(e setdoku.Evidence) bool { return e.Ordinal < 100*rowsPart && e.Pattern > 0 })
	step := 0
	if len(shown) > 0 {
		step = shown[0].Step
	}
	done := map[int64]bool{}
	for _, d := range found {
		if !done[d.Pattern] && d.Pattern > 0 {
			done[d.Pattern] = true
			rows = append(rows, decoded(key, step, d.Pattern)...)
		}
	}
	table := evidenceTable()
	slices.SortFunc(rows, table.order)
	return rows
}

// decoded returns the rows that the fields of a pattern encode.
func decoded(key *sqlfiles.Key, step int, pattern int64) (rows []setdoku.Evidence) {
	for _, e := range key.Decode(pattern) {
		e.Step = step
		rows = append(rows, e)
	}
	return rows
}

// inTable returns the rows that a table stores, without those that the fields of a pattern encode.
func inTable(technique string, rows []setdoku.Evidence) []setdoku.Evidence {
	if key := sqlfiles.KeyNamed(technique); key == nil || len(key.Parts) == 0 {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(e setdoku.Evidence) bool { return e.Ordinal < 100*rowsPart })
}
