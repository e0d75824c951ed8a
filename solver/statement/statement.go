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

// Statements runs the files of sql/ on one connection and keeps the statements that it has prepared.
type Statements struct {
	Conn     *store.Conn
	files    map[string]string // texts of technique files, by the name of the technique
	prepared map[string][]Statement
	spent    map[string]*Spent
}

// New returns the statements of sql/ on a connection, and those of technique files by name.
func New(conn *store.Conn, files map[string]string) *Statements {
	return &Statements{Conn: conn, files: files, prepared: make(map[string][]Statement), spent: make(map[string]*Spent)}
}

// Spent is what the calls of one statement have cost.
type Spent struct {
	Name  string // file and number of the statement in it
	Calls int
	Time  time.Duration
}

// Statement is one statement of a file.
type Statement struct {
	*sqlx.Stmt        // nil until Prepare
	Text       string // without comments
	Into       *Insertion
	fills      string // the table that it inserts rows into, "" for none
	params     int
	creates    bool  // it makes a temporary table or its index
	repeats    bool  // it is executed until it changes no row
	reuse      Reuse // whether its work tables serve the next technique of the file
}

// Creates reports whether the statement makes a temporary table or its index.
func (s *Statement) Creates() bool { return s.creates }

// Deduces reports whether the statement inserts what a technique finds.
func (s *Statement) Deduces() bool { return s.fills == "deduction" }

// Explains reports whether the statement inserts the parts of patterns.
func (s *Statement) Explains() bool { return s.fills == "deduction_evidence" }

// Insertion is the table and the columns that the rows of a query go into.
type Insertion struct {
	Table   string
	Columns []string
	Query   string
}

// Text returns a file of sql/ by its name without .sql, such as naked_subset or
// driver/load.
func Text(name string) (string, error) {
	b, err := sqlfiles.FS.ReadFile(name + ".sql")
	if err != nil {
		return "", fmt.Errorf("no statement %q: %w", name, err)
	}
	return string(b), nil
}

// Text returns a file of sql/ for the database: the one in the folder of its dialect, if
// there is one, else the one for all.
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

// Reuse says which techniques can use the work tables of a statement again.
type Reuse int

const (
	ReuseNone Reuse = iota // none
	ReuseSize              // the techniques of the file that have one size
	ReuseFile              // all techniques of the file
)

// in reports whether known work tables include these. Those of one size include those of the whole file.
func (n Reuse) in(known Reuse) bool {
	return known != ReuseNone && (n == ReuseFile || n == known)
}

// Parse cuts a file into its statements, not prepared yet, and drops whole-line comments. These comments say how the
// statement that follows is run:
//
//   - @reuse, @reuse size: the statement takes notes that serve all techniques of the file, or those of one size.
//   - @repeat: it is repeated until it changes no row.
//   - @shared NAME: the Statements of sql/shared/NAME.sql are run instead. The one that follows is for a shell, in which it makes
//     a trigger run the same text.
//   - @repeat NAME: the same, and the statement is repeated until it changes no row.
//   - @into TABLE COLUMN, COLUMN...: the rows of the query go into these columns of a table.
//
// No statement has a semicolon inside a literal or a comment; a test checks it.
func Parse(text string) (list []Statement, err error) {
	var code strings.Builder
	var next Statement // what the comments say about the statement that follows
	shell := false     // the statement that follows is for a shell
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
				s.repeats, s.reuse = s.repeats || how == "@repeat", next.reuse
				list = append(list, s)
			}
			shell = true
		}
	}
	add(code.String())
	return list, nil
}

// Run executes all Statements of a file, giving each as many of args as it has
// parameters, and returns the rows that the last one changed.
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

// Find executes a technique file and returns the number of deductions. Without patterns the
// Statements that explain them are left out. So are those that take notes that are known.
func (s *Statements) Find(ctx context.Context, name string, patterns bool, known Reuse) (int64, error) {
	list, err := s.Prepare(ctx, name)
	if err != nil {
		return 0, err
	}
	var found int64
	for i, stmt := range list {
		if stmt.Explains() && (!patterns || found == 0) || stmt.reuse.in(known) {
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

// Prepare returns the Statements of a file.
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
		if list[i].Stmt, err = s.Conn.PreparexContext(ctx, stmt.Text); err != nil {
			return nil, fmt.Errorf("prepare sql/%s.sql, statement %d: %w", name, i+1, err)
		}
	}
	s.prepared[name] = list
	return list, nil
}

// Create makes the temporary tables of a file. Where a transaction makes them, they go when it is rolled back.
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

// step executes statement i of a file, over and over when it repeats, and returns the rows that it
// changed.
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

// timed executes a prepared statement and adds its cost to that of name.
func (s *Statements) timed(ctx context.Context, name string, stmt Statement, args []any) (sql.Result, error) {
	began := time.Now()
	result, err := stmt.ExecContext(ctx, args...)
	s.Book(name, time.Since(began))
	return result, err
}

// Book adds a call to the cost of name.
func (s *Statements) Book(name string, cost time.Duration) {
	t, ok := s.spent[name]
	if !ok {
		t = &Spent{Name: name}
		s.spent[name] = t
	}
	t.Calls++
	t.Time += cost
}

// Spent returns the cost of every statement so far, the most expensive first.
func (s *Statements) Spent() []Spent {
	var list []Spent
	for _, t := range s.spent {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Spent) int { return cmp.Compare(b.Time, a.Time) })
	return list
}

// Script executes a file whose statements cannot be prepared together, because later
// ones need the tables that earlier ones make.
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

// Close closes the prepared statements.
func (s *Statements) Close() {
	for _, list := range s.prepared {
		for _, stmt := range list {
			stmt.Close()
		}
	}
}
