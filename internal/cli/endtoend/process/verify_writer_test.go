//go:build unix

package process

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
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

// TestKilledWriterLeavesDefinitions kills a writing process at many moments. Its dropped triggers must be back, and
// verify must accept what it had committed.
func TestKilledWriterLeavesDefinitions(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	t.Parallel()
	program := clitest.Program(t)
	dir := t.TempDir()
	sound := filepath.Join(dir, "sound.db")
	clitest.Done(t, "import", clitest.GoodPuzzle, "--db", sound)
	in := clitest.WriteLines(t, dir, "in", clitest.MixedPuzzles(t, 2*memory.ChunkSize))
	rng := rand.New(rand.NewPCG(1, 2))
	triggers, killed := 0, 0
	for i := range gridtest.Size(1, 12) {
		path := clitest.CopyDatabase(t, sound, filepath.Join(dir, fmt.Sprintf("%d.db", i)))
		writer := exec.Command(program, "solve", in, "--db", path)
		gridtest.Must(t, writer.Start())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = writer.Wait() // says that it was killed
		}()
		size := int64(rng.IntN(2 << 20)) // of the log, up to what the first transaction writes; the copy has no log yet
		gridtest.Until(t, "the writer writes", func() bool {
			select {
			case <-ended:
				return true
			default:
			}
			info, err := os.Stat(path + "-wal")
			return err == nil && info.Size() >= size
		})
		_ = writer.Process.Kill() // has an error if the writer has ended
		<-ended
		if writer.ProcessState.ExitCode() < 0 {
			killed++
		}
		if r := clitest.Call(t.Context(), nil, "verify", "--db", path); r.Code != usage.ExitDone {
			t.Errorf("kill %d: exit code %d\n%s", i, r.Code, r.Stderr)
		}
		n := clitest.Number(t, clitest.OpenRaw(t, path), `SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'`)
		if triggers == 0 {
			triggers = n
		}
		if n == 0 || n != triggers {
			t.Errorf("kill %d leaves %d triggers, the first left %d", i, n, triggers)
		}
	}
	if killed == 0 {
		t.Error("every writer ended before it was killed")
	}
}
