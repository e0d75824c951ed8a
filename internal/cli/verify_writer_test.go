//go:build unix

package cli

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"setdoku/internal/cli/usage"
	"setdoku/solver"
)

// TestVerifyBesideWriter verifies again and again while another process writes: it takes triggers away and brings
// them back in every transaction, which nobody else may see.
func TestVerifyBesideWriter(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	call(t.Context(), nil, "import", goodPuzzle, "--db", path).must(t, usage.ExitDone)
	in := writeLines(t, dir, "in", mixedPuzzles(t, 4*solver.ChunkSize))
	var writer sync.WaitGroup
	var stop atomic.Bool
	writer.Go(func() {
		for !stop.Load() {
			spawn(t, exec.Command(program, "solve", in, "--db", path, "--again"))
		}
	})
	for round := range 4 {
		if r := call(t.Context(), nil, "verify", "--db", path); r.code != usage.ExitDone {
			t.Errorf("round %d: exit code %d\n%s", round, r.code, r.stderr)
		}
	}
	stop.Store(true)
	writer.Wait()
	verified(t, path, 4*solver.ChunkSize+1)
}

// TestKilledWriterLeavesDefinitions kills a process that writes, at many moments. The triggers that it had
// taken away are there, and all that it had committed holds.
func TestKilledWriterLeavesDefinitions(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	dir := t.TempDir()
	sound := filepath.Join(dir, "sound.db")
	call(t.Context(), nil, "import", goodPuzzle, "--db", sound).must(t, usage.ExitDone)
	in := writeLines(t, dir, "in", mixedPuzzles(t, 2*solver.ChunkSize))
	rng := rand.New(rand.NewPCG(1, 2))
	triggers := 0
	for i := range 12 {
		path := copyDatabase(t, sound, filepath.Join(dir, fmt.Sprintf("%d.db", i)))
		writer := exec.Command(program, "solve", in, "--db", path)
		if err := writer.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+rng.IntN(400)) * time.Millisecond)
		if err := writer.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = writer.Wait()
		if r := call(t.Context(), nil, "verify", "--db", path); r.code != usage.ExitDone {
			t.Errorf("kill %d: exit code %d\n%s", i, r.code, r.stderr)
		}
		n := number(t, raw(t, path), `SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'`)
		if triggers == 0 {
			triggers = n
		}
		if n == 0 || n != triggers {
			t.Errorf("kill %d leaves %d triggers, the first left %d", i, n, triggers)
		}
	}
}
