package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"setdoku"
)

// ErrIllegal is wrapped by the error of a move that the rules or the state of the puzzle forbid.
var ErrIllegal = errors.New("not possible")

// Enter places a digit by hand, as a step of its own with rule manual. The error wraps ErrIllegal
// when a trigger refuses it, such as a digit that stands in a unit of the cell already.
func (c *Conn) Enter(ctx context.Context, id int64, cell, digit int) error {
	return c.play(ctx, id, `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`, cell, digit)
}

// CrossOut takes a candidate away by hand, as a step of its own with rule manual. The error wraps
// ErrIllegal when a trigger refuses it.
func (c *Conn) CrossOut(ctx context.Context, id int64, cell, digit int) error {
	return c.play(ctx, id, `INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`, cell, digit)
}

func (c *Conn) play(ctx context.Context, id int64, insert string, cell, digit int) error {
	if !setdoku.ValidCell(cell) || digit < 1 || digit > 9 {
		return fmt.Errorf("%w: cell %d digit %d, want a cell 11 to 99 and a digit 1 to 9", ErrIllegal, cell, digit)
	}
	return c.Atomically(ctx, func() error {
		if err := c.lay(ctx, id); err != nil {
			return err
		}
		if _, err := c.ExecContext(ctx, insert, id, cell, digit); err != nil {
			return refused(fmt.Errorf("play in puzzle %d: %w", id, err))
		}
		return nil
	})
}

// lay makes the rows of a puzzle that was added and not filled in yet, which nobody can play on: the candidates, and
// the cells of one that has its givens alone.
func (c *Conn) lay(ctx context.Context, id int64) error {
	var has struct {
		Cells, Partial, Filled bool
	}
	err := c.GetContext(ctx, &has, `
		SELECT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = z.puzzle_id) AS cells,
			z.state = '' AND (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id) < LENGTH(REPLACE(z.givens, '.', '')) AS partial,
			z.status <> 'new' OR z.steps > 0 OR EXISTS (SELECT 1 FROM candidate AS k WHERE k.puzzle_id = z.puzzle_id) AS filled
		FROM puzzle AS z
		WHERE z.puzzle_id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // what is done with the puzzle says so
	}
	if err != nil || has.Filled {
		return err
	}
	switch {
	case has.Cells && has.Partial:
		err = c.Strip(ctx, id)
	case has.Cells:
		return c.mark(ctx, id)
	}
	if err != nil {
		return err
	}
	starts, err := c.Starts(ctx, []int64{id}, []int{-1})
	if err != nil {
		return err
	}
	if starts[0].Candidates != nil {
		return fmt.Errorf("%w: puzzle %d has placed digits or pencil marks that were never read; solve it first", ErrIllegal, id)
	}
	return c.Fill(ctx, []int64{id}, []setdoku.State{{Givens: starts[0].GivenDigits}})
}

// mark writes the candidates that the filled cells and the eliminations of a puzzle leave. The view candidate_at would
// not do, since it knows only the steps that the audit has kept.
func (c *Conn) mark(ctx context.Context, id int64) error {
	return c.Bulk(ctx, func() error { return c.markUnchecked(ctx, id) })
}

func (c *Conn) markUnchecked(ctx context.Context, id int64) error {
	_, err := c.ExecContext(ctx, `
		INSERT INTO candidate (puzzle_id, cell, digit)
		SELECT z.puzzle_id, l.cell, t.digit
		FROM puzzle AS z
		CROSS JOIN location_wide AS l
		CROSS JOIN token AS t
		WHERE z.puzzle_id = ? AND t.digit IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = z.puzzle_id AND c.cell = l.cell)
			AND NOT EXISTS (
				SELECT 1
				FROM peer AS p
				INNER JOIN cell AS c ON c.cell = p.peer
				WHERE p.cell = l.cell AND c.puzzle_id = z.puzzle_id AND c.digit = t.digit
			)
			AND NOT EXISTS (
				SELECT 1
				FROM elimination AS e
				WHERE e.puzzle_id = z.puzzle_id AND e.cell = l.cell AND e.digit = t.digit
			)`, id)
	return err
}

// Undo takes back the last step of an unfinished puzzle, which must be one by hand.
func (c *Conn) Undo(ctx context.Context, id int64) error {
	return c.Atomically(ctx, func() error {
		var last struct {
			Steps  int
			Status string
			Rule   string
		}
		err := c.GetContext(ctx, &last, `
			SELECT z.steps, z.status, COALESCE(s.rule, '') AS rule
			FROM puzzle AS z
			LEFT JOIN step AS s ON s.puzzle_id = z.puzzle_id AND s.step = z.steps
			WHERE z.puzzle_id = ?`, id)
		switch {
		case err != nil:
			return noPuzzle(id, err)
		case last.Rule != setdoku.RuleManual || !unfinished(last.Status):
			return fmt.Errorf("%w: the last step of puzzle %d is none by hand", ErrIllegal, id)
		}
		return c.back(ctx, id, last.Steps-1)
	})
}

// StartOver takes back all steps of a puzzle, whatever made them. It waits to be solved then.
func (c *Conn) StartOver(ctx context.Context, id int64) error {
	return c.Atomically(ctx, func() error {
		var bare bool
		err := c.GetContext(ctx, &bare, `
			SELECT z.status = 'new' AND NOT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = z.puzzle_id)
				OR EXISTS (SELECT 1 FROM unfilled_puzzle AS u WHERE u.puzzle_id = z.puzzle_id)
			FROM puzzle AS z
			WHERE z.puzzle_id = ?`, id)
		if err != nil {
			return noPuzzle(id, err)
		}
		if bare {
			return c.lay(ctx, id)
		}
		return c.back(ctx, id, 0)
	})
}

// back takes a puzzle back to what it was after a step, none or one that only steps by hand follow.
func (c *Conn) back(ctx context.Context, id int64, step int) error {
	if err := c.DeletePreviousResult(ctx, []Start{{PuzzleID: id, Kept: step}}); err != nil {
		return err
	}
	if err := c.mark(ctx, id); err != nil {
		return err
	}
	// The run of the last attempt that stays is the one that left the puzzle, stuck where no step by hand follows.
	_, err := c.ExecContext(ctx, `
		UPDATE puzzle
		SET solution = NULL, steps = ?,
			run_id = (SELECT a.run_id FROM attempt AS a WHERE a.puzzle_id = puzzle.puzzle_id ORDER BY a.first_step DESC LIMIT 1),
			status = CASE WHEN EXISTS (SELECT 1 FROM attempt AS a WHERE a.puzzle_id = puzzle.puzzle_id AND a.last_step = ?)
				THEN 'stuck' ELSE 'new' END
		WHERE puzzle_id = ?`, step, step, id)
	if err == nil && step == 0 {
		_, err = c.ExecContext(ctx, `
			UPDATE puzzle SET level = NULL, hardest = NULL, score = 0, techniques = '{}', technique_steps = '{}' WHERE puzzle_id = ?`, id)
	}
	return err
}

// refused tells the words of a trigger that refused a move.
func refused(err error) error {
	var se *sqlite.Error
	var pe *pgconn.PgError
	switch {
	case errors.As(err, &se) && se.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, errors.As(err, &pe) && pe.Code == "23505":
		return fmt.Errorf("%w: the digit is no candidate of the cell", ErrIllegal)
	case errors.As(err, &se) && se.Code() == sqlite3.SQLITE_CONSTRAINT_TRIGGER:
		text := strings.TrimPrefix(se.Error(), "constraint failed: ")
		if at := strings.LastIndex(text, " ("); at >= 0 {
			text = text[:at]
		}
		return fmt.Errorf("%w: %s", ErrIllegal, text)
	case errors.As(err, &pe) && pe.Code == "23514" && pe.ConstraintName == "":
		return fmt.Errorf("%w: %s", ErrIllegal, pe.Message)
	}
	return err
}
