package web

import (
	"context"
	"net/http"
	"slices"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/web/site"
)

// hint is the next deduction of a puzzle, with as much as its level shows.
type hint struct {
	Level string `json:"level"` // where, what or why
	explain.HintJSON
	diagram *picture.Diagram // nil if the picture would show nothing more
}

// Line returns the hint in the notation of players, "" if it has none.
func (h *hint) Line() string {
	if h.Notation == nil {
		return ""
	}
	return *h.Notation
}

// hint finds the first deduction that a solution of the puzzle needs after a position. If the techniques do not solve
// the puzzle, it finds the first deduction of all.
func (s *Server) hint(ctx context.Context, at setdoku.Position, level string) (*hint, error) {
	if !slices.Contains(explain.HintLevels, level) {
		return nil, site.Problemf(http.StatusBadRequest, "hint %q, want where, what or why", level)
	}
	if !at.Known {
		return nil, site.Problemf(http.StatusConflict,
			"the pencil marks after this step were not stored, so the next step is unknown")
	}
	h := hint{Level: level}
	err := s.advisers.Ask(ctx, func(by *explain.Adviser) error {
		a, err := by.Needed(ctx, at.State)
		if err != nil {
			return err
		}
		h.HintJSON = a.JSON(level, false)
		if a.Deduction != nil && level == "why" {
			h.diagram = &picture.Diagram{State: a.State, Deduction: *a.Deduction}
		}
		return nil
	})
	return &h, err
}
