package process

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
	"setdoku/solver/memory"
)

// locksOf returns which files of a database a process has locked. POSIX drops all locks of a process on a file as soon
// as the process closes any descriptor of the file, so this shows whether the program has opened the file other than
// through SQLite. The kernel gives the list in pieces, and locks of other processes that come and go between two pieces
// shift it, so the list is read three times.
func locksOf(t *testing.T, pid int, path string) []string {
	t.Helper()
	var text []byte
	for range 3 {
		list, err := os.ReadFile("/proc/locks")
		gridtest.Must(t, err)
		text = append(text, list...)
	}
	locked := make(map[string]bool)
	for _, file := range []string{path, path + "-shm"} {
		info, err := os.Stat(file)
		if err != nil {
			continue
		}
		inode := fmt.Sprintf(":%d", info.Sys().(*syscall.Stat_t).Ino)
		for line := range strings.Lines(string(text)) { // such as 1: POSIX  ADVISORY  READ 4711 fe:01:1234 128 128
			if f := strings.Fields(line); f[1] == "POSIX" && f[4] == fmt.Sprint(pid) && strings.HasSuffix(f[5], inode) {
				locked[filepath.Base(file)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(locked))
}

// bothLocked are the files that a process has locked as long as it has a connection to test.db.
var bothLocked = []string{"test.db", "test.db-shm"}

// post sends a form, and returns the address of the page that the answer 303 names.
func (s server) post(path string, form url.Values) (string, error) {
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.PostForm(s.address+path, form)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusSeeOther {
		err = fmt.Errorf("POST %s: %s\n%.500s", path, r.Status, body)
	}
	return r.Header.Get("Location"), err
}

// sqliteShell returns the path of the stock sqlite3 shell. Without it the test is skipped, or fails if SETDOKU_REQUIRE
// is set.
func sqliteShell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("sqlite3")
	if err != nil {
		gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
	}
	return path
}

// TestServeKeepsItsLocks lets a server do everything that it can do, and foreign programs read the file meanwhile. The
// locks of the server must stay, and so must the write-ahead log, which a foreign reader deletes when it finds no lock.
func TestServeKeepsItsLocks(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	program, shell := clitest.Program(t), sqliteShell(t)
	path := filepath.Join(t.TempDir(), "test.db")
	in := clitest.WriteLines(t, t.TempDir(), "in", clitest.MixedPuzzles(t, 50))
	clitest.Spawn(t, exec.Command(program, "solve", in, "--db", path)).Must(t, cli.ExitUnsolved)
	s := serve(t, program, "--db", path)
	stays := func(after string) {
		t.Helper()
		if diff := cmp.Diff(bothLocked, locksOf(t, s.pid, path)); diff != "" {
			t.Fatalf("locks of the server after %s (-want +got):\n%s", after, diff)
		}
	}
	stays("its start")
	game, err := s.post("/games", url.Values{"puzzle_id": {"1"}})
	gridtest.Must(t, err)
	stays("the start of a game")
	job, err := http.Post(s.address+"/api/puzzles", "text/plain", strings.NewReader(clitest.OtherPuzzle))
	gridtest.Must(t, err)
	job.Body.Close()
	if status := s.get(t, job.Header.Get("Location")+"/events"); status != http.StatusOK { // which end with the job
		t.Fatalf("events of the job: status %d", status)
	}
	stays("solving")
	ids := strings.NewReplacer("{$}", "", "{id}", "1", "{step}", "1", "{name}", "naked_single", "{game}",
		strings.TrimPrefix(game, "/games/"))
	for _, route := range web.Routes() {
		address := ids.Replace(route.Path)
		if route.Method != http.MethodGet || strings.Contains(address, "{") {
			continue
		}
		if status := s.get(t, address+"?q=SELECT+1"); status >= http.StatusInternalServerError {
			t.Errorf("GET %s: status %d", address, status)
		}
		stays("GET " + address)
	}
	for _, foreign := range [][]string{
		{shell, path, "SELECT COUNT(*) FROM puzzle"},
		{program, "verify", "--db", path},
		{program, "solve", clitest.GoodPuzzle, "--db", path},
		{shell, path, "PRAGMA wal_checkpoint"},
	} {
		clitest.Spawn(t, exec.Command(foreign[0], foreign[1:]...)).Must(t, cli.ExitDone)
		stays(strings.Join(foreign, " "))
		if _, err := os.Stat(path + "-wal"); err != nil {
			t.Errorf("after %v: %v", foreign, err)
		}
	}
}

// TestInputKeepsTheLocks names the open database, under all its names, among the files of puzzles.
func TestInputKeepsTheLocks(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	program := clitest.Program(t)
	for _, command := range []string{"solve", "import"} {
		t.Run(command, func(t *testing.T) {
			dir := t.TempDir()
			path, linked, soft := filepath.Join(dir, "test.db"), filepath.Join(dir, "linked"),
				filepath.Join(dir, "soft")
			// The file is empty when the command begins, and a database when the command reads it as a list of puzzles.
			gridtest.Must(t, os.WriteFile(path, nil, 0o666))
			gridtest.Must(t, os.Link(path, linked))
			gridtest.Must(t, os.Symlink(path, soft))
			in := clitest.WriteLines(t, dir, "in", clitest.MixedPuzzles(t, 10))
			names := []string{path, linked, soft, path + "-wal", path + "-shm"}
			cmd := exec.Command(program, slices.Concat([]string{command, in}, names, []string{"-", "--db", path})...)
			stdin, err := cmd.StdinPipe()
			gridtest.Must(t, err)
			stderr, err := cmd.StderrPipe()
			gridtest.Must(t, err)
			gridtest.Must(t, cmd.Start())
			lines := bufio.NewScanner(stderr)
			for _, name := range names {
				if want := name + ": is a database"; !lines.Scan() || !strings.Contains(lines.Text(), want) {
					t.Errorf("standard error %q, want %q", lines.Text(), want)
				}
			}
			gridtest.Equal(t, "locks of the process that waits for standard input", locksOf(t, cmd.Process.Pid, path),
				bothLocked)
			gridtest.Must(t, stdin.Close())
			for lines.Scan() { // the summary
			}
			_ = cmd.Wait() // the exit code is checked instead
			gridtest.Equal(t, "exit code", cmd.ProcessState.ExitCode(), cli.ExitError)
		})
	}
}

// TestServeForeignFile serves a database of another user in a folder where the server may not make files. Its pages
// show what the owner has added meanwhile, also while the owner has the database open.
func TestServeForeignFile(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	program := clitest.Program(t)
	dir := filepath.Join(clitest.PublicDir(t), "folder")
	gridtest.Must(t, os.Mkdir(dir, 0o755))
	path := filepath.Join(dir, "test.db")
	clitest.Spawn(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", path)).Must(t, cli.ExitDone)
	s := serveAs(t, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}, program, "--db",
		path)
	want := func(when string, id, status int) {
		t.Helper()
		if got := s.get(t, fmt.Sprintf("/puzzles/%d", id)); got != status {
			t.Errorf("%s: puzzle %d: status %d, want %d", when, id, got, status)
		}
	}
	want("at first", 1, http.StatusOK)
	want("at first", 2, http.StatusNotFound)
	clitest.Spawn(t, exec.Command(program, "solve", clitest.OtherPuzzle, "--db", path)).Must(t, cli.ExitDone)
	want("after the owner has closed it", 2, http.StatusOK)
	db := clitest.OpenRaw(t, path)
	clitest.Execute(t, db, `PRAGMA journal_mode = WAL`,
		`INSERT INTO puzzle (givens) VALUES ('1`+strings.Repeat(".", 80)+`')`)
	want("while the owner has it open", 3, http.StatusOK)
	gridtest.Must(t, db.Close())
	want("after the owner has closed it again", 3, http.StatusOK)
}

// acknowledged is what the program has said is stored.
type acknowledged struct {
	moves   map[string]int               // by game
	puzzles map[int64]clitest.ResultLine // by puzzle_id
}

// TestServeKilled kills a server, a solve and a foreign reader of one file again and again, in random order. After each
// round the file must be whole and have everything that was acknowledged. With -count=17 it makes 51 rounds.
func TestServeKilled(t *testing.T) {
	gridtest.Nightly(t, "a process for each case")
	t.Parallel()
	const lines = 8 * memory.ChunkSize
	rounds := gridtest.Size(1, 3)
	program, shell := clitest.Program(t), sqliteShell(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	list := clitest.MixedPuzzles(t, rounds*lines)
	clitest.Spawn(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", path)).Must(t, cli.ExitDone)
	known := acknowledged{make(map[string]int), make(map[int64]clitest.ResultLine)}
	for round := range rounds {
		in := clitest.WriteLines(t, dir, "in", list[round*lines:][:lines])
		order := killedRound(t, program, shell, path, in, known)
		if t.Failed() {
			t.Fatalf("round %d, killed in the order %s", round, order)
		}
		t.Logf("round %d: %s; %d games, %d puzzles acknowledged", round, order, len(known.moves), len(known.puzzles))
	}
	clitest.Spawn(t, exec.Command(program, "verify", "--db", path)).Must(t, cli.ExitDone)
}

// killedRound runs and kills the processes of one round, adds to known what they acknowledged, and checks the file. It
// returns the order in which it killed them.
func killedRound(t *testing.T, program, shell, path, in string, known acknowledged) (order string) {
	s := serve(t, program, "--db", path)
	solve := exec.Command(program, "solve", in, "--db", path, "--json")
	out, err := solve.StdoutPipe()
	gridtest.Must(t, err)
	gridtest.Must(t, solve.Start())
	killed, kill := context.WithCancel(t.Context())
	playing, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { play(playing, t, s, known.moves) })
	group.Go(func() { readAgain(killed, t, shell, path) })
	var printed atomic.Int64
	group.Go(func() {
		defer printed.Store(math.MaxInt64)
		for lines := bufio.NewScanner(out); lines.Scan(); printed.Add(1) {
			var line clitest.ResultLine
			if json.Unmarshal(lines.Bytes(), &line) == nil { // the last may be cut
				known.puzzles[line.ID] = line
			}
		}
	})
	moment := 1 + rand.Int64N(4*memory.ChunkSize)
	gridtest.Until(t, "some lines of solve", func() bool { return printed.Load() >= moment })
	kills := []struct {
		name string
		kill func()
	}{{"serve", func() { stop(); s.kill() }}, {"solve", func() { _ = solve.Process.Kill() }}, {"reader", kill}}
	for _, i := range rand.Perm(len(kills)) {
		kills[i].kill()
		order = strings.TrimSpace(order + " " + kills[i].name)
	}
	group.Wait()
	_ = solve.Wait() // it was killed
	check(t, shell, path, known)
	return order
}

// play plays games until the server is to be killed, and adds to moves those that the server acknowledged. Move n sets
// cell 13 to n.
func play(ctx context.Context, t *testing.T, s server, moves map[string]int) {
	for {
		game, err := s.post("/games", url.Values{"puzzle_id": {"1"}})
		for n := 0; err == nil && n < 5; n++ {
			moves[filepath.Base(game)] = n
			err = s.move(game, n)
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			t.Error(err)
			return
		}
		moves[filepath.Base(game)] = 5
	}
}

// move makes move n of a game, which sets cell 13 to n+1.
func (s server) move(game string, n int) error {
	body := fmt.Sprintf(`{"position":%d,"moves":[{"action":"digit","cells":[13],"value":%d}]}`, n, n+1)
	r, err := http.Post(s.address+"/api"+game+"/moves", "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	defer r.Body.Close()
	answer, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("move %d of %s: %s\n%.500s", n, game, r.Status, answer)
	}
	return err
}

// readAgain reads the file with the shell of SQLite, again and again. The last process that closes the file deletes the
// write-ahead log.
func readAgain(ctx context.Context, t *testing.T, shell, path string) {
	for ctx.Err() == nil {
		out, err := exec.CommandContext(ctx, shell, path, "SELECT COUNT(*) FROM puzzle").CombinedOutput()
		if err != nil && ctx.Err() == nil && !bytes.Contains(out, []byte("locked")) {
			t.Errorf("foreign reader: %v: %s", err, out)
		}
	}
}

// check checks that the file is whole and has everything that was acknowledged.
func check(t *testing.T, shell, path string, known acknowledged) {
	t.Helper()
	if r := clitest.Spawn(t, exec.Command(shell, path, "PRAGMA integrity_check")); r.Stdout != "ok\n" {
		t.Errorf("integrity_check: %s%s", r.Stdout, r.Stderr)
	}
	db := clitest.OpenRaw(t, path)
	defer db.Close()
	stored := make(map[string]bool)
	for _, query := range []string{
		`SELECT g.game_id FROM game AS g`,
		`SELECT m.game_id, m.move FROM game_move AS m WHERE m.cell = 13 AND m.value = m.move`,
		`SELECT z.puzzle_id, z.givens, z.status, z.solution, COUNT(s.step), z.steps
		FROM puzzle AS z LEFT JOIN step AS s ON s.puzzle_id = z.puzzle_id GROUP BY z.puzzle_id`,
	} {
		for _, row := range clitest.QueryRows(t, db, query) {
			stored[row] = true
		}
	}
	lost := 0
	missing := func(row string) {
		if !stored[row] {
			lost++
		}
	}
	for game, moves := range known.moves {
		missing(game + "\t")
		for n := range moves {
			missing(fmt.Sprintf("%s\t%d\t", game, n+1))
		}
	}
	for id, z := range known.puzzles {
		solution := "NULL"
		if z.Solution != nil {
			solution = *z.Solution
		}
		missing(fmt.Sprintf("%d\t%s\t%s\t%s\t%d\t%d\t", id, z.Givens, z.Status, solution, z.Steps, z.Steps))
	}
	if lost > 0 {
		t.Errorf("%d acknowledged rows are lost", lost)
	}
}

// Limits of a statement in TestStatementIsBounded. statementTime is the value of --query-time. A statement that runs
// by itself ends within a second more. Without a limit the statements run for minutes, and those of them without an end
// for ever. mostMemory is that of the server and of the process of the statement together.
const (
	statementTime = time.Second
	mostMemory    = 300 << 10 // kB
)

// TestStatementIsBounded starts the program's server and runs statements that would take much memory or time inside one
// function.
func TestStatementIsBounded(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	program := clitest.Program(t)
	db := filepath.Join(t.TempDir(), "sudoku.db")
	clitest.Spawn(t, exec.Command(program, "solve", "../../../../testdata/sample.sdm", "--db", db)).Must(t, 0)
	server := serve(t, program, "--db", db, "--read-only", "--query-time", statementTime.String())
	for i, c := range gridtest.Part(5, []struct{ name, statement string }{
		{"zeroblob", `SELECT zeroblob(1000000000)`},
		{"columns up to the limit of a value",
			`SELECT ` + strings.TrimSuffix(strings.Repeat(`randomblob(2000000), `, 190), `, `)},
		{"rows up to the limit of a row",
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, zeroblob(2000000), zeroblob(2000000) FROM n`},
		{"randomblob", `SELECT randomblob(1000000000)`},
		{"instr over large blobs", `SELECT instr(zeroblob(2000000), CAST(zeroblob(1000000) || x'01' AS BLOB))`},
		{"replace", `SELECT LENGTH(replace(hex(zeroblob(500000)), '0', hex(zeroblob(500000))))`},
		{"trim", `SELECT trim(hex(zeroblob(1000000)), hex(x'01' || zeroblob(900000)) || 'x')`},
		{"printf with a width", `SELECT printf('%*s', 1000000000, 'x')`},
		{"group_concat", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT group_concat(hex(randomblob(1000))) FROM n`},
		{"recursive growth", `WITH RECURSIVE g(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM g) SELECT MAX(LENGTH(s)) FROM g`},
		{"recursion without end", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n`},
		{"a queue that grows", `WITH RECURSIVE n(i, b) AS (SELECT 1, randomblob(1000) UNION ALL SELECT i + k, randomblob(1000) FROM n, (SELECT 1 AS k UNION ALL SELECT 2)) SELECT COUNT(*) FROM n`},
		{"sorting", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT randomblob(1000) AS b FROM n ORDER BY b`},
		{"a materialised CTE", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n), m AS MATERIALIZED (SELECT randomblob(1000) AS b FROM n) SELECT COUNT(*) FROM m, m AS o`},
		{"like", `SELECT hex(zeroblob(1000000)) LIKE replace(hex(zeroblob(200)), '0', '%0') || '1'`},
		{"cross join", `SELECT COUNT(*) FROM candidate AS a, candidate AS b, candidate AS c, candidate AS d`},
	}) {
		t.Run(c.name, func(t *testing.T) {
			memory := server.watch()
			// they run statements by the same functions, so a few at the second path are enough
			paths := []string{"/api/query?q=", "/sql?q="}
			if i > 3 {
				paths = paths[:1]
			}
			for _, path := range paths {
				t.Logf("%s: status %d", path, server.get(t, path+url.QueryEscape(c.statement)))
			}
			most := memory()
			t.Logf("%d MB at most", most>>10)
			if most > mostMemory {
				t.Errorf("the server and the statement took %d MB", most>>10)
			}
			if left := server.children(); len(left) > 0 {
				t.Errorf("processes %v are left", left)
			}
		})
	}
}

// server is a running setdoku serve.
type server struct {
	pid     int
	address string
	kill    func() // as kill -9 does
}

// serve starts a server, which ends with the test.
func serve(t *testing.T, program string, args ...string) server {
	t.Helper()
	return serveAs(t, nil, program, args...)
}

// serveAs is serve for another user, if this user may start processes of others.
func serveAs(t *testing.T, as *syscall.SysProcAttr, program string, args ...string) server {
	t.Helper()
	if as != nil {
		if err := (&exec.Cmd{Path: program, Args: []string{program, "version"}, SysProcAttr: as}).Run(); err != nil {
			gridtest.Cannot(t, "the program cannot be run as another user:", err)
		}
	}
	cmd := exec.CommandContext(t.Context(), program, append([]string{"serve", "--address", "127.0.0.1:0"}, args...)...)
	out, err := cmd.StdoutPipe()
	gridtest.Must(t, err)
	cmd.SysProcAttr = as
	gridtest.Must(t, cmd.Start())
	kill := func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	gridtest.Must(t, err)
	return server{cmd.Process.Pid, strings.TrimSuffix(strings.TrimSpace(line), "/"), kill}
}

func (s server) get(t *testing.T, path string) int {
	t.Helper()
	r, err := http.Get(s.address + path)
	gridtest.Must(t, err)
	defer r.Body.Close()
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		t.Fatal(err)
	}
	return r.StatusCode
}

// watch reads the memory of the server and its processes until the returned function is called, which returns the most
// of the server and the most of any other process together, in kB. The system keeps the most of each process (VmHWM),
// so nothing between two readings is lost but the last moment of a process.
func (s server) watch() func() int {
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	most := 0
	wait.Go(func() {
		for tick := time.Tick(2 * time.Millisecond); ctx.Err() == nil; <-tick {
			for _, pid := range s.children() {
				most = max(most, peak(pid))
			}
		}
	})
	return func() int {
		stop()
		wait.Wait()
		return most + peak(s.pid)
	}
}

// children returns the processes that the server started and that still run.
func (s server) children() (list []int) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.pid))
	for _, f := range threads {
		b, _ := os.ReadFile(f)
		for _, field := range strings.Fields(string(b)) {
			if pid, err := strconv.Atoi(field); err == nil {
				list = append(list, pid)
			}
		}
	}
	return list
}

// peak returns the most memory that a process had, in kB, 0 if it has ended.
func peak(pid int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, found := strings.Cut(string(status), "VmHWM:")
	if !found {
		return 0
	}
	n, _ := strconv.Atoi(strings.Fields(rest)[0])
	return n
}
