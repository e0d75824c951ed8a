package marking

import (
	"slices"

	"setdoku"
)

// Node is a node of a chain: a candidate, or a group of candidates of one digit.
type Node struct {
	Digit uint8
	Cells []int // 0..80, or -1 for a row without a cell
}

// Link joins two nodes of a chain.
type Link struct {
	Row setdoku.Evidence // the link, or the first row of Set
	Set []int            // cells of the almost locked set that makes the link, or nil
}

// Chain is a chain read from the rows of a pattern. Links[k] joins Nodes[k] and Nodes[k+1] unless rows are missing.
type Chain struct {
	Kind          string // role that names the kind of the chain, or ""
	Nodes         []Node
	Links         []Link
	Before, After []int // cells of the almost locked sets at the ends, or nil
}

// ReadChain reads the rows of a chain. Consecutive candidates without a link between them form one node.
func ReadChain(rows []setdoku.Evidence) (c Chain) {
	inNode := false // more cells may follow for the last node
	if last := len(rows) - 1; last >= 0 && classOf(rows[last]) == setdoku.ClassLoop {
		c.Kind, rows = rows[last].Role, rows[:last]
	}
	for k := 0; k < len(rows); k++ {
		row := rows[k]
		class := classOf(row)
		if class == setdoku.ClassNode && inNode {
			n := &c.Nodes[len(c.Nodes)-1]
			n.Cells = append(n.Cells, cellOf(row))
			continue
		}
		inNode = class == setdoku.ClassNode
		switch class {
		case setdoku.ClassNode:
			c.Nodes = append(c.Nodes, Node{row.Digit, []int{cellOf(row)}})
		case setdoku.ClassSet:
			cells := []int{cellOf(row)}
			for k+1 < len(rows) && rows[k+1].Role == row.Role {
				k++
				cells = append(cells, cellOf(rows[k]))
			}
			switch {
			case len(c.Nodes) == 0:
				c.Before = cells
			case k == len(rows)-1:
				c.After = cells
			default:
				c.Links = append(c.Links, Link{row, cells})
			}
		default:
			c.Links = append(c.Links, Link{Row: row})
		}
	}
	return c
}

// Closes reports whether one node is both ends of the chain. Such a chain is a loop that proves the node: if it is
// false, it is true.
func (c *Chain) Closes() bool {
	if len(c.Nodes) < 2 {
		return false
	}
	first, last := c.Nodes[0], c.Nodes[len(c.Nodes)-1]
	return first.Digit == last.Digit && slices.Equal(first.Cells, last.Cells)
}

// ReadSets reads the almost locked sets of a pattern as their cells, 0..80, and the restricted commons before each
// set.
func ReadSets(rows []setdoku.Evidence) (sets [][]int, restricted []setdoku.DigitSet) {
	var digits setdoku.DigitSet
	last := "" // role of the cells of the last set
	for _, row := range rows {
		switch {
		case row.Role == "restricted" && row.Digit <= 9:
			digits |= setdoku.SetOf(row.Digit)
		case classOf(row) == setdoku.ClassSet && setdoku.ValidCell(row.Cell):
			if row.Role != last {
				sets, restricted = append(sets, nil), append(restricted, digits)
				digits, last = 0, row.Role
			}
			sets[len(sets)-1] = append(sets[len(sets)-1], cellOf(row))
		}
	}
	return sets, restricted
}

func classOf(row setdoku.Evidence) setdoku.Class {
	class, _ := setdoku.ClassOf(row.Role)
	return class
}

// cellOf returns the cell of a row, 0..80, or -1.
func cellOf(row setdoku.Evidence) int {
	if !setdoku.ValidCell(row.Cell) {
		return -1
	}
	return setdoku.CellIndex(row.Cell)
}
