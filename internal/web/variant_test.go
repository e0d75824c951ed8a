package web_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
	"setdoku/store"
)

// variantPuzzles are puzzles with one solution, one of each kind of board.
var variantPuzzles = []string{
	"x 7....4....2.8.....461.........3...9.......5....69...2...8............6..2....5.7.",
	"windoku ...3.5..8.....7......86......1....9......16..7............8.72...8.......6.1.2...",
	"anti-knight 3.1...67....4..9..4....................................2...6.1...9......8....2...",
	"6x6 3.4......1......15..6....3..24..2...",
	"112223333111122233114422335144462535444666555774686595776688995776889999777888899 " +
		".7......6..8.6.............28.....9...6.5...........4....2........13....9.3....72",
	"4x4 ....1..3..4....1",
}

// variantDatabase makes a database of variantPuzzles, which are solved, and of the 6x6 without its first given, which
// is new and has several solutions.
func variantDatabase(t *testing.T) string {
	t.Helper()
	return copyOf(t, "variants", func(path string) {
		db, err := store.Create(t.Context(), path)
		gridtest.Must(t, err)
		solvertest.Run(t, db, solvertest.Puzzles(t, "made.txt", strings.Join(variantPuzzles, "\n")), false, allTechniques(t))
		solvertest.Import(t, db, solvertest.Puzzles(t, "made.txt", strings.Replace(variantPuzzles[3], "3", ".", 1)))
		gridtest.Must(t, db.Close())
	})
}

// TestVariantPages asks for each page and answer about a puzzle of each kind of board.
func TestVariantPages(t *testing.T) {
	gridtest.Nightly(t, "every page of every variant")
	t.Parallel()
	server := newServer(t, variantDatabase(t), web.Options{}).URL
	type puzzle struct {
		Variant, Givens, Solution, Grid string
		Candidates                      []string
		Steps                           int
	}
	for k, line := range variantPuzzles {
		if k%gridtest.Size(4, 1) != 0 {
			continue
		}
		name, givens, _ := strings.Cut(line, " ")
		at := fmt.Sprintf("/puzzles/%d", k+1)
		p := decode[puzzle](t, fetch(t, server+"/api"+at, http.StatusOK))
		if p.Variant != name || p.Givens != givens || len(p.Solution) != len(givens) || p.Grid != p.Solution ||
			len(p.Candidates) != len(givens) {
			t.Errorf("%s: %+v", name, p)
		}
		for step := 0; step <= p.Steps; step += 4 {
			fetch(t, fmt.Sprintf("%s%s?step=%d", server, at, step), http.StatusOK)
		}
		for _, path := range []string{
			at + "?path=needed&step=2", at + "?step=1&view=after&digit=2", at + "/picture.svg?step=1",
			at + "/finds?after=0", at + "/solutions", at + "/proof.cnf", at + "/proof.lrat", at + "/proof.tsv",
			"/api" + at + "/steps", "/api" + at + "/steps/1", "/api" + at + "/finds?after=1",
			"/api" + at + "/solutions",
		} {
			fetch(t, server+path, http.StatusOK)
		}
		page := fetch(t, server+at, http.StatusOK)
		if !strings.Contains(page, "not comparable with classic") || !strings.Contains(page, givens) {
			t.Errorf("%s: the page has neither the remark nor the givens", name)
		}
	}
	new := fmt.Sprintf("/puzzles/%d", len(variantPuzzles)+1)
	for _, level := range []string{"where", "what", "why"} {
		fetch(t, server+new+"?hint="+level, http.StatusOK)
		fetch(t, server+"/api"+new+"/hint?level="+level, http.StatusOK)
	}
	for _, form := range []string{"do=take&after=0&technique=hidden_single&number=1", "do=step", "do=solve"} {
		check(t, server, []request{{"POST " + new, form, 303, ""}})
	}
	if page := fetch(t, server+new+"/solutions", 200); strings.Count(page, `class="line"`)%6 != 0 ||
		!strings.Contains(page, "differs") {
		t.Errorf("the solutions are not boards of six rows: %.2000s", page)
	}

	// The list shows the boards next to the levels, selects by them, and names them in its files.
	for _, want := range []string{"<h2>Board</h2>", "Jigsaw 9x9", `value="Windoku"`, `class="thumb"`} {
		check(t, server, []request{{"/", "", 200, want}})
	}
	for value, want := range map[string]int{"6x6": 2, "Jigsaw+9x9": 1, "x": 1, "Diagonals": 1, "classic": 0} {
		if n := strings.Count(fetch(t, server+"/api/puzzles?variant="+value, 200), `"givens"`); n != want {
			t.Errorf("variant=%s selects %d puzzles, want %d", value, n, want)
		}
		fetch(t, server+"/?variant="+value, 200)
	}
	if text := fetch(t, server+"/api/puzzles.csv?variant=6x6", 200); !strings.Contains(text, ",tags,damaged,variant\n") ||
		strings.Count(text, ",6x6\n") != 2 {
		t.Errorf("CSV: %s", text)
	}
	for _, path := range []string{"/techniques", "/techniques/hidden_single", "/techniques/pointing/exercise",
		"/games/statistics", "/sql?q=SELECT+variant+FROM+puzzle"} {
		fetch(t, server+path, 200)
	}
}

// TestClassicSaysNothing requires that pages and answers of a classic database do not mention boards.
func TestClassicSaysNothing(t *testing.T) {
	t.Parallel()
	server := gameServer(t)
	p := newGame(t, server, 1)
	for _, path := range []string{"/puzzles/1", "/api/puzzles/1", "/api/puzzles?limit=3", "/api/puzzles.json",
		"/api/puzzles.csv", "/api/facets", "/games/" + p.game, "/api/games/" + p.game} {
		body := fetch(t, server+path, http.StatusOK)
		if strings.HasPrefix(path, "/api/puzzles?") {
			body, _, _ = strings.Cut(body, `"sql"`)
		}
		if strings.Contains(strings.ToLower(body), "variant") || strings.Contains(body, "data-peers") {
			t.Errorf("%s mentions variants", path)
		}
	}
}

// TestVariantHints solves a game of each kind of board by hints only. The slowest one, anti-knight, needs hypotheses
// inside of others and is left out.
func TestVariantHints(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := newServer(t, variantDatabase(t), web.Options{}).URL
	for k, line := range variantPuzzles {
		name, givens, _ := strings.Cut(line, " ")
		if name == "anti-knight" {
			continue
		}
		p := newGame(t, server, k+1)
		if p.state.Variant != name || p.state.Givens != givens || len(p.state.Cells) != len(givens) {
			t.Errorf("%s: the game is %+v", name, p.state)
		}
		if name != "6x6" && !gridtest.Full() {
			continue
		}
		p.follow(func(p *player, _ gameHint) {
			fetch(t, server+"/games/"+p.game+"?hint=why", http.StatusOK)
		})
		next := name
		if len(name) > 16 {
			next = "jigsaw9" // another layout
		}
		check(t, server, []request{{"/games/" + p.game, "", 200, `name="variant" value="` + next + `"`}}) // of the next game
	}
	// A 6x6 has no seventh digit and no seventh row.
	check(t, server, []request{{"/puzzles/4?cell=71", "", 404, "cell=71: the board has 6 rows"},
		{"/puzzles/4?cell=66", "", 200, ""}})
	p := newGame(t, server, 4)
	for _, m := range []string{move("digit", 7, 12), move("mark", 7, 12), move("digit", 1, 71), move("digit", 1, 17)} {
		if status, body := p.post(m); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", m, status, body)
		}
	}
	p.play(move("digit", 1, 12), move("digit", 1, 22)) // another 1 in the column and the box
	check(t, server, []request{
		{"/api/games/" + p.game + "/check", "", 200, " wrong"},
		{"/games", "", 200, "6x6"},
		{"/games", "", 200, "Windoku"},
		{"/games", "", 200, "Jigsaw 9x9"},
		{"/games/statistics", "", 200, "6x6, easy"},
	})
}

// TestSolveVariants sends puzzles to the form and to the API, with the board in the form and in the text.
func TestSolveVariants(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := newServer(t, dbtest.File(t), web.Options{}).URL
	_, cells, _ := strings.Cut(variantPuzzles[3], " ")
	rows := regexp.MustCompile(`.{6}`).ReplaceAllString(cells, "$0\n")
	for _, tt := range []struct {
		variant, text, button string
		status                int
		want                  string // in the address or the body
	}{
		{"6x6", cells, "step", 303, "/puzzles/1?hint=why"},
		{"", variantPuzzles[3], "play", 303, "/games/"},
		{"6x6", rows, "play", 303, "/games/"},
		{"", strings.Join(variantPuzzles, "\n"), "", 303, "/solve/"},
		{"6x6", variantPuzzles[5], "", 400, "line 1"},
		{"6x6", "7" + cells[1:], "", 400, "a digit 1 to 6"},
		{"7x7", cells, "", 400, "want one of classic"},
	} {
		status, body, h := postPuzzles(t, server, "variant", tt.variant, "puzzles", tt.text, tt.button, "1")
		if status != tt.status || !strings.Contains(h.Get("Location")+body, tt.want) {
			t.Errorf("%+v: %d %s %.1500s", tt, status, h.Get("Location"), body)
		}
	}
	check(t, server, []request{
		{"POST /api/puzzles/check", "windoku+x+anti-knight " + strings.Repeat(".", 81), 200, `"solutions":null`},
		{"POST /api/puzzles/check?variant=6x6", rows, 200, `"variant":"6x6","grid":"` + cells},
		{"POST /api/puzzles?variant=6x6", cells, 202, ""},
	})
}

// TestPlayVariants begins new games on boards of each kind.
func TestPlayVariants(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	for _, tt := range []struct {
		form   string
		status int
		want   string // in the state of the game or in the body
	}{
		{"level=easy&variant=6x6", 303, `"variant":"6x6"`},
		{"level=medium&variant=x", 303, `"variant":"x"`},
		{"level=easy&variant=jigsaw", 303, `"variant":"1`},
		{"level=easy&variant=jigsaw6%2Bx", 303, `+x"`},
		{"level=easy&variant=classic", 303, `"puzzle_id"`},
		{"technique=hidden_single&variant=windoku", 400, "practis"},
		{"level=easy&variant=7x7", 400, "want one of"},
		{"level=extreme&variant=4x4", 400, `choose an easier level</p>`},
	} {
		status, body, h := post(t, server+"/games", tt.form)
		if at := h.Get("Location"); status == http.StatusSeeOther {
			body = fetch(t, server+"/api"+at, http.StatusOK)
			fetch(t, server+at, http.StatusOK)
		}
		if status != tt.status || !strings.Contains(body, tt.want) {
			t.Errorf("%s: %d %.1500s, want %d %s", tt.form, status, body, tt.status, tt.want)
		}
	}
	check(t, server, []request{{"/games", "", 200, `href="/games?variant=jigsaw#new"`}})
}
