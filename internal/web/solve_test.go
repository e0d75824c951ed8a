package web_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// severalSolutions is a puzzle with four solutions. The rectangles of two cells by two are not decided.
func severalSolutions(t testing.TB) string {
	t.Helper()
	g := gridtest.Minimal(gridtest.New(5))
	for i := range g {
		if g[i] != 0 {
			g[i] = 0
			return g.String()
		}
	}
	t.Fatal("no given")
	return ""
}

// isomorphs makes many puzzles that take some time.
func isomorphs(n int) string {
	rng := gridtest.New(3)
	hard := gridtest.Minimal(rng)
	var b strings.Builder
	for range n {
		b.WriteString(gridtest.Random(rng).Digits(hard).String() + "\n")
	}
	return b.String()
}

// postPuzzles sends the form for puzzles as a browser without scripts does. fields are names and values.
func postPuzzles(t *testing.T, server string, fields ...string) (int, string, http.Header) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for i := 0; i < len(fields); i += 2 {
		if fields[i] == "file" {
			w, err := form.CreateFormFile("file", "list.sdm")
			if err == nil {
				_, err = w.Write([]byte(fields[i+1]))
			}
			gridtest.Must(t, err)
		} else if err := form.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	gridtest.Must(t, form.Close())
	return post(t, server+"/solve", b.String(), "Content-Type", form.FormDataContentType())
}

// jobState is what the API says about a job.
type jobState struct {
	ID, State, Failure        string
	Done, Total, Added, First int
	Ended                     bool
}

// await asks for a job until a condition holds.
func await(t *testing.T, server, id string, holds func(jobState) bool) jobState {
	t.Helper()
	var j jobState
	defer func() {
		if t.Failed() {
			t.Logf("job %s stays at %+v", id, j)
		}
	}()
	gridtest.Until(t, "the state of job "+id, func() bool {
		_, body := get(t, server+"/api/jobs/"+id)
		j = decode[jobState](t, body)
		return holds(j)
	})
	return j
}

func ended(j jobState) bool { return j.Ended }

// TestSolveFormFaults sends wrong texts without scripts. The answer has the text, and marks the characters.
func TestSolveFormFaults(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	good := gridtest.Minimal(gridtest.New(9)).String()
	bad := good[:13] + "q" + good[14:]
	status, body, _ := postPuzzles(t, server, "puzzles", bad)
	if status != 400 || !strings.Contains(body, good[:13]+"<mark>q</mark>"+good[14:]) ||
		!strings.Contains(body, "line 1, column 14: expected a digit or one of . 0 * _ - X at column 14, got &#34;q&#34;") ||
		!strings.Contains(body, "\n"+bad+"</textarea>") {
		t.Errorf("%d %s", status, body)
	}
	if status, body, _ := postPuzzles(t, server, "puzzles", good+"\n"+bad+"\n"); status != 400 ||
		!strings.Contains(body, "line 2, column 14") ||
		!strings.Contains(body, "Solve the puzzle without faults") {
		t.Errorf("%d %s", status, body)
	}
	status, _, h := postPuzzles(t, server, "puzzles", good+"\n"+bad+"\n", "skip", "1")
	if status != 303 {
		t.Fatal(status)
	}
	if j := await(t, server, strings.TrimPrefix(h.Get("Location"), "/solve/"), ended); j.Total != 1 || j.Done != 1 {
		t.Errorf("%+v", j)
	}
	if status, body := get(t, server+h.Get("Location")); status != 200 || !strings.Contains(body, "line 2, column 14") {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := postPuzzles(t, server, "file", bad+"\n"+good); status != 303 {
		t.Errorf("a file with a bad line: %d", status)
	}
	if status, body, _ := postPuzzles(t, server, "puzzles", ""); status != 400 ||
		!strings.Contains(body, "there is no puzzle yet") {
		t.Errorf("nothing: %d %.200s", status, body)
	}
}

// TestCheck asks what is wrong with a text.
func TestCheck(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	good := gridtest.Minimal(gridtest.New(9)).String()
	for _, c := range []struct{ name, text, want string }{
		{"one solution", good, fmt.Sprintf(`{"puzzles":1,"grid":%q,"solutions":1,"bad":0,"faults":[]}`, good)},
		{"several", severalSolutions(t), `"solutions":2`},
		{"none", "12345678" + strings.Repeat(".", 9) + "9" + strings.Repeat(".", 63), `"solutions":0`},
		{"two puzzles", good + "\n" + severalSolutions(t),
			`{"puzzles":2,"grid":null,"solutions":null,"bad":0,"faults":[]}`},
		{"placed digits", ":0000:x:+" + "1" + strings.Repeat(".", 80) + ":::", `"puzzles":1,"grid":null,"solutions":2`},
		{"not counted", "windoku+x+anti-knight " + strings.Repeat(".", 81), `"solutions":null`},
		{"equal digits", "11" + strings.Repeat(".", 79),
			`"positions":[{"line":1,"column":2,"length":1,"cell":12},{"line":1,"column":1,"length":1,"cell":11}]`},
	} {
		if status, body, _ := post(t, server+"/api/puzzles/check", c.text); status != 200 ||
			!strings.Contains(body, c.want) {
			t.Errorf("%s: %d %s, want %s", c.name, status, body, c.want)
		}
	}
	if rows := ask(t, server, "SELECT COUNT(*) FROM puzzle"); fmt.Sprint(rows) != "[[4]]" {
		t.Errorf("checking adds puzzles: %v", rows)
	}
}

// TestSolutions shows the solutions of a puzzle with several, one and none.
func TestSolutions(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	status, _, h := postPuzzles(t, server, "puzzles", severalSolutions(t))
	if status != 303 {
		t.Fatal(status)
	}
	j := await(t, server, strings.TrimPrefix(h.Get("Location"), "/solve/"), ended)
	status, _, h = send(t, "GET", server+h.Get("Location"), "")
	page := fmt.Sprintf("/puzzles/%d/solutions", j.First)
	if status != 303 || h.Get("Location") != page {
		t.Fatalf("the page of the job leads to %s", h.Get("Location"))
	}
	if _, body := get(t, server+strings.TrimSuffix(page, "/solutions")); !strings.Contains(body, `href="`+page+`"`) {
		t.Error("the page of the puzzle does not lead to its solutions")
	}
	_, body := get(t, server+"/api"+page)
	found := decode[struct {
		Solutions []string
		Complete  bool
		Differs   []int
	}](t, body)
	if len(found.Solutions) < 2 || !found.Complete {
		t.Fatalf("%+v", found)
	}
	var differ []int
	for i := range 81 {
		for _, s := range found.Solutions {
			if s[i] != found.Solutions[0][i] {
				differ = append(differ, (i/9+1)*10+i%9+1)
				break
			}
		}
	}
	if fmt.Sprint(differ) != fmt.Sprint(found.Differs) {
		t.Errorf("differing cells %v, want %v", found.Differs, differ)
	}
	_, body = get(t, server+page)
	shown := min(4, len(found.Solutions))
	if n := strings.Count(body, ` differs">`); n != shown*len(differ) ||
		strings.Count(body, `<div class="board `) != shown ||
		!strings.Contains(body, fmt.Sprintf("differ in <strong>%d cells</strong>", len(differ))) {
		t.Errorf("%d marked cells in %d boards: %s", n, strings.Count(body, `<div class="board `), body)
	}
	if _, body := get(t, server+"/puzzles/1/solutions"); !strings.Contains(body, "has one solution") ||
		strings.Contains(body, "differs") {
		t.Errorf("one solution: %s", body)
	}
	empty := strings.Repeat(".", 80) + "1"
	_, _, h = postPuzzles(t, server, "puzzles", empty)
	j = await(t, server, strings.TrimPrefix(h.Get("Location"), "/solve/"), ended)
	if _, body := get(t, server+fmt.Sprintf("/puzzles/%d/solutions", j.First)); !strings.Contains(body,
		"1,000 solutions or more") ||
		!strings.Contains(body, `href="?show=16"`) {
		t.Errorf("very many solutions: %.600s", body)
	}
}

// TestJobStops stops a job without scripts. Its puzzles stay in the collection, and its page is found again.
func TestJobStops(t *testing.T) {
	path := newDatabase(t, 4)
	const many = 3000
	var id string
	var stopped jobState
	t.Run("stop", func(t *testing.T) {
		server := newServer(t, path, web.Options{}).URL
		_, _, h := postPuzzles(t, server, "puzzles", isomorphs(many))
		id = strings.TrimPrefix(h.Get("Location"), "/solve/")
		await(t, server, id, func(j jobState) bool { return j.Done > 0 })
		if _, body := get(t, server+"/solve/"+id); !strings.Contains(body, `action="/solve/`+id+`/stop"`) {
			t.Errorf("the page has no button: %s", body)
		}
		if _, body := get(t, server+"/solve"); !strings.Contains(body, `href="/solve/`+id) ||
			!strings.Contains(body, "solving, ") {
			t.Errorf("the list has no such job: %s", body)
		}
		status, _, h := post(t, server+"/solve/"+id+"/stop", "")
		if status != 303 || !strings.HasPrefix(h.Get("Location"), "/solve/"+id) {
			t.Errorf("stop: %d %s", status, h.Get("Location"))
		}
		_, body := get(t, server+h.Get("Location"))
		if !strings.Contains(body, "Stopped") || !strings.Contains(body, "status new") ||
			strings.Contains(body, "<button>Stop") {
			t.Errorf("stopped: %s", body)
		}
		stopped = await(t, server, id, ended)
		if stopped.State != "stopped" || stopped.Done >= many || stopped.Added != many {
			t.Errorf("%+v", stopped)
		}
		waiting := ask(t, server, "SELECT COUNT(*) FROM puzzle WHERE status = 'new' AND source LIKE 'pasted%'")[0][0].(float64)
		if int(waiting) != many-stopped.Done {
			t.Errorf("%v puzzles wait, want %d", waiting, many-stopped.Done)
		}
	})
	// A server that starts later knows the job from the database.
	server := newServer(t, path, web.Options{}).URL
	status, body := get(t, server+"/solve/"+id)
	if status != 200 || !strings.Contains(body, "before the last start") ||
		!strings.Contains(body, fmt.Sprintf("%d puzzles that run", stopped.Done)) ||
		!strings.Contains(body, `href="/puzzles?run=`) {
		t.Errorf("after the start: %d %s", status, body)
	}
	if status, body := get(t, server+"/solve/"+strings.Repeat("A", 26)); status != 404 ||
		!strings.Contains(body, "in the collection") {
		t.Errorf("no such job: %d %s", status, body)
	}
	if status, body := get(t, server+"/api/jobs"); status != 200 || body != "[]\n" {
		t.Errorf("jobs: %d %s", status, body)
	}
}

// TestJobsOnPostgres solves a list on a PostgreSQL server, and finds its job after a restart.
func TestJobsOnPostgres(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 4)
	var address string
	t.Run("solve", func(t *testing.T) {
		server := newServer(t, target, web.Options{}).URL
		_, _, h := postPuzzles(t, server, "puzzles", isomorphs(60))
		address = h.Get("Location")
		if j := await(t, server, strings.TrimPrefix(address, "/solve/"), ended); j.State != "ended" || j.Done != 60 {
			t.Errorf("%+v", j)
		}
		if status, body := get(t, server+"/puzzles/1/solutions"); status != 200 ||
			!strings.Contains(body, "has one solution") {
			t.Errorf("%d %s", status, body)
		}
	})
	server := newServer(t, target, web.Options{}).URL
	if status, body := get(t, server+address); status != 200 || !strings.Contains(body, "60 puzzles that run") {
		t.Errorf("%d %s", status, body)
	}
}
