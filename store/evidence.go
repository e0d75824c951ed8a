package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"setdoku"
)

// FoundEvidence returns the rows that the last technique has written into the temporary table deduction_evidence, by
// puzzle_id, each list sorted by pattern and ordinal. Evidence that can be computed from the pattern's key is not
// among them.
func FoundEvidence(ctx context.Context, c *Conn) (map[int64][]setdoku.Evidence, error) {
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		setdoku.Evidence
	}
	err := sqlx.SelectContext(ctx, c, &rows, c.Qualify(`
		SELECT puzzle_id, pattern, ordinal, role, COALESCE(cell, 0) AS cell, COALESCE(digit, 0) AS digit, COALESCE(unit_no, 0) AS unit
		FROM temp.deduction_evidence
		ORDER BY puzzle_id, pattern, ordinal`))
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", Explain(err))
	}
	found := make(map[int64][]setdoku.Evidence)
	for _, r := range rows {
		found[r.PuzzleID] = append(found[r.PuzzleID], r.Evidence)
	}
	return found, nil
}
