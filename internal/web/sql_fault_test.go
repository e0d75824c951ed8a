package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestFaultIsMarked runs wrong statements, in this process and in one of their own. The page marks the place of the
// error, and offers the name that may be meant; the offered statement runs.
func TestFaultIsMarked(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	path := newDatabase(t, 4)
	marked := regexp.MustCompile(`data-line="(\d+)" data-column="(\d+)"><code>(?:.*)<mark>(.*)</mark>`)
	meant := regexp.MustCompile(`Did you mean <a data-part href="([^"]*)">(\w+)</a>`)
	for _, server := range gridtest.Part(2, []string{
		newServer(t, path, web.Options{ReadOnly: true, Worker: worker(t)}).URL,
		newServer(t, path, web.Options{ReadOnly: true}).URL,
	}) {
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
