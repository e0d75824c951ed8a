package endtoend

import (
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// TestServerQuery checks how query prints the types of a server: numbers as for a file, everything else as psql does.
func TestServerQuery(t *testing.T) {
	target := clitest.Migrated(t)
	for _, tt := range []struct {
		name, values, csv, json string
	}{
		{"whole numbers", `CAST(2 AS SMALLINT) AS a, -3 AS b, 9223372036854775807 AS c`,
			`2,-3,9223372036854775807`, `{"a":2,"b":-3,"c":9223372036854775807}`},
		{"sum and count", `SUM(CAST(digit AS BIGINT)) AS a, COUNT(*) AS b FROM token`, `45,10`, `{"a":45,"b":10}`},
		{"real numbers", `CAST(0.5 AS REAL) AS a, CAST(3 AS DOUBLE PRECISION) AS b, CAST(1e30 AS DOUBLE PRECISION) AS c`,
			`0.5,3.0,1e+30`, `{"a":0.5,"b":3.0,"c":1e+30}`},
		{"no numbers", `CAST('NaN' AS DOUBLE PRECISION) AS a, CAST('Infinity' AS NUMERIC) AS b`,
			`NaN,Infinity`, `{"a":"NaN","b":"Infinity"}`},
		{"exact numbers", `CAST(7 AS NUMERIC) AS a, 2.50 AS b, 12345678901234567890 AS c`,
			`7,2.50,12345678901234567890`, `{"a":7,"b":"2.50","c":"12345678901234567890"}`},
		{"truth", `TRUE AS a, 1 > 2 AS b`, `t,f`, `{"a":"t","b":"f"}`},
		{"words", `'a <b>' AS a, 'é' AS b, CAST('' AS TEXT) AS c`, `a <b>,é,`, `{"a":"a <b>","b":"é","c":""}`},
		{"nothing", `NULL AS a, CAST(NULL AS INTEGER) AS b`, `,`, `{"a":null,"b":null}`},
		{"times", `TIMESTAMP '2026-01-02 03:04:05.6' AS a, DATE '2026-01-02' AS b, INTERVAL '1 day' AS c`,
			`2026-01-02 03:04:05.6,2026-01-02,1 day`, `{"a":"2026-01-02 03:04:05.6","b":"2026-01-02","c":"1 day"}`},
		{"bytes", `CAST('\x00ff' AS BYTEA) AS a`, `\x00ff`, `{"a":"\\x00ff"}`},
		{"array and row", `ARRAY[1, 2] AS a, (1, 'a') AS b`, `"{1,2}","(1,a)"`, `{"a":"{1,2}","b":"(1,a)"}`},
		{"JSON", `CAST('{"a": [1]}' AS JSONB) AS a, CAST('{"a": 1}' AS JSONB) ? 'a' AS b`, `"{""a"": [1]}",t`,
			`{"a":"{\"a\": [1]}","b":"t"}`},
		{"semicolons", `$$;$$ AS a, E'\';' AS b, ';' AS c /* ; /* ; */ ; */`, `;,';,;`, `{"a":";","b":"';","c":";"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for format, want := range map[string]string{"csv": tt.csv, "json": tt.json} {
				r := clitest.DoneOn(t, target, "query", "SELECT "+tt.values, "--format", format)
				if lines := r.Out(); len(lines) == 0 || lines[len(lines)-1] != want {
					t.Errorf("%s %q, want %q", format, lines, want)
				}
			}
		})
	}
	for _, text := range []string{
		`TABLE token`, `VALUES (1)`, `SHOW server_version`, `EXPLAIN SELECT 1`,
		`WITH one AS (SELECT 1) SELECT * FROM one`,
		`(SELECT 1)`, `;; -- one` + "\n" + `SELECT 1;`, `/* DELETE /* and */ more */ SELECT 1`,
	} {
		if r := clitest.CallOn(t.Context(), target, "query", text); r.Code != cli.ExitDone || r.Stdout == "" ||
			r.Stderr != "" {
			t.Errorf("%s: exit code %d, standard error %q", text, r.Code, r.Stderr)
		}
	}
}

// TestServerQueryOnlyReads calls query with statements that write and with statements that it does not understand. They
// must change nothing. The user has all rights of the owner of the tables, but is no superuser: the role of a superuser
// changes.
func TestServerQueryOnlyReads(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "import", clitest.GoodPuzzle)
	db := clitest.OpenServer(t, target)
	target = clitest.URLWith(t, target, clitest.NewRole(t, db, "LOGIN IN ROLE "+userOf(target)), "pw", "", "")
	const writes = "setdoku: query: the statement writes, and a query only reads"
	for _, tt := range []struct {
		text, want string
	}{
		{`DELETE FROM puzzle`, writes},
		{`/* /* */ SELECT */ DELETE FROM puzzle`, writes},
		{`WITH gone AS (DELETE FROM puzzle RETURNING *) SELECT * FROM gone`, writes},
		{`SELECT * INTO TEMP copy FROM puzzle`, writes},
		{`CREATE TEMP TABLE copy (givens TEXT)`, writes},
		{`SELECT * FROM puzzle FOR UPDATE`, writes},
		{`SELECT NEXTVAL(PG_GET_SERIAL_SEQUENCE('puzzle', 'puzzle_id'))`, writes},
		{`COPY puzzle TO PROGRAM 'cat'`, writes},
		{`DO $$BEGIN DELETE FROM puzzle; END$$`, writes},
		{`CALL nothing()`, `setdoku: query: ERROR: procedure nothing() does not exist (SQLSTATE 42883)`},
		{`BEGIN READ WRITE`, writes},
		{`VACUUM`, writes},
		{`SELECT SET_CONFIG('transaction_read_only', 'off', FALSE)`,
			`setdoku: query: ERROR: transaction read-write mode must be set before any query (SQLSTATE 25001)`},
		{`SELECT 1; DELETE FROM puzzle`, "setdoku: query: more than one statement, want one"},
		{` -- nothing; really`, "setdoku: query: no statement, want one"},
		{`SELEC 1`, `setdoku: query: ERROR: syntax error at or near "SELEC" (SQLSTATE 42601)`},
		{`SELECT * FROM puzle`, `setdoku: query: ERROR: relation "puzle" does not exist (SQLSTATE 42P01)` +
			": did you mean puzzle?"},
		{`SELECT $1`, "setdoku: query: the statement has a parameter, and a query has no value for it"},
	} {
		check := clitest.Untouched(t, db)
		for _, other := range []string{"", "&default_query_exec_mode=simple_protocol"} {
			r := clitest.CallOn(t.Context(), target+other, "query", tt.text)
			if err := r.Err(); r.Code == cli.ExitDone || r.Stdout != "" || len(err) != 1 || err[0] != tt.want {
				t.Errorf("%s: exit code %d, output %q, standard error %q, want %s", tt.text, r.Code, r.Stdout, err, tt.want)
			}
		}
		check()
	}

	// The server accepts these statements in a read-only transaction. Their effects end with the transaction.
	for _, text := range []string{`SELECT LO_CREATE(0)`, `EXPLAIN ANALYZE CREATE TABLE copy AS SELECT 1`,
		`SELECT SET_CONFIG('lock_timeout', '1', FALSE)`} {
		check := clitest.Untouched(t, db)
		clitest.DoneOn(t, target, "query", text)
		check()
	}
	gridtest.Equal(t, "large objects stay", clitest.Number(t, db, `SELECT COUNT(*) FROM pg_largeobject_metadata`), 0)
}

// TestServerQueryFailsLate calls query with a statement that fails after some rows. query must end as it does for a
// file.
func TestServerQueryFailsLate(t *testing.T) {
	target := clitest.Migrated(t)
	r := clitest.CallOn(t.Context(), target, "query", `SELECT 1 / (3 - n) AS one FROM GENERATE_SERIES(1, 5) AS n`,
		"--format", "json").Must(t, cli.ExitError)
	if want := "setdoku: query: ERROR: division by zero (SQLSTATE 22012)\n"; r.Stderr != want {
		t.Errorf("standard error %q, want %q", r.Stderr, want)
	}
	if want := "{\"one\":0}\n{\"one\":1}\n"; r.Stdout != want {
		t.Errorf("output %q, want %q", r.Stdout, want)
	}
}
