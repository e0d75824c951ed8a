package dbtest

import (
	"fmt"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/gridtest"
)

// Damage sets each integer column of each table of a file, without those that name puzzles and runs, to a wrong
// number, each in a puzzle of its own, and returns what is wrong by puzzle_id. The puzzles from 1 must be solved.
// Those that are left over stay as they are.
func Damage(t testing.TB, db *database.DB, wrong ...int64) map[int64]string {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	gridtest.Must(t, conn.SkipChecks(t.Context()))
	gridtest.Must(t, conn.SkipTriggers())
	var columns []struct{ Table, Column string }
	gridtest.Must(t, conn.SelectContext(t.Context(), &columns, `
		SELECT t.name AS "table", c.name AS "column"
		FROM sqlite_master AS t
		CROSS JOIN PRAGMA_TABLE_INFO(t.name) AS c
		WHERE t.type = 'table' AND c.type IN ('INTEGER', 'BIGINT', 'SMALLINT') AND c.name NOT IN ('puzzle_id', 'run_id')
			AND EXISTS (SELECT 1 FROM PRAGMA_TABLE_INFO(t.name) AS i WHERE i.name = 'puzzle_id')
			AND t.name NOT IN ('game', 'deduction', 'deduction_evidence')
		ORDER BY t.name, c.cid`))
	list, used := make(map[int64]string), "0"
	for _, c := range columns {
		for _, n := range wrong {
			var ids []int64 // of a puzzle that is not damaged yet
			err := conn.SelectContext(t.Context(), &ids, `SELECT puzzle_id FROM `+c.Table+
				` WHERE puzzle_id NOT IN (`+used+`) LIMIT 1`)
			if err == nil && len(ids) > 0 {
				puzzle := ids[0]
				used += fmt.Sprintf(", %d", puzzle)
				list[puzzle] = fmt.Sprintf("%s.%s = %d", c.Table, c.Column, n)
				// one row, because the column may be in the key
				_, err = conn.ExecContext(t.Context(), fmt.Sprintf(`
					WITH row AS (SELECT * FROM %[1]s WHERE puzzle_id = %[3]d LIMIT 1)
					UPDATE OR IGNORE %[1]s SET %[2]s = %[4]d
					WHERE puzzle_id = %[3]d AND (%[2]s IS (SELECT %[2]s FROM row))`, c.Table, c.Column, puzzle, n))
			}
			if err != nil {
				t.Fatalf("%s.%s: %v", c.Table, c.Column, err)
			}
		}
	}
	if len(list) < 20*len(wrong) {
		t.Fatalf("only %d puzzles are damaged", len(list))
	}
	return list
}
