package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// Evidence is a row of the view evidence: one part of a pattern. Cell, Digit and Unit are
// nil and UnitType is nil where the part has none.
type Evidence struct {
	PuzzleID int64   `db:"puzzle_id" json:"-"`
	Step     *int    `db:"step" json:"-"` // nil for what is found and not applied
	Pattern  int64   `db:"pattern" json:"-"`
	Ordinal  int     `db:"ordinal" json:"-"`
	Role     string  `db:"role" json:"role"`
	Cell     *int    `db:"cell" json:"cell"` // 11..99
	Digit    *int    `db:"digit" json:"digit"`
	UnitType *string `db:"unit_type" json:"unit_type"` // row, column or box
	Unit     *int    `db:"unit" json:"unit"`
}

const evidenceColumns = `puzzle_id, step, pattern, ordinal, role, cell, digit, unit_type, unit`

// PendingEvidence returns the evidence of what stands in the table deduction, by puzzle,
// pattern and ordinal.
func PendingEvidence(ctx context.Context, q sqlx.QueryerContext) ([]Evidence, error) {
	var rows []Evidence
	err := sqlx.SelectContext(ctx, q, &rows, `
		SELECT `+evidenceColumns+` FROM evidence WHERE step IS NULL ORDER BY puzzle_id, pattern, ordinal`)
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", Explain(err))
	}
	return rows, nil
}
