package paste

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
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

// TestReadsEveryLayout reads the same grid in the layouts that people paste.
func TestReadsEveryLayout(t *testing.T) {
	lines := rows(one)
	blank := strings.ReplaceAll(lines, ".", " ")
	tabs := strings.ReplaceAll(strings.ReplaceAll(strings.Join(strings.Split(lines, ""), "\t"), "\t\n\t", "\n"), ".", "")
	tabs = strings.TrimSuffix(tabs, "\t\n") + "\n"
	bars := "|" + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(strings.Join(strings.Split(lines, ""), "|")), "\n|", "\n"), ".", " ")
	bars = strings.ReplaceAll(bars, "\n", "\n|") + "\n"
	var boxes, lost string
	for line := range strings.Lines(blank) {
		boxes += "|" + line[:3] + "|" + line[3:6] + "|" + line[6:9] + "|\n"
	}
	for line := range strings.Lines(tabs) {
		lost += strings.TrimRight(line, "\t\n") + "\n"
	}
	var trimmed []string
	for line := range strings.Lines(blank) {
		trimmed = append(trimmed, strings.TrimRight(line, " \n"))
	}
	for name, text := range map[string]string{
		"a line":                   one,
		"a line and its end":       one + "\r\n",
		"zeros":                    strings.ReplaceAll(one, ".", "0"),
		"blanks":                   strings.ReplaceAll(one, ".", " "),
		"dashes":                   strings.ReplaceAll(one, ".", "-"),
		"nine lines":               lines,
		"nine lines of a phone":    strings.ReplaceAll(lines, "\n", "\r\n"),
		"nine lines with blanks":   blank,
		"blanks lost at the end":   strings.Join(trimmed, "\n"),
		"blanks between the cells": strings.Join(strings.Split(strings.ReplaceAll(lines, "\n", ""), ""), " "),
		"commas":                   strings.Join(strings.Split(one, ""), ","),
		"commas, empty fields":     strings.ReplaceAll(strings.Join(strings.Split(one, ""), ","), ".", ""),
		"lines of commas": strings.ReplaceAll(strings.ReplaceAll(strings.Join(strings.Split(lines, ""), ","), ",\n,", "\n"), ".",
			""),
		"borders":                              strings.ReplaceAll(lines, "\n", "|\n") + "-----\n",
		"a spreadsheet":                        tabs,
		"a spreadsheet, a tab behind each":     strings.ReplaceAll(tabs, "\n", "\t\r\n"),
		"a spreadsheet, tabs lost at the ends": lost,
		"a spreadsheet and its title":          "Sudoku 5" + strings.Repeat("\t", 8) + "\n" + strings.Repeat("\t", 8) + "\n" + tabs,
		"bars":                                 bars,
		"bars between boxes":                   boxes,
		"blanks between cells and for them":    strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(bars, "|\n|", "\n"), "\n|", "\n"), "|", " ")[1:],
		"a newspaper":                          "The Daily Planet\nSudoku No. 12345 (very hard)\n\n" + lines + "\nSolution tomorrow.\n",
		"a newspaper, drawn":                   "Sudoku\n+---+---+---+\n" + boxes + "+---+---+---+\n(c) A. Setter 2024\n",
		"a newspaper with blanks":              "Sudoku No. 7\n" + blank + "Solution on page 24",
		"a newspaper with lost tabs":           "Sudoku No. 7\n" + lost + "\nSolution on page 24",
		"a line and its title":                 "Sudoku No. 7\n" + one + "\nSolution on page 24",
	} {
		s, err := Read(strings.NewReader(text), "pasted")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.Bad > 0 || s.Puzzles != 1 || s.First.State.Givens.String() != one {
			t.Errorf("%s: %d puzzles, faults %+v of %q", name, s.Puzzles, s.Faults, text)
		}
		for p := range s.All(strings.NewReader(text)) {
			if p.State != s.First.State {
				t.Errorf("%s: again it is %v", name, p.State.Givens)
			}
		}
	}
}

// TestEmptyFieldAtTheEnd reads 81 fields between commas, the first and last of which are empty.
func TestEmptyFieldAtTheEnd(t *testing.T) {
	cells := "." + one[1:80] + "."
	s, err := Read(strings.NewReader(strings.ReplaceAll(strings.Join(strings.Split(cells, ""), ","), ".", "")), "pasted")
	if err != nil || s.Bad > 0 || s.First.State.Givens.String() != cells {
		t.Errorf("%s with %+v, %v", s.First.State.Givens, s.Faults, err)
	}
}

// TestReadsAgain reads a list with faults for the second time.
func TestReadsAgain(t *testing.T) {
	text := one + "\nfault\n" + one[:80] + "\n" + one + "\n"
	s, err := Read(strings.NewReader(text), "pasted")
	if err != nil || s.Puzzles != 2 || s.Bad != 2 {
		t.Fatalf("%d puzzles, %d faults, %v", s.Puzzles, s.Bad, err)
	}
	var lines []int
	for p := range s.All(strings.NewReader(text)) {
		lines = append(lines, p.Line)
	}
	if !slices.Equal(lines, []int{1, 4}) {
		t.Errorf("again there are puzzles in the lines %v", lines)
	}
}

// TestFaultsAreAtTheirCharacters reads wrong texts. A fault is written as the places of its spots and its text.
func TestFaultsAreAtTheirCharacters(t *testing.T) {
	lines := rows(one)
	for _, c := range []struct {
		name, text string
		puzzles    int
		want       []string
	}{
		{"nothing", " \n", 0, []string{"1:1+0 there is no puzzle yet"}},
		{"a letter in a line", one[:13] + "q" + one[14:], 0, []string{"1:14+1 character 'q' at position 14, want a digit"}},
		{"letters in nine lines", lines[:23] + "q" + lines[24:41] + "é" + lines[42:], 0, []string{"3:4+1 character 'q'", "5:2+1 character 'é'"}},
		{"80 cells in a line", one[:80], 0, []string{"1:81+0 80 cells, want 81"}},
		{"83 cells in a line", one + "12", 0, []string{"1:82+2 83 cells, want 81"}},
		{"a short row", lines[:35] + lines[36:], 0, []string{"4:9+0 row 4: 8 cells, want 9"}},
		{"a long row", lines[:9] + "4" + lines[9:], 0, []string{"1:10+1 row 1: 10 cells, want 9"}},
		{"eight rows", lines[:80], 0, []string{"8:10+0 72 cells, want 81"}},
		{"equal digits in a line", "55" + one[2:], 0, []string{"1:2+1/12 1:1+1/11 digit 5 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"equal digits in nine lines", lines[:10] + "5" + lines[11:], 0, []string{
			"2:1+1/21 2:6+1/26 1:1+1/11 digit 5 twice in row 2: r2c1 and r2c6; digit 5 twice in column 1 and box 1: r1c1 and r2c1"}},
		{"equal digits between commas", strings.Join(strings.Split("55"+one[2:], ""), ","), 0, []string{"1:3+1/12 1:1+1/11 digit 5"}},
		{"a list", one + "\n" + one[:13] + "q" + one[14:] + "\n" + one[:79] + "\n55" + one[2:] + "\n" + one + "\nnonsense", 2, []string{
			`2:14+1 character 'q'`, "3:80+0 79 cells, want 81", "4:2+1/12 4:1+1/11 digit 5 twice", "6:1+1 character 'n'"}},
		{"two bad characters in a list", one + "\n" + one[:13] + "q" + one[14:20] + "z" + one[21:], 1, []string{"2:14+1 2:21+1 character 'q'"}},
		{"a title and a letter", "Sudoku 12\n" + lines[:23] + "q" + lines[24:], 0, []string{"4:4+1 character 'q'"}},
		{"a title and a short row", "Sudoku 12\n" + lines[:35] + lines[36:], 0, []string{"5:9+0 row 4: 8 cells, want 9"}},
		{"equal digits between tabs", "5\t5\t" + strings.Repeat("\t", 6) + strings.Repeat("\n"+strings.Repeat("\t", 8), 8), 0, []string{"1:3+1/12 1:1+1/11 digit 5"}},
		{"a letter between tabs", "q" + strings.ReplaceAll(strings.ReplaceAll(strings.Join(strings.Split(lines, ""), "\t"), "\t\n\t", "\n"), ".", "")[1:], 0,
			[]string{"1:1+1 character 'q'"}},
		{"words", "a letter\nto you", 0, []string{"1:1+1 character 'a'", "2:1+1 character 't'"}},
	} {
		s, err := Read(strings.NewReader(c.text), "pasted")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, f := range s.Faults {
			text := ""
			for _, spot := range f.Spots {
				text += fmt.Sprintf("%d:%d+%d", spot.Line, spot.Column, spot.Length)
				if spot.Cell > 0 {
					text += fmt.Sprintf("/%d", spot.Cell)
				}
				text += " "
			}
			got = append(got, text+f.Text)
		}
		good := len(got) == len(c.want) && s.Puzzles == c.puzzles
		for i := range min(len(got), len(c.want)) {
			good = good && strings.HasPrefix(got[i], c.want[i])
		}
		if !good {
			t.Errorf("%s: %d puzzles and %q, want %d and %q", c.name, s.Puzzles, got, c.puzzles, c.want)
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
	const size = 15 << 20
	inUse := func() uint64 {
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		return now.HeapAlloc
	}
	for name, unit := range map[string]string{
		"puzzles": one + "\n", "empty lines": "\n", "one line": "5", "tabs": "\t", "bars": "|", "many letters": strings.Repeat("5q", 30000) + "\n",
		"fields": "5qq\t5\t5\t5\t5\t5\t5\t5\t" + strings.Repeat("z", 60000) + "\n", "a quoted field": "puzzle\n\"" + strings.Repeat("x", 1000),
	} {
		before, most := inUse(), uint64(0)
		text := repeated(unit, size, func() { most = inUse() })
		s, err := Read(text, "pasted")
		if err != nil || s.Puzzles+s.Bad == 0 {
			t.Errorf("%s: %d puzzles, %d faults, %v", name, s.Puzzles, s.Bad, err)
		}
		most = max(most, inUse())
		if more := int64(most - before); more > 3<<20 {
			t.Errorf("%s: %d kB are in use", name, more>>10)
		}
		size := 0
		for _, f := range s.Faults {
			size += len(f.Text) + 50*len(f.Spots)
		}
		if len(s.Faults) > mostFaults || size > 200<<10 {
			t.Errorf("%s: %d faults of %d bytes", name, len(s.Faults), size)
		}
		runtime.KeepAlive(s)
	}
}

// TestTooManyFaults reads texts that are no lists of puzzles, up to a number of faults.
func TestTooManyFaults(t *testing.T) {
	for _, line := range []string{"q\n", "no puzzle\n", strings.Repeat(".", 78) + "12\n"} {
		asked := false
		_, err := Read(repeated(line, 15<<20, func() { asked = true }), "pasted")
		if err == nil || !strings.HasPrefix(err.Error(), "10000 lines of the text are wrong") || asked {
			t.Errorf("%q: %v, half of the text was read: %t", line, err, asked)
		}
	}
}

// TestFaultsOfALongList marks a line that comes behind many others.
func TestFaultsOfALongList(t *testing.T) {
	const before = 10_000
	s, err := Read(strings.NewReader(strings.Repeat(one+"\n", before)+one[:13]+"q"+one[14:]+"\n"+strings.Repeat(one+"\n", before)), "pasted")
	if err != nil || s.Bad != 1 || s.Puzzles != 2*before {
		t.Fatalf("%d faults, %d puzzles, %v", s.Bad, s.Puzzles, err)
	}
	if l := s.Lines(); len(l) != 1 || l[0].Number != before+1 || len(l[0].Pieces) != 3 || l[0].Pieces[1] != (Piece{"q", true}) {
		t.Errorf("marked %+v", l)
	}
}

// TestLinesMarkTheFaults cuts the lines at their faults.
func TestLinesMarkTheFaults(t *testing.T) {
	s, err := Read(strings.NewReader(rows("55"+one[2:40]+"q"+one[41:])), "pasted")
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, l := range s.Lines() {
		got += fmt.Sprint(l.Number, ":")
		for _, p := range l.Pieces {
			got += map[bool]string{false: p.Text, true: "<" + p.Text + ">"}[p.Bad]
		}
		got += fmt.Sprint(" ", len(l.Faults), ";")
	}
	if want := "5:4..8<q>3..1 1;"; got != want {
		t.Errorf("marked %q, want %q", got, want)
	}
	long, err := Read(strings.NewReader(one+"\n"+strings.Repeat("x", 5000)), "pasted")
	if err != nil {
		t.Fatal(err)
	}
	if l := long.Lines(); len(l) != 1 || !l[0].Cut {
		t.Errorf("a long line is not cut: %d lines", len(l))
	}
}

// FuzzRead reads any text. Every spot must be in the text or directly after a line of it.
func FuzzRead(f *testing.F) {
	f.Add(one)
	f.Add(rows("55" + one[2:]))
	f.Add("#A0")
	f.Add("1,2,,3\n+4|:5")
	for range 3 {
		f.Add(gridtest.Minimal(gridtest.New(3)).String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		if s.Bad == 0 && s.Puzzles == 0 || len(s.Faults) > mostFaults || s.Bad < len(s.Faults) {
			t.Fatalf("%d puzzles, %d faults of %d in %q", s.Puzzles, len(s.Faults), s.Bad, text)
		}
		lines := strings.Split(text, "\n")
		for _, fault := range s.Faults {
			for _, spot := range fault.Spots {
				if spot.Line < 1 || spot.Line > len(lines)+1 || spot.Column < 1 || spot.Length < 0 {
					t.Fatalf("%q: spot %+v in %q", fault.Text, spot, text)
				}
			}
		}
		s.Lines()
	})
}
