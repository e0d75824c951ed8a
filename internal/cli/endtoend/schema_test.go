package endtoend

import (
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// definitions are statements that change the schema of a file, with what verify must name.
func definitions() []tampering {
	const changed = " is not as the migrations made it"
	return []tampering{
		{"a view replaced", `
			DROP VIEW placement;
			CREATE VIEW placement AS SELECT c.puzzle_id, c.step, c.cell, c.digit, c.rule, 0 AS pattern FROM cell AS c`,
			"view placement" + changed},
		{"a view with other words", `
			DROP VIEW puzzle_rating;
			CREATE VIEW puzzle_rating AS SELECT z.puzzle_id, z.status, z.level, z.score + 1 AS score, z.hardest, z.steps FROM puzzle AS z`,
			"view puzzle_rating" + changed},
		{"two columns of a view exchanged", `
			PRAGMA writable_schema = ON;
			UPDATE sqlite_master
			SET sql = REPLACE(sql, 'unit_type, -- row, column or box'||CHAR(10)||'    unit, -- 1 to 9',
				'unit, -- 1 to 9'||CHAR(10)||'    unit_type, -- row, column or box')
			WHERE name = 'violation';
			PRAGMA writable_schema = OFF`,
			"view violation" + changed},
		{"a view missing", `DROP VIEW board`, "view board" + changed + ": it is missing"},
		{"a trigger missing", `DROP TRIGGER step_by_hand`, "trigger step_by_hand" + changed + ": it is missing"},
		{"a trigger that does nothing", `
			DROP TRIGGER cell_by_hand;
			CREATE TRIGGER cell_by_hand AFTER INSERT ON cell BEGIN SELECT 1; END`,
			"trigger cell_by_hand" + changed},
		{"an index missing", `DROP INDEX puzzle_givens`, "index puzzle_givens" + changed + ": it is missing"},
		{"an index that is not unique", `DROP INDEX puzzle_givens; CREATE INDEX puzzle_givens ON puzzle (givens, state, variant)`,
			"index puzzle_givens" + changed},
		{"a table with a column more", `ALTER TABLE step ADD COLUMN remark TEXT`, "table step" + changed},
		{"a table missing", `DROP TABLE puzzle_tag`, "index puzzle_tag_tag" + changed + ": it is missing"},
		{"a constraint missing", `
			PRAGMA writable_schema = ON;
			UPDATE sqlite_master SET sql = REPLACE(sql, 'BETWEEN 1 AND 9', 'BETWEEN 0 AND 9') WHERE name = 'cell';
			PRAGMA writable_schema = OFF`,
			"table cell" + changed},
	}
}

// TestTamperingDefinitions changes the definitions of a file one at a time.
func TestTamperingDefinitions(t *testing.T) {
	sound := soundDatabase(t, "full")
	for _, tt := range gridtest.Part(4, definitions()) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := clitest.CopyDatabase(t, sound, filepath.Join(t.TempDir(), "test.db"))
			db := clitest.OpenRaw(t, path)
			clitest.Execute(t, db, tt.statement)
			db.Close()
			caught(t, path, tt.want)
		})
	}
}

// TestOwnDefinitionsHold adds what users may add: their own tables, views, indexes and triggers, and the statistics of
// SQLite. verify must accept the file, also after VACUUM.
func TestOwnDefinitionsHold(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	path := clitest.CopyDatabase(t, soundDatabase(t, "full"), filepath.Join(t.TempDir(), "own.db"))
	db := clitest.OpenRaw(t, path)
	clitest.Execute(t, db,
		`CREATE TABLE remark (puzzle_id INTEGER, remark TEXT)`,
		`CREATE VIEW hard_puzzle AS SELECT z.puzzle_id FROM puzzle AS z WHERE z.level = 'hard'`,
		`CREATE INDEX puzzle_name ON puzzle (name)`,
		`CREATE TRIGGER remark_added AFTER INSERT ON remark BEGIN SELECT 1; END`,
		`ANALYZE`, `VACUUM`)
	db.Close()
	clitest.Verified(t, path, 7)
	clitest.Call(t.Context(), nil, "solve", clitest.OtherPuzzle, "--db", path).Must(t, usage.ExitDone)
	clitest.Verified(t, path, 7)
}

// TestTamperingBesideNoAudit has puzzles of a run with audit steps, and a run of the same selection that keeps no
// steps. verify must notice deleted steps and puzzles that were moved to the other run.
func TestTamperingBesideNoAudit(t *testing.T) {
	gridtest.Long(t, "one more database; TestTampering has one")
	sound := filepath.Join(t.TempDir(), "sound.db")
	clitest.Call(t.Context(), nil, "solve", "--technique", clitest.Basics, clitest.GoodPuzzle, clitest.StuckPuzzle,
		"--audit", "steps", "--db", sound).Must(t, usage.ExitUnsolved)
	clitest.Call(t.Context(), nil, "solve", "--technique", clitest.Basics, clitest.OtherPuzzle, otherTough, "--audit",
		"none", "--db", sound).Must(t, usage.ExitDone)
	clitest.Verified(t, sound, 4)
	const forget = `DELETE FROM step WHERE puzzle_id = `
	tests := []tampering{
		{"steps of a solved puzzle", forget + `1`, "puzzle 1 step 1: step, step 1"},
		{"steps of a stuck puzzle", forget + `2`, "puzzle 2 step 1: step, step 1"},
		{"a solved puzzle", `UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 1`, "puzzle 1 step "},
		{"a stuck puzzle", `UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 2`, "puzzle 2 step "},
		{"a solved puzzle and its steps", forget + `1; UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 1`,
			"puzzle 1 step "},
		{"a stuck puzzle and its steps", forget + `2; UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 2`,
			"puzzle 2 step "},
		{"a solved puzzle, steps and all",
			`UPDATE step SET run_id = 2 WHERE puzzle_id = 1; UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 1`,
			"puzzle 1 step "},
		{"a puzzle without steps to a run with", `UPDATE puzzle SET run_id = 1 WHERE puzzle_id = 3`, "puzzle 3 step "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := clitest.CopyDatabase(t, sound, filepath.Join(t.TempDir(), "test.db"))
			tamper(t, path, tt.statement)
			caught(t, path, tt.want)
			if !strings.Contains(tt.statement, "puzzle SET") {
				return
			}
			r := clitest.Call(t.Context(), nil, "verify", "--db", path)
			if !strings.Contains(r.Stderr, "column run_id") {
				t.Errorf("%s, want that run_id is wrong", r.Stderr)
			}
		})
	}
}
