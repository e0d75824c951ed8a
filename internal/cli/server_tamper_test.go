package cli

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"setdoku/internal/cli/usage"
)

// serverTamperings falsify a server: what its own constraints do not watch over, and definitions.
func serverTamperings() []tampering {
	const changed = " is not as the migrations made it"
	return []tampering{
		{"a tag of a puzzle that is none", `INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (99, 'hard')`,
			"puzzle_tag has a row of puzzle 99, which is not in the table puzzle"},
		{"a key of a puzzle that is none", `INSERT INTO puzzle_key (givens, state, puzzle_id) VALUES ('x', '', 99)`,
			"puzzle_key has a row of puzzle 99, which is not in the table puzzle"},
		{"a puzzle without a key", `DELETE FROM puzzle_key WHERE puzzle_id = 2`, "puzzle 2 is not in the table puzzle_key"},
		{"cells of a puzzle that is none", `SET setdoku.bulk = 'on'; INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (99, 11, 1, 0, 'given')`,
			"cell has a row of puzzle 99, which is not in the table puzzle"},
		{"attempts of a puzzle that is none", `INSERT INTO attempt (puzzle_id, first_step, last_step, run_id) VALUES (99, 1, 0, 1)`,
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
		{"a trigger gone", `DROP TRIGGER cell_entered ON cell`, "trigger cell_entered of cell" + changed + ": it is missing"},
		{"a trigger disabled", `ALTER TABLE elimination DISABLE TRIGGER elimination_entered`, "trigger elimination_entered of elimination" + changed},
		{"a trigger's function", `CREATE OR REPLACE FUNCTION step_check() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
			"function step_check()" + changed},
		{"an index gone", `DROP INDEX puzzle_score`, "index puzzle_score" + changed + ": it is missing"},
		{"a constraint gone", `ALTER TABLE candidate DROP CONSTRAINT ck_candidate_digit`,
			"constraint ck_candidate_digit of candidate" + changed + ": it is missing"},
		{"a key gone", `ALTER TABLE step DROP CONSTRAINT pk_step`, "constraint pk_step of step" + changed + ": it is missing"},
		{"a column's default", `ALTER TABLE puzzle ALTER COLUMN score SET DEFAULT 1`, "table puzzle" + changed},
	}
}

// TestTamperingServer falsifies a server by one statement at a time, in a database of its own for each.
func TestTamperingServer(t *testing.T) {
	for _, tt := range serverTamperings() {
		t.Run(tt.name, func(t *testing.T) {
			target := migrated(t)
			callOn(t.Context(), target, "solve", goodPuzzle, "--audit", "steps").must(t, usage.ExitDone)
			callOn(t.Context(), target, "solve", otherPuzzle, "--audit", "none").must(t, usage.ExitDone)
			callOn(t.Context(), target, "verify").must(t, usage.ExitDone)
			execute(t, server(t, target), tt.statement)
			r := callOn(t.Context(), target, "verify")
			line := strings.TrimPrefix(strings.TrimSuffix(r.stderr, "\n"), fmt.Sprintf("setdoku: verify %s: ", shownAs(t, target)))
			if r.code != usage.ExitError || r.stdout != "" || !strings.HasPrefix(line, tt.want) || strings.Contains(line, "\n") {
				t.Errorf("exit code %d, output %q, standard error\n%s\nwant 1, nothing, and one line on\n%s", r.code, r.stdout, r.stderr, tt.want)
			}
		})
	}
}

// TestVerifyThroughViews verifies as a user who may read and no more. The definitions cannot be compared then, which
// verify says, and the audit is read through the views.
func TestVerifyThroughViews(t *testing.T) {
	target := migrated(t)
	callOn(t.Context(), target, "solve", goodPuzzle, richPuzzle).must(t, usage.ExitDone)
	db := server(t, target)
	reader := newRole(t, db, "LOGIN")
	execute(t, db, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	asReader := urlWith(t, target, reader, "pw", "", "")
	const unproved = "views, triggers and indexes were not compared"
	// A process of its own, because one that has compared definitions on this server remembers what the migrations make.
	program := buildProgram(t)
	read := func() result { return spawn(t, exec.Command(program, "verify", "--db", asReader)) }
	r := read().must(t, usage.ExitDone)
	if !strings.Contains(r.stdout, unproved) || !strings.HasPrefix(r.stdout, "2 puzzles, ") {
		t.Errorf("a reader is told\n%swant 2 puzzles and %q", r.stdout, unproved)
	}
	if r := callOn(t.Context(), target, "verify").must(t, usage.ExitDone); strings.Contains(r.stdout, unproved) {
		t.Errorf("the owner is told\n%swant nothing of the views", r.stdout)
	}
	execute(t, db, `CREATE OR REPLACE VIEW placement AS SELECT c.puzzle_id, c.step, c.cell, l.cell_name, c.digit, c.rule, c.pattern + 1 AS pattern FROM cell AS c LEFT JOIN location_wide AS l ON l.cell = c.cell`)
	if r := read(); r.code != usage.ExitError || !strings.Contains(r.stderr, "placement, cell ") {
		t.Errorf("exit code %d, standard error\n%swant 1 and a row of the view placement", r.code, r.stderr)
	}
}
