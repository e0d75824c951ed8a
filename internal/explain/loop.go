package explain

import (
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
)

// loopLink is a weak link of a continuous loop and what it eliminates, because one of its two nodes is true.
type loopLink struct {
	a, b node
	set  []int // cells of the almost locked set that makes the link, or nil
	lost []setdoku.Candidate
}

// aroundLoop returns the weak links inside a continuous loop that eliminate something, and what the link that joins its
// ends eliminates. It returns no link for other chains.
func (t *explainer) aroundLoop(c *picture.Chain) (around []loopLink, own []setdoku.Candidate) {
	if c.Kind != catalogue.ContinuousLoop {
		return nil, nil
	}
	rest := slices.Clone(t.Eliminations)
	take := func(a, b picture.Node, before, after []int) (lost []setdoku.Candidate) {
		rest = slices.DeleteFunc(rest, func(x setdoku.Candidate) bool {
			both := t.bars(a, x, before) && t.bars(b, x, after)
			if both {
				lost = append(lost, x)
			}
			return both
		})
		return lost
	}
	own = take(c.First(), c.Last(), c.Before, c.After)
	for k := 1; k < len(c.Links) && k+1 < len(c.Nodes); k += 2 {
		a, b, set := c.Nodes[k], c.Nodes[k+1], c.Links[k].Set
		if lost := take(a, b, set, set); len(lost) > 0 {
			around = append(around, loopLink{node(a), node(b), set, lost})
		}
	}
	return around, append(own, rest...)
}

// bars reports whether a node and a candidate exclude each other, without a set or through one.
func (t *explainer) bars(n picture.Node, x setdoku.Candidate, set []int) bool {
	i := x.Cell.Index()
	if n.Digit == x.Digit {
		return t.SeesAll(i, n.Cells)
	}
	return len(n.Cells) == 1 && n.Cells[0] == i ||
		set != nil && t.joinsThrough(set, n, picture.Node{Digit: x.Digit, Cells: []int{i}})
}

// sayAround says what the weak links inside a continuous loop eliminate.
func (t *explainer) sayAround(links []loopLink) {
	t.say("The loop also goes the other way round, so one of the two ends of each of its weak links is true.")
	for _, l := range links {
		through := ""
		if l.set != nil {
			through = ", and the other digits of " + cellNames(l.set) + " are in this set"
		}
		t.say("Either %s or %s%s: %s.", l.a.is(), l.b.is(), through, Effect(setdoku.Deduction{Eliminations: l.lost}))
	}
	t.say("So %s.", t.effect())
}
