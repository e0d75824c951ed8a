package picture

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

// TestSheetGolden compares a sheet of two puzzles, one with its solution.
func TestSheetGolden(t *testing.T) {
	solution, err := setdoku.ParseGrid("529876134348129657167435289695247318471368592283591476814752963952683741736914825")
	gridtest.Must(t, err)
	var out bytes.Buffer
	s, err := NewSheet(&out, SheetOptions{Title: "Two & more", PerPage: 2, Marks: true, Solutions: true})
	gridtest.Must(t, err)
	for _, e := range []Entry{{Caption: "1, <easy>", State: example(t), Solution: &solution}, {State: example(t)}} {
		gridtest.Must(t, s.Add(e))
	}
	gridtest.Must(t, s.Close())
	golden(t, "sheet.html", out.Bytes())
}

// TestSheetPages counts pages, puzzles and solutions.
func TestSheetPages(t *testing.T) {
	solution := setdoku.Grid{}
	for _, perPage := range PerPage {
		for _, puzzles := range []int{0, 1, perPage, perPage + 1, 41} {
			t.Run(fmt.Sprintf("%d of %d", perPage, puzzles), func(t *testing.T) {
				var out strings.Builder
				s, err := NewSheet(&out, SheetOptions{PerPage: perPage, Solutions: true})
				gridtest.Must(t, err)
				for range puzzles {
					gridtest.Must(t, s.Add(Entry{State: example(t), Solution: &solution}))
				}
				gridtest.Must(t, s.Close())
				pages := (puzzles + perPage - 1) / perPage
				solved := (puzzles + SolutionsPerPage - 1) / SolutionsPerPage
				for text, want := range map[string]int{
					"<section class=":    pages + solved,
					"<h1>Solutions</h1>": solved,
					"<figure>":           2 * puzzles,
					"</svg>":             2 * puzzles,
				} {
					if got := strings.Count(out.String(), text); got != want {
						t.Errorf("%s is there %d times, want %d", text, got, want)
					}
				}
			})
		}
	}
	if _, err := NewSheet(&strings.Builder{}, SheetOptions{PerPage: 10}); !errors.Is(err, ErrDiagram) {
		t.Errorf("10 puzzles a page: error %v", err)
	}
}
