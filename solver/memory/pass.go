package memory

import (
	"time"

	"setdoku"
)

// Pass is one run of a technique on a puzzle.
type Pass struct {
	ID           int64 // Start.ID of the puzzle
	Technique    int   // index of the techniques given to NewLogic
	Step         int   // that the pass made, 0 if it found nothing
	Placements   int
	Eliminations int
	Time         time.Duration // elapsed time
}

// report calls OnPass, if it is set, for a technique that Solve has run. step is 0 if it made none.
func (l *Logic) report(technique, step int, took time.Duration) {
	if l.OnPass == nil {
		return
	}
	p := Pass{ID: l.id, Technique: technique, Step: step, Time: took}
	if step > 0 {
		last := &l.out.StepRows[len(l.out.StepRows)-1]
		p.Placements, p.Eliminations = last.Placements, last.Eliminations
	}
	l.OnPass(p)
}

// State returns the current state of the puzzle. OnPass may call it.
func (l *Logic) State() setdoku.State { return l.puzzle.State(l.puzzle.Givens) }
