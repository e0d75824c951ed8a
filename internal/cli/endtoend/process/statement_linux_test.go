package process

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

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
