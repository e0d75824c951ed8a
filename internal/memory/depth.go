package memory

import (
	"setdoku"
	"setdoku/internal/record"
	"setdoku/internal/trial"
)

// depths are the trial depths that a result may point to.
var depths = func() (d [trial.MaxDepth + 1]int) {
	for i := range d {
		d[i] = i
	}
	return d
}()

// depth returns the trial depth of a puzzle with its outcome, nil if it has none. If singles solved the puzzle from its
// givens, the depth is 0 without a computation.
func (m *Solver) depth(engine *trial.Engine, start *record.Puzzle, o *Outcome) *int {
	if o.Status != setdoku.StatusSolved {
		return nil
	}
	if !start.Start.Plain() || start.BaseStep > 0 {
		return anyDepth(trial.Depth(start.Start)) // the givens may have other solutions
	}
	if m.onlySingles(o) {
		return &depths[0]
	}
	return anyDepth(engine.Depth(&start.Start, &o.Digits))
}

func anyDepth(n int, ok bool) *int {
	if !ok {
		return nil
	}
	return &depths[n]
}

// onlySingles reports whether the steps of an outcome are singles, and whether there are any.
func (m *Solver) onlySingles(o *Outcome) bool {
	for _, s := range o.StepRows {
		if !m.opts.Techniques[m.logics[0].Index(s.Rule)].Single() {
			return false
		}
	}
	return len(o.StepRows) > 0
}
