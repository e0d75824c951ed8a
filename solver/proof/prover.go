// Package proof proves deductions from only the rules of Sudoku. It knows no technique, and shares no code with the
// engines.
//
// The rules are clauses: every cell holds a digit, every digit has a place in every unit ("at least one"), no cell
// holds two digits, and no unit holds a digit twice ("at most one"). A deduction is proved like this: its opposite is
// assumed, clauses with one candidate left make that candidate true (unit propagation), and where this ends, one clause
// is split into its cases. Each case must end in a contradiction. Which clauses "at least one" may be used is what the
// evidence of a pattern says (Prover.Prove). "At most one" is free.
package proof

import (
	"slices"

	"setdoku"
)

// reason says why a candidate has its value. It is the number of a clause "at least one", or one of the values below.
type reason int32

const (
	fact     reason = -1          // a digit or an elimination of the state
	decision reason = -2          // assumed
	opposite reason = 1 << 20     // plus the number of the candidate that is true
	refuted  reason = 1<<20 + 729 // plus the number of a lemma
)

// assignment is a candidate with a value and why.
type assignment struct {
	candidate int16
	reason    reason
}

// literal is a candidate, or its negation.
type literal struct {
	candidate int16
	positive  bool
}

func (l literal) negated() literal { return literal{l.candidate, !l.positive} }

// lemma is a clause that was proved.
type lemma struct {
	literals []literal
	id       int // in a written proof
}

// Prover holds a puzzle at one moment. Its zero value is not ready for use, see New. It is not safe for concurrent use.
type Prover struct {
	value  [candidateCount]int8 // 1 true, -1 false, 0 unknown
	rules  *rules
	open   [clauseMost]int8 // how many candidates of a clause are not false
	usable [clauseMost]bool // the clauses that may be used
	named  []int16          // the clauses that are usable now
	givens setdoku.Grid
	trail  []assignment
	done   int   // how much of trail was propagated
	levels []int // length of trail at each assumption
	lemmas []lemma
	swap   *exchange // the cells that two solutions could exchange, or nil
	cases  int       // how many cases the deduction has needed so far
	limit  int       // of the cases of a deduction

	writer *lratWriter // takes the lemmas, or nil
	marked [candidateCount]bool
}

// CasesMost is the limit of the cases of a deduction unless Limit sets another. In the lists of ../shared none needs a
// tenth of it.
const CasesMost = 20_000

// New returns a prover for an empty grid.
func New() *Prover {
	p := &Prover{rules: classicRules, limit: CasesMost}
	p.Reset()
	return p
}

// Limit makes n the most cases that a deduction may need from now on.
func (p *Prover) Limit(n int) { p.limit = n }

// Reset empties the grid.
func (p *Prover) Reset() {
	clear(p.value[:])
	for _, c := range p.rules.absent {
		p.value[c] = -1
	}
	for _, k := range p.rules.clauses {
		p.open[k] = int8(p.rules.Size)
	}
	p.trail, p.done = p.trail[:0], 0
}

// set gives a candidate a value.
func (p *Prover) set(c int16, positive bool, why reason) {
	p.trail = append(p.trail, assignment{c, why})
	if positive {
		p.value[c] = 1
		return
	}
	p.value[c] = -1
	for _, k := range p.rules.clausesOf[c] {
		p.open[k]--
	}
}

// place makes a digit a fact, 0..728. It reports false if a digit of the state excludes it.
func (p *Prover) place(c int) bool {
	if p.value[c] < 0 {
		return false
	}
	p.set(int16(c), true, fact)
	for _, o := range p.rules.opposites[c] {
		switch p.value[o] {
		case 1:
			return false
		case 0:
			p.set(o, false, opposite+reason(c))
		}
	}
	p.done = len(p.trail)
	return true
}

// eliminate makes an elimination a fact.
func (p *Prover) eliminate(c int) {
	p.set(int16(c), false, fact)
	p.done = len(p.trail)
}

// use names the clauses that may be used from now on.
func (p *Prover) use(clauses ...int16) {
	for _, k := range clauses {
		if !p.usable[k] {
			p.usable[k] = true
			p.named = append(p.named, k)
		}
	}
}

// useAll names all clauses.
func (p *Prover) useAll() {
	p.use(p.rules.clauses...)
}

// useNone forgets which clauses may be used, and the lemmas.
func (p *Prover) useNone() {
	for _, k := range p.named {
		p.usable[k] = false
	}
	p.named, p.lemmas, p.swap, p.cases = p.named[:0], p.lemmas[:0], nil, 0
}

// assume begins a level in which a literal is true. The literal must be unknown.
func (p *Prover) assume(l literal) {
	p.levels = append(p.levels, len(p.trail))
	p.set(l.candidate, l.positive, decision)
}

// undo ends the last level.
func (p *Prover) undo() {
	at := p.levels[len(p.levels)-1]
	p.levels = p.levels[:len(p.levels)-1]
	for _, a := range p.trail[at:] {
		if p.value[a.candidate] < 0 {
			for _, k := range p.rules.clausesOf[a.candidate] {
				p.open[k]++
			}
		}
		p.value[a.candidate] = 0
	}
	p.trail, p.done = p.trail[:at], min(p.done, at)
}

// conflict is a clause without a candidate, or two candidates that exclude each other, or cells that could be
// exchanged.
type conflict struct {
	found  bool
	clause int16 // "at least one", or -1, or lemmaClause
	lemma  int   // if clause is lemmaClause
	a, b   int16 // the candidates that exclude each other, if clause is -1 and seeds is nil
	seeds  []int16
}

// lemmaClause says that a conflict is a lemma of which no literal holds.
const lemmaClause = -2

// takeUnits takes the usable clauses that have one candidate left, or none, before anything is propagated.
func (p *Prover) takeUnits() conflict {
	for _, k := range p.named {
		if p.open[k] < 2 {
			if c := p.last(k); c.found {
				return c
			}
		}
	}
	return conflict{}
}

// last makes the last candidate of a clause true.
func (p *Prover) last(k int16) conflict {
	for _, c := range p.rules.members[k] {
		switch p.value[c] {
		case 1:
			return conflict{}
		case 0:
			p.set(c, true, reason(k))
			return conflict{}
		}
	}
	return conflict{found: true, clause: k}
}

// propagate follows the values to what they imply.
func (p *Prover) propagate() conflict {
	for ; p.done < len(p.trail); p.done++ {
		c := p.trail[p.done].candidate
		if p.value[c] > 0 {
			for _, o := range p.rules.opposites[c] {
				switch p.value[o] {
				case 1:
					return conflict{found: true, clause: -1, a: c, b: o}
				case 0:
					p.set(o, false, opposite+reason(c))
				}
			}
			continue
		}
		for _, k := range p.rules.clausesOf[c] {
			if p.usable[k] && p.open[k] < 2 {
				if bad := p.last(k); bad.found {
					return bad
				}
			}
		}
	}
	if p.swap != nil {
		if seeds := p.swap.possible(p); seeds != nil {
			return conflict{found: true, clause: -1, seeds: seeds}
		}
	}
	return conflict{}
}

// refute proves that the current values have no solution. It returns a lemma that excludes the assumptions on which the
// proof depends. ok is false if it finds no proof.
func (p *Prover) refute() (l int, ok bool) {
	for {
		if bad := p.propagate(); bad.found {
			return p.learn(&bad), true
		}
		if p.cases++; p.cases > p.limit {
			return 0, false
		}
		c, found := p.nextCase()
		if !found {
			return 0, false
		}
		p.assume(literal{c, true})
		l, ok = p.refute()
		p.undo()
		if !ok || !p.excludes(l, c) {
			return l, ok
		}
		p.set(c, false, refuted+reason(l))
	}
}

// excludes reports whether a lemma excludes that a candidate is true.
func (p *Prover) excludes(l int, c int16) bool {
	return slices.Contains(p.lemmas[l].literals, literal{c, false})
}

// nextCase returns a candidate of the usable clause with the fewest candidates.
func (p *Prover) nextCase() (c int16, found bool) {
	best, least := int16(-1), int8(10)
	for _, k := range p.named {
		if n := p.open[k]; n < least && !p.satisfied(k) {
			best, least = k, n
			if n == 2 {
				break
			}
		}
	}
	if best < 0 {
		return 0, false
	}
	for _, c := range p.rules.members[best] {
		if p.value[c] == 0 {
			return c, true
		}
	}
	return 0, false
}

func (p *Prover) satisfied(k int16) bool {
	for _, c := range p.rules.members[k] {
		if p.value[c] > 0 {
			return true
		}
	}
	return false
}

// imply proves a literal from the current values by refuting its opposite. ok is false if that fails.
func (p *Prover) imply(l literal) (ok bool) {
	if v := p.value[l.candidate]; v != 0 {
		return v > 0 == l.positive
	}
	p.assume(l.negated())
	n, ok := p.refute()
	p.undo()
	if ok {
		p.set(l.candidate, l.positive, refuted+reason(n))
	}
	return ok
}
