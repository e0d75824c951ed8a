package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
	"setdoku/solver/solutions"
)

// TestPages compares docs/techniques.md with what the statements and examples make, and checks what each picture
// shows.
func TestPages(t *testing.T) {
	gridtest.Long(t, "the statement of every technique")
	inRepository(t)
	made, err := makePage(t.Context())
	gridtest.Must(t, err)
	for _, e := range made.Examples {
		t.Run(e.Technique, func(t *testing.T) { checkPicture(t, e) })
	}
	sameFiles(t, made.files(), picturesFolder)
}

// TestVariants checks that docs/variants.md shows a picture of each board of testdata/variants.txt.
func TestVariants(t *testing.T) {
	inRepository(t)
	files, err := variantPictures()
	gridtest.Must(t, err)
	sameFiles(t, files, variantsFolder)
	page, err := os.ReadFile("docs/variants.md")
	gridtest.Must(t, err)
	for name := range files {
		if !strings.Contains(string(page), "("+strings.TrimPrefix(name, "docs/")+")") {
			t.Errorf("docs/variants.md does not show %s", name)
		}
	}
}

// TestAPIPage compares docs/api.md with what internal/web makes of openapi.json.
func TestAPIPage(t *testing.T) {
	inRepository(t)
	sameFiles(t, map[string][]byte{apiFile: []byte(web.APIMarkdown())}, apiFile)
}

// TestColumnsPage compares docs/columns.md with what the schema says. Each column has a type and a description.
func TestColumnsPage(t *testing.T) {
	inRepository(t)
	page, err := columnsPage(t.Context())
	gridtest.Must(t, err)
	sameFiles(t, map[string][]byte{columnsFile: page}, columnsFile)
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(line, "|\n"), "|")
		if len(cells) > 1 && (strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[len(cells)-1]) == "") {
			t.Errorf("no type or no description: %s", line)
		}
	}
}

// inRepository makes the folder of the module the working folder.
func inRepository(t *testing.T) { t.Chdir(gridtest.File(t)) }

// sameFiles compares pages with what the program makes. Pictures must be there. folder contains no other files.
func sameFiles(t *testing.T, files map[string][]byte, folder string) {
	t.Helper()
	for name, text := range files {
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, text) && filepath.Ext(name) != ".svg" {
			t.Errorf("%s is stale (%v): go generate ./docs", name, err)
		}
	}
	inFolder, err := filepath.Glob(folder + "/*")
	gridtest.Must(t, err)
	for _, name := range inFolder {
		if files[filepath.ToSlash(name)] == nil {
			t.Errorf("%s is not made any more", name)
		}
	}
}

// TestLessons requires three lessons of every technique. In each the technique is the next step, the puzzle has one
// solution, and each lesson is harder than the one before.
func TestLessons(t *testing.T) {
	all := solvertest.Catalogue(t)
	for _, technique := range all {
		list := docs.Lessons(technique.Name)
		if len(list) != 3 {
			t.Errorf("%s has %d lessons, want 3", technique.Name, len(list))
		}
		var last difficulty
		for k, l := range list {
			state := solvertest.Puzzles(t, "lesson", l.State+"\n")[0].State
			solution, n, _ := solutions.Solve(t.Context(), state.Givens)
			if n != 1 {
				t.Errorf("%s, lesson %d: %d solutions", technique.Name, k+1, n)
			}
			for i, m := range state.Candidates() {
				if state.Filled()[i] == 0 && !m.Has(solution[i]) {
					t.Errorf("%s, lesson %d: the solution is crossed out in %s", technique.Name, k+1, setdoku.CellAt(i))
				}
			}
			path, err := pathWithout(t.Context(), all, l.Without, state, true)
			gridtest.Must(t, err)
			if len(path.Steps) == 0 || path.Steps[0].Rule != technique.Name {
				t.Errorf("%s, lesson %d: the next step is another: %v", technique.Name, k+1, path.Steps)
				continue
			}
			if !teaches(state, path.Steps[0]) {
				t.Errorf("%s, lesson %d: no deduction shows what the technique adds", technique.Name, k+1)
			}
			d := measureDifficulty(state, path.Steps[0])
			if k > 0 && d.compare(last) <= 0 {
				t.Errorf("%s, lesson %d: %v is not harder than %v", technique.Name, k+1, d, last)
			}
			last = d
		}
	}
}
