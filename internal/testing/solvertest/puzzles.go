package solvertest

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/store/record"
)

// Givens makes puzzles of grids.
func Givens(grids ...setdoku.Grid) (list []format.Puzzle) {
	for _, d := range grids {
		list = append(list, format.Puzzle{State: setdoku.State{Givens: d}})
	}
	return list
}

// Every returns each n-th puzzle, beginning with the one at the index from.
func Every(n, from int, list []format.Puzzle) (some []format.Puzzle) {
	for i := from; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// Pool is puzzles that many tests solve.
type Pool struct {
	Unique  []setdoku.Grid // one solution, any difficulty
	Several []setdoku.Grid // two solutions or more
	None    []setdoku.Grid // no solution, although no unit repeats a digit
}

// NewPool makes the pool, always the same.
func NewPool() (p Pool) {
	rng := gridtest.New(20)
	for range 26 {
		p.Unique = append(p.Unique, gridtest.Minimal(rng))
	}
	for n := 25; n <= 38; n++ {
		p.Unique = append(p.Unique, gridtest.WithClues(rng, n))
	}
	for range 6 {
		p.Several = append(p.Several, gridtest.Several(rng))
	}
	for range 14 {
		p.None = append(p.None, gridtest.Contradictory(rng))
	}
	return p
}

// All returns the puzzles of all three kinds.
func (p Pool) All() []setdoku.Grid { return slices.Concat(p.Unique, p.Several, p.None) }

// Spoilt returns n puzzles from which candidates were crossed out at random, so that techniques come to states that a
// puzzle with one solution never has.
func Spoilt(list []setdoku.Grid, n int) []format.Puzzle {
	rng := gridtest.New(4)
	puzzles := make([]format.Puzzle, n)
	for i := range puzzles {
		s := setdoku.State{Givens: gridtest.Random(rng).Digits(list[i%len(list)])}
		for c, m := range s.Candidates() {
			for ; m != 0; m &= m - 1 {
				if rng.IntN(6) == 0 {
					s.Deleted[c] |= setdoku.NewDigitSet(m.Lowest())
				}
			}
		}
		puzzles[i] = format.Puzzle{State: s}
	}
	return puzzles
}

// MixedStates returns the pool, and states with crossed-out candidates and with placed digits, of which many are wrong.
func MixedStates() []format.Puzzle {
	p := NewPool()
	list := append(Givens(p.All()...), Spoilt(p.Unique, 30)...)
	rng := gridtest.New(12)
	for _, d := range p.Unique {
		s := setdoku.State{Givens: d}
		i := rng.IntN(setdoku.CellCount)
		if m := s.Candidates()[i]; m != 0 {
			s.Placed[i] = m.Lowest() // often not that of the solution
			list = append(list, format.Puzzle{State: s})
		}
	}
	return list
}

// StuckPuzzle returns a puzzle that singles begin and do not solve, with its solution.
func StuckPuzzle(t testing.TB) (puzzle, solution setdoku.Grid) {
	t.Helper()
	singles, err := newLogic(false, "singles")
	gridtest.Must(t, err)
	rng := gridtest.New(30)
	for range 10 {
		puzzle = gridtest.Minimal(rng)
		p := &record.Puzzle{Start: setdoku.State{Givens: puzzle}}
		gridtest.Must(t, singles.Solve(t.Context(), p))
		if p.Status == setdoku.StatusStuck && p.LastStep() > 1 {
			solution, err = gridtest.Solve(puzzle)
			gridtest.Must(t, err)
			return puzzle, solution
		}
	}
	t.Fatal("singles solve all of ten minimal puzzles")
	return
}

// Sample returns the puzzles of testdata/sample.sdm.
func Sample(t testing.TB) []format.Puzzle {
	t.Helper()
	return readAll(t, gridtest.File(t, "testdata", "sample.sdm"))
}

// Rated returns the puzzles of testdata/rating.txt, whose paths have all techniques of the catalogue.
func Rated(t testing.TB) []format.Puzzle {
	t.Helper()
	return readAll(t, gridtest.File(t, "testdata", "rating.txt"))
}

// readAll reads all puzzles of a file.
func readAll(t testing.TB, path string) []format.Puzzle {
	t.Helper()
	text, err := os.ReadFile(path)
	gridtest.Must(t, err)
	return Puzzles(t, filepath.Base(path), string(text))
}

// Puzzles reads all puzzles of the text of a file.
func Puzzles(t testing.TB, name, text string) (list []format.Puzzle) {
	t.Helper()
	for r := format.NewReader(strings.NewReader(text), name); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list
		}
		gridtest.Must(t, err)
		list = append(list, p)
	}
}

// ExampleStates returns the states of testdata/examples.txt by technique.
func ExampleStates(t testing.TB) map[string]setdoku.State {
	t.Helper()
	f, err := os.Open(gridtest.File(t, "testdata", "examples.txt"))
	gridtest.Must(t, err)
	defer f.Close()
	states := make(map[string]setdoku.State)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		name, state, _ := strings.Cut(lines.Text(), " ")
		p, err := format.NewReader(strings.NewReader(state+"\n"), name).Read()
		gridtest.Must(t, err)
		states[name] = p.State
	}
	gridtest.Must(t, lines.Err())
	return states
}
