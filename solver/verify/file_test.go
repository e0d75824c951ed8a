package verify_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/verify"
	"setdoku/store"
)

// fileChanges are statements that falsify what is not in the record of a puzzle, with what verify must name. The tests
// of package store change every column of the reference tables, TestTampering of records every column of puzzles.
var fileChanges = []struct{ name, statements, want string }{
	{"a view replaced", `
		DROP VIEW placement;
		CREATE VIEW placement AS SELECT c.puzzle_id, c.step, c.cell, c.digit, c.rule, 0 AS pattern FROM cell AS c`,
		"view placement is not as the migrations made it"},
	{"two columns of a view exchanged", `
		UPDATE sqlite_master SET sql = REPLACE(sql, 'unit_type, -- row, column or box' || CHAR(10) || '    unit, -- 1 to 9',
			'unit, -- 1 to 9' || CHAR(10) || '    unit_type, -- row, column or box') WHERE name = 'violation'`,
		"view violation is not as the migrations made it"},
	{"a trigger missing", `DROP TRIGGER step_by_hand`, "trigger step_by_hand is not as the migrations made it"},
	{"a trigger that does nothing", `
		DROP TRIGGER cell_by_hand;
		CREATE TRIGGER cell_by_hand AFTER INSERT ON cell BEGIN SELECT 1; END`,
		"trigger cell_by_hand is not as the migrations made it"},
	{"an index that is not unique",
		`DROP INDEX puzzle_givens; CREATE INDEX puzzle_givens ON puzzle (givens, state, variant)`,
		"index puzzle_givens is not as the migrations made it"},
	{"a table with a column more", `ALTER TABLE step ADD COLUMN remark TEXT`,
		"table step is not as the migrations made it"},
	{"a constraint missing", `
		UPDATE sqlite_master SET sql = REPLACE(sql, 'BETWEEN 1 AND 9', 'BETWEEN 0 AND 9') WHERE name = 'cell'`,
		"table cell is not as the migrations made it"},
	{"a value that a CHECK forbids", `INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (1, '')`,
		"puzzle_tag: tag <> ''"},
	{"a row of a puzzle that is none", `INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (99, 'hard')`,
		"puzzle_tag has a row of puzzle 99, which is not in the table puzzle"},
	{"a trigger more", `CREATE TRIGGER changes AFTER INSERT ON puzzle BEGIN
		UPDATE puzzle SET name = 'x' WHERE puzzle_id = NEW.puzzle_id; END`, "trigger changes"},
	{"a reference table", `UPDATE technique SET weight = 5 WHERE name = 'full_house'`, "reference table technique is not"},
}

// TestFileChanges makes each of fileChanges in a copy of a file. What users may add is accepted, and the report names
// it.
func TestFileChanges(t *testing.T) {
	t.Parallel()
	db := solved(t)
	for _, tt := range append(fileChanges, struct{ name, statements, want string }{"what users may add", `
		CREATE TABLE remark (puzzle_id INTEGER, remark TEXT);
		CREATE VIEW hard_puzzle AS SELECT z.puzzle_id FROM puzzle AS z WHERE z.level = 'hard';
		CREATE INDEX puzzle_name ON puzzle (name);
		ANALYZE`, ""}) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			copied := copyOf(t, db)
			raw, err := sql.Open("sqlite", copied+"?_pragma=writable_schema(1)&_pragma=ignore_check_constraints(1)")
			gridtest.Must(t, err)
			dbtest.Exec(t, raw, tt.statements)
			raw.Close()
			r, err := verifyFile(t, copied)
			if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) || tt.want == "" && (err != nil ||
				strings.Join(r.Added, ", ") != "index puzzle_name, table remark, view hard_puzzle") {
				t.Errorf("report %+v, error %v, expected %q", r, err, tt.want)
			}
		})
	}
}

// TestDamagedFile writes a page of a file over another.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	path := copyOf(t, solved(t))
	b, err := os.ReadFile(path)
	gridtest.Must(t, err)
	const page = 4096
	copy(b[len(b)-page:], b[len(b)-2*page:])
	gridtest.Must(t, os.WriteFile(path, b, 0o600))
	if _, err := verifyFile(t, path); err == nil {
		t.Error("a damaged file is verified")
	}
}

// copyOf copies a database to a new file and returns its path.
func copyOf(t *testing.T, db *store.DB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	dbtest.Exec(t, db, `VACUUM INTO ?`, path)
	return path
}

// verifyFile verifies a file.
func verifyFile(t *testing.T, path string) (*verify.Report, error) {
	t.Helper()
	db, err := store.OpenReadOnly(t.Context(), path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return verifyIn(t.Context(), db, verify.Options{})
}
