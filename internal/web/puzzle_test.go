package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
)

// TestNeededPath walks through the path that has only what was needed: its step list is the shorter one, all links keep
// it, each step has words and a picture, and a link leads to the whole path.
func TestNeededPath(t *testing.T) {
	gridtest.Long(t, "each step of a path")
	t.Parallel()
	server := readOnlyServer(t)
	shorter := 0
	for id := 1; id <= 9; id++ {
		whole := fetch(t, fmt.Sprintf("%s/puzzles/%d?step=0", server, id), 200)
		if link := fmt.Sprintf(`href="/puzzles/%d?path=needed&amp;from=0"`, id); !strings.Contains(whole, link) {
			t.Errorf("puzzle %d: no link %s", id, link)
		}
		needed := fmt.Sprintf("/puzzles/%d?path=needed", id)
		steps := len(listed.FindAllString(fetch(t, server+needed, 200), -1))
		if steps < len(listed.FindAllString(whole, -1)) {
			shorter++
		}
		for n := 0; n <= steps && id <= gridtest.Size(1, 4); n++ {
			address := fmt.Sprint(needed, "&step=", n)
			page := fetch(t, server+address, 200)
			for _, link := range ofPuzzle.FindAllStringSubmatch(page, -1) {
				if strings.Contains(link[1], "step=") && !strings.Contains(link[1], "path=needed") &&
					!strings.Contains(link[2], "Whole path") {
					t.Errorf("%s: the link %s leaves the path", address, link[0])
				}
			}
			if n > 0 && !strings.Contains(page, `<p class="effect"><b`) || strings.Contains(page, `class="failure"`) ||
				strings.Contains(page, "Let the solver") || strings.Contains(page, "proof.lrat") {
				t.Errorf("%s: no patterns, a failure, moves, or the proof of the whole path", address)
			}
			fetch(t, server+strings.Replace(address, "?", "/picture.svg?", 1), 200)
		}
		fetch(t, fmt.Sprint(server, needed, "&step=", steps+1), 404)
	}
	if shorter < 3 {
		t.Errorf("%d of 9 paths became shorter", shorter)
	}
	check(t, server, []request{{"/puzzles/1?path=other", "", 400, ""}, {"/puzzles/99?path=needed", "", 404, ""}})
}

var (
	listed   = regexp.MustCompile(`data-key="step-[1-9]\d*"`)
	ofPuzzle = regexp.MustCompile(`href="(/puzzles/\d+\?[^"]*)"[^>]*>([^<]*)`)
)

// TestRowsOfStep compares the rows that pages of steps show with those of the statements behind their links.
func TestRowsOfStep(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		server := newServer(t, target, web.Options{}).URL
		table := regexp.MustCompile(`(?s)<h4>(\w+) <a class="tiny" href="/sql\?([^"]*)">.*?` +
			`<tbody>(.*?)</tbody></table></div>(<p class="tiny">and)?`)
		row, cell := regexp.MustCompile(`<tr>.*?</tr>`), regexp.MustCompile(`<td>(?:<i>)?([^<]*)`)
		compared := map[string]int{}
		steps := dbtest.Texts(t, dbtest.OpenTarget(t, target, 0),
			`SELECT CAST(MIN(step) AS TEXT) FROM step WHERE puzzle_id = 1 GROUP BY rule`)
		for _, step := range steps {
			page := fetch(t, server+"/puzzles/1?step="+step, 200)
			for _, m := range table.FindAllStringSubmatch(page, -1) {
				var shown []string
				for _, r := range row.FindAllString(m[3], -1) {
					var values []string
					for _, c := range cell.FindAllStringSubmatch(r, -1) {
						values = append(values, c[1])
					}
					shown = append(shown, strings.Join(values, " "))
				}
				var read []string
				answer := fetch(t, server+"/api/query?"+html.UnescapeString(m[2]), 200)
				for _, values := range decode[struct{ Rows [][]json.RawMessage }](t, answer).Rows {
					texts := make([]string, len(values))
					for i, v := range values {
						texts[i] = strings.ReplaceAll(strings.Trim(string(v), `"`), "null", "NULL")
					}
					read = append(read, strings.Join(texts, " "))
				}
				if len(read) == 0 {
					read = []string{"no rows"}
				}
				if m[4] != "" {
					read = read[:min(len(shown), len(read))]
				}
				compared[m[1]] += len(read)
				if diff := cmp.Diff(read, shown); diff != "" {
					t.Errorf("step %s, %s (-statement +page):\n%s", step, m[1], diff)
				}
			}
		}
		for _, name := range []string{"pass", "evidence", "candidate_at", "step", "cell", "elimination"} {
			if compared[name] == 0 {
				t.Errorf("no rows of %s were compared", name)
			}
		}
	})
}

// TestProofFiles follows the links of a page to the files of its proof.
func TestProofFiles(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	for kind, want := range map[string]string{"cnf": "\np cnf 729 ", "lrat": " 0\n", "tsv": "\tone solution\n"} {
		link := "/puzzles/1/proof." + kind
		check(t, server, []request{{"/puzzles/1", "", 200, `href="` + link + `"`}, {link, "", 200, want},
			{"/puzzles/99/proof." + kind, "", 404, ""}})
	}
}

// foundLink is a technique on the page of finds, with its number of deductions.
var foundLink = regexp.MustCompile(`data-key="of-([a-z_0-9]+)".*<span class="n">(\d+)</span>`)

// TestFinds requires that the technique of a step is among the finds in the position before it, and that the page lists
// as many deductions of each technique as the API.
func TestFinds(t *testing.T) {
	gridtest.Long(t, "all finds of some positions")
	t.Parallel()
	server := readOnlyServer(t)
	for _, row := range ask(t, server, `SELECT puzzle_id, step - 1, rule FROM step WHERE rule NOT LIKE '%forcing%'
			AND (puzzle_id, step) IN (SELECT MIN(puzzle_id), step FROM step WHERE step % 9 = 3 GROUP BY step)`) {
		at := fmt.Sprintf("/puzzles/%v/finds?after=%v", row[0], row[1])
		listed, found := make(map[string]string), make(map[string]string)
		for _, m := range foundLink.FindAllStringSubmatch(fetch(t, server+at, 200), -1) {
			listed[m[1]] = m[2]
		}
		for _, f := range decode[[]struct {
			Technique  string
			Deductions []any
		}](t, fetch(t, server+"/api"+at, 200)) {
			if n := len(f.Deductions); n > 0 {
				found[f.Technique] = fmt.Sprint(n)
			}
		}
		if diff := cmp.Diff(found, listed); diff != "" || found[row[2].(string)] == "" {
			t.Errorf("%s, before a step of %v (-API +page):\n%s", at, row[2], diff)
		}
	}
}

// TestTakeFound goes on with techniques that are not the easiest, in a new puzzle and in a copy of a position of a
// solved one. The chosen pattern is on the page of the step, and verify makes all steps again, with both engines.
func TestTakeFound(t *testing.T) {
	gridtest.Nightly(t, "all finds of three positions")
	t.Parallel()
	path := newDatabase(t, 12)
	server := newServer(t, path, web.Options{}).URL
	take := func(id, after, want int, leads string) {
		t.Helper()
		page, finds := fmt.Sprintf("%s/puzzles/%d", server, id), fmt.Sprintf("/finds?after=%d", after)
		m := foundLink.FindAllStringSubmatch(fetch(t, page+finds, 200), -1)
		if len(m) == 0 {
			t.Fatalf("puzzle %d: nothing is found after step %d", id, after)
		}
		name := m[len(m)/2][1]
		effect := regexp.MustCompile(`<p class="effect">.*?</p>`).FindString(fetch(t, page+finds+"&technique="+name, 200))
		status, body, h := post(t, page, fmt.Sprintf("do=take&after=%d&technique=%s&number=1", after, name))
		to := h.Get("Location")
		if status != want || !strings.HasPrefix(to, leads) {
			t.Fatalf("puzzle %d after step %d: %d to %s, want %d to %s: %.300s", id, after, status, to, want, leads, body)
		}
		if status == http.StatusSeeOther {
			check(t, server, []request{{to, "", 200, effect}, {to, "", 200, `href="/techniques/` + name + `"`}})
		}
	}
	for after := range 3 {
		take(11, after, 303, fmt.Sprintf("/puzzles/11?step=%d", after+1))
	}
	check(t, server, []request{ // the solver goes on, one step each time
		{"POST /puzzles/11", "do=step", 303, ""},
		{"POST /puzzles/11", "do=step", 303, ""},
		{"/api/puzzles/11", "", 200, `"steps":5`},
	})
	take(2, 4, 303, "/puzzles/13?step=1")
	take(2, 4, 409, "") // the position has a puzzle with steps now
	take(2, 0, 409, "") // and so have the givens
	check(t, server, []request{
		{"POST /puzzles/12", "do=take&technique=x_wing&number=99", 409, ""},
		{"POST /puzzles/12", "do=take&technique=no_such", 409, ""},
		{"POST /puzzles/12", "do=take&after=99", 404, ""},
		{"POST /puzzles/12", "do=take&number=x", 400, ""},
	})
	for _, engine := range []string{"auto", "sql"} {
		clitest.Call(t.Context(), nil, "verify", path, "--engine", engine).Must(t, 0)
	}
}

// TestFindsOfSeveralSolutions asks for what techniques find in a puzzle with several solutions. The page and the API
// say which techniques are left out.
func TestFindsOfSeveralSolutions(t *testing.T) {
	t.Parallel()
	path := dbtest.File(t)
	importPuzzles(t, path, solvertest.Puzzles(t, "made.txt",
		"718.593624236.195856932814.9.15.78.6372986.15685142.9389721563.236.9.5.1154.632.9"))
	check(t, newServer(t, path, web.Options{ReadOnly: true}).URL, []request{
		{"/puzzles/1/finds?after=0", "", 200, "Left out, because it is not known that the puzzle has exactly one solution: "},
		{"/puzzles/1/finds?after=0", "", 200, `data-key="of-full_house"`},
		{"/api/puzzles/1/finds?after=0&technique=unique_rectangle_1", "", 200,
			`[{"technique":"unique_rectangle_1","deductions":[],"withheld":true}]`},
	})
}

// auditDatabase makes a database of puzzles that end in different ways: solved without and with search, with several
// solutions, with none, and stuck. It returns the number of steps of each.
func auditDatabase(t *testing.T, audit setdoku.Audit) (path string, steps []int) {
	t.Helper()
	path = dbtest.File(t)
	db := dbtest.OpenTarget(t, path, 0)
	rng := gridtest.New(5)
	for _, names := range [][]string{{"singles", "intersections", "search"}, {"singles", "intersections"}} {
		opts := solvertest.Options(t, names...)
		opts.Engine, opts.Audit = catalogue.EngineAuto, audit
		solvertest.Run(t, db, solvertest.Givens(gridtest.Minimal(rng), gridtest.Minimal(rng), gridtest.Several(rng),
			gridtest.Contradictory(rng)), false, opts)
	}
	gridtest.Must(t, db.Select(&steps, `SELECT steps FROM puzzle ORDER BY puzzle_id`))
	return path, steps
}

// TestEveryAuditLevel requests every page and answer about puzzles, from databases with each audit level. They must say
// what the run did not store.
func TestEveryAuditLevel(t *testing.T) {
	t.Parallel()
	levels := []setdoku.Audit{setdoku.AuditSteps}
	if gridtest.Full() {
		levels = append(levels, setdoku.AuditFull, setdoku.AuditNone)
	}
	for _, audit := range levels {
		path, steps := auditDatabase(t, audit)
		server := newServer(t, path, web.Options{}).URL
		lost := map[bool]bool{} // by whether it is the API
		ask := func(want, address string) {
			t.Helper()
			status, body := get(t, server+address)
			if !strings.Contains(want, fmt.Sprint(status)) {
				t.Errorf("%s, %s: status %d, want %s\n%.500s", audit, address, status, want, body)
			}
			api := strings.HasPrefix(address, "/api")
			lost[api] = lost[api] || strings.Contains(body, "he run did not store")
		}
		for i, n := range steps {
			page := fmt.Sprint("/puzzles/", i+1)
			for step := range n + 1 {
				if step > gridtest.Size(1, 8) && step < n-1 {
					continue
				}
				ask("200", fmt.Sprint(page, "?step=", step))
				ask("200", fmt.Sprint(page, "/picture.svg?step=", step))
				ask("200", fmt.Sprint("/api", page, "?step=", step))
				if step > 0 {
					ask("200 404", fmt.Sprint("/api", page, "/steps/", step))
				}
			}
			ask("200", "/api"+page+"/steps")
			ask("404", fmt.Sprint("/api", page, "/steps/", n+1))
			for _, level := range []string{"where", "what", "why"} {
				ask("200 409", page+"?hint="+level)
				ask("200 409", "/api"+page+"/hint?level="+level)
			}
		}
		for _, page := range []string{"/", "/techniques/hidden_single", "/api/puzzles", "/api/puzzles.csv", "/api/facets",
			"/api/techniques/pointing"} {
			ask("200", page)
		}
		if want := audit != setdoku.AuditFull; lost[false] != want || lost[true] != want {
			t.Errorf("%s: pages and API say that something was not stored: %v", audit, lost)
		}
		if audit == setdoku.AuditSteps {
			check(t, server, []request{{"/puzzles/1?path=needed", "", 409, "what was needed is unknown"},
				{"/puzzles/1/proof.lrat", "", 409, "there is no proof"}})
		}
	}
}

// TestHintOfGrid sends a puzzle that is stored without steps: the hint is that of its page, a read-only server gives it
// too, and the collection stays as it is. What is not one puzzle is refused.
func TestHintOfGrid(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	puzzle := decode[struct{ State string }](t, fetch(t, server+"/api/puzzles/11", 200)).State
	const hint = "POST /api/puzzles/hint"
	for _, level := range []string{"", "?level=where", "?level=what", "?level=why"} {
		check(t, server, []request{{hint + level, puzzle, 200, fetch(t, server+"/api/puzzles/11/hint"+level, 200)}})
	}
	check(t, server, []request{
		{hint + "?level=what&variant=4x4", "1..........2.3..", 200, ""},
		{hint, "", 400, "no puzzle"},
		{hint, "12", 400, "no puzzle yet"},
		{hint, puzzle + "\n" + puzzle, 400, "has 2 puzzles, want one"},
		{"/api/query?q=SELECT+COUNT(*)+FROM+puzzle", "", 200, "[[12]]"},
	})
}

// TestElsewhere finds the puzzle of a game as text and as addresses of other sites, with 0 for an empty cell. An
// address of this site fills in the form with a puzzle.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	server := gameServer(t)
	p := newGame(t, server, 4)
	digits := strings.ReplaceAll(p.state.Givens, ".", "0")
	for _, path := range []string{"/games/" + p.game, "/puzzles/4"} {
		for _, want := range []string{`id="givens">` + p.state.Givens + "<", `data-copy="givens"`,
			`href="https://www.sudokuwiki.org/sudoku.htm?bd=` + digits + `"`,
			`href="https://sudokuexchange.com/play/?s=` + digits + `"`} {
			check(t, server, []request{{path, "", 200, want}})
		}
	}
	check(t, server, []request{{"/solve?puzzle=" + url.QueryEscape("<a puzzle> & 12\n34"), "", 200,
		"\n&lt;a puzzle&gt; &amp; 12\n34</textarea>"}})
}

// TestPatternsOfStep requires that the picture of each pattern of a step has the effect that the page names, which is
// another one for each.
func TestPatternsOfStep(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	id, step := severalPatterns(t, server)
	effect, link := regexp.MustCompile(`<p class="effect">(.*?)</p>`), regexp.MustCompile(`<[^>]*>`)
	seen := map[string]bool{}
	for pattern := 1; pattern <= 3; pattern++ {
		query := fmt.Sprintf("?step=%d&pattern=%d", step, pattern)
		m := effect.FindStringSubmatch(fetch(t, fmt.Sprintf("%s/puzzles/%d%s", server, id, query), 200))
		names := regexp.MustCompile(`r\dc\d(<>|=)\d`).FindAllString(html.UnescapeString(link.ReplaceAllString(m[1], "")), -1)
		svg := html.UnescapeString(fetch(t, fmt.Sprintf("%s/puzzles/%d/picture.svg%s", server, id, query), 200))
		if text := strings.Join(names, " "); len(names) == 0 || !strings.Contains(svg, ": "+text+".") || seen[text] {
			t.Errorf("pattern %d: %s, %.600s", pattern, m[0], svg)
		} else {
			seen[text] = true
		}
	}
	fetch(t, fmt.Sprintf("%s/puzzles/%d?step=%d&pattern=99", server, id, step), 404)
}

// severalPatterns returns a step with at least three patterns.
func severalPatterns(t *testing.T, server string) (id, step int) {
	t.Helper()
	rows := ask(t, server, `SELECT puzzle_id, step FROM evidence GROUP BY puzzle_id,
			step HAVING COUNT(DISTINCT pattern) > 2 ORDER BY puzzle_id, step LIMIT 1`)
	if len(rows) == 0 {
		t.Fatal("no step has three patterns")
	}
	return int(rows[0][0].(float64)), int(rows[0][1].(float64))
}
