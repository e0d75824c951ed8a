package tamper

import (
	"os/exec"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/pgtest"
)

// serverTamperings are statements that falsify a database on a server: rows that no constraint of the server checks,
// and definitions.
func serverTamperings() []tampering {
	const changed = " is not as the migrations made it"
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
		{"candidates of a puzzle that is none", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (99, 11, 1)`,
			"candidate has a row of puzzle 99, which is not in the table puzzle"},
		{"eliminations of a puzzle that is none",
			`INSERT INTO elimination (puzzle_id, cell, digit, step, rule) VALUES (99, 11, 1, 1, 'x_wing')`,
			"elimination has a row of puzzle 99, which is not in the table puzzle"},
		{"techniques of a puzzle that is none",
			`INSERT INTO puzzle_technique (puzzle_id, technique, steps, deductions) VALUES (99, 'x_wing', 1, 1)`,
			"puzzle_technique has a row of puzzle 99, which is not in the table puzzle"},
		{"a candidate of a solved puzzle", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (1, 99, 1)`,
			"puzzle 1 step 14: candidate, cell 99 digit 1"},
		{"a cell gone", `DELETE FROM cell WHERE puzzle_id = 1 AND step = 3`, "puzzle 1 step "},
		{"a given gone", `DELETE FROM cell WHERE puzzle_id = 1 AND cell = (SELECT MIN(c.cell) FROM cell AS c WHERE c.puzzle_id = 1 AND c.step = 0)`, "puzzle 1 step 0: cell, cell "},
		{"all cells gone", `DELETE FROM cell WHERE puzzle_id = 2`, "puzzle 2 step "},
		{"a step's rule", `UPDATE step SET rule = 'x_wing' WHERE puzzle_id = 1 AND step = 1`,
			"puzzle 1 step 1: cell, cell "},
		{"attempts of a puzzle that is none",
			`INSERT INTO attempt (puzzle_id, first_step, last_step, run_id) VALUES (99, 1, 0, 1)`,
			"attempt has a row of puzzle 99, which is not in the table puzzle"},
		{"a canonical form", `UPDATE puzzle SET canonical = (SELECT o.canonical FROM puzzle AS o WHERE o.puzzle_id = 2) WHERE puzzle_id = 1`,
			"puzzle 1 step 0: puzzle, column canonical"},
		{"a puzzle of another run", `UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 1`, "puzzle 1 step "},
		{"deleted steps", `DELETE FROM step WHERE puzzle_id = 1`, "puzzle 1 step 1: step, step 1"},
		{"a run's engine", `UPDATE run SET engine = 'sql' WHERE run_id = 1`, "run 1 was changed"},
		{"a run's audit", `UPDATE run SET audit = 'none' WHERE run_id = 1`, "run 1 was changed"},
		{"a view replaced", `CREATE OR REPLACE VIEW placement AS SELECT c.puzzle_id, c.step, c.cell, l.cell_name, c.digit, c.rule, CAST(0 AS BIGINT) AS pattern FROM cell AS c LEFT JOIN location_wide AS l ON l.cell = c.cell`,
			"view placement" + changed},
		{"a view gone", `DROP VIEW board`, "view board" + changed + ": it is missing"},
		{"a trigger gone", `DROP TRIGGER cell_by_hand ON cell`,
			"trigger cell_by_hand of cell" + changed + ": it is missing"},
		{"a trigger disabled", `ALTER TABLE puzzle DISABLE TRIGGER puzzle_removed`,
			"trigger puzzle_removed of puzzle" + changed},
		{"a trigger's function", `CREATE OR REPLACE FUNCTION row_by_hand() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
			"function row_by_hand()" + changed},
		{"an index gone", `DROP INDEX puzzle_score`, "index puzzle_score" + changed + ": it is missing"},
		{"a constraint gone", `ALTER TABLE candidate DROP CONSTRAINT ck_candidate_digit`,
			"constraint ck_candidate_digit of candidate" + changed + ": it is missing"},
		{"a key gone", `ALTER TABLE step DROP CONSTRAINT pk_step`,
			"constraint pk_step of step" + changed + ": it is missing"},
		{"a column's default", `ALTER TABLE puzzle ALTER COLUMN score SET DEFAULT 1`, "table puzzle" + changed},
	}
}

// TestTamperingServer falsifies a database on a server by one statement at a time, each in a new copy of a database
// that holds.
func TestTamperingServer(t *testing.T) {
	sound := clitest.Migrated(t)
	clitest.CallOn(t.Context(), sound, "solve", clitest.GoodPuzzle, "--audit", "steps").Must(t, usage.ExitDone)
	clitest.CallOn(t.Context(), sound, "solve", clitest.OtherPuzzle, "--audit", "none").Must(t, usage.ExitDone)
	clitest.CallOn(t.Context(), sound, "verify").Must(t, usage.ExitDone)
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

// TestVerifyAsReader verifies as a user who may only read. verify must say that it cannot compare the definitions. The
// owner learns that a view was changed.
func TestVerifyAsReader(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.CallOn(t.Context(), target, "solve", clitest.GoodPuzzle, richPuzzle).Must(t, usage.ExitDone)
	db := clitest.OpenServer(t, target)
	reader := clitest.NewRole(t, db, "LOGIN")
	clitest.Execute(t, db, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	asReader := clitest.URLWith(t, target, reader, "pw", "", "")
	const unproved = "views, triggers and indexes were not compared"
	// verify runs in a new process, because a process that has compared definitions on this server keeps what the
	// migrations make.
	program := clitest.Build(t)
	read := func() clitest.Result { return clitest.Spawn(t, exec.Command(program, "verify", "--db", asReader)) }
	r := read().Must(t, usage.ExitDone)
	if !strings.Contains(r.Stdout, unproved) || !strings.HasPrefix(r.Stdout, "2 puzzles, ") {
		t.Errorf("a reader is told\n%swant 2 puzzles and %q", r.Stdout, unproved)
	}
	if r := clitest.CallOn(t.Context(), target, "verify").Must(t, usage.ExitDone); strings.Contains(r.Stdout,
		unproved) {
		t.Errorf("the owner is told\n%swant nothing of the views", r.Stdout)
	}
	clitest.Execute(t, db, `CREATE OR REPLACE VIEW placement AS SELECT c.puzzle_id, c.step, c.cell, l.cell_name, c.digit, c.rule, c.pattern + 1 AS pattern FROM cell AS c LEFT JOIN location_wide AS l ON l.cell = c.cell`)
	read().Must(t, usage.ExitDone)
	if r := clitest.CallOn(t.Context(), target, "verify"); r.Code != usage.ExitError ||
		!strings.Contains(r.Stderr, "view placement") {
		t.Errorf("exit code %d, standard error\n%swant 1 and the view placement", r.Code, r.Stderr)
	}
}
