package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
)

// Errors of a statement that Query does not run.
var (
	ErrNoStatement = errors.New("no statement")
	ErrStatements  = errors.New("more than one statement")
	ErrWrites      = errors.New("the statement writes, and a query only reads")
)

// QueryRows are the rows of a query, read one by one.
type QueryRows struct {
	Columns []string
	rows    *sql.Rows
}

// changing are the first words of all statements that change something. A database that
// was opened read-only refuses most of them by itself, but not VACUUM INTO, which
// writes another file.
var changing = []string{
	"ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END", "INSERT", "REINDEX",
	"RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE", "VACUUM",
}

// Query runs one statement that reads, on a database that was opened read-only. The error
// wraps ErrNoStatement, ErrStatements or ErrWrites where one of these is the cause, else
// it has the message of SQLite.
func (db *DB) Query(ctx context.Context, text string) (*QueryRows, error) {
	word, err := onlyStatement(text)
	if err != nil {
		return nil, err
	}
	if slices.Contains(changing, strings.ToUpper(word)) {
		return nil, ErrWrites
	}
	rows, err := db.QueryContext(ctx, text)
	if err != nil {
		return nil, queryError(err)
	}
	columns, err := rows.Columns()
	if err != nil {
		rows.Close()
		return nil, queryError(err)
	}
	return &QueryRows{Columns: columns, rows: rows}, nil
}

// Next returns the next row: int64, float64, string, []byte, time.Time or nil for each
// column. It returns nil at the end.
func (r *QueryRows) Next() ([]any, error) {
	if !r.rows.Next() {
		return nil, queryError(r.rows.Err())
	}
	row := make([]any, len(r.Columns))
	into := make([]any, len(row))
	for i := range row {
		into[i] = &row[i]
	}
	if err := r.rows.Scan(into...); err != nil {
		return nil, queryError(err)
	}
	return row, nil
}

// Close ends the query.
func (r *QueryRows) Close() error { return r.rows.Close() }

func queryError(err error) error {
	if err = Explain(err); errors.Is(err, ErrReadOnly) {
		return ErrWrites
	}
	return err
}

// onlyStatement returns the first word of a text that holds exactly one statement.
func onlyStatement(text string) (word string, err error) {
	for ended := false; text != ""; {
		n := tokenLength(text)
		token := text[:n]
		text = text[n:]
		switch {
		case strings.HasPrefix(token, "--"), strings.HasPrefix(token, "/*"), strings.Trim(token, " \t\n\r\f") == "":
		case token == ";":
			ended = word != ""
		case ended:
			return "", ErrStatements
		case word == "":
			word = token
		}
	}
	if word == "" {
		return "", ErrNoStatement
	}
	return word, nil
}

// quotes are the beginnings and ends of what no semicolon ends a statement in. A doubled
// quote ends one text and begins the next.
var quotes = []struct{ opening, closing string }{
	{"--", "\n"}, {"/*", "*/"}, {"'", "'"}, {`"`, `"`}, {"`", "`"}, {"[", "]"},
}

// tokenLength returns the bytes of what a text begins with: a comment, a quoted text, a
// word, or else a single character. What has no end goes on to the end.
func tokenLength(text string) int {
	for _, q := range quotes {
		if rest, ok := strings.CutPrefix(text, q.opening); ok {
			_, after, _ := strings.Cut(rest, q.closing)
			return len(text) - len(after)
		}
	}
	notLetter := func(c rune) bool { return (c|0x20 < 'a' || c|0x20 > 'z') && c != '_' }
	switch n := strings.IndexFunc(text, notLetter); n {
	case -1:
		return len(text)
	case 0:
		return 1
	default:
		return n
	}
}
