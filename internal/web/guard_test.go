package web_test

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
	"setdoku/store"
)

const testToken = `right & long enough; é`

func TestToken(t *testing.T) {
	t.Parallel()
	server := tokenServer(t)
	typed := url.QueryEscape(testToken)
	status, body, h := send(t, "GET", server+"/puzzles/1?step=2&token="+typed, "")
	cookie, _, _ := strings.Cut(h.Get("Set-Cookie"), ";")
	if status != 303 || h.Get("Location") != "/puzzles/1?step=2" ||
		!strings.HasSuffix(h.Get("Set-Cookie"), "; Path=/; HttpOnly; SameSite=Lax") {
		t.Errorf("a token in the address: %d to %q with cookie %q", status, h.Get("Location"), h.Get("Set-Cookie"))
	}
	if strings.Contains(body+h.Get("Set-Cookie"), "long enough") {
		t.Error("the answer has the token")
	}
	const bearer = "Authorization: Bearer "
	for _, c := range []struct {
		path, header string
		status       int
	}{
		{"/", "", 401},
		{"/?token=wrong", "", 401},
		{"/?token=" + typed, "Host: any.example", 303},
		{"/", bearer + testToken, 200},
		{"/", bearer + testToken[:9], 401},
		{"/puzzles/1", "Cookie: " + cookie, 200},
		{"/", "Cookie: setdoku_token=" + testToken, 401},
		{"/assets/any/base.css", "", 200}, // which the token page uses too
		{"/assets/any/none.css", "", 404},
		{"/api", "", 401},
		{"/api/puzzles", "", 401},
		{"/api/puzzles?token=" + typed, "", 401},
		{"/api/puzzles", bearer + testToken, 200},
	} {
		status, body, h := send(t, "GET", server+c.path, "", headerList(c.header)...)
		if status != c.status {
			t.Errorf("%s, %s: %d, want %d: %.300s", c.path, c.header, status, c.status, body)
		}
		api := strings.HasPrefix(c.path, "/api/")
		if status == 401 && (strings.Contains(body, "web.db") || h.Get("Www-Authenticate") == "" ||
			api == strings.Contains(body, `<input id="token"`) || api != strings.Contains(body, `{"error":`)) {
			t.Errorf("%s, %s: not a field on a page, or not JSON for the API: %v %s", c.path, c.header, h, body)
		}
	}
}

// TestTokenForm sends the form of the token page.
func TestTokenForm(t *testing.T) {
	t.Parallel()
	server := tokenServer(t)
	for _, c := range []struct{ token, next, location string }{
		{testToken, "/puzzles/1?step=2", "/puzzles/1?step=2"},
		{" " + testToken + "\n", "/sql", "/sql"},
		{"http://localhost:8081/?token=" + url.QueryEscape(testToken), "", "/"},
		{testToken, "//evil.example/x", "/x"},
		{testToken, `/\evil.example/x`, "/evil.example/x"},
		{testToken, "https://evil.example/x", "/x"},
		{testToken, "///evil.example/x", "/evil.example/x"},
	} {
		status, body, h := post(t, server+"/token", url.Values{"token": {c.token}, "next": {c.next}}.Encode())
		if status != 303 || h.Get("Location") != c.location {
			t.Errorf("%+v: %d to %q: %s", c, status, h.Get("Location"), body)
		}
	}
	check(t, server, []request{
		{"POST /token", "token=wrong&next=/", 401, "This is not the token"},
		{"POST /token", "token=" + url.QueryEscape(testToken) + "&next=" + strings.Repeat("x", 100<<10), 401, ""},
		{"POST /puzzles/2", "digit=1", 401, `name="next" value="/"`},
	})
	if _, body, _ := post(t, server+"/token", "token=&next=/"); strings.Contains(body, "This is not the token") {
		t.Error("no token is a wrong one")
	}
}

// TestOtherSites sends requests as browsers send them for pages of other sites, and for names that point here. The
// pages of refusals may not say what the database is. With --log, which logs from Debug on, each is in the log.
func TestOtherSites(t *testing.T) {
	t.Parallel()
	var log, quiet logText
	path := newDatabase(t, 4)
	logged := func(to *logText, level slog.Level) string {
		o := web.Options{Log: slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: level}))}
		return newServer(t, path, o).URL
	}
	server, other := logged(&log, slog.LevelDebug), logged(&quiet, slog.LevelError)
	const script, link = "Sec-Fetch-Mode: cors, Sec-Fetch-Dest: empty", "Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: document"
	const picture = "Sec-Fetch-Mode: no-cors, Sec-Fetch-Dest: image"
	const frame = "Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: iframe"
	for _, c := range []struct {
		method, path, headers string
		status                int
	}{
		{"GET", "/", "", 200},
		{"GET", "/", "Host: localhost:7", 200},
		{"GET", "/", "Host: [::1]:7", 200},
		{"GET", "/", "Host: LOCALHOST:8081", 200},
		{"GET", "/", "Host: rebound.example:80", 421},
		{"GET", "/puzzles/1", "Host: rebound.example:8081", 421},
		{"GET", "/api/puzzles", "Host: rebound.example:8081", 421},
		{"GET", "/nothing", "Host: rebound.example:8081", 421},
		{"GET", "/assets/any/base.css", "Host: rebound.example:8081", 421},
		{"GET", "/api/puzzles", "Sec-Fetch-Site: same-origin, " + script, 200},
		{"GET", "/api/puzzles", "Sec-Fetch-Site: none, " + link, 200}, // a typed address
		{"GET", "/api/puzzles", "Sec-Fetch-Site: cross-site, " + script, 403},
		{"GET", "/api/query?q=SELECT+1", "Sec-Fetch-Site: cross-site, Sec-Fetch-Mode: no-cors, Sec-Fetch-Dest: empty", 403},
		{"GET", "/api/query?q=SELECT+1", "Sec-Fetch-Site: same-site, Sec-Fetch-Mode: no-cors, Sec-Fetch-Dest: empty", 403},
		{"GET", "/api/puzzles.csv", "Sec-Fetch-Site: cross-site, " + link, 403},
		{"GET", "/puzzles/1", "Sec-Fetch-Site: cross-site, " + link, 200},
		{"GET", "/sql?q=SELECT+1", "Sec-Fetch-Site: cross-site, " + frame, 403},
		{"GET", "/puzzles/1/picture.svg", "Sec-Fetch-Site: cross-site, " + picture, 403},
		{"GET", "/puzzles/1/picture.svg", "Sec-Fetch-Site: same-origin, " + picture, 200},
		{"POST", "/puzzles/2", "Sec-Fetch-Site: cross-site, " + link, 403},
		{"POST", "/puzzles/2", "Sec-Fetch-Site: cross-site", 403},
		{"POST", "/puzzles/2", "Origin: http://evil.example", 403},
		{"POST", "/puzzles/2", "Sec-Fetch-Site: same-origin", 400}, // no move in it
		{"GET", "/nothing?token=secret", "Host: localhost", 404},
		{"GET", "/sql?q=SELEC", "Host: localhost", 400},
	} {
		headers := headerList(c.headers)
		send(t, c.method, other+c.path, "", headers...)
		status, body, h := send(t, c.method, server+c.path, "", headers...)
		why := map[int]string{403: "another site", 421: "answers only to localhost"}[status]
		if status != c.status || !strings.Contains(body, why) || status == 421 && strings.Contains(body, "web.db") {
			t.Errorf("%+v: %d, want %d: %.200s", c, status, c.status, body)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "same-origin",
		} {
			if !strings.HasPrefix(h.Get(name), want) {
				t.Errorf("%+v: %s is %q, want %q", c, name, h.Get(name), want)
			}
		}
	}
	for _, line := range []string{
		"status=404 method=GET host=localhost path=/nothing\n", "status=400 method=GET host=localhost path=/sql\n",
		"status=421 method=GET host=rebound.example:8081 path=/puzzles/1\n",
	} {
		if !strings.Contains(log.String(), line) || strings.Contains(quiet.String(), line) {
			t.Errorf("the log lacks %s, or one of errors has it: %s", line, log.String())
		}
	}
}

// TestWrongMethods requires that every address answers a method that it does not have with 405 and those that it has.
func TestWrongMethods(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	for to, want := range map[string]string{
		"POST /":                         "405 GET, HEAD",
		"DELETE /puzzles/1":              "405 GET, HEAD, POST",
		"PUT /solve":                     "405 GET, HEAD, POST",
		"PATCH /techniques/pointing":     "405 GET, HEAD",
		"POST /assets/any/base.css":      "405 GET, HEAD",
		"GET /api/puzzles/1/moves":       "405 POST",
		"HEAD /api/puzzles/1/moves/last": "405 DELETE",
		"DELETE /api/puzzles":            "405 GET, HEAD, POST",
		"OPTIONS /api/query":             "405 GET, HEAD",
		"POST /nothing":                  "404 ",
		"DELETE /api/nothing":            "404 ",
		"POST /api":                      "405 GET, HEAD",
	} {
		method, path, _ := strings.Cut(to, " ")
		status, body, h := send(t, method, server+path, "")
		if got := fmt.Sprint(status, " ", h.Get("Allow")); got != want {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
		kind := "text/html"
		if strings.HasPrefix(path, "/api/") {
			kind = "application/json"
		}
		if !strings.HasPrefix(h.Get("Content-Type"), kind) ||
			method != "HEAD" && status == 405 && !strings.Contains(body, method+" is not possible here") {
			t.Errorf("%s: %s: %s", to, h.Get("Content-Type"), body)
		}
	}
}

// TestReadOnly requests what changes something from a server that may not, and reads a game there.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	target := newDatabase(t, 4)
	p := newGame(t, newServer(t, target, web.Options{}).URL, 1)
	p.play(move("digit", 5, p.open(1)[0]))
	game := "/games/" + p.game
	check(t, newServer(t, target, web.Options{ReadOnly: true}).URL, []request{
		{"POST /puzzles/3", "do=solve", 403, "read-only"},
		{"POST /solve", "", 403, "read-only"},
		{"POST /api/puzzles", "x", 403, "read-only"},
		{"POST /api/puzzles/3/moves", "{}", 403, "read-only"},
		{"DELETE /api/puzzles/3/moves/last", "", 403, "read-only"},
		{"POST /games", "{}", 403, "read-only"},
		{"POST " + game, "{}", 403, "read-only"},
		{"POST /api" + game + "/moves", "{}", 403, "read-only"},
		{"PUT /api" + game + "/clock", "{}", 403, "read-only"},
		{"DELETE /api" + game, "{}", 403, "read-only"},
		{game, "", 200, ""},
		{"/api" + game, "", 200, ""},
		{"/api" + game + "/hint?level=where", "", 200, ""},
		{"/api" + game + "/check", "", 200, ""},
	})
}

// repeated is a body of size bytes that repeats a line.
func repeated(line string, size int64) io.Reader {
	unit := strings.Repeat(line, 1+(64<<10)/len(line))
	var units []io.Reader
	for n := int64(0); n < size; n += int64(len(unit)) {
		units = append(units, strings.NewReader(unit))
	}
	return io.LimitReader(io.MultiReader(units...), size)
}

// TestRefusalIsSeen sends requests that are refused, as a client does that sends all of a request before it reads the
// answer.
func TestRefusalIsSeen(t *testing.T) {
	t.Parallel()
	writes, reads, secret := gameServer(t), readOnlyServer(t), tokenServer(t)
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		address, head, kind string
		size                int64 // of the body, in chunks if it is negative
		want                string
	}{
		{writes, "POST /api/puzzles", "text/plain", 40 << 20, "413 want at most 16 MB"},
		{reads, "POST /api/puzzles/check", "text/plain", 17 << 20, "413 want at most 16 MB"},
		{reads, "POST /api/puzzles/check", "text/plain", -(17 << 20), "413 want at most 16 MB"},
		{writes, "POST /solve", "multipart/form-data; boundary=b", 17 << 20, "413 want at most 16 MB"},
		{writes, "POST /puzzles/1", form, 20 << 20, "413 want at most 64 kB"},
		{writes, "POST /puzzles/1", form, -(1 << 20), "413 want at most 64 kB"},
		{writes, "POST /api/puzzles/1/moves", "application/json", 20 << 20, "413 want at most 64 kB"},
		{writes, "POST /games", form, 20 << 20, "413 want at most 64 kB"},
		{reads, "POST /api/puzzles", "text/plain", 15 << 20, "403 this server is read-only"},
		{secret, "POST /api/puzzles", "text/plain", 15 << 20, "401 needs its token"},
		{reads, "POST /nothing", "text/plain", -(1 << 20), "404 there is no page"},
	} {
		t.Run(c.head+", "+c.want, func(t *testing.T) {
			size, length, begin, end := c.size, fmt.Sprintf("Content-Length: %d", c.size), "", ""
			if size < 0 {
				size = -size
				length, begin, end = "Transfer-Encoding: chunked", fmt.Sprintf("%x\r\n", size), "\r\n0\r\n\r\n"
			}
			conn := dialServer(t, c.address)
			head := fmt.Sprintf("%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n%s\r\n\r\n%s", c.head, c.kind,
				length, begin)
			if _, err := io.Copy(conn, io.MultiReader(strings.NewReader(head), repeated("x", size),
				strings.NewReader(end))); err != nil {
				t.Fatalf("the connection was closed before all was sent: %v", err)
			}
			status, text := answerOf(t, conn)
			code, words, _ := strings.Cut(c.want, " ")
			if fmt.Sprint(status) != code || !strings.Contains(text, words) {
				t.Errorf("%d %.200s, want %s", status, text, c.want)
			}
		})
	}
	t.Run("before it is sent", func(t *testing.T) {
		conn := dialServer(t, reads)
		fmt.Fprintf(conn, "POST /api/puzzles/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nExpect: "+
			"100-continue\r\n\r\n", 40<<20)
		if status, text := answerOf(t, conn); status != http.StatusRequestEntityTooLarge {
			t.Errorf("%d %.200s", status, text)
		}
	})
}

// dialServer opens a connection to a server, which ends after five minutes at the latest.
func dialServer(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	gridtest.Must(t, err)
	t.Cleanup(func() { conn.Close() })
	gridtest.Must(t, conn.SetDeadline(time.Now().Add(5*time.Minute)))
	return conn
}

// answerOf reads an answer.
func answerOf(t *testing.T, conn net.Conn) (int, string) {
	t.Helper()
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	gridtest.Must(t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	gridtest.Must(t, err)
	return a.StatusCode, string(text)
}

// TestServerAway requests pages while the database server takes no connection, and when it takes some again.
func TestServerAway(t *testing.T) {
	gridtest.Long(t, "a server that is away")
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 3)
	reading, admin := readerOf(t, target), clitest.OpenServer(t, target)
	user, err := url.Parse(reading)
	gridtest.Must(t, err)
	role := user.User.Username()
	server := newServer(t, reading, web.Options{}).URL
	for _, limit := range []int{-1, 0, -1, 0, -1} {
		clitest.Execute(t, admin, fmt.Sprintf(`ALTER ROLE %s CONNECTION LIMIT %d`, role, limit))
		status, want := 200, ""
		if limit == 0 {
			clitest.Execute(t, admin, `SELECT PG_TERMINATE_BACKEND(pid, 10000) FROM pg_stat_activity WHERE usename = '`+role+`'`)
			status, want = 503, "the database server cannot be reached at the moment, try again later"
		}
		for _, path := range []string{"/", "/puzzles/1", "/techniques/full_house", "/sql?q=SELECT+1", "/api/puzzles/1",
			"/api/puzzles/1/hint", "/api/query?q=SELECT+1"} {
			check(t, server, []request{{path, "", status, want}})
		}
	}
}

// readerOf makes a user who may read the tables of a database, not even make temporary tables, and do what else is
// granted. It returns the URL with this user.
func readerOf(t *testing.T, target string, granted ...string) string {
	t.Helper()
	db := clitest.OpenServer(t, target)
	role := clitest.NewRole(t, db, "LOGIN")
	reader, err := url.Parse(target)
	gridtest.Must(t, err)
	clitest.Execute(t, db, `REVOKE TEMP ON DATABASE `+strings.TrimPrefix(reader.Path, "/")+` FROM PUBLIC`)
	for _, rights := range append(granted, `SELECT ON ALL TABLES IN SCHEMA public`) {
		clitest.Execute(t, db, `GRANT `+rights+` TO `+role)
	}
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
			status, body, _ := send(t, route.Method, server+path, "puzzle_id=1&do=step")
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
		got = strings.ReplaceAll(got, store.Name(reading), store.Name(target))
		got = strings.ReplaceAll(got, strings.TrimPrefix(server, "http://"), strings.TrimPrefix(own, "http://"))
		got = strings.ReplaceAll(got, "its user may only read the database", "it was started with --read-only")
		want, got = elapsed.ReplaceAllString(want, "T ms"), elapsed.ReplaceAllString(got, "T ms")
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); status != wantStatus ||
			status != http.StatusOK && !strings.Contains(route.Path, "{job}") || diff != "" {
			t.Errorf("%s: status %d, want %d (-owner +reader):\n%.2000s", path, status, wantStatus, diff)
		}
	}
	check(t, server, []request{{"POST /api/puzzles/check", strings.Repeat(".", 81), 200, ""}}) // which writes nothing
	check(t, newServer(t, target, web.Options{}).URL, []request{
		{"/?technique=full_house&source=made&clues_min=20&sort=score", "", 200, "Puzzles"},
		{"POST /api/puzzles/5/moves", "x", 400, ""},
		{"POST /puzzles/5", "do=step", 303, ""},
		{"POST /puzzles/5", "do=undo", 409, "not made by hand"},
		{"POST /puzzles/5", "do=solve", 303, ""},
	})
}

// TestReaderOfSome has a user who may write to some tables only. What needs the others must be refused with the reason.
func TestReaderOfSome(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 6)
	server := newServer(t, readerOf(t, target, `INSERT, UPDATE, DELETE ON game, game_move`), web.Options{}).URL
	p := newGame(t, server, 1)
	p.play(move("digit", 5, p.open(1)[0]))
	check(t, server, []request{
		{"POST /puzzles/5", "do=step", 403, "the user of this server may not do that in the database"},
	})
}

// TestChangedSchema serves a file that lacks a table, as those of versions in between did. It refuses it with the name
// of the table, and shows what there is if it may only read.
func TestChangedSchema(t *testing.T) {
	t.Parallel()
	path := newDatabase(t, 4)
	clitest.Execute(t, clitest.OpenRaw(t, path), `DROP TABLE practice`)
	s, err := web.New(t.Context(), path, web.Options{})
	if !errors.Is(err, store.ErrChanged) || !strings.Contains(err.Error(), path+": table practice is not") {
		t.Errorf("the server opens it: %v", err)
	}
	if err == nil {
		s.Close()
	}
	fetch(t, newServer(t, path, web.Options{ReadOnly: true}).URL+"/puzzles/1", http.StatusOK)
}

// TestReplacedFile serves a file in whose place another one is put. The server refuses to read and to write it.
func TestReplacedFile(t *testing.T) {
	t.Parallel()
	path, backup := newDatabase(t, 4), newDatabase(t, 4)
	server := newServer(t, path, web.Options{}).URL
	gridtest.Must(t, os.Rename(backup, path))
	check(t, server, []request{
		{"/api/puzzles/1", "", 503, "is another file"},
		{"POST /games", "puzzle_id=1", 503, "is another file"},
	})
}

// TestCompressed compares compressed answers with the same answers as they are.
func TestCompressed(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	for _, c := range []struct {
		path, accepts, coding string
	}{
		{"/puzzles/1?step=3", "gzip, deflate, br", "gzip"},
		{"/puzzles/1/picture.svg", "gzip", "gzip"},
		{"/api/puzzles", "br, GZIP;q=0.5", "gzip"},
		{"/api/puzzles.csv", "gzip", "gzip"},
		{"/assets/any/base.css", "gzip", "gzip"},
		{"/assets/any/base.js", "gzip", "gzip"},
		{"/nothing", "gzip", "gzip"},
		{"/api/nothing", "gzip", ""},
		{"/", "br", ""},
		{"/", "br, gzip; q=0", ""},
		{"/assets/any/base.css", "identity", ""},
	} {
		t.Run(c.path+" "+c.accepts, func(t *testing.T) {
			_, plain, _ := send(t, "GET", server+c.path, "", "Accept-Encoding", "identity")
			_, sent, h := send(t, "GET", server+c.path, "", "Accept-Encoding", c.accepts)
			if h.Get("Content-Encoding") != c.coding ||
				!strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("coding %q, want %q; Vary %v", h.Get("Content-Encoding"), c.coding, h.Values("Vary"))
			}
			if c.coding != "" {
				if 3*len(sent) > 2*len(plain) {
					t.Errorf("%d bytes of %d", len(sent), len(plain))
				}
				sent = unzip(t, sent)
			}
			if sent != plain {
				t.Errorf("differs:\n%s\n%s", sent, plain)
			}
		})
	}
}

func unzip(t *testing.T, text string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(text))
	gridtest.Must(t, err)
	b, err := io.ReadAll(r)
	gridtest.Must(t, err)
	return string(b)
}

// maxPage is the number of bytes that a page may have, with its style sheets and scripts, all compressed.
const maxPage = 36_000

// TestPageSizes adds up what a browser loads for each page.
func TestPageSizes(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := newServer(t, newDatabase(t, 12), web.Options{}).URL
	list := pages()
	list["game"] = "/games/" + newGame(t, server, 11).game
	loaded := regexp.MustCompile(`(?:<script src|<link rel="stylesheet" href)="([^"]+)"|(?:from|import) "\./([^"]+)"`)
	for name, path := range list {
		size, seen := 0, map[string]bool{}
		var add func(address string)
		add = func(address string) {
			if seen[address] {
				return
			}
			seen[address] = true
			status, sent, h := send(t, "GET", server+address, "", "Accept-Encoding", "gzip")
			if address != path && (status != 200 || !strings.Contains(h.Get("Cache-Control"), "immutable")) {
				t.Errorf("%s: %s: %d, %s", name, address, status, h.Get("Cache-Control"))
				return
			}
			size += len(sent)
			if h.Get("Content-Encoding") == "gzip" {
				sent = unzip(t, sent)
			}
			for _, file := range loaded.FindAllStringSubmatch(sent, -1) {
				if file[2] != "" {
					file[1] = address[:strings.LastIndex(address, "/")+1] + file[2]
				}
				add(file[1])
			}
		}
		if add(path); size > maxPage {
			t.Errorf("%s: %d bytes, want at most %d", name, size, maxPage)
		}
	}
}

// pages lists every page by a name, those of errors too.
func pages() map[string]string {
	return map[string]string{
		"collection":            "/?level=hard",
		"collection-empty":      "/?status=stuck&level=extreme",
		"puzzle":                "/puzzles/4?step=9",
		"puzzle-new":            "/puzzles/11?hint=why",
		"puzzle-patterns":       "/puzzles/4?step=3&pattern=2",
		"puzzle-start":          "/puzzles/4?step=0",
		"puzzle-needed":         "/puzzles/4?path=needed&step=4",
		"puzzle-after":          "/puzzles/4?step=9&view=after&digit=3",
		"finds":                 "/puzzles/4/finds?after=3&digit=5",
		"finds-new":             "/puzzles/11/finds?technique=forcing",
		"api":                   "/api",
		"help":                  "/help",
		"solve":                 "/solve",
		"sql":                   "/sql",
		"sql-rows":              "/sql?q=" + url.QueryEscape("SELECT * FROM technique_usage WHERE steps > 0 ORDER BY steps DESC"),
		"sql-error":             "/sql?q=" + url.QueryEscape("SELECT * FROM nothing"),
		"techniques":            "/techniques",
		"technique":             "/techniques/pointing?example=3",
		"technique-forcing":     "/techniques/nested_forcing?example=2&branch=1",
		"exercise":              "/techniques/x_wing/exercise?example=2&c=112&do=check",
		"exercise-answer":       "/techniques/hidden_single/exercise?example=2&do=answer",
		"error-no-page":         "/nothing",
		"error-no-puzzle":       "/puzzles/999",
		"error-no-technique":    "/techniques/unheard_of",
		"error-wrong-parameter": "/?after=x",
	}
}

// headerList returns the names and values of headers such as "Host: localhost, Origin: http://localhost".
func headerList(text string) (list []string) {
	for header := range strings.SplitSeq(text, ", ") {
		if name, value, some := strings.Cut(header, ": "); some {
			list = append(list, name, value)
		}
	}
	return list
}
