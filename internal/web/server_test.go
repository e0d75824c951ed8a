package web_test

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// readOnlyServer serves 40 puzzles and refuses changes. Three of the puzzles are new.
func readOnlyServer(t *testing.T) string { return limitedServer(t, time.Hour) }

// limitedServer is readOnlyServer with a limit of the time of a statement.
func limitedServer(t *testing.T, limit time.Duration) string {
	return newServer(t, newDatabase(t, 40), web.Options{ReadOnly: true, QueryTime: limit, Worker: worker(t)}).URL
}

// TestServerOnPostgres requests pages and plays on a PostgreSQL server.
func TestServerOnPostgres(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 6)
	server := newServer(t, target, web.Options{QueryTime: time.Second}).URL
	for path, want := range map[string]string{
		"/?level=easy&sort=score": "WHERE z.level", "/?technique=full_house&source=made&clues_min=20": "Puzzles",
		"/puzzles/1?step=3":   "Rows that the step wrote",
		"/puzzles/5?hint=why": "Hint", "/techniques/full_house": "puzzle 1",
		"/sql?query=hardest_puzzles&p_most=2": "2 rows",
		"/sql?q=SELECT+COUNT(*)+FROM+puzzle":  "<td class=\"n\">6</td>", "/api/schema": "puzzle_rating",
		"/puzzles/2/picture.svg": "<svg",
	} {
		if status, body := get(t, server+path); status != 200 || !strings.Contains(body, want) {
			t.Errorf("%s: %d %.300s", path, status, body)
		}
	}
	if status, body := get(t, server+"/api/query?q=DELETE+FROM+puzzle"); status != 403 {
		t.Errorf("DELETE: %d %s", status, body)
	}
	if status, body := get(t, server+"/api/query?q="+url.QueryEscape("SELECT PG_SLEEP(60)")); status != 408 {
		t.Errorf("a minute of sleep: %d %s", status, body)
	}
	_, body := get(t, server+"/api/puzzles/5/hint")
	effect := decode[explanation](t, body).names()
	for _, c := range []struct {
		form   string
		status int
		want   string
	}{
		{"do=restart", 400, "want undo, step, solve or take"},
		{"do=undo", 303, ""},
		{"do=undo", 409, "not made by hand"},
		{"do=step", 303, ""},
		{"do=solve", 303, ""},
		{"do=undo", 409, "not made by hand"},
	} {
		if c.form == "do=undo" && c.status == 303 {
			if status, body := playMove(t, server, 5, effect[0]); status != 200 {
				t.Fatalf("%s: %d %.300s", effect[0], status, body)
			}
			if status, body := playMove(t, server, 5, effect[0]); status != 409 || !strings.Contains(body, "already") {
				t.Errorf("%s again: %d %.300s", effect[0], status, body)
			}
		}
		status, body, _ := send(t, "POST", server+"/puzzles/5", "application/x-www-form-urlencoded", c.form)
		if status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %.400s, want %d and %q", c.form, status, body, c.status, c.want)
		}
	}
}

// playMove makes a move by hand, such as r4c5=7 or r4c5<>7, and returns the status and the body of the answer.
func playMove(t *testing.T, server string, puzzle int, text string) (int, string) {
	t.Helper()
	var row, column, digit int
	action := "enter"
	if _, err := fmt.Sscanf(text, "r%1dc%1d=%d", &row, &column, &digit); err != nil {
		action = "cross_out"
		if _, err := fmt.Sscanf(text, "r%1dc%1d<>%d", &row, &column, &digit); err != nil {
			t.Fatalf("move %q: %v", text, err)
		}
	}
	body := fmt.Sprintf(`{"cell":%d,"digit":%d,"action":%q}`, row*10+column, digit, action)
	status, answer, _ := send(t, "POST", fmt.Sprintf("%s/api/puzzles/%d/moves", server, puzzle), "application/json",
		body)
	return status, answer
}

// send sends a request with headers and a body. It returns the status, the body and the headers of the answer.
func send(t *testing.T, method, address, kind, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(b), a.Header
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
	status, body := get(t, server+"/api/query?q="+url.QueryEscape(statement))
	if status != 200 {
		t.Fatalf("%s: %d %s", statement, status, body)
	}
	return decode[struct{ Rows [][]any }](t, body).Rows
}

func TestPages(t *testing.T) {
	server := readOnlyServer(t)
	for _, c := range []struct {
		path   string
		status int
		want   string
	}{
		{"/", 200, "40"},
		{"/?level=easy&sort=score", 200, "WHERE z.level = &#39;easy&#39;"},
		{"/?level=silly", 400, "want easy, medium"},
		{"/?technique=x_win", 400, "want the name of a technique"},
		{"/?score_min=-4", 400, "want a number from 0"},
		{"/?after=x", 400, "from the previous page"},
		{"/puzzles/1?step=last", 200, "The statement that found it"},
		{"/puzzles/1", 200, "Before all steps"},
		{"/puzzles/1?path=needed&step=1", 200, "steps: those on which the solution relies."},
		{"/puzzles/1?step=0", 200, "Before all steps"},
		{"/puzzles/1?step=99", 404, "its steps are 0 to"},
		{"/puzzles/99", 404, "no such puzzle"},
		{"/puzzles/x", 404, "want a number"},
		{"/puzzles/39", 200, "This puzzle has no steps yet"},
		{"/sql", 200, "puzzle_rating"},
		{"/sql?q=SELECT+2+%2B+3+AS+five", 200, "<td class=\"n\">5</td>"},
		{"/sql?q=DELETE+FROM+puzzle", 403, "writes"},
		{"/sql?query=hardest_puzzles&p_most=2", 200, "2 rows"},
		{"/sql?query=hardest_puzzles&p_most=x", 400, "alert"},
		{"/sql?query=hardest", 404, "no query is named hardest"},
		{"/sql?q=SELECT+:a+%2B+:b&p_a=2", 200, "p_b"},
		{"/sql?q=SELECT+:a+%2B+:b&p_a=2&p_b=3", 200, "<td class=\"n\">5</td>"},
		{"/api/query?q=SELECT+:a", 400, "p_a"},
		{"/sql?q=SELECT+puzzle_id,step,cell+FROM+cell+WHERE+step=3+LIMIT+1", 200, "&amp;step=3"},
		{"/puzzles/1?step=3&cell=55", 200, "&amp;cell=55"},
		{"/puzzles/1?cell=50", 400, "row * 10"},
		{"/puzzles/1/picture.svg?cell=55", 200, "</svg>"},
		{"/techniques", 200, "X-Wing"},
		{"/techniques/x_wing", 200, "-- @technique"},
		{"/techniques/x_win", 404, "x_wing"},
		{"/solve", 200, "cannot solve"},
		{"/assets/any/base.css", 200, "light-dark"},
		{"/nothing", 404, "no page /nothing"},
		{"/api/puzzles/99", 404, `{"error":"puzzle 99: no such puzzle"}`},
	} {
		if status, body := get(t, server+c.path); status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %.200q, want %d and %q", c.path, status, body, c.status, c.want)
		}
	}
}

func TestGuard(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	for _, c := range []struct {
		name, method, path string
		headers            []string
		status             int
	}{
		{"itself", "GET", "/", nil, 200},
		{"a name that points here", "GET", "/", []string{"Host", "evil.example:80"}, 421},
		{"localhost", "GET", "/", []string{"Host", "localhost:7"}, 200},
		{"IPv6", "GET", "/", []string{"Host", "[::1]:7"}, 200},
		{"capitals", "GET", "/", []string{"Host", "LOCALHOST:8081"}, 200},
		{"a form of another site", "POST", "/puzzles/2", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a form of another origin", "POST", "/puzzles/2", []string{"Origin", "http://evil.example"}, 403},
		{"its own form", "POST", "/puzzles/2", []string{"Sec-Fetch-Site", "same-origin"}, 400}, // no move in it
	} {
		status, _, h := send(t, c.method, server+c.path, "application/x-www-form-urlencoded", "", c.headers...)
		if status != c.status {
			t.Errorf("%s: %d, want %d", c.name, status, c.status)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "same-origin",
		} {
			if !strings.HasPrefix(h.Get(name), want) {
				t.Errorf("%s: %s is %q, want %q", c.name, name, h.Get(name), want)
			}
		}
	}
	if status, body, _ := send(t, "POST", server+"/api/puzzles", "text/plain",
		strings.Repeat("x", 17<<20)); status != 413 {
		t.Errorf("17 MB: %d %.100s", status, body)
	}
}

func TestConsoleOnlyReads(t *testing.T) {
	gridtest.Long(t, "it fills a table first")
	server := readOnlyServer(t)
	before := ask(t, server, "SELECT COUNT(*), SUM(steps) FROM puzzle")
	for _, c := range []struct {
		statement string
		status    int
		want      string
	}{
		{"INSERT INTO run VALUES (1)", 403, "writes"},
		{"WITH x AS (SELECT 1) DELETE FROM puzzle", 403, "writes"},
		{"/* a */ update puzzle set steps = 0", 403, "writes"},
		{"VACUUM INTO 'other.db'", 403, "writes"},
		{"ATTACH 'other.db' AS other", 403, "writes"},
		{"PRAGMA query_only = 0", 403, "PRAGMA query_only"},
		{"PRAGMA writable_schema(1)", 403, "PRAGMA writable_schema"},
		{"pragma main.journal_mode = delete", 403, "PRAGMA journal_mode"},
		{"SELECT 1; DELETE FROM puzzle", 400, "more than one statement"},
		{"SELECT", 400, "incomplete input"},
		{"-- nothing", 400, "no statement"},
		{"PRAGMA table_info(puzzle)", 200, "givens"},
		{"SELECT load_extension('x')", 400, ""},
	} {
		status, body := get(t, server+"/api/query?q="+url.QueryEscape(c.statement))
		if status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %.200s, want %d and %q", c.statement, status, body, c.status, c.want)
		}
	}
	if after := ask(t, server, "SELECT COUNT(*), SUM(steps) FROM puzzle"); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("%v became %v", before, after)
	}
}

// endless is a statement that yields rows for ever.
const endless = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

// TestConsoleLimits runs an endless statement. The server must stop it when its time is over.
func TestConsoleLimits(t *testing.T) {
	gridtest.Long(t, "it fills a table first")
	server := limitedServer(t, time.Second)
	status, body := get(t, server+"/api/query?q="+url.QueryEscape(strings.Replace(endless, "i F", "COUNT(*) F", 1)))
	if want := "{\"error\":\"stopped after 1s, the limit of a statement here; WHERE puzzle_id = 1 or LIMIT 100 makes " +
		"it read less\"}\n"; status != 408 || body != want {
		t.Errorf("%d %q, want 408 and %q", status, body, want)
	}
}

// TestConsoleCuts reads the first rows of an endless statement. The server must answer other requests while it reads
// the rows of another one.
func TestConsoleCuts(t *testing.T) {
	server := readOnlyServer(t)
	stream, err := http.Get(server + "/api/query.csv?q=" + url.QueryEscape(endless))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	if line, err := bufio.NewReader(stream.Body).ReadString('\n'); line != "i\n" {
		t.Fatalf("%q %v, want the name of the column", line, err)
	}
	if status, _ := get(t, server+"/puzzles/1"); status != 200 {
		t.Error(status)
	}
	_, body := get(t, server+"/api/query?limit=7&q="+url.QueryEscape(endless))
	if a := decode[struct {
		Rows [][]any
		Cut  bool
	}](t, body); len(a.Rows) != 7 || !a.Cut {
		t.Errorf("%d rows, cut %v, want 7 rows of more: %.300s", len(a.Rows), a.Cut, body)
	}
}

// TestPlay plays a puzzle through the forms, and the same through the API.
func TestPlay(t *testing.T) {
	server := newServer(t, newDatabase(t, 10), web.Options{}).URL
	const id, page = 9, "/puzzles/9"
	form := func(fields string) (int, string) {
		status, body, _ := send(t, "POST", server+page, "application/x-www-form-urlencoded", fields)
		return status, body
	}
	state := func() (p struct {
		Status, Grid string
		Steps        int
		Candidates   []string
	}) {
		_, body := get(t, server+"/api"+page)
		if err := json.Unmarshal([]byte(body), &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	before := state()
	cell := strings.IndexByte(before.Grid, '.')
	name := fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1)
	digit := before.Candidates[cell][:1]
	if status, body := playMove(t, server, id, name+"<>"+digit); status != 200 {
		t.Fatal(status, body)
	}
	if s := state(); strings.Contains(s.Candidates[cell], digit) || s.Steps != 1 {
		t.Errorf("%s is not crossed out: %+v", digit, s)
	}
	if status, body := playMove(t, server, id, name+"<>"+digit); status != 409 ||
		!strings.Contains(body, "not a candidate") {
		t.Errorf("crossed out twice: %d %.300s", status, body)
	}
	if status, _ := form("do=undo"); status != 303 {
		t.Error(status)
	}
	if s := state(); fmt.Sprint(s) != fmt.Sprint(before) {
		t.Errorf("taken back it is %+v, was %+v", s, before)
	}
	if status, body := form("do=undo"); status != 409 || !strings.Contains(body, "not made by hand") {
		t.Errorf("nothing to take back: %d %.300s", status, body)
	}
	// The digit of a given in its row cannot go into an open cell.
	given := strings.IndexFunc(before.Grid, func(c rune) bool { return c != '.' })
	open := given/9*9 + strings.IndexByte(before.Grid[given/9*9:given/9*9+9], '.')
	wrong := fmt.Sprintf(`{"cell":%d,"digit":%c,"action":"enter"}`, (open/9+1)*10+open%9+1, before.Grid[given])
	status, body, _ := send(t, "POST", server+"/api"+page+"/moves", "application/json", wrong)
	if status != 409 || !strings.Contains(body, "the row, column or box of the cell already has the digit") {
		t.Errorf("%s: %d %s", wrong, status, body)
	}
	for _, bad := range []string{`{"cell":5,"digit":1,"action":"enter"}`, `{"cell":11,"digit":1,"action":"eat"}`,
		`{"zell":1}`, `x`} {
		if status, body, _ := send(t, "POST", server+"/api"+page+"/moves", "application/json", bad); status/100 != 4 {
			t.Errorf("%s: %d %s", bad, status, body)
		}
	}
	// The page shows at once that a cell has no candidate left.
	for _, d := range before.Candidates[cell] {
		if status, body := playMove(t, server, id, name+"<>"+string(d)); status != 200 {
			t.Fatal(status, body)
		}
	}
	if _, body := get(t, server+page); !strings.Contains(body, name+" has no candidate left") {
		t.Error("nobody says that a cell has no candidate left")
	}
	if status, body := get(t, server+"/api"+page+"/hint"); status != 200 ||
		!strings.Contains(body, "It was wrong to cross out the ") {
		t.Errorf("hint after a mistake: %d %s", status, body)
	}
	for range before.Candidates[cell] {
		if status, body := form("do=undo"); status != 303 {
			t.Fatal(status, body)
		}
	}
	if status, _ := form("do=step"); status != 303 || state().Steps != 1 {
		t.Errorf("a step: %d, %d steps", status, state().Steps)
	}
	if status, _ := form("do=solve"); status != 303 || state().Status != "solved" {
		t.Errorf("solve: %d, %s", status, state().Status)
	}
	if status, body := playMove(t, server, id, name+"="+digit); status != 409 || !strings.Contains(body, "finished") {
		t.Errorf("move in a finished puzzle: %d %.300s", status, body)
	}
	solved := state()
	if status, body := form("do=restart"); status != 400 || !strings.Contains(body, "want undo, step, solve or take") {
		t.Errorf("no form removes the steps of a puzzle: %d %.300s", status, body)
	}
	if s := state(); fmt.Sprint(s) != fmt.Sprint(solved) {
		t.Errorf("after a refused form it is %+v, was %+v", s, solved)
	}
}

// TestPlayedThrough enters only what hints say, until the puzzle is filled.
func TestPlayedThrough(t *testing.T) {
	gridtest.Long(t, "a whole game")
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	for range 200 {
		_, body := get(t, server+"/api/puzzles/3/hint")
		effect := decode[explanation](t, body).names()
		if len(effect) == 0 {
			break
		}
		for _, text := range effect {
			if status, body := playMove(t, server, 3, text); status != 200 {
				t.Fatalf("%s: %d %.300s", text, status, body)
			}
		}
	}
	_, body := get(t, server+"/api/puzzles/3")
	p := decode[struct {
		Grid       string
		Violations []any
	}](t, body)
	if strings.Contains(p.Grid, ".") || len(p.Violations) > 0 {
		t.Errorf("played by hints: %+v", p)
	}
}

func TestReadOnly(t *testing.T) {
	server := readOnlyServer(t)
	for _, c := range [][3]string{
		{"POST", "/puzzles/39", "do=solve"}, {"POST", "/solve", ""}, {"POST", "/api/puzzles", "x"},
		{"POST", "/api/puzzles/39/moves", "{}"},
		{"DELETE", "/api/puzzles/39/moves/last", ""},
	} {
		if status, body, _ := send(t, c[0], server+c[1], "application/x-www-form-urlencoded", c[2]); status != 403 {
			t.Errorf("%v: %d %.200s", c, status, body)
		}
	}
}

// TestSolve posts puzzles and follows the events of the job to its end.
func TestSolve(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	_, csvBody := get(t, server+"/api/puzzles.csv?status=new")
	rows, err := csv.NewReader(strings.NewReader(csvBody)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	text := rows[1][1] + "\n" + rows[1][1][:80] + "\n" + rows[2][1] + "\n"
	status, body, h := send(t, "POST", server+"/api/puzzles", "text/plain", text)
	if status != 202 {
		t.Fatal(status, body)
	}
	events, err := http.Get(server + h.Get("Location") + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	var last struct {
		Done, Total, Bad int
		Errors           []string
		Statuses         map[string]int
		Ended            bool
		First            int64
	}
	for lines := bufio.NewScanner(events.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			last = decode[struct {
				Done, Total, Bad int
				Errors           []string
				Statuses         map[string]int
				Ended            bool
				First            int64
			}](t, data)
		}
	}
	if !last.Ended || last.Done != 2 || last.Statuses["solved"] != 2 || last.Bad != 1 ||
		!strings.Contains(last.Errors[0], "line 2") {
		t.Errorf("the last event is %+v", last)
	}
	if status, body := get(t, server+strings.Replace(h.Get("Location"), "/api/jobs", "/solve", 1)); status != 200 ||
		!strings.Contains(body, "line 2") {
		t.Errorf("%d %.500s", status, body)
	}
	for _, bad := range []string{"", "nonsense", "123"} {
		if status, body, _ := send(t, "POST", server+"/api/puzzles", "text/plain", bad); status != 400 {
			t.Errorf("%q: %d %s", bad, status, body)
		}
	}
}

// TestNothingUnescaped puts markup into every value that users can set.
func TestNothingUnescaped(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	_, csvBody := get(t, server+"/api/puzzles.csv?status=new")
	rows, err := csv.NewReader(strings.NewReader(csvBody)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const evil = `<script>alert(1)</script>`
	flipped := []byte(rows[1][1])
	slices.Reverse(flipped)
	if status, body, _ := send(t, "POST", server+"/api/puzzles", "text/plain",
		string(flipped)+" # "+evil); status != 202 {
		t.Fatal(status, body)
	}
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

// TestOpenAPI checks that the description has exactly the routes of the API, and that answers match their schemas.
func TestOpenAPI(t *testing.T) {
	server := readOnlyServer(t)
	_, body := get(t, server+"/api/openapi.json")
	doc := decode[struct {
		Paths      map[string]map[string]any
		Components struct{ Schemas map[string]schema }
	}](t, body)
	var described []string
	for path, methods := range doc.Paths {
		for method := range methods {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	var served []string
	for _, r := range web.Routes() {
		if strings.HasPrefix(r.Path, "/api/") {
			served = append(served, r.Method+" "+r.Path)
		}
	}
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described %v\nserved %v", described, served)
	}
	for path, schema := range map[string]string{
		"/api/puzzles?limit=2": "Page", "/api/facets": "Facets", "/api/puzzles/1": "Puzzle",
		"/api/puzzles/1?step=0": "Puzzle", "/api/puzzles/39": "Puzzle",
		"/api/puzzles/1/steps/2": "Step", "/api/puzzles/39/hint": "Hint", "/api/techniques/x_wing": "TechniquePage",
		"/api/query?q=SELECT+1": "Answer", "/api/techniques/bug_plus_1": "TechniquePage",
		"/api/puzzles/99":      "Error",
		"/api/puzzles/1/steps": "[Step", "/api/techniques": "[Technique", "/api/queries": "[Query",
		"/api/schema": "[Relation", "/api/puzzles.json?status=new": "[Row",
	} {
		_, body := get(t, server+path)
		schema, isList := strings.CutPrefix(schema, "[")
		values := []any{decode[any](t, body)}
		if isList {
			values = decode[[]any](t, body)
		}
		for _, v := range values {
			if err := doc.Components.Schemas[schema].check(doc.Components.Schemas, v); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// schema is what TestOpenAPI knows of JSON Schema.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any    // a name, or some
	Enum       []string
	Properties map[string]schema
	Required   []string
	Items      *schema
	OneOf      []schema `json:"oneOf"`
	AllOf      []schema `json:"allOf"`
}

// check returns what is wrong with a value. A member that no schema names is an error.
func (s schema) check(all map[string]schema, value any) error {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return all[name].check(all, value)
	}
	if s.OneOf != nil {
		var err error
		for _, one := range s.OneOf {
			if err = one.check(all, value); err == nil {
				return nil
			}
		}
		return err
	}
	if s.AllOf != nil {
		whole := schema{Type: "object", Properties: map[string]schema{}}
		for _, part := range s.AllOf {
			if name, ok := strings.CutPrefix(part.Ref, "#/components/schemas/"); ok {
				part = all[name]
			}
			for name, p := range part.Properties {
				whole.Properties[name] = p
			}
			whole.Required = append(whole.Required, part.Required...)
		}
		return whole.check(all, value)
	}
	kind := map[bool]string{true: "null"}[value == nil]
	switch v := value.(type) {
	case string:
		if kind = "string"; s.Enum != nil && !slices.Contains(s.Enum, v) {
			return fmt.Errorf("%q is none of %v", v, s.Enum)
		}
	case float64:
		if kind = "number"; v == float64(int64(v)) {
			kind = "integer"
		}
	case bool:
		kind = "boolean"
	case []any:
		kind = "array"
		for i, item := range v {
			if s.Items != nil {
				if err := s.Items.check(all, item); err != nil {
					return fmt.Errorf("%d: %w", i, err)
				}
			}
		}
	case map[string]any:
		kind = "object"
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				return fmt.Errorf("%s is missing", name)
			}
		}
		for name, member := range v {
			p, known := s.Properties[name]
			if !known && len(s.Properties) > 0 {
				return fmt.Errorf("%s is not described", name)
			}
			if err := p.check(all, member); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if wanted := fmt.Sprint(s.Type); s.Type != nil && !strings.Contains(wanted, kind) &&
		!(kind == "integer" && strings.Contains(wanted, "number")) {
		return fmt.Errorf("%v is a %s, want %s", value, kind, wanted)
	}
	return nil
}

// TestManyAtOnce requests more pages at once than there are connections for reading.
func TestManyAtOnce(t *testing.T) {
	gridtest.Long(t, "a whole game")
	server := readOnlyServer(t)
	answers := make(chan int)
	for i := range 60 {
		go func() {
			status, _ := get(t, fmt.Sprintf("%s/puzzles/%d/picture.svg?step=%d", server, 1+i%30, i%5))
			answers <- status
		}()
	}
	for range 60 {
		if status := <-answers; status != 200 {
			t.Errorf("%d", status)
		}
	}
}

// TestJSONErrors sends JSON of a wrong type: the error names the field, what was expected and what was found.
func TestJSONErrors(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	p := newGame(t, server, 1)
	for body, want := range map[string]string{
		`{"moves":[{"cells":"11"}]}`: "moves.cells: expected array, found string",
		`{"position":"1"}`:           "position: expected number, found string",
		`[]`:                         "the body: expected object, found array",
	} {
		_, answer, _ := send(t, "POST", server+"/api/games/"+p.game+"/moves", "application/json", body)
		if !strings.Contains(answer, want) {
			t.Errorf("%s: %s, want %q", body, answer, want)
		}
	}
}
