package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"setdoku"
	"setdoku/internal/game"
	"setdoku/solver"
	"setdoku/store"
)

// gameData is the data of the page of a game.
type gameData struct {
	State   gameState
	Cell    setdoku.Cell // the selected cell, 0 for none
	Hint    *gameHint
	Drawing *gameDrawing // of the hint
	Check   *gameCheck
	Message string    // why a move was refused
	Clock   string    // such as 12:07
	About   aboutGame // of the puzzle
}

// gamePage answers with the page of a game.
func (s *gamePages) gamePage(w http.ResponseWriter, r *http.Request) error {
	p, err := s.gameOf(r)
	if err != nil {
		return err
	}
	cell, err := formCell(r)
	if err != nil {
		return err
	}
	return s.gameAt(w, r, http.StatusOK, p, cell, "")
}

// gameAt writes the page of a game, with a message about a move that was refused.
func (s *gamePages) gameAt(w http.ResponseWriter, r *http.Request, status int, p *played, cell setdoku.Cell,
	message string) (err error) {
	d := gameData{State: p.state(), Cell: cell, Message: message, Clock: clockText(p.ElapsedMS)}
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
	if r.URL.Query().Get("check") != "" {
		c, err := p.check(r.Context())
		if err != nil {
			return err
		}
		d.Check = &c
	}
	return s.site.Render(w, r, status, "game", fmt.Sprintf("Game of puzzle %d", p.PuzzleID), d)
}

// clockText writes milliseconds as minutes and seconds, or hours, minutes and seconds.
func clockText(ms int64) string {
	seconds := ms / 1000
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// gamePosted handles the form of a game, for use without JavaScript, and sends the browser back to the page.
func (s *gamePages) gamePosted(w http.ResponseWriter, r *http.Request) error {
	id, err := s.gameID(r)
	if err != nil {
		return err
	}
	if err := parseForm(r); err != nil {
		return err
	}
	cells, do := r.PostForm["cell"], r.PostForm.Get("do")
	back := url.Values{}
	if len(cells) > 0 && cells[0] != "" {
		back.Set("cell", cells[0])
	}
	if do == "delete" {
		if err := s.write.Writing(r.Context(), func(c *store.Conn) error {
			return c.DeleteGame(r.Context(), id)
		}); err != nil {
			return err
		}
		http.Redirect(w, r, "/games", http.StatusSeeOther)
		return nil
	}
	if level, isHint := strings.CutPrefix(do, "hint-"); isHint && slices.Contains(solver.HintLevels(), level) {
		back.Set("hint", level)
	} else if do == "check" {
		back.Set("check", "1")
	} else if err := s.gameForm(r, id, do, cells); err != nil {
		return s.gameRefused(w, r, err)
	}
	address := "/games/" + r.PathValue("game")
	if len(back) > 0 {
		address += "?" + back.Encode()
	}
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}

// gameRefused writes the page of a game with the reason why a move was refused, if there is such a game.
func (s *gamePages) gameRefused(w http.ResponseWriter, r *http.Request, refused error) error {
	why := problemFor(refused)
	if why == nil || why.Status == http.StatusNotFound {
		return refused
	}
	p, err := s.gameOf(r)
	if err != nil {
		return errors.Join(err, refused)
	}
	n, err := strconv.Atoi(r.PostForm.Get("cell"))
	cell := setdoku.Cell(n)
	if err != nil || !cell.Valid() {
		cell = 0
	}
	return s.gameAt(w, r, why.Status, p, cell, why.Text)
}

// longestPause is the time after which a player without JavaScript no longer counts as thinking about the next move.
const longestPause = 10 * time.Minute

// gameForm makes the moves of the form, or stops or starts the clock.
func (s *gamePages) gameForm(r *http.Request, id, do string, cells []string) error {
	moves, err := formMoves(do, cells)
	if do == "apply" {
		moves, err = s.hintMoves(r)
	}
	if err != nil {
		return err
	}
	_, err = s.changeGame(r.Context(), id, func(p *played) error {
		if changed, err := time.Parse(time.RFC3339, p.ChangedAt); err == nil && !p.Paused {
			p.setClock(p.ElapsedMS + min(max(0, time.Since(changed)), longestPause).Milliseconds())
		}
		p.Paused = do == "pause"
		for _, m := range moves {
			if err := p.game.Do(m); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, game.ErrMove) {
		return problemf(http.StatusBadRequest, "%v", err)
	}
	return err
}

// formValue matches what a button of the form does with a digit, such as mark-4.
var formValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^(digit|mark|corner|color)-([0-9])$`)
})

// hintMoves returns the moves of the hint for the board as it is.
func (s *gamePages) hintMoves(r *http.Request) ([]game.Move, error) {
	p, err := s.gameOf(r)
	if err != nil {
		return nil, err
	}
	h, err := s.gameHint(r.Context(), p, "why")
	if err != nil {
		return nil, err
	}
	return h.Moves, nil
}

// formMoves returns the move of the form. It returns none for pause, resume and apply.
func formMoves(do string, cells []string) ([]game.Move, error) {
	m := game.Move{Action: game.Action(do)}
	switch do {
	case "pause", "resume", "apply":
		return nil, nil
	case "undo", "redo", "fill", "restart":
		return []game.Move{m}, nil
	case "erase":
	default:
		part := formValue().FindStringSubmatch(do)
		if part == nil {
			return nil, problemf(http.StatusBadRequest,
				"do=%q, want digit-1, mark-1, corner-1, color-1, erase, fill, undo, redo, hint-where, hint-what, "+
					"hint-why, apply, check, pause, resume, restart or delete", do)
		}
		m.Action = game.Action(part[1])
		m.Value, _ = strconv.Atoi(part[2])
	}
	for _, text := range cells {
		n, err := strconv.Atoi(text)
		cell := setdoku.Cell(n)
		if err != nil || !cell.Valid() {
			return nil, problemf(http.StatusBadRequest, "cell=%q, want row * 10 + column", text)
		}
		m.Cells = append(m.Cells, cell)
	}
	if len(m.Cells) == 0 {
		return nil, problemf(http.StatusBadRequest, "choose a cell first")
	}
	if m.Value == 0 && m.Action != game.Color { // digit-0 and mark-0 remove what the cell has
		m.Action = game.Erase
	}
	return []game.Move{m}, nil
}
