package memory_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"setdoku"
	catalogues "setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// TestEach checks that Each yields the records of Compute in order, each before the next puzzle begins if there is one
// job, and that it ends when yield returns false and when its context ends.
func TestEach(t *testing.T) {
	all, err := catalogues.BuiltIn()
	gridtest.Must(t, err)
	var puzzles []format.Puzzle
	for rng := gridtest.New(44); len(puzzles) < 40; {
		var p format.Puzzle
		p.State.Givens = gridtest.Minimal(rng)
		puzzles = append(puzzles, p)
	}
	for jobs := 1; jobs <= 3; jobs++ {
		opts := memory.Options{Techniques: all, Jobs: jobs}
		var begun int64 // the puzzle of the last pass
		if jobs == 1 {
			opts.OnPass = func(p memory.Pass) { begun = p.Puzzle }
		}
		m, err := memory.NewSolver(all, opts)
		gridtest.Must(t, err)
		var want []*record.Puzzle
		for _, p := range puzzles {
			want = append(want, &record.Puzzle{Start: p.State,
				Identity: record.Identity{Givens: p.State.Givens.String()}})
		}
		gridtest.Must(t, m.Compute(t.Context(), want))
		for _, most := range []int{len(puzzles), 7} {
			ctx, stop := context.WithCancel(t.Context())
			for _, interrupted := range []bool{false, true} {
				got := 0
				err := m.Each(ctx, puzzles, func(p *record.Puzzle) bool {
					if w := want[got]; p.Givens != w.Givens || p.Score != w.Score || !slices.Equal(p.Uses, w.Uses) {
						t.Errorf("%d jobs: puzzle %d is %s %d, want %s %d", jobs, got+1, p.Givens, p.Score, w.Givens,
							w.Score)
					}
					if jobs == 1 && begun != p.PuzzleID {
						t.Errorf("puzzle %d has begun before puzzle %d is yielded", begun, p.PuzzleID)
					}
					if got++; got == most && interrupted {
						stop()
					}
					return got < most || interrupted
				})
				switch { // several jobs may have solved all puzzles before the interrupt
				case !interrupted && (err != nil || got != most),
					interrupted && jobs == 1 && most < len(puzzles) && (err == nil || got > most),
					interrupted && err == nil && got < len(puzzles):
					t.Errorf("%d jobs, interrupt at %d %t: %d puzzles, error %v", jobs, most, interrupted, got, err)
				}
			}
			stop()
		}
	}
}

// TestSolveInterrupted interrupts Solve in the first pass of a puzzle. It returns the puzzles before this one,
// and nothing of the others.
func TestSolveInterrupted(t *testing.T) {
	all, err := catalogues.BuiltIn()
	gridtest.Must(t, err)
	var puzzles []format.Puzzle
	for rng := gridtest.New(45); len(puzzles) < 9; {
		puzzles = append(puzzles, format.Puzzle{State: setdoku.State{Givens: gridtest.Minimal(rng)}})
	}
	ctx, interrupt := context.WithCancel(t.Context())
	m, err := memory.NewSolver(all, memory.Options{Techniques: all, OnPass: func(p memory.Pass) {
		if p.Puzzle == 4 {
			interrupt()
		}
	}})
	gridtest.Must(t, err)
	list, err := m.Solve(ctx, puzzles)
	if !errors.Is(err, context.Canceled) || len(list) != 3 {
		t.Errorf("%d puzzles, error %v, want 3 and an interrupt", len(list), err)
	}
	for i, p := range list {
		if p.Status != setdoku.StatusSolved || p.Givens != puzzles[i].State.Givens.String() {
			t.Errorf("puzzle %d: %s %s", i+1, p.Givens, p.Status)
		}
	}
}
