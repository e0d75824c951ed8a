package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/database"
	"setdoku/internal/driver"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/rule"
	"setdoku/internal/web"
)

// TestNeededPath walks through the path that has only what was needed: its step list is the shorter one, all links keep
// it, each step has words and a picture, and a link leads to the whole path. The steps of four puzzles are
// enough, in the short part those of one.
func TestNeededPath(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	server := newServer(t, newDatabase(t, 12), web.Options{})
	shorter := 0
	for id := 1; id <= 9; id++ {
		whole := fetch(t, server.URL+fmt.Sprintf("/puzzles/%d?step=0", id), http.StatusOK)
		if link := fmt.Sprintf(`href="/puzzles/%d?path=needed&amp;from=0"`, id); !strings.Contains(whole, link) {
			t.Errorf("puzzle %d: no link %s", id, link)
		}
		page := fetch(t, server.URL+fmt.Sprintf("/puzzles/%d?path=needed", id), http.StatusOK)
		steps := listed.FindAllString(page, -1)
		if n := len(listed.FindAllString(whole, -1)); len(steps) < n {
			shorter++
		}
		for n := 0; n <= len(steps) && id <= gridtest.Size(1, 4); n++ {
			address := fmt.Sprintf("%s/puzzles/%d?path=needed&step=%d", server.URL, id, n)
			page := fetch(t, address, http.StatusOK)
			for _, link := range ofPuzzle.FindAllStringSubmatch(page, -1) {
				if strings.Contains(link[1], "step=") && !strings.Contains(link[1], "path=needed") &&
					!strings.Contains(link[2], "Whole path") {
					t.Errorf("%s: the link %s leaves the path", address, link[0])
				}
			}
			if n > 0 && !strings.Contains(page, `<p class="effect"><b`) {
				t.Errorf("%s: no patterns", address)
			}
			if strings.Contains(page, `class="failure"`) || strings.Contains(page, "Let the solver") {
				t.Errorf("%s: the page shows a failure or takes moves", address)
			}
			fetch(t, fmt.Sprintf("%s/puzzles/%d/picture.svg?path=needed&step=%d", server.URL, id, n), http.StatusOK)
		}
		fetch(t, fmt.Sprintf("%s/puzzles/%d?path=needed&step=%d", server.URL, id, len(steps)+1), http.StatusNotFound)
	}
	if shorter < 3 {
		t.Errorf("%d of 9 paths became shorter", shorter)
	}
	fetch(t, server.URL+"/puzzles/1?path=other", http.StatusBadRequest)
	fetch(t, server.URL+"/puzzles/99?path=needed", http.StatusNotFound)
}

var (
	listed   = regexp.MustCompile(`data-key="step-[1-9]\d*"`)
	ofPuzzle = regexp.MustCompile(`href="(/puzzles/\d+\?[^"]*)"[^>]*>([^<]*)`)
)

// TestNeededNotStored asks for what was needed of a puzzle whose run stored no eliminations.
func TestNeededNotStored(t *testing.T) {
	path, _ := auditDatabase(t, memory.EngineAuto, setdoku.AuditSteps)
	page := fetch(t, newServer(t, path, web.Options{}).URL+"/puzzles/1?path=needed", http.StatusConflict)
	if !strings.Contains(page, "what was needed is unknown") {
		t.Errorf("the page does not say why:\n%s", page)
	}
}

// TestLongPath plays a puzzle by hand, one candidate a step. Its page must stay light, and must list the steps by hand
// from others.
func TestLongPath(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	path := newDatabase(t, 4)
	steps := crossOut(t, path, 2)
	if steps < 150 {
		t.Fatalf("%d steps are too few", steps)
	}
	server := newServer(t, path, web.Options{ReadOnly: true}).URL
	for _, step := range []int{0, 1, steps / 2, steps} {
		page := fetch(t, fmt.Sprintf("%s/puzzles/2?step=%d", server, step), http.StatusOK)
		if n := compressed(t, page); n > 60_000 {
			t.Errorf("step %d: %d bytes, compressed", step, n)
		}
		if n := len(listed.FindAllString(page, -1)); n != steps || strings.Count(page, "By hand") < steps {
			t.Errorf("step %d: %d of %d steps, %d by hand", step, n, steps, strings.Count(page, "By hand"))
		}
	}
}

// crossOut crosses out all wrong candidates of a puzzle, each in a step of its own, and returns how many.
func crossOut(t *testing.T, path string, id int64) (steps int) {
	t.Helper()
	ctx := context.Background()
	db, err := database.Open(ctx, path)
	gridtest.Must(t, err)
	defer db.Close()
	var givens string
	gridtest.Must(t, db.Get(&givens, fmt.Sprintf("SELECT givens FROM puzzle WHERE puzzle_id = %d", id)))
	grid, err := setdoku.ParseGrid(givens)
	gridtest.Must(t, err)
	solution, err := gridtest.Solve(grid)
	gridtest.Must(t, err)
	c, err := db.Acquire(ctx)
	gridtest.Must(t, err)
	defer c.Close()
	state := setdoku.State{Givens: grid}
	for i, marks := range state.Candidates() {
		for marks &^= setdoku.SetOf(solution[i]); marks != 0; marks &= marks - 1 {
			gridtest.Must(t, c.CrossOut(ctx, id, setdoku.CellAt(i), int(marks.Lowest())))
			steps++
		}
	}
	return steps
}

// compressed returns the number of bytes of a text after compression.
func compressed(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	gridtest.Must(t, w.Close())
	return b.Len()
}

// TestRowsOfStep runs the queries of the tables on the page of a step. Each must return the rows that the table shows.
func TestRowsOfStep(t *testing.T) {
	t.Parallel()
	path := newDatabase(t, 12)
	db, err := database.Open(t.Context(), path)
	gridtest.Must(t, err)
	defer db.Close()
	server := newServer(t, path, web.Options{}).URL
	var at []struct {
		PuzzleID int `db:"puzzle_id"`
		Step     int
	}
	if err := db.SelectContext(t.Context(), &at,
		`SELECT puzzle_id, step FROM step WHERE eliminations > 0 LIMIT 5`); err != nil || len(at) < 5 {
		t.Fatal(at, err)
	}
	table := regexp.MustCompile(`(?s)<h4>(\w+) <a[^>]* href="/sql\?q=([^"]*)".*?<tbody>(.*?)</tbody>`)
	for _, one := range at {
		_, page := get(t, fmt.Sprintf("%s/puzzles/%d?step=%d", server, one.PuzzleID, one.Step))
		tables := table.FindAllStringSubmatch(page, -1)
		if len(tables) < 4 {
			t.Fatalf("puzzle %d, step %d has %d tables", one.PuzzleID, one.Step, len(tables))
		}
		for _, m := range tables {
			query, err := url.QueryUnescape(html.UnescapeString(m[2]))
			gridtest.Must(t, err)
			var n int
			if err := db.GetContext(t.Context(), &n, `SELECT COUNT(*) FROM (`+query+`)`); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			if shown := strings.Count(m[3], "<tr>") - strings.Count(m[3], "no rows"); shown != min(n, 40) {
				t.Errorf("%s: %d rows, the page shows %d", query, n, shown)
			}
		}
	}
}

// TestProofFiles follows the links of a page to the files of its proof.
func TestProofFiles(t *testing.T) {
	server := newServer(t, newDatabase(t, 6), web.Options{})
	page := fetch(t, server.URL+"/puzzles/1", http.StatusOK)
	for kind, want := range map[string]string{"cnf": "\np cnf 729 ", "lrat": " 0\n", "tsv": "\tone solution\n"} {
		link := "/puzzles/1/proof." + kind
		if !strings.Contains(page, `href="`+link+`"`) {
			t.Errorf("the page has no link %s", link)
		}
		if file := fetch(t, server.URL+link, http.StatusOK); !strings.Contains(file, want) {
			t.Errorf("%s lacks %q: %.500s", link, want, file)
		}
		fetch(t, fmt.Sprintf("%s/puzzles/99/proof.%s", server.URL, kind), http.StatusNotFound)
	}
	if page := fetch(t, server.URL+"/puzzles/1?path=needed", http.StatusOK); strings.Contains(page, "proof.lrat") {
		t.Error("the shortened path has a proof of the whole one")
	}
}

// TestProofNotStored asks for the proof of a puzzle whose run stored no eliminations.
func TestProofNotStored(t *testing.T) {
	path, _ := auditDatabase(t, memory.EngineAuto, setdoku.AuditSteps)
	page := fetch(t, newServer(t, path, web.Options{}).URL+"/puzzles/1/proof.lrat", http.StatusConflict)
	if !strings.Contains(page, "there is no proof") {
		t.Errorf("the page does not say why:\n%s", page)
	}
}

// foundLink is a technique on the page of finds, with its number of deductions.
var foundLink = regexp.MustCompile(`data-key="of-([a-z_0-9]+)".*<span class="n">(\d+)</span>`)

// TestFindsAreThoseOfFind compares the page of finds with what the finder of the command finds in the same position.
// The page may lack patterns whose complement is a smaller pattern, because a pass of a solver leaves them out.
func TestFindsAreThoseOfFind(t *testing.T) {
	gridtest.Nightly(t, "every technique at five positions; TestTakeFound has some")
	t.Parallel()
	ctx := t.Context()
	server := newServer(t, newDatabase(t, 12), web.Options{ReadOnly: true}).URL
	techniques, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	techniques = slices.DeleteFunc(techniques,
		func(k rule.Technique) bool { return k.Family == "forcing" || k.Name == setdoku.RuleSearch })
	db, err := database.OpenTemp(ctx)
	gridtest.Must(t, err)
	defer db.Close()
	finder, err := driver.NewFinder(ctx, db, techniques)
	gridtest.Must(t, err)
	defer finder.Close(ctx)
	var states []format.Puzzle
	var pages []string
	for _, at := range []struct{ id, step int }{{1, 0}, {2, 8}, {5, 14}, {7, 20}, {9, 26}} {
		_, body := get(t, fmt.Sprintf("%s/api/puzzles/%d?step=%d", server, at.id, at.step))
		p, err := format.NewReader(strings.NewReader(decode[struct{ State string }](t, body).State+"\n"),
			"state").Read()
		gridtest.Must(t, err)
		states = append(states, p)
		pages = append(pages, fetch(t, fmt.Sprintf("%s/puzzles/%d/finds?after=%d", server, at.id, at.step),
			http.StatusOK))
	}
	found, err := finder.Find(ctx, states)
	gridtest.Must(t, err)
	same, less := 0, 0
	for i, page := range pages {
		want := make(map[string]int)
		for _, d := range found[i] {
			want[d.Technique]++
		}
		got := make(map[string]int)
		for _, m := range foundLink.FindAllStringSubmatch(page, -1) {
			n := 0
			fmt.Sscan(m[2], &n)
			got[m[1]] = n
		}
		for _, k := range techniques {
			switch subset := k.Size > 1; {
			case got[k.Name] == want[k.Name]:
				same++
			case subset && got[k.Name] < want[k.Name]:
				less++
			default:
				t.Errorf("position %d: the page has %d of %s, find has %d", i, got[k.Name], k.Name, want[k.Name])
			}
		}
	}
	if same < 10*less {
		t.Errorf("%d are the same and %d less", same, less)
	}
}

// TestTakeFound goes on with techniques that are not the easiest, in a new puzzle and in a copy of a position of a
// solved one. The chosen pattern is on the page of the step, and verify makes all steps again, with both engines.
func TestTakeFound(t *testing.T) {
	gridtest.Nightly(t, "all finds of three positions")
	t.Parallel()
	path := newDatabase(t, 12)
	server := newServer(t, path, web.Options{}).URL
	take := func(id, after int, page string) (status int, to string) {
		t.Helper()
		m := foundLink.FindAllStringSubmatch(page, -1)
		if len(m) == 0 {
			t.Fatalf("puzzle %d: nothing is found after step %d", id, after)
		}
		name := m[len(m)/2][1]
		chosen := fetch(t, fmt.Sprintf("%s/puzzles/%d/finds?after=%d&technique=%s", server, id, after, name),
			http.StatusOK)
		effect := regexp.MustCompile(`<p class="effect">.*?</p>`).FindString(chosen)
		r, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}).PostForm(fmt.Sprintf("%s/puzzles/%d", server, id),
			url.Values{"do": {"take"}, "after": {fmt.Sprint(after)}, "technique": {name}, "number": {"1"}})
		gridtest.Must(t, err)
		r.Body.Close()
		to = r.Header.Get("Location")
		if r.StatusCode == http.StatusSeeOther {
			if step := fetch(t, server+to, http.StatusOK); !strings.Contains(step, effect) ||
				!strings.Contains(step, `href="/techniques/`+name+`"`) {
				t.Errorf("the step at %s does not show %s of %s", to, effect, name)
			}
		}
		return r.StatusCode, to
	}
	finds := func(id, after int) string {
		return fetch(t, fmt.Sprintf("%s/puzzles/%d/finds?after=%d", server, id, after), http.StatusOK)
	}
	for after := range 3 {
		if status, to := take(11, after, finds(11, after)); status != 303 ||
			!strings.HasPrefix(to, fmt.Sprintf("/puzzles/11?step=%d", after+1)) {
			t.Fatal(status, to)
		}
	}
	for range 2 { // the solver goes on, one step each time
		if status, body, _ := post(t, server+"/puzzles/11", "do=step"); status != 303 {
			t.Fatal(status, body)
		}
	}
	_, body := get(t, server+"/api/puzzles/11")
	if steps := decode[struct{ Steps int }](t, body).Steps; steps != 5 {
		t.Errorf("puzzle 11 has %d steps, want 5", steps)
	}
	if status, to := take(2, 4, finds(2, 4)); status != 303 || !strings.HasPrefix(to, "/puzzles/13?step=1") {
		t.Error("a position of a solved puzzle: ", status, to)
	}
	if status, _ := take(2, 4, finds(2, 4)); status != http.StatusConflict {
		t.Error("a position that has a puzzle with steps: ", status)
	}
	if status, _ := take(2, 0, finds(2, 0)); status != http.StatusConflict {
		t.Error("the givens of a solved puzzle: ", status)
	}
	for form, want := range map[string]int{"technique=x_wing&number=99": 409, "technique=no_such": 409, "after=99": 404,
		"number=x": 400} {
		if status, body, _ := post(t, server+"/puzzles/12", "do=take&"+form); status != want {
			t.Errorf("%s: %d %.200s, want %d", form, status, body, want)
		}
	}
	for _, engine := range []string{"auto", "sql"} {
		clitest.Call(t.Context(), nil, "verify", path, "--engine", engine).Must(t, 0)
	}
}

// TestFindsOfSeveralSolutions asks for what techniques find in a puzzle with several solutions. The page and the API
// say which techniques are left out.
func TestFindsOfSeveralSolutions(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "web.db")
	clitest.Call(t.Context(), nil, "import", "--db", path,
		"718.593624236.195856932814.9.15.78.6372986.15685142.9389721563.236.9.5.1154.632.9").Must(t, 0)
	server := newServer(t, path, web.Options{ReadOnly: true}).URL
	page := fetch(t, server+"/puzzles/1/finds?after=0", http.StatusOK)
	if !strings.Contains(page, "Left out, because it is not known that the puzzle has exactly one solution: ") ||
		!strings.Contains(page, `data-key="of-full_house"`) {
		t.Errorf("the page does not say what is left out:\n%s", page)
	}
	_, body := get(t, server+"/api/puzzles/1/finds?after=0&technique=unique_rectangle_1")
	if want := `[{"technique":"unique_rectangle_1","deductions":[],"withheld":true}]`; strings.TrimSpace(body) != want {
		t.Errorf("the API answers %s, want %s", body, want)
	}
}

// auditDatabase makes a database of puzzles that end in different ways: solved without and with search, with several
// solutions, with none, and stuck.
func auditDatabase(t *testing.T, engine memory.Engine, audit setdoku.Audit) (path string, steps []int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "audit.db")
	ctx := context.Background()
	db, err := database.Open(ctx, path)
	gridtest.Must(t, err)
	defer db.Close()
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	rng := gridtest.New(5)
	made := gridtest.Minimal(rng)
	several := made
	for i := range 12 {
		several[i] = 0
	}
	none, err := setdoku.ParseGrid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.2..4..")
	gridtest.Must(t, err)
	for _, run := range []struct {
		techniques []string
		puzzles    []setdoku.Grid
	}{
		{[]string{"singles", "intersections", "search"}, []setdoku.Grid{made, gridtest.Minimal(rng), several, none}},
		{[]string{"singles", "intersections"},
			[]setdoku.Grid{gridtest.Minimal(rng), gridtest.Minimal(rng), gridtest.Minimal(rng)}},
	} {
		selected, err := all.Select(run.techniques, nil)
		gridtest.Must(t, err)
		b, err := batch.NewBatch(ctx, db, memory.Options{Engine: engine, Techniques: selected, Audit: audit, Jobs: 1},
			record.Run{Version: "test"})
		gridtest.Must(t, err)
		var list []format.Puzzle
		for _, givens := range run.puzzles {
			list = append(list, format.Puzzle{State: setdoku.State{Givens: givens}})
		}
		if _, err := b.Solve(ctx, list); err != nil {
			t.Fatal(err)
		}
		gridtest.Must(t, b.Close(ctx))
	}
	gridtest.Must(t, db.Select(&steps, `SELECT steps FROM puzzle ORDER BY puzzle_id`))
	return path, steps
}

// TestEveryAuditLevel requests every page and answer about puzzles, from databases with each audit level. The
// pages and answers must say what the run did not store.
func TestEveryAuditLevel(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	for audit, engine := range map[setdoku.Audit]memory.Engine{ // the engines write the same rows
		setdoku.AuditFull: memory.EngineSQL, setdoku.AuditSteps: memory.EngineAuto,
		setdoku.AuditNone: memory.EngineAuto,
	} {
		if audit != setdoku.AuditSteps && !gridtest.Full() {
			continue
		}
		path, steps := auditDatabase(t, engine, audit)
		server := newServer(t, path, web.Options{}).URL
		lost := map[string]bool{}
		ask := func(want, path string, args ...any) {
			t.Helper()
			address := fmt.Sprintf(path, args...)
			status, body := get(t, server+address)
			if !strings.Contains(" "+want+" ", fmt.Sprintf(" %d ", status)) {
				t.Errorf("%s, %s, %s: status %d, want %s\n%.500s", audit, engine, address, status, want, body)
			}
			kind, _, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/")
			lost[kind] = lost[kind] || strings.Contains(body, "The run did not store") ||
				strings.Contains(body, "the run did not store")
		}
		for i, n := range steps {
			for step := range n + 1 {
				if step > gridtest.Size(1, 8) && step < n-1 {
					continue
				}
				ask("200", "/puzzles/%d?step=%d", i+1, step)
				ask("200", "/puzzles/%d/picture.svg?step=%d", i+1, step)
				ask("200", "/api/puzzles/%d?step=%d", i+1, step)
				if step > 0 {
					ask("200 404", "/api/puzzles/%d/steps/%d", i+1, step)
				}
			}
			ask("200", "/api/puzzles/%d/steps", i+1)
			for _, level := range []string{"where", "what", "why"} {
				ask("200 409", "/puzzles/%d?hint=%s", i+1, level)
				ask("200 409", "/api/puzzles/%d/hint?level=%s", i+1, level)
			}
			ask("404", "/api/puzzles/%d/steps/%d", i+1, n+1)
		}
		for _, page := range []string{"/", "/techniques/hidden_single", "/api/puzzles", "/api/puzzles.csv",
			"/api/facets", "/api/techniques/pointing"} {
			ask("200", "%s", page)
		}
		for _, kind := range []string{"puzzles", "api"} {
			if lost[kind] != (audit != setdoku.AuditFull) {
				t.Errorf("%s, %s: /%s say that something was not stored: %v", audit, engine, kind, lost[kind])
			}
		}
	}
}

// TestHintOfGrid sends a puzzle that is stored without steps: the hint is that of its page, a read-only server gives it
// too, and the collection stays as it is. What is not one puzzle is refused.
func TestHintOfGrid(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 40), web.Options{ReadOnly: true}).URL
	hint := func(query, text string) (int, string) {
		status, body, _ := post(t, server+"/api/puzzles/hint"+query, text)
		return status, body
	}
	const all = "/api/query?q=SELECT+COUNT(*)+FROM+puzzle"
	count := decode[struct{ Rows [][]any }](t, fetch(t, server+all, http.StatusOK)).Rows
	puzzle := decode[struct{ State string }](t, fetch(t, server+"/api/puzzles/39", http.StatusOK))
	for _, level := range []string{"", "?level=where", "?level=what", "?level=why"} {
		status, body := hint(level, puzzle.State)
		if want := fetch(t, server+"/api/puzzles/39/hint"+level, http.StatusOK); status != http.StatusOK ||
			body != want {
			t.Errorf("%s: %d %s, want %s", level, status, body, want)
		}
	}
	if status, body := hint("?level=what&variant=4x4", "1..........2.3.."); status != http.StatusOK {
		t.Errorf("a small board: %d %s", status, body)
	}
	for text, want := range map[string]string{
		"": "no puzzle", "12": "no puzzle yet", puzzle.State + "\n" + puzzle.State: "has 2 puzzles, want one",
	} {
		if status, body := hint("", text); status != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%q: %d %s, want %s", text, status, body, want)
		}
	}
	if now := decode[struct{ Rows [][]any }](t, fetch(t, server+all, http.StatusOK)).Rows; fmt.Sprint(now) !=
		fmt.Sprint(count) {
		t.Errorf("%v puzzles after hints, want %v", now, count)
	}
}

// TestElsewhere finds the puzzle of a game as text and as addresses of other sites, with 0 for an empty cell. An
// address of this site fills in the form with a puzzle.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	p := newGame(t, server, 4)
	digits := strings.ReplaceAll(p.state.Givens, ".", "0")
	for _, path := range []string{"/games/" + p.game, "/puzzles/4"} {
		page := fetch(t, server+path, http.StatusOK)
		for _, want := range []string{`id="givens">` + p.state.Givens + "<", `data-copy="givens"`,
			`href="https://www.sudokuwiki.org/sudoku.htm?bd=` + digits + `"`,
			`href="https://sudokuexchange.com/play/?s=` + digits + `"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s has no %s", path, want)
			}
		}
	}
	const text = "<a puzzle> & 12\n34"
	form := fetch(t, server+"/solve?puzzle="+url.QueryEscape(text), http.StatusOK)
	if !strings.Contains(form, "\n&lt;a puzzle&gt; &amp; 12\n34</textarea>") {
		t.Errorf("the form does not have the puzzle of its address: %s", form)
	}
}
