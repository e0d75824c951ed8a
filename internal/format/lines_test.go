package format

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"setdoku"
)

// TestReaderInPieces checks that the pieces of a stream do not affect the result, also of lines about the least and the
// greatest size of a buffer.
func TestReaderInPieces(t *testing.T) {
	golden, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(golden) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	texts := []string{"[easy]\n" + sample + "\n\ufeff\n", "\ufeff" + sample + "\r\n" + rowsOf(filled) + "<x>\n",
		strings.Repeat(sample+"\n", 2000)}
	for _, n := range []int{15, 16, 17, maxLine / 2, maxLine - 2, maxLine - 1, maxLine} {
		texts = append(texts, sample+"\n"+strings.Repeat("x", n)+"\n"+strings.Repeat("y", n)+"\n"+sample)
	}
	for _, name := range golden {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		want := summary(text)
		for name, r := range map[string]io.Reader{
			"byte wise":   iotest.OneByteReader(strings.NewReader(text)),
			"halves":      iotest.HalfReader(strings.NewReader(text)),
			"end at once": iotest.DataErrReader(strings.NewReader(text)),
		} {
			if got := summaryOf(NewReader(r, "f"), len(text)); !slices.Equal(got, want) {
				t.Errorf("%s: got\n  %s\nwant\n  %s", name, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		}
	}
}

// TestNextOverwrites checks that Next leaves nothing of the previous puzzle.
func TestNextOverwrites(t *testing.T) {
	text := ":0610-x:15:+" + sample + ":914:513:711:5\n" + sample + "\nid,puzzle,solution\n7," + sample + "," + filled +
		"\n"
	r := NewReader(strings.NewReader(text), "f")
	var p Puzzle
	for i, want := range []Puzzle{
		{Line: 1, Text: ":0610-x:15:+" + sample + ":914:513:711:5"},
		{Line: 2, Text: sample, State: setdoku.State{Givens: mustState(t, sample).Givens}},
		{Line: 4, Text: "7," + sample + "," + filled, Name: "7", Solution: filled,
			State: setdoku.State{Givens: mustState(t, sample).Givens}},
	} {
		if err := r.Next(&p); err != nil {
			t.Fatal(err)
		}
		want.File = "f"
		if i == 0 {
			want.State, want.Library = p.State, p.Library
		}
		if p != want {
			t.Errorf("got %+v, want %+v", p, want)
		}
	}
	if err := r.Next(&p); err != io.EOF || p != (Puzzle{}) {
		t.Errorf("at the end: %v, %+v", err, p)
	}
}
