package memory

import (
	"time"

	"setdoku"
)

// Pass is a technique that was looked for in a puzzle.
type Pass struct {
	ID           int64 // Start.ID of the puzzle
	Technique    int   // index of the techniques given to NewLogic
	Step         int   // that it made, 0 when it found nothing
	Placements   int
	Eliminations int
	Time         time.Duration // spent on looking, by the clock
}

// report calls OnPass, if it is set, for a technique that Solve has looked for. step is 0 when it made none.
func (l *Logic) report(technique, step int, took time.Duration) {
	if l.OnPass == nil {
		return
	}
	p := Pass{ID: l.id, Technique: technique, Step: step, Time: took}
	if step > 0 {
		last := &l.out.Steps[len(l.out.Steps)-1]
		p.Placements, p.Eliminations = last.Placements, last.Eliminations
	}
	l.OnPass(p)
}

// State returns the puzzle as it stands. OnPass may call it.
func (l *Logic) State() setdoku.State {
	marks := l.board.Candidates()
	return setdoku.Reached(l.board.Givens, *l.board.Digits(), &marks)
}
