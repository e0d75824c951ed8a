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

// image returns the cell that a symmetry maps row r, column c to.
func (s Symmetry) image(r, c int) int {
	switch s {
	case Rotate180:
		return (8-r)*9 + 8 - c
	case Rotate90:
		return c*9 + 8 - r
	case Mirror:
		return r*9 + 8 - c
	case Flip:
		return (8-r)*9 + c
	case Diagonal:
		return c*9 + r
	}
	return r*9 + c
}

// Holds reports whether the givens of a grid have the symmetry.
func (s Symmetry) Holds(d setdoku.Grid) bool {
	for i, v := range d {
		if (v == 0) != (d[s.image(i/9, i%9)] == 0) {
			return false
		}
	}
	return true
}

// orbits returns the smallest sets of cells that the symmetry maps to themselves, one to four cells each.
func (s Symmetry) orbits() (all [][]int) {
	var seen [setdoku.CellCount]bool
	for i := range setdoku.CellCount {
		var orbit []int
		for j := i; !seen[j]; j = s.image(j/9, j%9) {
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
