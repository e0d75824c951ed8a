package statement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"setdoku/internal/database"
)

// File is a technique file of a user. Its statements may change only deduction, deduction_evidence, the temporary
// tables that it creates, and those that the files of sql/ share.
type File struct {
	Path string // "" if it has none
	Text string
	Time time.Duration // of one run of a statement at most, 0 for timeMost
}

// timeMost limits one run of a statement of a user's file. The slowest statement of sql/ takes some seconds for a chunk
// of hard puzzles.
const timeMost = 10 * time.Minute

// errTooLong ends a statement of a user's file.
var errTooLong = errors.New("the time of the statement is over")

// timed calls run with a context that ends when the statement has run for too long. The error then wraps errTooLong.
func (f *File) timed(ctx context.Context, run func(context.Context) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, f.most(), errTooLong)
	defer cancel()
	err := run(ctx)
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, errTooLong) {
		return cause
	}
	return err
}

// most returns how long one run of a statement may take.
func (f *File) most() time.Duration { return cmp.Or(f.Time, timeMost) }

// sharedTables are the temporary tables of the driver whose rows a technique file may change.
var sharedTables = []string{
	"deduction", "deduction_evidence",
	"hypothesis", "forcing_pattern", "hypothesis_loss",
	"chain_place", "chain_strong", "chain_weak", "chain_sight", "chain_link", "chain_reach",
	"chain_shape", "chain_walk",
}

// repeatsMost limits how often @repeat runs a statement of a user's file. Chains need the most rounds, and have at most
// 729 candidates.
const repeatsMost = 1000

// OwnTables returns the temporary tables that the statements of the file create. The error is a *Fault and names a
// statement that creates anything else.
func (f *File) OwnTables(list []Statement) (tables []string, err error) {
	for _, stmt := range list {
		table, index := tempTable(stmt.Text)
		switch {
		case !stmt.creates:
		case table == "", index != slices.Contains(tables, table), slices.Contains(sharedTables, table):
			return nil, f.fault(&stmt, database.ErrForbidden)
		case !index:
			tables = append(tables, table)
		}
	}
	return tables, nil
}

// Fault is an error in a technique file of a user. It does not wrap the error of the database, which would name another
// database.
type Fault struct {
	File    string
	Line    int // 0 if it is unknown
	Problem string
	Puzzle  int64 // the puzzle_id of a row that a statement must not make, else 0
}

func (f *Fault) Error() string {
	text := f.File
	if f.Line > 0 {
		text += fmt.Sprintf(" line %d", f.Line)
	}
	text += ": " + f.Problem
	if f.Puzzle > 0 {
		text += fmt.Sprintf(", in puzzle %d", f.Puzzle)
	}
	return text
}

// RowFault returns the error for a row that a user's file must not insert into a table. It names the line if one
// statement inserts into the table.
func (s *Statements) RowFault(name, table string, puzzle int64, row, problem string) error {
	f := &Fault{File: s.Name(name), Problem: fmt.Sprintf("%s (%s): %s", table, row, problem), Puzzle: puzzle}
	inserts := 0
	for _, stmt := range s.prepared[name] {
		if stmt.fills == table {
			inserts++
			f.Line = stmt.Line
		}
	}
	if inserts > 1 {
		f.Line = 0
	}
	return f
}

// fault returns the error of a statement of the file. It is a *Fault if the statement is to blame.
func (f *File) fault(stmt *Statement, err error) error {
	problem := database.StatementFault(err)
	switch {
	case errors.Is(err, errTooLong):
		problem = fmt.Sprintf("the statement has run for %s, and a statement of a technique file may run no longer",
			f.most())
	case errors.Is(database.Explain(err), database.ErrTooLarge):
		problem += fmt.Sprintf(": a value in a technique file has at most %d bytes", database.ConfinedValue)
	case problem == "":
		return fmt.Errorf("%s line %d: %w", f.Path, stmt.Line, err)
	case errors.Is(err, database.ErrForbidden):
		first, _, more := strings.Cut(stmt.Text, "\n")
		if more {
			first += " ..."
		}
		return &Fault{File: f.Path, Line: stmt.Line,
			Problem: fmt.Sprintf("%q %s: a technique file changes only deduction, deduction_evidence and the "+
				"temporary tables that it creates", first, problem)}
	}
	return &Fault{File: f.Path, Line: stmt.lineOf(problem), Problem: problem}
}

// CheckOwnTables checks that the tables that a user's file creates have names of their own. Technique files may share a
// table, so call it before the first of them creates its tables.
func (s *Statements) CheckOwnTables(ctx context.Context, name string) error {
	f := s.files[name]
	list, err := s.parse(name)
	if f == nil || err != nil {
		return err
	}
	for i := range list {
		table, index := tempTable(list[i].Text)
		if table == "" || index {
			continue
		}
		taken, err := s.Conn.HasTable(ctx, table)
		if err != nil {
			return err
		}
		if taken {
			return &Fault{File: f.Path, Line: list[i].Line,
				Problem: table + " is a table or view of setdoku: give the table another name"}
		}
	}
	return nil
}

// lineOf returns the line of the word that a database complains of, if the statement has it once, else the line where
// it begins.
func (s *Statement) lineOf(problem string) int {
	m := blamed().FindStringSubmatch(problem)
	if m == nil {
		return s.Line
	}
	edge := `[^\w.]`
	if m[1] != "" {
		edge = `\W` // a word of the text, which may be a part of a name
	}
	at := regexp.MustCompile(`(?:^|`+edge+`)(`+regexp.QuoteMeta(m[1]+m[2])+`)(?:$|`+edge+
		`)`).FindAllStringSubmatchIndex(s.Text, 2)
	if len(at) != 1 {
		return s.Line
	}
	return s.Line + strings.Count(s.Text[:at[0][2]], "\n")
}

// blamed matches the word that a message of SQLite or PostgreSQL complains of.
var blamed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`near "([^"]+)"|` +
		`(?:column name|column reference|column|table|relation|function)(?:: | )"?([\w.]+)`)
})

// prepareOwn prepares the statements of a user's file.
func (s *Statements) prepareOwn(ctx context.Context, f *File, list []Statement) error {
	own, err := f.OwnTables(list)
	if err != nil {
		return err
	}
	for i := range list {
		stmt := &list[i]
		if stmt.creates || stmt.Settles() {
			continue
		}
		stmt.file = f
		stmt.confined = slices.Concat(sharedTables, own)
		if stmt.Stmt, err = s.Conn.PrepareConfined(ctx, stmt.confined, stmt.Text); err != nil {
			return f.fault(stmt, err)
		}
	}
	return nil
}
