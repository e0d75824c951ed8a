package web_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
	"setdoku/internal/web/paste"
)

// TestAPIPage reads the page of the API: every route and every schema is on it, links go to parts that exist, and the
// examples that read work in a shell.
func TestAPIPage(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{ReadOnly: true}).URL
	page := fetch(t, server+"/api", http.StatusOK)
	for _, r := range web.Routes() {
		if strings.HasPrefix(r.Path, "/api/") &&
			!regexp.MustCompile(`<b>`+r.Method+`</b> <code>`+regexp.QuoteMeta(r.Path)+`</code>`).MatchString(page) {
			t.Errorf("no %s %s", r.Method, r.Path)
		}
	}
	for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if m[1] != "main" && !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("a link goes to #%s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`<a href="(/api/[^"]*)"`).FindAllStringSubmatch(page, -1) {
		address := html.UnescapeString(m[1])
		if status, body := get(t, server+address); status != http.StatusOK {
			t.Errorf("the link %s: %d %.200s", address, status, body)
		}
	}
	for address, want := range map[string]string{
		"/api/puzzles?levle=hard": "did you mean level?", "/api/puzzles/1?steps=2": "did you mean step?",
		"/api/jobs?limit=3": "there is no parameter",
	} {
		if status, body := get(t, server+address); status != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%s: %d %.200s, want 400 %s", address, status, body, want)
		}
	}
	read := 0
	for _, m := range regexp.MustCompile(`<code>(curl [^<]*)</code>`).FindAllStringSubmatch(page, -1) {
		command := strings.NewReplacer("&#39;", "'", "&amp;", "&", "&#34;", `"`, "&#43;", "+").Replace(m[1])
		if strings.Contains(command, "-X") || strings.Contains(command, "-d") || strings.Contains(command, "GAME") ||
			strings.Contains(command, "JOB") {
			continue
		}
		read++
		address := command[strings.Index(command, "'http://")+1 : len(command)-1]
		if status, body := get(t, address); status != http.StatusOK {
			t.Errorf("%s: %d %.200s", command, status, body)
		}
	}
	if read < 15 {
		t.Errorf("%d examples read", read)
	}
	secret := newServer(t, newDatabase(t, 4), web.Options{Token: "a-token-that-is-long"})
	if status, body := get(t, secret.URL+"/api"); status == http.StatusOK || strings.HasPrefix(body, "{") {
		t.Errorf("the page without the token: %d %.100s", status, body)
	}
}

// TestAPIMarkdown requires that the page of docs has every route, and a meaning of every parameter and member.
func TestAPIMarkdown(t *testing.T) {
	t.Parallel()
	page := web.APIMarkdown()
	for _, r := range web.Routes() {
		if strings.HasPrefix(r.Path, "/api/") && !strings.Contains(page, "\n### "+r.Method+" "+r.Path+"\n") {
			t.Errorf("no %s %s", r.Method, r.Path)
		}
	}
	for line := range strings.Lines(page) {
		if cells := strings.Split(line, "|"); len(cells) == 5 && strings.TrimSpace(cells[3]) == "" {
			t.Errorf("no meaning: %s", line)
		}
	}
}

// TestErrorsAreDescribed makes errors in every route of the API. Each has a status that openapi.json describes.
func TestErrorsAreDescribed(t *testing.T) {
	gridtest.Long(t, "some requests of each route")
	t.Parallel()
	server, reading := newServer(t, newDatabase(t, 4), web.Options{}).URL, readOnlyServer(t)
	_, body := get(t, server+"/api/openapi.json")
	doc := decode[struct {
		Paths map[string]map[string]struct {
			Responses map[string]any
		}
		Components struct{ Responses map[string]any }
	}](t, body)
	own := make(map[string]bool)
	for _, methods := range doc.Paths {
		for _, o := range methods {
			for status := range o.Responses {
				own[status] = true
			}
		}
	}
	unknown := strings.NewReplacer("{id}", "99999", "{game}", strings.Repeat("0", 32), "{job}", "none",
		"{name}", "none", "{step}", "1")
	for _, r := range web.Routes() {
		if !strings.HasPrefix(r.Path, "/api/") {
			continue
		}
		described := doc.Paths[r.Path][strings.ToLower(r.Method)].Responses
		request := func(server, path, body string) int {
			status, answer, _ := send(t, r.Method, server+path, body)
			code := strconv.Itoa(status)
			_, has := described[code]
			if status >= 400 && !has && (doc.Components.Responses[code] == nil || own[code]) {
				t.Errorf("%s %s: %d %.200s, which the route does not describe", r.Method, path, status, answer)
			}
			return status
		}
		request(server, unknown.Replace(r.Path)+"?nonsense=1", "{}")
		if status := request(server, unknown.Replace(r.Path), "{}"); r.Method != "POST" &&
			(status == http.StatusNotFound) != strings.Contains(r.Path, "{") {
			t.Errorf("%s %s: %d of nothing", r.Method, r.Path, status)
		}
		if r.Method != "GET" {
			request(reading, unknown.Replace(r.Path), "{}")
			request(server, unknown.Replace(r.Path), strings.Repeat(" ", 20<<20))
		}
		request(server, strings.NewReplacer("{id}", "1", "{step}", "77", "{name}", "x_wing").Replace(r.Path)+
			"?q=SELECT+nonsense", "nonsense")
	}
}

// TestFirstStep shows the first step of a grid that somebody enters. Nothing but the puzzle is stored.
func TestFirstStep(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	grid := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	const boundary = "--x\r\nContent-Disposition: form-data; name=\"%\"\r\n\r\n"
	form := func(text string) string {
		return strings.Replace(boundary, "%", "puzzles", 1) + text + "\r\n" +
			strings.Replace(boundary, "%", "step", 1) + "1\r\n--x--\r\n"
	}
	const kind = "multipart/form-data; boundary=x"
	for range 2 { // the second time the puzzle is there
		status, _, h := post(t, server+"/solve", form(grid), "Content-Type", kind)
		if status != http.StatusSeeOther || h.Get("Location") != "/puzzles/5?hint=why" {
			t.Fatal(status, h.Get("Location"))
		}
	}
	_, body := get(t, server+"/api/puzzles/5")
	if p := decode[struct {
		Steps           int
		Status          string
		Level, Solution *string
	}](t, body); p.Steps != 0 || p.Status != "new" || p.Level != nil || p.Solution != nil {
		t.Errorf("%+v", p)
	}
	if status, body, _ := post(t, server+"/solve", form(grid+"\n"+strings.Replace(grid, "53", "35", 1)), "Content-Type", kind); status != http.StatusBadRequest {
		t.Errorf("two puzzles: %d %.200s", status, body)
	}
}

// TestStepTold reads the steps of puzzles from the API. Each pattern has the words of the page. Its text is one line:
// the notation of players, or what it proves and the first sentence of the words.
func TestStepTold(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	lines, sentences := 0, 0
	for id := 1; id <= 4; id++ {
		_, body := get(t, fmt.Sprintf("%s/api/puzzles/%d/steps", server, id))
		for step := range decode[[]any](t, body) {
			_, body := get(t, fmt.Sprintf("%s/api/puzzles/%d/steps/%d", server, id, step+1))
			for _, p := range decode[struct{ Deductions []explanation }](t, body).Deductions {
				if len(p.Words) == 0 {
					t.Errorf("puzzle %d, step %d: no words about %s", id, step+1, p.names())
					continue
				}
				first, _, _ := strings.Cut(p.Words[0], ". ")
				want := strings.Join(p.names(), ", ") + ": " + strings.TrimSuffix(first, ".") + "."
				if sentences++; p.Notation != nil {
					sentences--
					lines++
					want = *p.Notation
				}
				if p.Text != want {
					t.Errorf("puzzle %d, step %d: text %q, want %q", id, step+1, p.Text, want)
				}
			}
		}
	}
	if lines == 0 || sentences == 0 {
		t.Errorf("%d lines in notation and %d sentences, want some of both", lines, sentences)
	}
}

// explanation is a deduction or a hint as the API prints it.
type explanation struct {
	Placements, Eliminations, Words []string
	Text                            string
	Notation                        *string
}

// names returns what the deduction does.
func (d explanation) names() []string { return slices.Concat(d.Placements, d.Eliminations) }

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
