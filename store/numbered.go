package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// numbered is a table that numbers names, which the audit stores as these numbers. A name keeps its number for ever.
type numbered struct{ number, name string } // its columns; the second one is also the name of the table

var (
	roleTable = numbered{"role_no", "role"}
	ruleTable = numbered{"rule_no", "rule"}
)

// firstNumber is the smallest number. The numbers have three digits.
const firstNumber = 100

// readNumbered returns the numbers of all names. table is the name of the table in the statement.
func readNumbered(ctx context.Context, q sqlx.QueryerContext, t numbered, table string) (map[string]int64, error) {
	var rows []struct {
		No   int64 `db:"number"`
		Name string
	}
	if err := sqlx.SelectContext(ctx, q, &rows, `SELECT `+t.number+` AS number, `+t.name+` AS name FROM `+table); err != nil {
		return nil, fmt.Errorf("read the table %s: %w", t.name, Explain(err))
	}
	numbers := make(map[string]int64, len(rows))
	for _, r := range rows {
		numbers[r.Name] = r.No
	}
	return numbers, nil
}

// addNumbered adds the names that the table does not have.
func addNumbered(ctx context.Context, q writer, t numbered, table string, names []string) error {
	for _, name := range names {
		// Another process may add a name at the same moment, and take the same number.
		for known := false; !known; {
			_, err := q.ExecContext(ctx, `
				INSERT INTO `+table+` (`+t.number+`, `+t.name+`)
				SELECT COALESCE(MAX(o.`+t.number+`) + 1, ?), CAST(? AS TEXT) FROM `+table+` AS o WHERE TRUE
				ON CONFLICT DO NOTHING`, firstNumber, name)
			if err == nil {
				err = sqlx.GetContext(ctx, q, &known, `SELECT EXISTS (SELECT 1 FROM `+table+` AS r WHERE r.`+t.name+` = CAST(? AS TEXT))`, name)
			}
			if err != nil {
				return fmt.Errorf("add the %s %q: %w", t.name, name, Explain(err))
			}
		}
	}
	return nil
}

// writer is a transaction or a connection.
type writer interface {
	sqlx.ExecerContext
	sqlx.QueryerContext
}
