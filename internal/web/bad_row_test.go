package web_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
)

// TestBadRows asks for every page of a database with wrong values in each column of each table with rows of puzzles and
// games. Each answers: with the page, or with what is wrong in which row. A list always answers with the page.
func TestBadRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	damaged := clitest.DamagedDatabase(t, path)
	server := newServer(t, path, web.Options{})
	row := regexp.MustCompile(`(puzzle|step|move|position) \d+|column \w+|this step`)
	check := func(what, method, page string) {
		t.Helper()
		body := ""
		switch {
		case method == http.MethodGet && strings.Contains(page, "/query"):
			page += "?q=SELECT+*+FROM+puzzle_rating"
		case method == http.MethodGet && strings.HasSuffix(page, "/hint"):
			page += "?level=why"
		case method != http.MethodGet && strings.HasPrefix(page, "/api/"):
			body = `{"position":1,"version":1,"moves":[{"action":"fill"}]}`
		case method != http.MethodGet:
			body = "puzzle_id=1&do=step"
		}
		status, answer, _ := send(t, method, server.URL+page, body)
		if status >= 500 || status == http.StatusConflict && !row.MatchString(answer) {
			t.Errorf("%s: %s %s: status %d\n%.600s", what, method, page, status, answer)
		}
	}
	routes := web.Routes()
	part := gridtest.Part(10, damaged)
	for _, get := range []bool{true, false} { // first those that change nothing
		for _, route := range routes {
			if (route.Method == http.MethodGet) != get || route.Path == "/api/jobs/{job}/events" { // no end
				continue
			}
			rows := part
			if !strings.Contains(route.Path, "{id}") && !strings.Contains(route.Path, "{game}") {
				rows = damaged[:1]
				if status, answer, _ := send(t, route.Method, server.URL+route.Path, ""); status == http.StatusConflict {
					t.Errorf("%s %s: %.600s", route.Method, route.Path, answer)
				}
			}
			for _, bad := range rows {
				check(bad.What, route.Method, strings.NewReplacer("{$}", "", "{id}", fmt.Sprint(bad.Puzzle), "{step}", "1",
					"{game}", bad.Game, "{job}", "none", "{name}", "x_wing").Replace(route.Path))
			}
		}
	}
}
