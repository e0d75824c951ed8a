package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"setdoku"
	"setdoku/internal/diagram"
	"setdoku/internal/explain"
	"setdoku/internal/picture"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
)

// hint is the next deduction of a puzzle, with as much as its level shows.
type hint struct {
	Level     string   `json:"level"` // where, what or why
	Technique string   `json:"technique,omitempty"`
	Text      []string `json:"text"`
	Effect    []string `json:"effect,omitempty"` // r4c5=7 or r4c5<>7
	Picture   string   `json:"-"`                // address of the picture, "" if the picture would show nothing more
	diagram   picture.Diagram
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
	all, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	f, err := batch.NewPathfinder(all, driver.Options{Techniques: all, StopAtFirst: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close(ctx)) }()
	path, err := f.Find(ctx, v.After.State, v.Step)
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
		needed, err := s.firstNeeded(ctx, v.After.State, all)
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
		for _, c := range first.Placements {
			h.Effect = append(h.Effect, c.Placement())
		}
		for _, c := range first.Eliminations {
			h.Effect = append(h.Effect, c.Elimination())
		}
		h.diagram = diagram.Deduction(step.Before, first)
		h.Picture = fmt.Sprintf("/puzzles/%d/picture.svg?step=%d&hint=1", v.Puzzle.PuzzleID, v.Step)
	}
	return h, nil
}

// firstNeeded returns the first step that is needed to solve a puzzle from a state, or nil.
func (s *Server) firstNeeded(ctx context.Context, state setdoku.State, all catalogue.Catalogue) (_ *explain.Step, err error) {
	f, err := batch.NewPathfinder(all, driver.Options{Techniques: all})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close(ctx)) }()
	return explain.FirstNeeded(ctx, state, f, all)
}

// deduction returns a pattern of a step as a deduction of the solver.
func (p pattern) deduction(rule string) setdoku.Deduction {
	d := setdoku.Deduction{Technique: rule, Asked: rule, Pattern: p.Key, Evidence: p.Evidence}
	for _, x := range p.Proves {
		if x.Placement {
			d.Placements = append(d.Placements, x.Candidate)
		} else {
			d.Eliminations = append(d.Eliminations, x.Candidate)
		}
	}
	return d
}

// diagramOf draws the puzzle before a step, with the first pattern of the step. For step 0 it draws the puzzle before all
// steps. If the step places several digits, it draws these digits and no pattern, because a picture has only one pattern.
func diagramOf(v *shown) picture.Diagram {
	d := picture.Diagram{State: v.Before.State, Marks: v.Before.Known, Unknown: !v.Before.Known}
	switch {
	case len(v.Patterns) == 0:
	case v.wholeStep():
		for _, p := range v.Patterns {
			d.Placements = append(d.Placements, diagram.Deduction(d.State, p.deduction(v.Done.Rule)).Placements...)
		}
	default:
		d = diagram.Deduction(d.State, v.Patterns[0].deduction(v.Done.Rule))
		d.Marks, d.Unknown = v.Before.Known, !v.Before.Known
	}
	return d
}

// wholeStep reports whether the picture shows all digits that the step places, and no pattern.
func (v *shown) wholeStep() bool { return len(v.Patterns) > 1 && v.Done.Placements > 0 }

// Drawn returns a sentence that says which pattern of the step the picture shows, or "" if it shows the whole step.
func (v *shown) Drawn() string {
	if len(v.Patterns) < 2 || v.wholeStep() {
		return ""
	}
	return fmt.Sprintf("The picture shows pattern 1 of %d.", len(v.Patterns))
}
