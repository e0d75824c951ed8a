package statements

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"setdoku/store"
)

// timeMost limits one run of a statement of a user's file. The slowest statement of sql/ takes some seconds for a chunk
// of hard puzzles.
const timeMost = 10 * time.Minute

// errTooLong ends a statement of a user's file.
var errTooLong = errors.New("the time of the statement is over")

// sharedTables are the temporary tables of the driver whose rows a technique file may change.
var sharedTables = []string{
	"deduction", "deduction_evidence",
	"hypothesis", "tridagon_cell", "forcing_pattern", "hypothesis_loss", "forcing_verity",
	"chain_place", "chain_strong", "chain_weak", "chain_sight", "chain_link", "chain_reach",
	"chain_shape", "chain_walk",
}

// repeatsMost limits how often @repeat runs a statement of a user's file. Chains need the most rounds, and have at most
// 729 candidates.
const repeatsMost = 1000

// checkEffects checks what the statements of a user's file do. They may read everything, create temporary tables, and
// change only the rows of these and of sharedTables. The error is a *Fault. A statement that hides what it does changes
// only the scratch database in which it runs.
func checkEffects(path string, list []Statement) error {
	tables := slices.Clone(sharedTables)
	for _, stmt := range list {
		if table, index := createdTable(stmt.Text); table != "" && !index && !slices.Contains(sharedTables, table) {
			tables = append(tables, table)
		}
	}
	for _, stmt := range list {
		allowed, problem := false, "is not allowed"
		switch stmt.verb {
		case "CREATE":
			table, index := createdTable(stmt.Text)
			allowed = slices.Contains(tables, table) && (index || !slices.Contains(sharedTables, table))
		case "INSERT", "REPLACE", "UPDATE", "DELETE":
			if allowed = slices.Contains(tables, stmt.changes); !allowed {
				problem = fmt.Sprintf("changes the table %s, which is not allowed", stmt.changes)
			}
		case "SELECT", "VALUES", "":
			allowed = true
		}
		if allowed {
			continue
		}
		first, _, more := strings.Cut(stmt.Text, "\n")
		if more {
			first += " ..."
		}
		return &Fault{File: path, Line: stmt.Line, Problem: fmt.Sprintf("%q %s: a technique file changes only "+
			"deduction, deduction_evidence and the temporary tables that it creates", first, problem)}
	}
	return nil
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

// rowFault returns the error for a row that a user's file must not insert into a table. It names the line if one
// statement inserts into the table.
func (s *session) rowFault(table string, puzzle int64, row, problem string) error {
	f := &Fault{File: s.name(s.own.File), Problem: fmt.Sprintf("%s (%s): %s", table, row, problem), Puzzle: puzzle}
	inserts := 0
	for _, stmt := range s.prepared[s.own.File] {
		if stmt.verb == "INSERT" && stmt.changes == table {
			inserts++
			f.Line = stmt.Line
		}
	}
	if inserts > 1 {
		f.Line = 0
	}
	return f
}

// fault returns the error of a statement of the user's file. It is a *Fault if the statement is to blame.
func (s *session) fault(stmt *Statement, err error) error {
	path, problem := s.name(s.own.File), store.StatementFault(err)
	switch {
	case errors.Is(err, errTooLong):
		problem = fmt.Sprintf("the statement has run for %s, and a statement of a technique file may run no longer",
			s.most)
	case errors.Is(store.Explain(err), store.ErrTooLarge):
		problem += fmt.Sprintf(": a value in a technique file has at most %d bytes", store.ScratchValue)
	case problem == "":
		return fmt.Errorf("%s line %d: %w", path, stmt.Line, err)
	}
	return &Fault{File: path, Line: stmt.findLine(problem), Problem: problem}
}

// checkOwn checks what the statements of the user's file do, and that the tables that it creates have names of their
// own. Call it before it creates them.
func (s *session) checkOwn(ctx context.Context) error {
	list, err := s.parse(s.own.File)
	if err == nil {
		err = checkEffects(s.name(s.own.File), list)
	}
	if err != nil {
		return err
	}
	for i := range list {
		table, index := createdTable(list[i].Text)
		if table == "" || index {
			continue
		}
		taken, err := s.conn.HasTable(ctx, table)
		if err != nil {
			return err
		}
		if taken {
			return &Fault{File: s.name(s.own.File), Line: list[i].Line,
				Problem: table + " is a table or view of setdoku: give the table another name"}
		}
	}
	return nil
}

// findLine returns the line of the word that a database complains of, if the statement has it once, else the line where
// it begins.
func (s *Statement) findLine(problem string) int {
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

// blamed matches the word that a message of SQLite complains of.
var blamed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`near "([^"]+)"|` +
		`(?:column name|column|table|function): ([\w.]+)`)
})
