package store

import (
	"context"
	"fmt"
	"strings"

	"setdoku/internal/format"
	"setdoku/internal/grid"
)

// Entry is a puzzle of an input, found in the database or added to it.
type Entry struct {
	PuzzleID  int64  `db:"puzzle_id"`
	Status    string `db:"status"`
	Selection string `db:"selection"` // of the run that left it as it is, "" if none did
	ByHand    bool   `db:"by_hand"`   // it has steps that were played by hand
	Steps     int    `db:"steps"`
	Fresh     bool   `db:"-"` // it was added just now
	Bare      bool   `db:"-"` // and has no rows in cell yet, being givens alone
}

// entryColumns reads an Entry from puzzle AS z LEFT JOIN run AS r.
const entryColumns = `z.puzzle_id, z.status, z.steps, COALESCE(r.selection, '') AS selection,
	EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.rule = 'manual') AS by_hand`

// Add finds the puzzles by their givens (and pencil marks, when they have any) and adds
// those that are new, in input order. It returns an entry for each, in input order;
// equal puzzles share one. It must be called inside Atomically.
func (c *Conn) Add(ctx context.Context, puzzles []format.Puzzle) ([]Entry, error) {
	if len(puzzles) == 0 {
		return nil, nil
	}
	var last int64
	if err := c.GetContext(ctx, &last, `SELECT COALESCE(MAX(puzzle_id), 0) FROM puzzle`); err != nil {
		return nil, fmt.Errorf("add puzzles: %w", err)
	}
	if _, err := c.ExecContext(ctx, `
		CREATE TEMP TABLE IF NOT EXISTS incoming (
			ordinal INTEGER NOT NULL PRIMARY KEY,
			givens TEXT NOT NULL,
			state TEXT NOT NULL,
			name TEXT NOT NULL,
			source TEXT NOT NULL
		)`); err != nil {
		return nil, err
	}
	args := make([]any, 0, 5*len(puzzles))
	for i, p := range puzzles {
		args = append(args, i, p.State.Givens.String(), stateText(p.State), p.Name, source(p))
	}
	for _, q := range []struct {
		text string
		args []any
	}{
		{`DELETE FROM incoming`, nil},
		{`INSERT INTO incoming (ordinal, givens, state, name, source) VALUES ` + valueRows(5, len(puzzles)), args},
		{`INSERT INTO puzzle (givens, state, name, source)
			SELECT givens, state, name, source FROM incoming WHERE TRUE ORDER BY ordinal
			ON CONFLICT (givens, state) DO NOTHING`, nil},
	} {
		if _, err := c.ExecContext(ctx, q.text, q.args...); err != nil {
			return nil, fmt.Errorf("add %d puzzles: %w", len(puzzles), err)
		}
	}
	var entries []Entry
	err := c.SelectContext(ctx, &entries, `
		SELECT `+entryColumns+`
		FROM incoming AS i
		CROSS JOIN puzzle AS z
		LEFT JOIN run AS r ON r.run_id = z.run_id
		WHERE z.givens = i.givens AND z.state = i.state
		ORDER BY i.ordinal`)
	if err != nil {
		return nil, fmt.Errorf("add puzzles: %w", err)
	}
	seen := make(map[int64]bool)
	for i := range entries {
		e := &entries[i]
		e.Fresh = e.PuzzleID > last
		e.Bare = e.Fresh && puzzles[i].State.Plain()
		if e.Fresh && !e.Bare && !seen[e.PuzzleID] {
			if err := c.addState(ctx, e.PuzzleID, puzzles[i].State); err != nil {
				return nil, err
			}
		}
		seen[e.PuzzleID] = true
	}
	return entries, nil
}

// addState writes the step 0 rows of a puzzle that is more than givens: placed digits
// and crossed-out pencil marks.
func (c *Conn) addState(ctx context.Context, id int64, s grid.State) error {
	var cells, marks []any
	for i := range grid.Size {
		n := grid.Number(i)
		switch {
		case s.Givens[i] != 0:
			cells = append(cells, id, n, s.Givens[i], 0, "given")
		case s.Placed[i] != 0:
			cells = append(cells, id, n, s.Placed[i], 0, "manual")
		}
		for d := uint8(1); d <= 9; d++ {
			if s.Deleted[i].Has(d) {
				marks = append(marks, id, n, d, 0, "given")
			}
		}
	}
	for table, args := range map[string][]any{"cell": cells, "elimination": marks} {
		if len(args) == 0 {
			continue
		}
		q := `INSERT INTO ` + table + ` (puzzle_id, cell, digit, step, rule) VALUES ` + valueRows(5, len(args)/5)
		if _, err := c.ExecContext(ctx, q, args...); err != nil {
			return fmt.Errorf("add the state of puzzle %d: %w", id, err)
		}
	}
	return nil
}

// Unfinished returns up to limit puzzles after puzzle_id after, in order: those that are
// new, those stuck under another selection, or all when again is true.
func (c *Conn) Unfinished(ctx context.Context, after int64, limit int, selection string, again bool) ([]Entry, error) {
	condition, args := `z.status IN ('new', 'stuck') AND (z.status = 'new' OR COALESCE(r.selection, '') <> ?)`, []any{after, selection}
	if again {
		condition, args = `TRUE`, args[:1]
	}
	var entries []Entry
	err := c.SelectContext(ctx, &entries, `
		SELECT `+entryColumns+`
		FROM puzzle AS z
		LEFT JOIN run AS r ON r.run_id = z.run_id
		WHERE z.puzzle_id > ? AND `+condition+`
		ORDER BY z.puzzle_id
		LIMIT ?`, append(args, limit)...)
	if err != nil {
		return nil, fmt.Errorf("look for unfinished puzzles: %w", err)
	}
	return entries, nil
}

// valueRows returns "(?, ?), (?, ?)" for rows of n columns.
func valueRows(columns, rows int) string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", columns), ", ") + "), "
	return strings.TrimSuffix(strings.Repeat(row, rows), ", ")
}

// stateText is what the column puzzle.state holds.
func stateText(s grid.State) string {
	if s.Plain() {
		return ""
	}
	return format.Short(s)
}

func source(p format.Puzzle) string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Empty removes all puzzles and what belongs to them; the runs stay.
func (c *Conn) Empty(ctx context.Context) error {
	for _, table := range []string{"contradiction", "elimination", "step", "candidate", "cell", "puzzle"} {
		if _, err := c.ExecContext(ctx, `DELETE FROM `+table); err != nil {
			return fmt.Errorf("empty %s: %w", table, err)
		}
	}
	return nil
}
