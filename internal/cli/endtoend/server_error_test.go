package endtoend

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
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
		r := clitest.CallOn(t.Context(), target, "verify").Must(t, usage.ExitError)
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
		if got := store.Name(target); got != want {
			t.Errorf("shown as %s, want %s", got, want)
		}
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
		{"server lost", at("", "", closed.Addr().String(), ""),
			"the server cannot be reached (connection refused)"},
		{"host unknown", at("", "", "no..such:5432", ""),
			"the server cannot be reached (no..such: no such host)"},
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
