package clitest

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"setdoku"
	"setdoku/internal/cli"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
)

// Two puzzles that singles solve, and their solutions.
const (
	GoodPuzzle  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	GoodGrid    = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	OtherPuzzle = "53467891.67.195348198342567859761423426853791713924856961537284287419635345286179"
	OtherGrid   = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// SamplePuzzles reads testdata/sample.sdm.
func SamplePuzzles(t *testing.T) []setdoku.Grid {
	t.Helper()
	f, err := os.Open(InRepository("testdata", "sample.sdm"))
	gridtest.Must(t, err)
	defer f.Close()
	var list []setdoku.Grid
	for r := format.NewReader(f, "sample.sdm"); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list
		}
		gridtest.Must(t, err)
		list = append(list, p.State.Givens)
	}
}

// MixedPuzzles returns n different puzzles. Most are easy, one in eight is an isomorph of a sample puzzle, one in 25
// has no solution and one in 25 has several.
func MixedPuzzles(t *testing.T, n int) []string {
	t.Helper()
	rng := gridtest.New(uint64(n))
	samples := SamplePuzzles(t)
	easy := gridtest.WithClues(rng, 34)
	several, contradictory := gridtest.Several(rng), gridtest.Contradictory(rng)
	list := make([]string, n)
	for i := range list {
		p := easy
		switch {
		case i%25 == 7:
			p = several
		case i%25 == 13:
			p = contradictory
		case i%8 == 0:
			p = samples[i/8%len(samples)]
		}
		list[i] = gridtest.Random(rng).Digits(p).String()
	}
	if different := slices.Compact(slices.Sorted(slices.Values(list))); len(different) != n {
		t.Fatalf("%d different puzzles of %d", len(different), n)
	}
	return list
}

// WriteLines writes a file of lines into a folder and returns its path.
func WriteLines(t *testing.T, dir, name string, lines []string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	gridtest.Must(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666))
	return path
}

// Basics are the families up to jellyfish. They leave hard puzzles stuck.
const Basics = "singles,intersections,subsets,basic_fish"

// A puzzle with several solutions, one without a solution, and the grids at which the basic techniques end.
const (
	StuckPuzzle   = "........8.....9...768.....1....91...15.....6..765....33.....9..51...3....2.8.5..."
	StuckGrid     = ".9......8.3..89...768....91843691...152....699765....338....9..51.9.3...6298.5..."
	InvalidPuzzle = "........8.....4...768.....1....91...15.....6..765....33.....9..51...3.4..2.8.5..."
	InvalidGrid   = "........8....84...768...4.1...691...15.4.8.699765....3384...9..5179.384.629845..7"
)

// SolvedDatabase makes a database of n solved puzzles and returns its path.
func SolvedDatabase(t *testing.T, dir string, n int) string {
	t.Helper()
	in := WriteLines(t, dir, "before", MixedPuzzles(t, n))
	path := filepath.Join(dir, "solved.db")
	Call(t.Context(), nil, "solve", in, "--db", path).Must(t, cli.ExitUnsolved)
	return path
}

// sample has the bytes of a database in which testdata/sample.sdm is solved.
var sample = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "setdoku-clitest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "sample.db")
	r := Call(context.Background(), nil, "solve", InRepository("testdata", "sample.sdm"), "--db", path)
	if r.Code != cli.ExitDone {
		return nil, errors.New(r.Stderr)
	}
	return os.ReadFile(path) // SQLite has closed it
})

// WriteSample writes a database in which testdata/sample.sdm is solved. It is solved once in a process.
func WriteSample(path string) error {
	text, err := sample()
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}
