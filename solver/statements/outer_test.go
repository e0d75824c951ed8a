package statements

import (
	"strings"
	"testing"
)

func TestEffect(t *testing.T) {
	for statement, want := range map[string]string{
		"INSERT INTO deduction (puzzle_id) SELECT 1":                                       "INSERT deduction",
		"INSERT INTO deduction(puzzle_id) SELECT 1":                                        "INSERT deduction",
		"insert into temp.Deduction\n\t(puzzle_id)\nselect 1":                              "INSERT deduction",
		"INSERT OR IGNORE INTO deduction_evidence (role) VALUES ('x')":                     "INSERT deduction_evidence",
		"WITH a AS (SELECT ')' AS b), c (d) AS (SELECT 1)\nINSERT INTO deduction SELECT 1": "INSERT deduction",
		"WITH a AS (SELECT 1) -- it's not INSERT INTO peer (\nINSERT INTO cell SELECT 1":   "INSERT cell",
		"INSERT INTO main.deduction SELECT 1":                                              "INSERT main.deduction",
		"INSERT INTO 'puzzle' AS deduction SELECT 1":                                       "INSERT as",
		"REPLACE INTO \"puzzle\" SELECT 1":                                                 "REPLACE \"puzzle\"",
		"SELECT 'INSERT INTO deduction (puzzle_id)'":                                       "SELECT ",
		"UPDATE OR IGNORE deduction SET cell = (SELECT 1)":                                 "UPDATE deduction",
		"WITH RECURSIVE a AS (SELECT 1) DELETE FROM pass":                                  "DELETE pass",
		"/* INSERT INTO deduction */ PRAGMA user_version":                                  "PRAGMA ",
		"EXPLAIN INSERT INTO deduction SELECT 1":                                           "EXPLAIN ",
		"CREATE TEMP TABLE x AS SELECT 1":                                                  "CREATE ",
		"INSERT INTO":                                                                      "INSERT ",
		"":                                                                                 " ",
	} {
		if verb, table := effect(statement); verb+" "+table != want {
			t.Errorf("%q does %s %s, want %s", statement, verb, table, want)
		}
	}
}

func TestCreatedTable(t *testing.T) {
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
		if got, index := createdTable(statement); got != want ||
			index != (got != "" && strings.Contains(statement, "INDEX")) {
			t.Errorf("%q creates %q, want %q", statement, got, want)
		}
	}
}
