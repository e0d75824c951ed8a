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
	var rows []struct {
		No   int64 `db:"role_no"`
		Role string
	}
	if err := sqlx.SelectContext(ctx, q, &rows, `SELECT role_no, role FROM role`); err != nil {
		return nil, fmt.Errorf("read the roles: %w", Explain(err))
	}
	roles := make(map[string]int64, len(rows))
	for _, r := range rows {
		roles[r.Role] = r.No
	}
	return roles, nil
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

// firstRole is the smallest number of a role.
const firstRole = 100

// AddRoles adds the roles that the table role does not have. A role keeps its number for ever, because the audit refers to it.
func (c *Conn) AddRoles(ctx context.Context, roles []string) error {
	return addRoles(ctx, c, c.Qualify("main.role"), roles)
}

func addRoles(ctx context.Context, q roleStore, table string, roles []string) error {
	for _, role := range roles {
		// Another process may add a role at the same moment, and take the same number.
		for known := false; !known; {
			_, err := q.ExecContext(ctx, `
				INSERT INTO `+table+` (role_no, role)
				SELECT COALESCE(MAX(o.role_no) + 1, ?), CAST(? AS TEXT) FROM `+table+` AS o WHERE TRUE
				ON CONFLICT DO NOTHING`, firstRole, role)
			if err == nil {
				err = sqlx.GetContext(ctx, q, &known, `SELECT EXISTS (SELECT 1 FROM `+table+` AS r WHERE r.role = CAST(? AS TEXT))`, role)
			}
			if err != nil {
				return fmt.Errorf("add the role %q: %w", role, Explain(err))
			}
		}
	}
	return nil
}

// roleStore is a transaction or a connection.
type roleStore interface {
	sqlx.ExecerContext
	sqlx.QueryerContext
}
