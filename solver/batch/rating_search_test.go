package batch_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
	"setdoku/solver/solutions"
)

var searchRating = flag.Duration("search-rating", 0, "look so long for puzzles that need techniques of which testdata/rating.txt has none")

// TestSearchRating looks for puzzles to rate, in the neighbourhood of hard ones: a few clues go elsewhere.
func TestSearchRating(t *testing.T) {
	if *searchRating == 0 {
		return // it makes material for TestRatingOfIsomorphs and checks nothing
	}
	list := ratingPuzzles(t)
	need := make(map[string]bool)
	all := solvertest.Catalogue(t)
	for _, technique := range all {
		need[technique.Name] = true
	}
	m := newInMemory(t, all, all)
	var pool []setdoku.Grid // hard ones
	found := func(list []setdoku.Grid) (useful []setdoku.Grid) {
		ratings, err := m.Solve(t.Context(), solvertest.Givens(list...))
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range ratings {
			use := false
			for _, u := range r.Uses {
				use = use || need[u.Technique]
				delete(need, u.Technique)
			}
			if use {
				useful = append(useful, list[i])
			}
			if *r.Level == "unfair" || *r.Level == "extreme" {
				pool = append(pool, list[i])
			}
		}
		return useful
	}
	kept := found(list)
	rng := gridtest.New(uint64(time.Now().UnixNano()))
	tried := 0
	for end := time.Now().Add(*searchRating); len(need) > 0 && time.Now().Before(end); {
		batch := []setdoku.Grid{gridtest.Several(rng)}
		for len(batch) < driver.ChunkSize {
			if len(pool) < 50 || rng.IntN(20) == 0 {
				batch = append(batch, gridtest.Minimal(rng))
			} else {
				batch = append(batch, neighbour(rng, pool[rng.IntN(len(pool))]))
			}
		}
		tried += len(batch)
		kept = append(kept, found(batch)...)
		if more := len(pool) - 1000; more > 0 {
			rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
			pool = pool[more:]
		}
	}
	var text strings.Builder
	for _, p := range kept {
		fmt.Fprintln(&text, p)
	}
	if err := os.WriteFile(ratingFile, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d puzzles tried, %d kept, no puzzle needs %v", tried, len(kept), need)
}

// neighbour returns a minimal puzzle that shares most clues with another.
func neighbour(rng *rand.Rand, p setdoku.Grid) setdoku.Grid {
	clues := slices.DeleteFunc(rng.Perm(setdoku.CellCount), func(i int) bool { return p[i] == 0 })
	for _, i := range clues[:1+rng.IntN(3)] {
		p[i] = 0
	}
	for !solutions.Unique(p) {
		// A clue that the puzzle can have, such as one of a solution.
		s := gridtest.Random(rng)
		solution, _ := solutions.Solve(s.Digits(p))
		i := rng.IntN(setdoku.CellCount)
		if p[i] == 0 {
			p[i] = undo(s, solution[s.Index(i)])
		}
	}
	for _, i := range rng.Perm(setdoku.CellCount) {
		q := p
		if q[i] = 0; p[i] != 0 && solutions.Unique(q) {
			p = q
		}
	}
	return p
}

// undo returns the digit that an isomorphism makes d of.
func undo(m gridtest.Isomorphism, d uint8) uint8 {
	for before := uint8(1); before <= 9; before++ {
		if m.Digit(before) == d {
			return before
		}
	}
	return 0
}
