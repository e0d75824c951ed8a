package bitmask

import (
	"fmt"
	"slices"
	"time"

	"setdoku/internal/grid"
)

// Technique is what Logic needs to know of a technique of the catalogue.
type Technique struct {
	Name string
	File string // which finds it, such as naked_subset
	Size int    // of the subset or fish, else 1
	// AnyUnit says that a subset is looked for in all units, not in those alone that have twice as many open cells.
	AnyUnit bool
	// AssumesUnique says that the technique is for puzzles with one solution only.
	AssumesUnique bool
	// Foreign says that somebody else finds the technique: a puzzle that comes to it waits.
	Foreign bool
	// Barred says that nobody wants a puzzle that needs the technique: where it finds something the
	// puzzle is stuck.
	Barred bool
}

// Has reports whether Logic has the technique.
func Has(t Technique) bool { return finders[t.File] != nil }

// Start is a puzzle before the first pass.
type Start struct {
	Digits grid.Digits // what is filled
	// Givens are the digits that the puzzle came with, nil for all that is filled. Their solutions are
	// counted before a technique that assumes that there is one; the digits beside them were placed.
	Givens *grid.Digits
	// Candidates of the empty cells, nil for all that no filled peer forbids.
	Candidates *[grid.Size]grid.Marks
	Step       int // the last step that was taken already
	From       int // the technique to begin with, for a puzzle that waited for the one before
	// ID is the number of the puzzle, which Logic.OnPass is told.
	ID int64
}

// Statuses that Logic ends with.
const (
	Solved   = "solved"
	Multiple = "multiple" // search found a second solution
	Invalid  = "invalid"
	Stuck    = "stuck"
	Waits    = "waits" // for a foreign technique
)

// Deduction is a placement or an elimination.
type Deduction struct {
	Step      int
	Technique int // index of the techniques given to NewLogic
	Cell      int // 0..80
	Digit     uint8
	Pattern   int64 // as the technique's file has it
}

// Part is a part of a pattern that is more than its integer: a row of the evidence.
type Part struct {
	Role   string
	Cell   int   // 0..80, -1 for none
	Digit  uint8 // 1..9, 0 for none
	UnitNo int   // 1..27, 0 for none
}

// Evidence is a part of the pattern behind deductions of a step.
type Evidence struct {
	Step    int
	Pattern int64
	Ordinal int // from 1 within the pattern
	Part
}

// Step is a pass that found something.
type Step struct {
	Technique    int
	Placements   int
	Eliminations int
}

// Contradiction is why a puzzle has no solution. Cell is -1 where the kind has none, else
// 0..80; UnitNo is 1..27 and Digit 1..9, both 0 where the kind has none.
type Contradiction struct {
	Step   int // the last step before
	Kind   string
	Cell   int
	UnitNo int
	Digit  uint8
}

// Outcome is what Logic has come to. Its slices belong to the Logic and are good until
// the next call.
type Outcome struct {
	Status        string
	Waits         int    // index of the technique, when Status is Waits
	Steps         []Step // the first has the number Start.Step+1
	Placements    []Deduction
	Eliminations  []Deduction
	Evidence      []Evidence    // of the techniques that have any, when Logic.Explain is set
	Branches      []Branch      // of a search, when Logic.Explain is set
	Contradiction Contradiction // when Status is Invalid
	Digits        grid.Digits   // what is filled in the end
	Candidates    [grid.Size]grid.Marks
}

// Logic takes puzzles as far as techniques go, by the same rules as the statements: a pass
// takes all that the first technique proves that finds anything, of all patterns that prove
// a deduction the one with the smallest key is noted, contradictions end it. It
// works in memory on bits and is not safe for concurrent use.
type Logic struct {
	// Explain makes Solve note the parts of patterns.
	Explain bool
	// OnPass is called after each technique that was looked for. It may be nil.
	OnPass func(Pass)

	techniques  []Technique
	finders     []finder
	explainers  []explainer
	singles     *Logic // for hypotheses, when forcing is among the techniques
	multiple    bool   // search has found two solutions
	waits       bool   // the pass has come to a foreign technique
	id          int64  // Start.ID
	givens      grid.Digits
	proper      bool // the givens have one solution, when counted
	counted     bool
	stopAtFirst bool
	late        bool // look for contradictions when nothing more is found, not before every pass
	state       state
	found       findings
	running     *Technique // that looks for something
	parts       []Part     // of the pattern that is being explained
	keys        []int64    // patterns of the pass
	sets        []subset   // room for those of a unit
	nets        []net      // room for those of a digit
	chains      *chains    // of the state they were last asked for
	als         *alsRoom   // almost locked sets of the state they were last asked for
	sectors     *sueDeCoqRoom
	costs       []Cost // of each technique, nil when nobody asks
	out         Outcome
}

// finder looks for a technique in l.state and notes what it finds in l.found.
type finder func(l *Logic, size int)

// explainer adds the parts of a pattern that its finder noted, in order, to l.parts. The state is
// still as it was.
type explainer func(l *Logic, size int, pattern int64)

// NewLogic returns a Logic for techniques in the order of the catalogue. The error names the
// first that it has not. With stopAtFirst a puzzle ends after its first step.
func NewLogic(techniques []Technique, stopAtFirst bool) (*Logic, error) {
	l := &Logic{techniques: techniques, stopAtFirst: stopAtFirst}
	for _, t := range techniques {
		f := finders[t.File]
		if t.Foreign {
			f = nil
		} else if f == nil {
			return nil, fmt.Errorf("technique %s is not known in memory", t.Name)
		}
		l.finders = append(l.finders, f)
		l.explainers = append(l.explainers, explainers[t.File])
		if t.File == forcingFile {
			l.singles = newSingles()
		}
	}
	return l, nil
}

// Solve takes a puzzle as far as the techniques go.
func (l *Logic) Solve(start *Start) *Outcome {
	o := &l.out
	o.Steps, o.Placements, o.Eliminations, o.Evidence = o.Steps[:0], o.Placements[:0], o.Eliminations[:0], o.Evidence[:0]
	o.Branches = o.Branches[:0]
	l.counted, l.multiple, l.waits = false, false, false
	l.id = start.ID
	l.givens = start.Digits
	if start.Givens != nil {
		l.givens = *start.Givens
	}
	o.Contradiction = Contradiction{}
	o.Status = l.solve(start)
	o.Digits = l.state.digit
	for i, m := range l.state.candidates {
		o.Candidates[i] = grid.Marks(m)
	}
	return o
}

func (l *Logic) solve(start *Start) string {
	s, o := &l.state, &l.out
	s.load(start)
	if s.open == 0 {
		return Solved
	}
	step := start.Step
	if kind := s.repeated(); kind.Kind != "" {
		kind.Step = step
		o.Contradiction = kind
		return Invalid
	}
	return l.goOn(step, start.From, l.stopAtFirst)
}

// goOn takes passes after a step, one alone or until the puzzle ends, the first of them from a
// technique on.
func (l *Logic) goOn(step, from int, one bool) string {
	s, o := &l.state, &l.out
	for first := true; ; first = false {
		if !l.late && l.contradicts(step) {
			return Invalid
		}
		if one && !first || !l.pass(step, from) {
			if l.waits {
				return Waits
			}
			if o.Contradiction.Kind != "" || l.late && l.contradicts(step) {
				return Invalid
			}
			return Stuck
		}
		step, from = step+1, 0
		switch {
		case l.multiple:
			return Multiple
		case s.open == 0:
			return Solved
		}
	}
}

// contradicts looks for a contradiction and notes it.
func (l *Logic) contradicts(step int) bool {
	c, bad := l.state.contradiction()
	if bad {
		c.Step = step
		l.out.Contradiction = c
	}
	return bad
}

// pass takes the step that follows step, and reports whether there is one. A pass whose
// placements contradict each other is none.
func (l *Logic) pass(step, from int) bool {
	f := &l.found
	var began time.Time
	timed := l.costs != nil || l.OnPass != nil
	if timed {
		began = time.Now()
	}
	for t := from; t < len(l.finders); t++ {
		if l.techniques[t].AssumesUnique && !l.unique() {
			continue
		}
		find := l.finders[t]
		if find == nil {
			l.waits, l.out.Waits = true, t
			return false
		}
		f.placing = false
		l.running = &l.techniques[t]
		find(l, l.techniques[t].Size)
		var took time.Duration
		if timed {
			took = l.lap(t, &began)
		}
		if c := &l.out.Contradiction; c.Kind != "" {
			c.Step = step
			l.tell(t, 0, took)
			return false
		}
		if f.count == 0 && !l.multiple {
			l.tell(t, 0, took)
			continue
		}
		if l.techniques[t].Barred {
			f.clear()
			return false
		}
		if f.placing {
			if c, bad := f.clash(); bad {
				c.Step = step
				l.out.Contradiction = c
				f.clear()
				l.tell(t, 0, took)
				return false
			}
		}
		l.apply(t, step+1)
		l.tell(t, step+1, took)
		return true
	}
	return false
}

// unique reports whether the givens have one solution.
func (l *Logic) unique() bool {
	if !l.counted {
		l.counted, l.proper = true, Unique(l.givens)
	}
	return l.proper
}

// explain notes the parts of all patterns of a pass.
func (l *Logic) explain(technique, step int) {
	t := &l.techniques[technique]
	explain := l.explainers[technique]
	if explain == nil {
		return
	}
	f := &l.found
	l.keys = l.keys[:0]
	for _, at := range f.at[:f.count] {
		l.keys = append(l.keys, f.key[at])
	}
	slices.Sort(l.keys)
	for _, key := range slices.Compact(l.keys) {
		l.parts = l.parts[:0]
		explain(l, t.Size, key)
		for i, p := range l.parts {
			l.out.Evidence = append(l.out.Evidence, Evidence{Step: step, Pattern: key, Ordinal: i + 1, Part: p})
		}
	}
}

// apply makes what was found a step.
func (l *Logic) apply(technique, step int) {
	if l.Explain {
		l.explain(technique, step)
	}
	f, o := &l.found, &l.out
	done := Step{Technique: technique}
	if f.placing {
		done.Placements = f.count
	} else {
		done.Eliminations = f.count
	}
	o.Steps = append(o.Steps, done)
	for i := range f.count {
		at := f.at[i]
		cell, digit := int(at)/9, int(at)%9
		d := Deduction{Step: step, Technique: technique, Cell: cell, Digit: uint8(digit + 1), Pattern: f.key[at]}
		if f.placing {
			o.Placements = append(o.Placements, d)
			l.state.place(cell, digit)
		} else {
			o.Eliminations = append(o.Eliminations, d)
			l.state.remove(cell, digit)
		}
	}
	f.clear()
}
