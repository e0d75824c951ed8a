package verify

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/audit"
	"setdoku/internal/brute"
	"setdoku/internal/isomorph"
	"setdoku/solver/catalogue"
	"setdoku/solver/proof"
	sqlfiles "setdoku/sql"
)

// checker checks the records of a database. It does not change, so several goroutines may use it.
type checker struct {
	techniques catalogue.Catalogue // all of the database
	runs       map[int64]audit.Run
}

// reading follows one record step by step.
type reading struct {
	*checker
	r        *audit.Record
	p        *proof.Prover // while the record is read
	path     *setdoku.Path
	attempts []audit.Attempt // by step
	solution setdoku.Grid    // of the givens, once counted
	counted  int             // how many solutions the givens have, at most 2, or -1 if nobody has counted
	partial  bool            // the state is not known, because a run has not kept all rows
	played   bool            // the player has placed or eliminated something, so the solution of the givens says nothing
	searched bool            // a search made a step, and its tree was checked
	multiple bool            // a search found several solutions
	bare     int             // patterns without evidence
	hardest  *setdoku.Technique
	score    int
	uses     map[string]audit.Use
	unrated  bool // a step has no row, so its technique is not known
	wrong    Findings
}

// check checks a record.
func (c *checker) check(p *proof.Prover, r *audit.Record) *reading {
	v := &reading{checker: c, r: r, p: p, counted: -1, uses: make(map[string]audit.Use)}
	for _, check := range []func() *Finding{v.puzzle, v.rows, v.readAttempts, v.input, v.steps} {
		if v.wrong = some(check()); len(v.wrong) > 0 {
			break
		}
	}
	if len(v.wrong) == 0 {
		v.wrong = v.end()
	}
	for _, f := range v.wrong {
		f.PuzzleID = r.PuzzleID
	}
	return v
}

// puzzle checks the texts of the puzzle's row.
func (v *reading) puzzle() *Finding {
	givens, err := setdoku.ParseLine(v.r.Givens)
	if err == nil {
		err = givens.Check()
	}
	switch {
	case err != nil:
		return puzzleFinding(0, "givens", "%v", err)
	case givens.String() != v.r.Givens:
		return puzzleFinding(0, "givens", "an empty cell must be written '.'")
	case v.r.RunID != 0 && v.runs[v.r.RunID].ID == 0:
		return puzzleFinding(0, "run_id", "run %d is not in the table run", v.r.RunID)
	case v.r.Steps < 0 || v.r.Steps > setdoku.StepsMost:
		return puzzleFinding(0, "steps", "is %d, want 0 to %d", v.r.Steps, setdoku.StepsMost)
	case v.r.Canonical == "":
		return nil
	}
	if form, _ := isomorph.Canonical(givens); v.r.Canonical != form.String() {
		return puzzleFinding(0, "canonical", "is %s, it should be %s", v.r.Canonical, form)
	}
	return nil
}

// rows checks the assumptions of the other checks: cells and digits exist, no candidate has two rows, and no row names a step that the
// puzzle does not have.
func (v *reading) rows() *Finding {
	for _, list := range [2]struct {
		table string
		rows  []audit.Change
	}{{"cell", v.r.Placements}, {"elimination", v.r.Eliminations}} {
		var seen [setdoku.CellCount]setdoku.DigitSet
		for _, c := range list.rows {
			f := &Finding{Step: c.Step, Table: list.table, Row: cellDigit(c.Cell, c.Digit)}
			switch {
			case !c.Candidate().Valid():
				f.Problem = "there is no such cell and digit"
			case c.Step < 0 || c.Step > v.r.Steps:
				f.Problem = fmt.Sprintf("the row says step %d, but step %d is the last", c.Step, v.r.Steps)
			case seen[setdoku.CellIndex(c.Cell)].Has(c.Digit) || list.table == "cell" && seen[setdoku.CellIndex(c.Cell)] != 0:
				f.Problem = "a row before it is about the same"
			default:
				seen[setdoku.CellIndex(c.Cell)] |= setdoku.SetOf(c.Digit)
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
func (v *reading) readAttempts() *Finding {
	v.attempts = slices.SortedFunc(slices.Values(v.r.Attempts), func(a, b audit.Attempt) int { return cmp.Compare(a.FirstStep, b.FirstStep) })
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

// lastRun checks that the puzzle's run is that of the last attempt. If a shell applied steps after it, the run may be the shell's,
// or none.
func (v *reading) lastRun() *Finding {
	var last audit.Attempt
	if n := len(v.attempts); n > 0 {
		last = v.attempts[n-1]
	}
	if v.r.RunID == last.Run {
		return nil
	}
	shell := slices.ContainsFunc(v.r.StepRows, func(s setdoku.StepRow) bool { return s.Step > last.LastStep && v.runs[s.Run].Shell })
	if shell && (v.r.RunID == 0 || v.runs[v.r.RunID].Shell) {
		return nil
	}
	return puzzleFinding(last.LastStep, "run_id", "is %d, but run %d made the last attempt", v.r.RunID, last.Run)
}

// input compares the rows of step 0 with the state in which the puzzle was added.
func (v *reading) input() *Finding {
	v.path = v.r.Path(sqlfiles.Decode)
	start := &v.path.Start
	v.played = !start.Plain()
	var want, marks []audit.Change
	for i, d := range start.Filled() {
		rule := setdoku.RuleGiven
		if start.Givens[i] == 0 {
			rule = setdoku.RuleManual
		}
		if d != 0 {
			want = append(want, audit.Change{Cell: setdoku.CellNumber(i), Digit: d, Rule: rule})
		}
	}
	if f := changes("cell").compare(0, want, ofStep(v.r.Placements, 0, stepOfChange)); f != nil && len(v.r.Placements) > 0 {
		return f
	}
	var repeat setdoku.Repeat
	if err := start.Filled().Check(); errors.As(err, &repeat) {
		return &Finding{Table: "cell", Row: fmt.Sprintf("cell %d", setdoku.CellNumber(repeat.B)), Problem: repeat.Error()}
	}
	live := setdoku.State{Givens: start.Filled()}.Candidates()
	for i, m := range start.Deleted {
		for m &= live[i]; m != 0; m &= m - 1 {
			marks = append(marks, audit.Change{Cell: setdoku.CellNumber(i), Digit: m.Lowest(), Rule: setdoku.RuleGiven})
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

// steps checks the steps one after the other.
func (v *reading) steps() *Finding {
	rows := v.r.StepRows
	for i := range v.path.Steps {
		s := &v.path.Steps[i]
		var row *setdoku.StepRow
		for ; len(rows) > 0 && rows[0].Step == s.Step; rows = rows[1:] {
			if row != nil {
				return stepFinding(s.Step, "the step has two rows")
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
func (v *reading) step(s *setdoku.Step, row *setdoku.StepRow) *Finding {
	if row != nil && row.Rule == setdoku.RuleManual {
		return v.byHand(s, *row)
	}
	run, f := v.runOf(s, row)
	if f != nil {
		return f
	}
	full := run.Audit == setdoku.AuditFull
	if f := v.complete(s, row, full); f != nil {
		return f
	}
	var t *setdoku.Technique
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
	v.partial = v.partial || !full && (row == nil || row.Eliminations > len(ofStep(v.r.Eliminations, s.Step, stepOfChange)))
	if row != nil {
		v.rate(t, row.Placements+row.Eliminations)
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

// runOf returns the run of a step.
func (v *reading) runOf(s *setdoku.Step, row *setdoku.StepRow) (run audit.Run, f *Finding) {
	at := slices.IndexFunc(v.attempts, func(a audit.Attempt) bool { return a.FirstStep <= s.Step && s.Step <= a.LastStep })
	switch {
	case row == nil && at < 0:
		return run, stepFinding(s.Step, "the row is missing, and the step belongs to no attempt")
	case row == nil:
		run = v.runs[v.attempts[at].Run]
		if run.Audit != setdoku.AuditNone {
			return run, stepFinding(s.Step, "the row is missing, run %d has audit %s", run.ID, run.Audit)
		}
		return run, nil
	}
	run, known := v.runs[row.Run]
	switch {
	case !known:
		return run, stepFinding(s.Step, "the row says run %d, which is not in the table run", row.Run)
	case run.Audit == setdoku.AuditNone:
		return run, stepFinding(s.Step, "the row says run %d, which has audit none and keeps no steps", row.Run)
	case at < 0 && !run.Shell:
		return run, stepFinding(s.Step, "the row says run %d, but the step belongs to none of its attempts", row.Run)
	case at >= 0 && v.attempts[at].Run != row.Run:
		return run, stepFinding(s.Step, "the row says run %d, but run %d attempted the step", row.Run, v.attempts[at].Run)
	}
	return run, nil
}

// complete compares the numbers of a step's row with its placements and eliminations, and their rules with its rule.
func (v *reading) complete(s *setdoku.Step, row *setdoku.StepRow, full bool) *Finding {
	placed, eliminated := ofStep(v.r.Placements, s.Step, stepOfChange), ofStep(v.r.Eliminations, s.Step, stepOfChange)
	if row != nil {
		switch {
		case row.Placements != len(placed):
			return stepFinding(s.Step, "the row says %d placements, the table cell has %d", row.Placements, len(placed))
		case full && row.Eliminations != len(eliminated):
			return stepFinding(s.Step, "the row says %d eliminations, the table elimination has %d", row.Eliminations, len(eliminated))
		case row.Placements+row.Eliminations == 0 && row.Rule != setdoku.RuleSearch:
			return stepFinding(s.Step, "%s does nothing", row.Rule)
		}
	}
	for _, list := range [2]struct {
		table string
		rows  []audit.Change
	}{{"cell", placed}, {"elimination", eliminated}} {
		for _, c := range list.rows {
			if c.Rule != s.Rule {
				return &Finding{Step: s.Step, Table: list.table, Row: cellDigit(c.Cell, c.Digit), Problem: fmt.Sprintf("the row says %s, but the step is %s", c.Rule, s.Rule)}
			}
		}
	}
	at := 0 // both lists are in the order of patterns
	for _, e := range ofStep(v.r.Evidence, s.Step, stepOfEvidence) {
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
func (v *reading) technique(s *setdoku.Step, run audit.Run) (*setdoku.Technique, *Finding) {
	at := v.techniques.Index(s.Rule)
	switch {
	case at < 0:
		return nil, stepFinding(s.Step, "the row says %s, which is not in the catalogue", s.Rule)
	case !run.Shell && !slices.Contains(run.Techniques, s.Rule):
		return nil, stepFinding(s.Step, "the row says %s, which run %d does not select", s.Rule, run.ID)
	case v.techniques[at].AssumesUnique && v.solutions() != 1:
		return nil, stepFinding(s.Step, "the row says %s, but the givens do not have exactly one solution", s.Rule)
	}
	return &v.techniques[at], nil
}

// solutions counts the solutions of the givens, up to 2.
func (v *reading) solutions() int {
	if v.counted < 0 {
		v.counted, v.solution = brute.Count(v.path.Start.Givens, 2)
	}
	return v.counted
}

// deduction proves a deduction. While the state is unknown, or the run kept no evidence, no solution may contradict it.
func (v *reading) deduction(s *setdoku.Step, t *setdoku.Technique, d *setdoku.Deduction, full bool) *Finding {
	for _, list := range [2][]setdoku.Candidate{d.Placements, d.Eliminations} {
		for _, c := range list {
			if !v.p.Live(c) {
				return v.changeFinding(s, d, "the digit was no candidate of the cell")
			}
		}
	}
	if v.partial || !full {
		if !full && d.Pattern != 0 {
			return v.changeFinding(s, d, "the run keeps no patterns")
		}
		if !v.played && v.solutions() == 1 && slices.ContainsFunc(d.Placements, func(c setdoku.Candidate) bool { return v.solution[setdoku.CellIndex(c.Cell)] != c.Digit }) {
			return v.changeFinding(s, d, "contradicts the solution")
		}
		return nil
	}
	switch {
	case setdoku.HasPatterns(s.Rule) && d.Pattern <= 0:
		return v.changeFinding(s, d, "has the pattern %d, want a number above 0", d.Pattern)
	case setdoku.HasPatterns(s.Rule) && len(d.Evidence) == 0:
		v.bare++
	}
	if err := v.p.Prove(d, t.AssumesUnique); err != nil {
		return v.changeFinding(s, d, "%v", err)
	}
	return nil
}

// changeFinding returns a finding for the first row of a deduction.
func (v *reading) changeFinding(s *setdoku.Step, d *setdoku.Deduction, problem string, args ...any) *Finding {
	f := &Finding{Step: s.Step, Table: "cell", Problem: fmt.Sprintf("%s, pattern %d: ", s.Rule, d.Pattern) + fmt.Sprintf(problem, args...)}
	list := d.Placements
	if len(list) == 0 {
		f.Table, list = "elimination", d.Eliminations
	}
	f.Row = cellDigit(list[0].Cell, list[0].Digit)
	return f
}

// apply applies the deductions of a step to the state.
func (v *reading) apply(s *setdoku.Step) *Finding {
	for k := range s.Deductions {
		if !v.p.Apply(&s.Deductions[k]) {
			return v.changeFinding(s, &s.Deductions[k], "clashes with other placements of the step")
		}
	}
	return nil
}

// byHand checks a step by hand. It places a digit that no peer holds in an empty cell, or crosses out a candidate.
func (v *reading) byHand(s *setdoku.Step, row setdoku.StepRow) *Finding {
	switch {
	case row.Run != 0:
		return stepFinding(s.Step, "the row says %s and run %d, but a step by hand has no run", row.Rule, row.Run)
	case slices.ContainsFunc(v.attempts, func(a audit.Attempt) bool { return a.FirstStep <= s.Step && s.Step <= a.LastStep }):
		return stepFinding(s.Step, "the row says %s, but the step belongs to an attempt", row.Rule)
	case row.Placements+row.Eliminations != 1:
		return stepFinding(s.Step, "the row says %d placements and %d eliminations, but a step by hand is one of them", row.Placements, row.Eliminations)
	}
	if f := v.complete(s, &row, true); f != nil {
		return f
	}
	for k := range s.Deductions {
		d := &s.Deductions[k]
		if d.Pattern != 0 {
			return v.changeFinding(s, d, "a step by hand has no pattern")
		}
		for _, c := range append(slices.Clone(d.Placements), d.Eliminations...) {
			if !v.p.Live(c) {
				return v.changeFinding(s, d, "the digit was no candidate of the cell")
			}
		}
	}
	v.multiple, v.played = false, true
	return v.apply(s)
}

// rate counts a step of a technique.
func (v *reading) rate(t *setdoku.Technique, deductions int) {
	u := v.uses[t.Name]
	v.uses[t.Name] = audit.Use{Technique: t.Name, Steps: u.Steps + 1, Deductions: u.Deductions + deductions}
	v.score += t.Weight
	if v.hardest == nil || t.Harder(v.hardest) {
		v.hardest = t
	}
}

// useTexts returns the columns techniques and technique_steps.
func (v *reading) useTexts() (deductions, steps string) {
	names := slices.SortedFunc(maps.Keys(v.uses), func(a, b string) int { return cmp.Compare(v.techniques.Index(a), v.techniques.Index(b)) })
	one, two := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		one[i], two[i] = fmt.Sprintf("%q:%d", name, v.uses[name].Deductions), fmt.Sprintf("%q:%d", name, v.uses[name].Steps)
	}
	return "{" + strings.Join(one, ",") + "}", "{" + strings.Join(two, ",") + "}"
}

// ofStep returns the rows of a step. The rows are sorted by step.
func ofStep[T any](rows []T, n int, step func(T) int) []T {
	low, _ := slices.BinarySearchFunc(rows, n, func(row T, n int) int { return step(row) - n })
	high, _ := slices.BinarySearchFunc(rows[low:], n+1, func(row T, n int) int { return step(row) - n })
	return rows[low : low+high]
}

func stepOfChange(c audit.Change) int       { return c.Step }
func stepOfEvidence(e setdoku.Evidence) int { return e.Step }
