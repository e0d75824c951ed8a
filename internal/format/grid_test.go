package format

import (
	"fmt"
	"strings"
	"testing"
)

// sampleMarks is the sample with all its candidates.
const sampleMarks = `2 57 3 145679 8 14579 1459 149 19
6 58 1589 1459 45 1459 13459 7 1239
179 4 159 2 57 3 159 8 6
5 28 1248 13467 467 1478 134789 1349 13789
138 9 7 1345 2 1458 1348 6 138
138 6 148 1347 9 1478 13478 2 5
789 3 2589 4579 457 6 1789 19 1789
4 578 5689 579 1 579 2 39 3789
79 1 69 8 3 2 679 5 4
`

// boxed draws borders into nine lines of nine fields: edge above and below, middle between the bands.
func boxed(rows, edge, middle string) string {
	var b strings.Builder
	b.WriteString(edge)
	for i, row := range strings.Split(strings.TrimSpace(rows), "\n") {
		if i == 3 || i == 6 {
			b.WriteString(middle)
		}
		b.WriteString("|")
		for c, field := range strings.Fields(row) {
			fmt.Fprintf(&b, " %-6s", field)
			if c%3 == 2 {
				b.WriteString(" |")
			}
		}
		b.WriteString("\n")
	}
	b.WriteString(edge)
	return b.String()
}

// spaced puts a blank between all characters of a line.
func spaced(rows string) string {
	return strings.ReplaceAll(strings.Join(strings.Split(rows, ""), " "), " \n ", "\n")
}

// cut returns lines from..to-1 of a text, counted from 0.
func cut(text string, from, to int) string {
	return strings.Join(strings.SplitAfter(text, "\n")[from:to], "")
}

func TestPlainGrids(t *testing.T) {
	rows := rowsOf(sample)
	dashed := strings.ReplaceAll(rows, ".", "-") // its fourth row is "5--------"
	both := []string{"1 " + sample, "10 " + filled}
	simple := "*-----------*\n"
	line := "|---+---+---|\n"
	var bars strings.Builder
	bars.WriteString(simple)
	for r := range 9 {
		if r == 3 || r == 6 {
			bars.WriteString(line)
		}
		row := strings.ReplaceAll(sample[r*9:r*9+9], ".", "X")
		bars.WriteString("|" + row[:3] + "|" + row[3:6] + "|" + row[6:] + "|\n")
	}
	bars.WriteString(simple)
	runReadTests(t, []readTest{
		{"nine lines", rows, []string{"1 " + sample}},
		{"no newline at the end", strings.TrimSpace(rows), []string{"1 " + sample}},
		{"CRLF and trailing blanks", strings.ReplaceAll(rows, "\n", "  \r\n"), []string{"1 " + sample}},
		{"X", strings.ReplaceAll(rows, ".", "X"), []string{"1 " + sample}},
		{"dashes", dashed, []string{"1 " + sample}},
		{"a row of dashes only", strings.Repeat("---------\n", 4) + strings.Repeat("1--------\n", 1) +
			strings.Repeat("---------\n", 4),
			[]string{"1 " + strings.Repeat(".", 36) + "1" + strings.Repeat(".", 44)}},
		{"Simple Sudoku with borders and X", bars.String(), []string{"2 " + sample}},
		{"borders of nine dashes", "---------\n" + cut(rows, 0, 3) + "---------\n" + cut(rows, 3, 6) + "---------\n" +
			cut(rows, 6, 9) + "---------\n",
			[]string{"2 " + sample}},
		{"blanks between cells", spaced(rows), []string{"1 " + sample}},
		{"blanks and borders", boxed(spaced(rows), "+---+\n", "+---+\n"), []string{"2 " + sample}},
		{"one after the other", rows + rowsOf(filled), both},
		{"one after the other with an empty line", rows + "\n" + rowsOf(filled),
			[]string{"1 " + sample, "11 " + filled}},
		{"before and after lines", filled + "\n" + rows + filled,
			[]string{"1 " + filled, "2 " + sample, "11 " + filled}},
		{"double-spaced", strings.ReplaceAll(rows, "\n", "\n\n"), []string{"1 " + sample}},
		{"bands set apart", cut(rows, 0, 3) + "\n" + cut(rows, 3, 6) + "\n" + cut(rows, 6, 9) + "\n" + rows,
			[]string{"1 " + sample, "13 " + sample}},
		{"comments between rows", strings.ReplaceAll(rows, "\n", "\n# row\n"), []string{"1 " + sample}},
	})
}

func TestSections(t *testing.T) {
	rows := rowsOf(sample)
	runReadTests(t, []readTest{
		{"section", "[Puzzle]\n" + rows, []string{"2 " + sample}},
		{"description before author", "#AAnn\n#D the name \n#LEasy\n[puzzle]\n" + rows,
			[]string{"5 " + sample + " #the name"}},
		{"author only", "#B2001\n#AAnn\n" + rows, []string{"3 " + sample + " #Ann"}},
		{"date only", "#B2001\n\n" + rows, []string{"3 " + sample + " #2001"}},
		{"description in Latin-1", "#Dcaf\xe9\n" + rows, []string{"2 " + sample + " #café"}},
		{"other comments are not a name", "# no\n#x no\n#\n" + rows, []string{"4 " + sample}},
		{"each its own", "#D1\n" + rows + "#D2\n" + rows + rows,
			[]string{"2 " + sample + " #1", "12 " + sample + " #2", "21 " + sample}},
		{"not for a line", "#D1\n" + sample + "\n" + rows, []string{"2 " + sample, "3 " + sample}},
		{"unknown section after", "[Puzzle]\n" + rows + "[State]\n" + rowsOf(filled) + "[Puzzle]\n" + rows,
			[]string{"2 " + sample, "f line 11: section [State] is not read: 9 lines", "22 " + sample}},
		{"unknown section before", "[Settings]\ncolor=\x01\n[Puzzle]\n" + rows,
			[]string{"f line 2: byte 0x01 at position 7: not a text file of puzzles; nothing after it is read", "end"}},
		{"only unknown sections", "[State]\n" + rows,
			[]string{"f line 1: section [State] is not read: 9 lines", "f: no puzzles", "end"}},
		{"section inside a grid", cut(rows, 0, 4) + "[Puzzle]\n" + rows,
			[]string{"f line 1: 4 rows, want 9", "6 " + sample}},
	})
}

func TestBadGrids(t *testing.T) {
	rows := rowsOf(sample)
	good := []string{"1 " + sample, "10 " + sample}
	replace := func(row int, by string) string { return cut(rows, 0, row) + by + "\n" + cut(rows, row+1, 9) }
	runReadTests(t, []readTest{
		{"seven rows at the end", cut(rows, 0, 7), []string{"f line 1: 7 rows, want 9"}},
		{"seven rows, then a line", "\n" + cut(rows, 0, 7) + sample,
			[]string{"f line 2: 7 rows, want 9", "9 " + sample}},
		{"seven rows, then a library line", cut(rows, 0, 7) + ":0:x:" + sample,
			[]string{"f line 1: 7 rows, want 9", "8 " + sample}},
		{"seven rows, then a CSV header", cut(rows, 0, 7) + "puzzle\n" + sample,
			[]string{"f line 8: row 8: \"puzzle\", want 9 cells", "9 " + sample}},
		{"seven rows, then a grid", cut(rows, 0, 7) + "\n" + rows, []string{"f line 1: 7 rows, want 9", "9 " + sample}},
		{"three rows, then a grid", cut(rows, 0, 3) + "\n" + rows, []string{"f line 1: 3 rows, want 9", "5 " + sample}},
		{"one row, then a grid", cut(rows, 0, 1) + "\n" + rows,
			[]string{"f line 1: 9 cells, want 81, or 9 rows of 9", "3 " + sample}},
		{"six rows, then a grid", cut(rows, 0, 6) + "\n" + rows, []string{"f line 1: 6 rows, want 9", "8 " + sample}},
		{"short row", replace(4, ".97.2..6") + rows, []string{"f line 5: row 5: 8 cells, want 9", good[1]}},
		{"long row", replace(4, ".97.2..6..") + rows, []string{"f line 5: row 5: 10 cells, want 9", good[1]}},
		{"letter", replace(4, ".97.q..6.") + rows,
			[]string{"f line 5: row 5: character 'q' at position 5, want a digit or one of . 0 * _ - X", good[1]}},
		{"words", replace(4, "the end") + rows, []string{"f line 5: row 5: \"the end\", want 9 cells", "10 " + sample}},
		{"two bad rows are both reported", cut(replace(4, ".97.q..6."), 0, 8) + "1\n" + rows,
			[]string{"f line 5: row 5: character 'q' at position 5, want a digit or one of . 0 * _ - X; row 9: 1 " +
				"cell, want 9", "10 " + sample}},
		{"short with a letter", replace(4, ".97.q..6") + rows,
			[]string{"f line 5: row 5: character 'q' at position 5, want a digit or one of . 0 * _ - X; 8 cells, want 9", good[1]}},
		{"first row short", replace(0, "2.3.8...") + rows,
			[]string{"f line 1: row 1: 8 cells, want 9", "10 " + sample}},
		{"first row with a letter", replace(0, "2.3.8..q.") + rows,
			[]string{"f line 1: row 1: character 'q' at position 8, want a digit or one of . 0 * _ - X",
				"10 " + sample}},
		{"first row with bars", replace(0, "|2.3|.8.|..|") + rows,
			[]string{"f line 1: row 1: 8 cells, want 9", "10 " + sample}},
		{"long line inside", cut(rows, 0, 4) + strings.Repeat("5", 2*maxLine) + "\n" + rows,
			[]string{"f line 1: 4 rows, want 9", "f line 5: line longer than 65535 bytes", "6 " + sample}},
		{"repeat", replace(0, "2.3.8...8") + rows,
			[]string{"f line 1: digit 8 twice in row 1: r1c5 and r1c9; digit 8 twice in box 3: r1c9 and r3c8",
				good[1]}},
	})
}

func TestPencilGrids(t *testing.T) {
	all := "1 " + sample
	naked := strings.Replace(sampleMarks, "57", "7", 1) // 7 only in r1c2, but a candidate in r1c4
	none := strings.Replace(sampleMarks, "57", ".", 1)
	wide := boxed(sampleMarks, ".------.------.------.\n", ":------+------+------:\n")
	solved := spaced(rowsOf(filled))
	blankRow := strings.Repeat("123456789 ", 9) + "\n"
	runReadTests(t, []readTest{
		{"fields only", sampleMarks, []string{all}},
		{"borders", wide, []string{"2 " + sample}},
		{"other borders", boxed(sampleMarks, "*------*\n", "|---+---|\n"), []string{"2 " + sample}},
		{"tabs", strings.ReplaceAll(sampleMarks, " ", "\t"), []string{all}},
		{"two of them", wide + wide, []string{"2 " + sample, "15 " + sample}},
		{"borders of nine dashes", cut(sampleMarks, 0, 3) + "---------\n" + cut(sampleMarks, 3, 9), []string{all}},
		{"single candidate that a peer has too", naked, []string{all + ":512"}},
		{"single candidate that no peer has",
			strings.NewReplacer("57 3 145679 8 14579", "7 3 14569 8 1459", "179 4", "19 4", "578",
				"58").Replace(sampleMarks),
			[]string{"1 27" + sample[2:]}},
		{"same single candidate twice in a unit", strings.Replace(naked, "145679", "7", 1),
			[]string{all + ":512 114 414 514 614 914"}},
		{"digit that a peer has as a candidate", strings.Replace(sampleMarks, "57", "257", 1), []string{
			"1 ." + sample[1:] + ":111 711 911 219 222 223 271"}},
		{"cell without candidates", none, []string{all + ":512 712"}},
		{"solved", solved, []string{"1 " + filled}},
		{"single characters in a pencil border", ".---.---.---.\n" + strings.Replace(solved, "2 7", "2 .", 1),
			[]string{"2 2." + filled[2:] + ":712"}},
		{"single characters without", strings.Replace(solved, "2 7", "2 .", 1), []string{"1 2." + filled[2:]}},
		{"rows of 81 characters and more", strings.Repeat(blankRow, 9), []string{"1 " + strings.Repeat(".", 81)}},
		{"nine fields in exactly 81 characters",
			strings.Repeat("1234567 1234567 123456789 123456789 123456789 12345678 12345678 12345678 123456789\n", 9),
			[]string{"1 " + strings.Repeat(".", 81) + ":" + eightNine()}},
		{"top border of 81 characters", "." + strings.Repeat("-", 26) + "." + strings.Repeat("-", 25) + "." +
			strings.Repeat("-", 26) + ".\n" + sampleMarks,
			[]string{"2 " + sample}},
	})
}

// eightNine lists candidates that are missing in every row of a grid: 8 and 9 in columns 1 and 2, 9 in columns 6
// to 8.
func eightNine() string {
	var list []string
	for r := 1; r <= 9; r++ {
		for _, c := range []string{"8%d1", "9%d1", "8%d2", "9%d2", "9%d6", "9%d7", "9%d8"} {
			list = append(list, fmt.Sprintf(c, r))
		}
	}
	return strings.Join(list, " ")
}

func TestBadPencilGrids(t *testing.T) {
	replace := func(by string) string { return strings.Replace(sampleMarks, "145679", by, 1) }
	const want = ", want digits 1..9, each once, or one of . 0 * _ - X"
	second := func(by string) string { return strings.Replace(sampleMarks, "1459 45", by+" 45", 1) }
	runReadTests(t, []readTest{
		{"0 only", replace("0"), []string{`f line 1: r1c4 is "0", want candidates 1..9 or '.' for none`}},
		{"0 among digits", replace("1450"),
			[]string{"f line 1: row 1: field 4 is \"1450\", want digits 1..9, each once, or one of . 0 * _ - X"}},
		{"two letters", strings.Replace(replace("14q"), " 14579 ", " 1q ", 1),
			[]string{"f line 1: row 1: field 4 is \"14q\", field 6 is \"1q\", want digits 1..9, each once, or one of " +
				". 0 * _ - X"}},
		{"letter", replace("14q"), []string{"f line 1: row 1: field 4 is \"14q\", want digits 1..9, each once, or " +
			"one of . 0 * _ - X"}},
		{"repeated digit", replace("1441"),
			[]string{"f line 1: row 1: field 4 is \"1441\", want digits 1..9, each once, or one of . 0 * _ - X"}},
		{"dot among digits", second("14."), []string{`f line 2: row 2: field 4 is "14."` + want}},
		{"eight fields", second(""), []string{"f line 2: row 2: 8 cells, want 9"}},
		{"ten fields", second("14 59"), []string{"f line 2: row 2: 10 cells, want 9"}},
		{"row run together", cut(sampleMarks, 0, 8) + "123456789\n",
			[]string{"f line 9: row 9: no blanks between its cells, want nine fields of candidates"}},
		{"eight rows", cut(sampleMarks, 0, 8), []string{"f line 1: 8 rows, want 9"}},
	})
}

func TestSDX(t *testing.T) {
	placed := strings.Replace(sampleMarks, "2 57 3", "2 u7 3", 1)
	runReadTests(t, []readTest{
		{"placed digit", placed, []string{"1 2+7" + sample[2:] + ":"}},
		{"given that is still a candidate in a unit", strings.Replace(placed, "5 28", "5 2458", 1),
			[]string{"1 2+7" + sample[2:] + ":"}},
		{"crossed out", strings.Replace(placed, "5 28", "5 28u", 1), []string{
			`f line 4: row 4: field 2 is "28u", want digits 1..9, each once, or one of . 0 * _ - X`}},
		{"candidates", strings.Replace(placed, "145679", "456", 1), []string{"1 2+7" + sample[2:] + ":114 914"}},
		{"no candidates", strings.Replace(placed, "145679", ".", 1),
			[]string{"1 2+7" + sample[2:] + ":114 414 514 614 914"}},
		{"placed against a given", strings.Replace(placed, "u7", "u3", 1),
			[]string{"f line 1: digit 3 twice in row 1 and box 1: r1c2 and r1c3; digit 3 twice in column 2: r1c2 and " +
				"r7c2"}},
		{"mark that a given forbids", strings.Replace(placed, "145679", "1245679", 1),
			[]string{"1 2+7" + sample[2:] + ":"}},
		{"placed digit among cells run together",
			strings.Replace(placed, "2 u7 3 145679 8 14579 1459 149 19", "u73456812", 1),
			[]string{"f line 1: row 1: no blanks between its cells, want nine fields of candidates"}},
		{"placed digit among cells run together, second row",
			strings.Replace(placed, "6 58 1589 1459 45 1459 13459 7 1239", "u73456812", 1),
			[]string{"f line 2: row 2: no blanks between its cells, want nine fields of candidates"}},
		{"placed is not a digit", strings.Replace(placed, "u7", "u0", 1),
			[]string{"f line 1: row 1: field 2 is \"u0\", want digits 1..9, each once, or one of . 0 * _ - X"}},
	})
}
