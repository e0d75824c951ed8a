package verify

import (
	"cmp"
	"fmt"

	"setdoku"
)

// Stretch is a range of the steps of an attempt that another engine has made a second time. Without steps, Last is
// First - 1.
type Stretch struct {
	First, Last int
	Run         int64
	// Absent are the techniques of the run that the other engine does not have.
	Absent map[string]bool
}

// CompareRemade compares a stretch with made, the record of another engine that started from the same state. The
// steps of made count from 1. It stops at the end of the stretch, at the first difference, or at a step of an
// absent technique. It accepts such a step without a check. If the run has less than full audit, it compares the
// rows that the run has kept and takes the others from made. same is the number of steps compared.
func (c *Checker) CompareRemade(s *History, x Stretch, made *setdoku.Record) (same int, f *Finding) {
	countFrom(made, x.First-1)
	a := comparison{c: c, run: c.runs[x.Run], made: NewHistory(made)}
	for n := x.First; n <= x.Last; n++ {
		got, want := s.take(n), a.made.take(n)
		if len(got.steps) > 0 && x.Absent[got.steps[0].Rule] {
			s.apply(got)
			c.count(s, got.steps)
			s.unknown = s.unknown || a.run.audit != setdoku.AuditFull
			return same, a.skippedTechnique(got.steps[0], want)
		}
		if f := a.differs(n, got, want); f != nil {
			return same, f
		}
		s.apply(want)
		c.count(s, want.steps)
		same++
	}
	if f := a.continues(x); f != nil {
		return same, f
	}
	return same, a.end(s, x)
}

// CompareRating compares the rating of a puzzle with the rating of the steps read so far. Call it only after all
// steps were read and compared.
func (c *Checker) CompareRating(s *History) *Finding {
	if s.record.Status == setdoku.StatusNew || s.unknown {
		return nil
	}
	var want setdoku.Record
	s.rated.write(&want)
	list := differences(s.done, "is %v, but the remade steps give %v", []puzzleColumn{
		{"score", s.record.Score, want.Score},
		{"hardest", s.record.Hardest, want.Hardest},
		{"techniques", s.record.Techniques, want.Techniques},
		{"technique_steps", s.record.TechniqueSteps, want.TechniqueSteps},
	})
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// comparison compares the rows of a run with the rows that another engine has made.
type comparison struct {
	c    *Checker
	run  *selection
	made *History
}

// differs returns a finding for the first row of step n that differs between got and want.
func (a *comparison) differs(n int, got, want stepRows) *Finding {
	if a.run.audit == setdoku.AuditNone {
		return cellTable().compare(n, want.cells, got.cells)
	}
	if len(got.steps) == 0 {
		return &Finding{Step: n, Table: "step", Row: fmt.Sprintf("step %d", n), Problem: "the row is missing"}
	}
	g := got.steps[0]
	if len(want.steps) == 0 {
		return rowFinding(g, "the pattern is no %s here: no technique of run %d finds anything", g.Rule, a.run.id)
	}
	if f := a.skippedTechnique(g, want); f != nil {
		return f
	}
	w := want.steps[0]
	switch {
	case g.Rule != w.Rule:
		return rowFinding(g, "the pattern is no %s here: the first technique to find anything is %s, which %s", g.Rule, w.Rule, want.summary())
	case a.run.audit == setdoku.AuditFull:
		if f := samePass(n, w.Rule, got.deductions(), want.deductions()); f != nil {
			return f
		}
		if f := cmp.Or(placementTable().compare(n, want.placements, got.placements), evidenceTable().compare(n, want.evidence, got.evidence)); f != nil {
			return f
		}
	}
	g.Run = w.Run
	return cmp.Or(cellTable().compare(n, want.cells, got.cells), stepTable().compare(n, want.steps, []setdoku.Step{g}))
}

// skippedTechnique returns a finding if the other engine made its step with an easier technique than that of row
// g.
func (a *comparison) skippedTechnique(g setdoku.Step, want stepRows) *Finding {
	if len(want.steps) == 0 {
		return nil
	}
	w := want.steps[0].Rule
	if a.c.techniques[w].Tier >= a.c.techniques[g.Rule].Tier {
		return nil
	}
	return rowFinding(g, "%s skips %s, which %s", g.Rule, w, want.summary())
}

// samePass compares the deductions of a step with all that its technique proves.
func samePass(n int, rule string, got, want []Conclusion) *Finding {
	table := func(d Conclusion) string {
		if d.Placement {
			return "placement"
		}
		return "elimination"
	}
	finding := func(d Conclusion, problem string, args ...any) *Finding {
		return &Finding{Step: n, Table: table(d), Row: cellDigit(d.Cell, d.Digit), Problem: fmt.Sprintf(problem, args...)}
	}
	type subject struct {
		Placement bool
		Cell      int
		Digit     uint8
	}
	patterns := map[subject]int64{}
	for _, d := range got {
		patterns[subject{d.Placement, d.Cell, d.Digit}] = d.Pattern
	}
	for _, d := range want {
		key := subject{d.Placement, d.Cell, d.Digit}
		pattern, there := patterns[key]
		delete(patterns, key)
		switch {
		case !there:
			return finding(d, "the step leaves out %s, which %s proves", d.named(), rule)
		case pattern != d.Pattern:
			return finding(d, "the pattern is %d, but the smallest %s that proves it is %d", pattern, rule, d.Pattern)
		}
	}
	for _, d := range got {
		if _, surplus := patterns[subject{d.Placement, d.Cell, d.Digit}]; surplus {
			return finding(d, "no %s proves %s here", rule, d.named())
		}
	}
	return nil
}

// continues returns a finding if the other engine makes a further step after the stretch.
func (a *comparison) continues(x Stretch) *Finding {
	want := a.made.take(x.Last + 1)
	if len(want.steps) == 0 {
		return nil
	}
	w := want.steps[0].Rule
	return &Finding{Step: x.Last, Table: "attempt", Row: fmt.Sprintf("run %d", x.Run),
		Problem: fmt.Sprintf("the run ends after step %d and skips %s, which %s", x.Last, w, want.summary())}
}

// end compares how the puzzle ended. It does so only if no step follows the stretch.
func (a *comparison) end(s *History, x Stretch) *Finding {
	got, made := s.record, a.made.record
	if x.Last < got.Steps || got.RunID != x.Run || got.Status == setdoku.StatusNew {
		return nil
	}
	if got.Status != made.Status {
		return puzzleFinding(x.Last, "status", "is %v, but the remade puzzle is %v", got.Status, made.Status)
	}
	if got.Solution != made.Solution {
		return puzzleFinding(x.Last, "solution", "is %v, but the remade solution is %v", got.Solution, made.Solution)
	}
	return contradictionTable().compare(x.Last, made.Contradictions, got.Contradictions)
}

// summary describes what a step did. It names one or two deductions.
func (rows *stepRows) summary() string {
	list := rows.deductions()
	if len(list) == 0 {
		return "ends the puzzle"
	}
	verb := "eliminates"
	if list[0].Placement {
		verb = "places"
	}
	text := verb + " " + list[0].named()
	switch more := len(list) - 1; {
	case more == 1:
		text += " and " + list[1].named()
	case more > 1:
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func rowFinding(row setdoku.Step, problem string, args ...any) *Finding {
	return &Finding{Step: row.Step, Table: "step", Row: fmt.Sprintf("step %d", row.Step), Problem: fmt.Sprintf(problem, args...)}
}
