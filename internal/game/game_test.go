package game_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"setdoku"
	"setdoku/internal/game"
	"setdoku/internal/testing/gridtest"
)

// givens is a puzzle with one solution, and solution is that.
const (
	givens   = "..2.3...8.....8....31.2.....6..5.27..1.....5.2.4.6..31....8.6.5.......13..531.4.."
	solution = "672435198549178362831629547368951274917243856254867931193784625486592713725316489"
)

// failer is a test, or a check of rapid.
type failer interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func must(t failer, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

func grid(t failer, text string) setdoku.Grid {
	g, err := setdoku.ParseGrid(text)
	must(t, err)
	return g
}

// puzzle returns the puzzle of the tests.
func puzzle(t failer) setdoku.State { return setdoku.State{Givens: grid(t, givens)} }

// do makes moves.
func do(t failer, g *game.Game, moves ...game.Move) {
	for _, m := range moves {
		if err := g.Do(m); err != nil {
			t.Fatalf("%+v: %v", m, err)
		}
	}
}

func digit(value int, cells ...setdoku.Cell) game.Move {
	return game.Move{Action: game.Digit, Value: value, Cells: cells}
}

func mark(value int, cells ...setdoku.Cell) game.Move {
	return game.Move{Action: game.Mark, Value: value, Cells: cells}
}

func color(value int, cells ...setdoku.Cell) game.Move {
	return game.Move{Action: game.Color, Value: value, Cells: cells}
}

// shade gives the marks of a digit a color.
func shade(digit, color int, cells ...setdoku.Cell) game.Move {
	return game.Move{Action: game.Color, Value: color, Digit: digit, Cells: cells}
}

func act(action game.Action, value int, cells ...setdoku.Cell) game.Move {
	return game.Move{Action: action, Value: value, Cells: cells}
}

func erase(cells ...setdoku.Cell) game.Move { return game.Move{Action: game.Erase, Cells: cells} }

var (
	undo    = game.Move{Action: game.Undo}
	redo    = game.Move{Action: game.Redo}
	restart = game.Move{Action: game.Restart}
	fill    = game.Move{Action: game.Fill}
)

// set makes a set of digits.
func set(digits ...uint8) (s setdoku.DigitSet) {
	for _, d := range digits {
		s |= setdoku.NewDigitSet(d)
	}
	return s
}

// TestBoard checks what moves do to a cell. r1c1, r1c2 and r2c1 are empty, and r1c3 is a given 2. The candidates of
// r1c1 are 4, 5, 6, 7 and 9.
func TestBoard(t *testing.T) {
	type (
		moves = []game.Move
		cell  = game.Cell
	)
	for _, tt := range []struct {
		name     string
		moves    moves
		cell     setdoku.Cell
		want     cell
		position int
	}{
		{"a digit", moves{digit(5, 11)}, 11, cell{Digit: 5}, 1},
		{"a digit in several cells", moves{digit(5, 11, 12)}, 12, cell{Digit: 5}, 1},
		{"the same digit again", moves{digit(5, 11), digit(5, 11)}, 11, cell{Digit: 5}, 1},
		{"another digit", moves{digit(5, 11), digit(6, 11)}, 11, cell{Digit: 6}, 2},
		{"a digit in a given", moves{digit(5, 13)}, 13, cell{Digit: 2, Given: true}, 0},
		{"a mark", moves{mark(5, 11)}, 11, cell{Marks: set(5)}, 1},
		{"a mark twice", moves{mark(5, 11), mark(5, 11)}, 11, cell{}, 2},
		{"a mark that one of two cells has", moves{mark(5, 11), mark(5, 11, 12)}, 11, cell{Marks: set(5)}, 2},
		{"a mark that both cells have", moves{mark(5, 11, 12), mark(5, 11, 12)}, 12, cell{}, 2},
		{"a mark next to a filled cell", moves{digit(4, 12), mark(5, 11, 12), mark(5, 11, 12)}, 11, cell{}, 3},
		{"a mark in a filled cell", moves{digit(4, 11), mark(5, 11)}, 11, cell{Digit: 4}, 1},
		{"a mark in a given", moves{mark(5, 13)}, 13, cell{Digit: 2, Given: true}, 0},
		{"a digit takes the mark of its peers", moves{mark(5, 11), mark(6, 11), digit(5, 21)}, 11,
			cell{Marks: set(6), Crossed: set(5)}, 3},
		{"place leaves the mark of its peers", moves{mark(5, 11), mark(6, 11), act(game.Place, 5, 21)}, 11,
			cell{Marks: set(5, 6)}, 3},
		{"a corner mark", moves{act(game.Corner, 5, 11), mark(6, 11)}, 11, cell{Corners: set(5), Marks: set(6)}, 2},
		{"a corner mark twice", moves{act(game.Corner, 5, 11, 12), act(game.Corner, 5, 11, 12)}, 11, cell{}, 2},
		{"a digit takes the corner mark of its peers", moves{act(game.Corner, 5, 11), digit(5, 21)}, 11, cell{}, 2},
		{"fill", moves{mark(1, 11), fill}, 11, cell{Marks: set(4, 5, 6, 7, 9)}, 2},
		{"fill twice", moves{fill, fill}, 11, cell{Marks: set(4, 5, 6, 7, 9)}, 1},
		{"undo of fill", moves{mark(1, 11), fill, undo}, 11, cell{Marks: set(1)}, 1},
		{"fill leaves a given", moves{fill}, 13, cell{Digit: 2, Given: true}, 1},
		{"a mark of all candidates is crossed out", moves{fill, mark(5, 11), mark(9, 11)}, 11,
			cell{Marks: set(4, 6, 7), Crossed: set(5, 9)}, 3},
		{"a crossed-out mark comes back", moves{fill, mark(5, 11), mark(5, 11)}, 11,
			cell{Marks: set(4, 5, 6, 7, 9)}, 3},
		{"fill brings crossed-out marks back", moves{fill, mark(5, 11), fill}, 11, cell{Marks: set(4, 5, 6, 7, 9)}, 3},
		{"cross without marks", moves{act(game.Cross, 5, 11), act(game.Cross, 9, 11)}, 11,
			cell{Marks: set(4, 6, 7), Crossed: set(5, 9)}, 2},
		{"cross with some marks", moves{mark(4, 11), act(game.Cross, 5, 11)}, 11,
			cell{Marks: set(4), Crossed: set(5)}, 2},
		{"cross of the only mark", moves{mark(5, 11), act(game.Cross, 5, 11)}, 11, cell{Crossed: set(5)}, 2},
		{"cross in a filled cell", moves{digit(4, 11), act(game.Cross, 5, 11)}, 11, cell{Digit: 4}, 1},
		{"erase takes what was crossed out", moves{act(game.Cross, 5, 11), erase(11)}, 11, cell{}, 2},
		{"undo gives the mark back", moves{mark(5, 11), digit(5, 21), undo}, 11, cell{Marks: set(5)}, 1},
		{"a digit keeps the marks of its cell", moves{mark(5, 11), digit(6, 11), erase(11)}, 11,
			cell{Marks: set(5)}, 3},
		{"erase takes the digit first", moves{color(3, 11), digit(6, 11), erase(11)}, 11, cell{Colors: set(3)}, 3},
		{"erase takes marks and color then", moves{color(3, 11), mark(6, 11), erase(11)}, 11, cell{}, 3},
		{"erase takes digits of the selection only", moves{mark(7, 11), digit(6, 12), erase(11, 12)}, 11,
			cell{Marks: set(7)}, 3},
		{"erase takes the color of a given", moves{color(3, 13), erase(13)}, 13, cell{Digit: 2, Given: true}, 2},
		{"color 0", moves{color(3, 11), color(0, 11)}, 11, cell{}, 2},
		{"the color of a given", moves{color(9, 13)}, 13, cell{Digit: 2, Given: true, Colors: set(9)}, 1},
		{"a second color", moves{color(3, 11), color(5, 11, 12)}, 11, cell{Colors: set(3, 5)}, 2},
		{"a color again", moves{color(3, 11, 12), color(5, 11), color(3, 11, 12)}, 11, cell{Colors: set(5)}, 3},
		{"no color", moves{color(3, 11), color(5, 11), color(0, 11)}, 11, cell{}, 3},
		{"the color of a mark", moves{mark(4, 11), shade(4, 7, 11, 12)}, 11,
			cell{Marks: set(4), Shades: [10]uint8{4: 7}}, 2},
		{"the color of a mark again", moves{mark(4, 11), shade(4, 7, 11), shade(4, 7, 11)}, 11, cell{Marks: set(4)}, 3},
		{"the color of no mark", moves{shade(4, 7, 11)}, 11, cell{}, 0},
		{"erase takes colors of marks", moves{mark(4, 11), shade(4, 7, 11), erase(11)}, 11, cell{}, 3},
		{"restart", moves{color(9, 13), digit(5, 11), mark(5, 12), restart}, 13, cell{Digit: 2, Given: true}, 4},
		{"restart of a new game", moves{restart}, 13, cell{Digit: 2, Given: true}, 0},
		{"undo of restart", moves{digit(5, 11), restart, undo}, 11, cell{Digit: 5}, 1},
		{"undo at the start", moves{undo, undo}, 11, cell{}, 0},
		{"redo", moves{digit(5, 11), undo, redo}, 11, cell{Digit: 5}, 1},
		{"redo at the end", moves{digit(5, 11), redo}, 11, cell{Digit: 5}, 1},
		{"a move after undo", moves{digit(5, 11), undo, digit(6, 11), redo}, 11, cell{Digit: 6}, 1},
		{"a move that changes nothing after undo", moves{digit(5, 11), undo, digit(6, 13), redo}, 11,
			cell{Digit: 5}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := game.New(puzzle(t))
			do(t, g, tt.moves...)
			if got := g.Board()[tt.cell.Index()]; got != tt.want {
				t.Errorf("cell %d: %+v, want %+v", tt.cell, got, tt.want)
			}
			gridtest.Equal(t, "position", g.Position(), tt.position)
		})
	}
}

func TestConflictsAndFinish(t *testing.T) {
	g := game.New(puzzle(t))
	do(t, g, digit(2, 11), digit(9, 99))
	board := g.Board()
	conflicts := board.Conflicts(setdoku.Classic())
	// 2 in r1c1, r1c3 and r6c1
	for cell, want := range map[setdoku.Cell]bool{11: true, 13: true, 99: false, 12: false, 61: true} {
		if conflicts[cell.Index()] != want {
			t.Errorf("conflict of cell %d: %t, want %t", cell, !want, want)
		}
	}
	gridtest.Equal(t, "wrong cells", board.Wrong(grid(t, solution)), []int{0})
	do(t, g, restart)
	for i, d := range grid(t, solution) {
		if board := g.Board(); board.Finished(setdoku.Classic()) ||
			board.Complete(setdoku.Classic()) != (i == setdoku.CellCount) {
			t.Errorf("finished before cell %d", i)
		}
		do(t, g, digit(int(d), setdoku.CellAt(i)))
	}
	board = g.Board()
	if !board.Finished(setdoku.Classic()) || board.Filled().String() != solution {
		t.Errorf("not finished: %s", board.Filled())
	}
	do(t, g, digit(1, 11))
	if board = g.Board(); board.Finished(setdoku.Classic()) || !board.Complete(setdoku.Classic()) {
		t.Error("finished with a conflict, or not complete")
	}
}

// TestStartWithPlacedDigits plays a puzzle that came with a placed digit, a 5 in r1c1, and with a crossed-out
// candidate, 4 in r1c2.
func TestStartWithPlacedDigits(t *testing.T) {
	start := puzzle(t)
	start.Placed[0] = 5
	start.Deleted[1] = set(4)
	g := game.New(start)
	gridtest.Equal(t, "at the start", g.State(), start)
	do(t, g, digit(6, 11), digit(7, 12))
	if s := g.State(); s.Placed[0] != 6 || s.Placed[1] != 7 || s.Deleted[1] != 0 || s.Givens != start.Givens {
		t.Errorf("after two digits: %+v", s)
	}
	do(t, g, erase(11))
	gridtest.Equal(t, "after erasing the placed digit", g.Board()[0], (game.Cell{}))
	do(t, g, restart)
	gridtest.Equal(t, "after restart", g.State(), start)
}

// TestCrossedOut compares what the solver sees after marks with what the player has crossed out. Marks that are missing
// do not count.
func TestCrossedOut(t *testing.T) {
	some := game.New(puzzle(t))
	if do(t, some, mark(5, 11), mark(6, 11),
		mark(5, 11)); some.State().Deleted != [setdoku.CellCount]setdoku.DigitSet{} {
		t.Errorf("some marks: %v are crossed out", some.State().Deleted[0].Digits())
	}
	start := puzzle(t)
	start.Deleted[1] = set(4)
	g := game.New(start)
	crossed := func(when string, want11, want12 setdoku.DigitSet) {
		t.Helper()
		if s := g.State(); s.Deleted[0] != want11 || s.Deleted[1] != want12 {
			t.Errorf("%s: %v and %v are crossed out, want %v and %v", when, s.Deleted[0].Digits(),
				s.Deleted[1].Digits(), want11.Digits(), want12.Digits())
		}
	}
	crossed("the start", 0, set(4))
	do(t, g, fill)
	if got := g.Board()[1].Marks; got.Has(4) {
		t.Errorf("fill marks a candidate that was crossed out before: %v", got.Digits())
	}
	do(t, g, mark(6, 11), act(game.Cross, 9, 12))
	crossed("all marks", set(6), set(4, 9))
	board := g.Board()
	if got, want := board.Lost(grid(t, solution)),
		[]setdoku.Candidate{setdoku.CandidateAt(0, 6)}; !slices.Equal(got, want) {
		t.Errorf("lost %v, want %v", got, want)
	}
	do(t, g, digit(7, 12))
	crossed("a digit", set(6, 7), 0)
	do(t, g, mark(6, 11), erase(12))
	crossed("after the digit", set(7), set(4, 9))
	do(t, g, restart)
	crossed("restart", 0, set(4))
}

func TestRefusedMoves(t *testing.T) {
	for _, tt := range []struct {
		move game.Move
		want string
	}{
		{game.Move{Action: "cheat"}, `action "cheat", want one of ["digit" `},
		{digit(0, 11), "digit with the value 0, want 1 to 9"},
		{color(10, 11), "color with the value 10, want 0 to 9"},
		{digit(5, 10), "cell 10, want row * 10 + column, 11 to 99"},
		{digit(5, -11), "cell -11, want row * 10 + column"},
		{mark(5, 11, 12, 11), "cell 11 twice"},
		{erase(), "erase without a cell"},
		{act(game.Fill, 0, 11), "fill with cells, want none"},
		{act(game.Cross, 0, 11), "cross with the value 0"},
		{act(game.Undo, 0, 11), "undo with cells, want none"},
		{act(game.Erase, 3, 11), "erase with the value 3, want no value"},
	} {
		err := game.New(puzzle(t)).Do(tt.move)
		if !errors.Is(err, game.ErrMove) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.move, err, tt.want)
		}
	}
	if _, err := game.Replay(puzzle(t), []game.Move{undo}, 1); !errors.Is(err, game.ErrMove) {
		t.Errorf("replay of undo: %v", err)
	}
	if _, err := game.Replay(puzzle(t), nil, 1); err == nil {
		t.Error("replay to a position after the last move")
	}
}

func TestFullGame(t *testing.T) {
	var moves []game.Move
	for range game.MaxMoves / 2 {
		moves = append(moves, color(1, 11), color(2, 11))
	}
	g, err := game.Replay(puzzle(t), moves, len(moves))
	must(t, err)
	if err := g.Do(color(3, 11)); !errors.Is(err, game.ErrFull) {
		t.Errorf("move %d: %v", len(moves)+1, err)
	}
	do(t, g, undo, color(3, 11))
}

// TestUndoEverything makes any moves. Undoing all gives the start, redoing all gives the end, and a game that is
// replayed from its moves at any time is the same game.
func TestUndoEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := puzzle(t)
		g := game.New(start)
		moves := rapid.SliceOfN(anyMove(), 0, 60).Draw(t, "moves")
		for _, m := range moves {
			do(t, g, m)
			again, err := game.Replay(start, g.Moves(), g.Position())
			if err != nil || again.Board() != g.Board() {
				t.Fatalf("replay after %+v: %v\n%s", m, err, cmp.Diff(g.Board(), again.Board()))
			}
		}
		for g.Position() < len(g.Moves()) {
			do(t, g, redo)
		}
		end, boards := g.Board(), []game.Board{g.Board()}
		for g.Position() > 0 {
			do(t, g, undo)
			if boards = append(boards, g.Board()); boards[len(boards)-1] == boards[len(boards)-2] {
				t.Fatalf("undo to position %d changed nothing", g.Position())
			}
		}
		if fresh := game.New(start); fresh.Board() != g.Board() {
			t.Fatalf("after undo of everything\n%s", cmp.Diff(fresh.Board(), g.Board()))
		}
		for k := len(boards) - 2; k >= 0; k-- {
			if err := g.Do(redo); err != nil || g.Board() != boards[k] {
				t.Fatalf("redo to position %d: %v\n%s", g.Position(), err, cmp.Diff(boards[k], g.Board()))
			}
		}
		if g.Board() != end {
			t.Fatal("redo of everything does not give the end")
		}
	})
}

// TestReplayed stores a game as the store does: the first Replayed moves stay, and the later ones are replaced. What is
// stored must be the game.
func TestReplayed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := puzzle(t)
		var stored []game.Move
		position := 0
		for range rapid.IntRange(1, 8).Draw(t, "requests") {
			g, err := game.Replay(start, stored, position)
			must(t, err)
			for _, m := range rapid.SliceOfN(anyMove(), 0, 8).Draw(t, "moves") {
				do(t, g, m)
			}
			stored = append(slices.Clone(stored[:g.Replayed()]), g.Moves()[g.Replayed():]...)
			position = g.Position()
			if diff := cmp.Diff(g.Moves(), stored); diff != "" && len(stored) > 0 {
				t.Fatal(diff)
			}
		}
	})
}

// anyMove draws a move that exists.
func anyMove() *rapid.Generator[game.Move] {
	return rapid.Custom(func(t *rapid.T) game.Move {
		m := game.Move{Action: rapid.SampledFrom([]game.Action{
			game.Digit, game.Digit, game.Place, game.Mark, game.Mark, game.Corner, game.Cross, game.Fill, game.Erase,
			game.Color, game.Undo, game.Undo,
			game.Redo, game.Restart,
		}).Draw(t, "action")}
		switch m.Action {
		case game.Digit, game.Place, game.Mark, game.Corner, game.Cross:
			m.Value = rapid.IntRange(1, 9).Draw(t, "value")
		case game.Color:
			m.Value = rapid.IntRange(0, 9).Draw(t, "value")
			m.Digit = rapid.IntRange(0, 9).Draw(t, "digit")
		case game.Undo, game.Redo, game.Fill, game.Restart:
			return m
		}
		cell := rapid.Custom(func(t *rapid.T) setdoku.Cell {
			return setdoku.CellAt(rapid.IntRange(0, 80).Draw(t, "index"))
		})
		m.Cells = rapid.SliceOfNDistinct(cell, 1, 5, rapid.ID[setdoku.Cell]).Draw(t, "cells")
		return m
	})
}
