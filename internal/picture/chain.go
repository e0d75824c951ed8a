package picture

import (
	"slices"

	"setdoku"
	"setdoku/internal/marking"
)

// chain reads links and what joins them. Links that nothing stands between are one node, a group. A unit or a cell with
// role strong joins two nodes strongly, one with role weak weakly; a set does so too, by its cells, and at an
// end of the chain it joins that end with what is eliminated.
func (p *pattern) chain() {
	var last node    // the node before
	var joint *edge  // what follows it, its ends not known yet
	var current node // the node being read
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
		case joint != nil && joint.through != "": // the chain begins with a set
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
		case classOf(q) == setdoku.ClassLoop: // no arrow shows what kind of chain it is
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

// addNode marks the candidates of a node, and its group if they are several.
func (p *pattern) addNode(n node) {
	for _, c := range n {
		p.spot(c, marking.Disc)
	}
	same := func(m node) bool { return slices.Equal(n, m) }
	if len(n) > 1 && !slices.ContainsFunc(p.groups, same) {
		p.groups = append(p.groups, n)
	}
}

// reach joins an end of a chain with what is eliminated, through the set beyond it.
func (p *pattern) reach(end node, through edge) {
	for _, c := range p.struck {
		if slices.Contains(end, c) {
			continue
		}
		through.from, through.to = end, node{c}
		known := slices.ContainsFunc(p.edges, func(e edge) bool { // a loop may come back to where it began
			return slices.Equal(e.from, end) && slices.Equal(e.to, through.to) && e.through == through.through
		})
		if !known {
			p.edges = append(p.edges, through)
		}
	}
}
