package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/game"
	"setdoku/solver/memory"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// practice counts what a player has done with a technique.
type practice struct {
	Technique string
	// games to practise it, those that are solved, and where the player found it without a hint
	Games, Solved, Found int
}

// Practised returns what the player who sent a request has practised, by technique.
func (s *gamePages) Practised(r *http.Request) (map[string]practice, error) {
	condition, args := s.mine(r)
	var rows []practice
	err := s.read.SelectContext(r.Context(), &rows, sqlfiles.Page("practice", condition), args...)
	list := make(map[string]practice)
	for _, row := range rows {
		list[row.Technique] = row
	}
	return list, store.Explain(err)
}

// Found stores that the player who sent a request found a technique in a position without a hint, unless the site is
// read-only or does not know the player.
func (s *gamePages) Found(r *http.Request, technique, position string) error {
	by := Hashed(player(r))
	if s.write == nil || by == "" && s.shared() {
		return nil
	}
	return s.write.Writing(r.Context(), func(c *store.Conn) error {
		return c.AddPractice(r.Context(), by, technique, position, clockTime(time.Now()))
	})
}

// firstStep returns the step that a technique makes in a state, nil if it finds nothing.
func firstStep(ctx context.Context, t catalogue.Technique, state setdoku.State) (step *setdoku.Step, err error) {
	finder, err := memory.NewPathfinder(catalogue.Catalogue{t},
		memory.Options{Techniques: catalogue.Catalogue{t}, StopAtFirst: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, finder.Close(ctx)) }()
	path, err := finder.Find(ctx, state)
	if err != nil || len(path.Steps) == 0 || len(path.Steps[0].Deductions) == 0 {
		return nil, err
	}
	return &path.Steps[0], nil
}

// practised says that the moves of a request made a deduction of the technique that the player practises: board had
// none before them. It returns "" if they did not.
func (s *gamePages) practised(r *http.Request, p *gameView, before game.Board) (words string, err error) {
	if p.Technique == nil {
		return "", nil
	}
	t, known := s.finder.Technique(*p.Technique)
	if !known {
		return "", nil
	}
	step, err := s.steps.Get(r.Context(), t.Name+" "+p.StartText, func() (*setdoku.Step, error) {
		return firstStep(r.Context(), t, p.Start)
	})
	if err != nil || step == nil {
		return "", err
	}
	after := p.game.Board()
	made := func(b *game.Board) int {
		return slices.IndexFunc(step.Deductions, func(d setdoku.Deduction) bool { return makes(b, &p.Start, d) })
	}
	i := made(&after)
	if i < 0 || made(&before) >= 0 {
		return "", nil
	}
	if p.Hints == 0 {
		err = s.Found(r, t.Name, "game="+p.GameID)
	}
	return "That is the " + t.Title + ": " + strings.Join(step.Deductions[i].Names(), ", ") + ".", err
}

// makes reports whether a player has made a deduction on a board: has placed its digits, and crossed its eliminations
// out, one of them at least before a digit of the board excluded it.
func makes(b *game.Board, start *setdoku.State, d setdoku.Deduction) bool {
	for _, c := range d.Placements {
		if b[c.Cell.Index()].Digit != c.Digit {
			return false
		}
	}
	own := len(d.Eliminations) == 0
	for _, c := range d.Eliminations {
		i := c.Cell.Index()
		excluded := b[i].Digit != 0 || slices.ContainsFunc(start.Board().Peers[i],
			func(p int) bool { return b[p].Digit == c.Digit })
		if b[i].Digit == c.Digit || !excluded && !b[i].Crossed.Has(c.Digit) {
			return false
		}
		own = own || !excluded
	}
	return own
}
