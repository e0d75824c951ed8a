package store

import (
	"context"
	"fmt"
	"strings"

	"setdoku"
)

// Fill writes the first rows of puzzles that were just added: the givens as cells of step 0, and the candidates of
// all open cells. states holds the state of each puzzle of ids, in the same order. ids must be distinct. Add has
// already written the cells of states with placed digits or crossed-out pencil marks. Call Fill inside Atomically.
func (c *Conn) Fill(ctx context.Context, ids []int64, states []setdoku.State) error {
	fill := c.fillFile
	if c.db.dialect == Postgres {
		fill = c.fillServer
	}
	if err := fill(ctx, ids, states); err != nil {
		return fmt.Errorf("fill in %d puzzles: %w", len(ids), err)
	}
	return nil
}

// fillGivens and fillCandidates write the rows of one puzzle into a file. Their parameters are the puzzle_id and a
// value for each of the 81 cells: the given or 0, and the combination_id of the candidates or 0. Binding every column
// of every row would take twice the time.
var (
	fillGivens = `
		INSERT OR FAIL INTO cell (puzzle_id, cell, digit, step, rule, pattern)
		SELECT ?, v.column1, v.column2, 0, 'given', 0
		FROM (VALUES ` + eachCell() + `) AS v
		WHERE v.column2 > 0`
	fillCandidates = `
		INSERT OR FAIL INTO candidate (puzzle_id, cell, digit)
		SELECT ?, v.column1, m.digit
		FROM (VALUES ` + eachCell() + `) AS v
		CROSS JOIN combination_member AS m
		WHERE m.combination_id = v.column2`
)

// eachCell returns "(11, ?), (12, ?)" and so on to the last cell.
func eachCell() string {
	rows := make([]string, setdoku.CellCount)
	for i := range rows {
		rows[i] = fmt.Sprintf("(%d, ?)", setdoku.CellNumber(i))
	}
	return strings.Join(rows, ", ")
}

func (c *Conn) fillFile(ctx context.Context, ids []int64, states []setdoku.State) error {
	return c.Bulk(ctx, func() error {
		values := make([]any, 1+setdoku.CellCount)
		for n, id := range ids {
			s := &states[n]
			values[0] = id
			if s.Plain() {
				for i, d := range s.Givens {
					values[1+i] = int(d)
				}
				if err := c.run(ctx, fillGivens, values); err != nil {
					return err
				}
			}
			for i, marks := range s.Candidates() {
				values[1+i] = int(marks)
			}
			if err := c.run(ctx, fillCandidates, values); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *Conn) fillServer(ctx context.Context, ids []int64, states []setdoku.State) error {
	var o Outcomes
	for n, id := range ids {
		s := &states[n]
		if s.Plain() {
			for i, d := range s.Givens {
				if d != 0 {
					o.Cells = append(o.Cells, id, setdoku.CellNumber(i), int(d), 0, setdoku.RuleGiven, 0)
				}
			}
		}
		for i, marks := range s.Candidates() {
			for ; marks != 0; marks &= marks - 1 {
				o.Candidates = append(o.Candidates, id, setdoku.CellNumber(i), int(marks.Lowest()))
			}
		}
	}
	return c.Bulk(ctx, func() error { return c.writeRows(ctx, &o) })
}
