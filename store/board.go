package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"setdoku"
)

// board is what the tables cell, candidate and elimination have of a puzzle.
type board struct {
	digits     setdoku.Grid
	live, gone [setdoku.CellCount]setdoku.DigitSet // rows of candidate and of elimination
}

// readBoards reads puzzles, by puzzle_id.
func readBoards(ctx context.Context, q sqlx.QueryerContext, ids []int64) (map[int64]*board, error) {
	boards := make(map[int64]*board, len(ids))
	for _, id := range ids {
		boards[id] = new(board)
	}
	for _, t := range []struct {
		name string
		add  func(b *board, cell int, digit uint8)
	}{
		{"cell", func(b *board, cell int, digit uint8) { b.digits[cell] = digit }},
		{"candidate", func(b *board, cell int, digit uint8) { b.live[cell] |= setdoku.SetOf(digit) }},
		{"elimination", func(b *board, cell int, digit uint8) { b.gone[cell] |= setdoku.SetOf(digit) }},
	} {
		add := func(id int64, cell int, digit uint8) { t.add(boards[id], setdoku.CellIndex(cell), digit) }
		if err := readDigits(ctx, q, t.name, ids, add); err != nil {
			return nil, fmt.Errorf("read %s of %d puzzles: %w", t.name, len(ids), Explain(err))
		}
	}
	return boards, nil
}

// readDigits calls add for the rows of puzzles in a table that has the columns cell and digit.
func readDigits(ctx context.Context, q sqlx.QueryerContext, table string, ids []int64, add func(id int64, cell int, digit uint8)) error {
	if len(ids) == 0 {
		return nil
	}
	list, args := inList(ids)
	rows, err := q.QueryContext(ctx, `SELECT puzzle_id, cell, digit FROM `+table+` WHERE puzzle_id IN `+list, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var cell int
		var digit uint8
		if err := rows.Scan(&id, &cell, &digit); err != nil {
			return err
		}
		add(id, cell, digit)
	}
	return rows.Err()
}

// filled reports whether the database has the candidates.
func (b *board) filled() bool { return b.live != [setdoku.CellCount]setdoku.DigitSet{} }

// candidates returns the candidates. If nobody has filled them in, they follow from the cells and the eliminations.
func (b *board) candidates() [setdoku.CellCount]setdoku.DigitSet {
	if b.filled() {
		return b.live
	}
	return setdoku.State{Givens: b.digits, Deleted: b.gone}.Candidates()
}
