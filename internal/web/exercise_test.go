//go:build browser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/web"
)

// TestExercise does the exercise of every technique: the answer is right, a part of it is not enough, and another
// candidate is wrong.
func TestExercise(t *testing.T) {
	gridtest.Long(t, "a whole game")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{ReadOnly: true}).URL
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for i, technique := range all {
		if i%gridtest.Size(7, 1) != 0 {
			continue
		}
		l := docs.Lessons(technique.Name)[i%3]
		address := fmt.Sprintf("%s/techniques/%s/exercise?example=%d", server, technique.Name, i%3+1)
		read, err := format.NewReader(strings.NewReader(l.State+"\n"), "lesson").Read()
		if err != nil {
			t.Fatal(err)
		}
		f, err := memory.NewPathfinder(all,
			memory.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true})
		if err != nil {
			t.Fatal(err)
		}
		path, err := f.Find(t.Context(), read.State)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		proved := make(map[setdoku.Candidate]bool)
		var right string
		for _, d := range path.Steps[0].Deductions {
			for _, c := range append(d.Placements, d.Eliminations...) {
				proved[c] = true
				right += fmt.Sprintf("&c=%d%d", c.Cell, c.Digit)
			}
		}
		wrong := ""
		marks := read.State.Candidates()
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
	for path, want := range map[string]int{"x_wing/exercise?example=9": 404, "unheard_of/exercise": 404,
		"x_wing/exercise?example=1&c=900": 400, "x_wing/exercise?puzzle=1&step=1": 404} {
		if status, _ := get(t, server+"/techniques/"+path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

// TestExerciseFromCollection requires that an exercise comes from a puzzle of the collection if one has a step of the
// technique, and otherwise is a lesson, and that the rows of the step are the answer.
func TestExerciseFromCollection(t *testing.T) {
	t.Parallel()
	path := newDatabase(t, 12)
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	server := newServer(t, path, web.Options{}).URL
	for technique, want := range map[string]string{"hidden_single": "?puzzle=", "nested_forcing_2": "?example="} {
		response, err := http.Get(server + "/techniques/" + technique + "/exercise")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		at := response.Request.URL
		if response.StatusCode != http.StatusOK || !strings.HasPrefix("?"+at.RawQuery, want) {
			t.Errorf("%s: %d at %s, want %s", technique, response.StatusCode, at, want)
		}
		if technique != "hidden_single" {
			continue
		}
		var cells []string
		if err := db.SelectContext(t.Context(), &cells,
			`SELECT cell * 10 + digit FROM cell WHERE puzzle_id = ? AND step = ?`, at.Query().Get("puzzle"),
			at.Query().Get("step")); err != nil {
			t.Fatal(err)
		}
		if _, page := get(t, server+at.RequestURI()+"&do=check&"+
			url.Values{"c": cells}.Encode()); !strings.Contains(page, "Right, and that is all") {
			t.Errorf("%s: %v are not right: %.2000s", at, cells, page)
		}
	}
}

// TestExerciseByTouch does an exercise on a phone without scripts: it enlarges a cell, chooses its candidates and
// checks.
func TestExerciseByTouch(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 4), web.Options{}).URL}
	b.do("switch scripts off", emulate(emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.window(390, "light")
	b.open("/techniques/x_wing/exercise?example=1")
	for _, c := range answer(t, b, "/techniques/x_wing/exercise?example=1&do=answer") {
		b.do("enlarge", chromedp.Click(chromedp.CSS(fmt.Sprintf(`input[aria-label="Enlarge row %c, column %c"]`, c[1], c[3]))))
		if small := b.value(`(() => { const r = document.querySelector("input[type=radio]:checked + .marks label").getBoundingClientRect(); return String(Math.min(r.width, r.height)) })()`); small < "44" {
			t.Errorf("a candidate is %s pixels wide or high", small)
		}
		b.fits("an enlarged cell")
		b.screenshot("exercise-touch-" + c[:4] + ".jpg")
		b.do("choose", chromedp.Click(chromedp.CSS(fmt.Sprintf(`input[aria-label="%c in row %c, column %c"]`, c[6], c[1], c[3]))))
	}
	b.do("check", chromedp.Click(chromedp.CSS(`button[value="check"]`)))
	b.shows(".verdict", "Right")
}

// answer reads the eliminations that the answer of an exercise names, such as r4c5<>7.
func answer(t *testing.T, b tab, path string) (list []string) {
	t.Helper()
	_, page := get(t, b.server+path)
	for _, m := range regexp.MustCompile(`Eliminated:((?: r\dc\d&lt;&gt;\d)+)`).FindAllStringSubmatch(page, 1) {
		list = append(list, strings.Fields(strings.ReplaceAll(m[1], "&lt;&gt;", "<>"))...)
	}
	if len(list) == 0 {
		t.Fatalf("%s: no answer", path)
	}
	return list
}

// TestForcingPage opens the argument of a step of nested forcing: every step has its reason, and a refutation inside
// opens and is drawn.
func TestForcingPage(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, copyOf(t, "forcing", forcingDatabase), web.Options{}).URL}
	_, page := get(t, b.server+"/api/puzzles/1/steps")
	m := regexp.MustCompile(`"step":\s*(\d+),\s*"rule":\s*"nested_forcing"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no step of forcing: %.1000s", page)
	}
	address := ""
	for pattern := 1; pattern <= 100 && address == ""; pattern++ {
		try := fmt.Sprintf("/puzzles/1?step=%s&pattern=%d", m[1], pattern)
		if status, page := get(t, b.server+try); status == http.StatusOK &&
			strings.Count(page, "<ol><li><details") > 1 {
			address = try
		}
	}
	for _, width := range []int64{390, 1280} {
		b.window(width, "light")
		b.open(address)
		refutation := `.argument li > details:has(.argument ol)`
		b.until(`document.querySelector("` + refutation + `") !== null`)
		b.do("open a refutation", chromedp.Click(chromedp.CSS(refutation+` > summary`)))
		b.until(`document.querySelector("` + refutation + ` .argument ol").checkVisibility()`)
		b.do("open a reason", chromedp.Click(chromedp.CSS(refutation+` .argument li summary`)))
		b.until(`/^(No other|Row|Column|Box|All)/.test(document.querySelector("` + refutation +
			` .argument li p").innerText)`)
		b.click(refutation + ` .argument > p a`)
		b.until(`document.querySelector("` + refutation + `").open && document.querySelector("` + refutation +
			` .argument > p").innerText.includes("The picture shows this")`)
		b.until(`[...document.querySelectorAll(".words")].every(e => e.scrollHeight <= e.clientHeight + 1)`)
		b.fits(fmt.Sprint("forcing, ", width))
		b.screenshot(fmt.Sprintf("forcing-page-%d.jpg", width))
	}
	status, page := get(t, b.server+address+"&branch=x")
	if status != http.StatusBadRequest {
		t.Errorf("branch=x: %d, %.300s", status, page)
	}
}

// forcingDatabase solves a puzzle in which no forcing but the nested one finds anything at some step.
func forcingDatabase(path string) {
	ctx := context.Background()
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	db, err := database.Open(ctx, path)
	must(err)
	defer db.Close()
	all, err := catalogue.BuiltIn()
	must(err)
	selected, err := all.Select([]string{"singles", "intersections", "subsets", "forcing", "forcing_verity",
		"forcing_plus", "nested_forcing"}, nil)
	must(err)
	givens, err := setdoku.ParseGrid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	must(err)
	b, err := batch.NewBatch(ctx, db, memory.Options{Techniques: selected, Engine: memory.EngineAuto,
		Audit: setdoku.AuditFull, Jobs: 1},
		record.Run{Version: "test"})
	must(err)
	_, err = b.Solve(ctx, []format.Puzzle{{State: setdoku.State{Givens: givens}}})
	must(err)
	must(b.Close(ctx))
}
