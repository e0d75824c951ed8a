package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"setdoku/internal/canned"
	"setdoku/internal/rusage"
	"setdoku/store"
)

// QueryLimit is the CPU time that a named query may need on a collection of 100,000 puzzles. A statement of the
// explorer's console has five seconds of elapsed time.
const QueryLimit = 2 * time.Second

// Queries measures the CPU time of each named query with the values that its parameters have at first. A query reads all its
// rows. On a SQLite file that is all the work; a PostgreSQL server does its own work in another process.
func Queries(ctx context.Context, target string) (_ []Measure, err error) {
	list, err := canned.List()
	if err != nil {
		return nil, err
	}
	db, err := store.OpenReadOnly(ctx, target)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var measures []Measure
	for _, q := range list {
		values, err := q.Values(nil)
		if err != nil {
			return nil, err
		}
		began, start := rusage.CPUTime(), time.Now()
		n, err := readAll(ctx, db, q.SQL(), values)
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.Name, err)
		}
		measures = append(measures, Measure{
			Name: q.Name, Value: ms(rusage.CPUTime() - began), Unit: "ms", Target: fmt.Sprintf("under %d", QueryLimit.Milliseconds()),
			Note: fmt.Sprintf("%d rows, %.0f ms elapsed", n, ms(time.Since(start))),
		})
	}
	return measures, nil
}

// readAll reads all rows of a statement and returns their number.
func readAll(ctx context.Context, db *store.DB, statement string, values map[string]string) (n int, err error) {
	rows, err := db.QueryWith(ctx, statement, values)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for ; ; n++ {
		row, err := rows.Next()
		if err != nil || row == nil {
			return n, err
		}
	}
}
