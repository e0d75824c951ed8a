package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/store"
)

// move is one move of a player.
type move struct {
	Cell   setdoku.Cell `json:"cell"`
	Digit  int          `json:"digit"`  // 1..9
	Action string       `json:"action"` // enter or cross_out
}

// moves handles the forms of a puzzle's page: take back the last step by hand, let the solver make the next step or
// solve the puzzle, or take a deduction that was found.
func (s *Server) moves(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	if err := parseForm(r); err != nil {
		return err
	}
	ctx := r.Context()
	switch what := r.PostForm.Get("do"); what {
	case "undo":
		err = s.undo(ctx, id)
	case "step", "solve":
		err = s.solveOne(ctx, id, nil, what == "step")
	case "take":
		var at place
		if at, err = s.take(ctx, id, r.PostForm); err == nil {
			http.Redirect(w, r, at.String(), http.StatusSeeOther)
			return nil
		}
	default:
		err = problemf(http.StatusBadRequest, "do=%q, want undo, step, solve or take", what)
	}
	if errors.Is(err, store.ErrIllegal) {
		return s.puzzleAt(w, r, http.StatusConflict, lastPlace(id), err.Error())
	}
	if err != nil {
		return err
	}
	if isPart(r) {
		return s.puzzleAt(w, r, http.StatusOK, lastPlace(id), "")
	}
	http.Redirect(w, r, fmt.Sprintf("/puzzles/%d?step=last", id), http.StatusSeeOther)
	return nil
}

// apiMove makes a move that is sent as JSON, and answers with the puzzle after it.
func (s *Server) apiMove(r *http.Request, id int64) (p explain.Puzzle, err error) {
	var m move
	if err := readJSON(r, &m); err != nil {
		return p, err
	}
	err = s.write.Writing(r.Context(), func(c *store.Conn) error {
		switch m.Action {
		case "enter":
			return c.Enter(r.Context(), id, m.Cell, m.Digit)
		case "cross_out":
			return c.CrossOut(r.Context(), id, m.Cell, m.Digit)
		}
		return problemf(http.StatusBadRequest, "action %q, want enter or cross_out", m.Action)
	})
	if err != nil {
		return p, err
	}
	return s.puzzleJSON(r, lastPlace(id))
}

// apiUndo undoes the last move and answers with the puzzle after it.
func (s *Server) apiUndo(r *http.Request, id int64) (p explain.Puzzle, err error) {
	if err := s.undo(r.Context(), id); err != nil {
		return p, err
	}
	return s.puzzleJSON(r, lastPlace(id))
}

// undo takes the last move of a puzzle back.
func (s *Server) undo(ctx context.Context, id int64) error {
	return s.write.Writing(ctx, func(c *store.Conn) error { return c.Undo(ctx, id) })
}
