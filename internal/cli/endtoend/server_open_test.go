package endtoend

import (
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
)

// TestServerURL calls a command with URLs that do not work. No message may show the password.
func TestServerURL(t *testing.T) {
	for target, want := range map[string]string{
		"postgres://me:secret@127.0.0.1:55x/db":                     "want postgres://user:password@host:port/database",
		"postgres://me:secret":                                      "want postgres://user:password@host:port/database",
		"postgres://me:sec%zzret@127.0.0.1/db":                      "invalid percent-encoded token in password",
		"postgres://me:sec ret@127.0.0.1/db":                        "use percent-encoded spaces (%20)",
		"postgres://me:se/cret@127.0.0.1:1/db":                      "in a user or password write @ as %40 and / as %2F",
		"postgres://me:12/secret@127.0.0.1:1/db":                    "in a user or password write @ as %40 and / as %2F",
		"postgres://me:se@cret@127.0.0.1:1/db":                      "in a user or password write @ as %40 and / as %2F",
		"postgresql://me:secret@[::1":                               "IPv6 host address",
		"postgres://me:secret@127.0.0.1:1/db?sslmode=secret":        "sslmode is invalid",
		"postgres://me:secret@127.0.0.1:1/db?connect_timeout=never": `"never" is not a number`,
	} {
		r := clitest.CallOn(t.Context(), target, "verify").Must(t, cli.ExitError)
		if err := r.Err(); len(err) != 1 || strings.Contains(err[0], "cret") || !strings.Contains(err[0], want) ||
			!strings.HasPrefix(err[0], "setdoku: open database postgres://...: no valid URL of a server") {
			t.Errorf("%s: standard error %q, want %q", target, err, want)
		}
	}
	const shown = "postgres://me@127.0.0.1:1/db"
	for target, want := range map[string]string{
		"postgres://me:12#secret@127.0.0.1:1/db":                            shown,
		"postgres://me:12?secret@127.0.0.1:1/db":                            shown,
		"postgres://me@127.0.0.1:1/db?pass%77ord=secret&sslpassword=secret": shown,
		"postgres://me:secret@127.0.0.1:1,127.0.0.1:2/db":                   "postgres://me@127.0.0.1:1,127.0.0.1:2/db",
		"postgres://me:secret@[::1]:1/db":                                   "postgres://me@[::1]:1/db",
		"postgres://me:secret@127.0.0.1:1/db?search_path=mine":              shown + "?search_path=mine",
	} {
		gridtest.Equal(t, "shown as", store.Name(target), want)
	}
}

// TestServerUnusable calls commands with servers and databases that they cannot use. Each call must end with one line
// and exit code 1 and change nothing.
func TestServerUnusable(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle)
	db := clitest.OpenServer(t, target)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	gridtest.Must(t, err)
	gridtest.Must(t, closed.Close())
	other := func(statements ...string) func(t *testing.T) string {
		return func(t *testing.T) string {
			target := pgtest.Database(t)
			clitest.Execute(t, clitest.OpenServer(t, target), statements...)
			return target
		}
	}
	as := func(options string) func(t *testing.T) string {
		return func(t *testing.T) string {
			return clitest.URLWith(t, target, clitest.NewRole(t, db, options), "pw", "", "")
		}
	}
	at := func(user, password, host, name string) func(t *testing.T) string {
		return func(t *testing.T) string { return clitest.URLWith(t, target, user, password, host, name) }
	}
	latest, err := store.LatestVersion()
	gridtest.Must(t, err)
	const foreign = "not a setdoku database: schema public has a table %s of another program"
	for _, tt := range []struct {
		name string
		make func(t *testing.T) string // the URL
		want string                    // $USER and $DATABASE are replaced by those of the URL
	}{
		{"server lost", at("", "", closed.Addr().String(), ""), "the server cannot be reached (connection refused)"},
		{"host unknown", at("", "", "no..such:5432", ""), "the server cannot be reached (no..such: no such host)"},
		{"wrong password", func(t *testing.T) string {
			wrong := clitest.URLWith(t, target, clitest.NewRole(t, db, "LOGIN"), "guess", "", "")
			if err := clitest.OpenServer(t, wrong).Ping(); err == nil {
				gridtest.Cannot(t, "the server does not ask for passwords:", errors.New("a wrong one is taken"))
			}
			return wrong
		}, `the server rejects the user name or the password (password authentication failed for user "$USER")`},
		{"user unknown", at("setdoku_nobody", "pw", "", ""),
			`the server rejects the user name or the password (password authentication failed for user "$USER")`},
		{"user without login", as("NOLOGIN"),
			`the server rejects the user name or the password (role "$USER" is not permitted to log in)`},
		{"no connection left", as("LOGIN CONNECTION LIMIT 0"),
			`the server accepts no more connections at the moment (too many connections for role "$USER")`},
		{"database unknown", at("", "", "", "setdoku_none"),
			`the server has no such database; CREATE DATABASE makes one (database "$DATABASE" does not exist)`},
		{"database closed", func(t *testing.T) string {
			target := pgtest.Database(t)
			clitest.Execute(t, db, `ALTER DATABASE `+databaseOf(target)+` ALLOW_CONNECTIONS FALSE`)
			return target
		}, `the server refuses the connection (database "$DATABASE" is not currently accepting connections)`},
		{"setting unknown", func(t *testing.T) string { return target + "&nosuch=1" },
			`the server refuses the connection (unrecognized configuration parameter "nosuch")`},
		{"no schema", func(t *testing.T) string { return target + "&search_path=nosuch" },
			"no schema of the search_path exists, or this user may not use it"},
		{"newer", func(t *testing.T) string {
			target := clitest.Migrated(t)
			clitest.Execute(t, clitest.OpenServer(t, target),
				`INSERT INTO setdoku_version (version_id, is_applied) VALUES (999, TRUE)`)
			return target
		}, fmt.Sprintf("made by a newer setdoku: its schema is 999, this program knows %d", latest)},
		{"another program's table", other(`CREATE TABLE cell (phone TEXT)`), fmt.Sprintf(foreign, "cell")},
		{"another program's view", other(`CREATE VIEW history AS SELECT 1 AS one`), fmt.Sprintf(foreign, "history")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := tt.make(t)
			want := strings.NewReplacer("$USER", userOf(target), "$DATABASE", databaseOf(target)).Replace(tt.want)
			name := clitest.ShownAs(t, target)
			if strings.Contains(target, "search_path") {
				name += "?search_path=nosuch"
			}
			inspected := db
			if strings.HasPrefix(tt.name, "another") || tt.name == "newer" {
				inspected = clitest.OpenServer(t, target)
			}
			check := clitest.Untouched(t, inspected)
			for _, args := range gridtest.Part(3, clitest.ServerCommands()) {
				clitest.Refused(t, clitest.CallOn(t.Context(), target, args...),
					"setdoku: open database "+name+": "+want)
			}
			check()
		})
	}
}

func userOf(target string) string {
	_, rest, _ := strings.Cut(target, "://")
	user, _, _ := strings.Cut(rest, ":")
	return user
}

func databaseOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	return path[strings.LastIndex(path, "/")+1:]
}

// TestServerRights calls commands as users with fewer rights than the owner of the tables.
func TestServerRights(t *testing.T) {
	empty, solved := pgtest.Database(t), clitest.Migrated(t)
	clitest.DoneOn(t, solved, "solve", clitest.GoodPuzzle)
	inEmpty, inSolved := clitest.OpenServer(t, empty), clitest.OpenServer(t, solved)
	clitest.Execute(t, inEmpty, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
	nobody := clitest.NewRole(t, inEmpty, "LOGIN")
	reader := clitest.NewRole(t, inSolved, "LOGIN")
	clitest.Execute(t, inSolved, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	owner := clitest.NewRole(t, inSolved, "LOGIN SUPERUSER")
	clitest.Execute(t, inSolved, `ALTER ROLE `+owner+` SET default_transaction_read_only = on`)

	const denied = "the user lacks a privilege that this needs (permission denied for "
	const noTables = "open database NAME: the user lacks a privilege that this needs: to make tables in schema public"
	const readOnly = "open database NAME: read-only (the server or the user is set to read only)"
	for _, tt := range []struct {
		name, target string
		want         map[string]string // by command, "" for all others, NAME for the URL; absent when it works
	}{
		{"none in an empty database", clitest.URLWith(t, empty, nobody, "pw", "", ""), map[string]string{
			"":               "open database NAME: not a setdoku database: it is empty",
			"solve":          noTables,
			"import":         noTables,
			"work":           noTables,
			"migrate up":     noTables,
			"migrate down":   noTables,
			"migrate status": "works",
		}},
		{"none in a database", clitest.URLWith(t, solved, nobody, "pw", "", ""), map[string]string{
			"": "open database NAME: " + denied + "table setdoku_version)",
		}},
		{"to read", clitest.URLWith(t, solved, reader, "pw", "", ""), map[string]string{
			// also solve and import of a puzzle that is there and solved, because they write nothing
			"":             "works",
			"solve PUZZLE": "works",
			"solve":        "write to NAME: " + denied + "table puzzle)",
			"work":         "write to NAME: " + denied + "table puzzle)",
			"migrate down": "take back ...",
		}},
		{"all, but read-only", clitest.URLWith(t, solved, owner, "pw", "", ""), map[string]string{
			"":             "works",
			"solve":        readOnly,
			"work":         readOnly,
			"import":       readOnly,
			"migrate up":   readOnly,
			"migrate down": readOnly,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkEmpty, checkSolved := clitest.Untouched(t, inEmpty), clitest.Untouched(t, inSolved)
			for _, args := range clitest.ServerCommands() {
				want, found := tt.want[strings.Replace(strings.Join(args, " "), clitest.GoodPuzzle, "PUZZLE", 1)]
				for n := min(2, len(args)); n > 0 && !found; n-- {
					want, found = tt.want[strings.Join(args[:n], " ")]
				}
				if !found {
					want = tt.want[""]
				}
				r := clitest.CallOn(t.Context(), tt.target, args...)
				if want == "works" {
					r.Must(t, cli.ExitDone)
					continue
				}
				want = "setdoku: " + strings.ReplaceAll(want, "NAME", clitest.ShownAs(t, tt.target))
				if start, found := strings.CutSuffix(want, "..."); found && strings.HasPrefix(r.Stderr, start) {
					want = strings.TrimSuffix(r.Stderr, "\n")
				}
				clitest.Refused(t, r, want)
			}
			checkEmpty()
			checkSolved()
		})
	}
	const newPuzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	reading := clitest.URLWith(t, solved, reader, "pw", "", "")
	for _, command := range []string{"solve", "import"} {
		r := clitest.CallOn(t.Context(), reading, command, newPuzzle)
		clitest.Refused(t, r, "setdoku: write to "+clitest.ShownAs(t, reading)+": "+denied+
			"sequence puzzle_puzzle_id_seq)")
	}
	if !slices.Contains(clitest.Traces(t, inSolved), "public\tpuzzle\tp\t") {
		t.Error("the tables are not where the test looks for changes")
	}
}

// TestServerConnectionLimit calls commands as a user who may have one connection, while statements need two.
func TestServerConnectionLimit(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle)
	db := clitest.OpenServer(t, target)
	role := clitest.NewRole(t, db, "LOGIN CONNECTION LIMIT 1")
	clitest.Execute(t, db, `GRANT ALL ON ALL TABLES IN SCHEMA public TO `+role)
	limited := clitest.URLWith(t, target, role, "pw", "", "")
	check := clitest.Untouched(t, db)
	for _, args := range [][]string{{"solve", clitest.GoodPuzzle, "--engine", "sql"}, {"solve", "--engine", "sql"},
		{"work", "--engine", "sql"}} {
		r := clitest.CallOn(t.Context(), limited, args...)
		doing := "connect to"
		if strings.HasPrefix(r.Stderr, "setdoku: open database") {
			doing = "open database" // a busy server still counts a connection that the program has closed
		}
		clitest.Refused(t, r, "setdoku: "+doing+" "+clitest.ShownAs(t, limited)+
			`: the server accepts no more connections at the moment (too many connections for role "`+role+`")`)
		gridtest.Until(t, "the server to take connections again", func() bool {
			return clitest.Number(t, db, `SELECT COUNT(*) FROM pg_stat_activity WHERE usename = '`+role+`'`) == 0
		})
	}
	check()
}

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
		r := query(role, "SELECT COUNT(*) FROM puzzle").Must(t, cli.ExitDone)
		if (warning == "") != (r.Stderr == "") || !strings.Contains(r.Stderr, warning) {
			t.Errorf("the user has the warning %q, want one with %q", r.Stderr, warning)
		}
	}
	var object int64
	gridtest.Must(t, db.QueryRow(`SELECT LO_FROM_BYTEA(0, 'text')`).Scan(&object))
	t.Cleanup(func() { clitest.Execute(t, db, fmt.Sprintf(`SELECT LO_UNLINK(%d)`, object)) })
	file := filepath.Join(t.TempDir(), "exported")
	r := query(super, fmt.Sprintf(`SELECT LO_EXPORT(%d, '%s')`, object, file)).Must(t, cli.ExitError)
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
			if want.Code != cli.ExitDone && !slices.Contains(args, "datasette") &&
				!(strings.HasSuffix(t.Name(), "first_use") && strings.Contains(want.Stderr, "SQLSTATE 0A000")) {
				t.Errorf("exit code %d for the owner\n%s", want.Code, want.Stderr)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the reader gets something else (-owner +reader):\n%.2000s", diff)
			}
		})
	}
}
