package docs

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
	"setdoku/store"
)

var (
	update = flag.Bool("update", false, "write docs/techniques.md and docs/pictures")
	search = flag.Bool("search", false, "look for examples of techniques that have none and write testdata/examples.txt")
)

const (
	pageFile      = "techniques.md"
	pictureFolder = "pictures"
	exampleFile   = "../testdata/examples.txt"
)

// TestDocs compares docs/techniques.md and its pictures with what the statements and examples make, and checks what
// each picture shows.
func TestDocs(t *testing.T) {
	if *search {
		searchExamples(t)
	}
	if !*update {
		gridtest.Long(t, "the statement of every technique")
	}
	examples, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := makePage(t.Context(), string(examples))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{pageFile: docs.Page}
	for _, e := range docs.Examples {
		files[filepath.Join(pictureFolder, e.Technique+".svg")] = e.SVG
		t.Run(e.Technique, func(t *testing.T) { checkPicture(t, e) })
	}
	if *update {
		if err := os.MkdirAll(pictureFolder, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range files {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, text) {
			t.Errorf("%s is stale: go test ./docs -update", name)
		}
	}
	kept, err := filepath.Glob(filepath.Join(pictureFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range kept {
		if files[name] == nil {
			t.Errorf("%s is the picture of no technique", name)
		}
	}
}

// searchExamples finds a state for every technique that has none. It takes random puzzles. After a while it also
// removes some wrong candidates from them, because a rare technique then occurs more often.
func searchExamples(t *testing.T) {
	t.Helper()
	db, err := store.OpenTemp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	old, _ := os.ReadFile(exampleFile)
	states, err := readExamples(string(old))
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(70)
	for round := 0; round < 20_000 && len(states) < len(all); round++ {
		p := gridtest.Minimal(rng)
		if round%5 == 4 {
			p = gridtest.WithClues(rng, 50)
		}
		for n, technique := range all {
			if _, known := states[technique.Name]; known {
				continue
			}
			if round > 500 {
				n = min(n, 16) // look for rare techniques in more positions
			}
			s, ok := positionBefore(t, all[:n], p)
			if !ok {
				continue // solved before
			}
			if round > 500 {
				cross(rng, &s, p)
			}
			if finds(t, technique, s) {
				states[technique.Name] = s
			}
		}
	}
	var text strings.Builder
	for _, technique := range all {
		if s, ok := states[technique.Name]; ok {
			fmt.Fprintf(&text, "%s %s\n", technique.Name, format.Short(s))
		} else {
			t.Errorf("no example of %s", technique.Name)
		}
	}
	if err := os.WriteFile(exampleFile, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// cross removes wrong candidates from a state at random, in some rounds more of them.
func cross(rng *rand.Rand, s *setdoku.State, givens setdoku.Grid) {
	solution, _ := solutions.Solve(givens)
	one, heavy := 2+rng.IntN(4), rng.IntN(2) == 0
	for i, m := range s.Candidates() {
		for rest := m &^ setdoku.SetOf(solution[i]); rest != 0; rest &= rest - 1 {
			if (rng.IntN(one) == 0) != heavy {
				s.Deleted[i] |= setdoku.SetOf(rest.Lowest())
			}
		}
	}
}

// inMemory returns the techniques of a catalogue that the engine in memory has.
func inMemory(list catalogue.Catalogue) (out []memory.Technique) {
	for _, t := range list {
		if in, has := memory.Of(t); has {
			out = append(out, in)
		}
	}
	return out
}

// positionBefore returns the state of a puzzle in which easier techniques find nothing more. It returns false if they
// solve it.
func positionBefore(t *testing.T, easier catalogue.Catalogue, p setdoku.Grid) (setdoku.State, bool) {
	t.Helper()
	logic, err := memory.NewLogic(inMemory(easier), false)
	if err != nil {
		t.Fatal(err)
	}
	o := logic.Solve(&memory.Start{Digits: p})
	return setdoku.State{Givens: p}.Reached(o.Digits, &o.Candidates), o.Status == setdoku.StatusStuck
}

// finds reports whether a technique finds something in a state. It uses the engine in memory.
func finds(t *testing.T, technique setdoku.Technique, s setdoku.State) bool {
	t.Helper()
	list := inMemory(catalogue.Catalogue{technique})
	if len(list) == 0 {
		return false
	}
	logic, err := memory.NewLogic(list, true)
	if err != nil {
		t.Fatal(err)
	}
	marks := s.Candidates()
	o := logic.Solve(&memory.Start{Digits: s.Filled(), Givens: &s.Givens, Candidates: &marks})
	return len(o.StepRows) > 0
}
