package format_test

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
)

// TestReaderInPieces checks that the pieces of a stream do not affect the result.
func TestReaderInPieces(t *testing.T) {
	for _, e := range append(examples(), pageExamples(t)...) {
		want := read(e.text)
		var got []string
		r := format.NewReader(iotest.OneByteReader(strings.NewReader(e.text)), "text")
		for p, err := r.Read(); err == nil; p, err = r.Read() {
			got = append(got, format.Short(p.State))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", e.name, got, want)
		}
	}
}

// TestReadError checks that a read error ends the text behind the puzzles before it.
func TestReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	r := format.NewReader(io.MultiReader(strings.NewReader(puzzle+"\n"+puzzle[:5]), iotest.ErrReader(broken)), "f")
	if _, err := r.Read(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(); !errors.Is(err, broken) || err.Error() != "f line 2: read: disk on fire" {
		t.Errorf("got %v", err)
	}
}

// endless repeats a text.
type endless string

func (e endless) Read(b []byte) (n int, err error) {
	for n+len(e) <= len(b) {
		n += copy(b[n:], e)
	}
	return max(n, copy(b, e)), nil
}

// TestBlocks reads rows without empty lines between their grids, with a number above them, and with a row too few or
// too many: no puzzle is cut from two, and the error says how many lines are not read.
func TestBlocks(t *testing.T) {
	rows := strings.Join(rowsOf(puzzle, 9), "\n") + "\n"
	for _, text := range []string{rows + rows, "2\n" + rows + rows, "1\n" + rows + "2\n" + rows} {
		if got := read(text); !slices.Equal(got, []string{puzzle, puzzle}) {
			t.Errorf("got %q of\n%s", got, text)
		}
	}
	for _, text := range []string{rows[10:] + rows + rows, rows + rows[10:] + rows, rows + "9........\n" + rows} {
		if got := read(text); len(got) != 1 || !strings.Contains(got[0], "expected a multiple of 9 rows, got") {
			t.Errorf("got %q of\n%s", got, text)
		}
	}
	for text, rest := range map[string]string{rows[1:] + rows: "9 lines", rows + rows + rows[1:] + rows + rows[:10]: "10 lines"} {
		got := read(text)
		if last := got[len(got)-1]; !strings.HasSuffix(last, "expected 9 cells, got 8; the rest of these rows is not read: "+rest) {
			t.Errorf("got %q of\n%s", got, text)
		}
	}
}

// TestBoundedMemory reads long lists, and checks that the memory does not grow with their length.
func TestBoundedMemory(t *testing.T) {
	size := gridtest.Size(1<<20, 16<<20)
	for name, unit := range map[string]string{"lines": puzzle + "\n", "rows": strings.Join(rowsOf(puzzle, 9), "\n") + "\n",
		"one line": "5", "words": "hello\n", "an open array": "[1,\n", "a quote": "id,puzzle\n\"x\n"} {
		r := format.NewReader(io.LimitReader(endless(unit), int64(size)), "text")
		var p format.Puzzle
		var most, now runtime.MemStats
		for n := 0; ; n++ {
			err := r.Next(&p)
			if _, bad := errors.AsType[*format.LineError](err); err != nil && !bad {
				break
			}
			if n%5000 == 0 {
				runtime.GC()
				if runtime.ReadMemStats(&now); now.HeapAlloc > most.HeapAlloc {
					most = now
				}
			}
		}
		if most.HeapAlloc > 16<<20 {
			t.Errorf("%s: %d bytes in use", name, most.HeapAlloc)
		}
	}
}

// TestOmitSolutions checks that a puzzle does not wait for the line below it, and that a solution there is checked and
// left out.
func TestOmitSolutions(t *testing.T) {
	early := errors.New("read too early")
	r := format.NewReader(io.MultiReader(strings.NewReader(puzzle+"\n"), iotest.ErrReader(early)), "f")
	r.OmitSolutions()
	if p, err := r.Read(); err != nil || format.Short(p.State) != puzzle {
		t.Fatalf("got %v, %v", p, err)
	}
	wrong := strings.Replace(solved, "1", "2", 1)
	for text, want := range map[string]string{
		puzzle + "\n" + solved + "\n" + puzzle + "\n":               "puzzle puzzle",
		puzzle + " " + solved + "\n" + puzzle:                       "puzzle puzzle",
		puzzle + "\n" + wrong + "\n" + puzzle + "\n":                "puzzle error puzzle",
		puzzle + " " + wrong + "\n" + puzzle + "\n" + solved + "\n": "error puzzle",
	} {
		r := format.NewReader(strings.NewReader(text), "f")
		r.OmitSolutions()
		var got []string
		for p, err := r.Read(); err != io.EOF; p, err = r.Read() {
			switch {
			case err != nil:
				got = append(got, "error")
			case format.Short(p.State) == puzzle && (p.Solution == "" || p.Line == 1):
				got = append(got, "puzzle")
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %q, want %q of\n%s", got, want, text)
		}
	}
}
