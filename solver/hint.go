package solver

import (
	"context"
	"errors"
	"strings"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/explain/pattern"
	"setdoku/internal/explain/picture"
	"setdoku/internal/rule"
)

// Hint explains one deduction to a player.
type Hint struct {
	State     setdoku.State     `json:"state"` // the state in which the deduction holds
	Technique setdoku.Technique `json:"technique"`
	Deduction setdoku.Deduction `json:"deduction"`
	// Where says where to look, in one sentence that does not say the deduction.
	Where string `json:"where"`
	// Words are the whole argument. Each item has one or more sentences: the pattern, what follows from it, and at last
	// what is placed or eliminated.
	Words []string `json:"words"`
	// Marks are the digits of the grid that the argument speaks of, by cell and digit.
	Marks []Mark `json:"marks"`
	// Ambiguous says that the state has more than one solution. The deduction holds in all of them: techniques that
	// assume that there is only one are left out.
	Ambiguous bool `json:"ambiguous"`
}

// Mark is a candidate, or the digit of a filled cell, that a hint marks.
type Mark struct {
	setdoku.Candidate
	Letter string `json:"letter"` // which Hint.Drawing writes after the digit
	Means  string `json:"means"`  // what the digit is in the argument, one of Meanings
}

// Meanings lists the values of Mark.Means.
func Meanings() []string { return pattern.Meanings() }

// After returns the state after the deduction.
func (h *Hint) After() setdoku.State { return h.State.Apply(h.Deduction) }

// Drawing returns the grid as text, and below it the meaning of the marks. Open cells show their candidates. A letter
// follows each digit that is marked.
func (h *Hint) Drawing() string {
	return picture.Text(picture.Diagram{State: h.State, Deduction: h.Deduction}, picture.Screen{})
}

// String returns the words of the hint, one item a line.
func (h *Hint) String() string { return strings.Join(h.Words, "\n") }

// newHint explains a deduction.
func newHint(s setdoku.State, d setdoku.Deduction, t rule.Technique) *Hint {
	h := &Hint{State: s, Technique: t.Technique, Deduction: d, Where: explain.Where(s, d, &t),
		Words: explain.Words(s, d, &t)}
	for _, m := range picture.Marks(picture.Diagram{State: s, Deduction: d}) {
		h.Marks = append(h.Marks, Mark{m.Candidate, string(rune(m.Letter)), m.Means})
	}
	return h
}

// Next returns a deduction of the first technique that finds one, with its explanation. Of singles it is the one that a
// person sees first: a full house, a hidden single in a box, in a line, then a naked single. Hint.After is the state
// for the next call. For a puzzle without a move use setdoku.State{Givens: grid}.
//
// The error wraps ErrSolved, ErrStuck, ErrMultiple, ErrInvalid or ErrMistake when there is no next deduction; the last
// is a MistakeError. It wraps ErrDigit for a digit above 9, and ErrUnknownTechnique for a name in o that is none.
func Next(ctx context.Context, state setdoku.State, o Options) (_ *Hint, err error) {
	if err := state.Check(); errors.Is(err, ErrDigit) {
		return nil, err
	}
	if err := Check(setdoku.State{Variant: state.Variant, Givens: state.Givens}); err != nil {
		return nil, err
	}
	all, selected, err := o.techniques(ctx, nil)
	if err != nil {
		return nil, err
	}
	by, err := explain.NewAdviser(all, selected, o.Own.Statements())
	if err != nil {
		return nil, err
	}
	defer closing(ctx, by, &err)
	a, err := by.Next(ctx, state)
	if err != nil {
		return nil, err
	}
	if a.Deduction == nil {
		return nil, noHint(a)
	}
	h := newHint(state, *a.Deduction, a.Technique)
	h.Ambiguous = a.Message != ""
	return h, nil
}

// noHint returns the error for advice without a deduction.
func noHint(a explain.Advice) error {
	switch a.Status {
	case setdoku.StatusSolved:
		return ErrSolved
	case explain.AdviceMistake:
		return &MistakeError{Placed: a.Wrong, Deleted: a.Lost, detail: a.Detail}
	}
	return withDetail(statusErrors[a.Status], a.Detail)
}
