package verify

import (
	"slices"
	"testing"

	"setdoku/internal/grid"
)

// TestTamperingAttempts moves puzzles to other runs and takes their steps away. A run beside theirs selects
// the same techniques and keeps no steps, so that nothing but the attempts tells the two apart.
func TestTamperingAttempts(t *testing.T) {
	for _, audit := range []string{auditFull, auditSteps} {
		t.Run(audit, func(t *testing.T) {
			kept := Run{ID: 1, Techniques: names(everything), Audit: audit}
			none := Run{ID: 2, Techniques: names(everything), Audit: auditNone}
			shell := Run{ID: 3, Techniques: names(everything), Audit: auditFull, Shell: true}
			c := mustNew(t, kept, none, shell, Run{ID: 4, Techniques: names(singlesOnly), Audit: auditNone})
			withoutSteps := func(r *Record) {
				r.StepRows, r.Eliminations, r.Evidence = nil, nil, nil
				for i := range r.Placements {
					r.Placements[i].Pattern = 0
				}
			}
			_, solved := pick(t, c, kept, "is solved with an elimination", func(r *Record) bool {
				return r.Status == statusSolved && uses(r, "pointing")
			})
			changes := []tampering{
				{"all steps deleted", withoutSteps, "step"},
				{"another run", func(r *Record) { r.RunID = 2 }, "puzzle"},
				{"another run, and all steps deleted", func(r *Record) { withoutSteps(r); r.RunID = 2 }, "puzzle"},
				{"another attempt, and all steps deleted", func(r *Record) { withoutSteps(r); r.Attempts[0].Run = 2 }, "puzzle"},
				{"another run and attempt", func(r *Record) { r.RunID, r.Attempts[0].Run = 2, 2 }, "step"},
				{"no attempt", func(r *Record) { r.Attempts = nil }, "puzzle"},
				{"an attempt of a run that is none", func(r *Record) { r.Attempts[0].Run = 9 }, "attempt"},
				{"an attempt of the shell", func(r *Record) { r.RunID, r.Attempts[0].Run = 3, 3 }, "attempt"},
				{"the run of the shell", func(r *Record) { r.RunID = 3 }, "puzzle"},
				{"an attempt twice", func(r *Record) { r.Attempts = append(r.Attempts, r.Attempts[0]) }, "attempt"},
				{"an attempt before the first step", func(r *Record) { r.Attempts[0].FirstStep = 0 }, "attempt"},
				{"an attempt that ends before it begins", func(r *Record) { r.Attempts[0].LastStep = -1 }, "attempt"},
				{"an attempt that begins later", func(r *Record) { r.Attempts[0].FirstStep++ }, "step"},
				{"an attempt that ends earlier", func(r *Record) { r.Attempts[0].LastStep-- }, "attempt"},
				{"an attempt that ends later", func(r *Record) { r.Attempts[0].LastStep++ }, "attempt"},
				{"an attempt after the end", func(r *Record) {
					r.RunID = 2
					r.Attempts = append(r.Attempts, Attempt{r.Steps + 2, r.Steps + 1, 2})
				}, "attempt"},
				{"two attempts in place of one", func(r *Record) {
					r.Attempts = []Attempt{{1, 2, 1}, {3, r.Steps, 1}}
				}, "attempt"},
				{"the first steps of a run that keeps none", func(r *Record) {
					r.StepRows = slices.DeleteFunc(r.StepRows, func(s Step) bool { return s.Step < 3 })
				}, "step"},
			}
			runTamperings(t, c, solved, changes)

			s := shape{}.cells(digits(1, 2), 11)
			stuck := mustSolve(t, c, s.s, kept)
			if stuck.Status != statusStuck || stuck.Steps != 0 {
				t.Fatalf("%s after %d steps, want stuck at once", stuck.Status, stuck.Steps)
			}
			runTamperings(t, c, stuck, []tampering{
				{"another run that made no step", func(r *Record) { r.RunID = 2 }, "puzzle"},
				{"an attempt of another run that made no step", func(r *Record) { r.Attempts[0].Run = 2 }, "puzzle"},
				{"no run", func(r *Record) { r.RunID = 0 }, "puzzle"},
			})
		})
	}
}

// TestAttemptsOfSeveralRuns accepts attempts that made no step, and one run that attempted a puzzle twice
// because somebody played in between.
func TestAttemptsOfSeveralRuns(t *testing.T) {
	singles := Run{ID: 1, Techniques: names(singlesOnly), Audit: auditNone}
	all := Run{ID: 2, Techniques: names(everything), Audit: auditSteps}
	c := mustNew(t, singles, all)
	p, stuck := pick(t, c, singles, "is stuck after some singles", func(r *Record) bool {
		return r.Status == statusStuck && r.Steps > 1
	})
	again := goOn(t, c, stuck, singles)
	if err := c.Check(again); err != nil || len(again.Attempts) != 2 || again.Attempts[1].LastStep != again.Steps {
		t.Errorf("attempts %v, error %v, want a second that made no step", again.Attempts, err)
	}
	_, solution := bruteOf(t, p)
	cell := stuck.Candidates[0].Cell
	played := place(t, stuck, cell, solution[grid.Index(cell)])
	for _, r := range []*Record{goOn(t, c, played, singles), goOn(t, c, goOn(t, c, played, singles), all)} {
		if err := c.Check(r); err != nil {
			t.Errorf("attempts %v: %v", r.Attempts, err)
		}
	}
	early := goOn(t, c, played, all)
	early.Attempts[0].LastStep--
	early.Attempts[1].FirstStep--
	wantFinding(t, c.Check(early), "attempt")
}
