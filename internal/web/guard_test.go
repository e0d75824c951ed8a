package web_test

import (
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

const testToken = `right & long enough; é`

func TestToken(t *testing.T) {
	path := newDatabase(t, 4)
	server := newServer(t, path, web.Options{Token: testToken}).URL
	typed := url.QueryEscape(testToken)
	status, body, h := send(t, "GET", server+"/puzzles/1?step=2&token="+typed, "", "")
	cookie, _, _ := strings.Cut(h.Get("Set-Cookie"), ";")
	if status != 303 || h.Get("Location") != "/puzzles/1?step=2" ||
		!strings.HasSuffix(h.Get("Set-Cookie"), "; Path=/; HttpOnly; SameSite=Lax") {
		t.Errorf("a token in the address: %d to %q with cookie %q", status, h.Get("Location"), h.Get("Set-Cookie"))
	}
	if strings.Contains(body+h.Get("Set-Cookie"), "long enough") {
		t.Error("the answer has the token")
	}
	for _, c := range []struct {
		name, path string
		headers    []string
		status     int
	}{
		{"nothing", "/", nil, 401},
		{"a wrong token", "/?token=wrong", nil, 401},
		{"any host", "/?token=" + typed, []string{"Host", "any.example"}, 303},
		{"a bearer token", "/", []string{"Authorization", "Bearer " + testToken}, 200},
		{"a part of it", "/", []string{"Authorization", "Bearer " + testToken[:9]}, 401},
		{"the cookie", "/puzzles/1", []string{"Cookie", cookie}, 200},
		{"the token as the cookie", "/", []string{"Cookie", "setdoku_token=" + testToken}, 401},
		{"an asset, which the token page uses too", "/assets/any/base.css", nil, 200},
		{"no asset", "/assets/any/none.css", nil, 404},
		{"the API", "/api/puzzles", nil, 401},
		{"a token in an address of the API", "/api/puzzles?token=" + typed, nil, 401},
		{"the API with a bearer token", "/api/puzzles", []string{"Authorization", "Bearer " + testToken}, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body, h := send(t, "GET", server+c.path, "", "", c.headers...)
			if status != c.status {
				t.Errorf("%d, want %d: %.300s", status, c.status, body)
			}
			if status != 401 {
				return
			}
			if strings.Contains(body, path) || strings.Contains(body, "web.db") || h.Get("Www-Authenticate") == "" {
				t.Errorf("headers %v, page %s", h, body)
			}
			if api := strings.HasPrefix(c.path, "/api/"); api == strings.Contains(body, `<input id="token"`) ||
				api != strings.Contains(body, `{"error":`) {
				t.Errorf("a field on a page, or JSON for the API: %s", body)
			}
		})
	}
}

// TestWrongHost asks with the name of another site, which may point to this machine. The page may not say what the
// database is.
func TestWrongHost(t *testing.T) {
	path := newDatabase(t, 4)
	server := newServer(t, path, web.Options{}).URL
	for _, address := range []string{"/", "/puzzles/1", "/api/puzzles", "/nothing", "/assets/any/base.css"} {
		status, body, _ := send(t, "GET", server+address, "", "", "Host", "rebound.example:8081")
		if status != 421 || strings.Contains(body, "web.db") || !strings.Contains(body, "answers only to localhost") {
			t.Errorf("%s: %d %s", address, status, body)
		}
	}
}

// TestRefusedAreLogged makes requests that are refused. With --log, which logs from Debug on, each is in the log with
// its status; without, none.
func TestRefusedAreLogged(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelError} {
		var log logText
		o := web.Options{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level}))}
		server := newServer(t, newDatabase(t, 4), o).URL
		for _, c := range []struct{ address, host, want string }{
			{"/nothing?token=secret", "localhost", "status=404 method=GET host=localhost path=/nothing\n"},
			{"/api/puzzles/99", "localhost", "status=404 method=GET host=localhost path=/api/puzzles/99\n"},
			{"/?clues_min=x", "localhost", "status=400 method=GET host=localhost path=/\n"},
			{"/sql?q=SELEC", "localhost", "status=400 method=GET host=localhost path=/sql\n"},
			{"/puzzles/1", "rebound.example", "status=421 method=GET host=rebound.example path=/puzzles/1\n"},
		} {
			send(t, "GET", server+c.address, "", "", "Host", c.host)
			if logged := strings.Contains(log.String(), c.want); logged != (level == slog.LevelDebug) {
				t.Errorf("%s: level %v, the log has\n%s", c.address, level, log.String())
			}
		}
	}
}

// TestTokenForm sends the form of the token page.
func TestTokenForm(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{Token: testToken}).URL
	for _, c := range []struct {
		name, token, next string
		status            int
		location          string
	}{
		{"the token", testToken, "/puzzles/1?step=2", 303, "/puzzles/1?step=2"},
		{"with blanks around", " " + testToken + "\n", "/sql", 303, "/sql"},
		{"the whole address", "http://localhost:8081/?token=" + url.QueryEscape(testToken), "", 303, "/"},
		{"a wrong token", "wrong", "/", 401, ""},
		{"no token", "", "/", 401, ""},
		{"another site", testToken, "//evil.example/x", 303, "/x"},
		{"another site by a backslash", testToken, `/\evil.example/x`, 303, "/evil.example/x"},
		{"another site by its scheme", testToken, "https://evil.example/x", 303, "/x"},
		{"another site by three slashes", testToken, "///evil.example/x", 303, "/evil.example/x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			form := url.Values{"token": {c.token}, "next": {c.next}}.Encode()
			status, body, h := send(t, "POST", server+"/token", "application/x-www-form-urlencoded", form)
			if status != c.status || c.location != "" && h.Get("Location") != c.location {
				t.Errorf("%d to %q, want %d to %q: %s", status, h.Get("Location"), c.status, c.location, body)
			}
			if wrong := strings.Contains(body, "This is not the token"); wrong != (c.token == "wrong") {
				t.Errorf("the page says that the token is wrong: %v", wrong)
			}
		})
	}
	large := url.Values{"next": {strings.Repeat("x", 100<<10)}, "token": {testToken}}.Encode()
	if status, _, _ := send(t, "POST", server+"/token", "application/x-www-form-urlencoded", large); status != 401 {
		t.Errorf("a form of more than 64 kB: %d, want 401", status)
	}
	if status, body, _ := send(t, "POST", server+"/puzzles/2", "application/x-www-form-urlencoded",
		"digit=1"); status != 401 || !strings.Contains(body, `name="next" value="/"`) {
		t.Errorf("a form without the token: %d %s", status, body)
	}
}

// TestOtherSites sends requests as browsers send them for pages of other sites.
func TestOtherSites(t *testing.T) {
	server := readOnlyServer(t)
	for _, c := range []struct {
		name, method, path, site, mode, dest string
		status                               int
	}{
		{"no browser", "GET", "/api/puzzles", "", "", "", 200},
		{"our own script", "GET", "/api/puzzles", "same-origin", "cors", "empty", 200},
		{"a typed address", "GET", "/api/puzzles", "none", "navigate", "document", 200},
		{"a script of another site", "GET", "/api/puzzles", "cross-site", "cors", "empty", 403},
		{"a script of another site without CORS", "GET", "/api/query?q=SELECT+1", "cross-site", "no-cors", "empty",
			403},
		{"a script of another port", "GET", "/api/query?q=SELECT+1", "same-site", "no-cors", "empty", 403},
		{"a link to the API", "GET", "/api/puzzles.csv", "cross-site", "navigate", "document", 403},
		{"a link", "GET", "/puzzles/1", "cross-site", "navigate", "document", 200},
		{"a page in a frame", "GET", "/sql?q=SELECT+1", "cross-site", "navigate", "iframe", 403},
		{"a picture", "GET", "/puzzles/1/picture.svg", "cross-site", "no-cors", "image", 403},
		{"our picture", "GET", "/puzzles/1/picture.svg", "same-origin", "no-cors", "image", 200},
		{"a form", "POST", "/puzzles/1", "cross-site", "navigate", "document", 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body, _ := send(t, c.method, server+c.path, "", "", "Sec-Fetch-Site", c.site, "Sec-Fetch-Mode",
				c.mode, "Sec-Fetch-Dest", c.dest)
			if status != c.status || status == 403 && !strings.Contains(body, "another site") {
				t.Errorf("%d, want %d: %.200s", status, c.status, body)
			}
		})
	}
}

// TestWrongMethods requires that every address answers a method that it does not have with 405 and those that it has.
func TestWrongMethods(t *testing.T) {
	server := readOnlyServer(t)
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"POST", "/", 405, "GET, HEAD"},
		{"DELETE", "/puzzles/1", 405, "GET, HEAD, POST"},
		{"PUT", "/solve", 405, "GET, HEAD, POST"},
		{"PATCH", "/techniques/pointing", 405, "GET, HEAD"},
		{"POST", "/assets/any/base.css", 405, "GET, HEAD"},
		{"GET", "/api/puzzles/1/moves", 405, "POST"},
		{"HEAD", "/api/puzzles/1/moves/last", 405, "DELETE"},
		{"DELETE", "/api/puzzles", 405, "GET, HEAD, POST"},
		{"OPTIONS", "/api/query", 405, "GET, HEAD"},
		{"POST", "/nothing", 404, ""},
		{"DELETE", "/api/nothing", 404, ""},
		{"POST", "/api", 405, "GET, HEAD"},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			status, body, h := send(t, c.method, server+c.path, "", "")
			if status != c.status || h.Get("Allow") != c.allow {
				t.Errorf("%d, Allow %q, want %d, %q", status, h.Get("Allow"), c.status, c.allow)
			}
			kind := "text/html"
			if strings.HasPrefix(c.path, "/api/") {
				kind = "application/json"
			}
			if !strings.HasPrefix(h.Get("Content-Type"), kind) || c.method != "HEAD" && c.status == 405 &&
				!strings.Contains(body, c.method+" is not possible here") {
				t.Errorf("%s: %s", h.Get("Content-Type"), body)
			}
		})
	}
}
