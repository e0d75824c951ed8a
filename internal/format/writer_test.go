package format

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// write returns puzzles in a format.
func write(t testing.TB, f Format, puzzles ...Puzzle) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, f)
	gridtest.Must(t, err)
	for _, p := range puzzles {
		gridtest.Must(t, w.Write(p))
	}
	gridtest.Must(t, w.Close())
	return b.String()
}

// mustState parses a short form.
func mustState(t testing.TB, short string) setdoku.State {
	t.Helper()
	p, err := NewReader(strings.NewReader(short), "state").Read()
	gridtest.Must(t, err)
	return p.State
}

// goldenPuzzles are two puzzles: one with all parts of a state and a record, one with givens only.
func goldenPuzzles(t *testing.T) []Puzzle {
	return []Puzzle{
		{State: mustState(t, "2+73.8"+sample[5:]+":114 914 228"), Name: `#1 "a, b" & <c>`, Solution: filled,
			Library: &LibraryLine{Code: "0100", Variant: "1", Digits: "9",
				Eliminations: []setdoku.Candidate{{Cell: 19, Digit: 9}}, Extra: "4"}},
		{State: mustState(t, sample)},
	}
}

// TestGolden compares each format with its golden file, which a person can review, and reads the file back.
func TestGolden(t *testing.T) {
	puzzles := goldenPuzzles(t)
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			name := filepath.Join("testdata", string(f)+".golden")
			got := write(t, f, puzzles...)
			if *update {
				gridtest.Must(t, os.WriteFile(name, []byte(got), 0o644))
			}
			want, err := os.ReadFile(name)
			gridtest.Must(t, err)
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if back := readLines(got); len(back) != 2 {
				t.Errorf("read back: %q", back)
			}
		})
	}
}

func TestWriterErrors(t *testing.T) {
	if _, err := NewWriter(&bytes.Buffer{}, "doc"); err == nil ||
		!strings.Contains(err.Error(), `unknown format "doc", want one of 81, sdm, sdk,`) {
		t.Errorf("unknown format: got %v", err)
	}
	full := errors.New("disk full")
	w, err := NewWriter(failing{full}, SDM)
	gridtest.Must(t, err)
	if err := w.Write(Puzzle{}); err != nil {
		t.Errorf("first puzzle, which is buffered: %v", err)
	}
	if err := w.Close(); !errors.Is(err, full) {
		t.Errorf("close: got %v, want the write error", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestRefusedBySDX checks that a refused puzzle writes nothing.
func TestRefusedBySDX(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, SDX)
	gridtest.Must(t, err)
	const single = "write sdx: r1c2 has the single candidate 7, which would read as a given"
	if err := w.Write(Puzzle{State: mustState(t, sample+":512")}); err == nil || err.Error() != single {
		t.Errorf("got %v, want %s", err, single)
	}
	const givens = "write sdx: no cell has candidates, which would read as a grid of givens"
	if err := w.Write(Puzzle{State: mustState(t, "2."+filled[2:]+":712")}); err == nil || err.Error() != givens {
		t.Errorf("got %v, want %s", err, givens)
	}
	if err := w.Close(); err != nil || b.Len() != 0 {
		t.Errorf("%d bytes written, error %v", b.Len(), err)
	}
}

// TestNamesStayOnOneLine checks that a name cannot break out of its record.
func TestNamesStayOnOneLine(t *testing.T) {
	for _, f := range []Format{Line81, SDK, CSV, OpenSudoku} {
		out := write(t, f, Puzzle{State: mustState(t, sample), Name: " a\r\n" + filled[:16] + "\x00\xff\n"})
		p, err := NewReader(strings.NewReader(out), "f").Read()
		if want := "a  " + filled[:16] + " \uFFFD"; err != nil || p.Name != want || Short(p.State) != sample {
			t.Errorf("%s: name %q, error %v, want %q", f, p.Name, err, want)
		}
		const parts = "Eas 9 3 . . 2 . 1 ."
		out = write(t, f, Puzzle{State: mustState(t, sample), Name: parts})
		if p, err := NewReader(strings.NewReader(out), "f").Read(); err != nil || p.Name != parts {
			t.Errorf("%s: name %q, error %v, want %q", f, p.Name, err, parts)
		}
	}
}

// The puzzle of the tests of writing, and its solution.
const (
	sample = "2.3.8....6......7..4.2.3.865.........97.2..6..6..9..25.3...6...4...1.2...1.832.54"
	filled = "273685149685941372941273586528164793397528461164397825832456917456719238719832654"
)

// readLines reads a text and returns its puzzles as "line short-form #name =solution".
func readLines(in string) (out []string) {
	r := NewReader(strings.NewReader(in), "f")
	for {
		p, err := r.Read()
		if err != nil {
			return out
		}
		s := fmt.Sprintf("%d %s", p.Line, Short(p.State))
		if p.Name != "" {
			s += " #" + p.Name
		}
		if p.Solution != "" {
			s += " =" + p.Solution
		}
		out = append(out, s)
	}
}
