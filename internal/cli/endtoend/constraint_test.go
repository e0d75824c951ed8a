package endtoend

import (
	"path/filepath"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

// TestTamperingConstraints writes values that a CHECK forbids into tables whose rows verify does not prove. SQLite
// itself does not notice them on a read-only connection.
func TestTamperingConstraints(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	sound := soundDatabase(t, "full")
	if n := tamper(t, sound, `INSERT INTO game (game_id, puzzle_id, position, started_at, changed_at) VALUES ('x', 1, 1, '', '')`); n != 1 {
		t.Fatalf("%d games are added", n)
	}
	tamper(t, sound, `INSERT INTO game_move (game_id, move, cell, action, value, elapsed_ms) VALUES ('x', 1, 11, 'digit', 5, 0)`)
	clitest.Verified(t, sound, 7)
	for _, tt := range []tampering{
		{"an action", `UPDATE game_move SET action = 'digit '`,
			"game_move: action IN ('digit', 'place', 'mark', 'corner', 'cross', 'fill', 'erase', 'color', 'restart')"},
		{"a value", `UPDATE game_move SET value = 10`, "game_move: value BETWEEN 0 AND 9"},
		{"a cell", `UPDATE game_move SET cell = 20`, "game_move: cell = 0 OR cell BETWEEN 11 AND 99 AND cell % 10 > 0"},
		{"a position", `UPDATE game SET position = -1`, "game: position >= 0"},
		{"a tag", `INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (1, '')`, "puzzle_tag: tag <> ''"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := clitest.CopyDatabase(t, sound, filepath.Join(t.TempDir(), "test.db"))
			if n := tamper(t, path, tt.statement); n == 0 {
				t.Fatal("the statement changes no row")
			}
			caught(t, path, "a row breaks a constraint of its table ("+tt.want+")")
		})
	}
}
