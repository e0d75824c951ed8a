package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"setdoku/internal/tell/explain"
	"setdoku/internal/tell/picture"
)

// hint is the next deduction of a puzzle, with as much as its level shows.
type hint struct {
	Level     string           `json:"level"` // where, what or why
	Technique string           `json:"technique,omitempty"`
	Text      []string         `json:"text"`
	Effect    []string         `json:"effect,omitempty"` // r4c5=7 or r4c5<>7
	diagram   *picture.Diagram // nil if the picture would show nothing more
}

// hintLevels are the levels of a hint, from the least to the most information.
var hintLevels = []string{"where", "what", "why"}

// hint finds the first deduction that is needed from a step of a puzzle on, or the first of all if the techniques do not
// get any further. It returns nil if there is none.
func (s *Server) hint(ctx context.Context, v *shown, level string) (_ *hint, err error) {
	if !slices.Contains(hintLevels, level) {
		return nil, problem(http.StatusBadRequest, fmt.Sprintf("hint %q, want where, what or why", level))
	}
	if !v.After.Known {
		return nil, problem(http.StatusConflict, "the pencil marks after this step were not stored, so the next step is unknown")
	}
	if err := s.read.CheckReference(ctx); err != nil {
		return nil, err
	}
	by, err := s.newAdviser(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, by.close(ctx)) }()
	path, err := by.next.Find(ctx, v.After.State, v.Step)
	if err != nil {
		return nil, err
	}
	h := &hint{Level: level, Text: []string{}}
	switch {
	case path.Contradiction != nil:
		h.Text = []string{"There is no solution from here: " + path.Contradiction.String() + "."}
		return h, nil
	case len(path.Steps) == 0 || len(path.Steps[0].Deductions) == 0:
		h.Text = []string{"There is nothing left to find."}
		return h, nil
	}
	step := path.Steps[0]
	first := step.Deductions[0]
	if len(first.Placements) == 0 {
		needed, err := explain.FirstNeeded(ctx, v.After.State, by.whole, by.techniques)
		if err != nil {
			return nil, err
		}
		if needed != nil && needed.By != nil {
			step.Technique, first = *needed.By, needed.Deductions[0]
		}
	}
	switch level {
	case "where":
		h.Text = []string{explain.Where(step.Before, first, &step.Technique)}
	case "what":
		h.Technique = step.Technique.Name
		h.Text = []string{explain.Where(step.Before, first, &step.Technique), "It is a " + step.Technique.Title + "."}
	case "why":
		h.Technique = step.Technique.Name
		h.Text = append([]string{step.Technique.Title + "."}, explain.Words(step.Before, first, &step.Technique)...)
		h.Effect = append(h.Effect, explain.Names(first)...)
		d := picture.Diagram{State: step.Before, Deduction: first}
		h.diagram = &d
	}
	return h, nil
}
