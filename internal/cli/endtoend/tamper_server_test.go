package endtoend

import (
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/pgtest"
)

// serverTamperings are statements that falsify a database on a server: rows that no constraint of the server checks,
// and rows of a puzzle.
func serverTamperings() []tampering {
	return []tampering{
		{"a tag of a puzzle that is none", `INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (99, 'hard')`,
			"puzzle_tag has a row of puzzle 99, which is not in the table puzzle"},
		{"a key of a puzzle that is none", `INSERT INTO puzzle_key (givens, state, puzzle_id) VALUES ('x', '', 99)`,
			"puzzle_key has a row of puzzle 99, which is not in the table puzzle"},
		{"a game of a puzzle that is none",
			`INSERT INTO game (game_id, puzzle_id, started_at, changed_at) VALUES ('x', 99, '', '')`,
			"game has a row of puzzle 99, which is not in the table puzzle"},
		{"a puzzle without a key", `DELETE FROM puzzle_key WHERE puzzle_id = 2`,
			"puzzle 2 is not in the table puzzle_key"},
		{"cells of a puzzle that is none",
			`INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (99, 11, 1, 1, 'x_wing')`,
			"cell has a row of puzzle 99, which is not in the table puzzle"},
		{"a cell missing", `DELETE FROM cell WHERE puzzle_id = 1 AND step = 3`, "puzzle 1 step "},
		{"a canonical form", `UPDATE puzzle SET canonical = (SELECT o.canonical FROM puzzle AS o WHERE o.puzzle_id = 2) WHERE puzzle_id = 1`,
			"puzzle 1 step 0: column canonical"},
	}
}

// TestTamperingServer falsifies a database on a server by one statement at a time, each in a new copy of a database
// that holds.
func TestTamperingServer(t *testing.T) {
	sound := clitest.Migrated(t)
	clitest.DoneOn(t, sound, "solve", clitest.GoodPuzzle, "--audit", "steps")
	clitest.DoneOn(t, sound, "solve", clitest.OtherPuzzle, "--audit", "none")
	clitest.DoneOn(t, sound, "verify")
	for _, tt := range serverTamperings() {
		t.Run(tt.name, func(t *testing.T) {
			target := pgtest.CopyOf(t, sound)
			clitest.Execute(t, clitest.OpenServer(t, target),
				`SELECT SET_CONFIG('setdoku.writer', 'on', FALSE); `+tt.statement)
			r := clitest.CallOn(t.Context(), target, "verify")
			caughtBy(t, r, clitest.ShownAs(t, target), tt.want)
		})
	}
}

// TestVerifyAsReader verifies as a user who may only read.
func TestVerifyAsReader(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle, richPuzzle)
	db := clitest.OpenServer(t, target)
	reader := clitest.NewRole(t, db, "LOGIN")
	clitest.Execute(t, db, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	r := clitest.DoneOn(t, clitest.URLWith(t, target, reader, "pw", "", ""), "verify")
	const unproved = "tables, views, triggers and indexes of a server were not compared"
	if !strings.Contains(r.Stdout, unproved) || !strings.HasPrefix(r.Stdout, "2 puzzles, ") {
		t.Errorf("verify prints\n%swant 2 puzzles and %q", r.Stdout, unproved)
	}
}

// TestServerRemake verifies a database on a server with either engine. The statements that make the steps again work in
// a temporary file.
func TestServerRemake(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle, richPuzzle, "--engine", "sql", "--without", "forcing,search")
	for by, engine := range map[string]string{"sql": "the statements", "auto": "the engine in memory"} {
		r := clitest.DoneOn(t, target, "verify", "--engine", by)
		if !strings.Contains(r.Stdout, " steps made again by "+engine+", and the same") {
			t.Errorf("--engine %s: verify says %q", by, r.Stdout)
		}
	}
}
