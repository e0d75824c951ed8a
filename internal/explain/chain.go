package explain

import (
	"fmt"
	"slices"

	"setdoku"
)

// node is a node of a chain: a candidate, or a group of candidates of one digit. A group is true if one of its
// candidates is.
type node struct {
	digit uint8
	cells []int
}

func (n node) is() string {
	if len(n.cells) == 1 {
		return fmt.Sprintf("%s is %d", setdoku.CellName(n.cells[0]), n.digit)
	}
	return fmt.Sprintf("one of %s is %d", cellNames(n.cells), n.digit)
}

func (n node) isNot() string {
	if len(n.cells) == 1 {
		return fmt.Sprintf("%s is not %d", setdoku.CellName(n.cells[0]), n.digit)
	}
	return fmt.Sprintf("none of %s is %d", cellNames(n.cells), n.digit)
}

// joint is the link between two nodes. A base or a cell is a strong link. A weak unit, a weak cell or a set is a
// weak link.
type joint struct {
	part
	set []int // cells of an almost locked set
}

// chainOf is a chain: its nodes, the links between them, the sets at its ends or nil, and the role that names the
// kind of the chain, or "".
type chainOf struct {
	kind        string
	nodes       []node
	joints      []joint
	before, end []int
}

// chain reads the parts of a chain. Consecutive candidates without a link between them form one node.
func (t *explainer) chain() (c chainOf) {
	open := false // more cells may follow for the last node
	parts := t.parts
	if last := len(parts) - 1; last >= 0 && parts[last].class == setdoku.ClassLoop {
		c.kind, parts = parts[last].role, parts[:last]
	}
	for k := 0; k < len(parts); k++ {
		p := parts[k]
		switch p.class {
		case setdoku.ClassNode:
			if n := len(c.nodes); open {
				c.nodes[n-1].cells = append(c.nodes[n-1].cells, p.cell)
			} else {
				c.nodes = append(c.nodes, node{p.digit, []int{p.cell}})
			}
			open = true
		case setdoku.ClassSet:
			cells := []int{p.cell}
			for k+1 < len(parts) && parts[k+1].role == p.role {
				k++
				cells = append(cells, parts[k].cell)
			}
			open = false
			switch {
			case len(c.nodes) == 0:
				c.before = cells
			case k == len(parts)-1:
				c.end = cells
			default:
				c.joints = append(c.joints, joint{p, cells})
			}
		default:
			c.joints = append(c.joints, joint{p, nil})
			open = false
		}
	}
	return c
}

// nodeCells returns the cells of each node.
func (t *explainer) nodeCells() (list []cellList) {
	for _, n := range t.chain().nodes {
		list = append(list, n.cells)
	}
	return list
}

// wholeChain follows the chain from the first node to the last: the first is false, so the second is true, and so
// on.
func (t *explainer) wholeChain() {
	c := t.chain()
	first, last := c.nodes[0], c.nodes[len(c.nodes)-1]
	t.sayShape(&c)
	for k := 0; k+1 < len(c.nodes) && k < len(c.joints); k++ {
		a, b, j := c.nodes[k], c.nodes[k+1], c.joints[k]
		if k%2 == 0 {
			intro := "so"
			if k == 0 {
				intro = fmt.Sprintf("If %s,", a.isNot())
			}
			t.say("%s %s (strong link): %s.", intro, b.is(), t.strong(j))
			continue
		}
		t.say("Then %s (weak link): %s.", b.isNot(), t.weak(j, a, b))
	}
	if c.differs() {
		t.say("So at least one of the ends is true: %s, or %s.", first.is(), last.is())
	} else {
		t.say("That contradicts the beginning, so %s.", first.is())
	}
	t.chainEnd(first, c.before)
	if !c.differs() {
		t.say("So %s.", t.effect())
		return
	}
	t.chainEnd(last, c.end)
	t.say("Either way %s.", t.effect())
}

// sayShape states where a chain begins and ends, and whether it is a loop.
func (t *explainer) sayShape(c *chainOf) {
	begins, ends := c.nodes[0].name(), c.nodes[len(c.nodes)-1].name()
	switch {
	case c.kind == setdoku.ContinuousLoop:
		t.say("A continuous loop begins at %s and ends at %s, and a weak link joins the two ends.", begins, ends)
	case c.kind == setdoku.DiscontinuousLoop && !c.differs():
		t.say("A discontinuous loop begins and ends at %s, with a strong link both times.", begins)
	case c.kind == setdoku.DiscontinuousLoop:
		t.say("A discontinuous loop begins at %s and ends at %s, and weak links join both ends to %s.", begins, ends, join(t.lostNames(), "and"))
	case c.kind == setdoku.OpenChain:
		t.say("An open chain begins at %s and ends at %s.", begins, ends)
	default:
		t.say("The chain begins at %s and ends at %s.", begins, ends)
	}
}

// lostNames names the eliminated candidates, each as "the 2 of r4c5".
func (t *explainer) lostNames() (list []string) {
	for _, e := range t.d.Eliminations {
		list = append(list, node{uint8(e.Digit), []int{setdoku.CellIndex(e.Cell)}}.name())
	}
	return list
}

// name returns a text such as "the 2 of r4c5".
func (n node) name() string { return fmt.Sprintf("the %d of %s", n.digit, cellNames(n.cells)) }

// differs reports whether the two ends of a chain are different candidates.
func (c *chainOf) differs() bool {
	first, last := c.nodes[0], c.nodes[len(c.nodes)-1]
	return first.digit != last.digit || !slices.Equal(first.cells, last.cells)
}

// strong explains a strong link.
func (t *explainer) strong(j joint) string {
	if j.cell >= 0 {
		return "the cell has no other candidate"
	}
	return fmt.Sprintf("%s has no other place for %d", unitName(j.unit), j.digit)
}

// weak explains a weak link.
func (t *explainer) weak(j joint, a, b node) string {
	switch {
	case j.set != nil:
		return fmt.Sprintf("%s have one more digit than cells, so if they lose the %d they hold all the others, and %s %s all their places for %d",
			t.withMarks(j.set), a.digit, cellNames(b.cells), either(len(b.cells), "sees", "see"), b.digit)
	case j.cell >= 0:
		return "the cell holds one digit"
	}
	return fmt.Sprintf("%s holds one %d", unitName(j.unit), j.digit)
}

// chainEnd states what an end of a chain eliminates, perhaps through a set.
func (t *explainer) chainEnd(n node, set []int) {
	cells, digits := t.victims()
	if set != nil {
		t.say("If %s, %s lose the %d and hold all their other digits, and %s %s all their places for %s.", n.is(), t.withMarks(set), n.digit,
			cellNames(cells), either(len(cells), "sees", "see"), digitNames(digits))
		return
	}
	var own setdoku.DigitSet // digits eliminated from the cell of the end
	var peers []int
	for _, e := range t.d.Eliminations {
		i := setdoku.CellIndex(e.Cell)
		if len(n.cells) == 1 && n.cells[0] == i {
			own |= setdoku.SetOf(e.Digit)
		} else if e.Digit == n.digit && seesAll(i, n.cells) {
			peers = append(peers, i)
		}
	}
	if own != 0 {
		t.say("If %s, it is not %s.", n.is(), orDigits(own))
	}
	if peers = distinct(peers); len(peers) > 0 {
		t.say("If %s, %s %s it and %s not %d.", n.is(), cellNames(peers), either(len(peers), "sees", "see"), either(len(peers), "is", "are"), n.digit)
	}
}
