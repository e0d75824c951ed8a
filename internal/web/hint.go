package web

import (
	"context"
	"net/http"
	"setdoku/internal/web/site"
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

// hint finds the first deduction that is needed from a step of a puzzle on, or the first of all if the techniques do not
// get any further. It returns nil if there is none.
func (s *Server) hint(ctx context.Context, v *shown, level string) (*hint, error) {
	if !slices.Contains(explain.HintLevels, level) {
		return nil, site.Problemf(http.StatusBadRequest, "hint %q, want where, what or why", level)
	}
	if !v.After.Known {
		return nil, site.Problemf(http.StatusConflict, "the pencil marks after this step were not stored, so the next step is unknown")
	}
	h := &hint{Level: level}
	err := s.advisers.Ask(ctx, func(by *explain.Adviser) error {
		a, err := by.Needed(ctx, v.After.State)
		if err == nil {
			h.tell(&a)
		}
		return err
	})
	return h, err
}

// tell fills the hint with as much of the advice as its level shows.
func (h *hint) tell(a *explain.Advice) {
	h.Text = a.Words(h.Level, false)
	if a.Deduction == nil {
		return
	}
	if h.Level != "where" {
		h.Technique = a.Technique.Name
	}
	if h.Level == "why" {
		h.Effect = a.Deduction.Names()
		d := picture.Diagram{State: a.State, Deduction: *a.Deduction}
		h.diagram = &d
	}
}
