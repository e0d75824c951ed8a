package verify

import (
	"cmp"
	"fmt"

	"setdoku"
)

// Stretch is a part of an attempt that was made again: steps First to Last, Last being First - 1 where there are none.
type Stretch struct {
	First, Last int
	Run         int64
	// Absent are the techniques of the run that could not be looked for again.
	Absent map[string]bool
}

// Again compares a stretch of a story with what another engine makes of the state before it: a record whose
// steps count from 1. It goes on to the end of the stretch, or to a step of an absent technique, which it
// believes, and returns the first difference. Below full audit it compares what the run has kept, and
// takes the rest from made. same is the number of steps that it has compared.
func (c *Checker) Again(s *Story, x Stretch, made *setdoku.Record) (same int, f *Finding) {
	countFrom(made, x.First-1)
	a := again{c: c, run: c.runs[x.Run], made: NewStory(made)}
	for n := x.First; n <= x.Last; n++ {
		got, want := s.take(n), a.made.take(n)
		if len(got.steps) > 0 && x.Absent[got.steps[0].Rule] {
			s.apply(got)
			c.count(s, got.steps)
			s.unsure = s.unsure || a.run.audit != setdoku.AuditFull
			return same, a.passedOver(got.steps[0], want)
		}
		if f := a.differs(n, got, want); f != nil {
			return same, f
		}
		s.apply(want)
		c.count(s, want.steps)
		same++
	}
	if f := a.goesOn(x); f != nil {
		return same, f
	}
	return same, a.end(s, x)
}

// Total compares the rating of a puzzle with that of the steps of its story, which must have been told to the end
// and compared in all steps.
func (c *Checker) Total(s *Story) *Finding {
	if s.record.Status == setdoku.StatusNew || s.unsure {
		return nil
	}
	var want setdoku.Record
	s.rated.write(&want)
	return firstDifference(s.done, "is %v, but the steps made again come to %v", []puzzleColumn{
		{"score", s.record.Score, want.Score},
		{"hardest", s.record.Hardest, want.Hardest},
		{"techniques", s.record.Techniques, want.Techniques},
		{"technique_steps", s.record.TechniqueSteps, want.TechniqueSteps},
	})
}

// again holds the rows of a run against those that another engine has made.
type again struct {
	c    *Checker
	run  *selection
	made *Story
}

// differs returns a finding for the first row of step n that is not the same in got and want.
func (a *again) differs(n int, got, want stepRows) *Finding {
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
	if f := a.passedOver(g, want); f != nil {
		return f
	}
	w := want.steps[0]
	switch {
	case g.Rule != w.Rule:
		return rowFinding(g, "the pattern is no %s here: the first technique to find anything is %s, which %s", g.Rule, w.Rule, want.told())
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

// passedOver returns a finding where what was made again is a step of an easier technique than that of row g.
func (a *again) passedOver(g setdoku.Step, want stepRows) *Finding {
	if len(want.steps) == 0 {
		return nil
	}
	w := want.steps[0].Rule
	if a.c.techniques[w].Tier >= a.c.techniques[g.Rule].Tier {
		return nil
	}
	return rowFinding(g, "%s skips %s, which %s", g.Rule, w, want.told())
}

// samePass compares what a pass of a technique did with all that it proves.
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
	type what struct {
		Placement bool
		Cell      int
		Digit     uint8
	}
	patterns := map[what]int64{}
	for _, d := range got {
		patterns[what{d.Placement, d.Cell, d.Digit}] = d.Pattern
	}
	for _, d := range want {
		key := what{d.Placement, d.Cell, d.Digit}
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
		if _, surplus := patterns[what{d.Placement, d.Cell, d.Digit}]; surplus {
			return finding(d, "no %s proves %s here", rule, d.named())
		}
	}
	return nil
}

// goesOn returns a finding where what was made again does not end with the stretch.
func (a *again) goesOn(x Stretch) *Finding {
	want := a.made.take(x.Last + 1)
	if len(want.steps) == 0 {
		return nil
	}
	w := want.steps[0].Rule
	return &Finding{Step: x.Last, Table: "attempt", Row: fmt.Sprintf("run %d", x.Run),
		Problem: fmt.Sprintf("the run ends after step %d and skips %s, which %s", x.Last, w, want.told())}
}

// end compares how the puzzle ended, where the stretch is the last thing that happened to it. With an absent technique
// nobody can tell that it had nothing more to find.
func (a *again) end(s *Story, x Stretch) *Finding {
	got, made := s.record, a.made.record
	if x.Last < got.Steps || got.RunID != x.Run || got.Status == setdoku.StatusNew {
		return nil
	}
	if got.Status != made.Status {
		return puzzleFinding(x.Last, "status", "is %v, but made again the puzzle is %v", got.Status, made.Status)
	}
	if got.Solution != made.Solution {
		return puzzleFinding(x.Last, "solution", "is %v, but made again it is %v", got.Solution, made.Solution)
	}
	return contradictionTable().compare(x.Last, made.Contradictions, got.Contradictions)
}

// told says what a step did, up to two deductions by name.
func (rows *stepRows) told() string {
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
