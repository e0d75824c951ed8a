package web_test

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
)

// countTo returns a statement with the rows 1 to n.
func countTo(n int) string {
	return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i, i %% "+
		"7 AS rest FROM n", n)
}

// TestSQLPage requests pages and answers of the console. None needs a script.
func TestSQLPage(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	sql := func(path, statement, more string) string { return path + "?q=" + url.QueryEscape(statement) + more }
	check(t, server, []request{
		{sql("/api/query", "SELECT 9e999 AS a, -9e999 AS b", ""), "", 200, `"rows":[[null,null]]`},
		{sql("/api/query.json", "SELECT 9e999 AS a, 1.5 AS b", ""), "", 200, "[\n{\"a\":null,\"b\":1.5}\n]"},
		{sql("/sql", "SELECT 9e999 AS a", ""), "", 200, `Inf</td>`},
		{sql("/api/query", "SELECT x'00FF' AS a", ""), "", 200, `[["00FF"]]`},
		{sql("/api/query.json", "SELECT 1 AS a, 2 AS a", ""), "", 200, `{"a":1,"a_2":2}`},
		{sql("/api/query.json", "SELECT 1 AS a WHERE 1 = 0", ""), "", 200, "[\n]"},
		{sql("/sql", "SELECT 1 AS a WHERE 1 = 0", ""), "", 200, "No row fits the statement"},
		{sql("/api/query.csv", countTo(9), "&limit=2"), "", 200, "i,rest\n1,1\n2,2\n"},
		{sql("/api/query.csv", countTo(9), "&limit=2&sort=-1"), "", 200, "i,rest\n9,2\n8,1\n"},
		{sql("/api/query.csv", countTo(9)+" -- end", "&limit=2&sort=2"), "", 200, "i,rest\n7,0\n1,1\n"},
		{sql("/sql", countTo(9), "&sort=1"), "", 200, `aria-sort="ascending"`},
		{sql("/sql", "SELECT 1 AS a", "&sort=1"), "", 200, `&amp;sort=-1"`},
		{sql("/api/query", "-- a; b\n;\n/* c */ SELECT ';' AS a ; -- d", "&sort=1"), "", 200, `[[";"]]`},
		{sql("/api/query", "SELECT NULL AS a UNION ALL SELECT 1", "&sort=1"), "", 200, `[[1],[null]]`},
		{sql("/api/query", "with a as (values (1), (2)) select * from a", "&sort=-1"), "", 200, `[[2],[1]]`},
		{sql("/sql", "EXPLAIN QUERY PLAN SELECT 1", "&sort=1"), "", 400, "can be sorted"},
		{sql("/sql", "SELECT 1 AS a", "&sort=x"), "", 400, "want the number of a column"},
		{sql("/sql", "PRAGMA user_version", "&sort=1"), "", 400, "can be sorted"},
		{sql("/sql", "SELECT 1 AS puzzle_id, 47 AS next_cell, 2 AS step", ""), "", 200,
			`/puzzles/1?cell=47&amp;step=2"`},
		{sql("/sql", "SELECT 1 AS puzzle_id, 'r4c7' AS cell_name", ""), "", 200, `/puzzles/1?cell=47"`},
		{sql("/sql", "SELECT hex(zeroblob(50000)) AS a", ""), "", 200, "… (100000 bytes)"},
		{sql("/sql", "SELECT zeroblob(1000000000)", ""), "", 422, "larger than 2 megabytes"},
		{sql("/sql", "SELECT zeroblob(2000000), zeroblob(2000000), zeroblob(2000000), "+
			"zeroblob(2000000), zeroblob(2000000)", ""), "", 422, "a row larger than 4 megabytes"},
		{sql("/sql", "PRAGMA/**/query_only=0", ""), "", 403, "not in the list of pragmas"},
		{sql("/sql", "SELECT '"+strings.Repeat("x", 120<<10)+"'", ""), "", 413,
			"The statement has 121 kB, and at most 100 kB are allowed."},
		{sql("/api/query.csv", "SELECT missing", ""), "", 400, "no such column"},
		{"/sql", "", 200, `<li><a href="/sql?query=hardest_puzzles">`},
		{"/sql?relation=history", "", 200, "<code>CREATE VIEW history ("},
		{"/sql?relation=history", "", 200, "100 rows"},
		{"/sql", "", 200, `<a href="/sql?relation=history">first rows, definition</a>`},
		{"/sql?relation=no", "", 404, "there is no table or view no"},
		{"/sql", "", 200, `<td>easy</td><td class="n">`},
		{sql("/sql", "SELECT line FROM board WHERE puzzle_id = 1", ""), "", 200, `<td class="mono grid">`},
		{sql("/sql", "SELECT line FROM candidate_grid LIMIT 9", ""), "", 200, `<td class="mono grid">`},
		{sql("/sql", "SELECT givens FROM puzzle", ""), "", 200, `<td class="mono grid">`},
		{sql("/sql", "SELECT '12' || char(10) || '34' AS a", ""), "", 200, "<td class=\"mono grid\">12\n34</td>"},
		{sql("/sql", "SELECT rule FROM step LIMIT 1", ""), "", 200, `<td><a href="/techniques/`},
		{"/sql", "", 200, `<h3>State: puzzles and their boards</h3></summary><details class="relation" data-name="puzzle">`},
		{"/api/schema", "", 200, `"name":"step","kind":"table","group":"audit"`},
		{"/sql?q=SELECT+1+AS+a&query=hardest_puzzles", "", 303, "/sql?q=SELECT+1+AS+a"}, // another statement has no name
	})
}

// TestDownloads reads more rows than a page has, in both formats.
func TestDownloads(t *testing.T) {
	gridtest.Long(t, "a download of many rows")
	t.Parallel()
	server := readOnlyServer(t)
	const rows = 30_000
	query := "?q=" + url.QueryEscape(countTo(rows))
	lines, err := csv.NewReader(strings.NewReader(fetch(t, server+"/api/query.csv"+query, 200))).ReadAll()
	if err != nil || len(lines) != rows+1 || lines[rows][0] != fmt.Sprint(rows) {
		t.Errorf("CSV: %d lines, %v", len(lines), err)
	}
	list := decode[[]struct{ I, Rest int }](t, fetch(t, server+"/api/query.json"+query, 200))
	if len(list) != rows || list[rows-1].I != rows {
		t.Errorf("JSON: %d rows", len(list))
	}
	check(t, server, []request{{"/sql" + query, "", 200, "1,000 rows; there are more"}})
}

// TestBrokenDownload runs a statement that fails after its first rows. The client must see that the file is not whole,
// and the log says why.
func TestBrokenDownload(t *testing.T) {
	t.Parallel()
	var log logText
	server := newServer(t, newDatabase(t, 12),
		web.Options{ReadOnly: true, Worker: worker(t), Log: slog.New(slog.NewTextHandler(&log, nil))}).URL
	r, err := http.Get(server + "/api/query.csv?q=" +
		url.QueryEscape(countTo(30_000)+" UNION ALL SELECT abs(-9223372036854775808), 1"))
	gridtest.Must(t, err)
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
	at := func(statement string) string { return "/api/query?q=" + url.QueryEscape(statement) }
	check(t, newServer(t, target, web.Options{QueryTime: time.Second}).URL, []request{
		{at("SHOW work_mem"), "", 200, `16MB`},
		{at("SELECT REPEAT('x', 20000000)"), "", 422, "larger than"},
		{at("SELECT COUNT(*) FROM GENERATE_SERIES(1, 100000000000)"), "", 408, "stopped after 1s"},
		{at("SELECT 'Infinity'::float8 AS a, 'NaN'::numeric AS b"), "", 200, `[[null,`},
		{at("SELECT puzzle_id FROM puzzle ORDER BY puzzle_id"), "", 200, `[[1],[2],[3],[4]]`},
		{"/api/query.csv?sort=-1&limit=1&q=SELECT+puzzle_id+FROM+puzzle", "", 200, "puzzle_id\n4\n"},
	})
}

// TestFaultIsMarked runs wrong statements, in this process and in one of their own. The page marks the place of the
// error, and offers the name that may be meant; the offered statement runs.
func TestFaultIsMarked(t *testing.T) {
	t.Parallel()
	marked := regexp.MustCompile(`data-line="(\d+)" data-column="(\d+)"><code>(?:.*)<mark>(.*)</mark>`)
	meant := regexp.MustCompile(`Did you mean <a data-part href="([^"]*)">(\w+)</a>`)
	servers := []string{readOnlyServer(t)}
	if gridtest.Required() {
		servers = append(servers, consoleServer(t))
	}
	for _, server := range servers {
		for _, c := range []struct{ statement, line, column, at, name string }{
			{"SELECT * FRM puzzle", "1", "10", "FRM", ""},
			{"SELECT 'ä' AS a,\n  giwens\nFROM puzzle", "2", "3", "giwens", "givens"},
			{"SELECT p.levl FROM puzzle AS p", "1", "10", "levl", "level"},
			{"SELECT * FROM puzle", "1", "15", "puzle", "puzzle"},
			{"SELECT 'puzle' FROM xyzzyplugh", "1", "21", "xyzzyplugh", ""},
			{"SELECT puzzle_id FROM puzzle WHERE (1", "1", "38", "▯", ""},
			{"SELECT puzle_id\nFROM cell -- puzle_id\nORDER BY 1", "1", "8", "puzle_id", "puzzle_id"},
		} {
			_, page := get(t, server+"/sql?q="+url.QueryEscape(c.statement))
			m := marked.FindStringSubmatch(page)
			if m == nil || m[1] != c.line || m[2] != c.column || m[3] != c.at {
				t.Errorf("%s: marked %q, want line %s, column %s: %s", c.statement, m, c.line, c.column, c.at)
			}
			o := meant.FindStringSubmatch(page)
			switch {
			case (o == nil) != (c.name == "") || o != nil && o[2] != c.name:
				t.Errorf("%s: meant %q, want %s", c.statement, o, c.name)
			case o != nil:
				fetch(t, server+html.UnescapeString(o[1]), http.StatusOK)
			}
		}
	}
}
