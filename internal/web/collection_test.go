package web_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
	"setdoku/store"
)

// listedPuzzle is a puzzle in an answer of the API.
type listedPuzzle struct {
	ID     int64 `json:"puzzle_id"`
	Givens string
	Name   string
	Tags   []string
	Source string
}

// TestCollectionOrders compares every order and filter of the collection with plain SQL, through all its pages and in
// all its formats.
func TestCollectionOrders(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	compareOrders(t, newServer(t, taggedDatabase(t, 12), web.Options{}).URL)
}

// TestCollectionOnPostgres is TestCollectionOrders on a PostgreSQL server. It also counts tags and sources, and
// requests the page.
func TestCollectionOnPostgres(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 12)
	addTags(t, target)
	server := newServer(t, target, web.Options{}).URL
	compareOrders(t, server)
	check(t, server, []request{
		{"/api/facets?clues_min=17", "", 200,
			`"tag":[{"value":"paper \u0026 pen","count":4},{"value":"even","count":3}]`},
		{"/api/facets?clues_min=17", "", 200, `"file":[{"value":"made.sdm","count":8}`},
	})
	if body := fetch(t, server+"/?tag=even&sort=level", 200); strings.Contains(body, "INDEXED BY") ||
		strings.Count(body, `class="thumb"`) != 3 {
		t.Errorf("the page: %s", body)
	}
}

func compareOrders(t *testing.T, server string) {
	t.Helper()
	const file = `CASE WHEN source LIKE 'made.sdm:%' THEN 'made.sdm' ELSE 'The <Weekly>' END`
	const level = `CASE level WHEN 'easy' THEN 1 WHEN 'medium' THEN 2 WHEN 'hard' THEN 3 WHEN 'unfair' THEN 4 WHEN 'extreme' THEN 5 ELSE 0 END`
	for filter, condition := range map[string]string{
		"":                            "1 = 1",
		"tag=paper+%26+pen":           "puzzle_id <= 4",
		"tag=even&level=easy":         "puzzle_id IN (2, 4, 6) AND level = 'easy'",
		"tag=none":                    "1 = 0",
		"file=The+%3CWeekly%3E":       "puzzle_id % 3 = 0",
		"file=made.sdm&status=solved": "puzzle_id % 3 <> 0 AND status = 'solved'",
		"file=made.sdm:1":             "1 = 0",
		"hardest=hidden_single&run=1": "hardest = 'hidden_single'",
		"technique=claiming&source=sdm": "puzzle_id IN (SELECT puzzle_id FROM step WHERE rule = 'claiming') AND " +
			"source LIKE '%sdm%'",
		"status=new":                  "status = 'new'",
		"score_min=200&score_max=500": "score BETWEEN 200 AND 500",
		"clues_min=25&clues_max=26": "(SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id AND " +
			"c.rule = 'given') BETWEEN 25 AND 26",
		"source=%25":       "1 = 0",
		"run=1&level=hard": "run_id = 1 AND level = 'hard'",
	} {
		if !gridtest.Full() && !strings.HasPrefix(filter, "tag=even") {
			continue
		}
		all := ask(t, server, "SELECT puzzle_id FROM puzzle WHERE "+condition)
		if total := decode[struct{ Total int }](t, fetch(t, server+"/api/facets?"+filter, 200)).Total; total != len(all) {
			t.Errorf("%s: counted %d, want %d", filter, total, len(all))
		}
		if n := strings.Count(fetch(t, server+"/api/puzzles.csv?"+filter, 200), "\n"); n != len(all)+1 {
			t.Errorf("%s: CSV of %d lines", filter, n)
		}
		for name, key := range map[string]string{
			"id": "puzzle_id", "newest": "puzzle_id", "score": "score", "steps": "steps",
			"clues": "LENGTH(REPLACE(givens, '.', ''))", "status": "status", "source": file, "level": level,
			"hardest": "COALESCE(hardest, '')",
		} {
			for suffix, direction := range map[string]string{"": " DESC", "_up": "", "_down": ""} {
				switch { // the orders by number have names of their own, and steps_down is an old name of steps_up
				case name == "id" && suffix == "":
					direction = ""
				case name == "id" || name == "newest" && suffix != "" || suffix == "_down" && name != "steps":
					continue
				}
				address := "sort=" + name + suffix + "&" + filter
				var want []int64
				for _, row := range ask(t, server,
					"SELECT puzzle_id FROM puzzle WHERE "+condition+" ORDER BY "+key+direction+", puzzle_id"+
						direction) {
					want = append(want, int64(row[0].(float64)))
				}
				if got := idsOf(allPages(t, server, address+"&limit=7")); !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v", address, got, want)
				}
				list := decode[[]listedPuzzle](t, fetch(t, server+"/api/puzzles.json?"+address, 200))
				if got := idsOf(list); !slices.Equal(got, want) {
					t.Errorf("%s as JSON: %v, want %v", address, got, want)
				}
			}
		}
	}
}

// allPages reads a list page by page.
func allPages(t *testing.T, server, address string) (list []listedPuzzle) {
	t.Helper()
	for after := ""; ; {
		_, body := get(t, server+"/api/puzzles?"+address+"&after="+url.QueryEscape(after))
		page := decode[struct {
			Puzzles []listedPuzzle
			Next    string
			SQL     string
		}](t, body)
		list = append(list, page.Puzzles...)
		if after = page.Next; after == "" {
			return list
		}
		if rows := ask(t, server, page.SQL); int64(rows[0][0].(float64)) != page.Puzzles[0].ID {
			t.Fatalf("the statement of the page of %s gives %v", address, rows)
		}
	}
}

func idsOf(list []listedPuzzle) (ids []int64) {
	for _, p := range list {
		ids = append(ids, p.ID)
	}
	return ids
}

// TestCollectionFacets checks the counts of tags and sources, and the tags of the puzzles.
func TestCollectionFacets(t *testing.T) {
	t.Parallel()
	server := taggedServer(t)
	type count struct {
		Value string
		Count int
	}
	for filter, want := range map[string]string{
		"":                      "[{paper & pen 4} {even 3}] [{made.sdm 4} {The <Weekly> 2}]",
		"file=The+%3CWeekly%3E": "[{even 1} {paper & pen 1}] [{The <Weekly> 2}]",
		"tag=even":              "[{even 3} {paper & pen 2}] [{made.sdm 2} {The <Weekly> 1}]",
		"tag=none":              "[] []",
	} {
		got := decode[struct{ Tag, File []count }](t, fetch(t, server+"/api/facets?"+filter, 200))
		if text := fmt.Sprint(got.Tag, got.File); text != want {
			t.Errorf("%s: %s, want %s", filter, text, want)
		}
	}
	list := decode[[]listedPuzzle](t, fetch(t, server+"/api/puzzles.json?tag=even", 200))
	if text := fmt.Sprint(list[0].Tags, list[2].Tags, list[2].Name); text != "[even paper & pen] [even]No. 6" {
		t.Error(text)
	}
}

// TestCollectionErrors checks that a wrong value is reported at its field, that the form keeps what was asked for, and
// that the API reports the first wrong value.
func TestCollectionErrors(t *testing.T) {
	t.Parallel()
	server := taggedServer(t)
	for query, parts := range map[string][]string{ // of the API, and of the page
		"level=odd&score_min=many&source=Week&tag=even": {`level="odd", want easy`,
			`<option value="odd" selected>odd</option>`, `name="level" aria-invalid="true" aria-describedby="level-error"`,
			`id="level-error">want easy, medium, hard, unfair, extreme<`, `name="score_min" value="many" aria-invalid="true"`,
			`id="score_min-error">want a number from 0<`, `name="source" value="Week"`, `<option value="even" selected>`,
			"2 values are wrong", `<details class="fold" id="filters" open>`},
		"after=x&clues_max=30":           {`after="x"`, "after is x, want the value of next", `name="clues_max" value="30"`},
		"score_min=99999999999":          {`score_min="99999999999"`, `id="score_min-error">want a number from 0<`},
		"sort=score&after=99999999999,1": {`after="99999999999,1"`, "want the value of next"},
		"tag=%00&source=%ff": {"tag=", `id="tag-error">want a text in UTF-8`,
			`id="source-error">want a text in UTF-8`},
		"sort=width": {`sort="width"`, "sort is width, want clues, clues_up"},
		"technique=luck": {`technique="luck"`, `<option value="luck" selected>luck</option>`,
			`id="technique-error">want the name`},
		"limit=5000&run=1": {`limit="5000"`, "limit is 5000, want at most 1000",
			`<input type="hidden" name="run" value="1">`},
	} {
		body := fetch(t, server+"/?"+query, 400)
		for _, part := range append(parts[1:], `role="alert"`, "Nothing is listed") {
			if !strings.Contains(body, part) {
				t.Errorf("%s: no %s in\n%s", query, part, body)
			}
		}
		if strings.Contains(body, "/puzzles/1") {
			t.Errorf("%s: there are puzzles", query)
		}
		for _, path := range []string{"/api/puzzles?", "/api/puzzles.json?", "/api/facets?"} {
			text := decode[struct{ Error string }](t, fetch(t, server+path+query, 400)).Error
			if !strings.Contains(text, parts[0]) {
				t.Errorf("%s%s: %s", path, query, text)
			}
		}
	}
}

// TestCollectionEmpty checks what a page without puzzles says to do next.
func TestCollectionEmpty(t *testing.T) {
	t.Parallel()
	check(t, taggedServer(t), []request{
		{"/?tag=even&status=stuck", "", 200, "No puzzle matches all of these filters. Remove one:"},
		{"/?tag=even&status=stuck", "", 200, `href="/puzzles?status=stuck" aria-label="Remove: tag even"`},
		{"/?tag=even&status=stuck", "", 200, `href="/puzzles?tag=even"`},
	})
	for _, readOnly := range []bool{false, true} {
		path := dbtest.File(t)
		server := newServer(t, path, web.Options{ReadOnly: readOnly}).URL
		for _, command := range []string{"import puzzles.txt --db " + path, "solve --db " + path, "generate"} {
			check(t, server, []request{{"/", "", 200, "setdoku " + command}})
		}
		if strings.Contains(fetch(t, server+"/", 200), "paste some puzzles") == readOnly {
			t.Errorf("read-only %v: the page offers to paste puzzles: %v", readOnly, !readOnly)
		}
	}
}

// TestCollectionRow checks the drawing of a puzzle, its name, its tags and the order of the heading.
func TestCollectionRow(t *testing.T) {
	t.Parallel()
	server := taggedServer(t)
	givens := allPages(t, server, "limit=1&sort=newest")[0].Givens
	body := fetch(t, server+"/?limit=1&sort=newest", 200)
	row := body[strings.Index(body, "<tbody>"):strings.Index(body, "</tbody>")]
	for i := range 9 {
		line := strings.ReplaceAll(givens[9*i:9*i+9], ".", "\u00a0")
		if !strings.Contains(row, fmt.Sprintf(`y="%d">%s</text>`, 10*(i+1), line)) {
			t.Errorf("no line %q in %s", line, row)
		}
	}
	for _, part := range []string{"<small>No. 6</small>", `href="/puzzles?tag=even"`, "The &lt;Weekly&gt;:6"} {
		if !strings.Contains(row, part) {
			t.Errorf("no %s in %s", part, row)
		}
	}
	if !strings.Contains(body, `aria-sort="descending"><a id="sort-id" href="/puzzles?limit=1"`) ||
		strings.Count(body, "aria-sort") != 1 {
		t.Errorf("the headings: %s", body[strings.Index(body, "<thead>"):strings.Index(body, "</thead>")])
	}
}

// TestCollectionDownloads compares the CSV and the JSON of the whole list. The file has more puzzles than one page of a
// download.
func TestCollectionDownloads(t *testing.T) {
	gridtest.Long(t, "a download of many rows")
	t.Parallel()
	server := newServer(t, manyPuzzles(t, 4100), web.Options{}).URL
	for _, query := range gridtest.Part(3, []string{"", "?sort=newest&limit=3&after=7", "?sort=hardest&clues_min=17",
		"?sort=score&status=new"}) {
		rows, err := csv.NewReader(strings.NewReader(fetch(t, server+"/api/puzzles.csv"+query, 200))).ReadAll()
		if err != nil || len(rows) != 4101 {
			t.Fatalf("%s: %d rows of CSV: %v", query, len(rows), err)
		}
		body := fetch(t, server+"/api/puzzles.json"+query, 200)
		list := decode[[]listedPuzzle](t, body)
		if len(list) != 4100 || strings.Count(body, "\n") != 4102 {
			t.Fatalf("%s: %d puzzles in %d lines of JSON", query, len(list), strings.Count(body, "\n"))
		}
		seen := map[int64]bool{}
		for i, p := range list {
			if seen[p.ID] = true; rows[i+1][0] != strconv.FormatInt(p.ID, 10) || rows[i+1][1] != p.Givens {
				t.Fatalf("%s: row %d is %v in CSV and %v in JSON", query, i, rows[i+1], p)
			}
		}
		if len(seen) != 4100 {
			t.Errorf("%s: %d different puzzles", query, len(seen))
		}
	}
	if _, _, h := send(t, "HEAD", server+"/api/puzzles.json", ""); h.Get("Content-Disposition") !=
		`attachment; filename="puzzles.json"` {
		t.Errorf("HEAD: %v", h)
	}
	check(t, server, []request{{"/api/puzzles.json?status=stuck", "", 200, "[\n]"}})
}

// TestDownloadStops closes the connection in the middle of a download. The server must notice, and must answer the next
// requests.
func TestDownloadStops(t *testing.T) {
	t.Parallel()
	server := newServer(t, manyPuzzles(t, gridtest.Size(4000, 30000)), web.Options{})
	for range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/api/puzzles.json", nil)
		gridtest.Must(t, err)
		answer, err := http.DefaultClient.Do(request)
		gridtest.Must(t, err)
		if _, err := io.ReadFull(answer.Body, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		cancel()
		answer.Body.Close()
	}
	if status, _ := get(t, server.URL+"/?limit=1"); status != 200 {
		t.Error(status)
	}
	server.Close() // it waits until all requests have ended, or the test takes too long
}

// TestCollectionPlan checks that SQLite answers each filter in each order from the index puzzle_facet only, and begins
// in the index of the order if there is no filter.
func TestCollectionPlan(t *testing.T) {
	t.Parallel()
	server := taggedServer(t)
	for _, filter := range gridtest.Part(4,
		[]string{"", "level=easy", "status=solved", "hardest=x_wing", "variant=windoku", "technique=x_wing", "tag=even",
			"file=made.sdm", "source=x", "score_min=1", "clues_max=30", "run=1"}) {
		for _, sort := range gridtest.Part(2, []string{"id", "newest", "score_up", "score", "steps", "steps_up", "clues",
			"level", "status_up", "hardest", "source"}) {
			for _, after := range []string{"", "1"} {
				if after != "" && sort != "id" && sort != "newest" {
					after = "1,1"
				}
				query := url.Values{"sort": {sort}, "after": {after}}.Encode() + "&" + filter
				_, body := get(t, server+"/api/puzzles?"+query)
				plan, err := json.Marshal(ask(t, server,
					"EXPLAIN QUERY PLAN "+decode[struct{ SQL string }](t, body).SQL))
				gridtest.Must(t, err)
				inOrder := filter == "" &&
					!slices.Contains([]string{"clues", "level", "status_up", "hardest", "source"}, sort)
				covered := strings.Contains(string(plan), "USING COVERING INDEX puzzle_facet") &&
					strings.Contains(string(plan), "USING INTEGER PRIMARY KEY (rowid=?)")
				if inOrder && strings.Contains(string(plan), "TEMP B-TREE") || !inOrder && !covered {
					t.Errorf("%s: %s", query, plan)
				}
			}
		}
	}
}

// taggedDatabase is newDatabase with tags, and with sources of two files.
func taggedDatabase(t testing.TB, puzzles int) string {
	t.Helper()
	path := newDatabase(t, puzzles)
	addTags(t, path)
	return path
}

// addTags gives the puzzles of a database tags, names and the sources of two files.
func addTags(t testing.TB, target string) {
	t.Helper()
	db, err := store.Create(t.Context(), target)
	gridtest.Must(t, err)
	c, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	gridtest.Must(t, c.Atomically(t.Context(), func() error {
		_, err := c.ExecContext(t.Context(), `UPDATE puzzle SET source = 'The <Weekly>:' || puzzle_id,
				name = 'No. ' || puzzle_id WHERE puzzle_id % 3 = 0`)
		return errors.Join(err, c.Tag(t.Context(), []int64{1, 2, 3, 4}, []string{"paper & pen"}),
			c.Tag(t.Context(), []int64{2, 4, 6}, []string{"even"}))
	}))
	gridtest.Must(t, errors.Join(c.Close(), db.Close()))
}

// manyPuzzles makes a database of puzzles that are not solved. They are one puzzle with digits of its solution added,
// and have no rows but in the table puzzle.
func manyPuzzles(t testing.TB, n int) string {
	t.Helper()
	path := dbtest.File(t)
	_, err := dbtest.OpenTarget(t, path, 0).ExecContext(t.Context(), `
		WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO puzzle (givens, source, score)
		SELECT '12345678912345678912' || REPLACE(PRINTF('%061d', i), '0', '.'), 'numbers:' || i, i % 100 FROM n`, n)
	gridtest.Must(t, err)
	return path
}

// TestFrontPage compares the page at / of play and of serve: the games and the collection. The navigation is the same.
func TestFrontPage(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, 4)
	navigation := func(page string) string {
		bar := regexp.MustCompile(`(?s)<nav aria-label="Main">.*?</nav>`).FindString(page)
		return strings.ReplaceAll(bar, ` aria-current="true"`, "")
	}
	var bars []string
	for _, tt := range []struct {
		games        bool
		same, marked string
	}{{false, "/puzzles", `"/puzzles" aria-current="true"`}, {true, "/games", `"/games" aria-current="true"`}} {
		server := newServer(t, database, web.Options{Games: tt.games}).URL
		front := fetch(t, server+"/", http.StatusOK)
		if front != fetch(t, server+tt.same, http.StatusOK) || !strings.Contains(front, tt.marked) {
			t.Errorf("games %v: / is not the page %s with %s", tt.games, tt.same, tt.marked)
		}
		bars = append(bars, navigation(front), navigation(fetch(t, server+"/sql", http.StatusOK)))
	}
	for _, bar := range bars {
		if bar == "" || bar != bars[0] {
			t.Errorf("the navigation is %s and %s", bars[0], bar)
		}
	}
}

// TestBoardsOfNewGames asks for the levels of each board: a button for each, with a line, which cannot be pressed where
// no puzzle is known.
func TestBoardsOfNewGames(t *testing.T) {
	t.Parallel()
	server := gameServer(t)
	button := regexp.MustCompile(`<button name="level" value="(\w+)"( disabled)?>.*?<span>[A-Z][^<]*\.</span></button>`)
	for variant, most := range map[string]string{"": "extreme", "x": "extreme", "4x4": "easy", "6x6": "unfair",
		"jigsaw": "extreme"} {
		page := fetch(t, server+"/games?variant="+variant, http.StatusOK)
		var open string
		levels := button.FindAllStringSubmatch(page, -1)
		for _, m := range levels {
			if m[2] == "" {
				open = m[1]
			}
		}
		if len(levels) != len(setdoku.Levels()) || open != most {
			t.Errorf("variant %q: %d levels, the hardest is %s, want %s", variant, len(levels), open, most)
		}
		if variant != "" && !strings.Contains(page, `name="variant" value="`+variant+`"`) {
			t.Errorf("the form does not name %s", variant)
		}
		for _, rule := range []string{"Both diagonals", "knight&#39;s move", "four shaded windows",
			"digits are 1 to 6", "Regions of any form"} {
			if !strings.Contains(page, rule) {
				t.Errorf("variant %q: no rule of %s", variant, rule)
			}
		}
	}
	check(t, server, []request{{"/games?variant=hyper", "", 400, "No board is named"}})
}
