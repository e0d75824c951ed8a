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

// readRoles returns the numbers of all roles.
func readRoles(ctx context.Context, q sqlx.QueryerContext) (map[string]int64, error) {
	return readNumbered(ctx, q, roleTable, "role")
}

// builtInRoles returns the names of all roles of package setdoku, in their order, with the sets A to I.
func builtInRoles() []string {
	var names []string
	for _, r := range setdoku.Roles {
		if r.Name != setdoku.SetRole+"a" {
			names = append(names, r.Name)
			continue
		}
		for letter := 'a'; letter <= 'i'; letter++ {
			names = append(names, setdoku.SetRole+string(letter))
		}
	}
	return names
}

// AddRoles adds the roles that the table role does not have.
func (c *Conn) AddRoles(ctx context.Context, roles []string) error {
	return addNumbered(ctx, c, roleTable, c.Qualify("main.role"), roles)
}
