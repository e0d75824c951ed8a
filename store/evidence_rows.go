package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
)

// partsAtOnce is how many parts of a pattern a row of stored_evidence holds at most. The view step_evidence numbers them with
// the 511 values of combination_id.
const partsAtOnce = 500

// partDigits is the number of digits of a part in the column parts: three of the number of its role, two of the cell, one of
// the digit and two of the unit.
const partDigits = 8

// insertEvidence writes the parts of patterns to stored_evidence. values has the columns of the view step_evidence, with the
// parts of each pattern in order.
func (c *Conn) insertEvidence(ctx context.Context, values []any) error {
	if len(values) == 0 {
		return nil
	}
	roles, err := c.roleNumbers(ctx, values)
	if err != nil {
		return err
	}
	rows, err := packEvidence(values, roles)
	if err != nil {
		return err
	}
	return c.Insert(ctx, "stored_evidence", []string{"puzzle_id", "step", "pattern", "ordinal", "parts"}, rows)
}

// evidenceWidth is the number of columns of step_evidence.
const evidenceWidth = 8

// packEvidence joins the parts of patterns to rows of stored_evidence. A row ends where the ordinal of the next part does not
// follow, and after partsAtOnce parts.
func packEvidence(values []any, roles map[string]int64) (rows []any, err error) {
	var parts []byte
	var key [3]any // puzzle_id, step and pattern of the row
	first, next, earlier := 0, 0, 0
	flush := func() {
		if len(parts) > 0 {
			rows = append(rows, key[0], key[1], key[2], first, string(parts))
			parts = parts[:0]
		}
	}
	for row := range slices.Chunk(values, evidenceWidth) {
		ordinal, role := row[3].(int), roles[row[4].(string)]
		cell, digit, unit := intOf(row[5]), intOf(row[6]), intOf(row[7])
		if role < firstNumber || role > 999 || cell < 0 || cell > 99 || digit < 0 || digit > 9 || unit < 0 || unit > 99 {
			return nil, fmt.Errorf("a part of a pattern of puzzle %v has role %v, cell %d, digit %d, unit %d", row[0], row[4], cell, digit, unit)
		}
		same := key == [3]any{row[0], row[1], row[2]}
		if !same {
			earlier = 0
		}
		if !same || ordinal != next || earlier%partsAtOnce == 0 {
			flush()
			key, first = [3]any{row[0], row[1], row[2]}, ordinal
		}
		parts = strconv.AppendInt(parts, role*100000+int64(cell*1000+digit*100+unit), 10)
		earlier++
		next = ordinal + 1
	}
	flush()
	return rows, nil
}

// intOf returns an int of a row, 0 for NULL.
func intOf(v any) int {
	return int(wideOf(v))
}

// roleNumbers returns the numbers of the roles. It adds the roles of the rows that no puzzle had before, which a user's own
// technique may have.
func (c *Conn) roleNumbers(ctx context.Context, values []any) (map[string]int64, error) {
	roles, err := readRoles(ctx, c)
	if err != nil {
		return nil, err
	}
	var missing []string
	for row := range slices.Chunk(values, evidenceWidth) {
		if role := row[4].(string); roles[role] == 0 && !slices.Contains(missing, role) {
			missing = append(missing, role)
		}
	}
	if len(missing) == 0 {
		return roles, nil
	}
	if err := c.AddRoles(ctx, missing); err != nil {
		return nil, err
	}
	return readRoles(ctx, c)
}
