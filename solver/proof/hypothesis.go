package proof

import (
	"fmt"
	"slices"

	"setdoku"
)

// branch is a hypothesis and its outcome.
type branch struct {
	assumed int16
	dead    bool
	lemma   int             // of a dead branch: the candidate is false
	follows map[literal]int // of another branch: lemmas that the deductions follow from the candidate
}

// hypotheses proves a pattern that assumes candidates. Its rows are lemmas: each follows, by all clauses, from the
// assumption and the rows before it. The pattern is one hypothesis that ends in a contradiction. Or the rows before the
// first assumption say of which candidates one is true: those of a cell, or of the places of a digit in a unit, or, if
// they are the rows of a pattern without hypotheses, the candidates that it cannot do without. Then each of them is
// assumed, and the deductions follow from all that do not end in a contradiction.
func (p *Prover) hypotheses(d *setdoku.Deduction) error {
	first := slices.IndexFunc(d.Evidence, isAssumption)
	set, rows := d.Evidence[:first], d.Evidence[first:]
	one, err := p.refuteEach(set, rows)
	if err != nil {
		return err
	}
	p.useAll()
	var list []branch
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && !isAssumption(rows[n]) {
			n++
		}
		b, err := p.branch(rows[:n], d)
		if err != nil {
			return err
		}
		list = append(list, b)
		rows = rows[n:]
	}
	if len(set) == 0 {
		if len(list) != 1 || !list[0].dead {
			return fmt.Errorf("%d hypotheses without a set, want one that ends in a contradiction", len(list))
		}
		return p.each(d, func(l literal) bool { return l == literal{list[0].assumed, false} })
	}
	return p.each(d, func(l literal) bool { return p.join(l, one, list) })
}

func isAssumption(e setdoku.Evidence) bool { return e.Role == "assume" }

// refuteEach returns the conflict in which all candidates of a set are false, nil if there is no set. It proves that of
// a pattern with more than one row by the evidence of the pattern.
func (p *Prover) refuteEach(set, rows []setdoku.Evidence) (*conflict, error) {
	if len(set) == 0 {
		return nil, nil
	}
	if e := &set[0]; len(set) == 1 {
		switch {
		case e.Unit != 0 && e.Digit != 0:
			return &conflict{found: true, clause: int16(setdoku.CellCount + (e.Unit-1)*9 + int(e.Digit) - 1)}, nil
		case e.Cell != 0:
			return &conflict{found: true, clause: int16(e.Cell.Index())}, nil
		}
		return nil, fmt.Errorf("row %d, role %s: want a cell, or a unit with a digit", e.Ordinal, e.Role)
	}
	p.useEvidence(set)
	p.levels = append(p.levels, len(p.trail))
	defer p.undo()
	for i := range rows {
		if n := number(rows[i].Candidate()); isAssumption(rows[i]) && n >= 0 && p.value[n] == 0 {
			p.set(int16(n), false, decision)
		}
	}
	var n int
	bad := p.takeUnits()
	ok := bad.found
	if ok {
		n = p.learn(&bad)
	} else {
		n, ok = p.refute()
	}
	if !ok {
		return nil, fmt.Errorf("that one of the assumptions is true %w", ErrNotProved)
	}
	return &conflict{found: true, clause: lemmaClause, lemma: n}, nil
}

// branch follows the rows of one hypothesis.
func (p *Prover) branch(rows []setdoku.Evidence, d *setdoku.Deduction) (b branch, err error) {
	first := &rows[0]
	b.assumed = int16(number(first.Candidate()))
	if first.Role != "assume" || b.assumed < 0 || p.value[b.assumed] != 0 {
		return b, fmt.Errorf("row %d, role %s: want the assumption of a candidate", first.Ordinal, first.Role)
	}
	p.assume(literal{b.assumed, true})
	defer p.undo()
	bad := p.propagate()
	for i := 1; i < len(rows) && !bad.found; i++ {
		e := &rows[i]
		if e.Role == "contradiction" {
			break
		}
		c := int16(number(e.Candidate()))
		l := literal{c, e.Role == "place"}
		if c >= 0 && p.value[c] != 0 && p.value[c] > 0 != l.positive {
			// The values say the opposite of the row. If the row follows, they have no solution.
			if b.lemma, b.dead = p.refute(); b.dead {
				return b, nil
			}
		}
		if c < 0 || !p.imply(l) {
			return b, fmt.Errorf("row %d, role %s, cell %d digit %d: does not follow from the rows before it",
				e.Ordinal, e.Role, e.Cell, e.Digit)
		}
		bad = p.propagate()
	}
	if b.dead = bad.found; b.dead {
		b.lemma = p.learn(&bad)
		return b, nil
	}
	if last := &rows[len(rows)-1]; last.Role == "contradiction" {
		return b, fmt.Errorf("row %d, role %s: there is no contradiction", last.Ordinal, last.Role)
	}
	b.follows = make(map[literal]int)
	return b, p.each(d, func(l literal) bool {
		if v := p.value[l.candidate]; v == 0 || v > 0 != l.positive || l.candidate == b.assumed {
			return l == literal{b.assumed, true}
		}
		b.follows[l] = p.implied(l.candidate)
		return true
	})
}

// join proves a deduction from a set of which one candidate is true, and from the branches of its candidates.
func (p *Prover) join(l literal, one *conflict, list []branch) bool {
	isRefuted := func(b branch) bool { return b.dead && l == literal{b.assumed, false} }
	return slices.ContainsFunc(list, isRefuted) ||
		p.joinBranches(l, one, list, false) || p.joinBranches(l, one, list, true)
}

// joinBranches assumes the opposite of a deduction, which each branch then contradicts. Propagation is tried last: it
// may say that the candidate of a branch is true before the branch says that it is false.
func (p *Prover) joinBranches(l literal, one *conflict, list []branch, propagate bool) bool {
	p.assume(l.negated())
	defer p.undo()
	if propagate {
		if bad := p.propagate(); bad.found { // the deduction follows without the branches
			p.learn(&bad)
			return true
		}
	}
	for i := range list {
		b := &list[i]
		if p.value[b.assumed] != 0 {
			continue
		}
		n := b.lemma
		if !b.dead {
			n = b.follows[l]
		}
		p.set(b.assumed, false, refuted+reason(n))
	}
	for _, c := range p.conflictCandidates(one) {
		if p.value[c] >= 0 {
			return false
		}
	}
	p.learn(one)
	return true
}
