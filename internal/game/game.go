// Package game has the rules of playing a puzzle by hand: digits, pencil marks and colors of a player, conflicts, undo
// and redo. It knows nothing of databases and of pages.
//
// A game has a start, a list of moves and a position in this list. The moves before the position make its board. Undo
// and redo change only the position, so a player can undo all moves.
package game

import (
	"errors"
	"fmt"

	"setdoku"
)

// MaxMoves is the largest number of moves of a game. Nobody plays so many by hand; it keeps a program from filling the
// disk.
const MaxMoves = 20_000

// ErrMove is the error for a move that does not exist. Its text says what is wrong with the move.
var ErrMove = errors.New("this is not a move")

// ErrFull is the error for a move after MaxMoves moves.
var ErrFull = fmt.Errorf("the game has %d moves, which is the most that a game keeps; start a new one", MaxMoves)

// Game is a game at one moment. New and Replay make one.
type Game struct {
	start    setdoku.State
	moves    []Move
	position int
	board    Board
	kept     int // how many of the moves with which Replay began are still there
}

// New starts a game of a puzzle. Digits that were placed before the game began are not given: the player may erase
// them.
func New(puzzle setdoku.State) *Game {
	return &Game{start: puzzle, board: newBoard(&puzzle)}
}

// Replay makes moves, which Moves returned, in a new game. The first position moves are in force, and the others are
// undone.
func Replay(puzzle setdoku.State, moves []Move, position int) (*Game, error) {
	if position < 0 || position > len(moves) {
		return nil, fmt.Errorf("position %d, expected 0 to %d", position, len(moves))
	}
	for i, m := range moves {
		err := m.check(puzzle.Board().Size)
		if err == nil && !m.Action.changes() {
			err = ErrMove
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, m.Action, err)
		}
	}
	g := New(puzzle)
	g.moves, g.kept = moves, len(moves)
	g.goTo(position)
	return g, nil
}

// Do makes a move. A move that changes nothing, such as one on a given, is not stored. The moves that were undone are
// lost as soon as another move is stored. The error wraps ErrMove or is ErrFull.
func (g *Game) Do(m Move) error {
	if err := m.check(g.start.Board().Size); err != nil {
		return err
	}
	switch m.Action {
	case Undo:
		g.goTo(max(0, g.position-1))
		return nil
	case Redo:
		g.goTo(min(len(g.moves), g.position+1))
		return nil
	}
	after := g.board
	after.apply(m, &g.start)
	if after == g.board {
		return nil
	}
	if g.position >= MaxMoves {
		return ErrFull
	}
	g.kept = min(g.kept, g.position)
	g.moves = append(g.moves[:g.position:g.position], m)
	g.position++
	g.board = after
	return nil
}

// goTo puts the game at a position.
func (g *Game) goTo(position int) {
	from := g.position
	if position < from {
		g.board, from = newBoard(&g.start), 0
	}
	for _, m := range g.moves[from:position] {
		g.board.apply(m, &g.start)
	}
	g.position = position
}

// Start returns the puzzle.
func (g *Game) Start() setdoku.State { return g.start }

// State returns the board as the solver sees it. A mark that is missing does not count, because the player may not have
// written all marks yet. A candidate that was crossed out does, in the game or before it began.
func (g *Game) State() setdoku.State {
	s := setdoku.State{Variant: g.start.Variant, Givens: g.start.Givens}
	for i, c := range g.board {
		if !c.Given {
			s.Placed[i] = c.Digit
		}
		if c.Digit == 0 {
			s.Deleted[i] = g.start.Deleted[i] | c.Crossed
		}
	}
	return s
}

// Board returns the board at the position of the game.
func (g *Game) Board() Board { return g.board }

// Position returns how many moves are in force.
func (g *Game) Position() int { return g.position }

// Moves returns all moves, also those that are undone. The caller must not change them.
func (g *Game) Moves() []Move { return g.moves }

// Replayed returns how many of the moves with which Replay began are still there. The moves after them are new.
func (g *Game) Replayed() int { return g.kept }
