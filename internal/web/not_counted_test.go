package web_test

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
	"setdoku/store"
)

// silent are the routes of a puzzle or a game that need not say that the solutions were not counted, and why.
var silent = map[string]string{
	"POST /puzzles/{id}": "it redirects to a page that does", "GET /puzzles/{id}/picture.svg": "it draws a grid",
	"GET /puzzles/{id}/proof.cnf":  "it says that there is nothing to prove",
	"GET /puzzles/{id}/proof.lrat": "it says that there is nothing to prove",
	"GET /puzzles/{id}/proof.tsv":  "it says that there is nothing to prove",
	"POST /solve":                  "its page lists jobs", "POST /api/puzzles": "it begins a job",
	"GET /api/puzzles/{id}/steps": "there is no step", "GET /api/puzzles/{id}/steps/{step}": "there is no step",
	"POST /api/puzzles/{id}/moves": "it makes a move",
	"GET /games/{game}":            "it shows a board to fill in", "POST /games/{game}": "it deletes a damaged game",
	"GET /api/games/{game}":        "it shows a board to fill in",
	"POST /api/games/{game}/moves": "it makes a move", "PUT /api/games/{game}/clock": "it stops a clock",
}

// TestNotCounted asks each route that takes or shows a puzzle about an empty board on which no search for solutions
// ends. None fails or claims a number of solutions, and all say in words that they were not counted. So does a
// read-only server, as far as it takes the request.
func TestNotCounted(t *testing.T) {
	odd := "windoku+x+anti-knight " + strings.Repeat(".", 81)
	path := filepath.Join(t.TempDir(), "odd.db")
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	gridtest.Must(t, db.Close())
	server := newServer(t, path, web.Options{}).URL
	status, body, h := send(t, "POST", server+"/api/puzzles", odd)
	if status != http.StatusAccepted {
		t.Fatalf("%d %s", status, body)
	}
	job := strings.TrimPrefix(h.Get("Location"), "/api/jobs/")
	if j := await(t, server, job, ended); j.State != "ended" || j.Done != 1 {
		t.Fatalf("%s %+v", body, j)
	}
	p := newGame(t, server, 1)
	values := strings.NewReplacer("{id}", "1", "{step}", "1", "{game}", p.game, "{job}", job)
	counted := regexp.MustCompile(`not counted.*gave up|not_counted":true|not known that .* exactly one|"withheld":true`)
	claims := regexp.MustCompile(`(?i)puzzle (is solved|has (one|no|several|more than one) solution)|[1-9] solved|complete":true`)
	readOnly := newServer(t, path, web.Options{ReadOnly: true}).URL
	for _, route := range web.Routes() {
		if route.Method == http.MethodDelete ||
			!route.LargeBody && !strings.Contains(route.Path, "{id}") && !strings.Contains(route.Path, "{game}") {
			continue
		}
		body := "do=step"
		if route.LargeBody {
			body = odd
		}
		path := values.Replace(route.Path)
		if strings.HasSuffix(path, "/hint") {
			path += "?level=why"
		}
		for _, at := range []string{readOnly, server} {
			status, answer, _ := send(t, route.Method, at+path, body)
			name := route.Method + " " + route.Path
			must := silent[name] == "" && (at == server || status != http.StatusForbidden)
			if status >= 500 || must && !counted.MatchString(answer) || claims.MatchString(answer) {
				t.Errorf("%s: %d %q\n%.3000s", name, status, claims.FindAllString(answer, -1), answer)
			}
		}
	}
}
