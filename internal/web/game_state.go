package web

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"time"

	"setdoku"
	"setdoku/internal/game"
	"setdoku/store"
)

// gameView is a stored game, replayed to its position.
type gameView struct {
	store.StoredGame
	game    *game.Game
	address string // after /games/
	request string // id of the request that changes the game, empty if it has none
}

// gameState is a game as the API sends it.
type gameState struct {
	Game      string     `json:"game"`
	PuzzleID  int64      `json:"puzzle_id"`
	Variant   string     `json:"variant,omitempty"` // the board of the puzzle if it is not classic
	Givens    string     `json:"givens"`
	Version   int64      `json:"version"`  // another number means that the moves were changed
	Request   string     `json:"request"`  // id of the request that made this version, empty if it had none
	Position  int        `json:"position"` // moves in force
	Moves     int        `json:"moves"`    // moves in force and undone ones
	ElapsedMS int64      `json:"elapsed_ms"`
	Paused    bool       `json:"paused"`
	Finished  bool       `json:"finished"`
	Hints     int        `json:"hints"`          // boardChoices on which the player asked for a hint
	Said      string     `json:"said,omitempty"` // aboutGame the moves of the request, for the player
	Cells     []gameCell `json:"cells"`          // of the board, row by row

	Board *setdoku.Variant `json:"-"`
}

// gameCell is a cell of a game.
type gameCell struct {
	Cell  setdoku.Cell `json:"cell"`
	Digit uint8        `json:"digit"` // 0 for empty
	Given bool         `json:"given"`
	// pencil marks of the player, ascending; a filled cell shows none but keeps its marks
	Marks    []int           `json:"marks"`
	Corners  []int           `json:"corners,omitempty"` // the marks in the corners
	Crossed  []int           `json:"crossed,omitempty"` // candidates that the player has crossed out
	Out      []int           `json:"out,omitempty"`     // candidates that were crossed out before the game began
	Colors   []int           `json:"colors"`
	Shades   map[uint8]uint8 `json:"shades,omitempty"` // the colors of candidates, by digit
	Conflict bool            `json:"conflict"`
}

// gameKey matches the key of a game or a browser, as crypto/rand.Text makes it.
var gameKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z2-7]{26}$`) })

// gameID returns the id of the game that the path of a request names. The text of the error does not repeat the path,
// because it has a key.
func (s *gamePages) gameID(r *http.Request) (string, error) {
	address := r.PathValue("game")
	if !gameKey().MatchString(address) {
		return "", problemf(http.StatusNotFound,
			"no such game: the address of a game ends in 26 letters and digits")
	}
	return s.storedID(address), nil
}

// replay puts a stored game at its position.
func replay(g store.StoredGame) (*gameView, error) {
	replayed, err := game.Replay(g.Start, g.Moves, g.Position)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrGameDamaged, err)
	}
	return &gameView{StoredGame: g, game: replayed}, nil
}

// findGame reads the game that the path of a request names.
func (s *gamePages) findGame(r *http.Request) (*gameView, error) {
	id, err := s.gameID(r)
	if err != nil {
		return nil, err
	}
	var g store.StoredGame
	err = s.read.Snapshot(r.Context(), func(q *store.Snapshot) (err error) {
		g, err = q.Game(r.Context(), id)
		return err
	})
	if err != nil {
		return nil, err
	}
	p, err := replay(g)
	if err != nil {
		return nil, err
	}
	p.address = r.PathValue("game")
	return p, nil
}

// state returns the game as the API sends it.
func (p *gameView) state() gameState {
	board, v := p.game.Board(), p.Start.Board()
	conflicts := board.Conflicts(v)
	s := gameState{
		Game: p.address, PuzzleID: p.PuzzleID, Givens: v.Text(p.Start.Givens),
		Version: p.Version, Request: p.Request, Position: p.game.Position(), Moves: len(p.game.Moves()),
		ElapsedMS: p.ElapsedMS, Paused: p.Paused,
		Finished: board.Finished(v), Hints: p.Hints, Board: v,
	}
	if p.Start.Variant != nil {
		s.Variant = v.Name
	}
	for _, i := range v.Cells() {
		c := board[i]
		s.Cells = append(s.Cells, gameCell{
			Cell: setdoku.CellAt(i), Digit: c.Digit, Given: c.Given, Marks: digitList(c.Marks),
			Corners: digitList(c.Corners), Crossed: digitList(c.Crossed),
			Out: digitList(p.Start.Deleted[i]), Colors: digitList(c.Colors), Shades: shades(c.Shades),
			Conflict: conflicts[i],
		})
	}
	return s
}

// shades returns the colors of candidates by digit, nil if there are none.
func shades(list [10]uint8) (colors map[uint8]uint8) {
	for digit, color := range list {
		if color == 0 {
			continue
		}
		if colors == nil {
			colors = map[uint8]uint8{}
		}
		colors[uint8(digit)] = color
	}
	return colors
}

// digitList lists the digits of a set. The list is not nil, so that JSON has [].
func digitList(m setdoku.DigitSet) []int {
	list := []int{}
	for _, d := range m.Digits() {
		list = append(list, int(d))
	}
	return list
}

// changeGame lets work change a game in a transaction, and stores what it did.
func (s *gamePages) changeGame(ctx context.Context, id string, work func(*gameView) error) (p *gameView, err error) {
	err = s.write.Writing(ctx, func(c *store.Conn) error {
		return c.Atomically(ctx, func() error {
			g, err := c.Game(ctx, id)
			if err != nil {
				return err
			}
			if p, err = replay(g); err != nil {
				return err
			}
			if err := work(p); err != nil {
				return err
			}
			return p.save(ctx, c)
		})
	})
	return p, err
}

// save stores the game after changes.
func (p *gameView) save(ctx context.Context, c *store.Conn) error {
	was, kept := p.Version, p.game.Replayed()
	added := p.game.Moves()[kept:]
	if p.game.Position() != p.Position || kept < len(p.Moves) || len(added) > 0 {
		p.Version++
		p.Request = p.request
	}
	board := p.game.Board()
	now := clockTime(time.Now())
	switch {
	case !board.Finished(p.Start.Board()):
		p.FinishedAt = nil
	case p.FinishedAt == nil:
		p.FinishedAt = &now
	}
	p.Position, p.ChangedAt = p.game.Position(), now
	return c.SaveGame(ctx, p.Game, was, kept, added)
}

// clockTime writes a time for the columns of game.
func clockTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }
