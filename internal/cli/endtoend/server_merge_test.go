package endtoend

import (
	"database/sql"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/dbtest"
	"setdoku/internal/game"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
	"setdoku/store"
)

// TestMerge runs the commands of docs/servers.md that copy the puzzles of one server into the database of another.
// Each table of the target must then have its own rows and those of the source.
func TestMerge(t *testing.T) {
	mergeInto(t, clitest.Migrated(t))
}

// TestMergeCitus is TestMerge where Citus has distributed the tables of the target.
func TestMergeCitus(t *testing.T) {
	target := pgtest.Citus(t, 4)
	clitest.DoneOn(t, target, "migrate", "up", "--citus")
	mergeInto(t, target)
}

func mergeInto(t *testing.T, target string) {
	ranges, merge := mergeCommands(t)
	source := clitest.Migrated(t)
	from, into := clitest.OpenServer(t, source), clitest.OpenServer(t, target)
	empty := rowsOfTables(t, from)
	if code, out := runShell(t, ranges, source, target); code != 0 {
		t.Fatalf("the commands for the range end with exit code %d\n%s", code, out)
	}
	fillForMerge(t, source, 1, "--technique-file", clitest.InRepository("testdata", "three_pincers.sql"))
	fillForMerge(t, target, 2)
	stepsByHand(t, from)

	moved, own, work := rowsOfTables(t, from), rowsOfTables(t, into), workTables(t, from)
	for table, rows := range moved {
		switch {
		case slices.Equal(rows, empty[table]) && len(rows) > 0:
			moved[table] = nil // the migrations made them
		case table == "far_peer": // empty in classic
		case len(rows) == 0 && !slices.Contains(work, table):
			t.Errorf("%s is empty, so the test does not see whether its rows are copied", table)
		}
	}
	if code, out := runShell(t, strings.Replace(merge, "echo 'COMMIT;'", "exit", 1), source, target); code != 0 {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	if diff := cmp.Diff(own, rowsOfTables(t, into)); diff != "" {
		t.Errorf("a copy that has stopped leaves rows:\n%.2000s", diff)
	}
	if code, out := runShell(t, merge, source, target); code != 0 {
		t.Fatalf("the commands for the copy end with exit code %d\n%s", code, out)
	}
	got := rowsOfTables(t, into)
	for table := range own {
		want := slices.Concat(own[table], moved[table])
		slices.Sort(want)
		if diff := cmp.Diff(slices.Compact(want), got[table]); diff != "" {
			t.Errorf("%s (-of both +in the target):\n%.2000s", table, diff)
		}
	}
	clitest.DoneOn(t, target, "verify")
	if code, _ := runShell(t, merge, source, target); code == 0 {
		t.Error("the same puzzles were copied twice")
	}
}

// mergeCommands returns the commands of docs/servers.md that give a server its range of numbers, and those that copy
// the puzzles.
func mergeCommands(t *testing.T) (ranges, merge string) {
	t.Helper()
	text, err := os.ReadFile(clitest.InRepository("docs", "servers.md"))
	gridtest.Must(t, err)
	_, section, _ := strings.Cut(string(text), "\n## Several servers\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile(`(?m)(^    .*\n)+`).FindAllString(section, -1)
	if len(blocks) != 2 {
		t.Fatalf("the section about several servers has %d blocks of commands, want 2", len(blocks))
	}
	_, ranges, _ = strings.Cut(blocks[0], "\n") // the first line makes the tables
	return ranges, blocks[1]
}

// runShell runs commands of the page on two databases.
func runShell(t *testing.T, commands, source, target string) (code int, output string) {
	t.Helper()
	if _, err := exec.LookPath("psql"); err != nil {
		gridtest.Cannot(t, "no psql on this machine:", err)
	}
	commands = strings.NewReplacer("postgres://me@third/sudoku", "'"+source+"'", "postgres://me@all/sudoku",
		"'"+target+"'").Replace(commands)
	cmd := exec.CommandContext(t.Context(), "sh", "-c", commands)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// fillForMerge gives rows to all tables of users. Databases with different seeds have different puzzles. The flags are
// for some of them.
func fillForMerge(t *testing.T, target string, seed uint64, flags ...string) {
	t.Helper()
	rng := gridtest.New(seed)
	var puzzles []string
	for _, p := range append(clitest.SamplePuzzles(t), gridtest.Contradictory(rng)) {
		puzzles = append(puzzles, gridtest.Random(rng).Digits(p).String())
	}
	list := clitest.WriteLines(t, t.TempDir(), "list.txt", puzzles)
	clitest.DoneOn(t, target, "import", "--tag", "sample", list)
	for _, args := range [][]string{
		append([]string{"--properties", "--technique", "singles,search"}, puzzles[:5]...),
		append([]string{"--technique", "full_house"}, puzzles[5:10]...),
		append(flags, puzzles[10:]...),
	} {
		r := clitest.CallOn(t.Context(), target, append([]string{"solve"}, args...)...)
		if r.Code != usage.ExitDone && r.Code != usage.ExitUnsolved {
			t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
		}
	}

	clitest.DoneOn(t, target, "needed")
	db := dbtest.OpenTarget(t, target, 2)
	c, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	defer c.Close()
	var id int64
	gridtest.Must(t, c.GetContext(t.Context(), &id, `SELECT MIN(puzzle_id) FROM step`))
	for _, statement := range []string{
		`INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern) VALUES (?, 'x_wing', 0, 11, 1, 17)`,
		`INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role) VALUES (?, 'x_wing', 17, 1, 'corner')`,
	} {
		if _, err := c.ExecContext(t.Context(), statement, id); err != nil {
			t.Fatal(err)
		}
	}
	g := store.Game{GameID: puzzles[0][:26], PuzzleID: id, StartedAt: "2026-01-02T03:04:05Z"}
	gridtest.Must(t, c.StartGame(t.Context(), g))
	g.Version, g.Position = 1, 1
	err = c.Atomically(t.Context(), func() error {
		return c.SaveGame(t.Context(), g, 0, 0,
			[]game.Move{{Action: game.Mark, Cells: []setdoku.Cell{14, 15}, Value: 6}})
	})
	if err == nil {
		err = c.AddHint(t.Context(), store.GameHint{GameID: g.GameID, Version: 1, Level: "where"})
	}
	if err == nil {
		err = c.AddPractice(t.Context(), "player", "x_wing", "game="+g.GameID, g.StartedAt)
	}
	gridtest.Must(t, err)
}

// stepsByHand adds two steps by hand to a puzzle, a digit and a crossed-out candidate. The triggers of the target must
// not change these rows.
func stepsByHand(t *testing.T, db *sql.DB) {
	t.Helper()
	clitest.Execute(t, db,
		`INSERT INTO cell (puzzle_id, cell, digit, rule)
		SELECT k.puzzle_id, k.cell, k.digit, 'manual' FROM candidate AS k ORDER BY k.puzzle_id, k.cell, k.digit LIMIT 1`,
		`DELETE FROM candidate AS k
		WHERE (k.puzzle_id, k.cell, k.digit) = (SELECT x.puzzle_id, x.cell, x.digit FROM candidate AS x ORDER BY x.puzzle_id, x.cell, x.digit LIMIT 1)`)
}

// rowsOfTables returns the rows of every table, sorted.
func rowsOfTables(t *testing.T, db *sql.DB) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	for _, table := range clitest.QueryRows(t, db, `
		SELECT c.oid::regclass FROM pg_class AS c
		WHERE c.relnamespace = CAST('public' AS REGNAMESPACE) AND c.relkind IN ('r', 'p') AND NOT c.relispartition`) {
		table = strings.TrimSpace(table)
		rows[table] = clitest.QueryRows(t, db, `SELECT * FROM `+table)
	}
	return rows
}

// workTables lists the tables without partitions that have a puzzle_id. Only a technique file that runs has rows in
// them. The table game is one of them too.
func workTables(t *testing.T, db *sql.DB) []string {
	t.Helper()
	list := clitest.QueryRows(t, db, `
		SELECT c.relname FROM pg_class AS c
		INNER JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'puzzle_id'
		WHERE c.relnamespace = CAST('public' AS REGNAMESPACE) AND c.relkind = 'r' AND NOT c.relispartition`)
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}
