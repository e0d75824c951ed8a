package endtoend

import (
	"database/sql"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/cli"
	"setdoku/internal/game"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
)

// TestMigratePartitions asks for partitions, and then again for the same number, for none and for another number.
func TestMigratePartitions(t *testing.T) {
	t.Parallel()
	target := pgtest.Database(t)
	shown := store.Name(target)
	for _, tt := range []struct {
		name    string
		flags   []string
		code    int
		message string // the last line
	}{
		{"none", []string{"--partitions", "0"}, cli.ExitUsage,
			"setdoku: migrate up: --partitions 0, want a number from 1 to 1024"},
		{"too many", []string{"--partitions", "1025"}, cli.ExitUsage,
			"setdoku: migrate up: --partitions 1025, want a number from 1 to 1024"},
		{"new", []string{"--partitions", "3"}, cli.ExitDone, "applied 210, 00210_comment.sql"},
		{"again", []string{"--partitions", "3"}, cli.ExitDone, shown + " is up to date"},
		{"without", nil, cli.ExitDone, shown + " is up to date"},
		{"other", []string{"--partitions", "16"}, cli.ExitUsage,
			"setdoku: migrate up: --partitions 16: " + shown + " has its tables already, with 3 partitions each"},
	} {
		r := clitest.Call(t.Context(), nil, append([]string{"migrate", "up", "--db", target}, tt.flags...)...)
		lines := clitest.LinesOf(r.Stderr)
		if r.Code != tt.code || len(lines) == 0 || lines[len(lines)-1] != tt.message {
			t.Errorf("%s: exit code %d, want %d\n%swant last %s", tt.name, r.Code, tt.code, r.Stderr, tt.message)
		}
	}
	db := clitest.OpenServer(t, target)
	if n := clitest.Number(t, db, `SELECT COUNT(*) FROM pg_inherits WHERE inhparent = CAST('step' AS REGCLASS)`); n != 3 {
		t.Errorf("step has %d partitions, want 3", n)
	}
	status(t, target, "3 partitions a table")
}

// status checks the lines of migrate status below its table.
func status(t *testing.T, target, want string) {
	t.Helper()
	lines := clitest.Done(t, "migrate", "status", "--db", target).Out()
	gridtest.Equal(t, "status", lines[len(lines)-1], want)
}

// TestMigrateCitus distributes the tables of a new database, then again, and then again with some tables missing.
func TestMigrateCitus(t *testing.T) {
	t.Parallel()
	target := pgtest.StandIn(t)
	db := clitest.OpenServer(t, target)
	r := clitest.Done(t, "migrate", "up", "--citus", "--db", target)
	tables := clitest.Number(t, db, `SELECT COUNT(*) FROM pg_class AS c WHERE c.relnamespace = CAST('public' AS REGNAMESPACE)
		AND c.relkind IN ('r', 'p') AND NOT c.relispartition`)
	if n := strings.Count(r.Stderr, "\ndistributed "); n != tables || n == 0 {
		t.Errorf("distributed %d tables of %d:\n%s", n, tables, r.Stderr)
	}
	status(t, target, "1 partition a table, distributed by Citus")
	r = clitest.Done(t, "migrate", "up", "--citus", "--db", target)
	if want := []string{store.Name(target) + " is up to date"}; !cmp.Equal(r.Err(), want) {
		t.Errorf("the second call says %q, want %q", r.Err(), want)
	}
	if _, err := db.ExecContext(t.Context(), `DELETE FROM citus_stand_in.pg_dist_partition
		WHERE logicalrelid IN (CAST('peer' AS REGCLASS), CAST('step' AS REGCLASS))`); err != nil {
		t.Fatal(err)
	}
	status(t, target, "1 partition a table, distributed by Citus except peer, step: run 'setdoku migrate up --citus' "+
		"again")
	r = clitest.Done(t, "migrate", "up", "--citus", "--db", target)
	if want := []string{"distributed peer", "distributed step"}; !cmp.Equal(r.Err(), want) {
		t.Errorf("the third call says %q, want %q", r.Err(), want)
	}
}

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
		if r.Code != cli.ExitDone && r.Code != cli.ExitUnsolved {
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

// rowsOfTables returns the rows of every table, sorted. It leaves out the version of puzzles: a copy is a change, too.
func rowsOfTables(t *testing.T, db *sql.DB) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	for _, table := range clitest.QueryRows(t, db, `
		SELECT c.oid::regclass FROM pg_class AS c
		WHERE c.relnamespace = CAST('public' AS REGNAMESPACE) AND c.relkind IN ('r', 'p') AND NOT c.relispartition`) {
		table = strings.TrimSpace(table)
		query := `SELECT * FROM ` + table
		if table == "puzzle" {
			query = `SELECT TO_JSONB(z) - 'version' FROM puzzle AS z`
		}
		rows[table] = clitest.QueryRows(t, db, query)
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

// asOwner returns a command that runs as a user who is not root, as these programs demand, and a folder of that user.
func asOwner(t *testing.T, program string) (command func(args ...string) *exec.Cmd, dir string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if found, _ := filepath.Glob("/usr/lib/postgresql/15/bin/" + program); err != nil && len(found) > 0 {
		path, err = found[0], nil
	}
	if err != nil {
		gridtest.Cannot(t, "no "+program+":", err)
	}
	if dir, err = os.MkdirTemp("", "setdoku-server-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	words := []string{path}
	if os.Geteuid() == 0 {
		words = []string{"runuser", "-u", "postgres", "--", path}
		if out, err := exec.Command("chown", "postgres", dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return func(args ...string) *exec.Cmd {
		cmd := exec.Command(words[0], append(words[1:len(words):len(words)], args...)...)
		cmd.Dir = dir
		return cmd
	}, dir
}

// freePort returns a port of loopback that was free a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	gridtest.Must(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// at returns the URL of a database at another port of this machine.
func at(t *testing.T, target string, port int) (moved, original *url.URL) {
	t.Helper()
	original, err := url.Parse(target)
	gridtest.Must(t, err)
	other := *original
	other.Host = fmt.Sprintf("127.0.0.1:%d", port)
	return &other, original
}

// TestPooler solves, reads and verifies through pgbouncer in session mode, with the parameters of docs/servers.md.
// Reading commands cannot write there. In transaction mode, and without the parameters, the error names what to set.
func TestPooler(t *testing.T) {
	pgbouncer, dir := asOwner(t, "pgbouncer")
	target := clitest.Migrated(t)
	page, err := os.ReadFile(clitest.InRepository("docs", "servers.md"))
	gridtest.Must(t, err)
	_, rest, found := strings.Cut(string(page), "    ignore_startup_parameters = ")
	parameters, _, _ := strings.Cut(rest, "\n")
	if !found {
		t.Fatal("docs/servers.md has no ignore_startup_parameters")
	}
	through := func(mode, parameters string) string {
		port := freePort(t)
		moved, server := at(t, target, port)
		password, _ := server.User.Password()
		file := func(name, text string) string {
			path := filepath.Join(dir, mode+name)
			gridtest.Must(t, os.WriteFile(path, []byte(text), 0o644))
			return path
		}
		users := file("users", fmt.Sprintf("%q %q\n", server.User.Username(), password))
		settings := fmt.Sprintf("[databases]\n* = host=%s port=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port "+
			"= %d\nunix_socket_dir =\n"+
			"auth_type = plain\nauth_file = %s\npool_mode = %s\n", server.Hostname(), server.Port(), port, users,
			strings.TrimSuffix(mode, "-bare"))
		if parameters != "" {
			settings += "ignore_startup_parameters = " + parameters + "\n"
		}
		cmd := pgbouncer(file("ini", settings))
		gridtest.Must(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		gridtest.Until(t, "pgbouncer listens", func() bool {
			c, err := net.Dial("tcp", moved.Host)
			if err == nil {
				c.Close()
			}
			return err == nil
		})
		return moved.String()
	}
	session := through("session", parameters)
	list := clitest.WriteLines(t, t.TempDir(), "list", clitest.MixedPuzzles(t, 5))
	clitest.DoneOn(t, session, "import", list)
	clitest.DoneOn(t, session, "work")
	clitest.DoneOn(t, session, "verify")
	if r := clitest.CallOn(t.Context(), session, "query",
		"SHOW default_transaction_read_only"); !strings.Contains(r.Stdout, "on") {
		t.Errorf("a reading command may write: %s%s", r.Stdout, r.Stderr)
	}
	bare := clitest.CallOn(t.Context(), through("session-bare", ""), "stats").Must(t, cli.ExitError)
	transactions := through("transaction", parameters)
	clitest.CallOn(t.Context(), transactions, "stats") // its statements stay on the connection of the pooler
	for _, r := range []clitest.Result{bare,
		clitest.CallOn(t.Context(), transactions, "verify").Must(t, cli.ExitError)} {
		if !strings.Contains(r.Stderr, "pool_mode = session") {
			t.Errorf("%s, want an error that names pool_mode", r.Stderr)
		}
	}
}

// TestStandby verifies a database on a hot standby, which cannot make the schema to compare with.
func TestStandby(t *testing.T) {
	backup, dir := asOwner(t, "pg_basebackup")
	control, _ := asOwner(t, "pg_ctl")
	target := pgtest.Database(t)
	list := clitest.WriteLines(t, t.TempDir(), "list", clitest.MixedPuzzles(t, 3))
	clitest.CallOn(t.Context(), target, "solve", list)
	port := freePort(t)
	moved, server := at(t, target, port)
	password, _ := server.User.Password()
	data := filepath.Join(dir, "data")
	copying := backup("-h", server.Hostname(), "-p", server.Port(), "-U", server.User.Username(), "-D", data, "-R",
		"-c", "fast")
	copying.Env = append(os.Environ(), "PGPASSWORD="+password)
	if out, err := copying.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	options := fmt.Sprintf("-p %d -c unix_socket_directories=%s", port, dir)
	if out, err := control("start", "-w", "-D", data, "-l", filepath.Join(dir, "log"), "-o",
		options).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := control("stop", "-w", "-m", "immediate", "-D", data).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	clitest.DoneOn(t, moved.String(), "verify")
}
