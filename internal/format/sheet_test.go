package format

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

const one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// rows cuts 81 characters into nine lines.
func rows(cells string) string {
	var b strings.Builder
	for r := range 9 {
		b.WriteString(cells[9*r:9*r+9] + "\n")
	}
	return b.String()
}

// TestReadsAgain reads a list with faults for the second time.
func TestReadsAgain(t *testing.T) {
	text := one + "\nfault\n" + one[:80] + "\n" + one + "\n"
	s, err := ReadSheet(strings.NewReader(text), "pasted", nil)
	if err != nil || s.Puzzles != 2 || s.Bad != 1 {
		t.Fatalf("%d puzzles, %d faults, %v", s.Puzzles, s.Bad, err)
	}
	var lines []int
	for p := range s.All(strings.NewReader(text)) {
		lines = append(lines, p.Line)
	}
	gridtest.Equal(t, "again there are puzzles in the lines", lines, []int{1, 4})
}

// TestOneGrid reads a grid that only a loose layout has, for the first and the second time, and texts without a puzzle.
func TestOneGrid(t *testing.T) {
	text := strings.ReplaceAll(rows(one), ".", " ")
	s, err := ReadSheet(strings.NewReader(text), "pasted", nil)
	if err != nil || s.Puzzles != 1 || s.Bad != 0 || s.First.State.Givens.String() != one {
		t.Errorf("%d puzzles, %d faults, %v", s.Puzzles, s.Bad, err)
	}
	for p := range s.All(strings.NewReader(text)) {
		if p.State != s.First.State {
			t.Errorf("again it is %v", p.State.Givens)
		}
	}
	for text, want := range map[string]string{
		" \n":                "line 1, column 1: there is no puzzle yet",
		rows("55" + one[2:]): "line 1, column 2: digit 5 twice",
		"[Puzzle]\n" + rows(one) + "[State]\n" + rows(one): "line 11, column 1: section [State] is not read: 9 lines",
		one[:80] + "\n" + one + "q":                        "line 1, column 81: expected 81 cells, got 80",
	} {
		s, err := ReadSheet(strings.NewReader(text), "pasted", nil)
		if err != nil || len(s.Faults) == 0 || s.Bad < len(s.Faults) || !strings.HasPrefix(s.Faults[0].String(), want) {
			t.Errorf("%q: %+v, %v, want %s", text, s, err, want)
		}
	}
}

// repeated is a text of size bytes that repeats a line. half is called once, when half of the text has been read.
func repeated(line string, size int, half func()) io.Reader {
	unit := strings.Repeat(line, 1+(64<<10)/len(line))
	part := func() io.Reader {
		var units []io.Reader
		for n := 0; n < size/2; n += len(unit) {
			units = append(units, strings.NewReader(unit))
		}
		return io.MultiReader(units...)
	}
	return io.MultiReader(part(), readerFunc(func([]byte) (int, error) { half(); return 0, io.EOF }), part())
}

// readerFunc is a function that reads.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// TestReadsAsAStream reads 15 MB of good and bad lines and looks at the memory that is in use.
func TestReadsAsAStream(t *testing.T) {
	gridtest.Long(t, "a long text")
	const size = 15 << 20
	inUse := func() uint64 {
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		return now.HeapAlloc
	}
	for name, unit := range map[string]string{
		"puzzles": one + "\n", "empty lines": "\n", "one line": "5", "tabs": "\t", "bars": "|",
		"many letters":   strings.Repeat("5q", 30000) + "\n",
		"fields":         "5qq\t5\t5\t5\t5\t5\t5\t5\t" + strings.Repeat("z", 60000) + "\n",
		"a quoted field": "id,puzzle\n\"" + strings.Repeat("x", 1000),
	} {
		before, most := inUse(), uint64(0)
		text := repeated(unit, size, func() { most = inUse() })
		s, err := ReadSheet(text, "pasted", nil)
		if err != nil || s.Puzzles+s.Bad == 0 {
			t.Errorf("%s: %d puzzles, %d faults, %v", name, s.Puzzles, s.Bad, err)
		}
		most = max(most, inUse())
		if more := int64(most - before); more > 3<<20 {
			t.Errorf("%s: %d kB are in use", name, more>>10)
		}
		size := 0
		for _, f := range s.Faults {
			size += len(f.Text) + 50*len(f.Positions)
		}
		if len(s.Faults) > mostFaults || size > 200<<10 {
			t.Errorf("%s: %d faults of %d bytes", name, len(s.Faults), size)
		}
		runtime.KeepAlive(s)
	}
}

// TestTooManyFaults reads texts that are not lists of puzzles, up to a number of faults.
func TestTooManyFaults(t *testing.T) {
	for _, line := range []string{strings.Repeat(".", 78) + "q12\n", strings.Repeat(".", 78) + "12\n"} {
		asked := false
		_, err := ReadSheet(repeated(line, 15<<20, func() { asked = true }), "pasted", nil)
		if err == nil || !strings.HasPrefix(err.Error(), "10000 lines of the text are wrong") || asked {
			t.Errorf("%q: %v, half of the text was read: %t", line, err, asked)
		}
	}
}

// TestFaultsOfALongList marks a line that comes behind many others.
func TestFaultsOfALongList(t *testing.T) {
	const before = 10_000
	text := strings.Repeat(one+"\n", before) + one[:13] + "q" + one[14:] + "\n" + strings.Repeat(one+"\n", before)
	s, err := ReadSheet(strings.NewReader(text), "pasted", nil)
	if err != nil || s.Bad != 1 || s.Puzzles != 2*before {
		t.Fatalf("%d faults, %d puzzles, %v", s.Bad, s.Puzzles, err)
	}
	if l := s.Lines(strings.NewReader(text)); len(l) != 1 || l[0].Number != before+1 || len(l[0].Pieces) != 3 ||
		l[0].Pieces[1] != (Piece{"q", true}) {
		t.Errorf("marked %+v", l)
	}
}

// TestLinesMarkTheFaults cuts the lines at their faults.
func TestLinesMarkTheFaults(t *testing.T) {
	wrong := one[:40] + "q" + one[41:]
	for text, want := range map[string]string{
		rows("55" + wrong[2:]):                        "5:4..8<q>3..1 1;",
		strings.ReplaceAll(rows(wrong), "\n", "\r"):   "5:4..8<q>3..1 1;",
		one + "\n" + wrong[:40] + "\xe4" + wrong[41:]: "2:" + one[:40] + "<ä>" + one[41:] + " 1;",
		one[:80]:                              "1:" + one[:80] + "<> 1;",
		"":                                    "1:<> 1;",
		one + "\n" + strings.Repeat("5", 500): "2:" + strings.Repeat("5", 81) + "<" + strings.Repeat("5", 319) + ">... 1;",
	} {
		s, err := ReadSheet(strings.NewReader(text), "pasted", nil)
		gridtest.Must(t, err)
		got := ""
		for _, l := range s.Lines(strings.NewReader(text)) {
			got += fmt.Sprint(l.Number, ":")
			for _, p := range l.Pieces {
				got += map[bool]string{false: p.Text, true: "<" + p.Text + ">"}[p.Bad]
			}
			if l.Cut {
				got += "..."
			}
			got += fmt.Sprint(" ", len(l.Faults), ";")
		}
		gridtest.Equal(t, "marked", got, want)
	}
}
