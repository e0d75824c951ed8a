package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"setdoku"
)

// unitNumber is an SQL expression for the number 1..27 of a unit from the columns unit_type and unit. It is 0 where
// both are NULL and -1 where no such unit exists.
const unitNumber = `CASE
			WHEN unit_type IS NULL AND unit IS NULL THEN 0
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'row' THEN unit
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'column' THEN unit + 9
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'box' THEN unit + 18
			ELSE -1
		END`

// Contradiction returns the contradiction of a puzzle, nil when it has none.
func (s *Snapshot) Contradiction(ctx context.Context, id int64) (*setdoku.Contradiction, error) {
	var c setdoku.Contradiction
	err := s.tx.GetContext(ctx, &c, `
		SELECT step, kind, COALESCE(cell, 0) AS cell, `+unitNumber+` AS unit, COALESCE(digit, 0) AS digit
		FROM contradiction
		WHERE puzzle_id = ?`, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the contradiction of puzzle %d: %w", id, Explain(err))
	}
	return &c, nil
}
