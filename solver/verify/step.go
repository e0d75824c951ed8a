package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/brute"
	"setdoku/store/record"
)

// steps checks the steps one after the other.
func (v *recordCheck) steps() *Finding {
	rows := v.r.StepRows
	for i := range v.path.Steps {
		s := &v.path.Steps[i]
		var row *record.StepRow
		for ; len(rows) > 0 && rows[0].Step == s.Number; rows = rows[1:] {
			if row != nil {
				return stepFinding(s.Number, "the step has two rows")
			}
			row = &rows[0]
		}
		if f := v.step(s, row); f != nil {
			return f
		}
	}
	return nil
}

// step checks a step and applies it.
func (v *recordCheck) step(s *setdoku.Step, row *record.StepRow) *Finding {
	if row != nil && row.Rule == setdoku.RuleManual {
		return v.byHand(s, *row)
	}
	run, f := v.stepRun(s, row)
	if f != nil {
		return f
	}
	full := run.Audit == setdoku.AuditFull
	if f := cmp.Or(v.complete(s, row, full), v.made(row, run.Shell)); f != nil {
		return f
	}
	var t *catalogue.Technique
	if s.Rule != "" || row != nil {
		if t, f = v.technique(s, run); f != nil {
			return f
		}
	}
	for k := range s.Deductions {
		if f := v.deduction(s, t, &s.Deductions[k], full); f != nil {
			return f
		}
	}
	v.partial = v.partial || !full && (row == nil ||
		row.Eliminations > len(ofStep(v.r.Eliminations, s.Number, stepOfChange)))
	if row != nil {
		v.rate(t, row.Placements+row.Eliminations, row.Rounds)
	} else {
		v.unrated = true
	}
	v.multiple = s.Rule == setdoku.RuleSearch && len(s.Deductions) == 0
	if s.Rule == setdoku.RuleSearch && full {
		v.searched = true
		if f := v.tree(); f != nil {
			return f
		}
	}
	return v.apply(s)
}

// stepRun returns the run of a step.
func (v *recordCheck) stepRun(s *setdoku.Step, row *record.StepRow) (run record.Run, f *Finding) {
	at := slices.IndexFunc(v.attempts, func(a record.Attempt) bool {
		return a.FirstStep <= s.Number &&
			s.Number <= a.LastStep
	})
	switch {
	case row == nil && at < 0:
		return run, stepFinding(s.Number, "the row is missing, and the step belongs to no attempt")
	case row == nil:
		run = v.runs[v.attempts[at].Run]
		if run.Audit != setdoku.AuditNone {
			return run, stepFinding(s.Number, "the row is missing, run %d has audit %s", run.ID, run.Audit)
		}
		return run, nil
	}
	run, known := v.runs[row.Run]
	switch {
	case !known:
		return run, stepFinding(s.Number, "the row says run %d, which is not in the table run", row.Run)
	case run.Audit == setdoku.AuditNone:
		return run, stepFinding(s.Number, "the row says run %d, which has audit none and keeps no steps", row.Run)
	case at < 0 && !run.Shell:
		return run, stepFinding(s.Number, "the row says run %d, but the step belongs to none of its attempts", row.Run)
	case at >= 0 && v.attempts[at].Run != row.Run:
		return run, stepFinding(s.Number, "the row says run %d, but run %d attempted the step", row.Run,
			v.attempts[at].Run)
	}
	return run, nil
}

// complete compares the numbers of a step's row with its placements and eliminations, and their rules with its rule.
func (v *recordCheck) complete(s *setdoku.Step, row *record.StepRow, full bool) *Finding {
	placed := ofStep(v.r.Placements, s.Number, stepOfChange)
	eliminated := ofStep(v.r.Eliminations, s.Number, stepOfChange)
	if row != nil {
		switch {
		case row.Placements != len(placed):
			return stepFinding(s.Number, "the row says %d placements, the table cell has %d", row.Placements,
				len(placed))
		case full && row.Eliminations != len(eliminated):
			return stepFinding(s.Number, "the row says %d eliminations, the table elimination has %d", row.Eliminations,
				len(eliminated))
		case row.Placements+row.Eliminations == 0 && row.Rule != setdoku.RuleSearch:
			return stepFinding(s.Number, "%s does nothing", row.Rule)
		}
	}
	for _, list := range [2]struct {
		table string
		rows  []record.Change
	}{{"cell", placed}, {"elimination", eliminated}} {
		for _, c := range list.rows {
			if c.Rule != s.Rule {
				return finding(s.Number, list.table, cellDigit(c.Cell, c.Digit), "the row says %s, but the step is %s",
					c.Rule, s.Rule)
			}
		}
	}
	at := 0 // both lists are in the order of patterns
	for _, e := range ofStep(v.r.Evidence, s.Number, stepOfEvidence) {
		for at < len(s.Deductions) && s.Deductions[at].Pattern < e.Pattern {
			at++
		}
		if e.Pattern < 1 || at == len(s.Deductions) || s.Deductions[at].Pattern != e.Pattern {
			return evidenceFinding(e, "no deduction of the step has this pattern")
		}
	}
	return nil
}

// technique returns the technique of a step, which its run must select.
func (v *recordCheck) technique(s *setdoku.Step, run record.Run) (*catalogue.Technique, *Finding) {
	at := v.techniques.Index(s.Rule)
	switch {
	case at < 0:
		return nil, stepFinding(s.Number, "the row says %s, which is not in the catalogue", s.Rule)
	case !run.Shell && !slices.Contains(run.Techniques, s.Rule):
		return nil, stepFinding(s.Number, "the row says %s, which run %d does not select", s.Rule, run.ID)
	case v.techniques[at].AssumesUnique && v.solutions() != 1 && !v.unchecked:
		return nil, stepFinding(s.Number, "the row says %s, but the givens do not have exactly one solution", s.Rule)
	}
	return &v.techniques[at], nil
}

// solutions counts the solutions of the givens, up to 2. If the search gives up, it returns 0 and sets unchecked.
func (v *recordCheck) solutions() int {
	if v.counted < 0 {
		var err error
		v.counted, v.solution, err = brute.Search(v.ctx, setdoku.State{Variant: v.path.Start.Variant,
			Givens: v.path.Start.Givens}, 2)
		if err != nil {
			v.counted, v.unchecked = 0, true
		}
	}
	return v.counted
}

// deduction proves a deduction. While the state is unknown, or the run stored no evidence, no solution may contradict
// it.
func (v *recordCheck) deduction(s *setdoku.Step, t *catalogue.Technique, d *setdoku.Deduction, full bool) *Finding {
	for _, list := range [2][]setdoku.Candidate{d.Placements, d.Eliminations} {
		for _, c := range list {
			if !v.p.Live(c) {
				return v.changeFinding(s, d, "the digit was not a candidate of the cell")
			}
		}
	}
	if v.partial || !full {
		if !full && d.Pattern != 0 {
			return v.changeFinding(s, d, "the run keeps no patterns")
		}
		if !v.played && v.solutions() == 1 &&
			slices.ContainsFunc(d.Placements,
				func(c setdoku.Candidate) bool { return v.solution[c.Cell.Index()] != c.Digit }) {
			return v.changeFinding(s, d, "contradicts the solution")
		}
		return nil
	}
	switch {
	case catalogue.HasPatterns(s.Rule) && d.Pattern <= 0:
		return v.changeFinding(s, d, "has the pattern %d, want a number above 0", d.Pattern)
	case catalogue.HasPatterns(s.Rule) && len(d.Evidence) == 0:
		v.bare++
	}
	if err := v.p.Prove(d, t.AssumesUnique); err != nil {
		return v.changeFinding(s, d, "%v", err)
	}
	return nil
}

// changeFinding returns a finding for the first row of a deduction.
func (v *recordCheck) changeFinding(s *setdoku.Step, d *setdoku.Deduction, problem string, args ...any) *Finding {
	table, first := "cell", d.Changes()[0]
	if len(d.Placements) == 0 {
		table = "elimination"
	}
	return finding(s.Number, table, cellDigit(first.Cell, first.Digit), "%s, pattern %d: %s", s.Rule, d.Pattern,
		fmt.Sprintf(problem, args...))
}

// apply applies the deductions of a step to the state.
func (v *recordCheck) apply(s *setdoku.Step) *Finding {
	for k := range s.Deductions {
		if !v.p.Apply(&s.Deductions[k]) {
			return v.changeFinding(s, &s.Deductions[k], "clashes with other placements of the step")
		}
	}
	return nil
}

// byHand checks a step by hand. It places a digit that no peer holds in an empty cell, or crosses out a candidate.
func (v *recordCheck) byHand(s *setdoku.Step, row record.StepRow) *Finding {
	switch {
	case row.Run != 0:
		return stepFinding(s.Number, "the row says %s and run %d, but a step by hand has no run", row.Rule, row.Run)
	case slices.ContainsFunc(v.attempts,
		func(a record.Attempt) bool { return a.FirstStep <= s.Number && s.Number <= a.LastStep }):
		return stepFinding(s.Number, "the row says %s, but the step belongs to an attempt", row.Rule)
	case row.Placements > 1, row.Placements == 1 && row.Eliminations > 0:
		return stepFinding(s.Number, "the row says %d placements and %d eliminations, but a step by hand is one "+
			"placement "+
			"or only eliminations", row.Placements, row.Eliminations)
	}
	if f := cmp.Or(v.complete(s, &row, true), v.made(&row, true)); f != nil {
		return f
	}
	for k := range s.Deductions {
		d := &s.Deductions[k]
		if d.Pattern != 0 {
			return v.changeFinding(s, d, "a step by hand has no pattern")
		}
		for _, c := range append(slices.Clone(d.Placements), d.Eliminations...) {
			if !v.p.Live(c) {
				return v.changeFinding(s, d, "the digit was not a candidate of the cell")
			}
		}
	}
	v.multiple, v.played = false, true
	return v.apply(s)
}

// made checks that the row of a step by hand or from a shell says when and by whom it was made, and no other row.
func (v *recordCheck) made(row *record.StepRow, want bool) *Finding {
	switch {
	case row == nil, !want && row.MadeAt == "" && row.MadeBy == "":
		return nil
	case !want:
		return stepFinding(row.Step, "the row says that %q made it at %q, but run %d did", row.MadeBy, row.MadeAt,
			row.Run)
	case row.MadeBy == "":
		return stepFinding(row.Step, "the row does not say who made it")
	}
	if _, err := time.Parse(time.RFC3339, row.MadeAt); err != nil || !strings.HasSuffix(row.MadeAt, "Z") {
		return stepFinding(row.Step, "the row says that it was made at %q, want a time in UTC such as "+
			"2026-01-31T12:00:00Z", row.MadeAt)
	}
	return nil
}

// rate counts a step of a technique.
func (v *recordCheck) rate(t *catalogue.Technique, deductions, rounds int) {
	u := v.uses[t.Name]
	v.uses[t.Name] = setdoku.Use{Technique: t.Name, Steps: u.Steps + 1, Deductions: u.Deductions + deductions}
	v.score += t.Weight * max(rounds, 1)
	v.rounds = max(v.rounds, rounds)
	if v.hardest == nil || t.Harder(v.hardest) {
		v.hardest = t
	}
}
