package explain

import (
	"fmt"
	"strings"

	"setdoku"
)

// Words about chains of one kind: those of one digit, and those of cells with two candidates.

// closes reports whether the chain returns to the candidate with which it begins, or is a loop that eliminates not only
// at its ends.
func (t *explainer) closes() bool {
	c := t.Chain()
	around, _ := t.aroundLoop(&c)
	return c.Closes() || len(around) > 0
}

// paired says where the strong links of a chain of one digit lie: "in row 3 (r3c1 or r3c5) and in box 4 (r4c1 or
// r6c3)".
func (t *explainer) paired() string { return join(t.links("strong"), "and") }

// turns follows a chain from its second node: "r1c6 is 6; r3c5 sees r1c6 in box 2 and is 7; r3c1 sees r3c5 in row 3
// and is 4". The chain must have plain nodes, and weak links in units.
func (t *explainer) turns() (string, error) {
	c := t.Chain()
	var list []string
	for k := 1; k < len(c.Nodes) && k-1 < len(c.Links); k += 2 {
		from, to, strong := c.Nodes[k-1], c.Nodes[k], c.Links[k-1]
		if len(from.Cells) != 1 || len(to.Cells) != 1 {
			return "", errUnfit
		}
		cell := setdoku.CellAt(to.Cells[0])
		if k == 1 {
			list = append(list, fmt.Sprintf("%s is %d", cell, to.Digit))
			continue
		}
		weak := c.Links[k-2]
		if weak.Set != nil || !t.SeesAll(from.Cells[0], c.Nodes[k-2].Cells) {
			return "", errUnfit
		}
		seeing := fmt.Sprintf("%s sees %s", setdoku.CellAt(from.Cells[0]), setdoku.CellAt(c.Nodes[k-2].Cells[0]))
		if weak.Unit >= 0 { // else they are a pair of the board
			seeing += " in " + unitName(weak.Unit)
		}
		if strong.Cell >= 0 {
			list = append(list, fmt.Sprintf("%s and is %d", seeing, to.Digit))
		} else {
			list = append(list, fmt.Sprintf("%s and is not %d, so %s is %d", seeing, from.Digit, cell, to.Digit))
		}
	}
	if len(list) < 2 {
		return "", errUnfit
	}
	return strings.Join(list, "; "), nil
}
