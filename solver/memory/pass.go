package memory

import (
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
)

// Pass is one run of a technique: of a statement on many puzzles, or of a finder in memory on one puzzle.
type Pass struct {
	Technique    string
	Puzzles      int   // how many were searched
	Puzzle       int64 // the searched puzzle, 0 for several
	Changed      int   // puzzles in which it found something
	Placements   int
	Eliminations int
	Time         time.Duration
	Grids        []PassGrid // the changed puzzles by number; empty without Options.PassGrids
}

// PassGrid is a puzzle after a pass.
type PassGrid struct {
	Puzzle int64
	Step   int // that the pass made
	State  setdoku.State
}

// report calls OnPass, if it is set, for a technique that Logic has run, and whether it made a step.
func (l *Logic) report(technique int, made bool, took time.Duration) {
	if l.OnPass == nil {
		return
	}
	p := Pass{Technique: l.techniques[technique].Name, Puzzles: 1, Puzzle: l.solving.PuzzleID, Time: took}
	if made {
		last := &l.solving.StepRows[len(l.solving.StepRows)-1]
		p.Placements, p.Eliminations = last.Placements, last.Eliminations
	}
	if p.Placements+p.Eliminations > 0 { // a search that finds several solutions makes a step without any
		p.Changed = 1
		if l.PassGrids {
			p.Grids = []PassGrid{{Puzzle: p.Puzzle, Step: l.solving.LastStep(), State: l.End()}}
		}
	}
	l.OnPass(p)
}

// reportStatement calls OnPass for a technique whose statement has searched the puzzles that waited for it.
func (m *Solver) reportStatement(t catalogue.Technique, chunk []*waiting, found [][]setdoku.Deduction,
	took time.Duration) {
	p := Pass{Technique: t.Name, Puzzles: len(chunk), Time: took}
	if len(chunk) == 1 {
		p.Puzzle = chunk[0].PuzzleID
	}
	for i, w := range chunk {
		if len(found[i]) == 0 {
			continue
		}
		p.Changed++
		for _, d := range found[i] {
			p.Eliminations += len(d.Eliminations)
		}
		if m.opts.PassGrids {
			p.Grids = append(p.Grids, PassGrid{Puzzle: w.PuzzleID, Step: w.LastStep(), State: w.at})
		}
	}
	m.opts.OnPass(p)
}
