// Package memory solves puzzles with techniques in memory, by the same rules as the statements of sql/: each pass
// applies all deductions of the first technique that has any. It finds the same deductions with the same patterns.
//
// Solver takes chunks of puzzles on several cores, and Logic one puzzle to its end. The other files have the
// techniques, each in the file with its name. A finder works on sets of cells or candidates in machine words, see
// Board. Where a pattern does not say everything, an explainer finds the rows of evidence. registry.go lists both.
package memory

import (
	"context"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// Selected is a technique of the catalogue and how Logic uses it. Size is the size of the subset or fish.
type Selected struct {
	catalogue.Technique
	// StatementOnly says that memory cannot find the technique. A puzzle that reaches it waits for its statement.
	StatementOnly bool
	// All makes a technique take all that it proves in one pass, also the techniques of forcing, as find does.
	All bool
	// Forbidden: puzzles that need this technique are discarded. They end as stuck.
	Forbidden bool
}

// SelectedToSolve returns a technique of the catalogue as solving uses it, and whether Logic can find it. Its size may
// be smaller than the one that find uses.
func SelectedToSolve(t catalogue.Technique) (in Selected, has bool) {
	in, has = SelectedFor(t)
	in.Size, in.All = t.SolveSize, false
	return in, has
}

// SelectedFor returns a technique of the catalogue as find uses it, and whether Logic can find it.
func SelectedFor(t catalogue.Technique) (in Selected, has bool) {
	return Selected{Technique: t, All: true}, canFind(t)
}

// StatusWaiting is the status of a puzzle that waits for a technique that only its statement can find. The other
// statuses are those of the table puzzle: solved, multiple if search found a second solution, invalid, stuck, or new if
// the puzzle was stopped after its first step.
const StatusWaiting = "waits"

// Logic solves puzzles with techniques, one puzzle after the other. It is not safe for concurrent use.
type Logic struct {
	// Explain makes Solve list the evidence of patterns and the branches of a search.
	Explain bool
	// OnPass is called after each technique that Solve has run. It may be nil.
	OnPass    func(Pass)
	PassGrids bool // fill Pass.Grids

	techniques  []Selected
	finders     []*preparedFinder // of each technique, nil if only its statement can find it
	index       map[string]int    // of techniques, by name
	stopAtFirst bool
	puzzle      Board
	solving     *record.Puzzle   // the puzzle of the last call of Solve or Continue
	variant     *setdoku.Variant // of the board of that puzzle
	unsupported []bool           // the techniques that need what the variant lacks, nil for none
	waiting     bool             // the pass has reached a technique that only its statement can find
	waitsFor    int              // the index of that technique
	proper      bool             // the givens have one solution, valid once counted
	counted     bool
}

// NewLogic returns a Logic for techniques in the order of the catalogue. The error names the first technique that
// memory does not know. With stopAtFirst a puzzle ends after its first step.
func NewLogic(techniques []Selected, stopAtFirst bool) (*Logic, error) {
	l := &Logic{techniques: techniques, index: make(map[string]int, len(techniques)), stopAtFirst: stopAtFirst}
	l.finders = make([]*preparedFinder, len(techniques))
	list := make([]catalogue.Technique, len(techniques))
	for i, t := range techniques {
		list[i] = t.Technique
	}
	for i, t := range techniques {
		l.index[t.Name] = i
		if t.StatementOnly {
			continue
		}
		var err error
		if l.finders[i], err = prepareFinder(t.Technique, list, t.All); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Index returns the index of a technique given to NewLogic, by its name.
func (l *Logic) Index(technique string) int { return l.index[technique] }

// Solve solves a puzzle from its start, as far as the techniques go. It sets the status, the contradictions and the
// rows, whose memory it reuses. There are evidence and branches only if Explain is set. The first step has the number
// BaseStep+1. When ctx ends, Solve returns its error, and the puzzle is not solved.
func (l *Logic) Solve(ctx context.Context, p *record.Puzzle) error {
	p.Rows = p.Rows.Emptied()
	return l.Continue(ctx, p, &p.Start, 0)
}

// Continue is Solve from a later state of the puzzle, with the first technique to try. It adds rows to those that the
// puzzle has.
func (l *Logic) Continue(ctx context.Context, p *record.Puzzle, at *setdoku.State, first int) error {
	b := &l.puzzle
	b.Context, b.NotCounted = ctx, false
	l.solving, l.counted, l.waiting = p, false, false
	if at.Variant != l.variant {
		l.use(at.Variant)
	}
	b.Givens = at.Givens
	b.ListBranches = l.Explain
	b.LoadState(at)
	p.Contradictions = p.Contradictions[:0]
	p.Status = l.solve(first)
	p.Branches = append(p.Branches, b.Branches...)
	p.NotCounted = b.NotCounted && p.Status == setdoku.StatusStuck
	return ctx.Err()
}

// End returns the state in which the last puzzle ended.
func (l *Logic) End() setdoku.State { return l.puzzle.State(l.puzzle.Givens) }

// use leaves out the techniques that need what a variant lacks.
func (l *Logic) use(v *setdoku.Variant) {
	l.variant, l.unsupported = v, nil
	if v == nil {
		return
	}
	l.unsupported = make([]bool, len(l.techniques))
	for i := range l.techniques {
		l.unsupported[i] = !catalogue.Possible(&l.techniques[i].Technique, v)
	}
}

// solve makes passes until the puzzle ends, and returns its status. from is the first technique of the first pass.
func (l *Logic) solve(from int) setdoku.Status {
	b := &l.puzzle
	if b.Left == 0 {
		return setdoku.StatusSolved
	}
	if c, bad := b.Repeat(); bad {
		return l.contradicted(c)
	}
	for first := true; ; first = false {
		if c, bad := b.Contradiction(); bad {
			return l.contradicted(c)
		}
		if l.stopAtFirst && !first {
			return setdoku.StatusNew
		}
		if !l.pass(from) {
			switch {
			case l.waiting:
				return StatusWaiting
			case len(l.solving.Contradictions) > 0:
				return setdoku.StatusInvalid
			}
			return setdoku.StatusStuck
		}
		from = 0
		switch {
		case b.Multiple:
			return setdoku.StatusMultiple
		case b.Left == 0:
			return setdoku.StatusSolved
		}
	}
}

// contradicted records a contradiction found after the last step and returns the status for it.
func (l *Logic) contradicted(c setdoku.Contradiction) setdoku.Status {
	c.Step = l.solving.LastStep()
	l.solving.Contradictions = append(l.solving.Contradictions, c)
	return setdoku.StatusInvalid
}

// pass makes the next step and reports whether there is one. If placements contradict each other, there is none.
func (l *Logic) pass(from int) bool {
	b := &l.puzzle
	var began time.Time
	if l.OnPass != nil {
		began = time.Now()
	}
	for t := from; t < len(l.finders); t++ {
		if l.unsupported != nil && l.unsupported[t] || l.techniques[t].NeedsOneSolution() && !l.unique() {
			continue
		}
		find := l.finders[t]
		if find == nil {
			l.waiting, l.waitsFor = true, t
			return false
		}
		found := b.Find(find)
		if b.Context.Err() != nil {
			b.Discard()
			return false
		}
		var took time.Duration
		if l.OnPass != nil {
			now := time.Now()
			took, began = now.Sub(began), now
		}
		if b.Ended.Kind != "" {
			l.contradicted(b.Ended)
			l.report(t, false, took)
			return false
		}
		if found == 0 && !b.Multiple {
			l.report(t, false, took)
			continue
		}
		if l.techniques[t].Forbidden {
			b.Discard()
			return false
		}
		if b.Placing() {
			if c, bad := b.Clash(); bad {
				l.contradicted(c)
				b.Discard()
				l.report(t, false, took)
				return false
			}
		}
		l.apply(t, found)
		l.report(t, true, took)
		return true
	}
	return false
}

// unique reports whether it is known that the givens have one solution.
func (l *Logic) unique() bool {
	if !l.counted {
		l.proper, _ = solutions.Unique(l.puzzle.Context, l.variant, l.puzzle.Givens)
		l.counted = true
	}
	return l.proper
}

// apply makes a step of all deductions of a technique.
func (l *Logic) apply(technique, found int) {
	b, o := &l.puzzle, l.solving
	row := record.StepRow{Rule: l.techniques[technique].Name}
	step := o.LastStep() + 1
	if l.Explain {
		o.Evidence = b.Explain(step, o.Evidence)
	}
	if b.Placing() {
		o.Placements = b.Apply(step, o.Placements)
		row.Placements = found
	} else {
		o.Eliminations = b.Apply(step, o.Eliminations)
		row.Eliminations, row.Rounds = found, b.Rounds()
	}
	o.AddStep(row)
}
