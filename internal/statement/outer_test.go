package statement

import (
	"strings"
	"testing"
)

func TestInsertsInto(t *testing.T) {
	for statement, want := range map[string]string{
		"INSERT INTO deduction (puzzle_id) SELECT 1":                                       "deduction",
		"INSERT INTO deduction(puzzle_id) SELECT 1":                                        "deduction",
		"insert into temp.Deduction\n\t(puzzle_id)\nselect 1":                              "deduction",
		"INSERT OR IGNORE INTO deduction_evidence (role) VALUES ('x')":                     "deduction_evidence",
		"WITH a AS (SELECT ')' AS b), c (d) AS (SELECT 1)\nINSERT INTO deduction SELECT 1": "deduction",
		"WITH a AS (SELECT 1) -- it's not INSERT INTO peer (\nINSERT INTO cell SELECT 1":   "cell",
		"SELECT 'INSERT INTO deduction (puzzle_id)'":                                       "",
		"UPDATE deduction SET cell = (SELECT 1)":                                           "",
		"CREATE TEMP TABLE x AS SELECT 1":                                                  "",
		"INSERT INTO":                                                                      "",
	} {
		if got := insertsInto(statement); got != want {
			t.Errorf("%q inserts into %q, want %q", statement, got, want)
		}
	}
}

func TestTempTable(t *testing.T) {
	for statement, want := range map[string]string{
		"CREATE TEMP TABLE IF NOT EXISTS Own (a INTEGER, -- a (\n PRIMARY KEY (a))": "own",
		"create temporary table temp.own(a integer) without rowid":                  "own",
		"CREATE UNIQUE INDEX IF NOT EXISTS temp.own_a ON own (a, b)":                "own",
		"CREATE TABLE own (a INTEGER)":                                              "",
		"CREATE TEMP TABLE own AS SELECT 1 AS a":                                    "",
		"CREATE TEMP TABLE own (a) AS SELECT 1":                                     "",
		"CREATE TEMP TABLE own (a INTEGER) INHERITS (puzzle)":                       "",
		"CREATE TEMP TABLE own (a /* ( */) AS SELECT 1 /* ) */":                     "",
		"CREATE TEMP TABLE own (a) --\rAS SELECT 1":                                 "",
		"CREATE TEMP TABLE own (a TEXT DEFAULT '(') AS SELECT ')'":                  "",
		"CREATE TEMP VIEW own AS SELECT 1 AS a":                                     "",
		"CREATE TEMP TRIGGER t AFTER INSERT ON own BEGIN DELETE FROM puzzle":        "",
		"CREATE INDEX a ON main.puzzle (givens)":                                    "",
	} {
		if got, index := tempTable(statement); got != want ||
			index != (got != "" && strings.Contains(statement, "INDEX")) {
			t.Errorf("%q creates %q, want %q", statement, got, want)
		}
	}
}
