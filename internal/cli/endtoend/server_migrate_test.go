package endtoend

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/pgtest"
	"setdoku/store"
)

// TestMigratePartitions asks for partitions, and then again for the same number, for none and for another number.
func TestMigratePartitions(t *testing.T) {
	t.Parallel()
	target := pgtest.Database(t)
	shown := store.Name(target)
	for _, tt := range []struct {
		name    string
		flags   []string
		code    int
		message string // the last line
	}{
		{"none", []string{"--partitions", "0"}, usage.ExitUsage,
			"setdoku: migrate up: --partitions 0, want a number from 1 to 1024"},
		{"too many", []string{"--partitions", "1025"}, usage.ExitUsage,
			"setdoku: migrate up: --partitions 1025, want a number from 1 to 1024"},
		{"new", []string{"--partitions", "3"}, usage.ExitDone, "applied 210, 00210_comment.sql"},
		{"again", []string{"--partitions", "3"}, usage.ExitDone, shown + " is up to date"},
		{"without", nil, usage.ExitDone, shown + " is up to date"},
		{"other", []string{"--partitions", "16"}, usage.ExitUsage,
			"setdoku: migrate up: --partitions 16: " + shown + " has its tables already, with 3 partitions each"},
	} {
		r := clitest.Call(t.Context(), nil, append([]string{"migrate", "up", "--db", target}, tt.flags...)...)
		lines := clitest.LinesOf(r.Stderr)
		if r.Code != tt.code || len(lines) == 0 || lines[len(lines)-1] != tt.message {
			t.Errorf("%s: exit code %d, want %d\n%swant last %s", tt.name, r.Code, tt.code, r.Stderr, tt.message)
		}
	}
	db := clitest.OpenServer(t, target)
	if n := clitest.Number(t, db, `SELECT COUNT(*) FROM pg_inherits WHERE inhparent = CAST('step' AS REGCLASS)`); n != 3 {
		t.Errorf("step has %d partitions, want 3", n)
	}
	status(t, target, "3 partitions a table")
}

// status checks the lines of migrate status below its table.
func status(t *testing.T, target, want string) {
	t.Helper()
	lines := clitest.Done(t, "migrate", "status", "--db", target).Out()
	if last := lines[len(lines)-1]; last != want {
		t.Errorf("status says %q, want %q", last, want)
	}
}

// TestMigrateOfFiles checks that both flags are refused for a file, and that no file is made.
func TestMigrateOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, flag := range []string{"--citus", "--partitions=2"} {
		r := clitest.Call(t.Context(), nil, "migrate", "up", "--db", "new.db", flag).Must(t, usage.ExitUsage)
		name, _, _ := strings.Cut(flag, "=")
		if want := []string{"setdoku: migrate up: " + name +
			" is for a server, and new.db is a file"}; !cmp.Equal(r.Err(), want) {
			t.Errorf("%s: %q, want %q", flag, r.Err(), want)
		}
	}
	clitest.Call(t.Context(), nil, "migrate", "status", "--db", "new.db").Must(t, usage.ExitError)
}

// TestMigrateCitus distributes the tables of a new database, then again, and then again with some tables missing.
func TestMigrateCitus(t *testing.T) {
	t.Parallel()
	target := pgtest.StandIn(t)
	db := clitest.OpenServer(t, target)
	r := clitest.Done(t, "migrate", "up", "--citus", "--db", target)
	tables := clitest.Number(t, db, `SELECT COUNT(*) FROM pg_class AS c WHERE c.relnamespace = CAST('public' AS REGNAMESPACE)
		AND c.relkind IN ('r', 'p') AND NOT c.relispartition`)
	if n := strings.Count(r.Stderr, "\ndistributed "); n != tables || n == 0 {
		t.Errorf("distributed %d tables of %d:\n%s", n, tables, r.Stderr)
	}
	status(t, target, "1 partition a table, distributed by Citus")
	r = clitest.Done(t, "migrate", "up", "--citus", "--db", target)
	if want := []string{store.Name(target) + " is up to date"}; !cmp.Equal(r.Err(), want) {
		t.Errorf("the second call says %q, want %q", r.Err(), want)
	}
	if _, err := db.ExecContext(t.Context(), `DELETE FROM citus_stand_in.pg_dist_partition
		WHERE logicalrelid IN (CAST('peer' AS REGCLASS), CAST('step' AS REGCLASS))`); err != nil {
		t.Fatal(err)
	}
	status(t, target, "1 partition a table, distributed by Citus except peer, step: run 'setdoku migrate up --citus' "+
		"again")
	r = clitest.Done(t, "migrate", "up", "--citus", "--db", target)
	if want := []string{"distributed peer", "distributed step"}; !cmp.Equal(r.Err(), want) {
		t.Errorf("the third call says %q, want %q", r.Err(), want)
	}
}
