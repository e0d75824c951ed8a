package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// node is a node of a chain: one candidate, or a group of candidates of one digit.
type node struct {
	digit   uint8
	cells   []int
	ordinal int
}

// checkLinks checks the links between the nodes of a chain. A strong link, base or cell, has no candidate outside
// its two nodes, so one of them is true. A weak link contains both nodes, so at most one candidate of them is
// true.
func (a *argument) checkLinks(*situation) error {
	chain := a.isChain()
	for k, r := range a.rows {
		before, after := a.nodeBefore(k), a.nodeAfter(k)
		known := r.Role == "link" || slices.Contains(chainKinds, r.Role)
		if alone := before == nil || after == nil; known || alone && r.Role != "weak" && !chain {
			continue
		} else if alone {
			return fmt.Errorf("row %d, role %s: no link before or after it", r.Ordinal, r.Role)
		}
		var err error
		switch r.Role {
		case "base", "cell":
			err = a.joinsStrongly(r, before, after)
		case "weak":
			err = joinsWeakly(r, before, after)
		}
		if err != nil {
			return fmt.Errorf("row %d, role %s: %w", r.Ordinal, r.Role, err)
		}
	}
	return a.checkGroups()
}

// isChain reports whether the pattern contains only nodes, links and the kind of the chain.
func (a *argument) isChain() bool {
	links := 0
	for _, r := range a.rows {
		switch {
		case r.Role == "link":
			links++
		case r.Role != "base" && r.Role != "cell" && r.Role != "weak" && !slices.Contains(chainKinds, r.Role):
			return false
		}
	}
	return links > 0
}

// nodeBefore returns the node that ends above row k, or nil.
func (a *argument) nodeBefore(k int) *node {
	start := k
	for start > 0 && a.rows[start-1].Role == "link" {
		start--
	}
	return a.node(start, k)
}

// nodeAfter returns the node that begins below row k, or nil.
func (a *argument) nodeAfter(k int) *node {
	end := k + 1
	for end < len(a.rows) && a.rows[end].Role == "link" {
		end++
	}
	return a.node(k+1, end)
}

func (a *argument) node(start, end int) *node {
	if start >= end {
		return nil
	}
	n := &node{digit: a.rows[start].Digit, ordinal: a.rows[start].Ordinal}
	for _, r := range a.rows[start:end] {
		n.cells = append(n.cells, setdoku.CellIndex(r.Cell))
	}
	return n
}

// checkGroups checks that all candidates of a group have one digit and lie in one box and one line.
func (a *argument) checkGroups() error {
	for k, r := range a.rows {
		if r.Role != "link" || k > 0 && a.rows[k-1].Role == "link" {
			continue
		}
		n := a.nodeAfter(k - 1)
		for j := range n.cells {
			if a.rows[k+j].Digit != n.digit {
				return fmt.Errorf("row %d, role link: nothing joins it to the link before", a.rows[k+j].Ordinal)
			}
		}
		if len(n.cells) > 1 && n.sharedUnits() < 2 {
			return fmt.Errorf("row %d, role link: the group does not lie in the intersection of a line and a box", r.Ordinal)
		}
	}
	return nil
}

// sharedUnits returns the number of units that hold the whole node.
func (n *node) sharedUnits() (units int) {
	for u := range setdoku.Units {
		if !slices.ContainsFunc(n.cells, func(i int) bool { return !contains(u, i) }) {
			units++
		}
	}
	return units
}

// joinsStrongly checks that every candidate of row r belongs to one of the two nodes.
func (a *argument) joinsStrongly(r setdoku.Evidence, before, after *node) error {
	truth := candidates{}
	if r.Role == "base" {
		u, err := unitOf(r)
		if err != nil {
			return err
		}
		truth = placesOf(a.p, u, r.Digit)
	} else {
		truth = marksOf(a.p, setdoku.CellIndex(r.Cell))
	}
	for _, n := range []*node{before, after} {
		met := false
		for _, i := range n.cells {
			c := candidate(i, n.digit)
			met = met || truth.has(c)
			truth.remove(c)
		}
		if !met {
			return fmt.Errorf("the link at row %d is not in it", n.ordinal)
		}
	}
	if left := truth.list(); len(left) > 0 {
		return fmt.Errorf("%s with %d could be true as well", setdoku.CellName(left[0]/9), left[0]%9+1)
	}
	return nil
}

// joinsWeakly checks that both nodes lie in the unit or cell of row r, so that at most one of their candidates is
// true.
func joinsWeakly(r setdoku.Evidence, before, after *node) error {
	for _, n := range []*node{before, after} {
		for _, i := range n.cells {
			switch {
			case r.Cell != 0 && r.Cell == setdoku.CellNumber(i) && before.digit != after.digit:
			case r.Cell == 0 && r.Digit == n.digit && contains(unitIndex(r), i):
			default:
				return fmt.Errorf("the link %s with %d is not in it", setdoku.CellName(i), n.digit)
			}
		}
	}
	return nil
}

// unitIndex returns the unit of a row whose unit was checked before.
func unitIndex(r setdoku.Evidence) int {
	u, _ := unitOf(r)
	return u
}
