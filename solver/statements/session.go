package statements

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

	"setdoku/internal/catalogue"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// session runs the files of sql/ on one connection. It keeps prepared statements.
type session struct {
	conn     *store.Conn
	own      *catalogue.Technique // the technique of a user's file that runs here, nil for none
	most     time.Duration        // of one run of a statement of that file
	prepared map[string][]Statement
	spent    map[string]Spent
}

func newSession(conn *store.Conn) *session {
	return &session{conn: conn, most: timeMost, prepared: make(map[string][]Statement), spent: make(map[string]Spent)}
}

// Spent is the time spent in one statement.
type Spent struct {
	Name  string // file and number of the statement in it
	Calls int
	Time  time.Duration
}

// text returns a file of sql/ for the database. A file in the folder of its dialect takes precedence.
func (s *session) text(name string) (text string, err error) {
	if s.isOwn(name) {
		text = s.own.Text
	} else {
		dialect := string(s.conn.Dialect())
		text, err = sqlfiles.Text(path.Join(path.Dir(name), dialect, path.Base(name)))
		if errors.Is(err, fs.ErrNotExist) {
			text, err = sqlfiles.Text(name)
		}
	}
	if err == nil {
		text, err = sqlfiles.RenderInPlace(text, string(s.conn.Dialect()))
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", s.name(name), err)
	}
	return s.conn.Qualify(text), nil
}

// isOwn reports whether a file is the technique file of a user.
func (s *session) isOwn(name string) bool { return s.own != nil && name == s.own.File }

// name returns the name of a file for messages.
func (s *session) name(name string) string {
	if s.isOwn(name) {
		return cmp.Or(s.own.Path, s.own.Name)
	}
	return "sql/" + sqlfiles.Path(name)
}

// parse returns the statements of a file for the database.
func (s *session) parse(name string) ([]Statement, error) {
	text, err := s.text(name)
	if err != nil {
		return nil, err
	}
	list, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name(name), err)
	}
	return list, nil
}

// failed returns the error of statement i of a file.
func (s *session) failed(name string, i int, stmt *Statement, err error) error {
	if s.isOwn(name) {
		return s.fault(stmt, err)
	}
	return fmt.Errorf("sql/%s, statement %d: %w", sqlfiles.Path(name), i+1, err)
}

// run executes all statements of a file. Each statement gets as many of args as it has parameters. run returns the
// number of rows that the last one changed.
func (s *session) run(ctx context.Context, name string, args ...any) (int64, error) {
	list, err := s.prepare(ctx, name)
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

// findOptions say how find executes a technique file.
type findOptions struct {
	patterns bool  // explain the patterns
	known    reuse // which work tables are filled already
	inside   bool  // the puzzles of the pass are hypotheses
	all      bool  // find all that the technique proves, not what a pass takes
	// settle brings the hypotheses to their fixed point with the techniques of an entry. It may be nil if the
	// file has no such entry.
	settle func(ctx context.Context, entry *Statement) error
}

// leavesOut reports whether find skips a statement. found is the number of deductions so far.
func (o *findOptions) leavesOut(s *Statement, found int64) bool {
	return s.explains() && (!o.patterns || found == 0) || s.reuse.in(o.known) || s.outermost && o.inside ||
		s.least && o.all
}

// find executes a technique file, except the statements that the options leave out, and returns the number of
// deductions.
func (s *session) find(ctx context.Context, name string, o findOptions) (int64, error) {
	list, err := s.prepare(ctx, name)
	if err != nil {
		return 0, err
	}
	var found int64
	for i, stmt := range list {
		switch {
		case stmt.solvesHypotheses():
			if err := o.settle(ctx, &stmt); err != nil {
				return 0, err
			}
			continue
		case o.leavesOut(&stmt, found):
			continue
		}
		rows, err := s.step(ctx, name, i, stmt)
		if err != nil {
			return 0, err
		}
		if stmt.deduces() {
			found += rows
		}
	}
	return found, nil
}

// prepare returns the prepared statements of a file.
func (s *session) prepare(ctx context.Context, name string) ([]Statement, error) {
	if list, ok := s.prepared[name]; ok {
		return list, nil
	}
	list, err := s.parse(name)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(stmt Statement) bool { return stmt.creates() })
	for i := range list {
		stmt := &list[i]
		if stmt.solvesHypotheses() {
			continue
		}
		stmt.own = s.isOwn(name)
		if stmt.Stmt, err = s.conn.PreparexContext(ctx, stmt.Text); err != nil {
			return nil, fmt.Errorf("prepare %w", s.failed(name, i, stmt, err))
		}
	}
	s.prepared[name] = list
	return list, nil
}

// tableEnd makes tables of SQLite faster than those that a shell makes.
var tableEnd = map[store.Dialect]string{store.SQLite: " WITHOUT ROWID"}

// makeTables creates the temporary tables of a file. A rollback of the transaction drops them.
func (s *session) makeTables(ctx context.Context, name string) error {
	list, err := s.parse(name)
	if err != nil {
		return err
	}
	for i, stmt := range list {
		if !stmt.creates() {
			continue
		}
		q := stmt.Text
		if !s.isOwn(name) && strings.HasPrefix(q, "CREATE TEMP TABLE ") && !strings.HasSuffix(q, "ROWID") {
			q += tableEnd[s.conn.Dialect()]
		}
		if _, err := s.conn.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("make the tables of %w", s.failed(name, i, &stmt, err))
		}
	}
	return nil
}

// step executes statement i of a file, repeatedly if it has @repeat, and returns the number of rows changed.
func (s *session) step(ctx context.Context, name string, i int, stmt Statement, args ...any) (int64, error) {
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
		if stmt.own && rounds == repeatsMost {
			return 0, &Fault{File: s.name(name), Line: stmt.Line,
				Problem: fmt.Sprintf("@repeat has run the statement %d times, and it still changes rows", rounds)}
		}
	}
}

// timed executes a prepared statement and adds the time to name. A statement of a user's file ends after s.most.
func (s *session) timed(ctx context.Context, name string, stmt Statement, args []any) (result sql.Result, err error) {
	began := time.Now()
	defer func() { s.recordTime(name, time.Since(began)) }()
	if !stmt.own {
		return stmt.ExecContext(ctx, args...)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.most, errTooLong)
	defer cancel()
	result, err = stmt.ExecContext(ctx, args...)
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, errTooLong) {
		err = cause
	}
	return result, err
}

// recordTime adds a call to the time of name.
func (s *session) recordTime(name string, cost time.Duration) {
	t := s.spent[name]
	s.spent[name] = Spent{Name: name, Calls: t.Calls + 1, Time: t.Time + cost}
}

// script executes a file statement by statement. Its statements cannot be prepared together, because some need tables
// that others create.
func (s *session) script(ctx context.Context, name string) error {
	list, err := s.parse(name)
	if err != nil {
		return err
	}
	for i, stmt := range list {
		if _, err := s.conn.ExecContext(ctx, stmt.Text); err != nil {
			return fmt.Errorf("run %w", s.failed(name, i, &stmt, err))
		}
	}
	return nil
}

// update executes a short statement that is not in a file and returns the number of rows changed.
func (s *session) update(ctx context.Context, query string, args ...any) (int64, error) {
	list, ok := s.prepared[query]
	if !ok {
		stmt, err := s.conn.PreparexContext(ctx, s.conn.Qualify(query))
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

// read reads the rows of a short query that is not in a file.
func (s *session) read(ctx context.Context, rows any, query string) error {
	list, ok := s.prepared[query]
	if !ok {
		stmt, err := s.conn.PreparexContext(ctx, s.conn.Qualify(query))
		if err != nil {
			return fmt.Errorf("prepare %q: %w", query, err)
		}
		list = []Statement{{Stmt: stmt}}
		s.prepared[query] = list
	}
	began := time.Now()
	defer func() { s.recordTime(query, time.Since(began)) }()
	return list[0].SelectContext(ctx, rows)
}

// explains reports whether a file has a statement that inserts the parts of patterns. The file must be prepared.
func (s *session) explains(name string) bool {
	return slices.ContainsFunc(s.prepared[name], func(stmt Statement) bool { return stmt.explains() })
}

// settles reports whether a file makes hypotheses that the driver must bring to their fixed point.
func (s *session) settles(ctx context.Context, name string) (bool, error) {
	list, err := s.prepare(ctx, name)
	return slices.ContainsFunc(list, func(stmt Statement) bool { return stmt.solvesHypotheses() }), err
}

// close closes the prepared statements.
func (s *session) close() {
	for _, list := range s.prepared {
		for _, stmt := range list {
			if stmt.Stmt != nil {
				stmt.Close()
			}
		}
	}
	clear(s.prepared)
}
