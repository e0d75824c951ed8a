package web

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/game"
	"setdoku/solver/solutions"
)

// gameCheck says which entries are wrong.
type gameCheck struct {
	Wrong    []wrongEntry `json:"wrong"`
	Complete bool         `json:"complete"` // all cells are filled
	Finished bool         `json:"finished"` // and the grid is right
	Text     string       `json:"text"`
}

// check compares the board with the solution.
func (p *gameView) check(ctx context.Context) (gameCheck, error) {
	board, v := p.game.Board(), p.Start.Board()
	found, err := p.mistakes(ctx, false)
	c := gameCheck{Wrong: found.entries, Complete: board.Complete(v), Finished: board.Finished(v)}
	names := make([]string, len(c.Wrong))
	for i, w := range c.Wrong {
		names[i] = w.Cell.String()
	}
	switch {
	case len(names) == 1:
		c.Text = names[0] + " is wrong."
	case len(names) > 1:
		c.Text = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are wrong."
	case len(found.words) > 0:
		c.Text = found.words[0]
	case c.Finished:
		c.Text = "The puzzle is solved."
	case found.notCounted:
		c.Text = explain.NotCounted
	default:
		c.Text = "Nothing is wrong so far."
	}
	return c, err
}

// mistakes are what is wrong on a board: entries, or else digits of the solution that the player has crossed out. words
// has sentences about them, none if all is well.
type mistakes struct {
	entries []wrongEntry
	lost    []setdoku.Candidate
	words   []string
	// notCounted says that the solutions were not counted, so that nothing is known to be wrong.
	notCounted bool
}

// mistakes returns what is wrong on the board. right adds the right digits.
//
// An entry is wrong if it differs from the only solution. If the puzzle has several solutions, an entry is wrong if it
// was entered by the first move after which no solution is left.
func (p *gameView) mistakes(ctx context.Context, right bool) (m mistakes, err error) {
	board := p.game.Board()
	m.entries = []wrongEntry{}
	solution, n, err := solutions.SolveState(ctx, p.Start)
	switch {
	case errors.Is(err, solutions.ErrNotCounted):
		m.notCounted = true
		return m, nil
	case err != nil:
		return m, err
	case n == 0:
		m.words = []string{"This puzzle has no solution."}
	case n == 1:
		for _, i := range board.Wrong(solution) {
			w := wrongEntry{Cell: setdoku.CellAt(i), Digit: board[i].Digit}
			m.words = append(m.words, p.whyWrong(&board, i))
			if right {
				w.Right = solution[i]
			}
			m.entries = append(m.entries, w)
		}
		if len(m.entries) == 0 {
			m.lost = board.Lost(solution)
		}
		for _, c := range m.lost {
			text := fmt.Sprintf("The marks of %s are wrong: a digit that was crossed out there belongs there.", c.Cell)
			if right {
				text = fmt.Sprintf("It was wrong to cross out the %d in %s.", c.Digit, c.Cell)
			}
			m.words = append(m.words, text)
		}
	default:
		solvable, err := solutions.Solvable(ctx, p.game.State())
		if err == nil && !solvable {
			m.entries, m.words, err = p.firstWrong(ctx, &board)
		}
		return m, err
	}
	return m, nil
}

// firstWrong names the entries after which the puzzle has had no solution ever since: those of the first such move, or,
// if they were erased, all later ones.
func (p *gameView) firstWrong(ctx context.Context, board *game.Board) (wrong []wrongEntry, text []string, err error) {
	wrong = []wrongEntry{}
	good, next, err := p.lastGood(ctx)
	name := func(entered func(i int) bool) {
		for i, c := range board {
			if c.Digit != 0 && c.Digit != good[i].Digit && entered(i) {
				wrong = append(wrong, wrongEntry{Cell: setdoku.CellAt(i), Digit: c.Digit})
				text = append(text, p.whyWrong(board, i))
			}
		}
	}
	if name(func(i int) bool { return next[i].Digit == board[i].Digit }); len(wrong) == 0 {
		name(func(int) bool { return true })
	}
	return wrong, text, err
}

// lastGood returns the last board from which the puzzle had a solution, and the board after the next move.
func (p *gameView) lastGood(ctx context.Context) (good, next game.Board, err error) {
	g, err := game.Replay(p.Start, p.game.Moves()[:p.game.Position()], 0)
	good = game.New(p.Start).Board()
	was := true // the board before the next move is good
	for err == nil && g.Position() < len(g.Moves()) {
		err = g.Do(game.Move{Action: game.Redo})
		board := g.Board()
		solvable, err := solutions.Solvable(ctx, g.State())
		switch {
		case err != nil:
			return good, next, err
		case solvable:
			good, was = board, true
		case was:
			next, was = board, false
		}
	}
	return good, next, err
}

// whyWrong names a wrong entry and gives a reason that does not say the right digit.
func (p *gameView) whyWrong(board *game.Board, i int) string {
	name, digit := setdoku.CellAt(i).String(), board[i].Digit
	for u, cells := range p.Start.Board().Units {
		in, twice := false, false
		for _, j := range cells {
			in = in || j == i
			twice = twice || j != i && board[j].Digit == digit
		}
		if in && twice {
			return fmt.Sprintf("%s is wrong: %s has another %d.", name, setdoku.UnitName(u+1), digit)
		}
	}
	for _, j := range p.Start.Board().Peers[i] {
		if board[j].Digit == digit {
			return fmt.Sprintf("%s is wrong: %s has a %d too.", name, setdoku.CellAt(j), digit)
		}
	}
	return fmt.Sprintf("%s is wrong: with a %d there the puzzle has no solution.", name, digit)
}
