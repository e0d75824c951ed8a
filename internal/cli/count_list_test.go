package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/solutions"
)

// list returns functions that read the states of a list, and the current offset.
func list(states []setdoku.State) (next func(context.Context, *format.Puzzle) error, at func() int64) {
	n := 0
	next = func(_ context.Context, p *format.Puzzle) error {
		if n == len(states) {
			return io.EOF
		}
		*p = format.Puzzle{State: states[n]}
		n++
		return nil
	}
	return next, func() int64 { return int64(n) }
}

// TestRun counts several pieces of puzzles that take different times. The last piece is not full. Some puzzles
// have a crossed-out candidate. The numbers must be in input order for any number of workers.
func TestRun(t *testing.T) {
	rng := gridtest.New(3)
	var states []setdoku.State
	var want bytes.Buffer
	for n := range 3*pieceSize + 7 {
		d := gridtest.Solution(rng)
		solution := d
		for _, i := range rng.Perm(len(d))[:40+rng.IntN(15)] {
			d[i] = 0
		}
		s := setdoku.State{Givens: d}
		if n%7 == 0 {
			open := 0
			for d[open] != 0 {
				open++
			}
			s.Deleted[open] = 1 << (solution[open] - 1)
		}
		states = append(states, s)
		n, _ := solutions.CountState(t.Context(), s, 20)
		fmt.Fprintln(&want, n)
	}
	for _, jobs := range []int{1, 2, 5} {
		var got bytes.Buffer
		puzzles, last := 0, int64(0)
		next, at := list(states)
		_, err := countList(t.Context(), countOptions{Limit: 20, Jobs: jobs, Next: next, At: at,
			Write: func(lines []byte, n int, at int64) error {
				if puzzles += n; !bytes.HasSuffix(lines, []byte("\n")) {
					t.Error("a piece ends within a line, and messages come between the pieces")
				}
				if at < last || at != int64(puzzles) {
					t.Errorf("after %d puzzles the piece ends at %d, the one before at %d", puzzles, at, last)
				}
				last = at
				got.Write(lines)
				return nil
			}})
		gridtest.Must(t, err)
		if got.String() != want.String() || puzzles != len(states) {
			t.Errorf("with %d jobs the numbers of %d puzzles differ from those counted one by one", jobs, puzzles)
		}
	}
}

// TestCountListEnds checks that countList returns the errors of its functions, and that it ends while a worker counts
// without end.
func TestCountListEnds(t *testing.T) {
	empty := []setdoku.State{{}}
	broken := errors.New("broken")
	nothing := func([]byte, int, int64) error { return nil }
	next, at := list(empty)
	if _, err := countList(t.Context(), countOptions{Limit: 2, Jobs: 1, Next: next, At: at,
		Write: func([]byte, int, int64) error { return broken }}); !errors.Is(err, broken) {
		t.Errorf("Write fails: %v", err)
	}
	failing := func(context.Context, *format.Puzzle) error { return broken }
	if _, err := countList(t.Context(), countOptions{Limit: 2, Jobs: 1, Next: failing, At: at,
		Write: nothing}); !errors.Is(err, broken) {
		t.Errorf("Next fails: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	next, at = list(empty)
	_, err := countList(ctx, countOptions{Limit: 1 << 22, Jobs: 1, Next: next, At: at, Write: nothing})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended with %v, want %v", err, context.DeadlineExceeded)
	}
}
