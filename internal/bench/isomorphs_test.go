package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

func TestIsomorphs(t *testing.T) {
	measures, differing, err := Isomorphs(t.Context(), IsomorphOptions{Files: []string{"../../testdata/sample.sdm"}, Puzzles: 5, Isomorphs: 6})
	if err != nil {
		t.Fatal(err)
	}
	want := Measure{"sample.sdm", 0, "puzzles differ", "0", "of 5, 6 isomorphs of each"}
	if len(measures) != 1 || measures[0] != want || len(differing) > 0 {
		t.Errorf("got %v and %v, want %v", measures, differing, want)
	}
	dir := t.TempDir()
	for _, name := range isomorphLists[1:] {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = Isomorphs(t.Context(), IsomorphOptions{Data: dir, Puzzles: 1, Isomorphs: 1})
	if err == nil || !strings.Contains(err.Error(), isomorphLists[0]) {
		t.Errorf("without %s: %v", isomorphLists[0], err)
	}
}

// TestUnevenFindsWhatDiffers rates puzzles by their givens. A puzzle counts once, however many isomorphs differ.
func TestUnevenFindsWhatDiffers(t *testing.T) {
	list, err := readList("../../testdata", "sample.sdm", 28)
	if err != nil {
		t.Fatal(err)
	}
	even := list[3].State.Givens
	byLook := func(_ context.Context, puzzles []format.Puzzle) ([]store.Result, error) {
		ratings := make([]store.Result, len(puzzles))
		for i, p := range puzzles {
			ratings[i].Givens = p.State.Givens.String()
			if gridtest.Clues(p.State.Givens) != gridtest.Clues(even) {
				ratings[i].Uses = []setdoku.Use{{Technique: "full_house", Steps: strings.Count(ratings[i].Givens[:27], ".")}}
			}
		}
		return ratings, nil
	}
	wanted := 0
	for _, p := range list {
		if gridtest.Clues(p.State.Givens) != gridtest.Clues(even) {
			wanted++
		}
	}
	differing, err := uneven(t.Context(), byLook, list, 20, gridtest.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if len(differing) != wanted || wanted == 0 || wanted == len(list) {
		t.Errorf("%d of %d differ, want %d", len(differing), len(list), wanted)
	}
}
