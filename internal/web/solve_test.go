package web_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
)

// severalSolutions is a puzzle with four solutions. The rectangles of two cells by two are not decided.
func severalSolutions(t testing.TB) string {
	t.Helper()
	g := gridtest.Minimal(gridtest.New(5))
	g[slices.IndexFunc(g[:], func(d uint8) bool { return d != 0 })] = 0
	return g.String()
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
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	good := gridtest.Minimal(gridtest.New(9)).String()
	bad := good[:13] + "q" + good[14:]
	refused := func(text string, parts ...string) {
		t.Helper()
		status, body, _ := postPuzzles(t, server, "puzzles", text)
		for _, part := range parts {
			if status != 400 || !strings.Contains(body, part) {
				t.Errorf("%d, no %s: %s", status, part, body)
			}
		}
	}
	refused(bad, good[:13]+"<mark>q</mark>"+good[14:], "line 1, column 14: expected a digit", "\n"+bad+"</textarea>")
	refused(good+"\n"+bad+"\n", "line 2, column 14", "Solve the puzzle without faults")
	refused("", "there is no puzzle yet")
	status, _, h := postPuzzles(t, server, "puzzles", good+"\n"+bad+"\n", "skip", "1")
	if status != 303 {
		t.Fatal(status)
	}
	if j := await(t, server, strings.TrimPrefix(h.Get("Location"), "/solve/"), ended); j.Total != 1 || j.Done != 1 {
		t.Errorf("%+v", j)
	}
	check(t, server, []request{{h.Get("Location"), "", 200, "line 2, column 14"}})
	if status, _, _ := postPuzzles(t, server, "file", bad+"\n"+good); status != 303 {
		t.Errorf("a file with a bad line: %d", status)
	}
}

// TestCheck asks what is wrong with a text.
func TestCheck(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	good := gridtest.Minimal(gridtest.New(9)).String()
	const to = "POST /api/puzzles/check"
	check(t, server, []request{
		{to, good, 200, fmt.Sprintf(`{"puzzles":1,"grid":%q,"solutions":1,"bad":0,"faults":[]}`, good)},
		{to, severalSolutions(t), 200, `"solutions":2`},
		{to, "12345678" + strings.Repeat(".", 9) + "9" + strings.Repeat(".", 63), 200, `"solutions":0`},
		{to, good + "\n" + severalSolutions(t), 200, `{"puzzles":2,"grid":null,"solutions":null,"bad":0,"faults":[]}`},
		{to, ":0000:x:+" + "1" + strings.Repeat(".", 80) + ":::", 200, `"puzzles":1,"grid":null,"solutions":2`},
		{to, "11" + strings.Repeat(".", 79), 200,
			`"positions":[{"line":1,"column":2,"length":1,"cell":12},{"line":1,"column":1,"length":1,"cell":11}]`},
		{"/api/query?q=SELECT+COUNT(*)+FROM+puzzle", "", 200, "[[12]]"}, // checking adds none
	})
}

// TestSolutions shows the solutions of a puzzle with several, one and none.
func TestSolutions(t *testing.T) {
	t.Parallel()
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
	check(t, server, []request{{strings.TrimSuffix(page, "/solutions"), "", 200, `href="` + page + `"`}})
	found := decode[struct {
		Solutions []string
		Complete  bool
		Differs   []int
	}](t, fetch(t, server+"/api"+page, 200))
	if len(found.Solutions) < 2 || !found.Complete {
		t.Fatalf("%+v", found)
	}
	var differ []int
	for i := range 81 {
		if slices.ContainsFunc(found.Solutions, func(s string) bool { return s[i] != found.Solutions[0][i] }) {
			differ = append(differ, (i/9+1)*10+i%9+1)
		}
	}
	if fmt.Sprint(differ) != fmt.Sprint(found.Differs) {
		t.Errorf("differing cells %v, want %v", found.Differs, differ)
	}
	body := fetch(t, server+page, 200)
	shown := min(4, len(found.Solutions))
	if n := strings.Count(body, ` differs">`); n != shown*len(differ) ||
		strings.Count(body, `<div class="board `) != shown ||
		!strings.Contains(body, fmt.Sprintf("differ in <strong>%d cells</strong>", len(differ))) {
		t.Errorf("%d marked cells in %d boards: %s", n, strings.Count(body, `<div class="board `), body)
	}
	if body := fetch(t, server+"/puzzles/1/solutions", 200); !strings.Contains(body, "has one solution") ||
		strings.Contains(body, "differs") {
		t.Errorf("one solution: %s", body)
	}
	_, _, h = postPuzzles(t, server, "puzzles", strings.Repeat(".", 80)+"1")
	j = await(t, server, strings.TrimPrefix(h.Get("Location"), "/solve/"), ended)
	page = fmt.Sprintf("/puzzles/%d/solutions", j.First)
	check(t, server, []request{{page, "", 200, "1,000 solutions or more"}, {page, "", 200, `href="?show=16"`}})
}

// TestJobStops stops a job without scripts. Its puzzles stay in the collection, and its page is found again.
func TestJobStops(t *testing.T) {
	t.Parallel()
	path := newDatabase(t, 4)
	const many = 3000
	server := newServer(t, path, web.Options{}).URL
	_, _, h := postPuzzles(t, server, "puzzles", isomorphs(many))
	page := h.Get("Location")
	id := strings.TrimPrefix(page, "/solve/")
	await(t, server, id, func(j jobState) bool { return j.Done > 0 })
	check(t, server, []request{
		{page, "", 200, `action="` + page + `/stop"`},
		{"/solve", "", 200, `href="` + page},
		{"/solve", "", 200, "solving, "},
		{"POST " + page + "/stop", "", 303, page},
		{page, "", 200, "Stopped"},
		{page, "", 200, "status new"},
	})
	stopped := await(t, server, id, ended)
	if stopped.State != "stopped" || stopped.Done >= many || stopped.Added != many {
		t.Errorf("%+v", stopped)
	}
	waiting := ask(t, server, "SELECT COUNT(*) FROM puzzle WHERE status = 'new' AND source LIKE 'pasted%'")
	if waiting[0][0] != float64(many-stopped.Done) {
		t.Errorf("%v puzzles wait, want %d", waiting, many-stopped.Done)
	}
	// A server that starts later knows the job from the database.
	check(t, newServer(t, path, web.Options{}).URL, []request{
		{page, "", 200, "before the last start"},
		{page, "", 200, fmt.Sprintf("%d puzzles that run", stopped.Done)},
		{page, "", 200, `href="/puzzles?run=`},
		{"/solve/" + strings.Repeat("A", 26), "", 404, "in the collection"},
		{"/api/jobs", "", 200, "[]\n"},
	})
}

// TestJobsOnPostgres solves a list on a PostgreSQL server, and finds its job on another one.
func TestJobsOnPostgres(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 4)
	server := newServer(t, target, web.Options{}).URL
	_, _, h := postPuzzles(t, server, "puzzles", isomorphs(60))
	page := h.Get("Location")
	if j := await(t, server, strings.TrimPrefix(page, "/solve/"), ended); j.State != "ended" || j.Done != 60 {
		t.Errorf("%+v", j)
	}
	check(t, server, []request{{"/puzzles/1/solutions", "", 200, "has one solution"}})
	check(t, newServer(t, target, web.Options{}).URL, []request{{page, "", 200, "60 puzzles that run"}})
}
