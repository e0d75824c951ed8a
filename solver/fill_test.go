package solver_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/store"
)

// bySQL is a script that inserts puzzles with nothing but their givens, numbered from 1, and the others that it
// cannot fill in. Of the third puzzle somebody has inserted two givens as rows of cell.
func bySQL(puzzles []format.Puzzle) (script string, unsound []int) {
	var text strings.Builder
	insert := func(givens string) int {
		fmt.Fprintf(&text, "INSERT INTO puzzle (puzzle_id, givens) VALUES (%d, '%s');\n", len(puzzles)+1+len(unsound), givens)
		return len(puzzles) + 1 + len(unsound)
	}
	for i, p := range puzzles {
		fmt.Fprintf(&text, "INSERT INTO puzzle (puzzle_id, givens) VALUES (%d, '%s');\n", i+1, p.State.Givens)
	}
	rows := 0
	for i, d := range puzzles[2].State.Givens {
		if d != 0 && rows < 2 {
			rows++
			fmt.Fprintf(&text, "INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (3, %d, %d, 'given');\n", setdoku.CellNumber(i), d)
		}
	}
	for _, givens := range []string{
		strings.Repeat(".", 80) + "x",
		"x" + strings.Repeat(".", 80),
		"5.......5" + strings.Repeat(".", 72),
		"5" + strings.Repeat(".", 71) + "5........",
		"5.........5" + strings.Repeat(".", 70),
	} {
		unsound = append(unsound, insert(givens))
	}
	return text.String(), unsound
}

// filled compares what plain SQL has inserted and somebody has filled in with puzzles that were imported.
func filled(t *testing.T, db *store.DB, puzzles []format.Puzzle) {
	t.Helper()
	fresh := newDB(t)
	importAll(t, fresh, puzzles)
	for _, table := range []string{"cell", "candidate"} {
		query := `SELECT * FROM ` + table
		sameRows(t, table, sortedAnswer(t, db, query), sortedAnswer(t, fresh, query))
	}
	for _, table := range []string{"step", "elimination"} {
		if n := count(t, db, `SELECT COUNT(*) FROM `+table); n != 0 {
			t.Errorf("%d rows of %s, want none", n, table)
		}
	}
}

// TestFillCandidatesInShells inserts puzzles by plain SQL, and reads sql/fill_candidates.sql twice, in both shells.
func TestFillCandidatesInShells(t *testing.T) {
	t.Parallel()
	puzzles := samplePuzzles(t)
	script, unsound := bySQL(puzzles)
	var problems []string
	for _, id := range unsound {
		problems = append(problems, fmt.Sprintf(
			"puzzle %d is not filled in, its givens repeat a digit in a unit or have another character than . and 1 to 9\n", id))
	}
	for name, open := range map[string]func(t *testing.T) (*store.DB, *exec.Cmd, string){
		"sqlite3": func(t *testing.T) (*store.DB, *exec.Cmd, string) {
			path := filepath.Join(t.TempDir(), "shell.db")
			return openDB(t, path, 0), exec.CommandContext(t.Context(), sqliteShell(t), "-bail", path), ".read "
		},
		"psql": func(t *testing.T) (*store.DB, *exec.Cmd, string) {
			db, url := imported(t, nil)
			return db, exec.CommandContext(t.Context(), psqlShell(t), "-X", "-w", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url), `\i `
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell, read := open(t)
			fill := "BEGIN;\n" + read + "../sql/fill_candidates.sql\nCOMMIT;\n"
			shell.Stdin = strings.NewReader(script + fill + fill)
			out, err := shell.CombinedOutput()
			if want := strings.Repeat(strings.Join(problems, ""), 2); err != nil || string(out) != want {
				t.Fatalf("%v\n%s\nwant\n%s", err, out, want)
			}
			filled(t, db, puzzles)
		})
	}
}

// TestConformanceFillIn inserts puzzles by plain SQL and fills them in as the command does, a few at a time.
func TestConformanceFillIn(t *testing.T) {
	t.Parallel()
	puzzles := samplePuzzles(t)
	script, unsound := bySQL(puzzles)
	var moves []move
	for statement := range strings.Lines(script) {
		moves = append(moves, move{"insert", statement, ""})
	}
	databases := onEach(t, func(t *testing.T, db *store.DB) (out []string) {
		out = play(t, db, moves)
		imp, err := batch.NewImporter(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		defer imp.Close()
		looked := 0
		var left []int
		for after := int64(0); ; {
			done, err := imp.FillIn(t.Context(), after, 7)
			if err != nil {
				t.Fatal(err)
			}
			if done.Puzzles == 0 {
				break
			}
			looked, after = looked+done.Puzzles, done.Last
			for _, u := range done.Unfillable {
				left = append(left, int(u.PuzzleID))
				out = append(out, u.Problem.Error())
			}
		}
		if looked != len(puzzles)+len(unsound) || !slices.Equal(left, unsound) {
			t.Errorf("%s: %d puzzles, of which %v stay as they are, want %d and %v", db.Dialect(), looked, left, len(puzzles)+len(unsound), unsound)
		}
		if done, err := imp.FillIn(t.Context(), 0, 100); err != nil || done.Puzzles != len(unsound) {
			t.Errorf("%s: once more, %d puzzles, %v, want the %d that stay", db.Dialect(), done.Puzzles, err, len(unsound))
		}
		return out
	})
	sameContents(t, databases)
	filled(t, databases[0], puzzles)
}
