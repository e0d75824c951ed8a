package web_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/web"
)

// readerOf makes a user who may read the tables of a database and do nothing else, not even make temporary tables. It
// returns the URL with this user.
func readerOf(t *testing.T, target string) string {
	t.Helper()
	db, err := sql.Open("pgx", target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	reader, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	role := fmt.Sprintf("setdoku_test_%08x", rand.Uint32())
	for _, q := range []string{
		`CREATE ROLE ` + role + ` LOGIN PASSWORD 'pw'`,
		`REVOKE TEMP ON DATABASE ` + strings.TrimPrefix(reader.Path, "/") + ` FROM PUBLIC`,
		`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ` + role,
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if _, err := db.Exec(`DROP OWNED BY ` + role + `; DROP ROLE ` + role); err != nil {
			t.Error(err)
		}
	})
	reader.User = url.UserPassword(role, "pw")
	return reader.String()
}

// elapsed matches the time of a statement.
var elapsed = regexp.MustCompile(`[0-9.]+ ms|"ms":[0-9.]+`)

// TestReader requests everything that can be read with a user who may only SELECT, and compares it with what a
// read-only server of the owner answers. What writes must be refused with the reason.
func TestReader(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 6)
	p := newGame(t, newServer(t, target, web.Options{}).URL, 1)
	p.play(move("digit", 5, p.open(1)[0]))
	reading := readerOf(t, target)
	own, server := newServer(t, target, web.Options{ReadOnly: true}).URL, newServer(t, reading, web.Options{}).URL
	values := strings.NewReplacer("{$}", "", "{id}", "1", "{step}", "2", "{game}", p.game, "{job}", "none",
		"/techniques/{name}", "/techniques/x_wing")
	const why = "this server is read-only: its user may only read the database"
	for _, route := range web.Routes() {
		path := values.Replace(route.Path)
		if route.Method != http.MethodGet {
			if path == "/api/puzzles/check" || path == "/api/puzzles/hint" {
				continue
			}
			status, body, _ := send(t, route.Method, server+path, "application/x-www-form-urlencoded",
				"puzzle_id=1&do=step")
			if status != http.StatusForbidden || !strings.Contains(body, why) {
				t.Errorf("%s %s: status %d, want 403 and the reason\n%.500s", route.Method, path, status, body)
			}
			continue
		}
		if strings.Contains(path, "/query") {
			path += "?q=SELECT+*+FROM+puzzle_rating+ORDER+BY+puzzle_id"
		}
		if strings.Contains(path, "/games/") && strings.HasSuffix(path, "/hint") {
			path += "?level=where"
		}
		if strings.HasSuffix(path, "/exercise") {
			path += "?example=1" // without it the server chooses one
		}
		wantStatus, want := get(t, own+path)
		status, got := get(t, server+path)
		got = strings.ReplaceAll(got, database.Name(reading), database.Name(target))
		got = strings.ReplaceAll(got, strings.TrimPrefix(server, "http://"), strings.TrimPrefix(own, "http://"))
		got = strings.ReplaceAll(got, "its user may only read the database", "it was started with --read-only")
		want, got = elapsed.ReplaceAllString(want, "T ms"), elapsed.ReplaceAllString(got, "T ms")
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); status != wantStatus ||
			status != http.StatusOK && !strings.Contains(route.Path, "{job}") || diff != "" {
			t.Errorf("%s: status %d, want %d (-owner +reader):\n%.2000s", path, status, wantStatus, diff)
		}
	}
	for _, address := range []string{own, server} {
		if status, body, _ := send(t, "POST", address+"/api/puzzles/check", "text/plain",
			strings.Repeat(".", 81)); status != http.StatusOK {
			t.Errorf("check, which writes nothing: %d %s", status, body)
		}
	}
}

// TestReaderOfSome has a user who may write to some tables only. What needs the others must be refused with the reason.
func TestReaderOfSome(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 6)
	reading := readerOf(t, target)
	role, err := url.Parse(reading)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", target)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`GRANT INSERT, UPDATE, DELETE ON game, game_move TO ` + role.User.Username()); err != nil {
		t.Fatal(err)
	}
	server := newServer(t, reading, web.Options{}).URL
	p := newGame(t, server, 1)
	p.play(move("digit", 5, p.open(1)[0]))
	const why = "the user of this server may not do that in the database"
	if status, body, _ := send(t, "POST", server+"/puzzles/5", "application/x-www-form-urlencoded",
		"do=step"); status != http.StatusForbidden || !strings.Contains(body, why) {
		t.Errorf("solving: %d %.500s", status, body)
	}
}

// TestChangedSchema serves a file that lacks a table, as those of versions in between did. It refuses it with the name
// of the table, and shows what there is if it may only read.
func TestChangedSchema(t *testing.T) {
	t.Parallel()
	path := newDatabase(t, 4)
	clitest.Execute(t, clitest.OpenRaw(t, path), `DROP TABLE practice`)
	s, err := web.New(t.Context(), path, web.Options{})
	if !errors.Is(err, database.ErrChanged) || !strings.Contains(err.Error(), path+": table practice is not") {
		t.Errorf("the server opens it: %v", err)
	}
	if err == nil {
		s.Close()
	}
	fetch(t, newServer(t, path, web.Options{ReadOnly: true}).URL+"/puzzles/1", http.StatusOK)
}
