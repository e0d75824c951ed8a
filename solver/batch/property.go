package batch

import (
	"context"
	"errors"

	"setdoku"
	"setdoku/solver/isomorph"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// PropertiesFor returns the properties of the givens of a state, and the cells that have a property. Those of a puzzle
// with one solution are missing unless it is known that there is one. The error is that of ctx.
func PropertiesFor(ctx context.Context, state *setdoku.State) (p record.Properties, cells []record.PropertyCell,
	err error) {
	puzzle := setdoku.State{Variant: state.Variant, Givens: state.Givens}
	classic := puzzle.Variant == nil
	if classic {
		p.PatternAutomorphisms = new(isomorph.PatternAutomorphisms(puzzle.Givens))
	}
	solution, n, err := solutions.SolveState(ctx, puzzle)
	if errors.Is(err, solutions.ErrNotCounted) {
		return p, nil, nil
	}
	if err != nil || n != 1 {
		return p, nil, err
	}
	add := func(property string, indexes []int) *int {
		for _, i := range indexes {
			cells = append(cells, record.PropertyCell{Property: property, Cell: setdoku.CellAt(i)})
		}
		return new(len(indexes))
	}
	list, err := redundant(ctx, &puzzle)
	if err == nil {
		p.Redundant = add(record.Redundant, list)
	} else if !errors.Is(err, solutions.ErrNotCounted) {
		return p, cells, err
	}
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
	return p, cells, ctx.Err()
}

// redundant returns the given cells without which a puzzle with one solution still has one, in ascending order. If one
// of the searches gives up, the error is solutions.ErrNotCounted.
func redundant(ctx context.Context, puzzle *setdoku.State) (list []int, err error) {
	for i, d := range puzzle.Givens {
		if d == 0 {
			continue
		}
		needless, err := solutions.Needless(ctx, puzzle.Variant, &puzzle.Givens, i)
		if err != nil {
			return nil, err
		}
		if needless {
			list = append(list, i)
		}
	}
	return list, nil
}
