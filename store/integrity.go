package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// ErrConstraint says that a row breaks a CHECK of its table.
var ErrConstraint = errors.New("a row breaks a constraint of its table")

// orphanError is a row that names another one which is not there.
type orphanError struct {
	table, column string
	value         any
	parent        string
}

func (e orphanError) Error() string {
	if e.column == "puzzle_id" {
		return fmt.Sprintf("%s has a row of puzzle %v, which is not in the table %s", e.table, e.value, e.parent)
	}
	return fmt.Sprintf("%s has a row with %s %v, which is not in the table %s", e.table, e.column, e.value, e.parent)
}

// CheckIntegrity finds out whether a file is whole: its pages, its indexes, and the rows that rows name. The error wraps
// ErrDamaged where the file is damaged, and ErrConstraint where all is whole but rows are not what
// their table allows. A server sees to its pages by itself; what it does not watch over is looked at.
func (s *Snapshot) CheckIntegrity(ctx context.Context) error {
	if s.db.dialect == Postgres {
		return s.checkServer(ctx)
	}
	broken, err := s.checkFile(ctx)
	if err != nil {
		return err
	}
	if err := s.checkForeignKeys(ctx); err != nil {
		return err
	}
	return broken
}

// constraintMessage begins what SQLite says of a row that breaks a CHECK.
const constraintMessage = "CHECK constraint failed in "

// checkFile has SQLite look at every page and every row. broken wraps ErrConstraint.
func (s *Snapshot) checkFile(ctx context.Context) (broken, err error) {
	var messages []string
	if err := s.tx.SelectContext(ctx, &messages, `PRAGMA integrity_check`); err != nil {
		return nil, fmt.Errorf("check the file: %w", Explain(err))
	}
	for _, m := range messages {
		// What concerns pages comes below a line that names the database.
		m = strings.TrimPrefix(m, "*** in database main ***\n")
		first, _, _ := strings.Cut(strings.TrimSpace(m), "\n")
		switch {
		case first == "ok":
		case strings.HasPrefix(first, constraintMessage):
			broken = fmt.Errorf("%w (%s)", ErrConstraint, first)
		default:
			return nil, fmt.Errorf("the file is %w (%s)", ErrDamaged, first)
		}
	}
	return broken, nil
}

// checkForeignKeys looks for rows that name a row which is not there.
func (s *Snapshot) checkForeignKeys(ctx context.Context) error {
	var list []struct {
		Table, Parent string
		Key           int64 `db:"fkid"`
	}
	err := s.tx.SelectContext(ctx, &list, `SELECT DISTINCT "table", parent, fkid FROM PRAGMA_FOREIGN_KEY_CHECK ORDER BY 1, 2, 3`)
	if err != nil {
		return fmt.Errorf("check the foreign keys: %w", Explain(err))
	}
	if len(list) == 0 {
		return nil
	}
	first := list[0]
	orphan := orphanError{table: first.Table, parent: first.Parent}
	var key string
	const columns = `SELECT "from", "to" FROM PRAGMA_FOREIGN_KEY_LIST(?) WHERE id = ?`
	err = s.tx.QueryRowxContext(ctx, columns, first.Table, first.Key).Scan(&orphan.column, &key)
	if err == nil {
		column := "t." + quoted(orphan.column)
		err = s.tx.QueryRowxContext(ctx, `
			SELECT `+column+` FROM `+quoted(first.Table)+` AS t
			WHERE `+column+` IS NOT NULL AND `+column+` NOT IN (SELECT p.`+quoted(key)+` FROM `+quoted(first.Parent)+` AS p)
			ORDER BY 1
			LIMIT 1`).Scan(&orphan.value)
	}
	if err != nil {
		return fmt.Errorf("check the foreign keys of %s: %w", first.Table, Explain(err))
	}
	return orphan
}

// quoted writes a name as SQL takes it, whatever its characters are.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// checkServer looks for rows that name a puzzle which is not there, in tables that verify reads nothing else of. They have
// no foreign keys on a server, where checking one for every row is too slow.
func (s *Snapshot) checkServer(ctx context.Context) error {
	for _, table := range []string{"puzzle_tag", "puzzle_key"} {
		var ids []int64
		err := s.tx.SelectContext(ctx, &ids, `
			SELECT t.puzzle_id
			FROM `+table+` AS t
			LEFT JOIN puzzle AS z ON z.puzzle_id = t.puzzle_id
			WHERE z.puzzle_id IS NULL
			ORDER BY 1
			LIMIT 1`)
		if err != nil {
			return fmt.Errorf("look for rows of %s without a puzzle: %w", table, Explain(err))
		}
		if len(ids) > 0 {
			return orphanError{table, "puzzle_id", ids[0], "puzzle"}
		}
	}
	var ids []int64
	err := s.tx.SelectContext(ctx, &ids, `
		SELECT z.puzzle_id
		FROM puzzle AS z
		LEFT JOIN puzzle_key AS k ON k.givens = z.givens AND k.state = z.state AND k.puzzle_id = z.puzzle_id
		WHERE k.puzzle_id IS NULL
		ORDER BY 1
		LIMIT 1`)
	if err != nil {
		return fmt.Errorf("look for puzzles without a key: %w", Explain(err))
	}
	if len(ids) > 0 {
		return fmt.Errorf("puzzle %d is not in the table puzzle_key with its givens and state", ids[0])
	}
	return nil
}
