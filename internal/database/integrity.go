package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// ErrConstraint is the error for a row that violates a CHECK of its table.
var ErrConstraint = errors.New("a row breaks a constraint of its table")

// orphanError is the error for a row that refers to a missing row.
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

// CheckIntegrity checks the pages, the indexes and the foreign keys of a file. The error wraps ErrDamaged if the file
// is damaged. A server checks its pages itself; CheckIntegrity then checks the rows that the server does not check.
func (s *Snapshot) CheckIntegrity(ctx context.Context) error {
	if s.db.dialect == Postgres {
		return s.checkServer(ctx)
	}
	if err := s.checkFile(ctx); err != nil {
		return err
	}
	return s.checkForeignKeys(ctx)
}

// checkFile makes SQLite check every page and every row. CheckConstraints checks the constraints.
func (s *Snapshot) checkFile(ctx context.Context) error {
	var messages []string
	if err := s.tx.SelectContext(ctx, &messages, `PRAGMA integrity_check`); err != nil {
		return fmt.Errorf("check the file: %w", Explain(err))
	}
	for _, m := range messages {
		// Messages about pages follow a line with the name of the database.
		m = strings.TrimPrefix(m, "*** in database main ***\n")
		first, _, _ := strings.Cut(strings.TrimSpace(m), "\n")
		if first != "ok" && !strings.HasPrefix(first, "CHECK constraint failed in ") {
			return fmt.Errorf("the file is %w (%s)", ErrDamaged, first)
		}
	}
	return nil
}

// CheckConstraints looks for rows of a file that violate a CHECK of their table. The error wraps ErrConstraint and
// names the first such CHECK. A server lets no such row in. PRAGMA integrity_check does not find these rows on a
// read-only connection, because SQLite leaves out every CHECK when it reads the definitions of a file that it has
// opened read-only. Call it after CheckSchema, which proves the definitions.
func (s *Snapshot) CheckConstraints(ctx context.Context) error {
	if s.db.dialect == Postgres {
		return nil
	}
	made, _, err := s.migratedAndFound(ctx)
	if err != nil {
		return err
	}
	for _, o := range made {
		var cases strings.Builder // one scan for all checks of the table
		checks := checksOf(o.definition)
		for i, check := range checks {
			fmt.Fprintf(&cases, " WHEN NOT (%s) THEN %d", check, i)
		}
		if len(checks) == 0 || o.kind != "table" {
			continue
		}
		var broken sql.NullInt64
		if err := s.tx.GetContext(ctx, &broken, `SELECT MIN(CASE`+cases.String()+` END) FROM `+o.name); err != nil {
			return fmt.Errorf("check the constraints of %s: %w", o.name, Explain(err))
		}
		if broken.Valid {
			return fmt.Errorf("%w (%s: %s)", ErrConstraint, o.name, checks[broken.Int64])
		}
	}
	return s.checkWriter(ctx)
}

// checkWriter looks for a row of writer, which the program deletes before it commits.
func (s *Snapshot) checkWriter(ctx context.Context) error {
	var open int
	if err := s.tx.GetContext(ctx, &open, `SELECT COUNT(*) FROM writer`); err != nil {
		return fmt.Errorf("read writer: %w", Explain(err))
	}
	if open > 0 {
		return fmt.Errorf("%w (writer has a row, so no trigger refuses a change of the record: DELETE FROM writer)",
			ErrConstraint)
	}
	return nil
}

// checksOf returns the conditions of the CHECKs of a table that the migrations make.
func checksOf(definition string) (list []string) {
	check := false // the token before was CHECK
	depth := 0     // of parentheses inside a condition
	var condition strings.Builder
	for token := range Tokens(definition) {
		switch {
		case token == "(" && (depth > 0 || check):
			depth++
		case token == ")" && depth > 0:
			if depth--; depth == 0 {
				list = append(list, condition.String()[1:])
				condition.Reset()
			}
		}
		if depth > 0 {
			condition.WriteString(token)
		}
		check = token == "CHECK" || check && IsSpace(token)
	}
	return list
}

// checkForeignKeys looks for rows that refer to a missing row.
func (s *Snapshot) checkForeignKeys(ctx context.Context) error {
	var list []struct {
		Table, Parent string
		Key           int64 `db:"fkid"`
	}
	err := s.tx.SelectContext(ctx, &list, `SELECT DISTINCT "table", parent, fkid FROM PRAGMA_FOREIGN_KEY_CHECK
			ORDER BY 1, 2, 3`)
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
			WHERE `+column+` IS NOT NULL AND `+column+` NOT IN (
				SELECT p.`+quoted(key)+` FROM `+quoted(first.Parent)+` AS p)
			ORDER BY 1
			LIMIT 1`).Scan(&orphan.value)
	}
	if err != nil {
		return fmt.Errorf("check the foreign keys of %s: %w", first.Table, Explain(err))
	}
	return orphan
}

// quoted quotes a name for SQL.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// checkServer looks for rows of missing puzzles in the tables that verify does not read otherwise. A server has no
// foreign keys, because they make inserting too slow.
func (s *Snapshot) checkServer(ctx context.Context) error {
	for _, table := range []string{"puzzle_tag", "game", "puzzle_technique"} {
		if err := s.checkOrphans(ctx, table, ""); err != nil {
			return err
		}
	}
	with := ""
	distributed, err := s.db.distributedBy(ctx, s.tx)
	if err != nil {
		return Explain(err)
	}
	if distributed {
		same, err := s.sameKeys(ctx)
		if err != nil || same {
			return err
		}
		with = fetchedKeys
	}
	if err := s.checkOrphans(ctx, "puzzle_key", with); err != nil {
		return err
	}
	var ids []int64
	err = s.tx.SelectContext(ctx, &ids, with+`
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

// checkOrphans looks for rows of a table whose puzzle does not exist.
func (s *Snapshot) checkOrphans(ctx context.Context, table, with string) error {
	var ids []int64
	err := s.tx.SelectContext(ctx, &ids, with+`
		SELECT t.puzzle_id
		FROM `+table+` AS t
		LEFT JOIN puzzle AS z ON z.puzzle_id = t.puzzle_id
		WHERE t.puzzle_id IS NOT NULL AND z.puzzle_id IS NULL
		ORDER BY 1
		LIMIT 1`)
	if err != nil {
		return fmt.Errorf("look for rows of %s without a puzzle: %w", table, Explain(err))
	}
	if len(ids) > 0 {
		return orphanError{table, "puzzle_id", ids[0], "puzzle"}
	}
	return nil
}

// fetchedKeys begins a query that joins puzzle_key with puzzle. Citus does not join the two, because the rows of a
// puzzle are on different nodes. It fetches these rows to the coordinator.
const fetchedKeys = `
	WITH puzzle_key AS MATERIALIZED (SELECT x.givens, x.state, x.puzzle_id FROM puzzle_key AS x),
	puzzle AS MATERIALIZED (SELECT x.givens, x.state, x.puzzle_id FROM puzzle AS x)`

// sameKeys reports whether puzzle_key and puzzle have the same keys, by their number and the sum of their hashes, which
// each shard computes for itself.
func (s *Snapshot) sameKeys(ctx context.Context) (bool, error) {
	var sums []string
	for _, table := range []string{"puzzle_key", "puzzle"} {
		var sum string
		err := s.tx.GetContext(ctx, &sum, `
			SELECT COUNT(*) || ' ' || COALESCE(SUM(HASHTEXTEXTENDED(x.givens || x.state || ' ' || x.puzzle_id, 0)), 0)
			FROM `+table+` AS x`)
		if err != nil {
			return false, fmt.Errorf("compare the keys of %s: %w", table, Explain(err))
		}
		sums = append(sums, sum)
	}
	return sums[0] == sums[1], nil
}
