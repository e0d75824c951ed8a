package generate

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// Symmetry states which cells are givens together. The zero value is none.
type Symmetry string

// The symmetries are named after the transformation that maps the set of givens to itself.
const (
	None      Symmetry = "none"
	Rotate180 Symmetry = "rotate180" // half a turn
	Rotate90  Symmetry = "rotate90"  // a quarter of a turn
	Mirror    Symmetry = "mirror"    // left to right
	Flip      Symmetry = "flip"      // top to bottom
	Diagonal  Symmetry = "diagonal"  // about the diagonal from the top left
)

// Symmetries lists the symmetries.
func Symmetries() []Symmetry { return []Symmetry{None, Rotate180, Rotate90, Mirror, Flip, Diagonal} }

// image returns the cell that a symmetry of a board of so many rows maps a cell to.
func (s Symmetry) image(cell, size int) int {
	r, c, last := cell/9, cell%9, size-1
	switch s {
	case Rotate180:
		return (last-r)*9 + last - c
	case Rotate90:
		return c*9 + last - r
	case Mirror:
		return r*9 + last - c
	case Flip:
		return (last-r)*9 + c
	case Diagonal:
		return c*9 + r
	}
	return cell
}

// orbits returns the smallest sets of cells of a board that the symmetry maps to themselves, one to four cells each.
func (s Symmetry) orbits(v *setdoku.Variant) (all [][]int) {
	var seen [setdoku.CellCount]bool
	for _, i := range v.Cells() {
		var orbit []int
		for j := i; !seen[j]; j = s.image(j, v.Size) {
			seen[j] = true
			orbit = append(orbit, j)
		}
		if orbit != nil {
			all = append(all, orbit)
		}
	}
	return all
}

// ParseSymmetry parses the name of a symmetry.
func ParseSymmetry(name string) (Symmetry, error) {
	if slices.Contains(Symmetries(), Symmetry(name)) {
		return Symmetry(name), nil
	}
	var names []string
	for _, s := range Symmetries() {
		names = append(names, string(s))
	}
	return "", fmt.Errorf("symmetry %q, want one of %s", name, strings.Join(names, ", "))
}
