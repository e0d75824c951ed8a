package process

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store/record"
)

// TestInterruptedAtCommit interrupts solve in each of its commits in turn. The message must say how many puzzles are
// done in the file then, or how many have properties.
func TestInterruptedAtCommit(t *testing.T) {
	gridtest.Long(t, "a database for each commit")
	var atCommit func() // called in each commit of a file whose name has "hooked"
	sqlite.RegisterConnectionHook(func(conn sqlite.ExecQuerierContext, dsn string) error {
		if strings.Contains(dsn, "hooked") {
			conn.(sqlite.HookRegisterer).RegisterCommitHook(func() int32 {
				atCommit()
				return 0
			})
		}
		return nil
	})
	t.Chdir(t.TempDir())
	puzzles := clitest.MixedPuzzles(t, 700)
	slices.Sort(puzzles)
	puzzles = slices.Compact(puzzles)
	in := clitest.WriteLines(t, ".", "in", puzzles)
	clitest.Done(t, "import", in, "--db", "imported.db")
	for _, args := range [][]string{{"solve", in, "--properties", "--jobs", "2"}, {"solve", "--jobs", "2"}} {
		for n, ended := int32(1), false; !ended; n++ {
			path := clitest.CopyDatabase(t, "imported.db", fmt.Sprintf("hooked-%d-%d.db", len(args), n))
			ctx, interrupt := context.WithCancel(t.Context())
			commits := atomic.Int32{}
			atCommit = func() {
				if commits.Add(1) == n {
					interrupt()
					for range 1000 { // the driver sees the end of the context in a goroutine of its own
						runtime.Gosched()
					}
				}
			}
			var stderr strings.Builder
			code := cli.Run(ctx, append(args, "--db", path), cli.Streams{Out: io.Discard, Err: &stderr})
			interrupt()
			ended = commits.Load() < n
			atCommit = func() {}
			db := clitest.OpenRaw(t, path)
			done := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status <> 'new'`)
			message := fmt.Sprintf("setdoku: interrupted, %d puzzles are done", done)
			switch all := done == len(puzzles); {
			case all && slices.Contains(args, "--properties"):
				message = fmt.Sprintf("puzzle_property has %d puzzles more",
					clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle_property`))
			case all && code != cli.ExitError:
				message = fmt.Sprintf("%d puzzles, ", done)
			case done == 0:
				message = "setdoku: interrupted, no puzzle is done"
			}
			if !strings.Contains(stderr.String(), message) || ended && code == cli.ExitError {
				t.Errorf("%v, commit %d: exit code %d, standard error %q, want %q", args, n, code, &stderr, message)
			}
		}
	}
}

// after calls a function at the write of a number, counted from 1.
type after struct {
	writes int
	call   func()
	strings.Builder
}

// Write counts the write.
func (a *after) Write(b []byte) (int, error) {
	if a.writes--; a.writes == 0 {
		a.call()
	}
	return a.Builder.Write(b)
}

// TestPartialResults interrupts solve without a database after some of its passes. It prints only puzzles that it has
// solved, with their numbers in the input, and counts them.
func TestPartialResults(t *testing.T) {
	const small = "6x6 3..5...5.1....2...4....3..1..6......"
	puzzles := []string{clitest.GoodPuzzle, small, clitest.OtherPuzzle, small, clitest.GoodPuzzle}
	in := clitest.WriteLines(t, t.TempDir(), "in", puzzles)
	for _, engine := range []string{"auto", "sql"} {
		for n, code := 1, cli.ExitError; code == cli.ExitError; n += 3 {
			ctx, interrupt := context.WithCancel(t.Context())
			stderr := after{writes: n, call: interrupt}
			var stdout bytes.Buffer
			code = cli.Run(ctx, []string{"solve", in, "--json", "--verbose", "--engine", engine},
				cli.Streams{Out: &stdout, Err: &stderr})
			interrupt()
			printed := 0
			for line := range strings.Lines(stdout.String()) {
				var p record.Line
				gridtest.Must(t, json.Unmarshal([]byte(line), &p))
				if printed++; p.Status != "solved" || !strings.HasSuffix(puzzles[p.PuzzleID-1], p.Givens) {
					t.Errorf("%s, write %d: %s", engine, n, line)
				}
			}
			want := fmt.Sprintf("interrupted, %d puzzles are done", printed)
			if printed < 2 {
				want = []string{"interrupted, no puzzle is done", "interrupted, 1 puzzle is done"}[printed]
			}
			if code == cli.ExitError && !strings.Contains(stderr.String(), want) {
				t.Errorf("%s, write %d: %s", engine, n, stderr.String())
			}
		}
	}
}
