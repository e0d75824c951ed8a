package sqltext

import "testing"

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
		if got := InsertsInto(statement); got != want {
			t.Errorf("%q inserts into %q, want %q", statement, got, want)
		}
	}
}
