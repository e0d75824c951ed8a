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

// IsomorphOptions say what Isomorphs rates.
type IsomorphOptions struct {
	Data      string   // folder of the lists that are rated when Files is empty
	Files     []string // lists of puzzles
	Puzzles   int      // how many of each list, from its start
	Isomorphs int      // of each puzzle
	Seed      uint64   // decides which
}

// isomorphLists are rated unless others are named: puzzles of all levels, hard ones, and the hardest known.
var isomorphLists = []string{"generated_qqwing.txt", "magictour_top1465.txt", "forum_hardest_1905.txt"}

// Isomorphs counts the puzzles of lists that some random isomorph is rated otherwise than. The string tells of each
// of these.
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
		told, err := uneven(ctx, m.Rate, list, o.Isomorphs, rng)
		if err != nil {
			return nil, nil, err
		}
		measures = append(measures, Measure{
			filepath.Base(file), float64(len(told)), "puzzles differ", "0",
			fmt.Sprintf("of %d, %d isomorphs of each", len(list), o.Isomorphs),
		})
		differing = append(differing, told...)
	}
	return measures, differing, nil
}

// newRater rates with the whole catalogue.
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

// uneven rates puzzles and n isomorphs of each, and says of each puzzle that has another rating than one of
// them what that is.
func uneven(ctx context.Context, rate func(context.Context, []format.Puzzle) ([]batch.Rating, error), list []format.Puzzle, n int, rng *rand.Rand) (told []string, err error) {
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
					told = append(told, fmt.Sprintf("%s: %s\n%s: %s", group[0].Givens, want, r.Givens, got))
					break
				}
			}
		}
	}
	return told, nil
}

// ratingText is all of a rating that must not depend on the isomorph.
func ratingText(r batch.Rating) string {
	level, hardest := "-", "-"
	if r.Hardest != nil {
		level, hardest = *r.Level, *r.Hardest
	}
	return fmt.Sprintf("%s, level %s, score %d, hardest %s, %d steps %v, deductions %s", r.Status, level, r.Score, hardest, r.Steps, r.Uses, r.Techniques)
}
