package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/isomorph"
	"setdoku/solver/proof"
	"setdoku/store/record"
)

// checker checks the records of a database. It does not change, so several goroutines may use it.
type checker struct {
	techniques catalogue.Catalogue // all of the database
	runs       map[int64]record.Run
	again      map[int64]bool // the runs whose attempts are made again, by id
}

// recordCheck follows one record step by step.
type recordCheck struct {
	*checker
	ctx      context.Context
	r        *record.Puzzle
	p        *proof.Prover // while the record is read
	path     *setdoku.Path
	attempts []record.Attempt // by step
	solution setdoku.Grid     // of the givens, once counted
	counted  int              // how many solutions the givens have, at most 2, or -1 if nobody has counted
	partial  bool             // the state is not known, because a run has not stored all rows
	// something depends on the number of solutions, and the search for them gave up
	unchecked bool
	// the player has placed or eliminated something, so the solution of the givens says nothing
	played   bool
	searched bool // a search made a step, and its tree was checked
	multiple bool // a search found several solutions
	bare     int  // patterns without evidence
	hardest  *catalogue.Technique
	score    int
	rounds   int
	uses     map[string]setdoku.Use
	unrated  bool // a step has no row, so its technique is not known
	wrong    Findings
}

// check checks a record.
func (c *checker) check(ctx context.Context, p *proof.Prover, r *record.Puzzle) *recordCheck {
	v := &recordCheck{checker: c, ctx: ctx, r: r, p: p, counted: -1, uses: make(map[string]setdoku.Use)}
	checks := []func() *Finding{v.puzzle, v.rows, v.readAttempts, v.input, v.steps}
	switch {
	case r.Refused != nil:
		checks = []func() *Finding{v.refused}
	case r.Bad != nil:
		checks = []func() *Finding{v.bad}
	}
	for _, check := range checks {
		if v.wrong = some(check()); len(v.wrong) > 0 {
			break
		}
	}
	if len(v.wrong) == 0 && r.Refused == nil {
		v.wrong = append(v.end(), some(v.needed(), v.properties())...)
	}
	for _, f := range v.wrong {
		f.PuzzleID = r.PuzzleID
	}
	return v
}

// refused checks that a row that is not a puzzle was set aside.
func (v *recordCheck) refused() *Finding {
	setAside := len(v.r.Contradictions) == 1 && v.r.Contradictions[0] == setdoku.Contradiction{Kind: record.KindGivens}
	if setAside && v.r.Status == setdoku.StatusInvalid && v.r.Steps == 0 && len(v.r.StepRows) == 0 &&
		len(v.r.Attempts) == 0 {
		return nil
	}
	return puzzleFinding(0, v.r.Refused.Column, "%v", v.r.Refused.Err)
}

// bad returns the finding for a row that cannot be read.
func (v *recordCheck) bad() *Finding {
	b := v.r.Bad
	return finding(int(max(b.Step, 0)), b.Table, "column "+b.Column, "is %s, expected %s", b.Found(), b.Expected)
}

// puzzle checks the texts of the puzzle's row.
func (v *recordCheck) puzzle() *Finding {
	givens, err := record.ReadGivens(v.r.Board(), v.r.Givens)
	switch {
	case err != nil:
		return puzzleFinding(0, "givens", "%v", err)
	case v.r.RunID != 0 && v.runs[v.r.RunID].ID == 0:
		return puzzleFinding(0, "run_id", "run %d is not in the table run", v.r.RunID)
	case v.r.Steps < 0 || v.r.Steps > record.StepsMost:
		return puzzleFinding(0, "steps", "is %d, want 0 to %d", v.r.Steps, record.StepsMost)
	case v.r.Canonical == "":
		return nil
	}
	if form, _ := isomorph.Canonical(givens); v.r.Canonical != form.String() {
		return puzzleFinding(0, "canonical", "is %s, it should be %s", v.r.Canonical, form)
	}
	return nil
}

// rows checks the assumptions of the other checks: cells and digits exist, no candidate has two rows, and no row names
// a step that the puzzle does not have.
func (v *recordCheck) rows() *Finding {
	for _, list := range [2]struct {
		table string
		rows  []record.Change
	}{{"cell", v.r.Placements}, {"elimination", v.r.Eliminations}} {
		var seen [setdoku.CellCount]setdoku.DigitSet
		for _, c := range list.rows {
			f := &Finding{Step: c.Step, Table: list.table, Row: cellDigit(c.Cell, c.Digit)}
			switch {
			case !c.Candidate().Valid():
				f.Problem = "there is no such cell and digit"
			case c.Step < 0 || c.Step > v.r.Steps:
				f.Problem = fmt.Sprintf("the row says step %d, but step %d is the last", c.Step, v.r.Steps)
			case seen[c.Cell.Index()].Has(c.Digit) || list.table == "cell" && seen[c.Cell.Index()] != 0:
				f.Problem = "a row before it is about the same"
			default:
				seen[c.Cell.Index()] |= setdoku.NewDigitSet(c.Digit)
				continue
			}
			return f
		}
	}
	for _, s := range v.r.StepRows {
		if s.Step < 1 || s.Step > v.r.Steps {
			return stepFinding(s.Step, "the row is there, but the puzzle has steps 1 to %d", v.r.Steps)
		}
	}
	for _, e := range v.r.Evidence {
		if e.Step < 1 || e.Step > v.r.Steps {
			return evidenceFinding(e, "the puzzle has steps 1 to %d", v.r.Steps)
		}
	}
	return nil
}

// readAttempts checks that the attempts follow each other, and that the last one made the puzzle's status.
func (v *recordCheck) readAttempts() *Finding {
	v.attempts = slices.SortedFunc(slices.Values(v.r.Attempts),
		func(a, b record.Attempt) int { return cmp.Compare(a.FirstStep, b.FirstStep) })
	next := 1
	for _, a := range v.attempts {
		run, known := v.runs[a.Run]
		problem := ""
		switch {
		case !known:
			problem = "the run is not in the table run"
		case run.Shell:
			problem = "the run is of a shell, which makes no attempts"
		case a.FirstStep < next || a.LastStep < a.FirstStep-1 || a.LastStep > v.r.Steps:
			problem = fmt.Sprintf("it should begin at step %d or later, and end at step %d or earlier", next, v.r.Steps)
		case run.StopAtFirst && a.LastStep > a.FirstStep:
			problem = "the run stops at the first step"
		}
		if problem != "" {
			return attemptFinding(a, "the row says run %d, steps %d to %d: %s", a.Run, a.FirstStep, a.LastStep, problem)
		}
		next = max(a.LastStep, a.FirstStep) + 1
	}
	return v.lastRun()
}

// lastRun checks that the puzzle's run is that of the last attempt. If a shell applied steps after it, the run may be
// the shell's, or none.
func (v *recordCheck) lastRun() *Finding {
	var last record.Attempt
	if n := len(v.attempts); n > 0 {
		last = v.attempts[n-1]
	}
	if v.r.RunID == last.Run {
		return nil
	}
	shell := slices.ContainsFunc(v.r.StepRows,
		func(s record.StepRow) bool { return s.Step > last.LastStep && v.runs[s.Run].Shell })
	if shell && (v.r.RunID == 0 || v.runs[v.r.RunID].Shell) {
		return nil
	}
	return puzzleFinding(last.LastStep, "run_id", "is %d, but run %d made the last attempt", v.r.RunID, last.Run)
}

// input compares the rows of step 0 with the state in which the puzzle was added.
func (v *recordCheck) input() *Finding {
	v.path = v.r.Path(catalogue.DecoderFor(v.r.Start.Board()))
	start := &v.path.Start
	v.played = !start.Plain()
	var want, marks []record.Change
	for i, d := range start.Filled() {
		rule := catalogue.Given
		if start.Givens[i] == 0 {
			rule = setdoku.RuleManual
		}
		if d != 0 {
			want = append(want, record.Change{Cell: setdoku.CellAt(i), Digit: d, Rule: rule})
		}
	}
	if f := changes("cell").compare(0, want, ofStep(v.r.Placements, 0, stepOfChange)); f != nil &&
		len(v.r.Placements) > 0 {
		return f
	}
	var repeat setdoku.Repeat
	if err := start.Check(); errors.As(err, &repeat) {
		return &Finding{Table: "cell", Row: fmt.Sprintf("cell %d", repeat.B), Problem: repeat.Error()}
	}
	live := setdoku.State{Variant: start.Variant, Givens: start.Filled()}.Candidates()
	for i, m := range start.Deleted {
		for m &= live[i]; m != 0; m &= m - 1 {
			marks = append(marks, record.Change{Cell: setdoku.CellAt(i), Digit: m.Lowest(), Rule: catalogue.Given})
		}
	}
	if f := changes("elimination").compare(0, marks, ofStep(v.r.Eliminations, 0, stepOfChange)); f != nil {
		return f
	}
	if err := v.p.Load(start); err != nil {
		return &Finding{Table: "cell", Row: "step 0", Problem: err.Error()}
	}
	return nil
}

// ofStep returns the rows of a step. The rows are sorted by step.
func ofStep[T any](rows []T, n int, step func(T) int) []T {
	low, _ := slices.BinarySearchFunc(rows, n, func(row T, n int) int { return step(row) - n })
	high, _ := slices.BinarySearchFunc(rows[low:], n+1, func(row T, n int) int { return step(row) - n })
	return rows[low : low+high]
}

func stepOfChange(c record.Change) int      { return c.Step }
func stepOfEvidence(e setdoku.Evidence) int { return e.Step }
