package explain

import (
	"slices"

	"setdoku"
	"setdoku/internal/explain/pattern"
)

// grid answers what premises ask of a state.
type grid struct {
	state  setdoku.State
	filled setdoku.Grid
	live   [setdoku.CellCount]setdoku.DigitSet
}

func gridOf(s setdoku.State) *grid { return &grid{s, s.Filled(), s.Candidates()} }

// places returns the places of a digit in a unit.
func (g *grid) places(unit int, d uint8) (list []int) {
	for _, i := range g.state.Board().Units[unit] {
		if g.live[i].Has(d) {
			list = append(list, i)
		}
	}
	return distinct(list)
}

// union returns the candidates of cells.
func (g *grid) union(cells []int) (set setdoku.DigitSet) {
	for _, i := range cells {
		set |= g.live[i]
	}
	return set
}

// holding returns the cells that have a candidate.
func (g *grid) holding(cells []int, d uint8) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return !g.live[i].Has(d) })
}

// see reports whether each cell of a list sees each of another.
func (g *grid) see(cells, others []int) bool {
	for _, i := range cells {
		for _, j := range others {
			if i == j || !g.state.Board().SeeEachOther(i, j) {
				return false
			}
		}
	}
	return true
}

// within reports whether all members of a list are in another.
func within(list, others []int) bool { return len(without(list, others)) == 0 }

// excludes reports whether two nodes cannot both be true.
func (g *grid) excludes(a, b pattern.Node) bool {
	if a.Digit == b.Digit {
		return g.see(a.Cells, b.Cells)
	}
	return len(a.Cells) == 1 && slices.Equal(a.Cells, b.Cells)
}
