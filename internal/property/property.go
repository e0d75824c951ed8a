// Package property computes the properties of a puzzle by which collectors sort their lists: docs/rating.md defines
// them.
package property

import (
	"setdoku"
	"setdoku/internal/isomorph"
	"setdoku/internal/record"
	"setdoku/internal/solutions"
)

// Of returns the properties of the givens of a state, and the cells that have a property.
func Of(state *setdoku.State) (p record.Properties, cells []record.PropertyCell) {
	puzzle := setdoku.State{Variant: state.Variant, Givens: state.Givens}
	classic := puzzle.Variant == nil
	if classic {
		p.PatternAutomorphisms = new(isomorph.PatternAutomorphisms(puzzle.Givens))
	}
	solution, n := solutions.SolveState(puzzle)
	if n != 1 {
		return p, nil
	}
	add := func(property string, indexes []int) *int {
		for _, i := range indexes {
			cells = append(cells, record.PropertyCell{Property: property, Cell: setdoku.CellAt(i)})
		}
		return new(len(indexes))
	}
	p.Redundant = add(record.Redundant, redundant(&puzzle))
	size, single := backdoors(&puzzle, &solution)
	p.Backdoors = add(record.Backdoor, single)
	if size <= maxBackdoor {
		p.BackdoorSize = &size
	}
	if classic {
		form, _ := isomorph.Canonical(solution)
		p.SolutionForm, p.Band = new(form.String()), new(bandNumber(&form))
		p.Automorphisms = new(isomorph.Automorphisms(puzzle.Givens))
	}
	return p, cells
}

// redundant returns the given cells without which a puzzle with one solution still has one, in ascending order.
func redundant(puzzle *setdoku.State) (list []int) {
	for i, d := range puzzle.Givens {
		if d != 0 && solutions.Needless(puzzle.Variant, &puzzle.Givens, i) {
			list = append(list, i)
		}
	}
	return list
}
