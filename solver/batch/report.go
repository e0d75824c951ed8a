package batch

import (
	"time"

	"setdoku"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
)

// reportPass calls OnPass for a technique that a Logic has run.
func (m *pool) reportPass(l *memory.Logic, p memory.Pass) {
	out := driver.Pass{
		Technique: m.opts.Techniques[p.Technique].Name, Puzzles: 1, Puzzle: p.ID,
		Placements: p.Placements, Eliminations: p.Eliminations, Time: p.Time,
	}
	if p.Placements+p.Eliminations > 0 {
		out.Changed = 1
		if m.opts.PassGrids {
			out.Grids = []driver.PassGrid{{Puzzle: p.ID, Step: p.Step, State: l.State()}}
		}
	}
	m.opts.OnPass(out)
}

// reportStatement calls OnPass for a technique whose statement has searched the puzzles that waited for it.
func (m *pool) reportStatement(t setdoku.Technique, chunk []*waitingPuzzle, found [][]setdoku.Deduction, took time.Duration) {
	p := driver.Pass{Technique: t.Name, Puzzles: len(chunk), Time: took}
	if len(chunk) == 1 {
		p.Puzzle = chunk[0].start.ID
	}
	for i, j := range chunk {
		if len(found[i]) == 0 {
			continue
		}
		p.Changed++
		for _, d := range found[i] {
			p.Eliminations += len(d.Eliminations)
		}
		if m.opts.PassGrids {
			p.Grids = append(p.Grids, driver.PassGrid{Puzzle: j.start.ID, Step: j.start.Step, State: j.state()})
		}
	}
	m.opts.OnPass(p)
}
