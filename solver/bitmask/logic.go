package bitmask

import (
	"fmt"
	"setdoku"
	sqlfiles "setdoku/sql"
	"slices"
	"time"

	"setdoku/internal/grid"
)

// Technique is a technique of the catalogue and how Logic uses it. Size is that of the subset or fish.
type Technique struct {
	setdoku.Technique
	// AnyUnit says that a subset is looked for in all units, not in those alone that have twice as many open cells.
	AnyUnit bool
	// Foreign says that somebody else finds the technique: a puzzle that comes to it waits.
	Foreign bool
	// Barred says that nobody wants a puzzle that needs the technique: where it finds something the
	// puzzle is stuck.
	Barred bool
}

// Solving returns a technique of the catalogue as Logic runs it when puzzles are solved, and whether Logic can find it. The
// size may be smaller than the one that find looks for.
func Solving(t setdoku.Technique) (in Technique, has bool) {
	in, has = Of(t)
	in.Size, in.AnyUnit = t.SolveSize, t.HasSize()
	return in, has
}

// Of returns a technique of the catalogue for Logic, and whether Logic can find it.
func Of(t setdoku.Technique) (in Technique, has bool) {
	return Technique{Technique: t}, t.Text == "" && finders[t.File] != nil
}

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

// Waits is the status of a puzzle that waits for a foreign technique. Else Logic ends with the statuses of the table puzzle:
// solved, multiple when search found a second solution, invalid or stuck.
const Waits = "waits"

// Outcome is what Logic has come to. Its slices belong to the Logic and are good until
// the next call.
type Outcome struct {
	Status        string
	Waits         int            // index of the technique, when Status is Waits
	Steps         []setdoku.Step // the first has the number Start.Step+1
	Placements    []setdoku.Change
	Eliminations  []setdoku.Change
	Evidence      []setdoku.Evidence    // of the techniques that have any, when Logic.Explain is set
	Branches      []setdoku.Branch      // of a search, when Logic.Explain is set
	Contradiction setdoku.Contradiction // when Status is invalid
	Digits        grid.Digits           // what is filled in the end
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
	index       map[string]int // of techniques, by name
	finders     []finder
	explainers  []explainer
	patternKeys []*sqlfiles.Key // of each technique, nil for a foreign one
	singles     *Logic          // for hypotheses, when forcing is among the techniques
	multiple    bool            // search has found two solutions
	waits       bool            // the pass has come to a foreign technique
	id          int64           // Start.ID
	givens      grid.Digits
	proper      bool // the givens have one solution, when counted
	counted     bool
	stopAtFirst bool
	late        bool // look for contradictions when nothing more is found, not before every pass
	state       state
	found       findings
	running     *Technique         // that looks for something
	parts       []setdoku.Evidence // of the pattern that is being explained
	keys        []int64            // patterns of the pass
	sets        []subset           // room for those of a unit
	nets        []net              // room for those of a digit
	chains      *chains            // of the state they were last asked for
	als         *alsRoom           // almost locked sets of the state they were last asked for
	sectors     *sueDeCoqRoom
	costs       []Cost // of each technique, nil when nobody asks
	out         Outcome
}

// finder looks for a technique in l.state and notes what it finds in l.found.
type finder func(l *Logic, size int)

// explainer adds the parts of a pattern that its finder noted, in order, to l.parts. The state is
// still as it was.
type explainer func(l *Logic, p fields)

// fields are those of a pattern, by the names that the key has for them.
type fields struct {
	key     *sqlfiles.Key
	pattern int64
}

// of returns the value of a field.
func (p fields) of(name string) int { return p.key.Value(name, p.pattern) }

// cell returns the index 0..80 of a field that is a cell.
func (p fields) cell(name string) int { return grid.Index(p.of(name)) }

// rowsAfter is what the ordinals of rows begin after where the fields of the pattern make rows of their own.
const rowsAfter = 1000

// part adds a part of the pattern that is being explained. The cell is 0..80 or -1 for none, digit is 1..9 and unit 1..27, both 0 for none.
func (l *Logic) part(role string, cell, digit, unit int) {
	p := setdoku.Evidence{Role: role, Digit: uint8(digit), Unit: unit}
	if cell >= 0 {
		p.Cell = grid.Number(cell)
	}
	l.parts = append(l.parts, p)
}

// NewLogic returns a Logic for techniques in the order of the catalogue. The error names the
// first that it has not. With stopAtFirst a puzzle ends after its first step.
func NewLogic(techniques []Technique, stopAtFirst bool) (*Logic, error) {
	l := &Logic{techniques: techniques, index: make(map[string]int, len(techniques)), stopAtFirst: stopAtFirst}
	for i, t := range techniques {
		l.index[t.Name] = i
		f := finders[t.File]
		if t.Foreign {
			f = nil
		} else if f == nil {
			return nil, fmt.Errorf("technique %s is not known in memory", t.Name)
		}
		l.finders = append(l.finders, f)
		l.explainers = append(l.explainers, explainers[t.File])
		var key *sqlfiles.Key
		if !t.Foreign {
			var err error
			if key, err = sqlfiles.KeyOf(&t.Technique); err != nil {
				return nil, err
			}
		}
		l.patternKeys = append(l.patternKeys, key)
		if t.File == setdoku.RuleForcing {
			l.singles = newSingles()
		}
	}
	return l, nil
}

// Index returns the index of a technique, among those given to NewLogic, by its name.
func (l *Logic) Index(technique string) int { return l.index[technique] }

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
	o.Contradiction = setdoku.Contradiction{}
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
		return setdoku.StatusSolved
	}
	step := start.Step
	if kind := s.repeated(); kind.Kind != "" {
		kind.Step = step
		o.Contradiction = kind
		return setdoku.StatusInvalid
	}
	return l.goOn(step, start.From, l.stopAtFirst)
}

// goOn takes passes after a step, one alone or until the puzzle ends, the first of them from a
// technique on.
func (l *Logic) goOn(step, from int, one bool) string {
	s, o := &l.state, &l.out
	for first := true; ; first = false {
		if !l.late && l.contradicts(step) {
			return setdoku.StatusInvalid
		}
		if one && !first || !l.pass(step, from) {
			if l.waits {
				return Waits
			}
			if o.Contradiction.Kind != "" || l.late && l.contradicts(step) {
				return setdoku.StatusInvalid
			}
			return setdoku.StatusStuck
		}
		step, from = step+1, 0
		switch {
		case l.multiple:
			return setdoku.StatusMultiple
		case s.open == 0:
			return setdoku.StatusSolved
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
	explain, patternKey := l.explainers[technique], l.patternKeys[technique]
	if explain == nil {
		return
	}
	after := 0
	if len(patternKey.Parts) > 0 {
		after = rowsAfter
	}
	f := &l.found
	l.keys = l.keys[:0]
	for _, at := range f.at[:f.count] {
		l.keys = append(l.keys, f.key[at])
	}
	slices.Sort(l.keys)
	for _, key := range slices.Compact(l.keys) {
		l.parts = l.parts[:0]
		explain(l, fields{patternKey, key})
		for i, p := range l.parts {
			p.Step, p.Pattern, p.Ordinal = step, key, after+i+1
			l.out.Evidence = append(l.out.Evidence, p)
		}
	}
}

// apply makes what was found a step.
func (l *Logic) apply(technique, step int) {
	if l.Explain {
		l.explain(technique, step)
	}
	f, o := &l.found, &l.out
	done := setdoku.Step{Step: step, Rule: l.techniques[technique].Name}
	if f.placing {
		done.Placements = f.count
	} else {
		done.Eliminations = f.count
	}
	o.Steps = append(o.Steps, done)
	for i := range f.count {
		at := f.at[i]
		cell, digit := int(at)/9, int(at)%9
		d := setdoku.Change{Step: step, Cell: grid.Number(cell), Digit: uint8(digit + 1), Rule: done.Rule, Pattern: f.key[at]}
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
