package proof

import (
	"errors"
	"fmt"
	"slices"

	"setdoku"
)

// ErrNotProved is the error for a deduction that does not follow from its evidence.
var ErrNotProved = errors.New("does not follow from its evidence")

// Load makes a state the facts. It returns an error if two digits of the state exclude each other.
func (p *Prover) Load(s *setdoku.State) error {
	if v := s.Board(); v != p.rules.Variant {
		p.rules = rulesFor(v)
	}
	p.Reset()
	p.givens = s.Givens
	filled := s.Filled()
	for cell, d := range filled {
		if d != 0 && !p.place(cell*9+int(d)-1) {
			return fmt.Errorf("%s cannot hold %d and the other digits", setdoku.CellAt(cell), d)
		}
	}
	for cell, deleted := range s.Deleted {
		for ; deleted != 0; deleted &= deleted - 1 {
			if c := cell*9 + int(deleted.Lowest()) - 1; p.value[c] == 0 {
				p.eliminate(c)
			}
		}
	}
	return nil
}

// Live reports whether a cell is empty and has a digit as a candidate.
func (p *Prover) Live(c setdoku.Candidate) bool {
	n := number(c)
	return n >= 0 && p.value[n] == 0
}

// Candidates returns the candidates of a cell, 0..80, or the empty set if it is filled.
func (p *Prover) Candidates(cell int) (set setdoku.DigitSet) {
	for d := range uint8(9) {
		switch p.value[cell*9+int(d)] {
		case 1:
			return 0
		case 0:
			set |= setdoku.NewDigitSet(d + 1)
		}
	}
	return set
}

// Digit returns the digit of a cell, 0..80, or 0 if it is empty.
func (p *Prover) Digit(cell int) uint8 {
	for d := range uint8(9) {
		if p.value[cell*9+int(d)] > 0 {
			return d + 1
		}
	}
	return 0
}

// Apply makes the placements and eliminations of a deduction facts. They must be about candidates that were live before
// the step. It reports false if a placement excludes another.
func (p *Prover) Apply(d *setdoku.Deduction) bool {
	for _, c := range d.Eliminations {
		if n := number(c); p.value[n] == 0 {
			p.eliminate(n)
		}
	}
	for _, c := range d.Placements {
		if n := number(c); p.value[n] < 1 && !p.place(n) {
			return false
		}
	}
	return true
}

// Prove proves what a deduction places and eliminates from its evidence. The clauses that may be used are
//   - the cell of a row without a digit, and of a row with a cell, a digit and a unit or nothing else in the pattern;
//   - the places of the digit in the unit of a row, or the places of all digits of the pattern if the row has no digit;
//   - the places of all digits in all units, if the rows have neither a cell nor a unit, as those of templates.
//
// A pattern without rows may use all clauses. Rows that assume a candidate are read as hypotheses. With oneSolution the
// puzzle is known to have only one, and the corners of a rectangle that the rows show, or else all open cells, cannot
// be exchanged. The error says which deduction does not follow, and wraps ErrNotProved.
func (p *Prover) Prove(d *setdoku.Deduction, oneSolution bool) error {
	p.useNone()
	for _, list := range [2][]setdoku.Candidate{d.Placements, d.Eliminations} {
		for _, c := range list {
			if !p.Live(c) {
				return fmt.Errorf("%d is not a candidate of cell %d", c.Digit, c.Cell)
			}
		}
	}
	for i := range d.Evidence {
		if err := p.inRange(&d.Evidence[i]); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(d.Evidence, isAssumption) {
		return p.hypotheses(d)
	}
	if len(d.Evidence) == 0 {
		return p.inTurn(d)
	}
	p.useEvidence(d.Evidence)
	if oneSolution {
		p.swap = p.exchanged(d.Evidence)
	}
	return p.each(d, p.follows)
}

// wholeGrid is how many times the limit of cases is multiplied for a proof from all clauses.
const wholeGrid = 50

// whole begins a level that is proved from all clauses, and follows the facts to what they imply. end ends it.
func (p *Prover) whole() (bad conflict, end func()) {
	p.useAll()
	p.limit *= wholeGrid
	p.levels = append(p.levels, len(p.trail))
	if bad = p.takeUnits(); !bad.found {
		bad = p.propagate()
	}
	return bad, func() {
		p.undo()
		p.limit /= wholeGrid
	}
}

// inTurn proves a deduction from all clauses. Each candidate that it proves helps to prove the next: a search places
// the whole solution.
func (p *Prover) inTurn(d *setdoku.Deduction) error {
	bad, end := p.whole()
	defer end()
	return p.each(d, func(l literal) bool {
		if !bad.found {
			bad = p.propagate()
		}
		return bad.found || p.imply(l) // from a contradiction everything follows
	})
}

// each proves the deductions one by one.
func (p *Prover) each(d *setdoku.Deduction, follows func(literal) bool) error {
	for _, c := range d.Placements {
		if !follows(literal{int16(number(c)), true}) {
			return fmt.Errorf("%s %w", c.Placement(), ErrNotProved)
		}
	}
	for _, c := range d.Eliminations {
		if !follows(literal{int16(number(c)), false}) {
			return fmt.Errorf("%s %w", c.Elimination(), ErrNotProved)
		}
	}
	return nil
}

// follows proves a literal from the facts and the clauses that may be used.
func (p *Prover) follows(l literal) bool {
	p.assume(l.negated())
	defer p.undo()
	bad := p.takeUnits()
	if !bad.found {
		bad = p.propagate()
	}
	if bad.found {
		if p.writer != nil { // otherwise nobody asks for the lemma
			p.learn(&bad)
		}
		return true
	}
	_, ok := p.refute()
	return ok
}

// Refute proves that the puzzle has no solution, from all clauses. The error wraps ErrNotProved.
func (p *Prover) Refute() error {
	p.useNone()
	bad, end := p.whole()
	defer end()
	if bad.found {
		p.learn(&bad)
		return nil
	}
	if _, ok := p.refute(); !ok {
		return fmt.Errorf("a contradiction %w", ErrNotProved)
	}
	return nil
}

// Cases returns how many cases the last proof has needed, 0 for only propagation.
func (p *Prover) Cases() int { return p.cases }

// inRange checks that the cell, the digit and the unit of a row exist.
func (p *Prover) inRange(e *setdoku.Evidence) error {
	switch {
	case e.Cell != 0 && !e.Cell.Valid():
		return fmt.Errorf("row %d, role %s: there is no cell %d", e.Ordinal, e.Role, e.Cell)
	case e.Digit > 9:
		return fmt.Errorf("row %d, role %s: there is no digit %d", e.Ordinal, e.Role, e.Digit)
	case e.Unit != 0 && !p.rules.HasUnit(e.Unit):
		return fmt.Errorf("row %d, role %s: there is no unit %d", e.Ordinal, e.Role, e.Unit)
	}
	return nil
}

// useEvidence names the clauses of a pattern.
func (p *Prover) useEvidence(rows []setdoku.Evidence) {
	var digits setdoku.DigitSet
	somewhere := false
	for i := range rows {
		if rows[i].Digit != 0 {
			digits |= setdoku.NewDigitSet(rows[i].Digit)
		}
		somewhere = somewhere || rows[i].Cell != 0 || rows[i].Unit != 0
	}
	for i := range rows {
		e := &rows[i]
		of := digits
		if e.Digit != 0 {
			of = setdoku.NewDigitSet(e.Digit)
		}
		if e.Cell != 0 && (e.Digit == 0 || len(rows) == 1) {
			p.use(int16(e.Cell.Index()))
		}
		if e.Unit != 0 {
			p.usePlaces(e.Unit-1, of)
		}
	}
	if !somewhere {
		for unit := range p.rules.Units {
			p.usePlaces(unit, p.rules.Digits())
		}
	}
}

// usePlaces names the places of digits in a unit, 0..53.
func (p *Prover) usePlaces(unit int, digits setdoku.DigitSet) {
	for ; digits != 0; digits &= digits - 1 {
		if k := int16(setdoku.CellCount + unit*9 + int(digits.Lowest()) - 1); p.rules.members[k] != nil {
			p.use(k)
		}
	}
}

// exchanged returns the cells of a pattern that could be exchanged, or nil if one of them is a given.
func (p *Prover) exchanged(rows []setdoku.Evidence) *exchange {
	x := &exchange{rules: p.rules}
	for _, e := range rows {
		switch e.Role {
		case "floor", "roof", "open", "filled":
			x.cells = append(x.cells, e.Cell.Index())
		}
	}
	if x.cells == nil {
		for cell := range setdoku.CellCount {
			if p.rules.Peers[cell] != nil && p.Digit(cell) == 0 {
				x.cells = append(x.cells, cell)
			}
		}
	}
	for _, cell := range x.cells {
		if p.givens[cell] != 0 {
			return nil
		}
	}
	x.pairs = make([]uint16, len(x.cells))
	return x
}
