package solver

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

// statements runs the files of sql/ on one connection and keeps what it has prepared.
type statements struct {
	conn     *store.Conn
	own      map[string]string // texts that are not in sql/, by file
	prepared map[string][]statement
	spent    map[string]*Spent
}

func newStatements(conn *store.Conn) statements {
	return statements{conn: conn, prepared: make(map[string][]statement), spent: make(map[string]*Spent)}
}

// Spent is what the calls of one statement have cost.
type Spent struct {
	Name  string // file and number of the statement in it
	Calls int
	Time  time.Duration
}

type statement struct {
	*sqlx.Stmt
	text    string
	into    *insertion
	fills   string // the table that it inserts rows into, "" for none
	params  int
	creates bool  // it makes a temporary table or its index
	repeats bool  // it is executed until it changes no row
	notes   notes // whether it takes notes that serve the next technique of the file
}

// deduces reports whether the statement says what a technique finds.
func (s *statement) deduces() bool { return s.fills == "deduction" }

// explains reports whether the statement says the parts of patterns.
func (s *statement) explains() bool { return s.fills == "deduction_evidence" }

// insertion is where the rows of a query go.
type insertion struct {
	table   string
	columns []string
	query   string
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

// text returns a file of sql/ for the database: the one in the folder of its dialect, if
// there is one, else the one for all.
func (s *statements) text(name string) (string, error) {
	text, ok := s.own[name]
	if !ok {
		var err error
		text, err = Text(path.Join(path.Dir(name), string(s.conn.Dialect()), path.Base(name)))
		if errors.Is(err, fs.ErrNotExist) {
			text, err = Text(name)
		}
		if err != nil {
			return "", err
		}
	}
	text, err := sqltext.Render(text, string(s.conn.Dialect()))
	if err != nil {
		return "", fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	return s.conn.Qualify(text), nil
}

// notes says for whom a statement takes notes.
type notes int

const (
	notesNone notes = iota
	notesSize       // for the file's techniques of one size
	notesFile       // for all techniques of the file
)

// in reports whether the notes are among the known ones. Known notes for a size include those for the whole file.
func (n notes) in(known notes) bool {
	return known != notesNone && (n == notesFile || n == known)
}

// parse cuts a file into its statements, not prepared yet, and drops whole-line comments. These comments say how the
// statement that follows is run:
//
//   - @notes, @notes size: the statement takes notes that serve all techniques of the file, or those of one size.
//   - @repeat: it is repeated until it changes no row.
//   - @shared NAME: the statements of sql/shared/NAME.sql are run instead. The one that follows is for a shell, in which it makes
//     a trigger run the same text.
//   - @repeat NAME: the same, and the statement is repeated until it changes no row.
//   - @into TABLE COLUMN, COLUMN...: the rows of the query go into these columns of a table.
//
// No statement has a semicolon inside a literal or a comment; a test checks it.
func parse(text string) (list []statement, err error) {
	var code strings.Builder
	var next statement // what the comments say about the statement that follows
	shell := false     // the statement that follows is for a shell
	add := func(q string) {
		q = strings.TrimSpace(q)
		if q != "" && !shell {
			if next.into != nil {
				next.into.query = q
				q = "INSERT INTO " + next.into.table + " (" + strings.Join(next.into.columns, ", ") + ")\n" + q
			}
			next.text, next.params = q, strings.Count(q, "?")
			next.creates = strings.HasPrefix(q, "CREATE ")
			next.fills = sqltext.InsertsInto(q)
			list = append(list, next)
		}
		next, shell = statement{}, false
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
		case mark == "@notes":
			next.notes = notesFile
		case mark == "@notes size":
			next.notes = notesSize
		case mark == "@repeat":
			next.repeats = true
		case strings.HasPrefix(mark, "@into "):
			table, columns, _ := strings.Cut(strings.TrimPrefix(mark, "@into "), " ")
			next.into = &insertion{table: table, columns: strings.Split(columns, ", ")}
		case strings.HasPrefix(mark, "@repeat "), strings.HasPrefix(mark, "@shared "):
			how, name, _ := strings.Cut(mark, " ")
			shared, err := Text("shared/" + name)
			if err != nil {
				return nil, err
			}
			once, err := parse(shared)
			if err != nil {
				return nil, err
			}
			for _, s := range once {
				s.repeats, s.notes = s.repeats || how == "@repeat", next.notes
				list = append(list, s)
			}
			shell = true
		}
	}
	add(code.String())
	return list, nil
}

// run executes all statements of a file, giving each as many of args as it has
// parameters, and returns the rows that the last one changed.
func (s *statements) run(ctx context.Context, name string, args ...any) (int64, error) {
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

// find executes a technique file and returns the number of deductions. Without patterns the
// statements that explain them are left out. So are those that take notes that are known.
func (s *statements) find(ctx context.Context, name string, patterns bool, known notes) (int64, error) {
	list, err := s.prepare(ctx, name)
	if err != nil {
		return 0, err
	}
	var found int64
	for i, stmt := range list {
		if stmt.explains() && (!patterns || found == 0) || stmt.notes.in(known) {
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

// prepare returns the statements of a file.
func (s *statements) prepare(ctx context.Context, name string) ([]statement, error) {
	if list, ok := s.prepared[name]; ok {
		return list, nil
	}
	text, err := s.text(name)
	if err != nil {
		return nil, err
	}
	list, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	list = slices.DeleteFunc(list, func(stmt statement) bool { return stmt.creates })
	for i, stmt := range list {
		if list[i].Stmt, err = s.conn.PreparexContext(ctx, stmt.text); err != nil {
			return nil, fmt.Errorf("prepare sql/%s.sql, statement %d: %w", name, i+1, err)
		}
	}
	s.prepared[name] = list
	return list, nil
}

// create makes the temporary tables of a file. Where a transaction makes them, they go when it is rolled back.
func (s *statements) create(ctx context.Context, name string) error {
	text, err := s.text(name)
	if err != nil {
		return err
	}
	list, err := parse(text)
	if err != nil {
		return fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	for _, stmt := range list {
		if !stmt.creates {
			continue
		}
		q := stmt.text
		if s.conn.Dialect() == store.SQLite && strings.HasPrefix(q, "CREATE TEMP TABLE ") && !strings.HasSuffix(q, "ROWID") {
			q += " WITHOUT ROWID" // faster than the table that a shell makes
		}
		if _, err := s.conn.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("make the tables of sql/%s.sql: %w", name, err)
		}
	}
	return nil
}

// step executes statement i of a file, over and over when it repeats, and returns the rows that it
// changed.
func (s *statements) step(ctx context.Context, name string, i int, stmt statement, args ...any) (int64, error) {
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

// timed executes a prepared statement and books its cost under name.
func (s *statements) timed(ctx context.Context, name string, stmt statement, args []any) (sql.Result, error) {
	began := time.Now()
	result, err := stmt.ExecContext(ctx, args...)
	s.book(name, time.Since(began))
	return result, err
}

// book adds a call to what name has cost.
func (s *statements) book(name string, cost time.Duration) {
	t, ok := s.spent[name]
	if !ok {
		t = &Spent{Name: name}
		s.spent[name] = t
	}
	t.Calls++
	t.Time += cost
}

// Spent returns what every statement has cost so far, dearest first.
func (s *statements) Spent() []Spent {
	var list []Spent
	for _, t := range s.spent {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Spent) int { return cmp.Compare(b.Time, a.Time) })
	return list
}

// script executes a file whose statements cannot be prepared together, because later
// ones need the tables that earlier ones make.
func (s *statements) script(ctx context.Context, name string) error {
	text, err := s.text(name)
	if err != nil {
		return err
	}
	list, err := parse(text)
	if err != nil {
		return fmt.Errorf("sql/%s.sql: %w", name, err)
	}
	for i, stmt := range list {
		if _, err := s.conn.ExecContext(ctx, stmt.text); err != nil {
			return fmt.Errorf("run sql/%s.sql, statement %d: %w", name, i+1, err)
		}
	}
	return nil
}

func (s *statements) close() {
	for _, list := range s.prepared {
		for _, stmt := range list {
			stmt.Close()
		}
	}
}
