package endtoend

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"setdoku"
	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
)

// The puzzles of the database that is tampered with, by number: 1 played by hand and then
// solved, 2 without a solution, 3 solved with many techniques, 4 stuck, 5 from a state with
// a placed digit and crossed-out marks, 6 stuck under another selection, 7 not solved yet.
const (
	richPuzzle  = "000010002000005016000007009070000000030590024004000800017009000200080003050420000"
	otherTough  = "..9..3..6..6.8.4...571..8.....8..........76..2.8..5..4.....2...3.5..1....6..3...9"
	statePuzzle = ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:216 117::"
)

// soundDatabase makes the database that is tampered with, with an audit level, and returns its path.
func soundDatabase(t *testing.T, audit string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sound.db")
	clitest.Done(t, "import", clitest.GoodPuzzle, clitest.InvalidPuzzle, "--db", path)
	db := clitest.OpenRaw(t, path)
	clitest.Execute(t, db,
		`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 13, 4, 'manual')`,
		`INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 16, 2, 'manual')`)
	db.Close()
	clitest.Call(t.Context(), nil, "solve", "--technique", clitest.Basics, clitest.GoodPuzzle, clitest.InvalidPuzzle,
		richPuzzle, clitest.StuckPuzzle, statePuzzle,
		"--audit", audit, "--db", path).Must(t, cli.ExitUnsolved)
	clitest.Call(t.Context(), nil, "solve", otherTough, "--technique", "hidden_single,pointing",
		"--audit", audit, "--db", path).Must(t, cli.ExitUnsolved)
	clitest.Done(t, "import", clitest.OtherPuzzle, "--db", path)
	return path
}

// tampering is one statement that falsifies a database, with what verify must name.
type tampering struct {
	name, statement, want string
}

// TestVerifyNamesRows falsifies rows of a database. verify must name the table and the row, each of several wrong rows,
// and what is not in the record of a puzzle. The tests of package verify falsify every column.
func TestVerifyNamesRows(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t, "full")
	clitest.Verified(t, path, 7)
	tamper(t, path, `UPDATE puzzle SET hardest = 'x_wing' WHERE puzzle_id = 3`,
		`UPDATE puzzle SET score = score + 1 WHERE puzzle_id IN (3, 4)`, `DELETE FROM contradiction`)
	r := clitest.Call(t.Context(), nil, "verify", "--db", path).Must(t, cli.ExitError)
	for _, want := range []string{" faults:\n", "puzzle 3 step 35: column score: is ",
		"puzzle 3 step 35: column hardest: is x_wing, ", "puzzle 4 step 10: column score: is ",
		"puzzle 2 step 5: contradiction: ",
	} {
		if !strings.Contains(r.Stderr, want) {
			t.Errorf("%s\nwant in it %s", r.Stderr, want)
		}
	}
	// These keep verify from reading the puzzles.
	for statement, want := range map[string]string{
		`UPDATE run SET selection = 'guess' WHERE run_id = 1`: "run 1: ",
		`INSERT INTO game (game_id, puzzle_id, started_at, changed_at) VALUES ('x', 99, '', '')`: "game has a row of " +
			"puzzle 99, which is not in the table puzzle",
	} {
		changed := clitest.CopyDatabase(t, path, filepath.Join(t.TempDir(), "changed.db"))
		tamper(t, changed, statement)
		caughtBy(t, clitest.Call(t.Context(), nil, "verify", "--db", changed), changed, want)
	}
}

// TestVerifySaysWhatIsKept verifies databases that keep less. verify must say how much that is.
func TestVerifySaysWhatIsKept(t *testing.T) {
	t.Parallel()
	for audit, level := range map[string]string{
		"steps": "  6 with audit steps, no patterns and eliminations were there to prove",
		"none":  "  6 with audit none, only the placements were there to check",
	} {
		r := clitest.Done(t, "verify", "--db", soundDatabase(t, audit))
		if lines := r.Out(); len(lines) != 5 || !slices.Contains(lines, level) {
			t.Errorf("audit %s: verify says %q, want a line %q", audit, lines, level)
		}
	}
}

// caughtBy checks that the first fault of a call of verify on a target begins with want.
func caughtBy(t *testing.T, r clitest.Result, target, want string) {
	t.Helper()
	faults := strings.Split(strings.TrimPrefix(strings.TrimSuffix(r.Stderr, "\n"),
		fmt.Sprintf("setdoku: verify %s: ", target)), "\n")
	if n := len(faults) - 1; n > 0 {
		if head := fmt.Sprintf("%d faults:", n); strings.TrimPrefix(faults[0], "the first ") != head || n > 20 {
			t.Errorf("the first line is %q, want %q and at most 20", faults[0], head)
		}
		faults = faults[1:]
	}
	if r.Code != cli.ExitError || r.Stdout != "" || !strings.HasPrefix(faults[0], want) {
		t.Errorf("exit code %d, output %q, standard error\n%s\nwant 1, nothing, and first a fault of\n%s", r.Code,
			r.Stdout, r.Stderr, want)
	}
}

// tamper runs statements on a database without foreign keys, checks and triggers. Each must change a row.
func tamper(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	defer db.Close()
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	gridtest.Must(t, conn.SkipChecks(t.Context()))
	gridtest.Must(t, conn.SkipTriggers())
	for _, s := range statements {
		if r, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		} else if n, err := r.RowsAffected(); n == 0 || err != nil {
			t.Fatalf("%s changes no row, error %v", s, err)
		}
	}
}

// damages are ways to spoil a file, by name. page is the size of its pages.
var damages = map[string]func(rng *rand.Rand, b []byte, page int) []byte{
	"a byte": func(rng *rand.Rand, b []byte, _ int) []byte { return flip(rng, b, 0, len(b)) },
	"many bytes": func(rng *rand.Rand, b []byte, _ int) []byte {
		for range 64 {
			flip(rng, b, 0, len(b))
		}
		return b
	},
	"the header": func(rng *rand.Rand, b []byte, _ int) []byte { return flip(rng, b, 0, 100) },
	"the schema": func(rng *rand.Rand, b []byte, page int) []byte { return flip(rng, b, 100, page) },
	"a page over another": func(rng *rand.Rand, b []byte, page int) []byte {
		copy(pageAt(rng, b, page), pageAt(rng, b, page))
		return b
	},
	"cut off": func(rng *rand.Rand, b []byte, _ int) []byte { return b[:1+rng.IntN(len(b)-1)] },
}

// flip changes a byte between two places.
func flip(rng *rand.Rand, b []byte, from, to int) []byte {
	b[from+rng.IntN(to-from)] ^= byte(1 + rng.IntN(255))
	return b
}

// pageAt returns any page.
func pageAt(rng *rand.Rand, b []byte, page int) []byte {
	n := rng.IntN(len(b) / page)
	return b[n*page : (n+1)*page]
}

// TestVerifyDamagedFiles damages copies of a file. verify must refuse, with one line, every copy that SQLite calls
// damaged.
func TestVerifyDamagedFiles(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	sound, err := os.ReadFile(soundDatabase(t, "full"))
	gridtest.Must(t, err)
	page := int(binary.BigEndian.Uint16(sound[16:]))
	rng := rand.New(rand.NewPCG(12, 5))
	dir := t.TempDir()
	damaged, copies := 0, gridtest.Size(1, 5)
	for _, name := range slices.Sorted(maps.Keys(damages)) {
		for i := range copies {
			path := filepath.Join(dir, fmt.Sprintf("%s %d.db", name, i))
			gridtest.Must(t, os.WriteFile(path, damages[name](rng, append([]byte{}, sound...), page), 0o666))
			whole := wholeToSQLite(t, path)
			if !whole {
				damaged++
			}
			r := clitest.Call(t.Context(), nil, "verify", "--db", path)
			switch {
			case r.Code == cli.ExitDone && !whole:
				t.Errorf("%s, copy %d: verify calls it whole, SQLite does not", name, i)
			case r.Code == cli.ExitDone:
			case r.Code != cli.ExitError || r.Stdout != "" || strings.Count(r.Stderr, "\n") != 1 ||
				!strings.HasPrefix(r.Stderr, "setdoku: "):
				t.Errorf("%s, copy %d: exit code %d, output %q, standard error\n%.1000s\nwant 1, nothing and one line",
					name, i, r.Code, r.Stdout, r.Stderr)
			}
		}
	}
	if all := copies * len(damages); 2*damaged < all {
		t.Errorf("SQLite calls %d of %d copies damaged, want half of them at least", damaged, all)
	}
}

// wholeToSQLite reports whether SQLite finds nothing wrong with a file.
func wholeToSQLite(t *testing.T, path string) bool {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+strings.ReplaceAll(path, " ", "%20")+"?mode=ro")
	gridtest.Must(t, err)
	defer db.Close()
	var said, table string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&said); err != nil || said != "ok" {
		return false
	}
	return db.QueryRow(`SELECT "table" FROM PRAGMA_FOREIGN_KEY_CHECK`).Scan(&table) == sql.ErrNoRows
}

// serverTamperings are statements that falsify a database on a server: rows that no constraint of the server checks,
// and rows of a puzzle.
func serverTamperings() []tampering {
	return []tampering{
		{"a tag of a puzzle that is none", `INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (99, 'hard')`,
			"puzzle_tag has a row of puzzle 99, which is not in the table puzzle"},
		{"a key of a puzzle that is none", `INSERT INTO puzzle_key (givens, state, puzzle_id) VALUES ('x', '', 99)`,
			"puzzle_key has a row of puzzle 99, which is not in the table puzzle"},
		{"a game of a puzzle that is none",
			`INSERT INTO game (game_id, puzzle_id, started_at, changed_at) VALUES ('x', 99, '', '')`,
			"game has a row of puzzle 99, which is not in the table puzzle"},
		{"a puzzle without a key", `DELETE FROM puzzle_key WHERE puzzle_id = 2`,
			"puzzle 2 is not in the table puzzle_key"},
		{"cells of a puzzle that is none",
			`INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (99, 11, 1, 1, 'x_wing')`,
			"cell has a row of puzzle 99, which is not in the table puzzle"},
		{"a cell missing", `DELETE FROM cell WHERE puzzle_id = 1 AND step = 3`, "puzzle 1 step "},
		{"a canonical form", `UPDATE puzzle SET canonical = (SELECT o.canonical FROM puzzle AS o WHERE o.puzzle_id = 2) WHERE puzzle_id = 1`,
			"puzzle 1 step 0: column canonical"},
	}
}

// TestTamperingServer falsifies a database on a server by one statement at a time, each in a new copy of a database
// that holds.
func TestTamperingServer(t *testing.T) {
	sound := clitest.Migrated(t)
	clitest.DoneOn(t, sound, "solve", clitest.GoodPuzzle, "--audit", "steps")
	clitest.DoneOn(t, sound, "solve", clitest.OtherPuzzle, "--audit", "none")
	clitest.DoneOn(t, sound, "verify")
	for _, tt := range serverTamperings() {
		t.Run(tt.name, func(t *testing.T) {
			target := pgtest.CopyOf(t, sound)
			clitest.Execute(t, clitest.OpenServer(t, target),
				`SELECT SET_CONFIG('setdoku.writer', 'on', FALSE); `+tt.statement)
			r := clitest.CallOn(t.Context(), target, "verify")
			caughtBy(t, r, clitest.ShownAs(t, target), tt.want)
		})
	}
}

// TestVerifyAsReader verifies as a user who may only read.
func TestVerifyAsReader(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle, richPuzzle)
	db := clitest.OpenServer(t, target)
	reader := clitest.NewRole(t, db, "LOGIN")
	clitest.Execute(t, db, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	r := clitest.DoneOn(t, clitest.URLWith(t, target, reader, "pw", "", ""), "verify")
	const unproved = "tables, views, triggers and indexes of a server were not compared"
	if !strings.Contains(r.Stdout, unproved) || !strings.HasPrefix(r.Stdout, "2 puzzles, ") {
		t.Errorf("verify prints\n%swant 2 puzzles and %q", r.Stdout, unproved)
	}
}

// changedReference is the message of every command that draws conclusions, for a database whose table location was
// changed.
const changedReference = "reference table location is not as the migrations made it"

// changeLocation is a statement that makes such a change.
const changeLocation = `UPDATE location SET unit = 10 - unit WHERE unit_type = 'row'`

// reasoningCommands returns calls of the commands that draw conclusions from a database, without the database.
func reasoningCommands() [][]string {
	return [][]string{
		{"verify"}, {"solve"}, {"solve", clitest.OtherPuzzle}, {"solve", "--engine", "sql"},
		{"solve", "--engine", "cte"},
		{"solve", "--engine", "bitmask"}, {"find", "--technique", "hidden_single"},
		{"find", "--technique", "hidden_single", clitest.OtherPuzzle}, {"hint", "1"}, {"import", clitest.OtherPuzzle},
		{"generate", "--number", "1", "--seed", "1"},
	}
}

// TestChangedReferenceTable changes a reference table by hand. All commands that draw conclusions from the database
// must refuse it with the same message and write nothing. Commands that only show rows must work.
func TestChangedReferenceTable(t *testing.T) {
	for name, target := range map[string]func(*testing.T) string{
		"file": func(t *testing.T) string { return dbtest.File(t) }, "server": clitest.Migrated,
	} {
		t.Run(name, func(t *testing.T) {
			target := target(t)
			clitest.DoneOn(t, target, "import", clitest.GoodPuzzle)
			clitest.DoneOn(t, target, "verify")
			db := dbtest.OpenTarget(t, target, 0)
			dbtest.Exec(t, db, changeLocation)
			calls := gridtest.Part(4, reasoningCommands())
			if name == "server" {
				calls = append(calls, []string{"work"})
			}
			for _, args := range calls {
				refusesChangedReference(t, target, args)
			}
			for _, args := range [][]string{{"show", "1"}, {"export"}, {"stats"}} {
				clitest.DoneOn(t, target, args...)
			}
			gridtest.Equal(t, "runs", dbtest.Count(t, db, `SELECT COUNT(*) FROM run`), 0)
		})
	}
}

func refusesChangedReference(t *testing.T, target string, args []string) {
	t.Helper()
	r := clitest.CallOn(t.Context(), target, args...)
	want := fmt.Sprintf("setdoku: %s: %s\n", store.Name(target), changedReference)
	if args[0] == "verify" {
		want = strings.Replace(want, "setdoku: ", "setdoku: verify ", 1)
	}
	if r.Code != cli.ExitError || r.Stdout != "" || r.Stderr != want {
		t.Errorf("%v: exit code %d, output %q, standard error\n%swant 1, nothing and\n%s", args, r.Code, r.Stdout,
			r.Stderr, want)
	}
}

// TestTakenBackHolds plays in a puzzle that a run has left stuck, has another run go on, and takes steps back. The
// puzzle must then be as the first run left it, and verify must accept it.
func TestTakenBackHolds(t *testing.T) {
	for _, target := range []string{filepath.Join(t.TempDir(), "play.db"), clitest.Migrated(t)} {
		clitest.CallOn(t.Context(), target, "solve", clitest.StuckPuzzle, "--technique", "singles", "--audit",
			"none").Must(t, cli.ExitUnsolved)
		db, err := store.Open(t.Context(), target)
		gridtest.Must(t, err)
		defer db.Close()
		conn, err := db.Acquire(t.Context())
		gridtest.Must(t, err)
		defer conn.Close()
		var marks []struct{ Cell, Digit int }
		err = conn.SelectContext(t.Context(), &marks, `
			SELECT c.cell, c.digit
			FROM candidate AS c
			WHERE c.cell IN (SELECT o.cell FROM candidate AS o GROUP BY o.cell HAVING COUNT(*) > 2)
			ORDER BY 1, 2
			LIMIT 2`)
		if err != nil || len(marks) < 2 {
			t.Fatalf("%d candidates, error %v", len(marks), err)
		}
		want := func(when, status string) {
			t.Helper()
			var row struct {
				Status string
				RunID  int `db:"run_id"`
			}
			if err := conn.GetContext(t.Context(), &row, `SELECT status, run_id FROM puzzle`); err != nil ||
				row.Status != status || row.RunID != 1 {
				t.Errorf("%s: %+v, error %v, want %s by run 1", when, row, err, status)
			}
			clitest.DoneOn(t, target, "verify")
		}
		want("solved by singles", "stuck")
		for _, m := range marks {
			gridtest.Must(t, conn.CrossOut(t.Context(), 1, setdoku.Cell(m.Cell), m.Digit))
		}
		want("played", "new")
		clitest.CallOn(t.Context(), target, "solve", "--technique", "full_house").Must(t, cli.ExitUnsolved)
		for i, status := range []string{"new", "stuck"} {
			gridtest.Must(t, conn.Undo(t.Context(), 1))
			want([]string{"taken back", "taken back twice"}[i], status)
		}
		clitest.CallOn(t.Context(), target, "solve").Must(t, cli.ExitUnsolved)
		clitest.DoneOn(t, target, "verify")
	}
}
