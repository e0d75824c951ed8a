package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// CheckSchema compares the tables, views, indexes and triggers with those that the migrations make. The error names
// the first that is missing or differs. Other tables and views are ignored. doubt is the reason why a server could
// not be checked, for instance because the user may not create a schema.
func (s *Snapshot) CheckSchema(ctx context.Context) (doubt, err error) {
	if s.db.dialect == Postgres {
		doubt, err = s.checkServerSchema(ctx)
	} else {
		err = s.checkFileSchema(ctx)
	}
	s.viewsProved = doubt == nil && err == nil
	return doubt, err
}

// object is a table, view, index, trigger or function of a database.
type object struct{ kind, name, definition string }

// definition returns a definition in one form of white space, which makes no difference.
func definition(text string) string { return strings.Join(strings.Fields(text), " ") }

func (s *Snapshot) checkFileSchema(ctx context.Context) error {
	made, err := s.migratedFile(ctx)
	if err != nil {
		return err
	}
	found, err := s.fileObjects(ctx)
	if err != nil {
		return fmt.Errorf("read the definitions: %w", Explain(err))
	}
	return compareObjects(made, found)
}

// migratedFile returns the definitions that the migrations make in a file.
func (s *Snapshot) migratedFile(ctx context.Context) ([]object, error) {
	if s.made != nil {
		return s.made, nil
	}
	db, err := OpenTemp(ctx)
	if err == nil {
		err = db.Snapshot(ctx, func(temp *Snapshot) (err error) {
			s.made, err = temp.fileObjects(ctx)
			return err
		})
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("find out what the migrations make: %w", err)
	}
	return s.made, nil
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

// compareObjects returns an error that wraps ErrChanged for the first wanted object that was not found.
func compareObjects(wanted, found []object) error {
	byName := func(a, b object) int {
		return strings.Compare(a.kind+" "+a.name, b.kind+" "+b.name)
	}
	found = slices.SortedFunc(slices.Values(found), byName)
	for _, w := range slices.SortedFunc(slices.Values(wanted), byName) {
		i, there := slices.BinarySearchFunc(found, w, byName)
		switch {
		case !there:
			return fmt.Errorf("%s %s %w: it is missing", w.kind, w.name, ErrChanged)
		case found[i].definition != w.definition:
			return fmt.Errorf("%s %s %w", w.kind, w.name, ErrChanged)
		}
	}
	return nil
}

// ErrChanged is the error for a table, view or row that differs from what the migrations have made.
var ErrChanged = errors.New("is not as the migrations made it")

// CheckReference compares the reference tables with what the migrations put into them. The error names the first
// table that differs and wraps ErrChanged.
func (s *Snapshot) CheckReference(ctx context.Context) error {
	made, err := referenceTables()
	if err != nil {
		return err
	}
	if s.db.dialect == Postgres {
		return s.checkSums(ctx, made)
	}
	var inSQL []referenceTable
	for _, t := range made {
		if !t.hasText() {
			inSQL = append(inSQL, t)
			continue
		}
		rows, sum, err := s.readSum(ctx, &t)
		if err != nil {
			return fmt.Errorf("read %s: %w", t.name, Explain(err))
		}
		if rows != t.rows || sum != t.sum {
			return changedTable(t.name)
		}
	}
	return s.checkSums(ctx, inSQL)
}

// CheckReference calls Snapshot.CheckReference once for an open database. Every command that reasons on a database
// calls it. A database that this process made needs no check.
func (db *DB) CheckReference(ctx context.Context) error {
	db.referenceMu.Lock()
	defer db.referenceMu.Unlock()
	if db.referenceKnown {
		return nil
	}
	if err := db.Snapshot(ctx, func(s *Snapshot) error { return s.CheckReference(ctx) }); err != nil {
		return fmt.Errorf("%s: %w", db.path, err)
	}
	db.referenceKnown = true
	return nil
}

func changedTable(name string) error { return fmt.Errorf("reference table %s %w", name, ErrChanged) }

// readSum reads a table and returns the number of rows and their sum.
func (s *Snapshot) readSum(ctx context.Context, t *referenceTable) (n, sum int64, err error) {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = "t." + c.name
	}
	query := `SELECT ` + strings.Join(names, ", ") + ` FROM ` + t.name + ` AS t` + t.ofMigrations()
	err = s.each(ctx, query, nil, func(row []driver.Value) error {
		number, err := rowNumber(row)
		n++
		sum += number
		return err
	})
	return n, sum, err
}

// outOfRange is the error code of a server for a result that does not fit its type.
const outOfRange = "22003"

// checkSums makes the database compute the sums of tables in one statement.
func (s *Snapshot) checkSums(ctx context.Context, tables []referenceTable) error {
	parts := make([]string, len(tables))
	for i, t := range tables {
		parts[i] = fmt.Sprintf("SELECT %d AS number, s.found, s.total FROM (%s) AS s", i, t.sumQuery())
	}
	var list []struct{ Number, Found, Total int64 }
	err := s.tx.SelectContext(ctx, &list, strings.Join(parts, " UNION ALL ")+" ORDER BY number")
	var pe *pgconn.PgError
	switch {
	case errors.As(err, &pe) && pe.Code == outOfRange:
		return fmt.Errorf("a reference table %w: it has a number that is too large", ErrChanged)
	case err != nil:
		return fmt.Errorf("read the reference tables: %w", Explain(err))
	}
	for _, r := range list {
		if t := tables[r.Number]; r.Found != t.rows || r.Total != t.sum {
			return changedTable(t.name)
		}
	}
	return nil
}
