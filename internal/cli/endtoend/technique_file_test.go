package endtoend

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// ownHeader begins a technique file. Its statement finds nothing, ends in line 11, and another statement may follow.
const ownHeader = `-- @technique own | tier 1
-- @idea None.
-- @source None.
-- @reads pass
-- @writes deduction
-- @key none
-- @cost none

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT p.puzzle_id, 'own', 0, 11, 1, 1
FROM pass AS p WHERE p.technique = 'nothing';
`

// onlyAllowed ends the message about a statement that a technique file must not have.
const onlyAllowed = ": a technique file changes only deduction, deduction_evidence and the temporary tables that it " +
	"creates"

// forbidden are statements that a technique file must not have, each with the cause that its message names.
var forbidden = map[string]string{
	"DELETE FROM puzzle":                      "changes the table puzzle, which is not allowed",
	"UPDATE technique SET weight = 1":         "changes the table technique, which is not allowed",
	"DELETE FROM pass":                        "changes the table pass, which is not allowed",
	"UPDATE candidate_mask\nSET mask = 1":     "changes the table candidate_mask, which is not allowed",
	"DROP TABLE puzzle":                       "is not allowed",
	"COMMIT":                                  "is not allowed",
	"CREATE TABLE mine (a INTEGER)":           "is not allowed",
	"CREATE TEMP TABLE mine AS SELECT 1 AS a": "is not allowed",
	"CREATE INDEX mine ON puzzle (givens)":    "is not allowed",
}

// forbiddenOnFile are such statements of SQLite. They run in the folder of the test.
var forbiddenOnFile = map[string]string{
	"ATTACH 'other.db' AS other":   "is not allowed",
	"VACUUM INTO 'copy.db'":        "is not allowed",
	"PRAGMA journal_mode = delete": "is not allowed",
}

// TestTechniqueFileChangesNothing has technique files with statements that they must not have, and every command that
// runs technique files. Each ends with one line that names the file, the line and the statement, and changes nothing.
func TestTechniqueFileChangesNothing(t *testing.T) {
	t.Run("file", func(t *testing.T) {
		dir := t.TempDir()
		t.Chdir(dir)
		in := clitest.WriteLines(t, dir, "in.txt", clitest.MixedPuzzles(t, 5))
		clitest.Done(t, "import", in, "--db", "test.db")
		changesNothing(t, "test.db", forbidden, "solve --engine sql --db test.db")
		changesNothing(t, "test.db", forbiddenOnFile, "solve --engine sql --db test.db")
		changesNothing(t, "test.db", map[string]string{"DELETE FROM puzzle": forbidden["DELETE FROM puzzle"]},
			"solve --engine auto --db test.db", "rate in.txt --technique own", "find --db test.db",
			"techniques check own.sql in.txt",
			"explain in.txt --technique own", "hint in.txt --technique own", "generate -n 1 --level easy")
		for _, name := range []string{"other.db", "copy.db"} {
			if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: error %v, want that there is no such file", name, err)
			}
		}
	})
	t.Run("server", func(t *testing.T) {
		dir := t.TempDir()
		t.Chdir(dir)
		target := clitest.Migrated(t)
		puzzles := clitest.MixedPuzzles(t, 5)
		first := puzzles[0]
		in := clitest.WriteLines(t, dir, "in.txt", puzzles)
		clitest.Done(t, "import", in, "--db", target)
		changesNothing(t, target, forbidden, "work --engine sql --db "+target)
		changesNothing(t, target, map[string]string{"DROP TABLE puzzle": forbidden["DROP TABLE puzzle"]},
			"solve --engine sql --db "+target, "solve --db "+target)
		for text, want := range map[string]string{
			strings.Replace(ownHeader, "p.technique = 'nothing'", "p.techniques = 'nothing'",
				1): `setdoku: own.sql line 11: no such column: p.techniques`,
			strings.NewReplacer("'nothing'", "'own'", " 11, 1, 1",
				" 999, 1, 1").Replace(ownHeader): `setdoku: own.sql line 9: deduction (technique own, cell 999, digit 1, pattern 1): there is no cell 999, a cell is 10 times its row plus its column, in ` + first,
		} {
			gridtest.Must(t, os.WriteFile("own.sql", []byte(text), 0o666))
			r := clitest.Call(t.Context(), nil, "work", "--engine", "sql", "--db", target, "--technique-file",
				"own.sql", "--technique", "own")
			if got := strings.Join(r.Err(), "\n"); got != want || r.Code != usage.ExitError {
				t.Errorf("exit code %d, %q, want %q", r.Code, got, want)
			}
		}
	})
}

// changesNothing calls the program with each statement in a technique file.
func changesNothing(t *testing.T, target string, statements map[string]string, calls ...string) {
	t.Helper()
	read := func() string {
		const query = "SELECT puzzle_id, givens, status, (SELECT SUM(t.weight) FROM technique AS t WHERE t.family <> " +
			"'user') FROM puzzle"
		return clitest.Done(t, "query", query, "--db", target).Stdout
	}
	before := read()
	for s, cause := range statements {
		gridtest.Must(t, os.WriteFile("own.sql", []byte(ownHeader+"\n-- Another one.\n"+s+";\n"), 0o666))
		first, _, more := strings.Cut(s, "\n")
		if more {
			first += " ..."
		}
		want := fmt.Sprintf("setdoku: own.sql line 14: %q %s%s", first, cause, onlyAllowed)
		for _, call := range calls {
			args := strings.Fields(call)
			if args[0] != "techniques" {
				args = append(args, "--technique-file", "own.sql")
			}
			r := clitest.Call(t.Context(), nil, args...)
			said := slices.DeleteFunc(r.Err(), func(line string) bool { return strings.HasPrefix(line, "seed ") })
			if r.Code != usage.ExitError || len(said) != 1 || said[0] != want {
				t.Errorf("%s: exit code %d, %q, want %q", call, r.Code, said, want)
			}
		}
	}
	if diff := cmp.Diff(before, read()); diff != "" {
		t.Errorf("the database has changed (-before +after):\n%s", diff)
	}
}
