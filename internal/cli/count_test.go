package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"setdoku/internal/cli/stream"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solutions"
)

// TestCountKeepsTheOrder counts more pieces of the input than are stored at once. The puzzles take different times. One
// worker and several must print the same.
func TestCountKeepsTheOrder(t *testing.T) {
	rng := gridtest.New(1)
	var in, want strings.Builder
	for n := range 10*memory.ChunkSize + 7 {
		d := gridtest.Solution(rng)
		empty := 1 // a full grid would be the solution of the puzzle before it
		if n%3 > 0 {
			empty = 40 + rng.IntN(30)
		}
		for _, i := range rng.Perm(len(d))[:empty] {
			d[i] = 0
		}
		fmt.Fprintln(&in, d)
		n, _ := solutions.Count(t.Context(), d, 100)
		fmt.Fprintln(&want, n)
	}
	for _, jobs := range []int{1, 2, 5} {
		var out bytes.Buffer
		a := &app{Streams: stream.Streams{In: strings.NewReader(in.String()), Out: &out, Err: io.Discard}}
		gridtest.Must(t, a.count(t.Context(), countFlags{limit: 100, jobs: jobs}, []string{"-"}))
		if out.String() != want.String() {
			t.Errorf("with %d jobs the numbers are others than one by one", jobs)
		}
	}
}

// TestCountIsInterrupted checks that an interruption ends a count that would not end by itself.
func TestCountIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := io.MultiReader(strings.NewReader(strings.Repeat(".", 81)+"\n"), atEnd(cancel))
	a := &app{Streams: stream.Streams{In: in, Out: io.Discard, Err: io.Discard}}
	if err := a.count(ctx, countFlags{limit: 1 << 22, jobs: 1}, []string{"-"}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// TestCountTellsWhenItCannotWrite checks that a write error ends a count with that error.
func TestCountTellsWhenItCannotWrite(t *testing.T) {
	broken := errors.New("broken")
	in := strings.Repeat(strings.Repeat(".", 81)+"\n", 3*memory.ChunkSize)
	a := &app{Streams: stream.Streams{In: strings.NewReader(in), Out: brokenWriter{broken}, Err: io.Discard}}
	if err := a.count(t.Context(), countFlags{limit: 2, jobs: 1}, []string{"-"}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestCountWritesWholeLines checks that every write ends with a line, because messages come between the writes.
func TestCountWritesWholeLines(t *testing.T) {
	in := strings.Repeat(strings.Repeat(".", 81)+"\n", 2500)
	writes := 0
	out := eachWrite(func(text []byte) {
		if writes++; !bytes.HasSuffix(text, []byte("10\n")) {
			t.Errorf("write %d of %d bytes ends within a line", writes, len(text))
		}
	})
	a := &app{Streams: stream.Streams{In: strings.NewReader(in), Out: out, Err: io.Discard}}
	if err := a.count(t.Context(), countFlags{limit: 10, jobs: 1}, []string{"-"}); err != nil || writes < 3 {
		t.Errorf("%d writes, error %v", writes, err)
	}
}

// eachWrite is an output that calls a function for each write.
type eachWrite func(text []byte)

func (f eachWrite) Write(text []byte) (int, error) {
	f(text)
	return len(text), nil
}

// atEnd is an empty input that calls a function when it is read.
type atEnd func()

func (f atEnd) Read([]byte) (int, error) {
	f()
	return 0, io.EOF
}

// TestCountStates counts puzzles with crossed-out candidates between plain ones, over several pieces of the input.
func TestCountStates(t *testing.T) {
	rng := gridtest.New(2)
	var in, want strings.Builder
	for n := range 1505 {
		solution := gridtest.Solution(rng)
		d := solution
		d[rng.IntN(81)] = 0
		d[0] = 0
		if n%7 != 0 {
			fmt.Fprintln(&in, d)
			n, _ := solutions.Count(t.Context(), d, 2)
			fmt.Fprintln(&want, n)
			continue
		}
		// The candidate that the solution has in the first cell is crossed out.
		fmt.Fprintf(&in, ":0000:x:%s:%d11::\n", d, solution[0])
		fmt.Fprintln(&want, 0)
	}
	var out, errors bytes.Buffer
	a := &app{Streams: stream.Streams{In: strings.NewReader(in.String()), Out: &out, Err: &errors}}
	if err := a.count(t.Context(), countFlags{limit: 2, jobs: 2}, []string{"-"}); err != nil {
		t.Fatal(err, errors.String())
	}
	if out.String() != want.String() {
		t.Error("the numbers are others than one by one")
	}
}

// brokenWriter is a writer that fails with its error.
type brokenWriter struct{ error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.error }
