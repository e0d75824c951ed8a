package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

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
