package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"setdoku/internal/format"
	"setdoku/internal/isomorph"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// IsomorphOptions specify what Isomorphs rates.
type IsomorphOptions struct {
	Data      string   // folder of the default lists, if Files is empty
	Files     []string // lists of puzzles
	Puzzles   int      // number of puzzles at the start of each list
	Isomorphs int      // number of isomorphs of each puzzle
	Seed      uint64   // determines the isomorphs
}

// isomorphLists are the default lists: puzzles of all levels, hard ones, and the hardest known.
var isomorphLists = []string{"generated_qqwing.txt", "magictour_top1465.txt", "forum_hardest_1905.txt"}

// Isomorphs counts the puzzles of lists whose rating differs from that of a random isomorph. differing describes
// each of them.
func Isomorphs(ctx context.Context, o IsomorphOptions) (measures []Measure, differing []string, err error) {
	files := o.Files
	if len(files) == 0 {
		for _, name := range isomorphLists {
			files = append(files, filepath.Join(o.Data, name))
		}
	}
	m, err := newRater(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, m.Close(context.WithoutCancel(ctx))) }()
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for _, file := range files {
		list, err := readList(filepath.Dir(file), filepath.Base(file), o.Puzzles)
		if err != nil {
			return nil, nil, err
		}
		found, err := uneven(ctx, m.Solve, list, o.Isomorphs, rng)
		if err != nil {
			return nil, nil, err
		}
		measures = append(measures, Measure{
			filepath.Base(file), float64(len(found)), "puzzles differ", "0",
			fmt.Sprintf("of %d, %d isomorphs of each", len(list), o.Isomorphs),
		})
		differing = append(differing, found...)
	}
	return measures, differing, nil
}

// newRater returns a solver with the whole catalogue.
func newRater(ctx context.Context) (*batch.InMemory, error) {
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	all, err := catalogue.BuiltIn()
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return batch.NewInMemory(all, driver.Options{Engine: driver.EngineAuto, Techniques: all})
}

// uneven rates puzzles and n isomorphs of each. It describes each puzzle whose rating differs from that of an
// isomorph.
func uneven(ctx context.Context, rate func(context.Context, []format.Puzzle) ([]store.Result, error), list []format.Puzzle, n int, rng *rand.Rand) (differing []string, err error) {
	for chunk := range slices.Chunk(list, max(1, driver.ChunkSize/(n+1))) {
		var all []format.Puzzle // each puzzle before its isomorphs
		for _, p := range chunk {
			all = append(all, p)
			for range n {
				all = append(all, format.Puzzle{State: isomorph.Random(rng).State(p.State)})
			}
		}
		ratings, err := rate(ctx, all)
		if err != nil {
			return nil, err
		}
		for group := range slices.Chunk(ratings, n+1) {
			want := ratingText(group[0])
			for _, r := range group[1:] {
				if got := ratingText(r); got != want {
					differing = append(differing, fmt.Sprintf("%s: %s\n%s: %s", group[0].Givens, want, r.Givens, got))
					break
				}
			}
		}
	}
	return differing, nil
}

// ratingText returns the parts of a rating that must not depend on the isomorph.
func ratingText(r store.Result) string {
	level, hardest := "-", "-"
	if r.Hardest != nil {
		level, hardest = *r.Level, *r.Hardest
	}
	return fmt.Sprintf("%s, level %s, score %d, hardest %s, %d steps %v, deductions %s", r.Status, level, r.Score, hardest, r.Steps, r.Uses, r.Techniques())
}
