package verify

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
)

// force returns the record of a run with singles and one technique of the family, of which each step of the technique
// has the rows that an engine writes.
func force(t *testing.T, c *Checker, givens setdoku.Grid, technique string, audit setdoku.Audit) *setdoku.Record {
	t.Helper()
	singles := setdoku.Run{ID: 1, Techniques: names(singlesOnly), Audit: audit}
	r := mustSolve(t, c, setdoku.State{Givens: givens}, singles)
	for r.Status == setdoku.StatusStuck {
		step := finder(technique).stepIn(t, stateOf(t, r))
		if len(step.found) == 0 {
			return r
		}
		r.Steps++
		first := r.Steps
		if audit != setdoku.AuditNone {
			r.StepRows = append(r.StepRows, setdoku.Step{Step: r.Steps, Rule: technique, Eliminations: len(step.found), Run: 1})
		}
		shown := map[int64]bool{}
		for _, d := range step.found {
			r.Candidates = slices.DeleteFunc(r.Candidates, func(x setdoku.Candidate) bool { return x.Cell == d.Cell && x.Digit == d.Digit })
			if audit != setdoku.AuditFull {
				continue
			}
			r.Eliminations = append(r.Eliminations, setdoku.Change{Step: r.Steps, Cell: d.Cell, Digit: d.Digit, Rule: technique, Pattern: d.Pattern})
			if !shown[d.Pattern] {
				shown[d.Pattern] = true
				for _, row := range step.rows[d.Pattern] {
					row.Step = r.Steps
					r.Evidence = append(r.Evidence, row)
				}
			}
		}
		x := c.technique(technique)
		r.Score += x.Weight
		if r.Hardest == "" || harder(x, c.technique(r.Hardest)) {
			r.Hardest, r.Level = x.Name, x.Level
		}
		r.Techniques = sum(t, c, r.Techniques, fmt.Sprintf(`{%q:%d}`, technique, len(step.found)))
		r.TechniqueSteps = sum(t, c, r.TechniqueSteps, fmt.Sprintf(`{%q:1}`, technique))
		r = goOn(t, c, r, singles)
		last := &r.Attempts[len(r.Attempts)-1]
		last.FirstStep = min(first, last.FirstStep)
		if n := len(r.Attempts); n > 1 {
			r.Attempts[n-2].LastStep = last.LastStep
			r.Attempts = r.Attempts[:n-1]
		}
	}
	return r
}

// TestForcingRecords checks whole records of each technique, and finds false rows in them.
func TestForcingRecords(t *testing.T) {
	for _, x := range forcingNames {
		t.Run(x.name, func(t *testing.T) {
			run := setdoku.Run{ID: 1, Techniques: append(names(singlesOnly), x.name), Audit: setdoku.AuditFull}
			c := mustNewHard(t, run)
			states := forcingStates(t, 1)
			for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
				run.Audit = audit
				if err := mustNewHard(t, run).Check(force(t, c, states[0].Givens, x.name, audit)); err != nil {
					t.Errorf("audit %s: %v", audit, err)
				}
			}
			sound := force(t, c, states[0].Givens, x.name, setdoku.AuditFull)
			if sound.Status != setdoku.StatusSolved {
				t.Fatalf("the puzzle is %s, want solved", sound.Status)
			}
			step, first, shown := statedAt(sound, x.name)
			row := slices.IndexFunc(sound.StepRows, func(s setdoku.Step) bool { return s.Step == step })
			last := shown
			for last+1 < len(sound.Evidence) && sound.Evidence[last+1].Step == step && sound.Evidence[last+1].Pattern == sound.Evidence[shown].Pattern {
				last++
			}
			finds := forcingKinds[x.name].inner == nil
			less := "evidence" // the rows of its pattern are there still
			if finds {
				less = "step"
			}
			runTamperings(t, c, sound, []tampering{
				{"an elimination less", func(r *setdoku.Record) {
					gone := r.Eliminations[first].Pattern
					r.Eliminations = slices.DeleteFunc(r.Eliminations, func(e setdoku.Change) bool { return e.Step == step && e.Pattern == gone })
					r.StepRows[row].Eliminations -= len(sound.Eliminations) - len(r.Eliminations)
				}, less},
				{"an elimination more", func(r *setdoku.Record) {
					e := r.Eliminations[first]
					e.Digit = solutionDigit(r, e.Cell)
					r.Eliminations = append(r.Eliminations, e)
					r.StepRows[row].Eliminations++
				}, map[bool]string{true: "step", false: "elimination"}[finds]},
				{"another pattern", func(r *setdoku.Record) {
					was := r.Eliminations[first].Pattern
					for i := range r.Eliminations {
						if e := &r.Eliminations[i]; e.Step == step && e.Pattern == was {
							e.Pattern++
						}
					}
					for i := range r.Evidence {
						if e := &r.Evidence[i]; e.Step == step && e.Pattern == was {
							e.Pattern++
						}
					}
				}, map[bool]string{true: "elimination", false: "evidence"}[finds]},
				{"no rows", func(r *setdoku.Record) {
					r.Evidence = slices.DeleteFunc(r.Evidence, func(e setdoku.Evidence) bool { return e.Step == step })
				}, "evidence"},
				{"the first row gone", func(r *setdoku.Record) { r.Evidence = slices.Delete(r.Evidence, shown, shown+1) }, "evidence"},
				{"the last row gone", func(r *setdoku.Record) { r.Evidence = slices.Delete(r.Evidence, last, last+1) }, "evidence"},
				{"a row twice", func(r *setdoku.Record) { r.Evidence = append(r.Evidence, r.Evidence[last]) }, "evidence"},
				{"two rows swapped", func(r *setdoku.Record) {
					a, b := &r.Evidence[last-1], &r.Evidence[last]
					a.Role, a.Cell, a.Digit, a.Unit, b.Role, b.Cell, b.Digit, b.Unit = b.Role, b.Cell, b.Digit, b.Unit, a.Role, a.Cell, a.Digit, a.Unit
				}, "evidence"},
				{"another cell assumed", func(r *setdoku.Record) {
					for i := shown; i <= last; i++ {
						if e := &r.Evidence[i]; e.Role == "assume" {
							e.Cell = otherCell(e.Cell)
							return
						}
					}
				}, "evidence"},
			})
		})
	}
}
