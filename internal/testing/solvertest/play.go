package solvertest

import (
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/store"
)

// PlayThirds crosses out a pencil mark and places a digit by hand in every third stuck puzzle.
func PlayThirds(t testing.TB, db *store.DB) {
	t.Helper()
	const played = `SELECT COUNT(*) FROM step WHERE rule = 'manual'`
	for _, move := range []string{
		`INSERT INTO elimination (puzzle_id, cell, digit, rule)
			SELECT c.puzzle_id, MAX(c.cell), MAX(c.digit), 'manual' FROM candidate AS c
			INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id
			WHERE z.status = 'stuck' AND z.puzzle_id % 3 = 0 AND c.digit = 7
			GROUP BY c.puzzle_id`,
		`INSERT INTO cell (puzzle_id, cell, digit, rule)
			SELECT c.puzzle_id, MIN(c.cell * 10 + c.digit) / 10, MIN(c.cell * 10 + c.digit) % 10, 'manual'
				FROM candidate AS c
			INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id
			WHERE z.status IN ('new', 'stuck') AND z.puzzle_id % 3 = 0
			GROUP BY c.puzzle_id`,
	} {
		// SQLite does not count the rows that a trigger writes behind a view.
		before := dbtest.Count(t, db, played)
		dbtest.Exec(t, db, move)
		if n := dbtest.Count(t, db, played) - before; n < 3 {
			t.Fatalf("%d puzzles played", n)
		}
	}
}
