package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Contradiction is why a puzzle has no solution.
type Contradiction struct {
	Step     int     `db:"step" json:"step"` // the last step before it was seen
	Kind     string  `db:"kind" json:"kind"` // no_candidate, no_place, two_digits or two_places
	Cell     *int    `db:"cell" json:"cell"` // 11..99
	UnitType *string `db:"unit_type" json:"unit_type"`
	Unit     *int    `db:"unit" json:"unit"`
	Digit    *int    `db:"digit" json:"digit"`
}

// Contradiction returns the contradiction of a puzzle, nil when it has none.
func (s *Snapshot) Contradiction(ctx context.Context, id int64) (*Contradiction, error) {
	var c Contradiction
	err := s.tx.GetContext(ctx, &c, `
		SELECT step, kind, cell, unit_type, unit, digit FROM contradiction WHERE puzzle_id = ?`, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the contradiction of puzzle %d: %w", id, Explain(err))
	}
	return &c, nil
}

// String tells the contradiction in words, such as "digit 7 has no place left in row 4".
func (c Contradiction) String() string {
	cell, unit, digit := "a cell", "a unit", "a digit"
	if c.Cell != nil {
		cell = fmt.Sprintf("r%dc%d", *c.Cell/10, *c.Cell%10)
	}
	if c.UnitType != nil && c.Unit != nil {
		unit = fmt.Sprintf("%s %d", *c.UnitType, *c.Unit)
	}
	if c.Digit != nil {
		digit = fmt.Sprintf("digit %d", *c.Digit)
	}
	switch c.Kind {
	case "no_candidate":
		return cell + " has no candidate left"
	case "no_place":
		return digit + " has no place left in " + unit
	case "two_digits":
		return "two different digits must go into " + cell
	case "two_places":
		return digit + " must go into two places of " + unit
	}
	return c.Kind
}
