package store_test

import (
	"net/url"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/store"
)

// onServer opens a database of the server of the tests with parameters of the URL. It makes few partitions.
func onServer(t *testing.T, target string, parameters ...string) (*store.DB, error) {
	t.Helper()
	u, err := url.Parse(target)
	gridtest.Must(t, err)
	q := u.Query()
	for i := 0; i < len(parameters); i += 2 {
		q.Set(parameters[i], parameters[i+1])
	}
	u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20")
	db, err := store.Create(store.WithPartitions(t.Context(), 2), u.String())
	if err == nil {
		t.Cleanup(func() { db.Close() })
	}
	return db, err
}

// execute executes statements on a server without a database of setdoku.
func execute(t *testing.T, target string, statements ...string) {
	t.Helper()
	db, err := store.OpenAnyVersion(t.Context(), target, false)
	gridtest.Must(t, err)
	defer db.Close()
	for _, s := range statements {
		dbtest.Exec(t, db, s)
	}
}

// TestSchemaNames makes databases in schemas whose names need quotes, solves a puzzle in each, and finds it again where
// another schema comes first on the search_path.
func TestSchemaNames(t *testing.T) {
	t.Parallel()
	target := pgtest.Database(t)
	execute(t, target, `CREATE SCHEMA first`)
	for _, name := range []string{"Capital", "a blank", "a.dot", `a"quote`} {
		quoted := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		execute(t, target, `CREATE SCHEMA `+quoted)
		db, err := onServer(t, target, "search_path", quoted)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		results := solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), solvertest.Sample(t)[:1], 1)
		if len(results) != 1 || results[0].Status != "solved" {
			t.Errorf("%s: %v, want a solved puzzle", name, results)
		}
		if text := solvertest.Verified(t, db); text != "" {
			t.Errorf("%s: %s", name, text)
		}
		later, err := onServer(t, target, "search_path", "first, "+quoted)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if n := dbtest.Count(t, later, `SELECT COUNT(*) FROM puzzle`); n != 1 {
			t.Errorf("%s after another schema has %d puzzles, want that of the database", name, n)
		}
	}
	plain, err := onServer(t, target, "search_path", "first")
	gridtest.Must(t, err)
	if n := dbtest.Count(t, plain, `SELECT COUNT(*) FROM puzzle`); n != 0 {
		t.Errorf("the schema first has %d puzzles, want none", n)
	}
}

// TestServerCreationIsOneTransaction makes a late migration fail. No table may be left.
func TestServerCreationIsOneTransaction(t *testing.T) {
	t.Parallel()
	target := pgtest.Database(t)
	execute(t, target, `CREATE FUNCTION refuse_row(problem TEXT) RETURNS VOID LANGUAGE SQL AS 'SELECT'`)
	if _, err := onServer(t, target); err == nil {
		t.Fatal("the tables were made next to a function of the same name")
	}
	left := `SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'`
	db, err := store.OpenAnyVersion(t.Context(), target, false)
	gridtest.Must(t, err)
	defer db.Close()
	gridtest.Equal(t, "tables are left", dbtest.Count(t, db, left), 0)
	dbtest.Exec(t, db, `DROP FUNCTION refuse_row(TEXT)`)
	made, err := onServer(t, target)
	gridtest.Must(t, err)
	if list, err := made.SchemaVersions(t.Context()); err != nil || list[0].Applied.IsZero() {
		t.Errorf("the versions are %v, %v, want all applied", list, err)
	}
}

// TestSession opens a database with another encoding and another time zone of the client.
func TestSession(t *testing.T) {
	t.Parallel()
	db, err := onServer(t, dbtest.Server(t, 3), "client_encoding", "LATIN1", "timezone", "Asia/Tokyo")
	gridtest.Must(t, err)
	for name, want := range map[string]string{"client_encoding": "UTF8", "timezone": "UTC"} {
		if got := dbtest.Answer(t, db, `SHOW `+name); len(got) != 2 || !strings.Contains(got[1], want) {
			t.Errorf("%s is %q, want %s", name, got, want)
		}
	}
}

// TestTexts stores texts that are not UTF-8 and a text with a zero byte, in both databases.
func TestTexts(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) *store.DB{
		"file":   func(t *testing.T) *store.DB { return dbtest.Open(t) },
		"server": func(t *testing.T) *store.DB { return dbtest.OpenServer(t, 3) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			p := solvertest.Sample(t)[:1]
			p[0].Name, p[0].File, p[0].Line = "M\xfcller", "M\xfcller.sdm", 1
			err := db.Writing(t.Context(), func(c *store.Conn) error {
				return c.Atomically(t.Context(), func() error {
					starts, _, err := c.Add(t.Context(), p)
					if err != nil {
						return err
					}
					return c.Tag(t.Context(), []int64{starts[0].PuzzleID}, []string{"Müller", "a\xff", "a\x00b"})
				})
			})
			gridtest.Must(t, err)
			got := dbtest.Count(t, db, `
				SELECT (SELECT COUNT(*) FROM puzzle WHERE name = 'M`+"\uFFFD"+`ller' AND source = 'M`+"\uFFFD"+`ller.sdm:1')
					+ (SELECT COUNT(*) FROM puzzle_tag WHERE tag IN ('Müller', 'a`+"\uFFFD"+`', 'a`+"\uFFFD"+`b'))`)
			if got != 4 {
				t.Errorf("%d of 4 texts are stored as they should be: %q", got,
					dbtest.Rows(t, db, `SELECT tag FROM puzzle_tag`))
			}
		})
	}
}

// TestFunctionsNeedNoRowType wants no view to read a function whose result is the row type of a table: Citus calls that
// a circular dependency and does not distribute the table.
func TestFunctionsNeedNoRowType(t *testing.T) {
	db, err := onServer(t, pgtest.Database(t))
	gridtest.Must(t, err)
	if names := dbtest.Texts(t, db, `
		SELECT p.proname
		FROM pg_proc AS p
		INNER JOIN pg_type AS r ON r.oid = p.prorettype
		INNER JOIN pg_class AS c ON c.oid = r.typrelid
		WHERE p.pronamespace = (SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = CURRENT_SCHEMA())
			AND c.relkind IN ('r', 'p')
			AND EXISTS (
				SELECT 1
				FROM pg_depend AS d
				WHERE d.refclassid = CAST('pg_proc' AS REGCLASS) AND d.refobjid = p.oid
					AND d.classid = CAST('pg_rewrite' AS REGCLASS))`); len(names) > 0 {
		t.Errorf("functions %q return rows of a table", names)
	}
}
