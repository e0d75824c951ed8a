package proof

import (
	"fmt"

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
// assumption and the rows before it. The pattern is one hypothesis that ends in a contradiction. Or its first row names
// a cell or the places of a digit in a unit: then each of their candidates is assumed, and the deductions follow from
// all that do not end in a contradiction.
func (p *Prover) hypotheses(d *setdoku.Deduction) error {
	p.useAll()
	rows, set := d.Evidence, int16(-1)
	switch first := &rows[0]; {
	case first.Role == "assume":
	case first.Unit != 0 && first.Digit != 0:
		set = int16(setdoku.CellCount + (first.Unit-1)*9 + int(first.Digit) - 1)
	case first.Cell != 0:
		set = int16(first.Cell.Index())
	default:
		return fmt.Errorf("row %d, role %s: want a cell, a unit with a digit, or an assumption", first.Ordinal,
			first.Role)
	}
	if set >= 0 {
		rows = rows[1:]
	}
	var list []branch
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Role != "assume" {
			n++
		}
		b, err := p.branch(rows[:n], d)
		if err != nil {
			return err
		}
		list = append(list, b)
		rows = rows[n:]
	}
	if set < 0 {
		if len(list) != 1 || !list[0].dead {
			return fmt.Errorf("%d hypotheses without a set, want one that ends in a contradiction", len(list))
		}
		return p.each(d, func(l literal) bool { return l == literal{list[0].assumed, false} })
	}
	return p.each(d, func(l literal) bool { return p.join(l, set, list) })
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
func (p *Prover) join(l literal, set int16, list []branch) bool {
	return p.joinBranches(l, set, list, false) || p.joinBranches(l, set, list, true)
}

// joinBranches assumes the opposite of a deduction, which each branch then contradicts. Propagation is tried last: it
// may say that the candidate of a branch is true before the branch says that it is false.
func (p *Prover) joinBranches(l literal, set int16, list []branch, propagate bool) bool {
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
	for _, c := range p.rules.members[set] {
		if p.value[c] >= 0 {
			return false
		}
	}
	p.learn(&conflict{found: true, clause: set})
	return true
}
