package picture

import (
	"slices"

	"setdoku/internal/tell/marking"
)

// chain draws the nodes and links of a chain. At an end with an almost locked set it links the end with the eliminated
// candidates.
func (p *pattern) chain() {
	c := marking.ReadChain(p.parts)
	var letters lettering
	through := func(cells []int) edge {
		s := letters.of(cells)
		for _, i := range cells {
			if i >= 0 {
				p.frame(i, s.look, s.letter)
			}
		}
		_, hue := hues(s.look)
		return edge{through: s.letter, hue: hue}
	}
	var last node
	for k, n := range c.Nodes {
		var current node
		for _, i := range n.Cells {
			if i >= 0 {
				current = append(current, candidate{i, n.Digit})
			}
		}
		if current == nil { // rows without cells
			last = nil
			continue
		}
		p.addNode(current)
		switch {
		case k == 0 && c.Before != nil:
			p.reach(current, through(c.Before))
		case last != nil && k <= len(c.Links):
			link := c.Links[k-1]
			e := edge{strong: link.Row.Role != "weak"}
			if link.Set != nil {
				e = through(link.Set)
			}
			e.from, e.to, e.arrow = last, current, true
			p.edges = append(p.edges, e)
		}
		last = current
	}
	if c.After != nil && last != nil {
		p.reach(last, through(c.After))
	}
}

// addNode marks the candidates of a node, and its group if there are several.
func (p *pattern) addNode(n node) {
	for _, c := range n {
		p.spot(c, marking.Disc)
	}
	same := func(m node) bool { return slices.Equal(n, m) }
	if len(n) > 1 && !slices.ContainsFunc(p.groups, same) {
		p.groups = append(p.groups, n)
	}
}

// reach links an end of a chain with the eliminated candidates, through the set at that end if there is one.
func (p *pattern) reach(end node, through edge) {
	for _, c := range p.struck {
		if slices.Contains(end, c) {
			continue
		}
		through.from, through.to = end, node{c}
		known := slices.ContainsFunc(p.edges, func(e edge) bool { // a loop may return to its start
			return slices.Equal(e.from, end) && slices.Equal(e.to, through.to) && e.through == through.through
		})
		if !known {
			p.edges = append(p.edges, through)
		}
	}
}
