package verify

import (
	"slices"
	"testing"

	"setdoku"
)

// TestTamperingAttempts moves puzzles to other runs and removes their steps. A second run selects the same
// techniques and keeps no steps, so only the attempts distinguish the two.
func TestTamperingAttempts(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps} {
		t.Run(string(audit), func(t *testing.T) {
			kept := setdoku.Run{ID: 1, Techniques: names(everything), Audit: audit}
			none := setdoku.Run{ID: 2, Techniques: names(everything), Audit: setdoku.AuditNone}
			shell := setdoku.Run{ID: 3, Techniques: names(everything), Audit: setdoku.AuditFull, Shell: true}
			c := mustNew(t, kept, none, shell, setdoku.Run{ID: 4, Techniques: names(singlesOnly), Audit: setdoku.AuditNone})
			withoutSteps := func(r *setdoku.Record) {
				r.StepRows, r.Eliminations, r.Evidence = nil, nil, nil
				for i := range r.Placements {
					r.Placements[i].Pattern = 0
				}
			}
			_, solved := pick(t, c, kept, "is solved with an elimination", func(r *setdoku.Record) bool {
				return r.Status == setdoku.StatusSolved && uses(r, "pointing")
			})
			changes := []tampering{
				{"all steps deleted", withoutSteps, "step"},
				{"another run", func(r *setdoku.Record) { r.RunID = 2 }, "puzzle"},
				{"another run, and all steps deleted", func(r *setdoku.Record) { withoutSteps(r); r.RunID = 2 }, "puzzle"},
				{"another attempt, and all steps deleted", func(r *setdoku.Record) { withoutSteps(r); r.Attempts[0].Run = 2 }, "puzzle"},
				{"another run and attempt", func(r *setdoku.Record) { r.RunID, r.Attempts[0].Run = 2, 2 }, "step"},
				{"no attempt", func(r *setdoku.Record) { r.Attempts = nil }, "puzzle"},
				{"an attempt of a run that is none", func(r *setdoku.Record) { r.Attempts[0].Run = 9 }, "attempt"},
				{"an attempt of the shell", func(r *setdoku.Record) { r.RunID, r.Attempts[0].Run = 3, 3 }, "attempt"},
				{"the run of the shell", func(r *setdoku.Record) { r.RunID = 3 }, "puzzle"},
				{"an attempt twice", func(r *setdoku.Record) { r.Attempts = append(r.Attempts, r.Attempts[0]) }, "attempt"},
				{"an attempt before the first step", func(r *setdoku.Record) { r.Attempts[0].FirstStep = 0 }, "attempt"},
				{"an attempt that ends before it begins", func(r *setdoku.Record) { r.Attempts[0].LastStep = -1 }, "attempt"},
				{"an attempt that begins later", func(r *setdoku.Record) { r.Attempts[0].FirstStep++ }, "step"},
				{"an attempt that ends earlier", func(r *setdoku.Record) { r.Attempts[0].LastStep-- }, "attempt"},
				{"an attempt that ends later", func(r *setdoku.Record) { r.Attempts[0].LastStep++ }, "attempt"},
				{"an attempt after the end", func(r *setdoku.Record) {
					r.RunID = 2
					r.Attempts = append(r.Attempts, setdoku.Attempt{FirstStep: r.Steps + 2, LastStep: r.Steps + 1, Run: 2})
				}, "attempt"},
				{"two attempts in place of one", func(r *setdoku.Record) {
					r.Attempts = []setdoku.Attempt{{FirstStep: 1, LastStep: 2, Run: 1}, {FirstStep: 3, LastStep: r.Steps, Run: 1}}
				}, "attempt"},
				{"the first steps of a run that keeps none", func(r *setdoku.Record) {
					r.StepRows = slices.DeleteFunc(r.StepRows, func(s setdoku.Step) bool { return s.Step < 3 })
				}, "step"},
			}
			runTamperings(t, c, solved, changes)

			s := shape{}.cells(digits(1, 2), 11)
			stuck := mustSolve(t, c, s.s, kept)
			if stuck.Status != setdoku.StatusStuck || stuck.Steps != 0 {
				t.Fatalf("%s after %d steps, want stuck at once", stuck.Status, stuck.Steps)
			}
			runTamperings(t, c, stuck, []tampering{
				{"another run that made no step", func(r *setdoku.Record) { r.RunID = 2 }, "puzzle"},
				{"an attempt of another run that made no step", func(r *setdoku.Record) { r.Attempts[0].Run = 2 }, "puzzle"},
				{"no run", func(r *setdoku.Record) { r.RunID = 0 }, "puzzle"},
			})
		})
	}
}

// TestAttemptsOfSeveralRuns accepts attempts that made no step, and a run that attempted a puzzle twice with
// manual steps in between.
func TestAttemptsOfSeveralRuns(t *testing.T) {
	singles := setdoku.Run{ID: 1, Techniques: names(singlesOnly), Audit: setdoku.AuditNone}
	all := setdoku.Run{ID: 2, Techniques: names(everything), Audit: setdoku.AuditSteps}
	c := mustNew(t, singles, all)
	p, stuck := pick(t, c, singles, "is stuck after some singles", func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusStuck && r.Steps > 1
	})
	again := goOn(t, c, stuck, singles)
	if err := c.Check(again); err != nil || len(again.Attempts) != 2 || again.Attempts[1].LastStep != again.Steps {
		t.Errorf("attempts %v, error %v, want a second that made no step", again.Attempts, err)
	}
	_, solution := bruteOf(t, p)
	cell := stuck.Candidates[0].Cell
	played := place(t, stuck, cell, solution[setdoku.CellIndex(cell)])
	for _, r := range []*setdoku.Record{goOn(t, c, played, singles), goOn(t, c, goOn(t, c, played, singles), all)} {
		if err := c.Check(r); err != nil {
			t.Errorf("attempts %v: %v", r.Attempts, err)
		}
	}
	early := goOn(t, c, played, all)
	early.Attempts[0].LastStep--
	early.Attempts[1].FirstStep--
	wantFinding(t, c.Check(early), "attempt")
}
