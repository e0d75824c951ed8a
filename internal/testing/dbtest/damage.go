package dbtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// BadRow says which value Damage has put into a row.
type BadRow struct {
	Puzzle int64  // the puzzle of the row
	Game   string // the game of the puzzle
	What   string // table, column and value
}

// BadText is a text that changes the title of a terminal and its colors, with the color of givens among them.
const BadText = "bad\x1b]0;title\a\u009b31m\x1b[1m"

// owner is the puzzle of a row in the tables without a column puzzle_id.
var owner = map[string]string{
	"run":       "run_id - 1000",
	"game_move": "(SELECT g.puzzle_id FROM game AS g WHERE g.game_id = game_move.game_id)",
	"game_hint": "(SELECT g.puzzle_id FROM game AS g WHERE g.game_id = game_hint.game_id)",
	"practice":  "(SELECT g.puzzle_id FROM game AS g WHERE 'game=' || g.game_id = practice.position)",
}

// Damage gives every puzzle a game and a run of its own. Then it puts wrong numbers, a wrong text and NULL into each
// column of each table with rows of puzzles or games, each time into a row of another puzzle. The file must have enough
// puzzles. NULL is left out for columns of the primary key, which can have none.
func Damage(t testing.TB, db *store.DB) (list []BadRow) {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	gridtest.Must(t, conn.SkipChecks(t.Context()))
	gridtest.Must(t, conn.SkipTriggers())
	execute := func(statement string, args ...any) int64 {
		t.Helper()
		result, err := conn.ExecContext(t.Context(), statement, args...)
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		n, err := result.RowsAffected()
		gridtest.Must(t, err)
		return n
	}
	execute(`
		INSERT INTO run SELECT p.puzzle_id + 1000, r.started_at, r.finished_at, r.engine, r.audit, r.selection, r.options,
			r.version FROM puzzle AS p INNER JOIN run AS r ON r.run_id = p.run_id;
		UPDATE puzzle SET run_id = puzzle_id + 1000;
		UPDATE step SET run_id = puzzle_id + 1000;
		UPDATE attempt SET run_id = puzzle_id + 1000;
		INSERT INTO game (game_id, puzzle_id, position, version, started_at, changed_at)
		SELECT REPLACE(REPLACE(REPLACE(REPLACE(PRINTF('%026d', puzzle_id), '0', 'A'), '1', 'B'), '8', 'C'), '9', 'D'),
			puzzle_id, 1, 1, '2026-01-02 03:04:05', '2026-01-02 03:04:05' FROM puzzle;
		INSERT INTO game_move (game_id, move, cell, action, value, elapsed_ms)
		SELECT game_id, 1, 0, 'fill', 0, 0 FROM game;
		INSERT INTO game_hint (game_id, version, level, technique, elapsed_ms)
		SELECT game_id, 1, 'why', 'x_wing', 0 FROM game;
		INSERT INTO practice (player, technique, position, found_at)
		SELECT 'PLAYER', 'x_wing', 'game=' || game_id, '2026-01-02 03:04:05' FROM game`)
	notNull := AllowNull(t, conn)
	type column struct {
		Table, Column, Type string
		Key                 bool
	}
	var columns []column
	gridtest.Must(t, conn.SelectContext(t.Context(), &columns, `
		SELECT t.name AS "table", c.name AS "column", c.type, c.pk > 0 AS "key"
		FROM sqlite_schema AS t
		CROSS JOIN PRAGMA_TABLE_INFO(t.name) AS c
		WHERE t.type = 'table'
			AND EXISTS (SELECT 1 FROM PRAGMA_TABLE_INFO(t.name) AS i WHERE i.name IN ('puzzle_id', 'game_id')
				OR t.name IN ('run', 'practice'))
		ORDER BY t.name, c.cid`))
	puzzles := make(map[string]int) // with rows in a table
	for _, c := range columns {
		if _, known := puzzles[c.Table]; !known {
			var n int
			gridtest.Must(t, conn.GetContext(t.Context(), &n, fmt.Sprintf(`SELECT COUNT(DISTINCT %s) FROM %s`,
				cmp.Or(owner[c.Table], "puzzle_id"), c.Table)))
			puzzles[c.Table] = n
		}
	}
	slices.SortStableFunc(columns, func(a, b column) int { return cmp.Compare(puzzles[a.Table], puzzles[b.Table]) })
	used := "0"
	for _, c := range columns {
		wrong := []any{909, 10, nil}
		if c.Type == "TEXT" {
			wrong = []any{BadText, nil}
		}
		for _, value := range wrong {
			if value == nil && c.Key || value == 10 && c.Column == "puzzle_id" {
				continue
			}
			puzzle := cmp.Or(owner[c.Table], "puzzle_id")
			var ids []int64 // of a puzzle that is not damaged yet
			gridtest.Must(t, conn.SelectContext(t.Context(), &ids, `SELECT p.puzzle_id FROM puzzle AS p
				WHERE p.puzzle_id NOT IN (`+used+`) AND p.puzzle_id IN (SELECT `+puzzle+` FROM `+c.Table+`)
				ORDER BY p.puzzle_id LIMIT 1`))
			if len(ids) == 0 {
				continue // the work tables are empty
			}
			// one row, because the column may be in the key
			changed := execute(fmt.Sprintf(`
				WITH row AS (SELECT * FROM %[1]s WHERE %[3]s = %[4]d LIMIT 1)
				UPDATE OR IGNORE %[1]s SET %[2]s = ? WHERE %[3]s = %[4]d AND %[2]s IS (SELECT %[2]s FROM row)`, c.Table,
				c.Column, puzzle, ids[0]), value)
			if changed > 0 {
				used += fmt.Sprintf(", %d", ids[0])
				game := strings.NewReplacer("0", "A", "1", "B", "8", "C", "9", "D").Replace(fmt.Sprintf("%026d", ids[0]))
				list = append(list, BadRow{ids[0], game,
					fmt.Sprintf("%s.%s = %q", c.Table, c.Column, fmt.Sprint(value))})
			}
		}
	}
	notNull()
	if len(list) < 200 {
		t.Fatalf("only %d rows are damaged", len(list))
	}
	return list
}
