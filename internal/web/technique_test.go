package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
	"setdoku/solver/memory"
	"setdoku/store"
)

// TestTechniqueExamples requires that the page of every technique says how to spot it and explains its three examples,
// with a picture of each, before anything else, and folds the statement.
func TestTechniqueExamples(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := readOnlyServer(t)
	all := solvertest.Catalogue(t)
	explained := regexp.MustCompile(`(?s)<h2 data-print>How to spot it</h2>\s*<p class="idea" data-print>[^<]{40,}.*<div class="words" data-print>.*<p>(<span aria-hidden="true">)?[^<]{10,}</`)
	for i, technique := range all {
		n := i%3 + 1
		status, page := get(t, fmt.Sprintf("%s/techniques/%s?example=%d", server, technique.Name, n))
		if status != 200 || !explained.MatchString(page) {
			t.Errorf("%s: %d, no explanation: %.3000s", technique.Name, status, page)
		}
		if words, fold := strings.Index(page, `class="words"`),
			strings.Index(page, `<details class="how"`); fold < words || strings.Index(page, "INSERT") < fold {
			t.Errorf("%s: the statement is not folded below the explanation", technique.Name)
		}
		if i > 0 && !strings.Contains(page, `href="/techniques/`+all[i-1].Name+`" rel="prev"`) {
			t.Errorf("%s: no link to %s", technique.Name, all[i-1].Name)
		}
		effect := regexp.MustCompile(`alt="An example of [^"]*: (r[^", ]*)`).FindStringSubmatch(page)
		status, picture := get(t, fmt.Sprintf("%s/techniques/%s/picture.svg?example=%d", server, technique.Name, n))
		if status != 200 || effect == nil || !strings.Contains(picture, effect[1]) {
			t.Errorf("%s: %d, effect %q is not in the picture: %.400s", technique.Name, status, effect, picture)
		}
	}
	if list := fetch(t, server+"/techniques", 200); strings.Count(list, `class="name"`) != len(all) ||
		strings.Count(list, "<section") != 5 {
		t.Errorf("not %d techniques in five sections: %s", len(all), list)
	}
	fetch(t, server+"/techniques/none/picture.svg", 404)
}

// TestExercise does the exercise of every technique: the answer is right, a part of it is not enough, and another
// candidate is wrong.
func TestExercise(t *testing.T) {
	gridtest.Long(t, "a whole game")
	t.Parallel()
	server := readOnlyServer(t)
	all := solvertest.Catalogue(t)
	for i, technique := range all {
		if i%gridtest.Size(7, 1) != 0 {
			continue
		}
		l := docs.Lessons(technique.Name)[i%3]
		address := fmt.Sprintf("%s/techniques/%s/exercise?example=%d", server, technique.Name, i%3+1)
		state := solvertest.Puzzles(t, "lesson", l.State+"\n")[0].State
		alone := memory.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true}
		path := solvertest.FindPath(t, all, alone, state)
		proved := make(map[setdoku.Candidate]bool)
		var right string
		for _, d := range path.Steps[0].Deductions {
			for _, c := range append(d.Placements, d.Eliminations...) {
				proved[c] = true
				right += fmt.Sprintf("&c=%d%d", c.Cell, c.Digit)
			}
		}
		wrong := ""
		marks := state.Candidates()
		for _, c := range setdoku.ListCandidates(&marks) {
			if !proved[c] {
				wrong = fmt.Sprintf("&c=%d%d", c.Cell, c.Digit)
			}
		}
		for choice, want := range map[string]string{
			right + "&do=check": "Right, and that is all", wrong + "&do=check": "not follow from",
			right + wrong + "&do=check": "right, but", "&do=check": "Choose at least one",
			"&do=where": "Look at ", "&do=answer": "The answer",
		} {
			status, page := get(t, address+choice)
			if status != http.StatusOK || !strings.Contains(page, want) {
				t.Errorf("%s: %d, want %q\n%.2000s", address+choice, status, want, page)
			}
			if strings.Contains(page, `<div class="words">`) != (choice == "&do=answer") {
				t.Errorf("%s: the answer is shown or hidden wrongly", address+choice)
			}
		}
	}
	check(t, server, []request{
		{"/techniques/x_wing/exercise?example=9", "", 404, ""},
		{"/techniques/unheard_of/exercise", "", 404, ""},
		{"/techniques/x_wing/exercise?example=1&c=900", "", 400, ""},
		{"/techniques/x_wing/exercise?puzzle=1&step=1", "", 404, ""},
	})
}

// TestExerciseFromCollection requires that an exercise comes from a puzzle of the collection if one has a step of the
// technique, and otherwise is a lesson, and that the rows of the step are the answer.
func TestExerciseFromCollection(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	for technique, want := range map[string]string{"hidden_single": "?puzzle=", "nested_forcing_2": "?example="} {
		response, err := http.Get(server + "/techniques/" + technique + "/exercise")
		gridtest.Must(t, err)
		response.Body.Close()
		at := response.Request.URL
		if response.StatusCode != http.StatusOK || !strings.HasPrefix("?"+at.RawQuery, want) {
			t.Errorf("%s: %d at %s, want %s", technique, response.StatusCode, at, want)
		}
		if technique != "hidden_single" {
			continue
		}
		right := at.RequestURI() + "&do=check"
		for _, row := range ask(t, server, `SELECT cell * 10 + digit FROM cell WHERE puzzle_id = `+
			at.Query().Get("puzzle")+` AND step = `+at.Query().Get("step")) {
			right += fmt.Sprint("&c=", row[0])
		}
		check(t, server, []request{{right, "", 200, "Right, and that is all"}})
	}
}

// TestPractice practises a technique in a game and in an exercise: the game names the deduction when the moves have
// made it, and once only; the list of techniques counts what was found without a hint.
func TestPractice(t *testing.T) {
	t.Parallel()
	target := newDatabase(t, 4)
	server := newServer(t, target, web.Options{}).URL
	id, _ := startGame(t, server, "technique=x_wing", "")
	p := &player{t: t, server: server, game: id}
	p.read()
	said := func(moves ...string) string {
		t.Helper()
		status, body := p.post(moves...)
		if status != http.StatusOK {
			t.Fatalf("%v: %d %s", moves, status, body)
		}
		p.state = decode[state](t, body)
		return decode[struct{ Said string }](t, body).Said
	}
	gridtest.Equal(t, "a color", said(move("color", 1, 11)), "")
	db, err := store.OpenReadOnly(t.Context(), target)
	gridtest.Must(t, err)
	defer db.Close()
	var start string
	gridtest.Must(t, db.Get(&start, `SELECT start FROM game WHERE game_id IN (?, ?)`, id, web.Hashed(id)))
	_, body, _ := post(t, server+"/api/puzzles/hint?level=why", start)
	var crosses []string
	for _, name := range decode[explanation](t, body).Eliminations {
		var row, column, digit int
		if _, err := fmt.Sscanf(name, "r%dc%d<>%d", &row, &column, &digit); err != nil {
			t.Fatal(name, err)
		}
		crosses = append(crosses, move("cross", digit, 10*row+column))
	}
	if len(crosses) == 0 {
		t.Fatalf("the next step eliminates nothing: %s", body)
	}
	for _, m := range crosses[1:] {
		gridtest.Equal(t, "a part of the deduction", said(m), "")
	}
	if words := said(crosses[0]); !strings.HasPrefix(words, "That is the X-Wing: r") {
		t.Errorf("the deduction is %q", words)
	}
	gridtest.Equal(t, "the deduction is said again", said(move("undo", 0), move("redo", 0), move("color", 2, 11)), "")
	exercise(t, server, "")
	for _, want := range []string{"You have found 2 of ", "✓ found 1 time, practised in 1 game</span>",
		"✓ found 1 time</span>", `Next: <a href="/techniques/full_house">`} {
		check(t, server, []request{{"/techniques", "", 200, want}})
	}
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM practice WHERE position LIKE 'game=%' AND technique = 'x_wing'
		OR position LIKE 'example=%' AND technique = 'naked_pair'`); n != 2 {
		t.Errorf("%d rows of practice, want 2", n)
	}
}

// TestPracticeOfBrowsers does an exercise on a server with several players: each browser has its own list, and one
// without a key has none.
func TestPracticeOfBrowsers(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 4)
	server := newServer(t, target, web.Options{}).URL
	keys := []string{"", "setdoku_player=ABCDEFGHIJKLMNOPQRSTUVWXYZ", "setdoku_player=BBCDEFGHIJKLMNOPQRSTUVWXYZ"}
	for _, key := range keys[:2] {
		exercise(t, server, key)
		exercise(t, server, key)
	}
	for i, key := range keys {
		_, list, _ := send(t, "GET", server+"/techniques", "", "Cookie", key)
		if got, want := strings.Contains(list, "✓ found 1 time<"), i == 1; got != want {
			t.Errorf("browser %q: the list says that it has found something: %v, want %v", key, got, want)
		}
	}
}

// exercise does an exercise of a naked pair in a browser with a cookie, right and then wrong.
func exercise(t *testing.T, server, cookie string) {
	t.Helper()
	const at = "/techniques/naked_pair/exercise?example=1"
	answer := fetch(t, server+at+"&do=answer", http.StatusOK)
	right := url.Values{}
	for _, m := range regexp.MustCompile(`r(\d)c(\d)&lt;&gt;(\d)|r(\d)c(\d)<>(\d)`).FindAllStringSubmatch(answer, -1) {
		right.Add("c", strings.Join(m[1:], ""))
	}
	_, page, _ := send(t, "GET", server+at+"&do=check&"+right.Encode(), "", "Cookie", cookie)
	if !strings.Contains(page, "Right") {
		t.Fatalf("the answer %v is not right: %s", right, page)
	}
	send(t, "GET", server+at+"&do=check&c=111", "", "Cookie", cookie)
}
