package web_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// countTo returns a statement with the rows 1 to n.
func countTo(n int) string {
	return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i, i %% "+
		"7 AS rest FROM n", n)
}

// TestStatementTellsItsTime runs a statement whose only row needs all its time.
func TestStatementTellsItsTime(t *testing.T) {
	server := readOnlyServer(t)
	status, body := get(t, server+"/api/query?q="+url.QueryEscape("SELECT COUNT(*) FROM ("+countTo(1000)+")"))
	var a struct {
		Took float64 `json:"ms"`
	}
	if err := json.Unmarshal([]byte(body), &a); err != nil || status != 200 || a.Took <= 0 {
		t.Errorf("%d %v: counting 1,000 rows took %v ms, want more than 0", status, err, a.Took)
	}
}

// TestHeadOfADownload asks twice for the head of a download that would take years. The second answer comes on the same
// connection, after the first statement has ended.
func TestHeadOfADownload(t *testing.T) {
	server := limitedServer(t, time.Second)
	for range 2 {
		r, err := http.Head(server + "/api/query.csv?q=" + url.QueryEscape(countTo(1_000_000_000_000_000)))
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("%s, %v", r.Status, r.Header)
		}
	}
}

// TestSQLPage requests pages and answers of the console. None needs a script.
func TestSQLPage(t *testing.T) {
	server := readOnlyServer(t)
	sql := func(path, statement, more string) string { return path + "?q=" + url.QueryEscape(statement) + more }
	for _, c := range []struct {
		name, path string
		status     int
		want       string
	}{
		{"infinity is null", sql("/api/query", "SELECT 9e999 AS a, -9e999 AS b", ""), 200, `"rows":[[null,null]]`},
		{"infinity in a download", sql("/api/query.json", "SELECT 9e999 AS a, 1.5 AS b", ""), 200,
			"[\n{\"a\":null,\"b\":1.5}\n]"},
		{"infinity on the page", sql("/sql", "SELECT 9e999 AS a", ""), 200, `Inf</td>`},
		{"blob", sql("/api/query", "SELECT x'00FF' AS a", ""), 200, `[["00FF"]]`},
		{"names that are there twice", sql("/api/query.json", "SELECT 1 AS a, 2 AS a", ""), 200, `{"a":1,"a_2":2}`},
		{"no rows as JSON", sql("/api/query.json", "SELECT 1 AS a WHERE 1 = 0", ""), 200, "[\n]"},
		{"no rows on the page", sql("/sql", "SELECT 1 AS a WHERE 1 = 0", ""), 200, "No row fits the statement"},
		{"limit of a download", sql("/api/query.csv", countTo(9), "&limit=2"), 200, "i,rest\n1,1\n2,2\n"},
		{"sorted", sql("/api/query.csv", countTo(9), "&limit=2&sort=-1"), 200, "i,rest\n9,2\n8,1\n"},
		{"sorted by the second column", sql("/api/query.csv", countTo(9)+" -- end", "&limit=2&sort=2"), 200,
			"i,rest\n7,0\n1,1\n"},
		{"sorted head", sql("/sql", countTo(9), "&sort=1"), 200, `aria-sort="ascending"`},
		{"address that sorts", sql("/sql", "SELECT 1 AS a", "&sort=1"), 200, `&amp;sort=-1"`},
		{"sorted by nothing", sql("/sql", "SELECT 1 AS a", "&sort=x"), 400, "want the number of a column"},
		{"a pragma cannot be sorted", sql("/sql", "PRAGMA user_version", "&sort=1"), 400, "can be sorted"},
		{"cell of a row", sql("/sql", "SELECT 1 AS puzzle_id, 47 AS next_cell, 2 AS step", ""), 200,
			`/puzzles/1?cell=47&amp;step=2"`},
		{"cell by its name", sql("/sql", "SELECT 1 AS puzzle_id, 'r4c7' AS cell_name", ""), 200, `/puzzles/1?cell=47"`},
		{"long value", sql("/sql", "SELECT hex(zeroblob(50000)) AS a", ""), 200, "… (100000 bytes)"},
		{"large value", sql("/sql", "SELECT zeroblob(1000000000)", ""), 422, "larger than 2 megabytes"},
		{"large row", sql("/sql", "SELECT zeroblob(2000000), zeroblob(2000000), zeroblob(2000000), "+
			"zeroblob(2000000), zeroblob(2000000)", ""), 422, "a row larger than 4 megabytes"},
		{"pragma in a comment", sql("/sql", "PRAGMA/**/query_only=0", ""), 403,
			"not in the list of pragmas"},
		{"statement that is too long", sql("/sql", "SELECT '"+strings.Repeat("x", 120<<10)+"'", ""), 413,
			"The statement has 121 kB, and at most 100 kB are allowed."},
		{"wrong download", sql("/api/query.csv", "SELECT missing", ""), 400, "no such column"},
		{"a named query", "/sql", 200, `<li><a href="/sql?query=hardest_puzzles">`},
		{"a definition", "/sql?relation=history", 200, "<code>CREATE VIEW history ("},
		{"its rows", "/sql?relation=history", 200, "100 rows"},
		{"its link", "/sql", 200, `<a href="/sql?relation=history">first rows, definition</a>`},
		{"a definition of nothing", "/sql?relation=no", 404, "there is no table or view no"},
		{"the example runs", "/sql", 200, `<td>easy</td><td class="n">`},
		{"a line of a board", sql("/sql", "SELECT line FROM board WHERE puzzle_id = 1", ""), 200,
			`<td class="mono grid">`},
		{"candidates", sql("/sql", "SELECT line FROM candidate_grid LIMIT 9", ""), 200, `<td class="mono grid">`},
		{"givens", sql("/sql", "SELECT givens FROM puzzle", ""), 200, `<td class="mono grid">`},
		{"lines", sql("/sql", "SELECT '12' || char(10) || '34' AS a", ""), 200, "<td class=\"mono grid\">12\n34</td>"},
		{"words", sql("/sql", "SELECT rule FROM step LIMIT 1", ""), 200, `<td><a href="/techniques/`},
		{"groups", "/sql", 200, `<h3>State: puzzles and their boards</h3></summary><details class="relation" data-name="puzzle">`},
		{"groups of the API", "/api/schema", 200, `"name":"step","kind":"table","group":"audit"`},
	} {
		if status, body := get(t, server+c.path); status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %.300s, want %d and %q", c.name, status, body, c.status, c.want)
		}
	}
}

// TestChangedQuery runs another statement from the page of a named query: the address forgets the name.
func TestChangedQuery(t *testing.T) {
	server := readOnlyServer(t)
	answer, err := http.Get(server + "/sql?q=SELECT+1+AS+a&query=hardest_puzzles")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if at := answer.Request.URL.RequestURI(); answer.StatusCode != 200 || at != "/sql?q=SELECT+1+AS+a" {
		t.Errorf("%d at %s", answer.StatusCode, at)
	}
}

// TestDownloads reads more rows than a page has, in both formats.
func TestDownloads(t *testing.T) {
	gridtest.Long(t, "a download of many rows")
	server := readOnlyServer(t)
	const rows = 30_000
	_, body := get(t, server+"/api/query.csv?q="+url.QueryEscape(countTo(rows)))
	if list, err := csv.NewReader(strings.NewReader(body)).ReadAll(); err != nil || len(list) != rows+1 ||
		list[rows][0] != fmt.Sprint(rows) {
		t.Errorf("CSV: %d lines, %v", len(list), err)
	}
	_, body = get(t, server+"/api/query.json?q="+url.QueryEscape(countTo(rows)))
	var list []struct{ I, Rest int }
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list) != rows || list[rows-1].I != rows {
		t.Errorf("JSON: %d rows, %v", len(list), err)
	}
	_, page := get(t, server+"/sql?q="+url.QueryEscape(countTo(rows)))
	if !strings.Contains(page, "1,000 rows; there are more") {
		t.Errorf("%.500s", page[strings.Index(page, "role=\"status\""):])
	}
}

// TestBrokenDownload runs a statement that fails after its first rows. The client must see that the file is not whole,
// and the log says why.
func TestBrokenDownload(t *testing.T) {
	var log logText
	server := newServer(t, newDatabase(t, 40),
		web.Options{ReadOnly: true, Worker: worker(t), Log: slog.New(slog.NewTextHandler(&log, nil))}).URL
	r, err := http.Get(server + "/api/query.csv?q=" +
		url.QueryEscape(countTo(30_000)+" UNION ALL SELECT abs(-9223372036854775808), 1"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if b, err := io.ReadAll(r.Body); err == nil {
		t.Errorf("%d bytes without an error", len(b))
	}
	text := log.String()
	for _, want := range []string{`msg="download cut off" method=GET path=/api/query.csv rows=30000`,
		"integer overflow"} {
		if !strings.Contains(text, want) {
			t.Errorf("the log has %q, want %q", text, want)
		}
	}
}

// TestConsoleOnPostgres runs statements that would take too much on a PostgreSQL server.
func TestConsoleOnPostgres(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 4)
	server := newServer(t, target, web.Options{QueryTime: 1e9}).URL
	for _, c := range []struct {
		statement string
		status    int
		want      string
	}{
		{"SHOW work_mem", 200, `16MB`},
		{"SELECT REPEAT('x', 20000000)", 422, "larger than"},
		{"SELECT COUNT(*) FROM GENERATE_SERIES(1, 100000000000)", 408, "stopped after 1s"},
		{"SELECT 'Infinity'::float8 AS a, 'NaN'::numeric AS b", 200, `[[null,`},
		{"SELECT puzzle_id FROM puzzle ORDER BY puzzle_id", 200, `[[1],[2],[3],[4]]`},
	} {
		if status, body := get(t, server+"/api/query?q="+url.QueryEscape(c.statement)); status != c.status ||
			!strings.Contains(body, c.want) {
			t.Errorf("%s: %d %.300s, want %d and %q", c.statement, status, body, c.status, c.want)
		}
	}
	if _, body := get(t, server+"/api/query.csv?sort=-1&limit=1&q="+
		url.QueryEscape("SELECT puzzle_id FROM puzzle")); body != "puzzle_id\n4\n" {
		t.Errorf("sorted: %q", body)
	}
}
