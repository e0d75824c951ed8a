package memory

import (
	"context"

	"setdoku"
	"setdoku/solver/forcing"
	"setdoku/store/record"
)

// depths are the trial depths that a result may point to.
var depths = func() (d [forcing.MaxDepth + 1]int) {
	for i := range d {
		d[i] = i
	}
	return d
}()

// depth returns the trial depth of a solved puzzle, nil if it has none. If singles solved the puzzle from its givens,
// the depth is 0 without a computation.
func (m *Solver) depth(ctx context.Context, job int, p *record.Puzzle, solution *setdoku.Grid) *int {
	if !p.Start.Plain() || p.BaseStep > 0 {
		return anyDepth(forcing.Depth(ctx, p.Start)) // the givens may have other solutions
	}
	if m.onlySingles(p.StepRows) {
		return &depths[0]
	}
	if m.trials[job] == nil {
		m.trials[job] = new(forcing.Engine)
	}
	return anyDepth(m.trials[job].Depth(ctx, &p.Start, solution))
}

func anyDepth(n int, ok bool) *int {
	if !ok {
		return nil
	}
	return &depths[n]
}

// onlySingles reports whether steps are singles, and whether there are any.
func (m *Solver) onlySingles(steps []record.StepRow) bool {
	for _, s := range steps {
		if !m.opts.Techniques[m.logics[0].Index(s.Rule)].Single() {
			return false
		}
	}
	return len(steps) > 0
}
