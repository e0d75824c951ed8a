//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/usage"
	"setdoku/solver"
)

// TestResume interrupts the program while it solves a list, runs it again, and compares
// what is in the database with what one uninterrupted run leaves.
func TestResume(t *testing.T) {
	t.Parallel()
	const chunks = 3
	const puzzles = chunks * solver.ChunkSize
	program := buildProgram(t)
	dir := t.TempDir()
	list := mixedPuzzles(t, puzzles)
	in := writeLines(t, dir, "in", list)
	whole := filepath.Join(dir, "whole.db")
	uninterrupted := spawn(t, exec.Command(program, "solve", in, "--db", whole)).must(t, usage.ExitUnsolved)
	verified(t, whole, puzzles)
	want := dump(t, whole)

	for _, tt := range []struct {
		name   string
		signal syscall.Signal
		code   int
		told   bool // the program has the time to say something
	}{
		{"interrupted", syscall.SIGINT, usage.ExitError, true},
		{"killed", syscall.SIGKILL, -1, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "test.db")
			args := []string{"solve", in, "--db", path}
			r := signalled(t, exec.Command(program, args...), tt.signal).must(t, tt.code)

			db := raw(t, path)
			done := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 1`)
			if done == 0 || done == puzzles || done%solver.ChunkSize != 0 {
				t.Fatalf("%d puzzles are done, want some whole chunks of the %d", done, puzzles)
			}
			// The chunk that was being computed waits.
			waiting := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id IS NULL`)
			if n := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE (status = 'new') <> (run_id IS NULL)`); n != 0 || waiting != 0 && waiting != solver.ChunkSize {
				t.Errorf("%d puzzles wait, and %d are half done", waiting, n)
			}
			db.Close()
			verified(t, path, done+waiting)
			if err := r.err(); tt.told {
				told := fmt.Sprintf("setdoku: interrupted, %d puzzles are done, the same command goes on with the rest", len(r.out()))
				if len(err) != 2 || !strings.HasPrefix(err[0], fmt.Sprintf("%d puzzles, ", len(r.out()))) || err[1] != told {
					t.Errorf("standard error %q, want the summary and %q", err, told)
				}
				if !slices.Equal(r.out(), uninterrupted.out()[:len(r.out())]) {
					t.Error("the lines that were printed are not the first of those of one run")
				}
			}

			again := spawn(t, exec.Command(program, args...)).must(t, usage.ExitUnsolved)
			if diff := cmp.Diff(uninterrupted.out(), again.out()); diff != "" {
				t.Errorf("output (-one run +second run):\n%.3000s", diff)
			}
			sameContents(t, dump(t, path), want)
			db = raw(t, path)
			if first := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 1`); first != done {
				t.Errorf("%d puzzles are of the first run, want the %d that it had done", first, done)
			}
			if n := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 2`); n != puzzles-done {
				t.Errorf("%d puzzles are of the second run, want the %d others", n, puzzles-done)
			}
			if n := number(t, db, `SELECT COUNT(*) FROM run WHERE finished_at IS NULL`); n > 0 == tt.told {
				t.Errorf("%d runs have no end", n)
			}
		})
	}
	t.Run("two at the same time", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		path := filepath.Join(dir, "test.db")
		const overlap = puzzles / 5
		lists := [][]string{list[:puzzles/2+overlap], list[puzzles/2-overlap:]}
		slices.Reverse(lists[1])
		var group sync.WaitGroup
		results := make([]result, len(lists))
		for i, part := range lists {
			in := writeLines(t, dir, fmt.Sprintf("part%d", i), part)
			group.Go(func() { results[i] = spawn(t, exec.Command(program, "solve", in, "--db", path)) })
		}
		group.Wait()
		for i, r := range results {
			r.must(t, usage.ExitUnsolved)
			if len(r.out()) != len(lists[i]) || len(r.err()) != 1 {
				t.Errorf("%d lines of output, want %d; standard error %q", len(r.out()), len(lists[i]), r.err())
			}
		}
		verified(t, path, puzzles)
		sameContents(t, dump(t, path), want)
		db := raw(t, path)
		for run := 1; run <= 2; run++ {
			if n := number(t, db, fmt.Sprintf(`SELECT COUNT(*) FROM puzzle WHERE run_id = %d`, run)); n < puzzles/2-overlap {
				t.Errorf("%d puzzles are of run %d, want the %d at least that it alone was given", n, run, puzzles/2-overlap)
			}
		}
	})
}

// signalled runs a command and sends it a signal as soon as it has printed something.
func signalled(t *testing.T, cmd *exec.Cmd, signal syscall.Signal) result {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	if _, err := out.Peek(1); err != nil {
		t.Fatalf("no output: %v\n%s", err, &stderr)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	stdout, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the exit code tells
	return result{cmd.ProcessState.ExitCode(), string(stdout), stderr.String()}
}

// TestManyCreate has several processes at once create one database.
func TestManyCreate(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	for range 3 {
		path := filepath.Join(t.TempDir(), "test.db")
		var group sync.WaitGroup
		results := make([]result, 4)
		for i := range results {
			group.Go(func() { results[i] = spawn(t, exec.Command(program, "solve", goodPuzzle, "--db", path)) })
		}
		group.Wait()
		for _, r := range results {
			r.must(t, usage.ExitDone)
		}
		verified(t, path, 1)
	}
}

// TestSamePuzzleTwice checks that a puzzle that comes again is one puzzle, within a file,
// in a file named twice, and in another call.
func TestSamePuzzleTwice(t *testing.T) {
	const puzzles = solver.ChunkSize + 10 // so that they come again in the same chunk and in others
	list := mixedPuzzles(t, puzzles)
	dir := t.TempDir()
	t.Chdir(dir)
	writeLines(t, dir, "once", list)
	writeLines(t, dir, "twice", slices.Concat(list[:20], list))
	path := "test.db"
	count := func(want int) {
		t.Helper()
		db := raw(t, path)
		defer db.Close()
		if n := number(t, db, `SELECT COUNT(*) FROM puzzle`); n != want {
			t.Errorf("%d puzzles, want %d", n, want)
		}
		if n := number(t, db, `SELECT COUNT(DISTINCT givens) FROM puzzle`); n != want {
			t.Errorf("%d different puzzles, want %d", n, want)
		}
	}

	first := call(t.Context(), nil, "solve", "once", "once", "--db", path).must(t, usage.ExitUnsolved)
	if lines := first.out(); len(lines) != 2*puzzles || !slices.Equal(lines[:puzzles], lines[puzzles:]) {
		t.Errorf("%d lines for a file named twice, want %d, the second half as the first", len(lines), 2*puzzles)
	}
	count(puzzles)
	alone := dump(t, path)

	path = "other.db"
	second := call(t.Context(), nil, "solve", "twice", "--db", path).must(t, usage.ExitUnsolved)
	if lines := second.out(); len(lines) != 20+puzzles || !slices.Equal(lines[:20], lines[20:40]) {
		t.Errorf("%d lines for a file that repeats 20 puzzles, want %d, those printed again", len(lines), 20+puzzles)
	}
	count(puzzles)
	sameContents(t, dump(t, path), alone)

	third := call(t.Context(), nil, "solve", "once", "--db", path).must(t, usage.ExitUnsolved)
	if !slices.Equal(third.out(), first.out()[:puzzles]) {
		t.Error("another call prints other lines")
	}
	count(puzzles)
	if n := number(t, raw(t, path), `SELECT COUNT(*) FROM run`); n != 1 {
		t.Errorf("%d runs, want 1: there was nothing left to do", n)
	}

	fourth := call(t.Context(), nil, "solve", "once", "--db", path, "--again").must(t, usage.ExitUnsolved)
	if !slices.Equal(fourth.out(), first.out()[:puzzles]) {
		t.Error("solving again prints other lines")
	}
	count(puzzles)
	sameContents(t, dump(t, path), alone)
	verified(t, path, puzzles)
	if n := number(t, raw(t, path), `SELECT COUNT(*) FROM puzzle WHERE run_id = 2`); n != puzzles {
		t.Errorf("%d puzzles are of the second run, want all %d", n, puzzles)
	}
}
