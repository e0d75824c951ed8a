//go:build unix

package process

import (
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/solver/memory"
)

// TestVerifyBesideWriter verifies repeatedly while another process writes. That process drops triggers and makes them
// again in every transaction, which no other process may see.
func TestVerifyBesideWriter(t *testing.T) {
	t.Parallel()
	program := clitest.Program(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	clitest.Done(t, "import", clitest.GoodPuzzle, "--db", path)
	in := clitest.WriteLines(t, dir, "in", clitest.MixedPuzzles(t, 2*memory.ChunkSize))
	var writer sync.WaitGroup
	var stop atomic.Bool
	writer.Go(func() {
		for !stop.Load() {
			clitest.Spawn(t, exec.Command(program, "solve", in, "--db", path, "--again"))
		}
	})
	for round := range gridtest.Size(1, 4) {
		if r := clitest.Call(t.Context(), nil, "verify", "--db", path); r.Code != usage.ExitDone {
			t.Errorf("round %d: exit code %d\n%s", round, r.Code, r.Stderr)
		}
	}
	stop.Store(true)
	writer.Wait()
	clitest.Verified(t, path, 2*memory.ChunkSize+1)
}
