package web

import (
	"fmt"
	"net/http"

	"setdoku"
	"setdoku/store"
)

// gameData is the data of the page of a game. A script of the page draws the board of the state.
type gameData struct {
	State   gameState
	Hint    *gameHint
	Drawing *gameDrawing // of the hint
	Clock   string       // such as 12:07
	About   aboutGame    // of the puzzle
}

// gamePage answers with the page of a game.
func (s *gamePages) gamePage(w http.ResponseWriter, r *http.Request) error {
	p, err := s.findGame(r)
	if err != nil {
		return err
	}
	d := gameData{State: p.state(), Clock: clockText(p.ElapsedMS)}
	if d.About, err = s.about(r, p); err != nil {
		return err
	}
	_, err = setdoku.ParseVariant(p.Start.Board().Name)
	d.About.Again = err == nil // of a board that SQL inserted, nobody makes another puzzle
	if level := r.URL.Query().Get("hint"); level != "" {
		if d.Hint, err = s.gameHint(r.Context(), p, level); err == nil {
			err = s.noteHint(r.Context(), p, d.Hint)
		}
		if err != nil {
			return err
		}
		d.Drawing = d.Hint.draw(&d.State)
	}
	return s.site.Render(w, r, http.StatusOK, "game", fmt.Sprintf("Game of puzzle %d", p.PuzzleID), d)
}

// clockText writes milliseconds as minutes and seconds, or hours, minutes and seconds.
func clockText(ms int64) string {
	seconds := ms / 1000
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// gamePosted handles the button of the list of games that deletes a damaged one.
func (s *gamePages) gamePosted(w http.ResponseWriter, r *http.Request) error {
	id, err := s.gameID(r)
	if err != nil {
		return err
	}
	if err := parseForm(r); err != nil {
		return err
	}
	if do := r.PostForm.Get("do"); do != "delete" {
		return problemf(http.StatusBadRequest, "do=%q, want delete", do)
	}
	if err := s.write.Writing(r.Context(), func(c *store.Conn) error {
		return c.DeleteGame(r.Context(), id)
	}); err != nil {
		return err
	}
	http.Redirect(w, r, "/games", http.StatusSeeOther)
	return nil
}
