package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"setdoku"
	"setdoku/store/record"
)

// ErrIllegal is the error for a move that the rules or the state of the puzzle do not allow.
var ErrIllegal = errors.New("not possible")

// Enter places a digit by hand, as a step with rule manual. The error wraps ErrIllegal if a trigger refuses the
// digit, for instance because a unit of the cell has it already.
func (c *Conn) Enter(ctx context.Context, id int64, cell setdoku.Cell, digit int) error {
	return c.play(ctx, id, "cell", cell, digit)
}

// CrossOut removes a candidate by hand, as a step with rule manual. The error wraps ErrIllegal if a trigger refuses
// it.
func (c *Conn) CrossOut(ctx context.Context, id int64, cell setdoku.Cell, digit int) error {
	return c.play(ctx, id, "elimination", cell, digit)
}

// play inserts a row by hand into cell or elimination. Triggers, or a function, check it and trim the candidates.
func (c *Conn) play(ctx context.Context, id int64, table string, cell setdoku.Cell, digit int) error {
	if !cell.Valid() || digit < 1 || digit > 9 {
		return fmt.Errorf("%w: cell %d digit %d, want a cell 11 to 99 and a digit 1 to 9", ErrIllegal, cell, digit)
	}
	return c.Atomically(ctx, func() error {
		_, err := c.ExecContext(ctx, `INSERT INTO `+table+` (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`,
			id, int(cell), digit)
		if check := c.texts().checkByHand; err == nil && check != "" {
			_, err = c.ExecContext(ctx, fmt.Sprintf(check, table), id, int(cell), digit)
		}
		if err == nil { // a server has written the name of its user
			_, err = c.ExecContext(ctx, `
				UPDATE step
				SET made_by = 'setdoku'
				WHERE puzzle_id = ? AND made_by = 'shell'
					AND step = (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = ?)`, id, id)
		}
		if err != nil {
			return moveError(table, fmt.Errorf("play in puzzle %d: %w", id, err))
		}
		return nil
	})
}

// Undo removes the last step of an unfinished puzzle. The step must be one by hand.
func (c *Conn) Undo(ctx context.Context, id int64) error {
	return c.Atomically(ctx, func() error {
		var last struct {
			Steps  int
			Status setdoku.Status
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
		case last.Rule != setdoku.RuleManual || !last.Status.Unfinished():
			return fmt.Errorf("%w: the last step of puzzle %d was not made by hand", ErrIllegal, id)
		}
		return c.revertTo(ctx, id, last.Steps-1)
	})
}

// revertTo restores a puzzle to its state after a step. Only a step by hand may follow it.
func (c *Conn) revertTo(ctx context.Context, id int64, step int) error {
	uses, err := readUses(ctx, c, []int64{id})
	if err != nil {
		return err
	}
	if err := c.deletePreviousResult(ctx, []*record.Puzzle{{PuzzleID: id, BaseStep: step}}); err != nil {
		return err
	}
	boards, err := readBoards(ctx, c, []int64{id})
	if err != nil {
		return err
	}
	marks := boards[id].candidates()
	err = c.Insert(ctx, "candidate", candidateColumns,
		func(rows *Inserter) { addCandidates(rows, id, setdoku.ListCandidates(&marks)) })
	if err == nil {
		err = c.Insert(ctx, "puzzle_technique", useColumns, func(rows *Inserter) { addUses(rows, id, uses[id]) })
	}
	if err != nil {
		return err
	}
	// The puzzle gets the run of its last remaining attempt. It is stuck if that attempt ends at this
	// step and did not stop there after its first step.
	_, err = c.ExecContext(ctx, `
		UPDATE puzzle
		SET version = version + 1, solution = NULL, depth = NULL, steps = ?,
			run_id = (SELECT a.run_id FROM attempt AS a WHERE a.puzzle_id = puzzle.puzzle_id ORDER BY a.first_step DESC
				LIMIT 1),
			status = CASE WHEN EXISTS (SELECT 1 FROM attempt AS a INNER JOIN run AS r ON r.run_id = a.run_id
				WHERE a.puzzle_id = puzzle.puzzle_id AND a.last_step = ?
					AND (a.last_step < a.first_step OR r.selection NOT LIKE '% stop_at_first'))
				THEN 'stuck' ELSE 'new' END
		WHERE puzzle_id = ?`, step, step, id)
	return err
}

// moveError turns the error of a trigger that refused a row of a table into an ErrIllegal with the trigger's message.
func moveError(table string, err error) error {
	var se *sqlite.Error
	var pe *pgconn.PgError
	switch {
	case errors.As(err, &se) && se.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
		errors.As(err, &pe) && pe.Code == "23505":
		if table == "cell" {
			return fmt.Errorf("%w: the cell holds a digit already", ErrIllegal)
		}
		return fmt.Errorf("%w: the digit is not a candidate of the cell", ErrIllegal)
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
