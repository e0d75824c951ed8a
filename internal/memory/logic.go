// Package memory solves puzzles with techniques in memory, by the same rules as the statements of sql/: each pass
// applies all deductions of the first technique that has any. It finds the same deductions with the same patterns.
package memory

import (
	"errors"
	"time"

	"setdoku"
	"setdoku/internal/board"
	"setdoku/internal/memory/technique"
	"setdoku/internal/record"
	"setdoku/internal/solutions"
	sqlfiles "setdoku/sql"
)

// Technique is a technique of the catalogue and how Logic uses it. Size is the size of the subset or fish.
type Technique struct {
	setdoku.Technique
	// StatementOnly says that memory cannot find the technique. A puzzle that reaches it waits for its statement.
	StatementOnly bool
	// Forbidden: puzzles that need this technique are discarded. They end as stuck.
	Forbidden bool
}

// Solving returns a technique of the catalogue as solving uses it, and whether Logic can find it. Its size may be
// smaller than the one that find uses.
func Solving(t setdoku.Technique) (in Technique, has bool) {
	in, has = Of(t)
	in.Size = t.SolveSize
	return in, has
}

// Of returns a technique of the catalogue for Logic, and whether Logic can find it.
func Of(t setdoku.Technique) (in Technique, has bool) {
	return Technique{Technique: t}, technique.Has(t)
}

// Start is a puzzle before the first pass.
type Start struct {
	Variant *setdoku.Variant // nil for classic
	Digits  setdoku.Grid     // filled cells
	// Givens are the givens of the puzzle, nil if all of Digits are givens. Before a technique that assumes a unique
	// solution, the solutions of Givens are counted.
	Givens *setdoku.Grid
	// Candidates of the empty cells, nil for all that no filled peer excludes.
	Candidates *[setdoku.CellCount]setdoku.DigitSet
	Step       int // number of the last step so far
	From       int // index of the technique to begin with, for a puzzle that has already tried the previous ones
	// ID is the number of the puzzle for Logic.OnPass.
	ID int64
}

// StatusWaiting is the status of a puzzle that waits for a technique that only its statement can find. The other
// statuses are those of the table puzzle: solved, multiple if search found a second solution, invalid, stuck, or new if
// the puzzle was stopped after its first step.
const StatusWaiting = "waits"

// Outcome is the result of a puzzle. Its slices belong to the Logic and are valid until the next call.
type Outcome struct {
	Status   string
	WaitsFor int // index of the technique, if Status is StatusWaiting
	// Rows are the steps. The first one has the number Start.Step+1. There are evidence and branches only if
	// Logic.Explain is set.
	record.Rows
	Contradiction setdoku.Contradiction // if Status is invalid
	Digits        setdoku.Grid          // filled cells at the end
	Candidates    [setdoku.CellCount]setdoku.DigitSet
}

// Logic solves puzzles with techniques, one puzzle after the other. It is not safe for concurrent use.
type Logic struct {
	// Explain makes Solve list the evidence of patterns and the branches of a search.
	Explain bool
	// OnPass is called after each technique that Solve has run. It may be nil.
	OnPass    func(Pass)
	PassGrids bool // fill Pass.Grids

	techniques  []Technique
	finders     []*technique.Technique // of each technique, nil if only its statement can find it
	index       map[string]int         // of techniques, by name
	stopAtFirst bool
	puzzle      technique.Puzzle
	id          int64            // Start.ID
	variant     *setdoku.Variant // Start.Variant
	left        []bool           // the techniques that need what the variant lacks, nil for none
	waiting     bool             // the pass has reached a technique that only its statement can find
	proper      bool             // the givens have one solution, valid once counted
	counted     bool
	out         Outcome
}

// NewLogic returns a Logic for techniques in the order of the catalogue. The error names the first technique that
// memory does not know. With stopAtFirst a puzzle ends after its first step.
func NewLogic(techniques []Technique, stopAtFirst bool) (*Logic, error) {
	l := &Logic{techniques: techniques, index: make(map[string]int, len(techniques)), stopAtFirst: stopAtFirst}
	l.finders = make([]*technique.Technique, len(techniques))
	list := make([]setdoku.Technique, len(techniques))
	for i, t := range techniques {
		list[i] = t.Technique
	}
	for i, t := range techniques {
		l.index[t.Name] = i
		if t.StatementOnly {
			continue
		}
		var err error
		if l.finders[i], err = technique.New(t.Technique, list); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Index returns the index of a technique given to NewLogic, by its name.
func (l *Logic) Index(technique string) int { return l.index[technique] }

// Solve solves a puzzle as far as the techniques go.
func (l *Logic) Solve(start *Start) *Outcome {
	o, b := &l.out, &l.puzzle
	o.StepRows, o.Placements, o.Eliminations, o.Evidence = o.StepRows[:0], o.Placements[:0], o.Eliminations[:0],
		o.Evidence[:0]
	o.Contradiction = setdoku.Contradiction{}
	l.counted, l.waiting = false, false
	l.id = start.ID
	if start.Variant != l.variant {
		l.use(start.Variant)
	}
	b.Givens = start.Digits
	if start.Givens != nil {
		b.Givens = *start.Givens
	}
	b.ListBranches = l.Explain
	b.Load(board.Of(start.Variant), &start.Digits, start.Candidates)
	o.Status = l.solve(start)
	o.Branches = b.Branches
	o.Digits, o.Candidates = b.Filled, b.Marks()
	return o
}

// use leaves out the techniques that need what a variant lacks.
func (l *Logic) use(v *setdoku.Variant) {
	l.variant, l.left = v, nil
	if v == nil {
		return
	}
	l.left = make([]bool, len(l.techniques))
	for i := range l.techniques {
		l.left[i] = !sqlfiles.Possible(&l.techniques[i].Technique, v)
	}
}

// solve makes passes until the puzzle ends, and returns its status.
func (l *Logic) solve(start *Start) string {
	b, step := &l.puzzle, start.Step
	if b.Left == 0 {
		return setdoku.StatusSolved
	}
	// no reader accepts such a puzzle, but somebody may insert it into the database
	if err := b.G.Check(b.Filled); err != nil {
		var repeat setdoku.Repeat
		errors.As(err, &repeat)
		if repeat.Unit == 0 {
			return l.contradicted(setdoku.Contradiction{Kind: "two_places", Cell: repeat.A, Digit: repeat.Digit}, step)
		}
		return l.contradicted(setdoku.Contradiction{Kind: "no_place", Unit: repeat.Unit, Digit: repeat.Digit}, step)
	}
	from := start.From
	for first := true; ; first = false {
		if c, bad := b.Contradiction(); bad {
			return l.contradicted(c, step)
		}
		if l.stopAtFirst && !first {
			return setdoku.StatusNew
		}
		if !l.pass(step, from) {
			switch {
			case l.waiting:
				return StatusWaiting
			case l.out.Contradiction.Kind != "":
				return setdoku.StatusInvalid
			}
			return setdoku.StatusStuck
		}
		step, from = step+1, 0
		switch {
		case b.Multiple:
			return setdoku.StatusMultiple
		case b.Left == 0:
			return setdoku.StatusSolved
		}
	}
}

// contradicted records a contradiction found after a step and returns the status for it.
func (l *Logic) contradicted(c setdoku.Contradiction, step int) string {
	c.Step = step
	l.out.Contradiction = c
	return setdoku.StatusInvalid
}

// pass makes the step with the number step+1 and reports whether there is one. If placements contradict each other,
// there is none.
func (l *Logic) pass(step, from int) bool {
	b := &l.puzzle
	var began time.Time
	if l.OnPass != nil {
		began = time.Now()
	}
	for t := from; t < len(l.finders); t++ {
		if l.left != nil && l.left[t] || l.techniques[t].NeedsOneSolution() && !l.unique() {
			continue
		}
		find := l.finders[t]
		if find == nil {
			l.waiting, l.out.WaitsFor = true, t
			return false
		}
		found := b.Find(find)
		var took time.Duration
		if l.OnPass != nil {
			now := time.Now()
			took, began = now.Sub(began), now
		}
		if b.Ended.Kind != "" {
			l.contradicted(b.Ended, step)
			l.report(t, 0, took)
			return false
		}
		if found == 0 && !b.Multiple {
			l.report(t, 0, took)
			continue
		}
		if l.techniques[t].Forbidden {
			b.Discard()
			return false
		}
		if b.Placing() {
			if c, bad := b.Clash(); bad {
				l.contradicted(c, step)
				b.Discard()
				l.report(t, 0, took)
				return false
			}
		}
		l.apply(t, step+1, found)
		l.report(t, step+1, took)
		return true
	}
	return false
}

// unique reports whether the givens have one solution.
func (l *Logic) unique() bool {
	if !l.counted {
		l.counted, l.proper = true, solutions.Proper(setdoku.State{Variant: l.variant, Givens: l.puzzle.Givens})
	}
	return l.proper
}

// apply makes a step of all deductions of a technique.
func (l *Logic) apply(technique, step, found int) {
	b, o := &l.puzzle, &l.out
	if l.Explain {
		o.Evidence = b.Explain(step, o.Evidence)
	}
	done := setdoku.StepRow{Step: step, Rule: l.techniques[technique].Name}
	if b.Placing() {
		done.Placements = found
		o.Placements = b.Apply(step, o.Placements)
	} else {
		done.Eliminations = found
		o.Eliminations = b.Apply(step, o.Eliminations)
	}
	o.StepRows = append(o.StepRows, done)
}
