package picture

import (
	"slices"

	"setdoku"
	"setdoku/internal/marking"
)

// chain reads the nodes and links of a chain. Consecutive candidates without a link between them form one node, a
// group. A unit or a cell with role strong is a strong link between two nodes, one with role weak a weak link. An
// almost locked set links two nodes too. At an end of the chain it links that end with the eliminated candidates.
func (p *pattern) chain() {
	var last node    // previous node
	var joint *edge  // link after it; its ends are not known yet
	var current node // current node
	var sets lettering
	finish := func() {
		if current == nil {
			return
		}
		p.addNode(current)
		switch {
		case last != nil && joint != nil:
			joint.from, joint.to, joint.arrow = last, current, true
			p.edges = append(p.edges, *joint)
		case joint != nil && joint.through != "": // the chain starts with a set
			p.reach(current, *joint)
		}
		last, current, joint = current, nil, nil
	}
	for k := 0; k < len(p.parts); k++ {
		q := p.parts[k]
		if classOf(q) == setdoku.ClassNode && q.Cell > 0 {
			current = append(current, candidate{setdoku.CellIndex(q.Cell), q.Digit})
			continue
		}
		finish()
		switch {
		case classOf(q) == setdoku.ClassLoop: // the kind of the chain is not drawn
		case classOf(q) == setdoku.ClassSet && q.Cell > 0:
			cells := []int{setdoku.CellIndex(q.Cell)}
			for k+1 < len(p.parts) && p.parts[k+1].Role == q.Role && p.parts[k+1].Cell > 0 {
				k++
				cells = append(cells, setdoku.CellIndex(p.parts[k].Cell))
			}
			s := sets.of(cells)
			_, hue := hues(s.look)
			joint = &edge{through: s.letter, hue: hue}
			for _, i := range cells {
				p.frame(i, s.look, s.letter)
			}
		default:
			joint = &edge{strong: q.Role != "weak"}
		}
	}
	finish()
	if joint != nil && joint.through != "" && last != nil {
		p.reach(last, *joint)
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
