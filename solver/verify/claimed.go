package verify

import (
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// claimed returns the deductions that the rows of a step claim, for a technique that
// verify does not look for. Each must be about a live candidate and name a pattern;
// that the pattern proves it is for judge to say. Rows of another rule are left out,
// so that the comparison comes upon them.
func (v *replay) claimed(row setdoku.Step, t *selected) ([]Conclusion, *Finding) {
	if t.AssumesUnique && !v.in.unique() {
		return nil, v.stepFinding(row, "the row says %s, but the givens have not exactly one solution", t.Name)
	}
	var found []Conclusion
	for _, e := range v.eliminations.peek(row.Step) {
		if e.Rule == t.Name {
			found = append(found, Conclusion{false, e.Cell, e.Digit, e.Pattern})
		}
	}
	if t.rule.own {
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

// withPatterns returns the deductions with the patterns that the rows of step n give
// them, 0 where a row is missing.
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

// inOrder returns the rows shown as they should be: those of patterns that found names. What the fields of a pattern of the
// catalogue say is made from the fields again; those that the database has besides count from 1001. Of a technique of the user's own,
// ordinals from 100 on are of fields. Where the database has all rows, they count from 1. The rows are in key order.
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

// redecoded returns the rows shown with those that the fields of a pattern make as the key has them. A key is nil for a
// technique of the user's own.
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

// decoded returns the rows that the fields of a pattern make.
func decoded(key *sqlfiles.Key, step int, pattern int64) (rows []setdoku.Evidence) {
	for _, e := range key.Decode(pattern) {
		e.Step = step
		rows = append(rows, e)
	}
	return rows
}

// inTable returns the rows that a table holds, without those that the fields of patterns of a technique make.
func inTable(technique string, rows []setdoku.Evidence) []setdoku.Evidence {
	if key := sqlfiles.KeyNamed(technique); key == nil || len(key.Parts) == 0 {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(e setdoku.Evidence) bool { return e.Ordinal < 100*rowsPart })
}
