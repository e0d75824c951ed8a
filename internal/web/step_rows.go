package web

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku/store"
)

// tableRows are the first rows that a query returns, as the page shows them.
type tableRows struct {
	Table   string
	Query   string
	Columns []string
	Rows    [][]any
	More    int // number of rows that are not shown
}

// shownRows is how many rows of a query the page of a puzzle shows.
const shownRows = 40

// rowsOf returns the rows behind the patterns of a step, which are the parts of the patterns and the candidates of
// their cells before the step, and the rows that the step wrote.
func (s *Server) rowsOf(ctx context.Context, v *shown) (read, written []tableRows, err error) {
	if v.Step == 0 || len(v.Done.Deductions) == 0 {
		return nil, nil, nil
	}
	of := fmt.Sprintf("WHERE puzzle_id = %d AND step = %d", v.Puzzle.PuzzleID, v.Step)
	read = []tableRows{
		{Table: "pass", Query: fmt.Sprintf("SELECT %d AS puzzle_id, name AS technique, size FROM technique WHERE "+
			"name = '%s'",
			v.Puzzle.PuzzleID, v.Done.Rule)},
		{Table: "evidence", Query: "SELECT pattern, ordinal, role, cell, digit, unit_type, unit FROM evidence " + of +
			" ORDER BY pattern, ordinal"},
	}
	if v.Before.Known {
		read = append(read, tableRows{Table: "candidate_at", Query: fmt.Sprintf("SELECT cell, digit FROM candidate_at "+
			"WHERE puzzle_id = %d AND step = %d AND cell IN (SELECT e.cell FROM evidence AS e "+
			"WHERE e.puzzle_id = %[1]d AND e.step = %[3]d) ORDER BY cell, digit", v.Puzzle.PuzzleID, v.Step-1, v.Step)})
	}
	written = []tableRows{
		{Table: "step", Query: "SELECT puzzle_id, step, rule, placements, eliminations FROM step " + of},
		{Table: "cell", Query: "SELECT * FROM cell " + of + " ORDER BY cell"},
		{Table: "elimination", Query: "SELECT * FROM elimination " + of + " ORDER BY cell, digit"},
	}
	for _, list := range [][]tableRows{read, written} {
		for i := range list {
			err = errors.Join(err, s.ask(ctx, &list[i]))
		}
	}
	return read, slices.DeleteFunc(written, func(t tableRows) bool { return len(t.Rows) == 0 }), err
}

// ask runs the query of t and keeps its first rows.
func (s *Server) ask(ctx context.Context, t *tableRows) error {
	rows, err := s.read.QueryxContext(ctx, t.Query)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Query, store.Explain(err))
	}
	defer rows.Close()
	if t.Columns, err = rows.Columns(); err != nil {
		return err
	}
	for rows.Next() {
		if len(t.Rows) == shownRows {
			t.More++
			continue
		}
		values, err := rows.SliceScan()
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, values)
	}
	return rows.Err()
}
