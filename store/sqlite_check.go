package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

func (sqliteBackend) checkIntegrity(ctx context.Context, s *Snapshot) error {
	broken := s.checkFile(ctx)
	if broken != nil && !errors.Is(broken, ErrConstraint) {
		return broken
	}
	return cmp.Or(s.checkForeignKeys(ctx), broken)
}

// checkFile makes SQLite check every page and every row. CheckConstraints checks the constraints. The error wraps
// ErrConstraint and names the first row with NULL if that is all that is wrong.
func (s *Snapshot) checkFile(ctx context.Context) error {
	var messages []string
	if err := s.tx.SelectContext(ctx, &messages, `PRAGMA integrity_check`); err != nil {
		return fmt.Errorf("check the file: %w", Explain(err))
	}
	null := ""
	for _, m := range messages {
		// Messages about pages follow a line with the name of the database.
		m = strings.TrimPrefix(m, "*** in database main ***\n")
		first, _, _ := strings.Cut(strings.TrimSpace(m), "\n")
		if place, found := strings.CutPrefix(first, "NULL value in "); found {
			null = cmp.Or(null, place)
			continue
		}
		if first != "ok" && !strings.HasPrefix(first, "CHECK constraint failed in ") {
			return fmt.Errorf("the file is %w (%s)", ErrDamaged, first)
		}
	}
	if table, column, found := strings.Cut(null, "."); found {
		return s.nullError(ctx, table, column)
	}
	return nil
}

// nullError returns the error for a table with NULL in a column that is NOT NULL. It names the first such row.
func (s *Snapshot) nullError(ctx context.Context, table, column string) error {
	var key []string
	err := s.tx.SelectContext(ctx, &key, `SELECT name FROM PRAGMA_TABLE_INFO(?) WHERE pk > 0 ORDER BY pk`, table)
	if err == nil {
		for i, k := range key {
			key[i] = "'" + k + " ' || " + quoted(k)
		}
		// SQLite takes IS NULL for false in such a column, but not TYPEOF.
		var row string
		if err = s.tx.GetContext(ctx, &row, `SELECT `+strings.Join(key, ` || ', ' || `)+` FROM `+quoted(table)+
			` WHERE TYPEOF(`+quoted(column)+`) = 'null' LIMIT 1`); err == nil {
			return fmt.Errorf("%w (%s, row %s: NULL in column %s)", ErrConstraint, table, row, column)
		}
	}
	return fmt.Errorf("look for NULL in %s.%s: %w", table, column, Explain(err))
}

// checkConstraints scans each table once.
func (sqliteBackend) checkConstraints(ctx context.Context, s *Snapshot) error {
	made, _, err := s.migratedAndFound(ctx)
	if err != nil {
		return err
	}
	for _, o := range made {
		var cases strings.Builder // one scan for all checks of the table
		checks := parseChecks(o.definition)
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

// parseChecks returns the conditions of the CHECKs of a table that the migrations make.
func parseChecks(definition string) (list []string) {
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

func (sqliteBackend) checkSchema(ctx context.Context, s *Snapshot) (added []string, compared bool, err error) {
	made, found, err := s.migratedAndFound(ctx)
	if err == nil {
		added, err = compareObjects(made, found)
	}
	if err == nil {
		err = s.checkVersions(ctx)
	}
	return added, true, err
}

// object is a table, view, index or trigger of a file.
type object struct{ kind, name, definition string }

// definition returns a definition in one form of white space, which makes no difference. The lines stay, because a
// comment ends with its line.
func definition(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// migratedAndFound returns the definitions that the migrations make in a file, and those of this file. If the sum of
// all is right they are the same. Otherwise the migrations run in a new database, which takes longer.
func (s *Snapshot) migratedAndFound(ctx context.Context) (made, found []object, err error) {
	if found, err = s.fileObjects(ctx); err != nil {
		return nil, nil, fmt.Errorf("read the definitions: %w", Explain(err))
	}
	if sumOfObjects(found) == migratedSum() {
		return found, found, nil
	}
	made, err = migratedFile(ctx)
	return made, found, err
}

// sumOfObjects returns a sum of definitions and their order.
func sumOfObjects(list []object) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q", list)))
}

// migratedFiles caches the definitions that the migrations make in a new file.
var migratedFiles struct {
	mutex   sync.Mutex
	objects []object
}

// migratedFile returns the definitions that the migrations make in a new file.
func migratedFile(ctx context.Context) ([]object, error) {
	m := &migratedFiles
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.objects != nil {
		return m.objects, nil
	}
	db, err := OpenTemp(ctx)
	if err == nil {
		err = db.Snapshot(ctx, func(temp *Snapshot) (err error) {
			m.objects, err = temp.fileObjects(ctx)
			return err
		})
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("find out what the migrations make: %w", err)
	}
	return m.objects, nil
}

// fileObjects returns the definitions in a file, by kind and name, without those that SQLite makes itself and without
// the table of schema versions.
func (s *Snapshot) fileObjects(ctx context.Context) ([]object, error) {
	var rows []struct{ Kind, Name, SQL string }
	err := s.tx.SelectContext(ctx, &rows, `
		SELECT type AS kind, name, sql
		FROM sqlite_master
		WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^' AND name NOT LIKE 'goose^_%' ESCAPE '^'
		ORDER BY type, name`)
	if err != nil {
		return nil, err
	}
	list := make([]object, len(rows))
	for i, r := range rows {
		list[i] = object{r.Kind, r.Name, definition(r.SQL)}
	}
	return list, nil
}

// compareObjects returns an error that wraps ErrChanged for the first wanted object that was not found, and the found
// objects that are not wanted.
func compareObjects(wanted, found []object) (added []string, err error) {
	byName := func(a, b object) int {
		return strings.Compare(a.kind+" "+a.name, b.kind+" "+b.name)
	}
	found = slices.SortedFunc(slices.Values(found), byName)
	wanted = slices.SortedFunc(slices.Values(wanted), byName)
	for _, w := range wanted {
		i, there := slices.BinarySearchFunc(found, w, byName)
		switch {
		case !there:
			return nil, fmt.Errorf("%s %s %w: it is missing", w.kind, w.name, ErrChanged)
		case found[i].definition != w.definition:
			return nil, fmt.Errorf("%s %s %w", w.kind, w.name, ErrChanged)
		}
	}
	for _, f := range found {
		if _, made := slices.BinarySearchFunc(wanted, f, byName); !made {
			added = append(added, f.kind+" "+f.name)
		}
	}
	return added, nil
}
