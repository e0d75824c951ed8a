package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
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
