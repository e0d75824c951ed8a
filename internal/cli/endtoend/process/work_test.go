package process

import (
	"bytes"
	"context"
	"io"
	"math"
	"net"
	neturl "net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
)

// startWorker starts a worker in another process.
func startWorker(t *testing.T, program, url string, flags ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(program, append([]string{"work", "--db", url}, flags...)...)
	cmd.Stderr = new(bytes.Buffer)
	gridtest.Must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

// TestWorkersKilled has four workers solve one list and kills two of them. The histories must be those of one process
// with a file. No puzzle may be lost or solved twice.
func TestWorkersKilled(t *testing.T) {
	gridtest.Nightly(t, "workers are killed at random moments")
	t.Parallel()
	url := dbtest.Server(t, 0)
	program := clitest.Program(t)
	const puzzles = 6 * memory.ChunkSize
	dir := t.TempDir()
	in := clitest.WriteLines(t, dir, "list", clitest.MixedPuzzles(t, puzzles))
	whole := filepath.Join(dir, "whole.db")
	clitest.Call(t.Context(), nil, "solve", in, "--db", whole).Must(t, cli.ExitUnsolved)
	clitest.Done(t, "import", in, "--db", url)

	db := clitest.OpenServer(t, url)
	waiting := func() int { return clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`) }
	var workers []*exec.Cmd
	for range 4 {
		workers = append(workers, startWorker(t, program, url))
	}
	for _, w := range workers[:2] {
		before := waiting()
		gridtest.Until(t, "a chunk to be done", func() bool { return waiting() < before })
		gridtest.Must(t, w.Process.Signal(syscall.SIGKILL))
	}
	if waiting() == 0 {
		t.Fatal("nothing was left to do when the workers were killed: the list is too short")
	}
	for i, w := range workers {
		err := w.Wait()
		if killed := i < 2; killed == (err == nil) {
			t.Errorf("worker %d ended with %v\n%s", i+1, err, w.Stderr)
		}
	}
	if n := waiting(); n > 0 {
		t.Errorf("%d puzzles wait still", n)
	}
	clitest.Verified(t, url, puzzles)
	clitest.SameContents(t, clitest.DumpOf(t, db), clitest.Dump(t, whole))
	gridtest.Equal(t, "transactions of the killed workers are open", clitest.Number(t, db, `SELECT COUNT(*) FROM pg_stat_activity
		WHERE datname = CURRENT_DATABASE() AND state LIKE 'idle in transaction%'`), 0)
}

// flakyServer listens in front of a server. Of the n-th connection it passes only so many bytes of the server on, and
// then cuts it; of further connections it passes all. It returns the address, and notifies for each connection.
func flakyServer(t *testing.T, server string, bytes ...int64) (address string, accepted <-chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	gridtest.Must(t, err)
	t.Cleanup(func() { l.Close() })
	notify := make(chan struct{}, 1000)
	go func() {
		for n := 0; ; n++ {
			client, err := l.Accept()
			if err != nil {
				return
			}
			notify <- struct{}{}
			limit := int64(math.MaxInt64)
			if n < len(bytes) {
				limit = bytes[n]
			}
			go func() {
				defer client.Close()
				if limit == 0 {
					return
				}
				to, err := net.Dial("tcp", server)
				if err != nil {
					return
				}
				defer to.Close()
				go func() { _, _ = io.Copy(to, client); to.Close() }()
				_, _ = io.CopyN(client, to, limit)
			}()
		}
	}()
	return l.Addr().String(), notify
}

// TestWorkerWatchBeginsLost has a worker begin while the server cannot be reached, or is lost while the worker opens
// the database. The worker tries again until it is interrupted, or the server answers.
func TestWorkerWatchBeginsLost(t *testing.T) {
	t.Parallel()
	t.Run("no server", func(t *testing.T) {
		address, accepted := flakyServer(t, "", make([]int64, 1000)...)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ended := make(chan clitest.Result, 1)
		go func() {
			ended <- clitest.Call(ctx, nil, "work", "--watch", "--db", "postgres://me@"+address+"/x?sslmode=disable")
		}()
		for range 3 {
			select {
			case <-accepted:
			case r := <-ended:
				t.Fatalf("exit code %d before a second attempt: %s", r.Code, r.Stderr)
			}
		}
		stop()
		r := (<-ended).Must(t, cli.ExitDone)
		if lines := r.Err(); len(lines) != 2 || !strings.HasSuffix(lines[0], "; trying again until it works") {
			t.Errorf("standard error %q, want one line about the server and the summary", lines)
		}
	})
	t.Run("cut while it opens", func(t *testing.T) {
		url := dbtest.Server(t, 0)
		clitest.Call(t.Context(), strings.NewReader(clitest.SamplePuzzles(t)[0].String()), "import", "-", "--db",
			url).Must(t, cli.ExitDone)
		server, err := neturl.Parse(url)
		gridtest.Must(t, err)
		address, _ := flakyServer(t, server.Host, 100, 1000, 10_000)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ended := make(chan clitest.Result, 1)
		go func() {
			ended <- clitest.Call(ctx, nil, "work", "--watch", "--db", clitest.URLWith(t, url, "", "", address, ""))
		}()
		db := clitest.OpenServer(t, url)
		gridtest.Until(t, "the puzzle to be solved", func() bool {
			if len(ended) > 0 {
				t.Fatalf("the worker has ended: %v", <-ended)
			}
			return clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`) == 1
		})
		stop()
		r := (<-ended).Must(t, cli.ExitDone)
		if strings.Count(r.Stderr, "trying again until it works") != 1 ||
			strings.Count(r.Stderr, "the server works again") != 1 {
			t.Errorf("standard error %q, want that the server was lost and is back, once each", r.Stderr)
		}
	})
}

// TestWorkerPolls has a worker find puzzles of which the server does not notify it.
func TestWorkerPolls(t *testing.T) {
	t.Parallel()
	url := dbtest.Server(t, 0)
	clitest.Call(t.Context(), strings.NewReader(clitest.SamplePuzzles(t)[0].String()), "solve", "-", "--db",
		url).Must(t, cli.ExitDone)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan clitest.Result)
	go func() { ended <- clitest.Call(ctx, nil, "work", "--watch", "--poll", "20ms", "--db", url) }()
	db := clitest.OpenServer(t, url)
	dbtest.Exec(t, db, `UPDATE puzzle SET status = 'new', solution = NULL, depth = NULL`)
	gridtest.Until(t, "the puzzle to be solved again", func() bool {
		return clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`) == 1
	})
	stop()
	(<-ended).Must(t, cli.ExitDone)
	clitest.Verified(t, url, 1)
}

// TestWorkersTakeStuckPuzzlesOnce checks that a worker tries puzzles that are stuck under another selection, and does
// not try those that are stuck under its own.
func TestWorkersTakeStuckPuzzlesOnce(t *testing.T) {
	t.Parallel()
	url := dbtest.Server(t, 0)
	in := clitest.WriteLines(t, t.TempDir(), "list", clitest.MixedPuzzles(t, 50))
	clitest.Call(t.Context(), nil, "solve", in, "--db", url, "--technique", "naked_single").Must(t, cli.ExitUnsolved)
	for i, want := range []string{` puzzles, \d+ solved`, `^0 puzzles in`} {
		r := clitest.Done(t, "work", "--db", url)
		if !regexp.MustCompile(want).MatchString(r.Stderr) {
			t.Errorf("worker %d: %q, want %s", i+1, r.Stderr, want)
		}
	}
	clitest.Verified(t, url, 50)
}
