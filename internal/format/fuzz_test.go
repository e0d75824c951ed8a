package format

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"setdoku"
)

// FuzzReader checks that reading ends for any input, that every accepted state is valid, that a
// library line preserves it, and that the positions of an error are in the text or directly after a line.
func FuzzReader(f *testing.F) {
	golden, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(golden) == 0 {
		f.Fatalf("no golden files: %v", err)
	}
	for _, name := range golden {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	rows := sample[:9] + "\n" + sample[9:18] + "\n" + sample[18:]
	for _, s := range []string{sample, sample + " c\r\n" + filled, rows, strings.ReplaceAll(sample, ".", " "),
		"quizzes,solutions\n" + sample + "," + filled, "a1 " + sample + " 1", "---------\n",
		strings.Repeat("u23456789\n", 9), "#Dx\n[Puzzle]\n" + rows, "[State]\n" + rows, "\ufeff" + sample, "#A0", "1,2,,3\n+4|:5",
		"22" + sample[2:], ":0:x:" + sample + ":111:222:333:4", "4j:3o,b_d_ca_x____aa", "#DEas 9 3 . . 2 . 1 .\n" + rows, "SumoCueV1=17J0", "{\"a\": [\n[5,null"} {
		f.Add(s)
	}
	page, err := os.ReadFile("../../docs/file-formats.md")
	if err != nil {
		f.Fatal(err)
	}
	for example := range strings.SplitSeq(string(page), "\n\n") {
		if strings.HasPrefix(example, "    ") {
			f.Add(strings.TrimPrefix(strings.ReplaceAll(example, "\n    ", "\n"), "    "))
		}
	}
	f.Fuzz(func(t *testing.T, in string) {
		r := NewReader(strings.NewReader(in), "f")
		readAll(t, r, in)
	})
}

// readAll reads an input to its end.
func readAll(t *testing.T, r *Reader, in string) {
	lines := strings.Count(in, "\n") + strings.Count(in, "\r") + 1
	last := 0
	for range len(in) + 2 {
		p, err := r.Read()
		if bad, ok := errors.AsType[*LineError](err); ok {
			if bad.Line < 1 || bad.Line > lines || bad.Err == nil {
				t.Fatalf("error without place or reason: %+v", bad)
			}
			for _, s := range bad.Positions() {
				if s.Line < 1 || s.Line > lines || s.Column < 1 || s.Length < 0 {
					t.Fatalf("%v: position %+v", bad, s)
				}
			}
			continue
		}
		if err != nil {
			return
		}
		checkAccepted(t, p)
		if p.Line < last {
			t.Fatalf("line %d after line %d", p.Line, last)
		}
		last = p.Line
	}
	t.Fatal("no end")
}

// checkAccepted checks the promises of Reader for a puzzle.
func checkAccepted(t *testing.T, p Puzzle) {
	t.Helper()
	if err := p.State.Check(); err != nil {
		t.Fatalf("%s: %v", Short(p.State), err)
	}
	free := setdoku.State{Variant: p.State.Variant, Givens: p.State.Givens, Placed: p.State.Placed}
	for i, m := range free.Candidates() {
		if p.State.Deleted[i]&^m != 0 || p.State.Givens[i] != 0 && p.State.Placed[i] != 0 {
			t.Fatalf("%s: deleted or placed what was not a candidate in %s", Short(p.State), setdoku.CellAt(i))
		}
	}
	for _, s := range []string{p.Name, p.Solution} {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\r\n\x00") {
			t.Fatalf("%q is not one line of text", s)
		}
	}
	if p.State.Variant != nil {
		got, err := NewReader(strings.NewReader(Short(p.State)), "f").Read()
		if err != nil || Short(got.State) != Short(p.State) {
			t.Fatalf("%s: read back as %s, %v", Short(p.State), Short(got.State), err)
		}
		return
	}
	checkRoundTrip(t, Library, p)
	if len(p.Name) > 20 {
		p.Name = "" // in a line it would look like a puzzle
	}
	for _, f := range Formats() {
		checkRoundTrip(t, f, Puzzle{State: p.State, Name: p.Name, Solution: p.Solution})
	}
}
