package endtoend

import (
	"context"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// TestWatchRestart restarts a server while a worker waits for puzzles, and again in the middle of its chunk. The worker
// must say once that the server is lost and once that it is back, and solve all puzzles.
func TestWatchRestart(t *testing.T) {
	gridtest.Long(t, "a process that goes on while its output is read")
	script, folder := ownServer(t)
	target := script("start", folder)
	clitest.CallOn(store.WithPartitions(t.Context(), 2), target, "migrate", "up").Must(t, usage.ExitDone)
	// The server of scripts/postgres may forget its last commits when it crashes, which is not what is tested here.
	clitest.Execute(t, clitest.OpenServer(t, target), `ALTER ROLE CURRENT_USER SET synchronous_commit = on`)
	list := clitest.SamplePuzzles(t)
	add := func(i int) {
		t.Helper()
		clitest.DoneOn(t, target, "import", list[i].String())
	}
	solved := func(n int) {
		t.Helper()
		db := clitest.OpenServer(t, target)
		gridtest.Until(t, "the puzzles to be solved", func() bool {
			return clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`) == n
		})
	}
	listening := func() {
		t.Helper()
		db := clitest.OpenServer(t, target)
		gridtest.Until(t, "the worker to listen", func() bool {
			return clitest.Number(t, db,
				`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = CURRENT_DATABASE() AND query LIKE 'LISTEN%'`) > 0
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan clitest.Result, 1)
	// The next poll is far off, so only the loss of the connection wakes the worker.
	go func() { ended <- clitest.CallOn(ctx, target, "work", "--watch", "--poll", "1h") }()
	listening()
	add(0)
	solved(1)

	script("restart", folder, "immediate")
	listening()
	add(1)
	solved(2)

	db := clitest.OpenServer(t, target)
	// The worker has read the puzzle and cannot write its cells.
	hold(t, db, `LOCK TABLE step IN SHARE MODE`)
	clitest.Execute(t, db, `INSERT INTO puzzle (givens) VALUES ('`+list[2].String()+`')`)
	gridtest.Until(t, "the worker to wait", func() bool { return clitest.Waiting(t, db) == 1 })
	script("restart", folder, "immediate")
	solved(3)
	stop()

	r := (<-ended).Must(t, usage.ExitDone)
	lines := r.Err()
	if len(lines) != 5 {
		t.Fatalf("standard error %q, want five lines", lines)
	}
	const lost, back = "the connection to the server was lost", "setdoku: the server works again"
	for i, want := range []struct{ prefix, inside, suffix string }{
		{"setdoku: ", "write to " + clitest.ShownAs(t, target) + ": " + lost, "; trying again until it works"},
		{back, "", ""},
		{"setdoku: write to " + clitest.ShownAs(t, target) + ": ", lost, "; trying again until it works"},
		{back, "", ""},
		{"3 puzzles, 3 solved in T", "", ""},
	} {
		if !strings.HasPrefix(lines[i], want.prefix) || !strings.Contains(lines[i], want.inside) ||
			!strings.HasSuffix(lines[i], want.suffix) {
			t.Errorf("line %d is %q, want %q, %q and %q in it", i+1, lines[i], want.prefix, want.inside, want.suffix)
		}
	}
	clitest.Verified(t, target, 3)
}
