package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku"
)

// Result is the current result of a puzzle: one line of output.
type Result struct {
	PuzzleID   int64   `db:"puzzle_id"`
	Givens     string  `db:"givens"` // 81 characters, '.' empty
	Status     string  `db:"status"` // new, solved, multiple, invalid or stuck
	Solution   *string `db:"solution"`
	Level      *string `db:"level"`
	Score      int     `db:"score"`
	Hardest    *string `db:"hardest"`
	Steps      int     `db:"steps"`
	Depth      *int    `db:"depth"`      // trial depth of a solved puzzle
	Techniques string  `db:"techniques"` // JSON object, name to number of placements and eliminations
	// TechniqueSteps is a JSON object: technique name to number of steps. It has the same names as Techniques.
	TechniqueSteps string `db:"technique_steps"`
	// Filled is the grid with the digits filled in so far. FillGrids sets it.
	Filled string `db:"-"`
}

// Solutions returns the number of solutions that the status proves, 2 for two or more, nil if it proves none.
func (r Result) Solutions() *int {
	n := map[string]int{setdoku.StatusSolved: 1, setdoku.StatusInvalid: 0, setdoku.StatusMultiple: 2}
	if v, ok := n[r.Status]; ok {
		return &v
	}
	return nil
}

const resultColumns = `puzzle_id, givens, status, solution, level, score, hardest, steps, depth, techniques, technique_steps`

// Results returns the results of the puzzles by id. Ids that do not exist are left out.
func Results(ctx context.Context, q sqlx.QueryerContext, ids []int64) (map[int64]Result, error) {
	results := make(map[int64]Result, len(ids))
	if len(ids) == 0 {
		return results, nil
	}
	var rows []Result
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	query := `SELECT ` + resultColumns + ` FROM puzzle WHERE puzzle_id IN ` + valueRows(len(ids), 1)
	err := sqlx.SelectContext(ctx, q, &rows, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", Explain(err))
	}
	for _, r := range rows {
		results[r.PuzzleID] = r
	}
	return results, nil
}

// FillGrids sets Filled of all results, from the solution or from the table cell.
func FillGrids(ctx context.Context, q sqlx.QueryerContext, results map[int64]Result) error {
	grids := make(map[int64][]byte)
	var args []any
	for id, r := range results {
		if r.Solution != nil {
			r.Filled = *r.Solution
			results[id] = r
			continue
		}
		grids[id] = []byte(strings.Repeat(".", 81))
		args = append(args, id)
	}
	if len(args) == 0 {
		return nil
	}
	var cells []struct {
		PuzzleID    int64 `db:"puzzle_id"`
		Cell, Digit int
	}
	query := `SELECT puzzle_id, cell, digit FROM cell WHERE puzzle_id IN ` + valueRows(len(args), 1)
	if err := sqlx.SelectContext(ctx, q, &cells, query, args...); err != nil {
		return fmt.Errorf("read grids: %w", Explain(err))
	}
	for _, c := range cells {
		grids[c.PuzzleID][setdoku.CellIndex(c.Cell)] = byte('0' + c.Digit)
	}
	for id, line := range grids {
		r := results[id]
		r.Filled = string(line)
		results[id] = r
	}
	return nil
}
