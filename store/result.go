package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"maps"
	"slices"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// resultColumns are the columns of puzzle in a record.Puzzle. Search ends every puzzle unless it gives up.
const resultColumns = `puzzle_id, version, givens, state, variant, name, source, status, COALESCE(solution, '') AS solution,
	COALESCE(level, '') AS level, COALESCE(hardest, '') AS hardest, score, rounds, steps, depth, COALESCE(run_id, 0) AS run_id,
	COALESCE(canonical, '') AS canonical,
	CASE WHEN status = 'stuck' AND EXISTS (
		SELECT 1
		FROM run AS r
		WHERE r.run_id = puzzle.run_id AND ',' || REPLACE(r.selection, ' ', ',') || ',' LIKE '%,search,%'
	) THEN 1 ELSE 0 END AS not_counted`

// SelectRows reads all rows of a query. Only another program can have written NULL into a column that has a value in
// every row: refuse is then called with the row, which is read up to this column, and with the column.
func SelectRows[T any](ctx context.Context, q sqlx.QueryerContext, query string, args []any,
	refuse func(row *T, r *record.Refusal)) (list []T, err error) {
	rows, err := q.QueryxContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list = []T{}
	for rows.Next() {
		var row T
		if err := rows.StructScan(&row); err != nil {
			refused := nullRefusal(err)
			if refused == nil {
				return nil, err
			}
			refuse(&row, refused)
		}
		list = append(list, row)
	}
	return list, rows.Err()
}

// nullRefusal returns the refusal of a row in which a scan has found NULL, nil for any other error.
func nullRefusal(err error) *record.Refusal {
	if m := nullColumn.FindStringSubmatch(err.Error()); m != nil {
		return &record.Refusal{Column: m[1], Err: errNull}
	}
	return nil
}

func refusePuzzle(p *record.Puzzle, r *record.Refusal) { p.Refused = r }

// readUses reads the techniques of puzzles, by puzzle_id, each list in catalogue order.
func readUses(ctx context.Context, q sqlx.QueryerContext, ids []int64) (map[int64][]setdoku.Use, error) {
	uses := make(map[int64][]setdoku.Use, len(ids))
	if len(ids) == 0 {
		return uses, nil
	}
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		setdoku.Use
	}
	list, args := inList(ids)
	err := sqlx.SelectContext(ctx, q, &rows, `
		SELECT u.puzzle_id, u.technique, COALESCE(u.steps, 0) AS steps, COALESCE(u.deductions, 0) AS deductions
		FROM puzzle_technique AS u
		LEFT JOIN technique AS t ON t.name = u.technique
		WHERE u.puzzle_id IN `+list+`
		ORDER BY u.puzzle_id, t.tier`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the techniques of %s: %w", format.Plural(len(ids), "puzzle"), Explain(err))
	}
	for _, r := range rows {
		uses[r.PuzzleID] = append(uses[r.PuzzleID], r.Use)
	}
	return uses, nil
}

// Results returns the results of the puzzles by id. Ids that do not exist are left out.
func Results(ctx context.Context, q sqlx.QueryerContext, ids []int64) (map[int64]*record.Puzzle, error) {
	results := make(map[int64]*record.Puzzle, len(ids))
	if len(ids) == 0 {
		return results, nil
	}
	list, args := inList(ids)
	rows, err := SelectRows(ctx, q, `SELECT `+resultColumns+` FROM puzzle WHERE puzzle_id IN `+list, args, refusePuzzle)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", Explain(err))
	}
	uses, err := readUses(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		r := &rows[i]
		r.Uses = uses[r.PuzzleID]
		results[r.PuzzleID] = r
	}
	return results, nil
}

// FillGrids sets Filled of all results, from the solution or from the table cell, and the variant of Start.
func (c *Conn) FillGrids(ctx context.Context, results map[int64]*record.Puzzle) error {
	grids := make(map[int64]*setdoku.Grid)
	for id, r := range results {
		if r.Solution == "" {
			grids[id] = new(setdoku.Grid)
		}
	}
	err := readDigits(ctx, c, "cell", slices.Collect(maps.Keys(grids)), func(id int64, cell setdoku.Cell, digit uint8) {
		grids[id][cell.Index()] = digit
	})
	if err != nil {
		return fmt.Errorf("read grids: %w", Explain(err))
	}
	for id, r := range results {
		if r.Filled = r.Solution; r.Filled == "" {
			r.Filled = grids[id].String()
		}
		if r.Refused != nil {
			continue
		}
		if r.Start.Variant, err = c.db.variant(ctx, c, r.Variant); err != nil {
			return fmt.Errorf("puzzle %d: %w", id, err)
		}
	}
	return nil
}

// board has the rows of a puzzle in the tables cell, candidate and elimination.
type board struct {
	variant    *setdoku.Variant
	digits     setdoku.Grid
	live, lost [setdoku.CellCount]setdoku.DigitSet // rows of candidate and of elimination
}

// readBoards reads puzzles, by puzzle_id.
func readBoards(ctx context.Context, q sqlx.QueryerContext, ids []int64) (map[int64]*board, error) {
	boards := make(map[int64]*board, len(ids))
	for _, id := range ids {
		boards[id] = new(board)
	}
	for _, t := range []struct {
		name string
		add  func(b *board, i int, digit uint8)
	}{
		{"cell", func(b *board, i int, digit uint8) { b.digits[i] = digit }},
		{"candidate", func(b *board, i int, digit uint8) { b.live[i] |= setdoku.NewDigitSet(digit) }},
		{"elimination", func(b *board, i int, digit uint8) { b.lost[i] |= setdoku.NewDigitSet(digit) }},
	} {
		add := func(id int64, cell setdoku.Cell, digit uint8) { t.add(boards[id], cell.Index(), digit) }
		if err := readDigits(ctx, q, t.name, ids, add); err != nil {
			return nil, fmt.Errorf("read %s of %s: %w", t.name, format.Plural(len(ids), "puzzle"), Explain(err))
		}
	}
	return boards, nil
}

// readDigits calls add for the rows of puzzles in a table that has the columns cell and digit. The error is a
// *record.BadRow if a row names no cell or digit.
func readDigits(ctx context.Context, q sqlx.QueryerContext, table string, ids []int64,
	add func(id int64, cell setdoku.Cell, digit uint8)) error {
	if len(ids) == 0 {
		return nil
	}
	list, args := inList(ids)
	rows, err := q.QueryContext(ctx, `SELECT puzzle_id, cell, digit FROM `+table+` WHERE puzzle_id IN `+list, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	check := newRanges("cell, digit", "")
	for rows.Next() {
		var id int64
		var cell, digit any
		if err := rows.Scan(&id, &cell, &digit); err != nil {
			return err
		}
		row := []driver.Value{cell, digit}
		if bad := check.bad(nil, row); bad != nil {
			bad.Table, bad.PuzzleID = table, id
			return bad
		}
		add(id, scanCell(cell), scanDigit(digit))
	}
	return rows.Err()
}

// candidates returns the candidates. If nobody has filled them in, they follow from the cells and the eliminations.
func (b *board) candidates() [setdoku.CellCount]setdoku.DigitSet {
	if b.live != [setdoku.CellCount]setdoku.DigitSet{} {
		return b.live
	}
	return setdoku.State{Variant: b.variant, Givens: b.digits, Deleted: b.lost}.Candidates()
}
