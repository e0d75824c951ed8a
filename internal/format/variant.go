package format

import (
	"fmt"

	"setdoku"
)

// board is the variant of SetVariant as a State has it: nil for classic.
func (r *Reader) board() *setdoku.Variant { return unlessClassic(r.variant) }

func unlessClassic(v *setdoku.Variant) *setdoku.Variant {
	if v == nil || v.Name == setdoku.Classic().Name {
		return nil
	}
	return v
}

// variantNamed returns the variant that a text names. It keeps the last one, because a list has many puzzles of a
// variant.
func (r *Reader) variantNamed(name string) (*setdoku.Variant, error) {
	if r.variant != nil && name == r.variant.Name {
		return r.variant, nil
	}
	if r.last == nil || name != r.lastName {
		v, err := setdoku.ParseVariant(name)
		if err != nil {
			return nil, err
		}
		r.last, r.lastName = v, name
	}
	if r.variant != nil && r.last.Name != r.variant.Name {
		return nil, fmt.Errorf("two variants for one puzzle: the line names %s, and all puzzles are of %s", r.last.Name,
			r.variant.Name)
	}
	return r.last, nil
}

// BoardCells returns the characters of a grid on its board, as Variant.Text does, of the 81 characters that a database
// has for a grid of any size.
func BoardCells(v *setdoku.Variant, grid string) string {
	d, err := setdoku.ParseGrid(grid)
	if err != nil {
		return grid
	}
	return v.Text(d)
}
