package solver

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/jmoiron/sqlx"

	"setdoku/internal/grid"
	"setdoku/solver/bitmask"
)

// links are the relations that driver/build_links makes.
var links = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(pencil_mark|placed_cell|bivalue_cell|conjugate_pair|strong_link)\b`)
})

// readsLinks reports whether a technique file needs what driver/build_links makes.
func readsLinks(t Technique) (bool, error) {
	if t.Text != "" {
		return links().MatchString(t.Text), nil
	}
	text, err := Text(t.File)
	return links().MatchString(text), err
}

// explains reports whether a technique's file says the parts of its patterns in rows.
func (d *Driver) explains(t Technique) bool {
	return t.File == forcingFile || slices.ContainsFunc(d.prepared[t.File], func(s statement) bool { return s.explains })
}

// prerequisites makes ready what a technique needs for the puzzles of the pass. A puzzle that
// changes begins at the first technique again, so it passes the first that needs links
// before any other of them.
func (d *Driver) prerequisites(ctx context.Context, t Technique) error {
	if t.Tier == d.linkTier {
		if _, err := d.run(ctx, "driver/build_links"); err != nil {
			return err
		}
	}
	if !t.AssumesUnique {
		return nil
	}
	if err := d.count(ctx); err != nil {
		return err
	}
	return d.exec(ctx, `
		DELETE FROM pass
		WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.proper = 0)`)
}

// count notes of the puzzles of the pass whether their givens have one solution, once for
// each. It is no deduction, so it leaves no row.
func (d *Driver) count(ctx context.Context) error {
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Givens   string
	}
	err := d.conn.SelectContext(ctx, &rows, d.conn.Qualify(`
		SELECT w.puzzle_id, z.givens
		FROM pass AS p
		CROSS JOIN work_puzzle AS w
		CROSS JOIN main.puzzle AS z
		WHERE w.puzzle_id = p.puzzle_id AND w.proper IS NULL AND z.puzzle_id = p.puzzle_id`))
	if err != nil {
		return fmt.Errorf("read givens: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	improper := []int64{0} // no puzzle has this number, and the list wants one at least
	for _, r := range rows {
		givens, err := grid.Parse(r.Givens)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", r.PuzzleID, err)
		}
		if !bitmask.Unique(givens) {
			improper = append(improper, r.PuzzleID)
		}
	}
	query, args, err := sqlx.In(`
		UPDATE work_puzzle
		SET proper = CASE WHEN puzzle_id IN (?) THEN 0 ELSE 1 END
		WHERE proper IS NULL AND puzzle_id IN (SELECT p.puzzle_id FROM pass AS p)`, improper)
	if err == nil {
		_, err = d.conn.ExecContext(ctx, query, args...)
	}
	if err != nil {
		return fmt.Errorf("note which puzzles have one solution: %w", err)
	}
	return nil
}
