package web_test

import (
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
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
			status, answer, _ := send(t, r.Method, server+path, "application/json", body)
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
		status, _, h := send(t, "POST", server+"/solve", kind, form(grid))
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
	if status, body, _ := send(t, "POST", server+"/solve", kind,
		form(grid+"\n"+strings.Replace(grid, "53", "35", 1))); status != http.StatusBadRequest {
		t.Errorf("two puzzles: %d %.200s", status, body)
	}
}
