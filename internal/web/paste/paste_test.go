package paste

import (
	"fmt"
	"runtime"
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
		"borders": strings.ReplaceAll(lines, "\n", "|\n") + "-----\n",
	} {
		s, err := Read([]byte(text), "pasted")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.Bad > 0 || len(s.Puzzles) != 1 || s.Puzzles[0].State.Givens.String() != one {
			t.Errorf("%s: %d puzzles, faults %+v of %q", name, len(s.Puzzles), s.Faults, text)
		}
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
		{"a letter in a line", one[:13] + "q" + one[14:], 0, []string{`1:14+1 "q" is neither a digit`}},
		{"letters in nine lines", lines[:23] + "q" + lines[24:41] + "é" + lines[42:], 0, []string{`3:4+1 "q" is`, `5:2+1 "é" is`}},
		{"80 cells in a line", one[:80], 0, []string{"1:81+0 the text has 80 cells, want 81"}},
		{"83 cells in a line", one + "12", 0, []string{"1:82+2 the text has 83 cells, want 81"}},
		{"a short row", lines[:35] + lines[36:], 0, []string{"4:9+0 row 4 has 8 cells, want 9"}},
		{"a long row", lines[:9] + "4" + lines[9:], 0, []string{"1:10+1 row 1 has 10 cells, want 9"}},
		{"eight rows", lines[:80], 0, []string{"8:10+0 the text has 72 cells, want 81"}},
		{"equal digits in a line", "55" + one[2:], 0, []string{"1:2+1/12 1:1+1/11 the digit 5 at r1c2 is at r1c1 already"}},
		{"equal digits in nine lines", lines[:10] + "5" + lines[11:], 0, []string{"2:1+1/21 1:1+1/11 the digit 5 at r2c1 is at r1c1",
			"2:6+1/26 2:1+1/21 the digit 5 at r2c6"}},
		{"equal digits between commas", strings.Join(strings.Split("55"+one[2:], ""), ","), 0, []string{"1:3+1/12 1:1+1/11 the digit 5"}},
		{"a list", one + "\n" + one[:13] + "q" + one[14:] + "\n" + one[:79] + "\n55" + one[2:] + "\n" + one + "\nnonsense", 2, []string{
			`2:14+1 character 'q'`, "3:80+0 79 cells, want 81", "4:2+1/12 4:1+1/11 digit 5 twice", "6:1+1 character 'n'"}},
		{"two bad characters in a list", one + "\n" + one[:13] + "q" + one[14:20] + "z" + one[21:], 1, []string{"2:14+1 2:21+1 character 'q'"}},
		{"words", "a letter\nto you", 0, []string{"1:1+1 character 'a'", "2:1+1 character 't'"}},
	} {
		s, err := Read([]byte(c.text), "pasted")
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
		good := len(got) == len(c.want) && len(s.Puzzles) == c.puzzles
		for i := range min(len(got), len(c.want)) {
			good = good && strings.HasPrefix(got[i], c.want[i])
		}
		if !good {
			t.Errorf("%s: %d puzzles and %q, want %d and %q", c.name, len(s.Puzzles), got, c.puzzles, c.want)
		}
	}
}

// TestLongTextIsAList reads a long list with a fault at its end. Looking for one grid in it would take hundreds of times its memory.
func TestLongTextIsAList(t *testing.T) {
	text := []byte(strings.Repeat(strings.Repeat(".", 78)+"12\n", 2000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, err := Read(text, "pasted")
	runtime.ReadMemStats(&after)
	if err != nil || s.Bad != 2000 || len(s.Puzzles) != 0 {
		t.Fatalf("%d faults, %d puzzles, %v", s.Bad, len(s.Puzzles), err)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) / uint64(len(text)); took > 30 {
		t.Errorf("reading took %d times the memory of the text", took)
	}
}

// TestLinesMarkTheFaults cuts the lines at their faults.
func TestLinesMarkTheFaults(t *testing.T) {
	s, err := Read([]byte(rows("55"+one[2:40]+"q"+one[41:])), "pasted")
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
	long, err := Read([]byte(one+"\n"+strings.Repeat("x", 5000)), "pasted")
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
		s, err := Read([]byte(text), "fuzz")
		if err != nil {
			return
		}
		if s.Bad == 0 && len(s.Puzzles) == 0 || len(s.Faults) > mostFaults || s.Bad < len(s.Faults) {
			t.Fatalf("%d puzzles, %d faults of %d in %q", len(s.Puzzles), len(s.Faults), s.Bad, text)
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
