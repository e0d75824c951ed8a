package store

import (
	"context"
	"fmt"

	"setdoku"
)

// FirstPatterns returns the evidence of the first pattern of each step of a puzzle, by step and ordinal. A step may have
// hundreds of patterns, so a list of the steps reads no others.
func (s *Snapshot) FirstPatterns(ctx context.Context, id int64) ([]setdoku.Evidence, error) {
	var rows []setdoku.Evidence
	err := s.tx.SelectContext(ctx, &rows, `
		SELECT e.step, e.pattern, e.ordinal, e.role, COALESCE(e.cell, 0) AS cell, COALESCE(e.digit, 0) AS digit, `+unitNumber+` AS unit
		FROM (SELECT step, MIN(pattern) AS pattern FROM evidence WHERE puzzle_id = ? GROUP BY step) AS first_pattern
		INNER JOIN evidence AS e ON e.puzzle_id = ? AND e.step = first_pattern.step AND e.pattern = first_pattern.pattern
		ORDER BY e.step, e.ordinal`, id, id)
	if err != nil {
		return nil, fmt.Errorf("read the first patterns of puzzle %d: %w", id, Explain(err))
	}
	return rows, nil
}
