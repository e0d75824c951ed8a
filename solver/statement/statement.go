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

	"github.com/jmoiron/sqlx"

	"setdoku/internal/sqltext"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// Statements runs the files of sql/ on one connection. It keeps prepared statements.
type Statements struct {
	Conn     *store.Conn
	files    map[string]string // texts of technique files, by the name of the technique
	prepared map[string][]Statement
	spent    map[string]*Spent
}

// New returns the statements of sql/ for a connection. files are the texts of technique files by name.
func New(conn *store.Conn, files map[string]string) *Statements {
	return &Statements{Conn: conn, files: files, prepared: make(map[string][]Statement), spent: make(map[string]*Spent)}
}

// Spent is the time spent in one statement.
type Spent struct {
	Name  string // file and number of the statement in it
	Calls int
	Time  time.Duration
}

// Statement is one statement of a file.
type Statement struct {
	*sqlx.Stmt        // nil before Prepare
	Text       string // without comments
	Into       *Insertion
	fills      string // the table that it inserts rows into, "" if none
	params     int
	creates    bool  // it creates a temporary table or its index
	repeats    bool  // it is run again until it changes no row
	reuse      Reuse // which techniques can reuse the rows that it inserts
	outermost  bool  // it is left out when the puzzles of the pass are hypotheses
	settles    []settling
}

// settling says which techniques bring the hypotheses of a technique to their fixed point.
type settling struct {
	technique string // "" for all techniques of the file
	inside    []string
}

// Settles reports whether the entry is no statement but the point where the driver brings the hypotheses to their
// fixed point.
func (s *Statement) Settles() bool { return s.settles != nil }

// Inside returns the techniques and families that bring the hypotheses of a technique to their fixed point.
func (s *Statement) Inside(technique string) []string {
	for _, x := range s.settles {
		if x.technique == "" || x.technique == technique {
			return x.inside
		}
	}
	return nil
}

// Creates reports whether the statement creates a temporary table or its index.
func (s *Statement) Creates() bool { return s.creates }

// Deduces reports whether the statement inserts deductions.
func (s *Statement) Deduces() bool { return s.fills == "deduction" }

// Explains reports whether the statement inserts the parts of patterns.
func (s *Statement) Explains() bool { return s.fills == "deduction_evidence" }

// Insertion is a query whose rows are inserted into some columns of a table.
type Insertion struct {
	Table   string
	Columns []string
	Query   string
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
	text, ok := s.files[name]
	if !ok {
		var err error
		text, err = Text(path.Join(path.Dir(name), string(s.Conn.Dialect()), path.Base(name)))
		if errors.Is(err, fs.ErrNotExist) {
			text, err = Text(name)
		}
		if err != nil {
			return "", err
		}
	}
	text, err := sqltext.Render(text, string(s.Conn.Dialect()))
	if err != nil {
		return "", fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	return s.Conn.Qualify(text), nil
}

// Reuse says which techniques can reuse the work table that a statement has filled.
type Reuse int

const (
	ReuseNone Reuse = iota // none
	ReuseSize              // techniques of the file with the same size
	ReuseFile              // all techniques of the file
)

// in reports whether the filled work tables, known, include these. Work tables for one size include those for the
// whole file.
func (n Reuse) in(known Reuse) bool {
	return known != ReuseNone && (n == ReuseFile || n == known)
}

// Parse splits a file into statements and drops whole-line comments. The statements are not prepared yet. These
// comments say how to run the statement after them:
//
//   - @reuse, @reuse size: the statement fills a work table that serves all techniques of the file, or those of one size.
//   - @repeat: run the statement until it changes no row.
//   - @shared NAME: run the statements of sql/shared/NAME.sql instead. The statement after the comment is for a shell:
//     it makes a trigger run the same text.
//   - @repeat NAME: the same as @shared NAME, until they change no row.
//   - @into TABLE COLUMN, COLUMN...: insert the rows of the query into these columns of a table.
//   - @settle NAME, NAME...: here the driver brings the hypotheses to their fixed point with the techniques and the
//     families named. @settle TECHNIQUE | NAME, NAME... is for one technique of the file.
//   - @outermost: leave the statement out when the puzzles of the pass are hypotheses.
//
// No statement has a semicolon inside a literal or a comment. A test checks it.
func Parse(text string) (list []Statement, err error) {
	var code strings.Builder
	var next Statement // has the directives for the statement after them
	shell := false     // the statement after them is for a shell
	add := func(q string) {
		q = strings.TrimSpace(q)
		if q != "" && !shell {
			if next.Into != nil {
				next.Into.Query = q
				q = "INSERT INTO " + next.Into.Table + " (" + strings.Join(next.Into.Columns, ", ") + ")\n" + q
			}
			next.Text, next.params = q, strings.Count(q, "?")
			next.creates = strings.HasPrefix(q, "CREATE ")
			next.fills = sqltext.InsertsInto(q)
			list = append(list, next)
		}
		next, shell = Statement{}, false
	}
	for line := range strings.Lines(text) {
		comment, isComment := strings.CutPrefix(strings.TrimSpace(line), "--")
		switch mark := strings.TrimSpace(comment); {
		case !isComment:
			for before, after, ended := strings.Cut(line, ";"); ; before, after, ended = strings.Cut(after, ";") {
				code.WriteString(before)
				if !ended {
					break
				}
				add(code.String())
				code.Reset()
			}
		case mark == "@reuse":
			next.reuse = ReuseFile
		case mark == "@reuse size":
			next.reuse = ReuseSize
		case mark == "@repeat":
			next.repeats = true
		case mark == "@outermost":
			next.outermost = true
		case strings.HasPrefix(mark, "@settle "):
			list = addSettling(list, strings.TrimPrefix(mark, "@settle "))
		case strings.HasPrefix(mark, "@into "):
			table, columns, _ := strings.Cut(strings.TrimPrefix(mark, "@into "), " ")
			next.Into = &Insertion{Table: table, Columns: strings.Split(columns, ", ")}
		case strings.HasPrefix(mark, "@repeat "), strings.HasPrefix(mark, "@shared "):
			how, name, _ := strings.Cut(mark, " ")
			shared, err := Text("shared/" + name)
			if err != nil {
				return nil, err
			}
			once, err := Parse(shared)
			if err != nil {
				return nil, err
			}
			for _, s := range once {
				s.repeats, s.reuse, s.outermost = s.repeats || how == "@repeat", next.reuse, next.outermost
				list = append(list, s)
			}
			shell = true
		}
	}
	add(code.String())
	return list, nil
}

// addSettling adds what a comment @settle says. Several of them without a statement between are one entry.
func addSettling(list []Statement, text string) []Statement {
	technique, inside, restricted := strings.Cut(text, "|")
	if !restricted {
		technique, inside = "", text
	}
	x := settling{technique: strings.TrimSpace(technique)}
	for name := range strings.SplitSeq(inside, ",") {
		x.inside = append(x.inside, strings.TrimSpace(name))
	}
	if n := len(list); n > 0 && list[n-1].Settles() {
		list[n-1].settles = append(list[n-1].settles, x)
		return list
	}
	return append(list, Statement{settles: []settling{x}})
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

// leavesOut reports whether a statement is not executed. found is the number of deductions so far.
func (o *Search) leavesOut(s *Statement, found int64) bool {
	return s.Explains() && (!o.Patterns || found == 0) || s.reuse.in(o.Known) || s.outermost && o.Inside
}

// Find executes a technique file and returns the number of deductions. It skips the statements that the search leaves
// out.
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
	text, err := s.Text(name)
	if err != nil {
		return nil, err
	}
	list, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	list = slices.DeleteFunc(list, func(stmt Statement) bool { return stmt.creates })
	for i, stmt := range list {
		if stmt.Settles() {
			continue
		}
		if list[i].Stmt, err = s.Conn.PreparexContext(ctx, stmt.Text); err != nil {
			return nil, fmt.Errorf("prepare sql/%s.sql, statement %d: %w", name, i+1, err)
		}
	}
	s.prepared[name] = list
	return list, nil
}

// Create creates the temporary tables of a file. A rollback of the transaction drops them.
func (s *Statements) Create(ctx context.Context, name string) error {
	text, err := s.Text(name)
	if err != nil {
		return err
	}
	list, err := Parse(text)
	if err != nil {
		return fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	for _, stmt := range list {
		if !stmt.creates {
			continue
		}
		q := stmt.Text
		if s.Conn.Dialect() == store.SQLite && strings.HasPrefix(q, "CREATE TEMP TABLE ") && !strings.HasSuffix(q, "ROWID") {
			q += " WITHOUT ROWID" // faster than the table that a shell makes
		}
		if _, err := s.Conn.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("make the tables of sql/%s.sql: %w", name, err)
		}
	}
	return nil
}

// step executes statement i of a file, repeatedly if it has @repeat, and returns the number of rows changed.
func (s *Statements) step(ctx context.Context, name string, i int, stmt Statement, args ...any) (int64, error) {
	var sum int64
	for {
		result, err := s.timed(ctx, fmt.Sprintf("%s#%d", name, i+1), stmt, args)
		if err != nil {
			return 0, fmt.Errorf("run sql/%s.sql, statement %d: %w", name, i+1, err)
		}
		n, err := result.RowsAffected()
		sum += n
		if err != nil || n == 0 || !stmt.repeats {
			return sum, err
		}
	}
}

// timed executes a prepared statement and adds the time to name.
func (s *Statements) timed(ctx context.Context, name string, stmt Statement, args []any) (sql.Result, error) {
	began := time.Now()
	result, err := stmt.ExecContext(ctx, args...)
	s.Book(name, time.Since(began))
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
	text, err := s.Text(name)
	if err != nil {
		return err
	}
	list, err := Parse(text)
	if err != nil {
		return fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	for i, stmt := range list {
		if _, err := s.Conn.ExecContext(ctx, stmt.Text); err != nil {
			return fmt.Errorf("run sql/%s.sql, statement %d: %w", name, i+1, err)
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
}
