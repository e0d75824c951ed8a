package web_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
)

// moveOf returns the JSON of a move by hand, such as r4c5=7 or r4c5<>7.
func moveOf(t *testing.T, text string) string {
	t.Helper()
	var row, column, digit int
	action := "enter"
	if _, err := fmt.Sscanf(text, "r%1dc%1d=%d", &row, &column, &digit); err != nil {
		action = "cross_out"
		if _, err := fmt.Sscanf(text, "r%1dc%1d<>%d", &row, &column, &digit); err != nil {
			t.Fatalf("move %q: %v", text, err)
		}
	}
	return fmt.Sprintf(`{"cell":%d,"digit":%d,"action":%q}`, row*10+column, digit, action)
}

// decode reads JSON into a value.
func decode[T any](t *testing.T, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	return v
}

// ask runs a statement through the console and returns its rows.
func ask(t *testing.T, server, statement string) [][]any {
	t.Helper()
	return decode[struct{ Rows [][]any }](t, fetch(t, server+"/api/query?q="+url.QueryEscape(statement), 200)).Rows
}

func TestPages(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	check(t, server, []request{
		{"/", "", 200, "12"},
		{"/?level=easy&sort=score", "", 200, "WHERE z.level = &#39;easy&#39;"},
		{"/?level=silly", "", 400, "want easy, medium"},
		{"/?score_min=-4", "", 400, "want a number from 0"},
		{"/?after=x", "", 400, "from the previous page"},
		{"/puzzles/1?step=last", "", 200, "The statement that found it"},
		{"/puzzles/1", "", 200, "Before all steps"},
		{"/puzzles/1?path=needed&step=1", "", 200, "steps: those on which the solution relies."},
		{"/puzzles/1?step=0", "", 200, "Before all steps"},
		{"/puzzles/1?step=99", "", 404, "its steps are 0 to"},
		{"/puzzles/99", "", 404, "no such puzzle"},
		{"/puzzles/x", "", 404, "want a number"},
		{"/puzzles/11", "", 200, "This puzzle has no steps yet"},
		{"/sql?q=DELETE+FROM+puzzle", "", 403, "writes"},
		{"/sql?query=hardest_puzzles&p_most=2", "", 200, "2 rows"},
		{"/sql?query=hardest_puzzles&p_most=x", "", 400, "alert"},
		{"/sql?query=hardest", "", 404, "no query is named hardest"},
		{"/sql?q=SELECT+:a+%2B+:b&p_a=2", "", 200, "p_b"},
		{"/sql?q=SELECT+:a+%2B+:b&p_a=2&p_b=3", "", 200, "<td class=\"n\">5</td>"},
		{"/api/query?q=SELECT+:a", "", 400, "p_a"},
		{"/sql?q=SELECT+puzzle_id,step,cell+FROM+cell+WHERE+step=3+LIMIT+1", "", 200, "&amp;step=3"},
		{"/puzzles/1?step=3&cell=55", "", 200, "&amp;cell=55"},
		{"/puzzles/1?cell=50", "", 400, "row * 10"},
		{"/puzzles/1/picture.svg?cell=55", "", 200, "</svg>"},
		{"/techniques", "", 200, "X-Wing"},
		{"/techniques/x_wing", "", 200, "-- @technique"},
		{"/techniques/x_win", "", 404, "x_wing"},
		{"/solve", "", 200, "cannot solve"},
		{"/assets/any/base.css", "", 200, "light-dark"},
		{"/nothing", "", 404, "no page /nothing"},
		{"/api/puzzles/99", "", 404, `{"error":"puzzle 99: no such puzzle"}`},
	})
}

// TestManyAtOnce sends more requests at once than the server has connections to its database. One that keeps its
// connection, or waits for a second one, would let the others wait until the time of the client is over.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	server, client := readOnlyServer(t), http.Client{Timeout: 5 * time.Minute}
	var all sync.WaitGroup
	for _, path := range []string{"/", "/puzzles/1?step=3", "/puzzles/1/picture.svg", "/techniques/pointing", "/games",
		"/api/puzzles/11/hint", "/api/puzzles/1/steps/2", "/api/facets", "/api/puzzles.csv", "/api/schema", "/api/query?q=SELECT+1"} {
		for range 2 + 2*runtime.GOMAXPROCS(0) {
			all.Go(func() {
				r, err := client.Get(server + path)
				if err == nil {
					_, err = io.Copy(io.Discard, r.Body)
					err = errors.Join(err, r.Body.Close())
				}
				if err != nil || r.StatusCode != http.StatusOK {
					t.Errorf("%s: %v", path, err)
				}
			})
		}
	}
	all.Wait()
}

// TestConsoleOnlyReads runs statements that write. TestCheck of the console has more of those that are not run at all.
func TestConsoleOnlyReads(t *testing.T) {
	t.Parallel()
	server := consoleServer(t)
	const count = "SELECT COUNT(*), SUM(steps) FROM puzzle"
	before := ask(t, server, count)
	for statement, want := range map[string]string{
		"INSERT INTO run VALUES (1)":              "403 writes",
		"WITH x AS (SELECT 1) DELETE FROM puzzle": "403 writes",
		"/* a */ update puzzle set steps = 0":     "403 writes",
		"VACUUM INTO 'other.db'":                  "403 writes",
		"ATTACH 'other.db' AS other":              "403 writes",
		"PRAGMA query_only = 0":                   "403 PRAGMA query_only",
		"SELECT 1; DELETE FROM puzzle":            "400 more than one statement",
		"SELECT":                                  "400 incomplete input",
		"-- nothing":                              "400 no statement",
		"PRAGMA table_info(puzzle)":               "200 givens",
		"SELECT load_extension('x')":              "400 ",
		"SELECT zeroblob(1000000000)":             "422 larger than 2 megabytes",
	} {
		status, body := get(t, server+"/api/query?q="+url.QueryEscape(statement))
		if got := fmt.Sprint(status, " ", body); got[:4] != want[:4] || !strings.Contains(got, want[4:]) {
			t.Errorf("%s: %.200s, want %s", statement, got, want)
		}
	}
	if after := ask(t, server, count); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("%v became %v", before, after)
	}
}

// endless is a statement that yields rows for ever.
const endless = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

// TestConsoleCuts reads the first rows of an endless statement. The server must answer other requests while it reads
// the rows of another one, and stop a statement that has no row when its time is over.
func TestConsoleCuts(t *testing.T) {
	t.Parallel()
	server := consoleServer(t)
	stream, err := http.Get(server + "/api/query.csv?q=" + url.QueryEscape(endless))
	gridtest.Must(t, err)
	defer stream.Body.Close()
	if line, err := bufio.NewReader(stream.Body).ReadString('\n'); line != "i\n" {
		t.Fatalf("%q %v, want the name of the column", line, err)
	}
	fetch(t, server+"/puzzles/1", 200)
	body := fetch(t, server+"/api/query?limit=7&q="+url.QueryEscape(endless), 200)
	if a := decode[struct {
		Rows [][]any
		Cut  bool
		MS   float64
	}](t, body); len(a.Rows) != 7 || !a.Cut || a.MS <= 0 {
		t.Errorf("%d rows, cut %v, %v ms, want 7 rows of more: %.300s", len(a.Rows), a.Cut, a.MS, body)
	}
	limited := func(limit time.Duration) string {
		return newServer(t, newDatabase(t, 4), web.Options{ReadOnly: true, QueryTime: limit, Worker: worker(t)}).URL
	}
	check(t, limited(time.Second/10), []request{
		{"/api/query?q=" + url.QueryEscape(strings.Replace(endless, "i F", "COUNT(*) F", 1)), "", 408, "stopped after 100ms"}})
	gridtest.Long(t, "an endless answer")
	server = limited(time.Second)
	for range 2 { // the second answer comes on the same connection, after the first statement has ended
		if status, _, h := send(t, "HEAD", server+"/api/query.csv?q="+url.QueryEscape(endless), ""); status != 200 ||
			h.Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("HEAD: %d, %v", status, h)
		}
	}
}

// puzzleState is what the API says about a puzzle.
type puzzleState struct {
	Status, Grid string
	Steps        int
	Candidates   []string
}

// TestPlay plays a puzzle through the forms and the API.
func TestPlay(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 12), web.Options{}).URL
	const page, moves = "POST /puzzles/11", "POST /api/puzzles/11/moves"
	state := func() puzzleState {
		t.Helper()
		return decode[puzzleState](t, fetch(t, server+"/api/puzzles/11", 200))
	}
	same := func(when string, want puzzleState) {
		t.Helper()
		if s := state(); fmt.Sprint(s) != fmt.Sprint(want) {
			t.Errorf("%s it is %+v, want %+v", when, s, want)
		}
	}
	before := state()
	cell := strings.IndexByte(before.Grid, '.')
	name := fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1)
	cross := func(digit string) string { return moveOf(t, name+"<>"+digit) }
	digit := before.Candidates[cell][:1]
	check(t, server, []request{{moves, cross(digit), 200, ""}, {moves, cross(digit), 409, "not a candidate"}})
	if s := state(); strings.Contains(s.Candidates[cell], digit) || s.Steps != 1 {
		t.Errorf("%s is not crossed out: %+v", digit, s)
	}
	check(t, server, []request{{page, "do=undo", 303, ""}, {page, "do=undo", 409, "not made by hand"}})
	same("taken back", before)
	// The digit of a given in its row cannot go into an open cell.
	given := strings.IndexFunc(before.Grid, func(c rune) bool { return c != '.' })
	open := given/9*9 + strings.IndexByte(before.Grid[given/9*9:given/9*9+9], '.')
	check(t, server, []request{
		{moves, fmt.Sprintf(`{"cell":%d,"digit":%c,"action":"enter"}`, (open/9+1)*10+open%9+1, before.Grid[given]), 409,
			"already has the digit"},
		{moves, `{"cell":5,"digit":1,"action":"enter"}`, 409, "want a cell"},
		{moves, `{"cell":11,"digit":1,"action":"eat"}`, 400, ""},
		{moves, `{"zell":1}`, 400, ""},
		{moves, `x`, 400, ""},
	})
	for _, d := range before.Candidates[cell] {
		check(t, server, []request{{moves, cross(string(d)), 200, ""}})
	}
	check(t, server, []request{
		{"/puzzles/11", "", 200, name + " has no candidate left"},
		{"/puzzles/11", "", 200, "By hand"},
		{"/api/puzzles/11/hint", "", 200, "It was wrong to cross out the "},
	})
	for range before.Candidates[cell] {
		check(t, server, []request{{page, "do=undo", 303, ""}})
	}
	check(t, server, []request{{page, "do=step", 303, ""}})
	if s := state(); s.Steps != 1 {
		t.Errorf("after a step: %+v", s)
	}
	check(t, server, []request{{page, "do=solve", 303, ""}})
	solved := state()
	if solved.Status != "solved" {
		t.Errorf("solved: %+v", solved)
	}
	check(t, server, []request{
		{moves, moveOf(t, name+"="+digit), 409, "finished"},
		{page, "do=restart", 400, "want undo, step, solve or take"},
	})
	same("after refused moves", solved)
}

// TestSolve posts puzzles and follows the events of the job to its end.
func TestSolve(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	list := decode[[]listedPuzzle](t, fetch(t, server+"/api/puzzles.json?status=new", 200))
	text := list[0].Givens + "\n" + list[0].Givens[:80] + "\n" + list[1].Givens + "\n"
	status, body, h := post(t, server+"/api/puzzles", text)
	if status != 202 {
		t.Fatal(status, body)
	}
	job := h.Get("Location")
	_, events, h := send(t, "GET", server+job+"/events", "", "Accept-Encoding", "gzip") // they come at once, so as they are
	all := strings.Split(strings.TrimSpace(events), "\n\n")
	last := decode[struct {
		Done, Bad int
		Errors    []string
		Statuses  map[string]int
		Ended     bool
	}](t, strings.TrimPrefix(all[len(all)-1], "data: "))
	if h.Get("Content-Encoding") != "" || !last.Ended || last.Done != 2 || last.Statuses["solved"] != 2 || last.Bad != 1 ||
		!strings.Contains(last.Errors[0], "line 2") {
		t.Errorf("the last event is %+v", last)
	}
	check(t, server, []request{
		{strings.Replace(job, "/api/jobs", "/solve", 1), "", 200, "line 2"},
		{"POST /api/puzzles", "", 400, ""},
		{"POST /api/puzzles", "nonsense", 400, ""},
		{"POST /api/puzzles", "123", 400, ""},
	})
}

// TestNothingUnescaped puts markup into every value that users can set.
func TestNothingUnescaped(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	const evil = `<script>alert(1)</script>`
	flipped := []byte(decode[[]listedPuzzle](t, fetch(t, server+"/api/puzzles.json?status=new", 200))[0].Givens)
	slices.Reverse(flipped)
	check(t, server, []request{{"POST /api/puzzles", string(flipped) + " # " + evil, 202, ""}})
	for _, path := range []string{
		"/puzzles/5?step=0", "/?source=" + url.QueryEscape(evil),
		"/sql?q=" + url.QueryEscape("SELECT '"+evil+"' AS \""+evil+"\""),
		"/techniques/" + url.PathEscape(evil), "/" + url.PathEscape(evil), "/?sort=" + url.QueryEscape(evil),
	} {
		if _, body := get(t, server+path); strings.Contains(body, evil) {
			t.Errorf("%s shows it as it is", path)
		}
	}
}

// TestHelp looks for each word of the glossary and each heading of the texts on the page of help, and follows all its
// links. It also looks for the parts of the page to which other pages have links.
func TestHelp(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	page := fetch(t, server+"/help", http.StatusOK)
	words := 0
	for _, file := range []string{"glossary", "notation", "rating"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", file+".md"))
		gridtest.Must(t, err)
		for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(string(text), -1) {
			if !regexp.MustCompile(`<h[23] id="[a-z-]+">` + regexp.QuoteMeta(m[1]) + "</h").MatchString(page) {
				t.Errorf("the page lacks the heading %q", m[1])
			}
		}
		if file != "glossary" {
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^\| ([^|-]+) \| (.+) \|$`).FindAllStringSubmatch(string(text), -1) {
			if words++; !strings.Contains(page, ">"+m[1]+"</td>") && m[1] != "term" {
				t.Errorf("the page lacks the word %q", m[1])
			}
		}
	}
	if words < 50 {
		t.Errorf("the glossary has %d words", words)
	}
	if strings.Contains(page, "&amp;#") || strings.Contains(page, "<p>|") {
		t.Error("the page shows Markdown")
	}
	has := func(id string) bool { return strings.Contains(page, ` id="`+id+`"`) }
	for _, m := range regexp.MustCompile(`href="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if id, here := strings.CutPrefix(m[1], "#"); here && !has(id) {
			t.Errorf("nothing has the id %s", id)
		} else if !here {
			fetch(t, server+html.UnescapeString(strings.TrimPrefix(m[1], server)), http.StatusOK)
		}
	}
	linked := 0
	templates, err := filepath.Glob("templates/*.html")
	gridtest.Must(t, err)
	for _, path := range templates {
		text, err := os.ReadFile(path)
		gridtest.Must(t, err)
		for _, m := range regexp.MustCompile(`"/help#([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			if linked++; !has(m[1]) {
				t.Errorf("%s has a link to %s, which the page of help lacks", path, m[1])
			}
		}
	}
	if linked == 0 {
		t.Error("no links to the help")
	}
}

// TestDamagedRows puts rows into a database that setdoku would not write. Every list still shows all rows and says what
// is wrong with these, a page of one says it too, and a damaged game can be deleted. TestBadRows has wrong values in
// all columns.
func TestDamagedRows(t *testing.T) {
	t.Parallel()
	const givens = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	path := newDatabase(t, 4)
	server := newServer(t, path, web.Options{}).URL
	bad, sound := newGame(t, server, 1), newGame(t, server, 1)
	bad.play(move("digit", 1, bad.open(1)...))
	bad.play(move("restart", 0))
	clitest.Execute(t, clitest.OpenRaw(t, path), `
		PRAGMA ignore_check_constraints = 1;
		PRAGMA foreign_keys = 0;
		INSERT INTO variant (variant, title, size) VALUES ('empty', 'No units', 9), ('small', 'No size', 0);
		INSERT INTO puzzle (puzzle_id, givens, variant) VALUES
			(50, '`+givens+`', 'unknown'), (51, '`+givens+`', 'empty'), (52, '`+givens+`', 'small'),
			(53, 'x', 'classic'), (54, REPLACE('`+givens+`', '.', '4'), 'classic');
		INSERT INTO puzzle (puzzle_id, givens, state) VALUES (55, '`+givens+`', 'rubbish');
		UPDATE technique SET title = 'Another title' WHERE name = 'x_wing';
		DELETE FROM game_move WHERE move = 1 AND game_id = '`+bad.game+`';
		CREATE VIEW no_table AS SELECT * FROM absent;
		CREATE VIEW no_column AS SELECT absent FROM puzzle;`)
	for _, words := range []string{"no variant", "row 1 has 0 cells", "want 4 to 9", "want 81", "digit 4", "column state"} {
		check(t, server, []request{{"/", "", 200, words}, {"/puzzles?sort=score", "", 200, words},
			{"/api/puzzles", "", 200, words}})
	}
	check(t, server, []request{
		{"/api/puzzles.csv", "", 200, "made.sdm"},
		{"/games", "", 200, sound.game},
		{"/games", "", 200, "no move 1"},
		{"/sql", "", 200, "puzzle_rating"},
		{"/sql", "", 200, "main.absent"},
		{"/sql", "", 200, "column: absent"},
		{"/api/schema", "", 200, "main.absent"},
		{"/sql?relation=no_table", "", 400, "main.absent"},
		{"/puzzles/1", "", 200, "Puzzle 1"},
		{"/games/" + sound.game, "", 200, "puzzle 1"},
	})
	for page, words := range map[string]string{
		"/puzzles/50": "no variant", "/api/puzzles/50/steps": "no variant", "/puzzles/51/finds": "row 1 has 0 cells",
		"/api/puzzles/52": "want 4 to 9", "/puzzles/53": "want 81", "/api/puzzles/54": "digit 4",
		"/puzzles/55": "column state", "/puzzles/2/finds": "reference table technique",
		"/api/puzzles/4/hint": "reference table technique", "/games/" + bad.game: "no move 1",
		"/api/games/" + bad.game: "no move 1",
	} {
		body := fetch(t, server+page, 409)
		if _, problem, _ := strings.Cut(body, "failure"); !strings.Contains(body, words) || strings.Contains(problem, path) {
			t.Errorf("%s: want %q, and not the path of the file:\n%s", page, words, body)
		}
	}
	check(t, server, []request{{"POST /games/" + bad.game, "do=delete", 303, ""}})
	if strings.Contains(fetch(t, server+"/games", 200), bad.game) {
		t.Error("the deleted game is still in the list")
	}
}
