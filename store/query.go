package store

import (
	"context"
	"errors"
	"iter"
)

// Errors for statements that Query refuses.
var (
	ErrNoStatement = errors.New("no statement")
	ErrStatements  = errors.New("more than one statement")
	ErrWrites      = errors.New("the statement writes, and a query only reads")
)

// QueryRows reads the rows of a query one by one.
type QueryRows struct {
	Columns []string
	next    func() ([]any, error)
	close   func() error
}

// Query runs one SELECT or other reading statement, which cannot change the database. The statement may have
// Parameters. values must have a value for each of them and no others; a statement for a server without values may have
// colons of any kind. The error wraps ErrNoStatement, ErrStatements, ErrWrites or ErrParameter if one of them is the
// cause, else it has the message of the database.
func (db *DB) Query(ctx context.Context, text string, values map[string]any) (*QueryRows, error) {
	return db.backend.query(ctx, db, text, values)
}

// Next returns the next row, nil at the end. A value of a file is an int64, float64, string, []byte, time.Time or
// nil. A value of a server is an int64, float64, json.Number (a fraction with all its digits), string (as psql prints
// it) or nil.
func (r *QueryRows) Next() ([]any, error) { return r.next() }

// All yields the rows that are left, as Next returns them, and closes the query at the end of the loop. An error ends
// the loop.
func (r *QueryRows) All() iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for {
			row, err := r.Next()
			if err != nil || row == nil {
				if err = errors.Join(err, r.Close()); err != nil {
					yield(nil, err)
				}
				return
			}
			if !yield(row, nil) {
				r.Close()
				return
			}
		}
	}
}

// Close ends the query. A loop over All does that by itself.
func (r *QueryRows) Close() error { return r.close() }

// queryError adds the cause to an error.
func queryError(err error) error {
	explained := Explain(err)
	if errors.Is(explained, ErrReadOnly) {
		return ErrWrites
	}
	return explained
}
