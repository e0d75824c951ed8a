// Package statement reads the files of sql/ as statements and runs them on a connection.
package statement

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"setdoku/internal/database"
	sqlfiles "setdoku/sql"
)

// Statements runs the files of sql/ on one connection. It keeps prepared statements.
type Statements struct {
	Conn     *database.Conn
	files    map[string]*File // technique files of users, by the name of the technique
	prepared map[string][]Statement
	spent    map[string]*Spent
}

// New returns the statements of sql/ for a connection. files are technique files of users by the name of their
// technique.
func New(conn *database.Conn, files map[string]*File) *Statements {
	return &Statements{Conn: conn, files: files, prepared: make(map[string][]Statement), spent: make(map[string]*Spent)}
}

// Spent is the time spent in one statement.
type Spent struct {
	Name  string // file and number of the statement in it
	Calls int
	Time  time.Duration
}

// Text returns a file of sql/ by its name without .sql, such as naked_subset or driver/load.
func Text(name string) (string, error) {
	b, err := sqlfiles.FS.ReadFile(name + ".sql")
	if err != nil {
		return "", fmt.Errorf("no statement %q: %w", name, err)
	}
	return string(b), nil
}

// Text returns a file of sql/ for the database. A file in the folder of its dialect takes precedence.
func (s *Statements) Text(name string) (string, error) {
	var text string
	var err error
	if f := s.files[name]; f != nil {
		text = f.Text
	} else if text, err = Text(path.Join(path.Dir(name), string(s.Conn.Dialect()), path.Base(name))); errors.Is(err,
		fs.ErrNotExist) {
		text, err = Text(name)
	}
	if err == nil {
		text, err = sqlfiles.RenderInPlace(text, string(s.Conn.Dialect()))
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", s.Name(name), err)
	}
	return s.Conn.Qualify(text), nil
}

// Name returns the name of a file for messages.
func (s *Statements) Name(name string) string {
	if f := s.files[name]; f != nil {
		return f.Path
	}
	return "sql/" + name + ".sql"
}

// parse returns the statements of a file for the database.
func (s *Statements) parse(name string) ([]Statement, error) {
	text, err := s.Text(name)
	if err != nil {
		return nil, err
	}
	list, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name(name), err)
	}
	return list, nil
}

// failed returns the error of statement i of a file.
func (s *Statements) failed(name string, i int, stmt *Statement, err error) error {
	if f := s.files[name]; f != nil {
		return f.fault(stmt, err)
	}
	return fmt.Errorf("sql/%s.sql, statement %d: %w", name, i+1, err)
}

// Run executes all statements of a file. Each statement gets as many of args as it has parameters. Run returns the
// number of rows that the last one changed.
func (s *Statements) Run(ctx context.Context, name string, args ...any) (int64, error) {
	list, err := s.Prepare(ctx, name)
	if err != nil {
		return 0, err
	}
	var rows int64
	for i, stmt := range list {
		if rows, err = s.step(ctx, name, i, stmt, args[:stmt.params]...); err != nil {
			return 0, err
		}
	}
	return rows, nil
}

// Search says how Find executes a technique file.
type Search struct {
	Patterns bool  // explain the patterns
	Known    Reuse // which work tables are filled already
	Inside   bool  // the puzzles of the pass are hypotheses
	// Settle brings the hypotheses to their fixed point with the techniques of an entry. It may be nil if the file has
	// no such entry.
	Settle func(ctx context.Context, entry *Statement) error
}

// leavesOut reports whether Find skips a statement. found is the number of deductions so far.
func (o *Search) leavesOut(s *Statement, found int64) bool {
	return s.Explains() && (!o.Patterns || found == 0) || s.reuse.in(o.Known) || s.outermost && o.Inside
}

// Find executes a technique file, except the statements that the search leaves out, and returns the number of
// deductions.
func (s *Statements) Find(ctx context.Context, name string, search Search) (int64, error) {
	list, err := s.Prepare(ctx, name)
	if err != nil {
		return 0, err
	}
	var found int64
	for i, stmt := range list {
		switch {
		case stmt.Settles():
			if err := search.Settle(ctx, &stmt); err != nil {
				return 0, err
			}
			continue
		case search.leavesOut(&stmt, found):
			continue
		}
		rows, err := s.step(ctx, name, i, stmt)
		if err != nil {
			return 0, err
		}
		if stmt.Deduces() {
			found += rows
		}
	}
	return found, nil
}

// Prepare returns the prepared statements of a file.
func (s *Statements) Prepare(ctx context.Context, name string) ([]Statement, error) {
	if list, ok := s.prepared[name]; ok {
		return list, nil
	}
	list, err := s.parse(name)
	if err != nil {
		return nil, err
	}
	if f := s.files[name]; f != nil {
		if err := s.prepareOwn(ctx, f, list); err != nil {
			return nil, err
		}
	}
	list = slices.DeleteFunc(list, func(stmt Statement) bool { return stmt.creates })
	for i := range list {
		stmt := &list[i]
		if stmt.Settles() || stmt.Stmt != nil {
			continue
		}
		if stmt.Stmt, err = s.Conn.PreparexContext(ctx, stmt.Text); err != nil {
			return nil, fmt.Errorf("prepare %w", s.failed(name, i, stmt, err))
		}
	}
	s.prepared[name] = list
	return list, nil
}

// tableEnd makes tables of SQLite faster than those that a shell makes.
var tableEnd = map[database.Dialect]string{database.SQLite: " WITHOUT ROWID"}

// Create creates the temporary tables of a file. A rollback of the transaction drops them.
func (s *Statements) Create(ctx context.Context, name string) error {
	list, err := s.parse(name)
	if err != nil {
		return err
	}
	for i, stmt := range list {
		if !stmt.creates {
			continue
		}
		q := stmt.Text
		if strings.HasPrefix(q, "CREATE TEMP TABLE ") && !strings.HasSuffix(q, "ROWID") {
			q += tableEnd[s.Conn.Dialect()]
		}
		if _, err := s.Conn.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("make the tables of %w", s.failed(name, i, &stmt, err))
		}
	}
	return nil
}

// step executes statement i of a file, repeatedly if it has @repeat, and returns the number of rows changed.
func (s *Statements) step(ctx context.Context, name string, i int, stmt Statement, args ...any) (int64, error) {
	var sum int64
	for rounds := 1; ; rounds++ {
		result, err := s.timed(ctx, fmt.Sprintf("%s#%d", name, i+1), stmt, args)
		if err != nil {
			return 0, fmt.Errorf("run %w", s.failed(name, i, &stmt, err))
		}
		n, err := result.RowsAffected()
		sum += n
		if err != nil || n == 0 || !stmt.repeats {
			return sum, err
		}
		if f := s.files[name]; f != nil && rounds == repeatsMost {
			return 0, &Fault{File: f.Path, Line: stmt.Line,
				Problem: fmt.Sprintf("@repeat has run the statement %d times, and it still changes rows", rounds)}
		}
	}
}

// timed executes a prepared statement and adds the time to name.
func (s *Statements) timed(ctx context.Context, name string, stmt Statement, args []any) (result sql.Result,
	err error) {
	began := time.Now()
	defer func() { s.Book(name, time.Since(began)) }()
	if stmt.confined == nil {
		return stmt.ExecContext(ctx, args...)
	}
	err = stmt.file.timed(ctx, func(ctx context.Context) error {
		return s.Conn.Confined(ctx, stmt.confined, func() (err error) {
			result, err = stmt.ExecContext(ctx, args...)
			return err
		})
	})
	return result, err
}

// Book adds a call to the time of name.
func (s *Statements) Book(name string, cost time.Duration) {
	t, ok := s.spent[name]
	if !ok {
		t = &Spent{Name: name}
		s.spent[name] = t
	}
	t.Calls++
	t.Time += cost
}

// Spent returns the time spent in every statement so far, in descending order.
func (s *Statements) Spent() []Spent {
	var list []Spent
	for _, t := range s.spent {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Spent) int { return cmp.Compare(b.Time, a.Time) })
	return list
}

// Script executes a file statement by statement. Its statements cannot be prepared together, because some need tables
// that others create.
func (s *Statements) Script(ctx context.Context, name string) error {
	list, err := s.parse(name)
	if err != nil {
		return err
	}
	for i, stmt := range list {
		if _, err := s.Conn.ExecContext(ctx, stmt.Text); err != nil {
			return fmt.Errorf("run %w", s.failed(name, i, &stmt, err))
		}
	}
	return nil
}

// Exec executes a short statement that is not in a file and returns the number of rows changed.
func (s *Statements) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	list, ok := s.prepared[query]
	if !ok {
		stmt, err := s.Conn.PreparexContext(ctx, s.Conn.Qualify(query))
		if err != nil {
			return 0, fmt.Errorf("prepare %q: %w", query, err)
		}
		list = []Statement{{Stmt: stmt, params: len(args)}}
		s.prepared[query] = list
	}
	result, err := s.timed(ctx, query, list[0], args)
	if err != nil {
		return 0, fmt.Errorf("run %q: %w", query, err)
	}
	return result.RowsAffected()
}

// Explains reports whether a file has a statement that inserts the parts of patterns. The file must be prepared.
func (s *Statements) Explains(name string) bool {
	return slices.ContainsFunc(s.prepared[name], func(stmt Statement) bool { return stmt.Explains() })
}

// Settles reports whether a file makes hypotheses that the driver must bring to their fixed point.
func (s *Statements) Settles(ctx context.Context, name string) (bool, error) {
	list, err := s.Prepare(ctx, name)
	return slices.ContainsFunc(list, func(stmt Statement) bool { return stmt.Settles() }), err
}

// Close closes the prepared statements.
func (s *Statements) Close() {
	for _, list := range s.prepared {
		for _, stmt := range list {
			if stmt.Stmt != nil {
				stmt.Close()
			}
		}
	}
	clear(s.prepared)
}
