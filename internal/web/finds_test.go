package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/database"
	"setdoku/internal/driver"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/rule"
	"setdoku/internal/web"
)

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
	if err != nil {
		t.Fatal(err)
	}
	techniques = slices.DeleteFunc(techniques,
		func(k rule.Technique) bool { return k.Family == "forcing" || k.Name == setdoku.RuleSearch })
	db, err := database.OpenTemp(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	finder, err := driver.NewFinder(ctx, db, techniques)
	if err != nil {
		t.Fatal(err)
	}
	defer finder.Close(ctx)
	var states []format.Puzzle
	var pages []string
	for _, at := range []struct{ id, step int }{{1, 0}, {2, 8}, {5, 14}, {7, 20}, {9, 26}} {
		_, body := get(t, fmt.Sprintf("%s/api/puzzles/%d?step=%d", server, at.id, at.step))
		p, err := format.NewReader(strings.NewReader(decode[struct{ State string }](t, body).State+"\n"),
			"state").Read()
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, p)
		pages = append(pages, fetch(t, fmt.Sprintf("%s/puzzles/%d/finds?after=%d", server, at.id, at.step),
			http.StatusOK))
	}
	found, err := finder.Find(ctx, states)
	if err != nil {
		t.Fatal(err)
	}
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
		r, err := (&http.Client{CheckRedirect: func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		}}).PostForm(
			fmt.Sprintf("%s/puzzles/%d", server, id),
			url.Values{"do": {"take"}, "after": {fmt.Sprint(after)}, "technique": {name}, "number": {"1"}})
		if err != nil {
			t.Fatal(err)
		}
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
		if status, body, _ := send(t, "POST", server+"/puzzles/11", "application/x-www-form-urlencoded",
			"do=step"); status != 303 {
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
		if status, body, _ := send(t, "POST", server+"/puzzles/12", "application/x-www-form-urlencoded",
			"do=take&"+form); status != want {
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
