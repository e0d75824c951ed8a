package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
)

// node is a node of a chain. A group is true if one of its candidates is.
type node picture.Node

func (n node) is() string {
	if len(n.Cells) == 1 {
		return fmt.Sprintf("%s is %d", setdoku.CellAt(n.Cells[0]), n.Digit)
	}
	return fmt.Sprintf("one of %s is %d", cellNames(n.Cells), n.Digit)
}

func (n node) isNot() string {
	if len(n.Cells) == 1 {
		return fmt.Sprintf("%s is not %d", setdoku.CellAt(n.Cells[0]), n.Digit)
	}
	return fmt.Sprintf("none of %s is %d", cellNames(n.Cells), n.Digit)
}

// proved states the conclusion of a loop that begins and ends at the node.
func (n node) proved() string {
	if len(n.Cells) == 1 {
		return fmt.Sprintf("the loop proves %s=%d", setdoku.CellAt(n.Cells[0]), n.Digit)
	}
	return fmt.Sprintf("the loop proves that %s", n.is())
}

// nodeCells returns the cells of each node.
func (t *explainer) nodeCells() (list []cellList) {
	for _, n := range t.Chain().Nodes {
		list = append(list, n.Cells)
	}
	return list
}

// wholeChain follows the chain from the first node to the last: the first is false, so the second is true, and so
// on.
func (t *explainer) wholeChain() {
	c := t.Chain()
	t.sayShape(&c)
	if name := wing(&c); name != "" {
		t.say("By the kinds of its links this chain is %s.", name)
	}
	sets, _ := t.Sets()
	t.introduce(sets)
	for k := 0; k+1 < len(c.Nodes) && k < len(c.Links); k++ {
		a, b, link := node(c.Nodes[k]), node(c.Nodes[k+1]), c.Links[k]
		if k%2 == 0 {
			intro := "so"
			if k == 0 {
				intro = fmt.Sprintf("If %s,", a.isNot())
			}
			t.say("%s %s (strong link): %s.", intro, b.is(), t.strong(link))
			continue
		}
		t.say("Then %s (weak link): %s.", b.isNot(), t.weak(link, a, b))
	}
	around, own := t.aroundLoop(&c)
	if len(around) == 0 {
		t.sayEnds(&c, len(sets))
		return
	}
	if all := t.Eliminations; len(own) > 0 {
		t.Eliminations = own
		t.sayEnds(&c, len(sets))
		t.Eliminations = all
	}
	t.sayAround(around)
}

// sayEnds says what the ends of a chain prove.
func (t *explainer) sayEnds(c *picture.Chain, sets int) {
	first, last := node(c.First()), node(c.Last())
	if !c.Closes() {
		t.say("So at least one of the ends is true: %s, or %s.", first.is(), last.is())
	} else {
		t.say("That contradicts the beginning, so %s.", first.proved())
	}
	t.chainEnd(first, c.Before, "A")
	if c.Closes() {
		t.say("So %s.", t.effect())
		return
	}
	t.chainEnd(last, c.After, picture.SetName(sets-1))
	t.say("Either way %s.", t.effect())
}

// sayShape states where a chain begins and ends, and whether it is a loop.
func (t *explainer) sayShape(c *picture.Chain) {
	begins, ends := node(c.First()).name(), node(c.Last()).name()
	switch {
	case c.Kind == catalogue.ContinuousLoop:
		t.say("A continuous loop begins at %s and ends at %s, and %s joins the two ends.", begins, ends, t.closing(c))
	case c.Kind == catalogue.DiscontinuousLoop && c.Closes():
		t.say("A discontinuous loop begins and ends at %s, with a strong link both times.", begins)
	case c.Kind == catalogue.DiscontinuousLoop:
		t.say("A discontinuous loop begins at %s and ends at %s, and weak links join both ends to %s: %s.", begins,
			ends, join(t.lostNames(), "and"), kindOfAIC(c))
	case c.Kind == catalogue.OpenChain:
		t.say("An open chain begins at %s and ends at %s: %s.", begins, ends, kindOfAIC(c))
	default:
		t.say("The chain begins at %s and ends at %s.", begins, ends)
	}
}

// kindOfAIC returns the type of the chain as an Alternating Inference Chain.
func kindOfAIC(c *picture.Chain) string {
	if c.First().Digit == c.Last().Digit {
		return "AIC type 1, with one digit at both ends"
	}
	return "AIC type 2, with two different digits at the ends"
}

// closing names the link that joins the two ends of a continuous loop.
func (t *explainer) closing(c *picture.Chain) string {
	for _, set := range [][]int{c.Before, c.After} {
		if set != nil && t.joinsThrough(set, c.First(), c.Last()) {
			return fmt.Sprintf("a weak link through the set %s", cellNames(set))
		}
	}
	return "a weak link"
}

// joinsThrough reports whether each of two nodes sees all places of its digit in an almost locked set.
func (t *explainer) joinsThrough(set []int, a, b picture.Node) bool {
	for _, n := range []picture.Node{a, b} {
		places := t.Having(set, n.Digit)
		if len(places) == 0 || slices.ContainsFunc(n.Cells, func(i int) bool { return !t.SeesAll(i, places) }) {
			return false
		}
	}
	return a.Digit != b.Digit
}

// lostNames names the eliminated candidates, each as "the 2 of r4c5".
func (t *explainer) lostNames() (list []string) {
	for _, e := range t.Eliminations {
		list = append(list, node{uint8(e.Digit), []int{e.Cell.Index()}}.name())
	}
	return list
}

// name returns a text such as "the 2 of r4c5".
func (n node) name() string { return fmt.Sprintf("the %d of %s", n.Digit, cellNames(n.Cells)) }

// strong explains a strong link.
func (t *explainer) strong(link picture.Link) string {
	if link.Cell >= 0 {
		return "the cell has no other candidate"
	}
	return fmt.Sprintf("%s has no other place for %d", unitName(link.Unit), link.Digit)
}

// weak explains a weak link.
func (t *explainer) weak(link picture.Link, a, b node) string {
	switch {
	case link.Set != nil:
		return fmt.Sprintf("set %s loses the %d and holds all its other digits, and %s",
			strings.ToUpper(strings.TrimPrefix(link.Role, catalogue.SetRolePrefix)), a.Digit,
			t.seesPlaces(b.Cells, b.Digit, link.Set))
	case link.Cell >= 0:
		return "the cell holds one digit"
	case link.Unit < 0: // a pair of the board
		return fmt.Sprintf("%s %s %s", cellNames(b.Cells), either(len(b.Cells), "sees", "see"), cellNames(a.Cells))
	}
	return fmt.Sprintf("%s holds one %d", unitName(link.Unit), link.Digit)
}

// seesPlaces says that cells see all places of a digit in an almost locked set.
func (t *explainer) seesPlaces(cells []int, digit uint8, set []int) string {
	return fmt.Sprintf("%s %s every place for the %d there (%s)", cellNames(cells), either(len(cells), "sees", "see"),
		digit, cellNames(t.Having(set, digit)))
}

// chainEnd states the eliminations by an end of a chain, perhaps through a set with a name.
func (t *explainer) chainEnd(n node, set []int, name string) {
	if set != nil {
		_, digits := t.Victims()
		t.say("If %s, set %s loses the %d and holds all its other digits.", n.is(), name, n.Digit)
		for _, d := range digits.Digits() {
			losing := t.Losing(d)
			t.say("%s and %s not %d.", t.seesPlaces(losing, d, set), either(len(losing), "is", "are"), d)
		}
		return
	}
	var own setdoku.DigitSet // digits eliminated from the cell of the end
	var peers []int
	for _, e := range t.Eliminations {
		i := e.Cell.Index()
		if len(n.Cells) == 1 && n.Cells[0] == i {
			own |= setdoku.NewDigitSet(e.Digit)
		} else if e.Digit == n.Digit && t.SeesAll(i, n.Cells) {
			peers = append(peers, i)
		}
	}
	if own != 0 {
		t.say("If %s, it is not %s.", n.is(), orDigits(own))
	}
	if peers = distinct(peers); len(peers) > 0 {
		t.say("If %s, %s %s it and %s not %d.", n.is(), cellNames(peers), either(len(peers), "sees", "see"),
			either(len(peers), "is", "are"), n.Digit)
	}
}
