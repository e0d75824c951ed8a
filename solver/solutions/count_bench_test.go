package solutions

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
)

// BenchmarkCount counts up to 2 solutions of random kinds of puzzles and, if they exist, of the shared lists: in
// memory, and from a file as the command count does. One iteration is one puzzle.
func BenchmarkCount(b *testing.B) {
	for k, source := range sources {
		rng := gridtest.New(uint64(k))
		puzzles := make([]setdoku.Grid, 200)
		for i := range puzzles {
			puzzles[i] = source.make(rng)
		}
		benchmarkCount(b, source.name, puzzles)
	}
	dir, err := gridtest.FindShared()
	if err != nil {
		return
	}
	for _, l := range lists {
		benchmarkCount(b, l.name, gridtest.List(b, l.name, 0))
		b.Run(l.name+"/file", func(b *testing.B) {
			gridtest.PerCPU(b, "puzzle", func() {
				for left := b.N; left > 0; {
					left -= countFile(b, filepath.Join(dir, "data", l.name+".txt"), left)
				}
			})
		})
	}
}

func benchmarkCount(b *testing.B, name string, puzzles []setdoku.Grid) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		gridtest.PerCPU(b, "puzzle", func() {
			for i := range b.N {
				counted(b, puzzles[i%len(puzzles)], 2)
			}
		})
	})
}

// countFile counts the solutions of the first n puzzles of a file, and writes the numbers nowhere. It returns how many
// puzzles there were.
func countFile(b *testing.B, path string, n int) (puzzles int) {
	f, err := os.Open(path)
	gridtest.Must(b, err)
	defer f.Close()
	r := format.NewReader(f, path)
	out := bufio.NewWriter(io.Discard)
	var line []byte
	for p := (format.Puzzle{}); puzzles < n; puzzles++ {
		if err := r.Next(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			b.Fatal(err)
		}
		line = append(strconv.AppendInt(line[:0], int64(counted(b, p.State.Givens, 2)), 10), '\n')
		if _, err := out.Write(line); err != nil {
			b.Fatal(err)
		}
	}
	return puzzles
}
