package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	"setdoku/solver/brute"
	"setdoku/solver/forcing"
	"setdoku/solver/minimize"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// end compares the end of a record with the state after the last step.
func (v *recordCheck) end() Findings {
	if run := v.runs[v.r.RunID]; run.EndOnly && v.r.Status != setdoku.StatusNew {
		return v.endOnly()
	}
	var list Findings
	if !v.endsAgain() {
		list = append(v.status(), some(v.candidates(), v.contradiction())...)
	}
	if len(list) == 0 {
		list = some(v.refuted(), v.several())
	}
	if !v.searched {
		list = append(list, some(v.tree())...)
	}
	return append(list, v.rating()...)
}

// endsAgain reports whether the attempt that ended the puzzle is made again. Then its status, solution, candidates and
// contradiction are compared with what was made again, and so is its rating if the attempt began with the first step,
// which follows from its steps too.
// What a player, a shell or a run without its technique files did is judged by what its steps say.
func (v *recordCheck) endsAgain() bool {
	last := v.lastAttempt()
	for _, a := range v.r.Attempts {
		if !v.again[a.Run] && (a == last || !v.runs[a.Run].EndOnly) {
			return false
		}
	}
	playing := v.r.Status == setdoku.StatusNew && !v.runs[last.Run].StopAtFirst
	return last.Run != 0 && last.LastStep == v.r.Steps && v.r.RunID == last.Run && !playing
}

// lastAttempt returns the attempt with the last steps, which has no run if the puzzle has no attempts.
func (v *recordCheck) lastAttempt() (last record.Attempt) {
	for _, a := range v.r.Attempts {
		if a.FirstStep >= last.FirstStep {
			last = a
		}
	}
	return last
}

// rating compares the columns that follow from the techniques of the steps, unless a step has no row.
func (v *recordCheck) rating() Findings {
	if v.unrated {
		return nil
	}
	made := v.rated()
	var hardest string
	var level setdoku.Level
	if v.hardest != nil {
		hardest, level = v.hardest.Name, v.hardest.Level
	}
	return differences(v.r.Steps, []puzzleColumn{
		{"score", v.r.Score, v.score},
		{"rounds", v.r.Rounds, v.rounds},
		{"hardest", v.r.Hardest, hardest},
		{"level", v.r.Level, level},
		{"techniques", v.r.Techniques(), made.Techniques()},
		{"technique_steps", v.r.TechniqueSteps(), made.TechniqueSteps()},
	})
}

// status checks the columns status and solution.
func (v *recordCheck) status() Findings {
	var solution string
	want := setdoku.StatusStuck
	last := v.r.Steps == 0 || len(v.path.Steps) > 0 && v.path.Steps[len(v.path.Steps)-1].Rule == setdoku.RuleManual
	switch {
	case v.r.RunID == 0, v.r.Status == setdoku.StatusNew && last: // a step by hand makes a puzzle new again
		want = setdoku.StatusNew
	case full(v.path.Start.Board(), v.digits()):
		want, solution = setdoku.StatusSolved, v.digits().String()
	case v.r.Status == setdoku.StatusInvalid:
		want = setdoku.StatusInvalid // contradiction checks that it is one
	case v.multiple:
		want = setdoku.StatusMultiple
	case v.partial && v.r.Status == setdoku.StatusMultiple: // the step of the search was not stored
		want = setdoku.StatusMultiple
	case v.stopped():
		want = setdoku.StatusNew
	}
	return differences(v.r.Steps, []puzzleColumn{{"status", v.r.Status, want}, {"solution", v.r.Solution, solution}})
}

// several checks that a puzzle with several solutions has two. Grids that keep the rules prove it, whoever found them.
func (v *recordCheck) several() *Finding {
	if v.r.Status != setdoku.StatusMultiple {
		return nil
	}
	state := v.state()
	list, err := solutions.ListState(v.ctx, state, 2)
	for _, grid := range list {
		if !isSolution(&state, grid) {
			return puzzleFinding(v.r.Steps, "status", "is %s, but %s is not a solution", v.r.Status, grid)
		}
	}
	switch {
	case err != nil:
		v.unchecked = true
	case len(list) < 2 || list[0] == list[1]:
		return puzzleFinding(v.r.Steps, "status", "is %s, but the puzzle has not got two solutions", v.r.Status)
	}
	return nil
}

// isSolution reports whether a grid is a solution of a state.
func isSolution(s *setdoku.State, grid setdoku.Grid) bool {
	filled, marks := s.Filled(), s.Candidates()
	for _, cell := range s.Board().Cells() {
		if d := grid[cell]; d == 0 || d != filled[cell] && !marks[cell].Has(d) {
			return false
		}
	}
	return s.Board().Check(grid) == nil
}

// refuted proves that an invalid puzzle has no solution.
func (v *recordCheck) refuted() *Finding {
	if v.r.Status != setdoku.StatusInvalid || v.partial {
		return nil
	}
	if err := v.p.Refute(); err != nil {
		return contradictionFinding(setdoku.Contradiction{Step: v.r.Steps}, "%v", err)
	}
	return nil
}

// stopped reports whether the last attempt stopped after its first step and nothing followed it.
func (v *recordCheck) stopped() bool {
	if len(v.attempts) == 0 {
		return false
	}
	last := v.attempts[len(v.attempts)-1]
	return v.runs[last.Run].StopAtFirst && last.LastStep == last.FirstStep && last.LastStep == v.r.Steps
}

// rated returns the techniques of the steps as a result has them.
func (v *recordCheck) rated() record.Puzzle {
	return record.Puzzle{Rating: setdoku.Rating{Uses: slices.SortedFunc(maps.Values(v.uses),
		func(a, b setdoku.Use) int {
			return v.techniques.Index(a.Technique) - v.techniques.Index(b.Technique)
		})}}
}

// digits returns the digits of the state.
func (v *recordCheck) digits() (g setdoku.Grid) {
	for cell := range g {
		g[cell] = v.p.Digit(cell)
	}
	return g
}

func full(v *setdoku.Variant, g setdoku.Grid) bool {
	return !slices.ContainsFunc(v.Cells(), func(cell int) bool { return g[cell] == 0 })
}

// state returns the state.
func (v *recordCheck) state() setdoku.State {
	marks := v.marks()
	return v.path.Start.Reached(v.digits(), &marks)
}

// marks returns the candidates of the state.
func (v *recordCheck) marks() (m [setdoku.CellCount]setdoku.DigitSet) {
	for cell := range m {
		m[cell] = v.p.Candidates(cell)
	}
	return m
}

// candidates compares the rows of the table candidate with the state. A puzzle without rows is one to fill in. After
// steps that stored no eliminations, they must be some of the candidates that the state may have, and a solution must
// be among them.
func (v *recordCheck) candidates() *Finding {
	if len(v.r.Candidates) == 0 {
		return nil
	}
	var want []setdoku.Candidate
	if v.r.Status == setdoku.StatusStuck || v.r.Status == setdoku.StatusNew {
		marks := v.marks()
		want = setdoku.ListCandidates(&marks)
	}
	if !v.partial || len(want) == 0 {
		return candidateRows.compare(v.r.Steps, want, v.r.Candidates)
	}
	var known []setdoku.Candidate
	for _, c := range want {
		if slices.Contains(v.r.Candidates, c) || !v.played && v.solutions() == 1 &&
			v.solution[c.Cell.Index()] == c.Digit {
			known = append(known, c)
		}
	}
	return candidateRows.compare(v.r.Steps, known, v.r.Candidates)
}

// contradiction checks that an invalid puzzle has one row, which the state has. A puzzle of any other status has no
// contradiction.
func (v *recordCheck) contradiction() *Finding {
	rows := v.r.Contradictions
	switch {
	case v.r.Status != setdoku.StatusInvalid && len(rows) > 0:
		return contradictionFinding(rows[0], "the row is there, but the puzzle is %s", v.r.Status)
	case v.r.Status != setdoku.StatusInvalid:
		return nil
	case len(rows) != 1:
		return contradictionFinding(setdoku.Contradiction{Step: v.r.Steps}, "the row is missing, or there are two")
	}
	c := rows[0]
	holds := false
	switch c.Kind {
	case "no_candidate":
		holds = c.Cell.Valid() && c.Unit == 0 && c.Digit == 0 && (v.partial || v.p.Candidates(c.Cell.Index()) == 0) &&
			v.p.Digit(c.Cell.Index()) == 0
	case "no_place":
		holds = c.Cell == 0 && setdoku.AllDigits.Has(c.Digit) && v.path.Start.Board().HasUnit(c.Unit) && v.noPlace(c)
	case "two_digits":
		holds = c.Cell.Valid() && c.Unit == 0 && c.Digit == 0
	case "two_places":
		holds = c.Cell == 0 && setdoku.AllDigits.Has(c.Digit) && v.path.Start.Board().HasUnit(c.Unit)
	case "no_solution":
		holds = c.Cell == 0 && c.Unit == 0 && c.Digit == 0
	}
	switch {
	case c.Step != v.r.Steps:
		return contradictionFinding(c, "the row says step %d, but step %d is the last", c.Step, v.r.Steps)
	case !holds:
		return contradictionFinding(c, "the state has no such contradiction")
	}
	return nil
}

// noPlace reports whether a unit has no digit and no place for it.
func (v *recordCheck) noPlace(c setdoku.Contradiction) bool {
	for _, cell := range v.path.Start.Board().Units[c.Unit-1] {
		if v.p.Digit(cell) == c.Digit || !v.partial && v.p.Candidates(cell).Has(c.Digit) {
			return false
		}
	}
	return true
}

// needed compares the rows of the table needed with the shortened path, if there are any.
func (v *recordCheck) needed() *Finding {
	if len(v.r.Needed) == 0 {
		return nil
	}
	var want []record.Needed
	path := *v.path
	path.Singles = v.r.Singles(slices.Collect(maps.Values(v.runs)))
	short, err := minimize.Path(v.ctx, &path)
	if err == nil && v.r.Status == setdoku.StatusSolved {
		want = record.NewNeeded(short)
	}
	got := slices.SortedFunc(slices.Values(v.r.Needed), func(a, b record.Needed) int { return a.Step - b.Step })
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(want):
			return finding(got[i].Step, "needed", fmt.Sprintf("step %d", got[i].Step), "the solution needs %d steps", i)
		case i >= len(got) || got[i] != want[i]:
			return finding(want[i].Step, "needed", fmt.Sprintf("step %d", i+1),
				"it should say %s, %d placements, %d eliminations, audit_step %d", want[i].Rule, want[i].Placements,
				want[i].Eliminations, want[i].AuditStep)
		}
	}
	return nil
}

// endOnly checks a puzzle whose run stored only status and solution, without steps.
func (v *recordCheck) endOnly() Findings {
	n, solution, err := brute.Search(v.ctx, v.state(), 2)
	if err != nil {
		v.unchecked = true
		return v.rating()
	}
	want := []setdoku.Status{setdoku.StatusInvalid, setdoku.StatusSolved, setdoku.StatusMultiple}[n]
	text := ""
	if n == 1 {
		text = solution.String()
	}
	list := differences(v.r.Steps, []puzzleColumn{{"status", v.r.Status, want}, {"solution", v.r.Solution, text}})
	if len(list) == 0 {
		list = some(cmp.Or(v.contradiction(), v.refuted()), v.tree())
	}
	var deep *int
	if n == 1 {
		start := &v.path.Start
		if d, ok := forcing.Depth(v.ctx, setdoku.State{Variant: start.Variant, Givens: start.Givens}); ok {
			deep = &d
		}
	}
	list = append(list, differences(v.r.Steps, []puzzleColumn{{"depth", depth(v.r.Depth), depth(deep)}})...)
	return append(list, v.rating()...)
}
