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

// ErrIllegal is the error for a move that the rules or the state of the puzzle do not allow.
var ErrIllegal = errors.New("not possible")

// Enter places a digit by hand, as a step with rule manual. The error wraps ErrIllegal if a trigger refuses the
// digit, for instance because a unit of the cell has it already.
func (c *Conn) Enter(ctx context.Context, id int64, cell, digit int) error {
	return c.play(ctx, id, `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`, cell, digit)
}

// CrossOut removes a candidate by hand, as a step with rule manual. The error wraps ErrIllegal if a trigger refuses
// it.
func (c *Conn) CrossOut(ctx context.Context, id int64, cell, digit int) error {
	return c.play(ctx, id, `INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`, cell, digit)
}

func (c *Conn) play(ctx context.Context, id int64, insert string, cell, digit int) error {
	if !setdoku.ValidCell(cell) || digit < 1 || digit > 9 {
		return fmt.Errorf("%w: cell %d digit %d, want a cell 11 to 99 and a digit 1 to 9", ErrIllegal, cell, digit)
	}
	return c.Atomically(ctx, func() error {
		if err := c.fillForPlay(ctx, id); err != nil {
			return err
		}
		if _, err := c.ExecContext(ctx, insert, id, cell, digit); err != nil {
			return moveError(fmt.Errorf("play in puzzle %d: %w", id, err))
		}
		return nil
	})
}

// fillForPlay writes the missing rows of a puzzle that was added but never filled in: the candidates and, if it has
// givens only, the cells. Nobody can play on a puzzle without these rows.
func (c *Conn) fillForPlay(ctx context.Context, id int64) error {
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
		return nil // the next statement on the puzzle reports it
	}
	if err != nil || has.Filled {
		return err
	}
	switch {
	case has.Cells && has.Partial:
		err = c.Strip(ctx, id)
	case has.Cells:
		return c.writeCandidates(ctx, id)
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

// writeCandidates inserts the candidates that the filled cells and the eliminations of a puzzle leave. It cannot use
// the view candidate_at, which sees only the steps that the audit has stored.
func (c *Conn) writeCandidates(ctx context.Context, id int64) error {
	return c.Bulk(ctx, func() error { return c.insertCandidates(ctx, id) })
}

func (c *Conn) insertCandidates(ctx context.Context, id int64) error {
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

// Undo removes the last step of an unfinished puzzle. The step must be one by hand.
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
			return fmt.Errorf("%w: the last step of puzzle %d was not made by hand", ErrIllegal, id)
		}
		return c.revertTo(ctx, id, last.Steps-1)
	})
}

// StartOver removes all steps of a puzzle and leaves it ready to solve.
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
			return c.fillForPlay(ctx, id)
		}
		return c.revertTo(ctx, id, 0)
	})
}

// revertTo restores a puzzle to its state after a step. Only steps by hand may follow it, unless it is step 0.
func (c *Conn) revertTo(ctx context.Context, id int64, step int) error {
	if err := c.DeletePreviousResult(ctx, []Start{{PuzzleID: id, Kept: step}}); err != nil {
		return err
	}
	if err := c.writeCandidates(ctx, id); err != nil {
		return err
	}
	// The puzzle gets the run of its last remaining attempt. It is stuck if that attempt ends at this step.
	_, err := c.ExecContext(ctx, `
		UPDATE puzzle
		SET solution = NULL, depth = NULL, steps = ?,
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

// moveError turns the error of a trigger that refused a move into an ErrIllegal with the trigger's message.
func moveError(err error) error {
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
