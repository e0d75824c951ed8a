package verify

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// Selections of the runs of these tests. Only the first has techniques that verify does not search for.
func withWings() []string { return append(names(everything), "xy_wing", "my_wing") }

func withSearch() []string {
	return append(names(everything), "bug_plus_1", "template_set", "template_delete", setdoku.RuleForcing, setdoku.RuleSearch)
}

// wing is an xy-wing at the end of a record.
type wing struct {
	eliminations []setdoku.Candidate
	pattern      int64
}

// rows returns the evidence of the wing. For a user's technique it has a row for each cell.
func (w *wing) rows(technique string, step int) (rows []setdoku.Evidence) {
	if technique == "xy_wing" {
		rows = redecoded(sqlfiles.KeyNamed(technique), nil, []Conclusion{{Pattern: w.pattern}})
	} else {
		for k, divisor := range []int64{10000, 100, 1} {
			rows = append(rows, setdoku.Evidence{Pattern: w.pattern, Ordinal: k + 1, Role: "cell", Cell: int(w.pattern / divisor % 100)})
		}
	}
	for k := range rows {
		rows[k].Step = step
	}
	return rows
}

// findWing returns the first xy-wing among the candidates at the end of r, or nil.
func findWing(t *testing.T, r *setdoku.Record) *wing {
	t.Helper()
	p := newPosition(stateOf(t, r))
	var pairs []int
	for i, m := range p.marks {
		if m.Count() == 2 {
			pairs = append(pairs, i)
		}
	}
	for _, pivot := range pairs {
		for _, a := range pairs {
			for _, b := range pairs {
				all := p.marks[pivot] | p.marks[a] | p.marks[b]
				common := p.marks[a] & p.marks[b] &^ p.marks[pivot]
				if a >= b || all.Count() != 3 || common.Count() != 1 || !setdoku.SeeEachOther(pivot, a) || !setdoku.SeeEachOther(pivot, b) {
					continue
				}
				w := &wing{}
				for i, m := range p.marks {
					if m&common != 0 && i != a && i != b && setdoku.SeeEachOther(i, a) && setdoku.SeeEachOther(i, b) {
						w.eliminations = append(w.eliminations, setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: common.Lowest()})
					}
				}
				if len(w.eliminations) > 0 {
					w.pattern = int64((setdoku.CellNumber(pivot)*100+setdoku.CellNumber(a))*100 + setdoku.CellNumber(b))
					return w
				}
			}
		}
	}
	return nil
}

// fly appends the wing as a step of the technique, as far as the audit of the run keeps it. It then continues with
// the techniques of run that verify searches for.
func fly(t *testing.T, c *Checker, r *setdoku.Record, w *wing, technique string, run setdoku.Run) *setdoku.Record {
	t.Helper()
	r = clone(r)
	r.Steps++
	if run.Audit != setdoku.AuditNone {
		r.StepRows = append(r.StepRows, setdoku.Step{Step: r.Steps, Rule: technique, Placements: 0, Eliminations: len(w.eliminations), Run: run.ID})
	}
	for _, x := range w.eliminations {
		if run.Audit == setdoku.AuditFull {
			r.Eliminations = append(r.Eliminations, setdoku.Change{Step: r.Steps, Cell: x.Cell, Digit: x.Digit, Rule: technique, Pattern: w.pattern})
		}
		r.Candidates = slices.DeleteFunc(r.Candidates, func(live setdoku.Candidate) bool { return live == x })
	}
	if run.Audit == setdoku.AuditFull {
		r.Evidence = append(r.Evidence, w.rows(technique, r.Steps)...)
	}
	x := c.technique(technique)
	r.Score += x.Weight
	if r.Hardest == "" || harder(x, c.technique(r.Hardest)) {
		r.Hardest, r.Level = x.Name, x.Level
	}
	r.Techniques = sum(t, c, r.Techniques, `{"`+technique+`":`+strconv.Itoa(len(w.eliminations))+`}`)
	r.TechniqueSteps = sum(t, c, r.TechniqueSteps, `{"`+technique+`":1}`)
	run.Techniques = slices.DeleteFunc(slices.Clone(run.Techniques), func(name string) bool { return strings.HasSuffix(name, "wing") && name != "x_wing" })
	first := r.Steps
	r = goOn(t, c, r, run)
	r.Attempts[len(r.Attempts)-1].FirstStep = first // the wing belongs to the same attempt
	return r
}

// flown returns a record with an xy-wing and later placements. Its run has number 1, this audit, and the
// techniques of withWings.
func flown(t *testing.T, technique string, audit setdoku.Audit) (*Checker, *setdoku.Record) {
	t.Helper()
	run := setdoku.Run{ID: 1, Techniques: withWings(), Audit: audit}
	c := mustNewHard(t, run, setdoku.Run{ID: 2, Techniques: names(everything), Audit: audit})
	basic := setdoku.Run{ID: 1, Techniques: names(everything), Audit: audit}
	for seed := uint64(20); seed < 60; seed++ {
		puzzles, _ := generate(t, seed, 6)
		for _, p := range puzzles {
			r := mustSolve(t, c, setdoku.State{Givens: p}, basic)
			if r.Status != setdoku.StatusStuck || r.Steps == 0 {
				continue
			}
			if w := findWing(t, r); w != nil {
				if after := fly(t, c, r, w, technique, run); after.Status == setdoku.StatusSolved && slices.ContainsFunc(after.Cells, func(x setdoku.FilledCell) bool { return x.Step > r.Steps }) {
					return c, after
				}
			}
		}
	}
	t.Fatal("no generated puzzle is solved with an xy-wing")
	return nil, nil
}

func TestCheckAcceptsWing(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		for _, technique := range []string{"xy_wing", "my_wing"} {
			c, r := flown(t, technique, audit)
			if err := c.Check(r); err != nil {
				t.Errorf("%s with audit %s: %v", technique, audit, err)
			}
			if err := c.AgainstSolution(r); err != nil {
				t.Errorf("%s with audit %s: %v", technique, audit, err)
			}
		}
	}
}

// statedAt returns the step and the indexes of its first rows.
func statedAt(r *setdoku.Record, rule string) (step, elimination, evidence int) {
	elimination = slices.IndexFunc(r.Eliminations, func(e setdoku.Change) bool { return e.Rule == rule })
	step = r.Eliminations[elimination].Step
	evidence = slices.IndexFunc(r.Evidence, func(e setdoku.Evidence) bool { return e.Step == step })
	return step, elimination, evidence
}

func TestTamperingWing(t *testing.T) {
	c, sound := flown(t, "xy_wing", setdoku.AuditFull)
	step, first, shown := statedAt(sound, "xy_wing")
	row := slices.IndexFunc(sound.StepRows, func(s setdoku.Step) bool { return s.Step == step })
	wrong := 0 // a live candidate of a cell that the wing says nothing about
	for _, x := range sound.Cells {
		if x.Step > step && !slices.ContainsFunc(sound.Eliminations, func(e setdoku.Change) bool { return e.Step == step && e.Cell == x.Cell }) {
			wrong = x.Cell
		}
	}
	pattern := sound.Evidence[shown].Pattern
	runTamperings(t, c, sound, []tampering{
		{"a pincer elsewhere", func(r *setdoku.Record) { r.Evidence[shown+2].Cell = wrong }, "evidence"},
		{"a pincer elsewhere in the pattern too", func(r *setdoku.Record) {
			other := pattern/100*100 + int64(wrong)
			r.Evidence[shown+2].Cell = wrong
			for k := range 3 {
				r.Evidence[shown+k].Pattern = other
			}
			for k := range r.Eliminations {
				if r.Eliminations[k].Step == step {
					r.Eliminations[k].Pattern = other
				}
			}
		}, "evidence"},
		{"a cell that is filled", func(r *setdoku.Record) { r.Evidence[shown].Cell = r.Cells[0].Cell }, "evidence"},
		{"a row less", func(r *setdoku.Record) { r.Evidence = slices.Delete(r.Evidence, shown+2, shown+3) }, "evidence"},
		{"a row in the middle less", func(r *setdoku.Record) { r.Evidence = slices.Delete(r.Evidence, shown+1, shown+2) }, "evidence"},
		{"no rows", func(r *setdoku.Record) { r.Evidence = slices.Delete(r.Evidence, shown, shown+3) }, "evidence"},
		{"ordinals from 2", func(r *setdoku.Record) {
			for k := range 3 {
				r.Evidence[shown+k].Ordinal++
			}
		}, "evidence"},
		{"a row doubled", func(r *setdoku.Record) { r.Evidence = append(r.Evidence, r.Evidence[shown]) }, "evidence"},
		{"a pattern of no elimination", func(r *setdoku.Record) {
			r.Evidence = append(r.Evidence, setdoku.Evidence{Step: step, Pattern: pattern + 1, Ordinal: 1, Role: "cell", Cell: wrong})
		}, "evidence"},
		{"rows of another pattern", func(r *setdoku.Record) {
			for k := range 3 {
				r.Evidence[shown+k].Pattern++
			}
		}, "evidence"},
		{"another role", func(r *setdoku.Record) { r.Evidence[shown].Role = "pincer" }, "evidence"},
		{"a unit that is none", func(r *setdoku.Record) {
			r.Evidence[shown] = setdoku.Evidence{Step: step, Pattern: pattern, Ordinal: 1, Role: "base", Digit: 5, Unit: 28}
		}, "evidence"},
		{"a link that is no candidate", func(r *setdoku.Record) {
			r.Evidence = append(r.Evidence, setdoku.Evidence{Step: step, Pattern: pattern, Ordinal: 301, Role: "link", Cell: r.Cells[0].Cell, Digit: 1})
		}, "evidence"},
		{"pattern 0", func(r *setdoku.Record) { r.Eliminations[first].Pattern = 0 }, "elimination"},
		{"another pattern", func(r *setdoku.Record) { r.Eliminations[first].Pattern = 99 }, "evidence"},
		{"elimination doubled", func(r *setdoku.Record) { r.Eliminations = append(r.Eliminations, r.Eliminations[first]) }, "elimination"},
		{"elimination deleted", func(r *setdoku.Record) { r.Eliminations = slices.Delete(r.Eliminations, first, first+1) }, "step"},
		{"elimination of no candidate", func(r *setdoku.Record) { r.Eliminations[first].Cell = r.Cells[0].Cell }, "elimination"},
		{"elimination elsewhere", func(r *setdoku.Record) {
			r.Eliminations[first].Cell = wrong
			r.Eliminations[first].Digit = solutionDigit(r, wrong)
		}, "elimination"},
		{"elimination's rule", func(r *setdoku.Record) { r.Eliminations[first].Rule = "pointing" }, "step"},
		{"step of another wing", func(r *setdoku.Record) { r.StepRows[row].Rule = "my_wing" }, "step"},
		{"step of a basic technique", func(r *setdoku.Record) { r.StepRows[row].Rule = "x_wing" }, "step"},
		{"step that places", func(r *setdoku.Record) { r.StepRows[row].Placements = 1 }, "step"},
		{"step that takes more", func(r *setdoku.Record) { r.StepRows[row].Eliminations++ }, "step"},
		{"step of a run without wings", func(r *setdoku.Record) { r.StepRows[row].Run = 2 }, "step"},
		{"the wing first, which something easier precedes", func(r *setdoku.Record) {
			renumber(r, func(n *int) {
				switch {
				case *n == step:
					*n = 1
				case *n > 0 && *n < step:
					*n++
				}
			})
		}, "step"},
		{"score", func(r *setdoku.Record) { r.Score-- }, "puzzle"},
		{"techniques", func(r *setdoku.Record) { r.Techniques = strings.Replace(r.Techniques, "xy_wing", "my_wing", 1) }, "puzzle"},
		{"technique steps", func(r *setdoku.Record) {
			r.TechniqueSteps = strings.Replace(r.TechniqueSteps, `"xy_wing":1`, `"xy_wing":2`, 1)
		}, "puzzle"},
	})
}

func solutionDigit(r *setdoku.Record, cell int) uint8 {
	return r.Solution[setdoku.CellIndex(cell)] - '0'
}

// TestUserTechnique accepts rows of any role, or none, for a user's technique.
func TestUserTechnique(t *testing.T) {
	c, sound := flown(t, "my_wing", setdoku.AuditFull)
	step, first, shown := statedAt(sound, "my_wing")
	bare := clone(sound)
	bare.Evidence = slices.Delete(bare.Evidence, shown, shown+3)
	other := clone(sound)
	other.Evidence = append(other.Evidence, setdoku.Evidence{Step: step, Pattern: sound.Evidence[shown].Pattern, Ordinal: 4, Role: "feather", Cell: 11, Digit: 9})
	for _, r := range []*setdoku.Record{sound, bare, other} {
		if err := c.Check(r); err != nil {
			t.Error(err)
		}
	}
	live := sound.Eliminations[first].Cell
	runTamperings(t, c, bare, []tampering{
		{"a digit of the solution", func(r *setdoku.Record) { r.Eliminations[first].Digit = solutionDigit(r, live) }, "elimination"},
		{"no such candidate", func(r *setdoku.Record) { r.Eliminations[first].Digit = 10 }, "elimination"},
	})
	runTamperings(t, c, sound, []tampering{
		{"rows that prove something else", func(r *setdoku.Record) { r.Evidence[shown+2].Cell = r.Evidence[shown+1].Cell }, "elimination"},
		{"a cell that is none", func(r *setdoku.Record) { r.Evidence[shown].Cell = 10 }, "evidence"},
	})
}
