package batch

import (
	"context"

	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/store"
)

// Rating is the difficulty of a puzzle for the selected techniques, as docs/rating.md defines it.
type Rating struct {
	store.Result
	Uses []Use // of the techniques that made a step, in catalogue order
}

// Use is the number of steps of a technique, 1 or more.
type Use struct {
	Technique string
	Steps     int
}

// Rate rates the puzzles and returns a rating for each, in order, without ids.
func (m *InMemory) Rate(ctx context.Context, puzzles []format.Puzzle) ([]Rating, error) {
	ratings := make([]Rating, len(puzzles))
	err := m.run(ctx, puzzles, func(job, i int, s *store.Start, o *memory.Outcome) {
		ratings[i] = Rating{*m.pool.rate(job, s, o), m.pool.uses(o)}
	})
	return ratings, err
}

// uses counts the steps of a puzzle by technique.
func (m *pool) uses(o *memory.Outcome) []Use {
	steps := make([]int, len(m.opts.Techniques))
	different := 0
	for _, s := range o.Steps {
		at := m.logics[0].Index(s.Rule)
		if steps[at]++; steps[at] == 1 {
			different++
		}
	}
	uses := make([]Use, 0, different)
	for i, n := range steps {
		if n > 0 {
			uses = append(uses, Use{m.opts.Techniques[i].Name, n})
		}
	}
	return uses
}
