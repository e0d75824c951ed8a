package shell_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// stockShells are the shells that people have, each with a function that returns a new database and the command that
// runs a file of sql/ in it, as the comments of sql/solve.sql and sql/step.sql say.
var stockShells = map[string]func(*testing.T, []format.Puzzle) (*store.DB, func(file string) *exec.Cmd){
	"sqlite3": func(t *testing.T, puzzles []format.Puzzle) (*store.DB, func(string) *exec.Cmd) {
		shell, path := sqliteShell(t), dbtest.File(t)
		db := dbtest.OpenTarget(t, path, 0)
		solvertest.Import(t, db, puzzles)
		return db, func(file string) *exec.Cmd {
			return exec.CommandContext(t.Context(), shell, "-bail", path, ".read sql/"+sqlfiles.Path(file))
		}
	},
	"psql": func(t *testing.T, puzzles []format.Puzzle) (*store.DB, func(string) *exec.Cmd) {
		shell := psqlShell(t)
		db, url := imported(t, puzzles)
		return db, func(file string) *exec.Cmd {
			return exec.CommandContext(t.Context(), shell, "-X", "-w", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
				"-f", "sql/"+sqlfiles.Path(file), url)
		}
	},
}

// shellOptions selects the techniques that work in a shell.
func shellOptions(t *testing.T) (opts memory.Options) {
	t.Helper()
	for _, x := range solvertest.Catalogue(t) {
		if x.Family != "forcing" && x.Family != "search" {
			opts.Techniques = append(opts.Techniques, x)
		}
	}
	return opts
}

// run runs a file of sql/ in a shell and returns what the shell prints.
func run(t *testing.T, shell *exec.Cmd) string {
	t.Helper()
	shell.Dir = "../../.."
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", shell.Args, err, out)
	}
	return string(out)
}

// TestShellsSolveLikeTheDriver runs sql/solve.sql in the stock shells until it prints nothing. The rows are those of
// the driver without forcing and search.
func TestShellsSolveLikeTheDriver(t *testing.T) {
	t.Parallel()
	sample, examples := solvertest.Sample(t), solvertest.ExampleStates(t)
	for name, open := range stockShells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			puzzles := []format.Puzzle{sample[17], sample[25]}
			every := 5 // of the positions of techniques; the planner of a server takes seconds for some statements
			if name == "psql" {
				every = 16
			}
			for i, technique := range slices.Sorted(maps.Keys(examples)) {
				if technique == "finned_x_wing" || gridtest.Full() && i%every == 0 {
					puzzles = append(puzzles, format.Puzzle{State: examples[technique]})
				}
			}
			db, shell := open(t, puzzles)
			solved := dbtest.Open(t)
			if name == "psql" {
				solved = dbtest.OpenServer(t, 2)
			}
			solvertest.Run(t, solved, puzzles, false, shellOptions(t))
			for run(t, shell("solve")) != "" {
			}
			sameRecord(t, db, solved)
		})
	}
}

// TestShellsStep finds the next step by sql/find.sql and makes it by sql/step.sql, which prints the step of each
// puzzle. The view next_deduction shows what history then shows.
func TestShellsStep(t *testing.T) {
	t.Parallel()
	examples := solvertest.ExampleStates(t)
	puzzles := append(solvertest.Sample(t)[:2:2], format.Puzzle{State: examples["finned_x_wing"]},
		format.Puzzle{State: examples["x_chain"]})
	solved := dbtest.Open(t)
	solvertest.Run(t, solved, puzzles, false, shellOptions(t))
	var want []string
	err := solved.SelectContext(t.Context(), &want, `
		SELECT puzzle_id || '|' || step || '|' || rule
		FROM step
		WHERE step = 1
		ORDER BY puzzle_id`)
	gridtest.Must(t, err)
	for name, open := range stockShells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell := open(t, puzzles)
			gridtest.Equal(t, "sql/find.sql", run(t, shell("find")), "")
			next := dbtest.Rows(t, db, `SELECT puzzle_id, text FROM next_deduction`)
			gridtest.Equal(t, "sql/step.sql", strings.Split(strings.TrimSpace(run(t, shell("step"))), "\n"), want)
			gridtest.Equal(t, "steps", dbtest.Count(t, db, `SELECT COUNT(*) FROM step`), len(want))
			history := dbtest.Rows(t, db, `SELECT puzzle_id, text FROM history`)
			dbtest.SameRows(t, "next_deduction", slices.DeleteFunc(next, func(row string) bool {
				return !slices.Contains(history, row)
			}), history)
		})
	}
}

// TestShellsLeaveClashesAlone solves puzzles without a solution: no digit is twice in a unit, sql/solve.sql
// comes to an end, and other puzzles go on.
func TestShellsLeaveClashesAlone(t *testing.T) {
	t.Parallel()
	for name, open := range stockShells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell := open(t, clashing(t))
			for run(t, shell("solve")) != "" {
			}
			checkClashing(t, db)
		})
	}
}

// TestShellsRunOwnTechnique runs a technique file of a user, which makes its row in technique. The errors say what to
// do before a file runs again, and before a technique without such a row inserts a deduction. The program then takes
// the technique for that of the same file.
func TestShellsRunOwnTechnique(t *testing.T) {
	t.Parallel()
	file := "../testdata/three_pincers"
	for name, open := range stockShells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell := open(t, []format.Puzzle{threePincers(t)})
			refused := func(shell *exec.Cmd, message string) {
				t.Helper()
				shell.Dir = "../../.."
				if out, err := shell.CombinedOutput(); err == nil || !strings.Contains(string(out), message) {
					t.Errorf("%v: %v, %s, want %q", shell.Args, err, out, message)
				}
			}
			dbtest.Fill(t, db)
			for statement, problem := range map[string]string{
				`INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
				VALUES (1, 'three_pincers', 0, 13, 4, 1)`: "the table technique has no row for the technique",
				`INSERT INTO user_technique (name) VALUES ('x_wing')`: "the catalogue has a technique with this name",
			} {
				if _, err := db.ExecContext(t.Context(), statement); err == nil ||
					!strings.Contains(err.Error(), problem) {
					t.Errorf("%s: %v, want %q", statement, err, problem)
				}
			}
			run(t, shell(file))
			gridtest.Equal(t, "deductions", dbtest.Count(t, db, `SELECT COUNT(*) FROM deduction`), 5)
			refused(shell(file), "run sql/apply.sql or DELETE FROM deduction before a technique file runs again")
			run(t, shell("apply"))
			if n := dbtest.Count(t, db, `SELECT eliminations FROM step WHERE rule = 'three_pincers'`); n != 5 {
				t.Errorf("%d eliminations, want 5", n)
			}
			own, _, err := statements.ReadTechnique(t.Context(), "../../../sql/"+file+".sql")
			if err == nil {
				err = statements.AddNames(t.Context(), db, catalogue.Catalogue{own})
			}
			if err != nil {
				t.Errorf("the program refuses the technique: %v", err)
			}
			fields := dbtest.Count(t, db, `SELECT COUNT(*) FROM pattern_field WHERE technique = 'three_pincers'`)
			if text := solvertest.Verified(t, db); fields != 5 || text != "" {
				t.Errorf("the key has %d fields, want 5, and verify says %q", fields, text)
			}
		})
	}
}

// TestShellsFindLargePatterns finds subsets and fish of the sizes that the catalogue has no names for.
func TestShellsFindLargePatterns(t *testing.T) {
	t.Parallel()
	names, sizes := []string{"naked_subset", "hidden_subset", "basic_fish"}, []int{5, 6, 7, 8}
	if !gridtest.Full() {
		sizes = sizes[:1]
	}
	examples := solvertest.ExampleStates(t)
	var puzzles []format.Puzzle
	for _, name := range []string{"naked_quadruple", "hidden_triple", "hidden_quadruple", "jellyfish"} {
		puzzles = append(puzzles, format.Puzzle{State: examples[name]})
	}
	for name, open := range stockShells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell := open(t, puzzles)
			dbtest.Fill(t, db)
			for _, size := range sizes {
				for _, file := range names {
					dbtest.Exec(t, db, `INSERT INTO user_technique (name, size) VALUES (?, ?)`, file, size)
					run(t, shell(file))
					got := dbtest.Rows(t, db, `
						SELECT puzzle_id, cell, digit, pattern FROM deduction WHERE technique = '`+file+`'`)
					dbtest.SameRows(t, fmt.Sprint(file, size), got,
						foundByDriver(t, fmt.Sprint(file, ":", size), puzzles))
					dbtest.Exec(t, db, `DELETE FROM deduction`)
				}
			}
		})
	}
}

// foundByDriver returns what the driver finds with a technique of a size, as rows of deduction.
func foundByDriver(t *testing.T, name string, puzzles []format.Puzzle) (rows []string) {
	t.Helper()
	technique, err := solvertest.Catalogue(t).Resolve(name)
	gridtest.Must(t, err)
	finder, err := statements.NewFinder(t.Context(), dbtest.Open(t), technique)
	gridtest.Must(t, err)
	defer finder.Close(t.Context())
	found, err := finder.Find(t.Context(), puzzles)
	gridtest.Must(t, err)
	for i := range found {
		for _, d := range found[i] {
			for _, e := range d.Eliminations {
				rows = append(rows, fmt.Sprintf("[%d,%d,%d,%d]", i+1, e.Cell, e.Digit, d.Pattern))
			}
		}
	}
	slices.Sort(rows)
	return rows
}

// threePincers is the position of docs/writing-a-technique.md in which the technique of the page finds something.
func threePincers(t *testing.T) format.Puzzle {
	t.Helper()
	page, err := os.ReadFile("../../../docs/writing-a-technique.md")
	gridtest.Must(t, err)
	_, line, ok := strings.Cut(string(page), "--technique-file testdata/three_pincers.sql '")
	line, _, _ = strings.Cut(line, "'")
	puzzle, err := format.NewReader(strings.NewReader(line), "the page").Read()
	if !ok || err != nil {
		t.Fatalf("the page has no position: %q, %v", line, err)
	}
	return puzzle
}

// sameRecord compares the record of a shell with that of the driver.
func sameRecord(t *testing.T, shell, driver *store.DB) {
	t.Helper()
	for _, query := range []string{
		`SELECT puzzle_id, cell, digit, step, rule, pattern FROM cell`,
		`SELECT puzzle_id, step, rule, placements, eliminations FROM step`,
		`SELECT puzzle_id, step, cell, digit, rule, pattern FROM elimination`,
		`SELECT puzzle_id, cell, digit FROM candidate`,
		`SELECT puzzle_id, status, solution, level, score, hardest, steps FROM puzzle WHERE status = 'solved'`,
		`SELECT puzzle_id, level, score, hardest, steps FROM puzzle`,
		`SELECT * FROM puzzle_technique`,
		`SELECT * FROM step_evidence`,
		`SELECT * FROM history`,
	} {
		dbtest.SameRows(t, query, dbtest.SortedAnswer(t, shell, query), dbtest.SortedAnswer(t, driver, query))
	}
}

// psqlShell returns the path of PostgreSQL's own shell. Where there is none the test is skipped,
// or fails when SETDOKU_REQUIRE is set.
func psqlShell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("psql")
	if err != nil {
		gridtest.Cannot(t, "no psql on this machine:", err)
	}
	return path
}

// imported returns a server's database, and its URL, with puzzles that wait.
func imported(t *testing.T, puzzles []format.Puzzle) (db *store.DB, url string) {
	t.Helper()
	// Fewer parts than usual are planned quicker and make no difference to the rows.
	url = dbtest.Server(t, 2)
	db = dbtest.OpenTarget(t, url, 2)
	solvertest.Import(t, db, puzzles)
	return db, url
}

// sqliteShell returns the path of the stock sqlite3 shell. Where there is none the test
// is skipped, or fails when SETDOKU_REQUIRE is set.
func sqliteShell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("sqlite3")
	if err != nil {
		gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
	}
	return path
}

// clashing returns a puzzle with a solution, and then puzzles without one.
func clashing(t *testing.T) []format.Puzzle {
	t.Helper()
	rng := gridtest.New(5)
	puzzles := solvertest.Sample(t)[:1]
	for range 12 {
		puzzles = append(puzzles, solvertest.Givens(gridtest.Contradictory(rng))...)
	}
	return puzzles
}

// checkClashing checks what singles have made of the puzzles of clashing.
func checkClashing(t *testing.T, db *store.DB) {
	t.Helper()
	for _, query := range []string{
		`SELECT * FROM violation`,
		`SELECT puzzle_id FROM puzzle WHERE status = 'solved' AND puzzle_id > 1`,
		`SELECT * FROM deduction`,
	} {
		if got := dbtest.Rows(t, db, query); len(got) > 0 {
			t.Errorf("%s: %v", query, got)
		}
	}
	if dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE puzzle_id = 1`) == 0 {
		t.Error("the puzzle that has a solution did not go on")
	}
}
