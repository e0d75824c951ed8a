package verify

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/audit"
	"setdoku/solver/catalogue"
)

// comparison compares an attempt with what was made again.
type comparison struct {
	*checker
	c      *course
	run    audit.Run
	made   *setdoku.Path // its steps count from 1
	before int           // steps of the puzzle before the attempt
}

// step compares a step of the puzzle.
func (x *comparison) step(n int) *Finding {
	got := &x.c.path.Steps[n-1]
	if n-x.before > len(x.made.Steps) {
		return stepFinding(n, "the pattern is no %s here: no technique of run %d finds anything", got.Rule, x.run.ID)
	}
	want := &x.made.Steps[n-x.before-1]
	switch g, w := x.techniques.Index(got.Rule), x.techniques.Index(want.Rule); {
	case len(got.Deductions) == 0 && x.run.Audit == setdoku.AuditNone: // it keeps no step that only eliminates
	case w < g:
		return stepFinding(n, "%s skips %s, which %s", got.Rule, want.Rule, summary(want))
	case w > g:
		return stepFinding(n, "the pattern is no %s here: the first technique to find anything is %s, which %s", got.Rule, want.Rule, summary(want))
	case x.run.Audit == setdoku.AuditFull:
		return x.samePass(n, got, want)
	}
	if f := sameChanges("cell", placed(got, n, false), placed(want, n, false), setdoku.Candidate.Placement); f != nil || x.run.Audit == setdoku.AuditNone {
		return f
	}
	row := x.c.r.StepRows[slices.IndexFunc(x.c.r.StepRows, func(s setdoku.StepRow) bool { return s.Step == n })]
	if e := len(eliminated(want, n)); row.Eliminations != e {
		return stepFinding(n, "the row says %d eliminations, but %s makes %d", row.Eliminations, want.Rule, e)
	}
	return nil
}

// placed returns the placements of a step as rows, with their patterns or with 0.
func placed(s *setdoku.Step, n int, patterns bool) (list []audit.Change) {
	for _, d := range s.Deductions {
		for _, c := range d.Placements {
			row := audit.Change{Step: n, Cell: c.Cell, Digit: c.Digit, Rule: s.Rule}
			if patterns {
				row.Pattern = d.Pattern
			}
			list = append(list, row)
		}
	}
	return list
}

// eliminated returns the eliminations of a step as rows.
func eliminated(s *setdoku.Step, n int) (list []audit.Change) {
	for _, d := range s.Deductions {
		for _, c := range d.Eliminations {
			list = append(list, audit.Change{Step: n, Cell: c.Cell, Digit: c.Digit, Rule: s.Rule, Pattern: d.Pattern})
		}
	}
	return list
}

// samePass compares all that a step did with all that its technique proves. Nearly always they are equal row for row.
func (x *comparison) samePass(n int, got, want *setdoku.Step) *Finding {
	if slices.EqualFunc(got.Deductions, want.Deductions, sameDeduction) {
		return nil
	}
	if f := sameChanges("cell", placed(got, n, true), placed(want, n, true), setdoku.Candidate.Placement); f != nil {
		return f
	}
	if f := sameChanges("elimination", eliminated(got, n), eliminated(want, n), setdoku.Candidate.Elimination); f != nil {
		return f
	}
	for i := range want.Deductions {
		if f := evidenceRows.compare(n, x.shown(&want.Deductions[i]), x.shown(&got.Deductions[i])); f != nil {
			return f
		}
	}
	return nil
}

// sameDeduction reports whether two deductions of one technique have the same rows, whatever the number of their step.
func sameDeduction(a, b setdoku.Deduction) bool {
	return a.Pattern == b.Pattern && slices.Equal(a.Placements, b.Placements) && slices.Equal(a.Eliminations, b.Eliminations) &&
		slices.EqualFunc(a.Evidence, b.Evidence, func(a, b setdoku.Evidence) bool {
			a.Step = b.Step
			return a == b
		})
}

// sameChanges compares the changes of a step.
func sameChanges(table string, got, want []audit.Change, name func(setdoku.Candidate) string) *Finding {
	find := func(list []audit.Change, c audit.Change) int {
		return slices.IndexFunc(list, func(o audit.Change) bool { return o.Candidate() == c.Candidate() })
	}
	finding := func(c audit.Change, problem string, args ...any) *Finding {
		return &Finding{Step: c.Step, Table: table, Row: cellDigit(c.Cell, c.Digit), Problem: fmt.Sprintf(problem, args...)}
	}
	for _, w := range want {
		switch i := find(got, w); {
		case i < 0:
			return finding(w, "the step leaves out %s, which %s proves", name(w.Candidate()), w.Rule)
		case got[i].Pattern != w.Pattern:
			return finding(w, "the pattern is %d, but the smallest %s that proves it is %d", got[i].Pattern, w.Rule, w.Pattern)
		}
	}
	for _, g := range got {
		if find(want, g) < 0 {
			return finding(g, "no %s proves %s here", g.Rule, name(g.Candidate()))
		}
	}
	return nil
}

// shown returns the evidence of a deduction, without its step. For a technique from a file it leaves out what the view evidence
// decodes from the key, because an outcome has only what is stored.
func (x *comparison) shown(d *setdoku.Deduction) []setdoku.Evidence {
	t, _ := x.techniques.Find(d.Technique)
	rows := make([]setdoku.Evidence, 0, len(d.Evidence))
	for _, e := range d.Evidence {
		if e.Step = 0; t.Family != catalogue.UserFamily || e.Ordinal < 100 || e.Ordinal > 1000 {
			rows = append(rows, e)
		}
	}
	return rows
}

// continues returns a finding if another step follows the attempt.
func (x *comparison) continues(a audit.Attempt) *Finding {
	if len(x.made.Steps) <= a.LastStep-x.before {
		return nil
	}
	want := &x.made.Steps[a.LastStep-x.before]
	return &Finding{Step: a.LastStep, Table: "attempt", Row: fmt.Sprintf("run %d", a.Run),
		Problem: fmt.Sprintf("the run ends after step %d and skips %s, which %s", a.LastStep, want.Rule, summary(want))}
}

// end compares how the puzzle ended, unless something followed the attempt. Trees are compared if one engine made both.
func (x *comparison) end(a audit.Attempt, made *audit.Record, trees bool) *Finding {
	r := x.c.r
	if a.LastStep < r.Steps || r.RunID != a.Run || r.Status == setdoku.StatusNew || len(x.c.attempts) > 1 {
		return nil
	}
	columns := []puzzleColumn{{"status", r.Status, made.Status}, {"solution", r.Solution, made.Solution}, {"depth", depth(r.Depth), depth(made.Depth)}}
	if a.FirstStep == 1 {
		columns = append(columns, puzzleColumn{"score", r.Score, made.Score}, puzzleColumn{"hardest", r.Hardest, made.Hardest}, puzzleColumn{"level", r.Level, made.Level},
			puzzleColumn{"techniques", r.Techniques, made.Techniques}, puzzleColumn{"technique_steps", r.TechniqueSteps, made.TechniqueSteps})
	}
	if list := differences(r.Steps, columns); len(list) > 0 {
		return list[0]
	}
	if f := candidateRows.compare(r.Steps, made.Candidates, r.Candidates); f != nil {
		return f
	}
	for i, c := range made.Contradictions {
		c.Step += x.before
		if len(r.Contradictions) <= i || r.Contradictions[i] != c {
			return contradictionFinding(c, "the row should say that %s", c)
		}
	}
	if !trees || x.run.Audit != setdoku.AuditFull {
		return nil
	}
	branches := slices.Clone(made.Branches)
	for i := range branches {
		branches[i].Engine = x.run.Engine
	}
	return branchRows.compare(r.Steps, branches, r.Branches)
}

func depth(n *int) any {
	if n == nil {
		return "NULL"
	}
	return *n
}

// summary describes what a step did. It names one or two deductions.
func summary(s *setdoku.Step) string {
	verb, names := "places", []string(nil)
	for _, c := range placed(s, 0, false) {
		names = append(names, c.Candidate().Placement())
	}
	if names == nil {
		verb = "eliminates"
		for _, c := range eliminated(s, 0) {
			names = append(names, c.Candidate().Elimination())
		}
	}
	switch len(names) {
	case 0:
		return "ends the puzzle"
	case 1:
		return verb + " " + names[0]
	case 2:
		return verb + " " + names[0] + " and " + names[1]
	}
	return fmt.Sprintf("%s %s and %d more", verb, names[0], len(names)-1)
}
