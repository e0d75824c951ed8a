package forcing

import (
	"slices"

	"setdoku"
)

// Rows returns the rows of a pattern, with ordinals from 1.
func (p *Pattern) Rows() (rows []setdoku.Evidence) {
	rows = append(rows, p.Set...)
	for _, b := range p.Branches {
		rows = append(rows, b.Rows()...)
	}
	for k := range rows {
		rows[k].Ordinal = k + 1
	}
	return rows
}

// Rows returns the rows of a branch.
func (b *Branch) Rows() []setdoku.Evidence {
	rows := []setdoku.Evidence{b.first}
	for _, s := range b.Steps {
		rows = append(rows, s.Row)
	}
	if b.End != nil {
		rows = append(rows, b.End.Row)
	}
	return rows
}

// Needed returns the pattern with only the steps that the eliminations need. A branch that ends in a contradiction ends
// sooner if it loses the candidates before with fewer steps.
func (p *Pattern) Needed(eliminations []setdoku.Candidate) *Pattern {
	out := &Pattern{Set: p.Set, state: p.state}
	eliminations = slices.DeleteFunc(slices.Clone(eliminations), func(c setdoku.Candidate) bool { return !c.Valid() })
	for _, b := range p.Branches {
		short := b.needed(eliminations, p.Set != nil)
		whole := *p.irreducible(&short, eliminations)
		whole.recordLosses()
		out.Branches = append(out.Branches, whole)
	}
	return out
}

// needed walks back from the end of a branch, or from the candidates that it loses.
func (b *Branch) needed(eliminations []setdoku.Candidate, inSet bool) Branch {
	needs, end := nodeSet(nil), b.End
	if end != nil {
		needs = end.Reason.needs
	}
	if inSet {
		var lost nodeSet
		whole := true
		for _, e := range eliminations {
			node := b.at.removed[number(e)]
			whole = whole && node != 0
			if node != 0 {
				lost = lost.union(b.at.needs[node])
			}
		}
		if end == nil || whole && lost.size() < needs.size() {
			needs, end = lost, nil
		}
	}
	out := *b
	out.Steps, out.End = nil, end
	for _, s := range b.Steps {
		if needs.has(s.node) {
			out.Steps = append(out.Steps, s)
		}
	}
	return out
}

// irreducible leaves out, from the last to the first, each step without which the rest still holds: another step may
// have removed the same candidates.
func (p *Pattern) irreducible(b *Branch, eliminations []setdoku.Candidate) *Branch {
	for k := len(b.Steps) - 1; k >= 0; k-- {
		if shorter := p.without(b, k, eliminations); shorter != nil {
			b = shorter
		}
	}
	return b
}

// without returns a branch without a step, or nil if the rest does not hold. It finds new reasons only for the steps
// that need that step.
func (p *Pattern) without(b *Branch, k int, eliminations []setdoku.Candidate) *Branch {
	dropped := b.Steps[k].node
	at := newGrid(p.state)
	out := &Branch{Assumed: b.Assumed, first: b.first, at: at}
	nodes := map[int]int{1: at.record(b.first, nil)} // the new number of each node
	at.place(b.Assumed, 1)
	for j, s := range b.Steps {
		if j == k {
			continue
		}
		c := s.Row.Candidate()
		if !at.live(c.Cell.Index()).Has(c.Digit) {
			return nil
		}
		if s.Reason.needs.has(dropped) {
			var ok bool
			if s.Reason.Kind == Refuted && !s.Reason.deep {
				s.Reason, ok = at.refutationWith(c, false) // more levels cost more than a shorter pattern is worth
			} else {
				s.Reason, ok = at.parseReason(s.Row.Role, c)
			}
			if !ok {
				return nil
			}
		} else {
			s.Reason.needs = s.Reason.needs.renumbered(nodes)
		}
		node := at.record(s.Row, s.Reason.needs)
		nodes[s.node] = node
		s.node = node
		if s.Row.Role == "place" {
			at.place(c, node)
		} else {
			at.remove(c, node)
		}
		out.Steps = append(out.Steps, s)
	}
	if b.End == nil {
		if !out.loses(eliminations) {
			return nil
		}
		return out
	}
	reason, ok := at.ending(b.End.Row)
	if !ok {
		return nil
	}
	out.End = &Consequence{b.End.Row, reason, 0}
	return out
}

// loses reports whether a branch has removed candidates.
func (b *Branch) loses(list []setdoku.Candidate) bool {
	return !slices.ContainsFunc(list, func(e setdoku.Candidate) bool {
		return b.at.Has(e.Cell.Index(), int(e.Digit)-1)
	})
}
