package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"setdoku"
	"setdoku/internal/game"
	"setdoku/internal/web/console"
	"setdoku/store"
	"setdoku/store/record"
)

// Problem is an error that the user may see, with its HTTP status.
type Problem struct {
	Status int
	Text   string
}

// Error returns the text.
func (p *Problem) Error() string { return p.Text }

// problemf returns a Problem. It formats its text as fmt.Sprintf does.
func problemf(status int, format string, args ...any) error {
	return &Problem{status, fmt.Sprintf(format, args...)}
}

// problemFor turns an error into the Problem that the user sees. It returns nil for an unexpected error, which is
// logged and not shown.
func problemFor(err error) *Problem {
	var p *Problem
	var large *http.MaxBytesError
	var refused *console.Refusal
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &refused):
		return &Problem{statusOfReason[refused.Reason], refused.Text}
	case damageProblem(err) != nil:
		return damageProblem(err)
	case errors.Is(err, store.ErrNoPuzzle), errors.Is(err, setdoku.ErrNoStep), errors.Is(err, store.ErrNoGame):
		return &Problem{http.StatusNotFound, err.Error()}
	case errors.Is(err, store.ErrIllegal), errors.Is(err, store.ErrGameChanged), errors.Is(err, game.ErrFull):
		return &Problem{http.StatusConflict, err.Error()}
	case errors.Is(err, store.ErrPermission), errors.Is(err, store.ErrReadOnly):
		return &Problem{http.StatusForbidden, "the user of this server may not do that in the database"}
	case errors.Is(err, store.ErrLocked):
		return &Problem{http.StatusServiceUnavailable, "the database is busy, try again"}
	case errors.Is(err, store.ErrReplaced), errors.Is(err, store.ErrMeanwhile):
		return &Problem{http.StatusServiceUnavailable, err.Error()}
	case errors.As(err, &large):
		return &Problem{http.StatusRequestEntityTooLarge,
			"the request is too large, want at most " + sizeText(large.Limit)}
	case errors.Is(err, context.DeadlineExceeded):
		return &Problem{http.StatusServiceUnavailable, "this took too long"}
	case store.IsUnreachable(err):
		return &Problem{http.StatusServiceUnavailable,
			"the database server cannot be reached at the moment, try again later"}
	}
	return nil
}

// damageProblem returns the Problem of rows that another program or a user changed: what is wrong, and how to go on. It
// returns nil for other errors.
func damageProblem(err error) *Problem {
	var refused *record.Refusal
	var bad *record.BadRow
	switch err = store.Explain(err); {
	case errors.As(err, &refused), errors.As(err, &bad):
		return &Problem{http.StatusConflict, err.Error() + "; setdoku delete --ids removes such a puzzle"}
	case errors.Is(err, store.ErrNull):
		return &Problem{http.StatusConflict, err.Error()}
	case errors.Is(err, store.ErrGameDamaged):
		return &Problem{http.StatusConflict, err.Error() + "; the page Play has a button that deletes it"}
	case errors.Is(err, store.ErrChanged):
		for errors.Unwrap(err) != store.ErrChanged && errors.Unwrap(err) != nil {
			err = errors.Unwrap(err) // without the path of the database
		}
		return &Problem{http.StatusConflict, err.Error() +
			"; export the puzzles and import them into a new database"}
	}
	return nil
}

// sizeText writes a number of bytes.
func sizeText(bytes int64) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MB", bytes>>20)
	}
	return fmt.Sprintf("%d kB", bytes>>10)
}

// Fail answers with an error, as a page or, under /api, as JSON.
func (s *site) Fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problemFor(err)
	if p == nil {
		if r.Context().Err() != nil {
			return // the client has disconnected
		}
		s.Log.Error("answer failed", "method", r.Method, "path", r.URL.Path, "error", err)
		p = &Problem{http.StatusInternalServerError, "the server failed; see its log"}
	}
	if s.Path != s.Database {
		p = &Problem{p.Status, strings.ReplaceAll(p.Text, s.Path, s.Database)}
	}
	if inAPI(r) {
		s.failJSON(w, r, p)
		return
	}
	if err := s.Render(w, r, p.Status, "error", errorTitle(p.Status), p); err != nil {
		s.Log.Error("error page failed", "error", err)
	}
}

// refuse answers a request before anything is known about the user, with a page that says nothing about the database.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, p *Problem) {
	if inAPI(r) {
		s.failJSON(w, r, p)
		return
	}
	s.renderBare(w, r, p.Status, "error", errorTitle(p.Status), p)
}

func (s *site) failJSON(w http.ResponseWriter, r *http.Request, p *Problem) {
	if err := writeJSON(w, p.Status, map[string]string{"error": p.Text}); err != nil {
		s.Log.Log(r.Context(), slog.LevelDebug, "answer not sent", "error", err)
	}
}

// errorTitle returns the title of an error page.
func errorTitle(status int) string {
	switch status {
	case http.StatusNotFound:
		return "Not found"
	case http.StatusForbidden, http.StatusMisdirectedRequest:
		return "Not allowed"
	}
	return "Not possible"
}

// statusOfReason has the HTTP status of a statement that the console refused.
var statusOfReason = map[console.Reason]int{
	console.Wrong: http.StatusBadRequest, console.Forbidden: http.StatusForbidden,
	console.Long:  http.StatusRequestEntityTooLarge,
	console.Large: http.StatusUnprocessableEntity, console.Slow: http.StatusRequestTimeout,
	console.Busy: http.StatusServiceUnavailable,
}
