package web

import (
	"errors"
	"net/http"
	"regexp"
	"sync"
	"time"

	"setdoku/internal/game"
	"setdoku/store"
)

// Limits of one request about a game.
const (
	maxMoves = 200                                            // moves
	maxClock = int64(366 * 24 * time.Hour / time.Millisecond) // milliseconds on the clock
)

// jsonMoves are moves on the board that a page shows. Position, and Version if it is there, name this board. Request is
// a random id of this request, which is the same in a second try.
type jsonMoves struct {
	Request   string      `json:"request"`
	Position  *int        `json:"position"`
	Version   *int64      `json:"version"`
	ElapsedMS int64       `json:"elapsed_ms"`
	Moves     []game.Move `json:"moves"`
}

// requestID matches the id of a request, and the empty text.
var requestID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9]{0,64}$`) })

// jsonClock is the clock of a player.
type jsonClock struct {
	ElapsedMS int64 `json:"elapsed_ms"`
	Paused    bool  `json:"paused"`
}

// checkClock returns an error for a time that no clock shows.
func checkClock(elapsed int64) error {
	if elapsed < 0 || elapsed > maxClock {
		return problemf(http.StatusBadRequest, "elapsed_ms=%d, want a number from 0 to %d", elapsed, maxClock)
	}
	return nil
}

// apiGame answers with a game.
func (s *gamePages) apiGame(r *http.Request) (state gameState, err error) {
	p, err := s.findGame(r)
	if err != nil {
		return state, err
	}
	return p.state(), nil
}

// apiGameCheck answers with what is wrong on the board of a game.
func (s *gamePages) apiGameCheck(r *http.Request) (c gameCheck, err error) {
	p, err := s.findGame(r)
	if err != nil {
		return c, err
	}
	return p.check(r.Context())
}

// apiGameMoves makes moves and answers with the game after them. If the moves were made on another board than the
// present one, it answers with status 409 and the game as it is. A request that made the last change and comes again
// changes nothing.
func (s *gamePages) apiGameMoves(w http.ResponseWriter, r *http.Request) error {
	id, err := s.gameID(r)
	if err != nil {
		return err
	}
	var in jsonMoves
	if err := readJSON(r, &in); err != nil {
		return err
	}
	switch {
	case in.Position == nil:
		return problemf(http.StatusBadRequest,
			"position is missing: the position of the board on which the moves were made")
	case !requestID().MatchString(in.Request):
		return problemf(http.StatusBadRequest, "request: want at most 64 letters and digits")
	case len(in.Moves) > maxMoves:
		return problemf(http.StatusRequestEntityTooLarge, "%d moves, want at most %d in one request",
			len(in.Moves), maxMoves)
	}
	if err := checkClock(in.ElapsedMS); err != nil {
		return err
	}
	var before game.Board
	p, err := s.changeGame(r.Context(), id, func(p *gameView) error {
		before = p.game.Board()
		if in.Request != "" && in.Request == p.Request {
			return nil // the answer to the first try was lost
		}
		if *in.Position != p.Position || in.Version != nil && *in.Version != p.Version {
			return store.ErrGameChanged
		}
		p.request = in.Request
		p.setClock(in.ElapsedMS)
		p.Paused = p.Paused && len(in.Moves) == 0
		for i, m := range in.Moves {
			if err := p.game.Do(m); err != nil {
				return moveProblem(i, err)
			}
		}
		return nil
	})
	if errors.Is(err, store.ErrGameChanged) {
		return s.gameChanged(w, r)
	}
	if err != nil {
		return err
	}
	p.address = r.PathValue("game")
	state := p.state()
	if state.Said, err = s.practised(r, p, before); err != nil { // the moves are stored all the same
		s.site.Log.Error("practice failed", "puzzle", p.PuzzleID, "error", err)
	}
	return writeJSON(w, http.StatusOK, state)
}

// moveProblem returns the Problem of a move that is refused. i is its index in the request.
func moveProblem(i int, err error) error {
	if errors.Is(err, game.ErrMove) {
		return problemf(http.StatusBadRequest, "moves[%d]: %v", i, err)
	}
	return err
}

// gameChanged answers to moves on a board that is not the present one.
func (s *gamePages) gameChanged(w http.ResponseWriter, r *http.Request) error {
	p, err := s.findGame(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusConflict, struct {
		Error string    `json:"error"`
		State gameState `json:"state"`
	}{store.ErrGameChanged.Error(), p.state()})
}

// setClock sets the clock, but not back. The clock of a finished game is stopped.
func (p *gameView) setClock(elapsed int64) {
	if p.FinishedAt == nil {
		p.ElapsedMS = max(p.ElapsedMS, elapsed)
	}
}

// apiGameClock stops or starts the clock and sets it.
func (s *gamePages) apiGameClock(w http.ResponseWriter, r *http.Request) error {
	id, err := s.gameID(r)
	if err != nil {
		return err
	}
	var in jsonClock
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if err := checkClock(in.ElapsedMS); err != nil {
		return err
	}
	return s.change(w, r, func(c *store.Conn) error {
		return c.SetClock(r.Context(), id, in.ElapsedMS, in.Paused, clockTime(time.Now()))
	})
}

// apiGameDelete deletes a game.
func (s *gamePages) apiGameDelete(w http.ResponseWriter, r *http.Request) error {
	id, err := s.gameID(r)
	if err != nil {
		return err
	}
	return s.change(w, r, func(c *store.Conn) error { return c.DeleteGame(r.Context(), id) })
}

// change runs work on a connection that writes, and answers without contents.
func (s *gamePages) change(w http.ResponseWriter, r *http.Request, work func(*store.Conn) error) error {
	if err := s.write.Writing(r.Context(), work); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// apiGameHint answers with a hint.
func (s *gamePages) apiGameHint(r *http.Request) (*gameHint, error) {
	p, err := s.findGame(r)
	if err != nil {
		return nil, err
	}
	h, err := s.gameHint(r.Context(), p, r.URL.Query().Get("level"))
	if err != nil {
		return nil, err
	}
	return h, s.noteHint(r.Context(), p, h)
}
