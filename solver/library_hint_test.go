package solver_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver"
)

// TestHintsOfAStep holds the hints of a path to the steps: each deduction once, true in the solution, and the marks as
// the drawing has them.
func TestHintsOfAStep(t *testing.T) {
	for _, puzzle := range sampleGrids(t)[:8] {
		solution, err := solver.Solve(t.Context(), puzzle, solver.Options{})
		gridtest.Must(t, err)
		state, positions := puzzle, solution.Path.Positions()
		for i, step := range solution.Path.Steps {
			if positions[i].State != state {
				t.Fatalf("%v: step %d begins elsewhere than the step before it ends", puzzle, step.Number)
			}
			n := 0
			for hint := range solution.Hints(step.Number) {
				if !cmp.Equal(hint.Deduction, step.Deductions[n]) || hint.State != positions[i].State ||
					len(hint.Words()) < 3 {
					t.Errorf("%v: step %d, hint %d is %+v", puzzle, step.Number, n, hint)
				}
				checkHintMarks(t, hint)
				state = state.Apply(hint.Deduction)
				n++
			}
			if n != len(step.Deductions) {
				t.Errorf("%v: step %d has %d deductions and %d hints", puzzle, step.Number, len(step.Deductions), n)
			}
		}
		if end := solution.Path.End().State; state != end {
			t.Errorf("%v: the hints lead to %v, the path to %v", puzzle, state.Filled(), end.Filled())
		}
	}
}

// checkHintMarks compares the marks of a hint with its drawing: as many digits have a letter, and what the deduction
// does is marked.
func checkHintMarks(t *testing.T, h *solver.Hint) {
	t.Helper()
	if drawn := len(regexp.MustCompile(`[1-9][A-Za-z]`).FindAllString(h.Drawing(), -1)); drawn < len(h.Marks()) {
		t.Errorf("%s: %d marks, and %d in the drawing\n%s", h.Technique.Name, len(h.Marks()), drawn, h.Drawing())
	}
	for _, m := range h.Marks() {
		if !slices.Contains(solver.Meanings(), m.Means) || m.Letter == 0 {
			t.Errorf("%s: the mark %+v has no letter or a meaning that is not listed", h.Technique.Name, m)
		}
	}
	for _, c := range h.Deduction.Changes() {
		if !slices.ContainsFunc(h.Marks(), func(m solver.Mark) bool { return m.Candidate == c }) {
			t.Errorf("%s: %v is not marked", h.Technique.Name, c)
		}
	}
}

// TestNextEnds finds out why a state has no next deduction.
func TestNextEnds(t *testing.T) {
	solved, err := solver.Solve(t.Context(), mustParse(puzzle), solver.Options{})
	gridtest.Must(t, err)
	mistake := mustParse(puzzle)
	mistake.Placed[1] = 2
	several := mustParse("718.593624236.195856932814.9.15.78.6372986.15685142.9389721563.236.9.5.1154.632.9")
	oneOfSeveral := several
	oneOfSeveral.Deleted[8*9+3] = setdoku.NewDigitSet(8)
	crossedOut := mustParse(puzzle)
	crossedOut.Deleted[1] = setdoku.NewDigitSet(solved.Path.End().State.Filled()[1])
	const more = "Nothing more can be deduced: the puzzle has more than one solution."
	uniqueness := solver.Options{Techniques: []string{"uniqueness"}}
	for name, c := range map[string]struct {
		state setdoku.State
		o     solver.Options
		want  setdoku.Status
		text  string // in the words
	}{
		"solved":         {solved.Path.End().State, solver.Options{}, setdoku.StatusSolved, "The puzzle is solved"},
		"stuck":          {mustParse(puzzle), solver.Options{Techniques: []string{"jellyfish"}}, setdoku.StatusStuck, "find nothing"},
		"several":        {several, uniqueness, setdoku.StatusMultiple, more},
		"one of several": {oneOfSeveral, uniqueness, setdoku.StatusStuck, "exactly one solution are left out"},
		"empty":          {setdoku.State{}, solver.Options{}, setdoku.StatusMultiple, more},
		"no solution": {setdoku.State{Givens: setdoku.Grid{1, 2, 3, 4, 5, 6, 7, 8, 17: 9}}, solver.Options{},
			setdoku.StatusInvalid, "Here r1c9 has no candidate left"},
		"wrong digit": {mistake, solver.Options{}, solver.StatusMistake, "r1c2=2 is wrong"},
		"wrong cross": {crossedOut, solver.Options{}, solver.StatusMistake, "It was wrong to cross out the 1 from r1c2"},
		"of several":  {setdoku.State{Placed: setdoku.Grid{1, 1}}, solver.Options{}, solver.StatusMistake, ""},
	} {
		hint, err := solver.Next(t.Context(), c.state, c.o)
		if err != nil || hint.Status != c.want || !strings.Contains(hint.String(), c.text) ||
			len(hint.Deduction.Names()) > 0 {
			t.Errorf("%s: hint %+v, error %v, want %s", name, hint, err, c.text)
		}
	}
	for name, c := range map[string]struct {
		state setdoku.State
		o     solver.Options
		want  error
		text  string // in the error
	}{
		"repeat": {setdoku.State{Givens: setdoku.Grid{1, 1}}, solver.Options{}, solver.ErrInvalid,
			"digit 1 twice in row 1 and box 1: r1c1 and r1c2"},
		"number 10":  {setdoku.State{Givens: setdoku.Grid{10}}, solver.Options{}, solver.ErrDigit, "r1c1 holds 10"},
		"placed 200": {setdoku.State{Placed: setdoku.Grid{80: 200}}, solver.Options{}, solver.ErrDigit, "r9c9 holds 200"},
		"deleted digit": {setdoku.State{Deleted: [81]setdoku.DigitSet{1 << 9}}, solver.Options{}, solver.ErrDigit,
			"candidates crossed out of r1c1"},
		"unknown": {setdoku.State{}, solver.Options{Without: []string{"guessing"}}, solver.ErrUnknownTechnique, ""},
	} {
		if hint, err := solver.Next(t.Context(), c.state, c.o); !errors.Is(err, c.want) || hint != nil ||
			!strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: hint %v, error %v, want %s", name, hint, err, c.text)
		}
	}
}

// TestNextOfAnyState gives Next states that no player reaches. It returns a hint or an error.
func TestNextOfAnyState(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var s setdoku.State
		for i := range s.Givens {
			if rng.IntN(6) == 0 {
				s.Givens[i] = uint8(rng.IntN(10))
			}
			if rng.IntN(20) == 0 {
				s.Placed[i] = uint8(rng.IntN(10))
			}
			if rng.IntN(4) == 0 {
				s.Deleted[i] = setdoku.DigitSet(rng.IntN(512))
			}
		}
		if hint, err := solver.Next(t.Context(), s, solver.Options{}); (hint == nil) == (err == nil) {
			t.Errorf("%+v: hint %v, error %v", s, hint, err)
		}
	}
}

// TestHintAsJSON wants what each level tells, and the state back.
func TestHintAsJSON(t *testing.T) {
	state := mustParse(xyWing)
	state.Deleted[0] = setdoku.NewDigitSet(5) | setdoku.NewDigitSet(9)
	hint, err := solver.Next(t.Context(), state, solver.Options{Techniques: []string{"xy_wing"}})
	gridtest.Must(t, err)
	for level, want := range map[string][]string{
		"where": {`"words":["Look at r3c2, r3c3 and r3c6."],"technique":null,"placements":null,"eliminations":null`},
		"what":  {`"technique":"xy_wing"`, `"eliminations":null`, `"evidence":null`, `"notation":null`},
		"why":   {`"placements":[]`, `"eliminations":["r3c4<>8"]`, `"notation":"(8=9)r3c3 `, `So one of r3c3 and r3c6`},
	} {
		hint.Level = level
		text, err := json.Marshal(*hint)
		gridtest.Must(t, err)
		for _, part := range append(want, `"level":"`+level+`"`, `"status":"step"`) {
			if !bytes.Contains(text, []byte(strings.ReplaceAll(strings.ReplaceAll(part, "<", `\u003c`), ">", `\u003e`))) {
				t.Errorf("no %s in %s", part, text)
			}
		}
		var got struct{ State string }
		if err := json.Unmarshal(text, &got); err != nil || mustParse(got.State) != state {
			t.Errorf("the state %+v comes back as %s, error %v", state, got.State, err)
		}
	}
}

// TestSeveralSolutions solves a puzzle with several solutions, in which a unique rectangle would eliminate digits of
// the solutions.
func TestSeveralSolutions(t *testing.T) {
	several := mustParse("718.593624236.195856932814.9.15.78.6372986.15685142.9389721563.236.9.5.1154.632.9")
	s, err := solver.Solve(t.Context(), several,
		solver.Options{Techniques: []string{"unique_rectangle_1", "remote_pair"}})
	gridtest.Must(t, err)
	if !slices.Equal(s.Withheld, []string{"unique_rectangle_1"}) || s.Steps > 0 {
		t.Errorf("left out: %v, steps: %v", s.Withheld, s.Path.Steps)
	}
	if s, err = solver.Solve(t.Context(), mustParse(puzzle), solver.Options{}); err != nil || s.Withheld != nil {
		t.Errorf("a puzzle with one solution: error %v, left out: %v", err, s.Withheld)
	}
}
