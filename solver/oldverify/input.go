package verify

import (
	"errors"
	"fmt"

	"setdoku"
	"setdoku/internal/canonical"
)

// input checks the rows of step 0 and sets up the state that they describe.
func (v *replay) input() *Finding {
	givens, f := v.puzzleText()
	if f != nil {
		return f
	}
	if f := v.rowsInRange(); f != nil {
		return f
	}
	if f := v.readAttempts(); f != nil {
		return f
	}
	s := setdoku.State{Givens: givens}
	if f := v.inputCells(&s); f != nil {
		return f
	}
	if f := v.inputMarks(&s); f != nil {
		return f
	}
	v.p = newPosition(s)
	v.in = &situation{p: v.p, givens: givens}
	if f := v.steps.check(0, nil); f != nil {
		return f
	}
	return v.evidence.check(0, nil)
}

// puzzleText checks that the columns givens and solution agree, and that run_id is known.
func (v *replay) puzzleText() (setdoku.Grid, *Finding) {
	givens, err := setdoku.ParseLine(v.r.Givens)
	if err == nil {
		err = givens.Check()
	}
	if err != nil {
		return givens, puzzleFinding(0, "givens", "%v", err)
	}
	if givens.String() != v.r.Givens {
		return givens, puzzleFinding(0, "givens", "an empty cell must be written '.'")
	}
	if v.r.RunID != 0 && v.c.runs[v.r.RunID] == nil {
		return givens, puzzleFinding(0, "run_id", "run %d is not in the table run", v.r.RunID)
	}
	if form, _ := canonical.Form(givens); v.r.Canonical != "" && v.r.Canonical != form.String() {
		return givens, puzzleFinding(0, "canonical", "is %s, it should be %s", v.r.Canonical, form)
	}
	if v.r.Solution == "" {
		return givens, nil
	}
	solution, err := setdoku.ParseLine(v.r.Solution)
	if err == nil {
		err = solution.Check()
	}
	if err != nil {
		return givens, puzzleFinding(0, "solution", "%v", err)
	}
	for i, d := range givens {
		if d != 0 && d != solution[i] {
			return givens, puzzleFinding(0, "givens", "%s is %d here and %d in the solution", setdoku.CellName(i), d, solution[i])
		}
	}
	return givens, nil
}

func puzzleFinding(step int, column, problem string, args ...any) *Finding {
	return &Finding{Step: step, Table: "puzzle", Row: "column " + column, Problem: fmt.Sprintf(problem, args...)}
}

// rowsInRange checks what the other checks assume: no row comes before step 0, and cells and digits exist in the
// tables that hold input.
func (v *replay) rowsInRange() *Finding {
	if list := v.unread(); len(list) > 0 && list[0].Step < 0 {
		return list[0]
	}
	for _, c := range v.cells.rows {
		if !exists(c.Cell, c.Digit) {
			return &Finding{Step: c.Step, Table: v.cells.name, Row: v.cells.key(c), Problem: fmt.Sprintf("there is no cell %d with digit %d", c.Cell, c.Digit)}
		}
	}
	for _, e := range v.eliminations.rows {
		if !exists(e.Cell, e.Digit) {
			return &Finding{Step: e.Step, Table: v.eliminations.name, Row: v.eliminations.key(e), Problem: "there is no such candidate"}
		}
	}
	return nil
}

func exists(cell int, d uint8) bool { return setdoku.ValidCell(cell) && d >= 1 && d <= 9 }

// inputCells compares the filled cells of step 0 with the givens and with the known placed digits, and adds the
// placed digits to s.
func (v *replay) inputCells(s *setdoku.State) *Finding {
	if v.r.Start != nil {
		for _, c := range v.r.Start.Placed {
			if exists(c.Cell, c.Digit) {
				s.Placed[setdoku.CellIndex(c.Cell)] = c.Digit
			}
		}
	} else {
		for _, c := range v.cells.peek(0) {
			if i := setdoku.CellIndex(c.Cell); c.Rule == setdoku.RuleManual && s.Givens[i] == 0 {
				s.Placed[i] = c.Digit
			}
		}
	}
	var want stepRows
	for i, d := range s.Filled() {
		if d == 0 {
			continue
		}
		rule, shown := setdoku.RuleGiven, v.optional.given
		if s.Placed[i] != 0 {
			rule, shown = setdoku.RuleManual, v.optional.manual
		}
		want.cells = append(want.cells, setdoku.FilledCell{Cell: setdoku.CellNumber(i), Digit: d, Step: 0, Rule: rule})
		if shown {
			want.placements = append(want.placements, setdoku.Change{Cell: setdoku.CellNumber(i), Digit: d, Rule: rule})
		}
	}
	if f := v.cells.check(0, want.cells); f != nil && !bare(v.r) {
		return f
	}
	var repeat setdoku.Repeat
	if err := s.Filled().Check(); errors.As(err, &repeat) {
		i := repeat.A
		if s.Placed[i] == 0 {
			i = repeat.B
		}
		return &Finding{Table: v.cells.name, Row: fmt.Sprintf("cell %d", setdoku.CellNumber(i)), Problem: repeat.Error()}
	}
	return v.placements.check(0, want.placements)
}

// inputMarks compares the candidates crossed out at step 0 with those that came with the puzzle, and adds them to
// s. Each must have been a candidate.
func (v *replay) inputMarks(s *setdoku.State) *Finding {
	live := s.Candidates()
	rows := v.eliminations.peek(0)
	for _, e := range rows {
		if !live[setdoku.CellIndex(e.Cell)].Has(e.Digit) {
			return &Finding{Table: v.eliminations.name, Row: v.eliminations.key(e), Problem: "the digit was no candidate in the input"}
		}
		if v.r.Start == nil {
			s.Deleted[setdoku.CellIndex(e.Cell)] |= setdoku.SetOf(e.Digit)
		}
	}
	if v.r.Start != nil {
		for _, c := range v.r.Start.Deleted {
			if exists(c.Cell, c.Digit) {
				s.Deleted[setdoku.CellIndex(c.Cell)] |= setdoku.SetOf(c.Digit) & live[setdoku.CellIndex(c.Cell)]
			}
		}
	}
	var want []setdoku.Change
	for i, m := range s.Deleted {
		for _, d := range members(m) {
			want = append(want, setdoku.Change{Cell: setdoku.CellNumber(i), Digit: uint8(d), Rule: setdoku.RuleGiven})
		}
	}
	return v.eliminations.check(0, want)
}
