package explain

import (
	"slices"

	"setdoku/internal/explain/picture"
)

// wing returns the name, with its article, of a chain with three strong links between single candidates, "" if it has
// none. A strong link is in a cell or in a unit. The letters are the digits:
//
//   - W-Wing (x=y)-y=y-(y=x)
//   - M-Wing (x=y)-y=(y-x)=x
//   - Hybrid Wing (x=y)-y=(y-z)=z or (x=y)-(y=z)-z=z
//   - Split Wing x=x-(x=y)-y=y
//   - Local Wing x=(x-y)=(y-z)=z
func wing(c *picture.Chain) string {
	if len(c.Nodes) != 6 || len(c.Links) != 5 || c.Before != nil || c.After != nil {
		return ""
	}
	for k, n := range c.Nodes {
		if len(n.Cells) != 1 || k < len(c.Links) && c.Links[k].Set != nil {
			return ""
		}
	}
	forth := linkKinds(c.Nodes)
	nodes := slices.Clone(c.Nodes)
	slices.Reverse(nodes)
	same := c.First().Digit == c.Last().Digit
	for _, kinds := range []string{forth, linkKinds(nodes)} {
		switch {
		case kinds == "cell unit unit unit cell" && same:
			return "a W-Wing"
		case kinds == "cell unit unit cell unit" && same:
			return "an M-Wing"
		case kinds == "cell unit unit cell unit", kinds == "cell unit cell unit unit" && !same:
			return "a Hybrid Wing (H-Wing)"
		case kinds == "unit unit cell unit unit":
			return "a Split Wing (S-Wing)"
		case kinds == "unit cell unit cell unit":
			return "a Local Wing (L-Wing)"
		}
	}
	return ""
}

// linkKinds says of each link between nodes of one cell whether it is between two digits of a cell or two places of a
// digit.
func linkKinds(nodes []picture.Node) (kinds string) {
	for k, n := range nodes[1:] {
		if k > 0 {
			kinds += " "
		}
		if n.Digit == nodes[k].Digit {
			kinds += "unit"
		} else {
			kinds += "cell"
		}
	}
	return kinds
}
