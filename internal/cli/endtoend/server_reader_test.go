package endtoend

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

// TestReader calls every command that only reads as a user who may SELECT and nothing else, not even make temporary
// tables, and compares what it prints with what the owner of the tables gets.
func TestReader(t *testing.T) {
	calls := clitest.ReadingCalls(t)
	target := clitest.Migrated(t)
	clitest.FillForReaders(t, target)
	db := clitest.OpenServer(t, target)
	readAs(t, calls, target, clitest.URLWith(t, target, newReader(t, db), "pw", "", ""))
	t.Run("a read-only session", func(t *testing.T) {
		session := clitest.NewRole(t, db, "LOGIN SUPERUSER")
		clitest.Execute(t, db, `ALTER ROLE `+session+` SET default_transaction_read_only = on`)
		first := slices.CompactFunc(slices.Clone(calls), func(a, b []string) bool { return a[0] == b[0] })
		readAs(t, first, target, clitest.URLWith(t, target, session, "pw", "", ""))
	})
}

// TestReaderCitus is TestReader where Citus has distributed the tables.
func TestReaderCitus(t *testing.T) {
	calls := clitest.ReadingCalls(t)
	target := pgtest.Citus(t, 4)
	clitest.DoneOn(t, target, "migrate", "up", "--citus")
	clitest.FillForReaders(t, target)
	readAs(t, calls, target, clitest.URLWith(t, target, newReader(t, clitest.OpenServer(t, target)), "pw", "", ""))
}

// TestFileRights queries as users with and without rights to files of the server.
func TestFileRights(t *testing.T) {
	target := clitest.Migrated(t)
	db := clitest.OpenServer(t, target)
	query := func(role, statement string) clitest.Result {
		return clitest.Call(t.Context(), nil, "query", statement, "--db", clitest.URLWith(t, target, role, "pw", "", ""))
	}
	super := clitest.NewRole(t, db, "LOGIN SUPERUSER")
	for role, warning := range map[string]string{
		super: "is a superuser", newReader(t, db): "",
		clitest.NewRole(t, db, "LOGIN IN ROLE pg_read_all_data, pg_write_server_files"):     "pg_write_server_files",
		clitest.NewRole(t, db, "LOGIN IN ROLE pg_read_all_data, pg_execute_server_program"): "pg_execute_server_program",
	} {
		r := query(role, "SELECT COUNT(*) FROM puzzle").Must(t, usage.ExitDone)
		if (warning == "") != (r.Stderr == "") || !strings.Contains(r.Stderr, warning) {
			t.Errorf("the user has the warning %q, want one with %q", r.Stderr, warning)
		}
	}
	var object int64
	gridtest.Must(t, db.QueryRow(`SELECT LO_FROM_BYTEA(0, 'text')`).Scan(&object))
	t.Cleanup(func() { clitest.Execute(t, db, fmt.Sprintf(`SELECT LO_UNLINK(%d)`, object)) })
	file := filepath.Join(t.TempDir(), "exported")
	r := query(super, fmt.Sprintf(`SELECT LO_EXPORT(%d, '%s')`, object, file)).Must(t, usage.ExitError)
	if _, err := os.Stat(file); err == nil || !strings.Contains(r.Stderr, "lo_export") {
		t.Errorf("lo_export as a superuser: %s, the file: %v", r.Stderr, err)
	}
}

// TestOwnSchema queries as a superuser whose tables are in the schema of his name.
func TestOwnSchema(t *testing.T) {
	target := pgtest.Database(t)
	db := clitest.OpenServer(t, target)
	super := clitest.NewRole(t, db, "LOGIN SUPERUSER")
	clitest.Execute(t, db, `CREATE SCHEMA AUTHORIZATION `+super)
	target = clitest.URLWith(t, target, super, "pw", "", "")
	clitest.DoneOn(t, target, "import", clitest.GoodPuzzle)
	clitest.DoneOn(t, target, "query", "SELECT givens FROM puzzle")
	if n := clitest.Number(t, db, `SELECT COUNT(*) FROM `+super+`.puzzle`); n != 1 {
		t.Errorf("the schema has %d puzzles, want 1", n)
	}
}

// newReader returns a user who may read the tables of a database.
func newReader(t *testing.T, db *sql.DB) string {
	t.Helper()
	reader := clitest.NewRole(t, db, "LOGIN")
	var name string
	gridtest.Must(t, db.QueryRow(`SELECT CURRENT_DATABASE()`).Scan(&name))
	clitest.Execute(t, db, `REVOKE TEMP ON DATABASE `+name+` FROM PUBLIC`,
		`GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	return reader
}

// readAs compares what calls print for the owner and for another user.
func readAs(t *testing.T, calls [][]string, owner, reader string) {
	for _, args := range calls {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			want, got := clitest.CallOn(t.Context(), owner, args...), clitest.CallOn(t.Context(), reader, args...)
			user := userOf(reader)
			for _, text := range []*string{&got.Stdout, &got.Stderr} {
				*text = strings.ReplaceAll(*text, "//"+user+"@", "//"+userOf(owner)+"@")
			}
			// The metadata of Datasette are for files, and Citus does not run the query first_use.
			if want.Code != usage.ExitDone && !slices.Contains(args, "datasette") &&
				!(strings.HasSuffix(t.Name(), "first_use") && strings.Contains(want.Stderr, "SQLSTATE 0A000")) {
				t.Errorf("exit code %d for the owner\n%s", want.Code, want.Stderr)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the reader gets something else (-owner +reader):\n%.2000s", diff)
			}
		})
	}
}
