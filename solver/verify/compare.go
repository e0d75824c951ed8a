package verify

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/store/record"
)

// comparison compares an attempt with the path that was made again.
type comparison struct {
	*checker
	c      *replay
	run    record.Run
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
		return stepFinding(n, "the pattern is no %s here: the first technique to find anything is %s, which %s",
			got.Rule, want.Rule, summary(want))
	case x.run.Audit != setdoku.AuditNone && got.Rounds != want.Rounds:
		return stepFinding(n, "the row says %d rounds, but %s needs %d", got.Rounds, want.Rule, want.Rounds)
	case x.run.Audit == setdoku.AuditFull:
		return x.samePass(n, got, want)
	}
	if f := sameChanges(n, "cell", got, want, false); f != nil || x.run.Audit == setdoku.AuditNone {
		return f
	}
	row := x.c.r.StepRows[slices.IndexFunc(x.c.r.StepRows, func(s record.StepRow) bool { return s.Step == n })]
	if _, eliminations := record.Counts(want); row.Eliminations != eliminations {
		return stepFinding(n, "the row says %d eliminations, but %s makes %d", row.Eliminations, want.Rule,
			eliminations)
	}
	return nil
}

// samePass compares all that a step did with all that its technique proves. Nearly always they are equal row for row.
func (x *comparison) samePass(n int, got, want *setdoku.Step) *Finding {
	if slices.EqualFunc(got.Deductions, want.Deductions, sameDeduction) {
		return nil
	}
	for _, table := range []string{"cell", "elimination"} {
		if f := sameChanges(n, table, got, want, true); f != nil {
			return f
		}
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
	return a.Pattern == b.Pattern && slices.Equal(a.Placements, b.Placements) &&
		slices.Equal(a.Eliminations, b.Eliminations) &&
		slices.EqualFunc(a.Evidence, b.Evidence, func(a, b setdoku.Evidence) bool {
			a.Step = b.Step
			return a == b
		})
}

// sameChanges compares the placements of step n, for the table cell, or its eliminations, and with patterns also their
// patterns.
func sameChanges(n int, table string, got, want *setdoku.Step, patterns bool) *Finding {
	name := setdoku.Candidate.Elimination
	if table == "cell" {
		name = setdoku.Candidate.Placement
	}
	is, should := changedBy(got, table), changedBy(want, table)
	find := func(list []record.Change, c record.Change) int {
		return slices.IndexFunc(list, func(o record.Change) bool { return o.Candidate() == c.Candidate() })
	}
	for _, w := range should {
		switch i := find(is, w); {
		case i < 0:
			return finding(n, table, cellDigit(w.Cell, w.Digit), "the step leaves out %s, which %s proves",
				name(w.Candidate()), w.Rule)
		case patterns && is[i].Pattern != w.Pattern:
			return finding(n, table, cellDigit(w.Cell, w.Digit),
				"the pattern is %d, but the smallest %s that proves it is %d", is[i].Pattern, w.Rule, w.Pattern)
		}
	}
	for _, g := range is {
		if find(should, g) < 0 {
			return finding(n, table, cellDigit(g.Cell, g.Digit), "no %s proves %s here", g.Rule, name(g.Candidate()))
		}
	}
	return nil
}

// changedBy returns the placements of a step, for the table cell, or its eliminations, by pattern.
func changedBy(s *setdoku.Step, table string) (list []record.Change) {
	for _, d := range s.Deductions {
		changed := []setdoku.Candidate(d.Eliminations)
		if table == "cell" {
			changed = d.Placements
		}
		for _, c := range changed {
			list = append(list, record.Change{Cell: c.Cell, Digit: c.Digit, Rule: s.Rule, Pattern: d.Pattern})
		}
	}
	return list
}

// shown returns the evidence of a deduction, without its step. For a technique from a file it leaves out what the view
// evidence decodes from the key, because an outcome has only what is stored.
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
func (x *comparison) continues(a record.Attempt) *Finding {
	if len(x.made.Steps) <= a.LastStep-x.before {
		return nil
	}
	want := &x.made.Steps[a.LastStep-x.before]
	return finding(a.LastStep, "attempt", fmt.Sprintf("run %d", a.Run),
		"the run ends after step %d and skips %s, which %s", a.LastStep, want.Rule, summary(want))
}

// end compares how the puzzle ended, if this attempt ended it and recordCheck has not judged that.
func (x *comparison) end(a record.Attempt, made *record.Puzzle) Findings {
	r := x.c.r
	if !x.c.endsAgain() || a != x.c.lastAttempt() {
		return nil
	}
	columns := []puzzleColumn{{"status", r.Status, made.Status}, {"solution", r.Solution, made.Solution},
		{"depth", depth(r.Depth), depth(made.Depth)}}
	if a.FirstStep == 1 {
		columns = append(columns, puzzleColumn{"score", r.Score, made.Score},
			puzzleColumn{"rounds", r.Rounds, made.Rounds},
			puzzleColumn{"hardest", r.Hardest, made.Hardest}, puzzleColumn{"level", r.Level, made.Level},
			puzzleColumn{"techniques", r.Techniques(), made.Techniques()},
			puzzleColumn{"technique_steps", r.TechniqueSteps(), made.TechniqueSteps()})
	}
	if list := differences(r.Steps, columns); len(list) > 0 {
		return list
	}
	if f := candidateRows.compare(r.Steps, made.Candidates, r.Candidates); f != nil && len(r.Candidates) > 0 {
		return some(f)
	}
	for i, c := range made.Contradictions {
		c.Step += x.before
		if len(r.Contradictions) <= i || r.Contradictions[i] != c {
			return some(contradictionFinding(c, "the row should say that %s", c))
		}
	}
	if n := len(made.Contradictions); n < len(r.Contradictions) {
		return some(contradictionFinding(r.Contradictions[n], "the row is there, but the puzzle is %s", r.Status))
	}
	return nil
}

func depth(n *int) any {
	if n == nil {
		return "NULL"
	}
	return *n
}

// summary describes what a step did. It names one or two deductions.
func summary(s *setdoku.Step) string {
	verb := "eliminates"
	if placements, _ := record.Counts(s); placements > 0 {
		verb = "places"
	}
	var names []string
	for _, d := range s.Deductions {
		names = append(names, d.Names()...)
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
