package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
	"setdoku/store"
)

// TestQueries counts the queries with which a server answers.
func TestQueries(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		db, err := store.Open(t.Context(), target)
		gridtest.Must(t, err)
		contradictory := format.Puzzle{}
		contradictory.State.Givens = gridtest.Contradictory(gridtest.New(3))
		// puzzles 1 to 3 are solved, 4 to 6 new
		invalid := solvertest.Run(t, db, []format.Puzzle{contradictory}, false, allTechniques(t))[0].PuzzleID
		gridtest.Must(t, db.Close())
		s, err := web.New(remembering, target, web.Options{})
		gridtest.Must(t, err)
		defer s.Close()
		var cookies []*http.Cookie // of the player
		served := func(method, path, body string) (answer string, queries []string) {
			ctx := store.WithTrace(remembering, func(query string) { queries = append(queries, query) })
			r := httptest.NewRequestWithContext(ctx, method, "http://localhost"+path, strings.NewReader(body))
			if body != "" {
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			for _, c := range cookies {
				r.AddCookie(c)
			}
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code != http.StatusOK && w.Code != http.StatusSeeOther {
				t.Fatalf("%s: status %d\n%s", path, w.Code, w.Body)
			}
			if set := w.Result().Cookies(); len(set) > 0 {
				cookies = set
			}
			return w.Body.String(), queries
		}
		for _, puzzle := range []int{1, 4, 4} {
			served(http.MethodPost, "/games", fmt.Sprint("puzzle_id=", puzzle))
		}
		served(http.MethodPost, "/puzzles/5", "do=step")
		for _, tt := range []struct {
			path, part string
			most       int
		}{
			{"/puzzles/1", "Before all steps", 6},
			{"/puzzles/1?step=9", "Rows behind the patterns", 6},
			{"/puzzles/1?step=last", "Rows that the step wrote", 6},
			{"/puzzles/2?step=9&path=needed", "Steps that were needed", 6},
			{"/puzzles/4", "Continue your game", 6},
			{"/puzzles/5", "Step 1", 6},
			{fmt.Sprint("/puzzles/", invalid, "?step=last"), "There is no solution", 6},
			{"/puzzles/1/picture.svg?step=9", "<svg", 6},
			{"/api/puzzles/1?step=9", `"techniques":{"`, 6},
			{"/api/puzzles/1/steps", `"step":9`, 6},
			{"/api/puzzles/1/steps/9", `"step":9`, 6},
			{"/games", "/games/", 1},
		} {
			answer, queries := served(http.MethodGet, tt.path, "")
			if !strings.Contains(answer, tt.part) {
				t.Errorf("%s: the answer has no %q\n%.600s", tt.path, tt.part, answer)
			}
			if len(queries) == 0 || len(queries) > tt.most {
				t.Errorf("%s: %d queries, expected 1 to %d:\n%s", tt.path, len(queries), tt.most,
					strings.Join(queries, "\n"))
			}
		}
	})
}
