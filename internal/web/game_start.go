package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"setdoku/internal/goal"
	"setdoku/solver"
	"setdoku/store"
)

// gameStart starts a game of a puzzle, of a new puzzle of a level, or to practise a technique.
func (s *gamePages) gameStart(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(r); err != nil {
		return err
	}
	g, err := s.wanted(r.Context(), r.PostForm)
	if why := problemFor(err); why != nil {
		return s.gamesAt(w, r, why.Status, r.PostForm.Get("variant"), why.Text)
	}
	if err != nil {
		return err
	}
	return s.Begin(w, r, g)
}

// Begin starts a game for the browser that sent a request and redirects it to the page of the game.
func (s *gamePages) Begin(w http.ResponseWriter, r *http.Request, g store.Game) error {
	address, err := s.start(r.Context(), g, s.newPlayer(w, r))
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/games/"+address, http.StatusSeeOther)
	return nil
}

// start stores a new game of a browser with a key, "" for no browser, and returns its address.
func (s *gamePages) start(ctx context.Context, g store.Game, player string) (address string, err error) {
	address = rand.Text()
	if player != "" {
		g.Player, g.Seed = Hashed(player), rand.Text()
		address = keyOfGame(player, g.Seed)
	}
	g.GameID, g.StartedAt = Hashed(address), clockTime(time.Now())
	if !s.shared() {
		address = g.GameID
	}
	return address, s.write.Writing(ctx, func(c *store.Conn) error { return c.StartGame(ctx, g) })
}

// Start begins a game of a level or a technique on a variant, "" for classic, for nobody's browser, and returns its address.
func (s *gamePages) Start(ctx context.Context, wanted, variant string) (address string, err error) {
	g, err := s.find(ctx, wanted, variant)
	if err != nil {
		return "", err
	}
	return s.start(ctx, g, "")
}

// find returns a game of a level or a technique on a variant.
func (s *gamePages) find(ctx context.Context, wanted, variant string) (g store.Game, err error) {
	found, err := s.finder.Find(ctx, wanted, variant)
	g.PuzzleID, g.StartText = found.PuzzleID, found.State
	if found.Technique != "" {
		g.Technique = &found.Technique
	}
	return g, err
}

// dayNumber is the day of the daily puzzles.
func dayNumber() string { return time.Now().UTC().Format(time.DateOnly) }

// wanted returns the game that a form asks for, with puzzle_id, level and perhaps variant or daily, or technique.
func (s *gamePages) wanted(ctx context.Context, form url.Values) (g store.Game, err error) {
	wanted := form.Get("technique")
	if wanted == "" {
		wanted = form.Get("level")
	}
	if wanted == "" {
		text := form.Get("puzzle_id")
		if g.PuzzleID, err = strconv.ParseInt(text, 10, 64); err != nil || g.PuzzleID < 1 {
			err = problemf(http.StatusBadRequest,
				"puzzle_id=%q, want the number of a puzzle, or level=easy, or technique=x_wing", text)
		}
		return g, err
	}
	if form.Has("daily") {
		var found goal.Found
		found, err = s.finder.Daily(ctx, wanted, dayNumber())
		g.PuzzleID = found.PuzzleID
	} else {
		g, err = s.find(ctx, wanted, form.Get("variant"))
	}
	switch {
	case errors.Is(err, goal.ErrRare):
		return g, problemf(http.StatusServiceUnavailable, "%v", err)
	case errors.Is(err, goal.ErrGoal), errors.Is(err, goal.ErrVariant):
		return g, problemf(http.StatusBadRequest, "%v", err)
	case err != nil:
		return g, fmt.Errorf("find a puzzle of %s: %w", wanted, err)
	}
	return g, nil
}

// playerCookie is the cookie with the key of a browser, by which it finds its games. All ports of a host share it.
const playerCookie = "setdoku_player"

// yearOfPlayer is how long a browser keeps its key after a game began, in seconds. Browsers keep no cookie longer.
const yearOfPlayer = 400 * 24 * 3600

// player returns the key of the browser that sent a request, "" if it has none.
func player(r *http.Request) string {
	if c, err := r.Cookie(playerCookie); err == nil && gameKey().MatchString(c.Value) {
		return c.Value
	}
	return ""
}

// newPlayer returns the key of the browser that sent a request, and makes the browser keep it.
func (s *gamePages) newPlayer(w http.ResponseWriter, r *http.Request) string {
	key := player(r)
	if key == "" {
		key = rand.Text()
	}
	http.SetCookie(w, &http.Cookie{
		Name: playerCookie, Value: key, Path: "/", MaxAge: yearOfPlayer, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: r.TLS != nil,
	})
	return key
}

// noteHint stores that a player asked for a hint, unless the site is read-only.
func (s *gamePages) noteHint(ctx context.Context, p *gameView, h *gameHint) error {
	if s.write == nil {
		return nil
	}
	row := store.GameHint{GameID: p.GameID, Version: p.Version, Level: h.level, ElapsedMS: p.ElapsedMS}
	if h.Hint != nil && h.Hint.Status == solver.StatusStep {
		row.Technique = &h.Hint.Technique.Name
	}
	return s.write.Writing(ctx, func(c *store.Conn) error { return c.AddHint(ctx, row) })
}
