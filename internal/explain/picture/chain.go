package picture

import (
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
)

// Node is a node of a chain: a candidate, or a group of candidates of one digit.
type Node struct {
	Digit uint8
	Cells []int // 0..80; none if its rows have no cells
}

// Link joins two nodes of a chain.
type Link struct {
	Part       // the link, or the first part of Set
	Set  []int // cells of the almost locked set that makes the link, or nil
}

// Chain is a chain read from the parts of a pattern. Links[k] joins Nodes[k] and Nodes[k+1] unless rows are missing.
type Chain struct {
	Kind          string // role that names the kind of the chain, or ""
	Nodes         []Node
	Links         []Link
	Before, After []int // cells of the almost locked sets at the ends, or nil
}

// Chain reads the parts as a chain. Consecutive candidates without a link between them form one node if they share a
// unit. Else the weak link between them is that of two cells that see each other without a unit.
func (p *Pattern) Chain() (c Chain) {
	inNode := false // more cells may follow for the last node
	parts := p.Parts
	if last := len(parts) - 1; last >= 0 && parts[last].Class == catalogue.ClassLoop {
		c.Kind, parts = parts[last].Role, parts[:last]
	}
	for k := 0; k < len(parts); k++ {
		q := parts[k]
		switch {
		case q.Class == catalogue.ClassNode:
			if inNode && p.apart(parts[k-1], q) {
				inNode = false
				c.Links = append(c.Links, Link{Part: Part{Role: "weak", Cell: -1, Unit: -1, Digit: q.Digit}})
			}
			if !inNode {
				c.Nodes = append(c.Nodes, Node{Digit: q.Digit})
			}
			n := &c.Nodes[len(c.Nodes)-1]
			n.Cells = append(n.Cells, Parts{q}.Cells()...)
		case q.Class == catalogue.ClassSet:
			end := k + 1
			for end < len(parts) && parts[end].Role == q.Role {
				end++
			}
			cells := append([]int{}, parts[k:end].Cells()...)
			k = end - 1
			switch {
			case len(c.Nodes) == 0:
				c.Before = cells
			case end == len(parts):
				c.After = cells
			default:
				c.Links = append(c.Links, Link{q, cells})
			}
		default:
			c.Links = append(c.Links, Link{Part: q})
		}
		inNode = q.Class == catalogue.ClassNode
	}
	return c
}

// apart reports whether two cells see each other without a common unit.
func (p *Pattern) apart(q, other Part) bool {
	board := p.State.Board()
	return q.Cell >= 0 && other.Cell >= 0 && board.SeeEachOther(q.Cell, other.Cell) &&
		!slices.ContainsFunc(board.Units[:], func(unit []int) bool {
			return slices.Contains(unit, q.Cell) && slices.Contains(unit, other.Cell)
		})
}

// First returns the first node, and Last the last one. They panic if the chain has none.
func (c *Chain) First() Node { return c.Nodes[0] }

// Last returns the last node.
func (c *Chain) Last() Node { return c.Nodes[len(c.Nodes)-1] }

// Closes reports whether one node is both ends of the chain. Such a chain is a loop that proves the node: if it is
// false, it is true.
func (c *Chain) Closes() bool {
	return len(c.Nodes) > 1 && c.First().Digit == c.Last().Digit && slices.Equal(c.First().Cells, c.Last().Cells)
}

// Sets reads the almost locked sets of a pattern as their cells, and the restricted commons before each set.
func (p Parts) Sets() (sets [][]int, restricted []setdoku.DigitSet) {
	var digits setdoku.DigitSet
	last := "" // role of the cells of the last set
	for _, q := range p {
		switch {
		case q.Role == "restricted" && q.Digit > 0:
			digits |= setdoku.NewDigitSet(q.Digit)
		case q.Class == catalogue.ClassSet && q.Cell >= 0:
			if q.Role != last {
				sets, restricted = append(sets, nil), append(restricted, digits)
				digits, last = 0, q.Role
			}
			sets[len(sets)-1] = append(sets[len(sets)-1], q.Cell)
		}
	}
	return sets, restricted
}

// Net is a net of a digit. All cells of one of its colors hold the digit, and no cell of the other does.
type Net struct {
	Digit  uint8
	Colors [2][]int
	Bases  Parts // the units with two places, which link a cell of one color with one of the other
}

// Nets reads the nets of a pattern, in the order of its parts: the cells of the first color of a net, then those of the
// second.
func (p *Pattern) Nets() (nets []Net) {
	last := ""
	for _, q := range p.Role("color", "color_2") {
		if q.Cell < 0 {
			continue
		}
		color := 0
		if q.Role == "color_2" {
			color = 1
		}
		if last == "" || q.Role != last && color == 0 {
			nets = append(nets, Net{Digit: q.Digit})
		}
		n := &nets[len(nets)-1]
		n.Colors[color], last = append(n.Colors[color], q.Cell), q.Role
	}
	for _, b := range p.Role("base") {
		for k := range nets {
			if ends := p.Places(b.Unit, b.Digit); len(ends) > 0 &&
				slices.Contains(slices.Concat(nets[k].Colors[:]...), ends[0]) {
				nets[k].Bases = append(nets[k].Bases, b)
			}
		}
	}
	return nets
}
