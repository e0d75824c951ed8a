package web

import (
	"cmp"
	"io"
	"net/http"
	"net/url"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/store"
)

// ofPuzzle returns a handler that answers with a value about the puzzle of the address.
func ofPuzzle[T any](value func(r *http.Request, id int64) (T, error)) Handler {
	return jsonHandler(func(r *http.Request) (v T, err error) {
		id, err := puzzleID(r)
		if err != nil {
			return v, err
		}
		return value(r, id)
	})
}

// apiPuzzle answers with a puzzle, as it is or as it was after a step.
func (s *Server) apiPuzzle(r *http.Request, id int64) (p explain.Puzzle, err error) {
	step, err := formNumber(r.URL.Query(), "step", 0, -1)
	if err != nil {
		return p, err
	}
	return s.puzzleJSON(r, place{Puzzle: id, Step: step})
}

func (s *Server) puzzleJSON(r *http.Request, at place) (p explain.Puzzle, err error) {
	err = s.read.Snapshot(r.Context(), func(q *store.Snapshot) error {
		v, err := look(r.Context(), q, at)
		if err == nil {
			v.Puzzle.Uses, err = q.Uses(r.Context(), at.Puzzle)
		}
		if err == nil {
			p = v.JSON()
			p.Violations = v.Wrong
		}
		return err
	})
	return p, err
}

// apiSteps answers with the steps of a puzzle, without their deductions.
func (s *Server) apiSteps(r *http.Request, id int64) ([]explain.Step, error) {
	path, err := s.path(r.Context(), id)
	if err != nil {
		return nil, err
	}
	return append([]explain.Step{}, explain.NewStory(id, "", path, nil).StoredSteps()...), nil
}

// apiStep answers with a step and its deductions.
func (s *Server) apiStep(r *http.Request, id int64) (out explain.Step, err error) {
	step, err := formNumber(url.Values{"step": {r.PathValue("step")}}, "step", 1, 0)
	if err != nil {
		return out, err
	}
	v, err := s.lookAt(r.Context(), place{Puzzle: id, Step: step})
	if err != nil {
		return out, err
	}
	if v.Done.Rule == "" {
		return out, problemf(http.StatusNotFound,
			"puzzle %d, step %d: the run did not store what the step did (see --audit)", id, step)
	}
	out = explain.NewStep(id, v.Step, &v.Done, v.Before, nil)
	out.Explain()
	return out, nil
}

// apiHint answers with the next deduction.
func (s *Server) apiHint(r *http.Request, id int64) (*solver.Hint, error) {
	v, err := s.lookAt(r.Context(), lastPlace(id))
	if err != nil {
		return nil, err
	}
	return s.hint(r.Context(), v.After, cmp.Or(r.URL.Query().Get("level"), "why"))
}

// hintForRequest answers with the next deduction of the puzzle of the body, in any format, and adds nothing to the
// database.
func (s *Server) hintForRequest(r *http.Request) (*solver.Hint, error) {
	var l list
	if err := l.setVariant(r.URL.Query().Get("variant")); err != nil {
		return nil, err
	}
	sheet, err := format.ReadSheet(io.LimitReader(r.Body, shortList), "body", l.variant)
	switch {
	case err != nil:
		return nil, bodyProblem(err)
	case sheet.Bad > 0:
		return nil, problemf(http.StatusBadRequest, "%v", sheet.Faults[0])
	case sheet.Puzzles != 1:
		return nil, problemf(http.StatusBadRequest, "the body has %d puzzles, want one", sheet.Puzzles)
	}
	return s.hint(r.Context(), setdoku.Position{State: sheet.First.State, Known: true},
		cmp.Or(r.URL.Query().Get("level"), "why"))
}

// apiOpenAPI answers with the description of the API.
func (s *Server) apiOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	b, err := files.ReadFile("openapi.json")
	if err != nil {
		return err
	}
	return writeFile(w, "application/json", "", b)
}
