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

// FoundEvidence returns the rows that the technique which was run last has put into the temporary table deduction_evidence, by
// puzzle, pattern and ordinal. What patterns say by themselves is not among them.
func FoundEvidence(ctx context.Context, c *Conn) ([]Evidence, error) {
	var rows []Evidence
	err := sqlx.SelectContext(ctx, c, &rows, c.Qualify(`
		SELECT r.puzzle_id, r.pattern, r.ordinal, r.role, r.cell, r.digit, u.unit_type, u.unit
		FROM temp.deduction_evidence AS r
		LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
		ORDER BY r.puzzle_id, r.pattern, r.ordinal`))
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", Explain(err))
	}
	return rows, nil
}
