package hypothesis

import (
	"slices"

	"setdoku"
)

// Rows returns the rows of a pattern, with ordinals from 1.
func (p *Pattern) Rows() (rows []setdoku.Evidence) {
	if p.Set != nil {
		rows = append(rows, *p.Set)
	}
	for _, b := range p.Branches {
		rows = append(rows, b.shown()...)
	}
	for k := range rows {
		rows[k].Ordinal = k + 1
	}
	return rows
}

// shown returns the rows of a branch.
func (b *Branch) shown() []setdoku.Evidence {
	rows := []setdoku.Evidence{b.rows[0]}
	for _, s := range b.Steps {
		rows = append(rows, s.Row)
	}
	if b.End != nil {
		rows = append(rows, b.End.Row)
	}
	return rows
}

// Needed returns the pattern with no more steps than the eliminations need: no step can be left out. A branch that ends
// in a contradiction goes on to it only if it does not lose the candidates sooner.
func (p *Pattern) Needed(eliminations []setdoku.Candidate) *Pattern {
	out := &Pattern{Set: p.Set, state: p.state}
	eliminations = slices.DeleteFunc(slices.Clone(eliminations), func(c setdoku.Candidate) bool { return !setdoku.ValidCell(c.Cell) || !isDigit(c.Digit) })
	for _, b := range p.Branches {
		short := b.needed(eliminations, p.Set != nil)
		out.Branches = append(out.Branches, *p.irreducible(&short, eliminations))
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
			node := b.at.removed[number(candidate{setdoku.CellIndex(e.Cell), e.Digit})]
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
	rows := b.shown()
	steps := len(b.Steps)
	for k := steps; k > 0; k-- {
		without := slices.Delete(slices.Clone(rows), k, k+1)
		if shorter, err := readBranch(p.state, without); err == nil && (shorter.End != nil || shorter.loses(eliminations)) {
			rows = without
		}
	}
	if len(rows) == steps+1 && b.End == nil || len(rows) == steps+2 {
		return b
	}
	shorter, err := readBranch(p.state, rows)
	if err != nil {
		return b // never, because these rows were read before
	}
	return shorter
}

// loses reports whether a branch has removed candidates.
func (b *Branch) loses(list []setdoku.Candidate) bool {
	return !slices.ContainsFunc(list, func(e setdoku.Candidate) bool {
		return b.at.live[setdoku.CellIndex(e.Cell)].Has(e.Digit) || b.at.filled[setdoku.CellIndex(e.Cell)] == e.Digit
	})
}
