// Package bench measures the speed and the memory of setdoku on lists of puzzles. Times are CPU times of the
// process (user and system), which depend less on other load of the machine. Compare them as ratios of alternating
// runs.
package bench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"setdoku/internal/format"
)

// Measure is one figure with its target.
type Measure struct {
	Name   string
	Value  float64
	Unit   string
	Target string // "" for none
	Note   string
}

// readList reads the first n puzzles of a list in a folder.
func readList(folder, name string, n int) ([]format.Puzzle, error) {
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		return nil, fmt.Errorf("read the list %s (name its folder with --data): %w", name, err)
	}
	defer f.Close()
	r := format.NewReader(bufio.NewReader(f), name)
	var list []format.Puzzle
	for len(list) < n {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// share is the share of a list in a mix, in percent.
type share struct {
	list    string
	percent int
}

// standardMix has 50 percent puzzles for singles only, 40 percent minimal puzzles, and 10 percent with 17 clues.
var standardMix = []share{{"generated_easy.txt", 50}, {"generated_minimal.txt", 40}, {"17_clue.txt", 10}}

// readMix reads n puzzles of a mix, interleaved so that every part has the same shares. If a list is too short,
// its puzzles are used again with renamed digits.
func readMix(folder string, mix []share, n int) ([]format.Puzzle, error) {
	puzzles, err := mixed(folder, mix, n)
	if err != nil {
		return nil, err
	}
	return slices.Collect(puzzles), nil
}

// mixed is readMix one puzzle at a time. It keeps only the lists in memory.
func mixed(folder string, mix []share, n int) (iter.Seq[format.Puzzle], error) {
	lists := make([][]format.Puzzle, len(mix))
	for i, s := range mix {
		var err error
		if lists[i], err = readList(folder, s.list, (n*s.percent+99)/100); err != nil {
			return nil, err
		}
		if len(lists[i]) == 0 {
			return nil, fmt.Errorf("list %s is empty", s.list)
		}
	}
	return func(yield func(format.Puzzle) bool) {
		taken := make([]int, len(mix))
		for range n {
			next := 0
			for i, s := range mix {
				if taken[i]*mix[next].percent < taken[next]*s.percent {
					next = i
				}
			}
			k := taken[next]
			taken[next]++
			if !yield(renamed(lists[next][k%len(lists[next])], k/len(lists[next]))) {
				return
			}
		}
	}, nil
}

// renamed returns the puzzle with its digits renamed by permutation number by, one of 9! = 362,880. The result is
// another puzzle with the same difficulty. Number 0 changes nothing.
func renamed(p format.Puzzle, by int) format.Puzzle {
	names := []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}
	var to [10]uint8
	for d := uint8(1); d <= 9; d++ {
		i := by % len(names)
		by /= len(names)
		to[d] = names[i]
		names = slices.Delete(names, i, i+1)
	}
	for i, d := range p.State.Givens {
		p.State.Givens[i] = to[d]
	}
	return p
}
