package web_test

import (
	"strings"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/web"
	"setdoku/internal/web/paste"
)

// TestPagesAreReadBack reads the API and the downloads as the form does.
func TestPagesAreReadBack(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	for path, want := range map[string]int{
		"/api/puzzles/1": 1, "/api/puzzles/1?step=2": 1, "/api/puzzles.csv": 4,
		"/api/query.csv?q=SELECT+givens+FROM+puzzle": 4,
	} {
		status, body := get(t, server+path)
		sheet, err := paste.Read(strings.NewReader(body), "answer", nil)
		if status != 200 || err != nil || sheet.Puzzles != want || sheet.Bad > 0 {
			t.Errorf("%s: %d, %v, read back as %+v of\n%s", path, status, err, sheet, body)
			continue
		}
		state := format.Short(sheet.First.State)
		if strings.HasPrefix(path, "/api/puzzles/") && !strings.Contains(body, `"state":"`+state+`"`) {
			t.Errorf("%s: read back as %s of\n%s", path, state, body)
		}
	}
}
