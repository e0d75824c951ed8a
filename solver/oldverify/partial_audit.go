package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// partialAudit follows a record after the first step whose eliminations are unknown: verify cannot find them, and
// the run kept none. From there on the marks of the position are those that may be live. Steps are checked for
// their form, placements against brute force, and the end against both.
type partialAudit struct {
	// unrated is true if some steps have no row, so that the score is unknown.
	unrated bool
	// taken is the number of candidates that the steps so far eliminated.
	taken int
}

// beginPartialAudit begins the part of a record whose candidates are unknown.
func (v *replay) beginPartialAudit() { v.partial = &partialAudit{} }

// partialStep reads the next step, which may have no row. more is false if there is no next step.
func (v *replay) partialStep() (more bool, f *Finding) {
	if rows := v.steps.peek(v.done + 1); len(rows) > 0 {
		return true, v.partialRow(rows[0])
	}
	run, f := v.runOf(nil)
	switch {
	case f != nil || run == nil:
		return false, f
	case run.audit != setdoku.AuditNone:
		return false, v.missingStep(run)
	}
	return true, v.partialNoRow(run)
}

// partialRow reads a step that has a row.
func (v *replay) partialRow(row setdoku.Step) *Finding {
	run, f := v.runOf(&row)
	if f != nil {
		return f
	}
	t := run.named(row.Rule)
	switch {
	case t == nil:
		return v.stepFinding(row, "the row says %s, which run %d does not select", row.Rule, row.Run)
	case v.stopped(run):
		return v.stepFinding(row, "the row says %s, but run %d has already ended", row.Rule, row.Run)
	}
	want := v.partialRows(row.Step, t, run)
	want.steps = []setdoku.Step{{Step: row.Step, Rule: t.Name, Placements: len(want.cells), Eliminations: row.Eliminations, Run: run.id}}
	if run.audit == setdoku.AuditFull {
		want.steps[0].Eliminations = len(want.eliminations)
	}
	if f := v.partialForm(want.steps[0], t); f != nil {
		return f
	}
	v.partial.taken += want.steps[0].Eliminations
	v.made[run.id]++
	v.rated.count(&t.Technique, len(want.cells)+want.steps[0].Eliminations)
	return v.partialApply(row.Step, want)
}

// partialForm checks that the numbers of placements and eliminations fit the technique.
func (v *replay) partialForm(s setdoku.Step, t *selected) *Finding {
	bad := s.Placements > 0 != t.rule.places || s.Eliminations > 0 == t.rule.places
	if t.rule.userDefined {
		bad = s.Placements+s.Eliminations < 1 || s.Eliminations < 0
	}
	if t.rule.ends {
		bad = s.Eliminations != 0
		v.multiple = s.Placements == 0
	}
	if bad {
		return v.stepFinding(s, "%d placements and %d eliminations cannot be a step of %s", s.Placements, s.Eliminations, t.Name)
	}
	return nil
}

// partialNoRow reads a step of a run that keeps no steps. It either places digits by one technique or changes
// nothing visible.
func (v *replay) partialNoRow(run *selection) *Finding {
	n := v.done + 1
	v.partial.unrated = true
	cells := v.cells.peek(n)
	if len(cells) == 0 {
		v.multiple = n == v.r.Steps && v.r.Status == setdoku.StatusMultiple
		return v.partialApply(n, stepRows{})
	}
	t := run.named(cells[0].Rule)
	if t == nil || !t.rule.places && !t.rule.userDefined {
		return &Finding{Step: n, Table: v.cells.name, Row: v.cells.key(cells[0]),
			Problem: fmt.Sprintf("run %d does not select %s, or it places nothing", run.id, cells[0].Rule)}
	}
	want := v.partialRows(n, t, run)
	if !v.optional.unaudited {
		want.placements = nil
	}
	return v.partialApply(n, want)
}

// partialRows returns the rows of step n that technique t may have made.
func (v *replay) partialRows(n int, t *selected, run *selection) (want stepRows) {
	patterns := map[[2]int]int64{}
	var found []Conclusion
	for _, p := range v.placements.peek(n) {
		patterns[[2]int{p.Cell, int(p.Digit)}] = p.Pattern
	}
	for _, c := range v.cells.peek(n) {
		if c.Rule != t.Name || !v.p.marks[setdoku.CellIndex(c.Cell)].Has(c.Digit) {
			continue
		}
		d := Conclusion{true, c.Cell, c.Digit, 0}
		if run.audit == setdoku.AuditFull {
			d.Pattern = patterns[[2]int{c.Cell, int(c.Digit)}]
		}
		found = append(found, d)
		want.cells = append(want.cells, setdoku.FilledCell{Cell: c.Cell, Digit: c.Digit, Step: n, Rule: t.Name})
		want.placements = append(want.placements, setdoku.Change{Step: n, Cell: c.Cell, Digit: c.Digit, Rule: t.Name, Pattern: d.Pattern})
	}
	if run.audit != setdoku.AuditFull {
		return want
	}
	for _, e := range v.eliminations.peek(n) {
		if e.Rule == t.Name && v.p.marks[setdoku.CellIndex(e.Cell)].Has(e.Digit) {
			found = append(found, Conclusion{false, e.Cell, e.Digit, e.Pattern})
			want.eliminations = append(want.eliminations, e)
		}
	}
	want.eliminations = slices.Compact(want.eliminations)
	want.evidence = inOrder(t.Name, v.evidence.peek(n), found)
	return want
}

// partialApply compares a step with its rows, checks it against brute force, and applies it.
func (v *replay) partialApply(n int, want stepRows) *Finding {
	if wrong := v.compare(n, want); len(wrong) > 0 {
		return wrong[0]
	}
	var found []Conclusion
	for _, c := range want.cells {
		found = append(found, Conclusion{Placement: true, Cell: c.Cell, Digit: c.Digit})
	}
	for _, e := range want.eliminations {
		found = append(found, Conclusion{Cell: e.Cell, Digit: e.Digit})
	}
	if bad, clashes := clash(found); clashes {
		return v.deductionFinding(n, found[0], "clashes with other placements of the step, %s", bad.Kind)
	}
	if count, solution := v.p.solutions(); count == 1 {
		for _, d := range found {
			if (solution[setdoku.CellIndex(d.Cell)] == d.Digit) != d.Placement {
				return v.deductionFinding(n, d, "contradicts the solution")
			}
		}
	}
	v.p.apply(found)
	v.done, v.byHand = n, false
	return nil
}
