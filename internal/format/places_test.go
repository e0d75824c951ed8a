package format

import (
	"slices"
	"strings"
	"testing"
)

// TestPlaces reads texts of one grid as people paste them, and the errors of such texts with their positions.
func TestPlaces(t *testing.T) {
	one := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	lines := rowsOf(one)
	blank := strings.ReplaceAll(lines, ".", " ")
	tabs := separatedBy(one, "\t", "")
	bars := between("|", separatedBy(one, "|", " "), "|")
	edit := func(text string, at int, with string) string { return text[:at] + with + text[at+1:] }
	var trimmed, lost string
	for line := range strings.Lines(blank) {
		trimmed += strings.TrimRight(line, " \n") + "\n"
	}
	for line := range strings.Lines(tabs) {
		lost += strings.TrimRight(line, "\t\n") + "\n"
	}
	commas := strings.Join(strings.Split(one, ""), ",")
	const want = ", want a digit or one of . 0 * _ - X"
	for _, tt := range []readTest{
		{"nine lines with blanks", blank, []string{"1 " + one}},
		{"blanks lost at the end", trimmed, []string{"1 " + one}},
		{"blanks between the cells", strings.Join(strings.Split(one, ""), " "), []string{"1 " + one}},
		{"blanks between the cells and for them", strings.NewReplacer("|\n|", "\n", "|", " ").Replace(bars)[1:],
			[]string{"1 " + one}},
		{"commas", commas, []string{"1 " + one}},
		{"commas, empty fields", strings.ReplaceAll(commas, ".", ""), []string{"1 " + one}},
		{"commas, empty fields at both ends", strings.ReplaceAll("."+commas[1:160]+".", ".", ""),
			[]string{"1 ." + one[1:80] + "."}},
		{"tabs lost at the ends", lost, []string{"1 " + one}},
		{"a newspaper with blanks", "Sudoku No. 7\n" + blank + "Solution on page 24",
			[]string{"2 " + one + " #Sudoku No. 7"}},
		{"a newspaper with lost tabs", "Sudoku No. 7\n" + lost + "\nSolution on page 24",
			[]string{"2 " + one + " #Sudoku No. 7"}},
		{"a line and its title", "Sudoku No. 7\n" + one + "\nSolution on page 24", []string{"2 " + one}},
		{"a byte-order mark", "\ufeff" + strings.ReplaceAll(commas, ".", ""), []string{"1 " + one}},

		{"a letter in a line", edit(one, 13, "q"), []string{"1:14+1 character 'q' at position 14" + want}},
		{"letters in nine lines", edit(edit(lines, 23, "q"), 41, "é"),
			[]string{"3:4+1 5:2+1 row 3: character 'q' at position 4" + want +
				"; row 5: character 'é' at position 2" + want}},
		{"80 cells in a line", one[:80], []string{"1:81+0 80 cells, want 81"}},
		{"83 cells in a line", one + "12", []string{"1:82+2 83 cells, want 81"}},
		{"a short row", edit(lines, 35, ""), []string{"4:9+0 row 4: 8 cells, want 9"}},
		{"a long row", edit(lines, 9, "4\n"), []string{"1:10+1 row 1: 10 cells, want 9"}},
		{"eight rows", lines[:80], []string{"8:10+0 8 rows, want 9"}},
		{"equal digits in a line", "55" + one[2:],
			[]string{"1:2+1/12 1:1+1/11 digit 5 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"equal digits in nine lines", edit(lines, 10, "5"), []string{
			"2:1+1/21 2:6+1/26 1:1+1/11 digit 5 twice in row 2: r2c1 and r2c6; digit 5 twice in column 1 and box 1: " +
				"r1c1 and r2c1"}},
		{"equal digits between commas", "5,5" + commas[3:],
			[]string{"1:3+1/12 1:1+1/11 digit 5 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"equal digits between tabs", "5\t5\t" + strings.Repeat("\t", 6) +
			strings.Repeat("\n"+strings.Repeat("\t", 8), 8),
			[]string{"1:3+1/12 1:1+1/11 digit 5 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"a letter between tabs", edit(tabs, 0, "q"), []string{
			"1:1+1 row 1: field 1 is \"q\", want digits 1..9, each once, or one of . 0 * _ - X"}},
		{"a title and a letter", "Sudoku 12\n" + edit(lines, 23, "q"),
			[]string{"4:4+1 row 3: character 'q' at position 4" + want}},
		{"a title and a short row", "Sudoku 12\n" + edit(lines, 35, ""), []string{"5:9+0 row 4: 8 cells, want 9"}},

		{"a list", one + "\n" + edit(one, 13, "q") + "\n" + one[:79] + "\n55" + one[2:] + "\n" + one + "\nnonsense",
			[]string{
				"1 " + one, "2:14+1 character 'q' at position 14" + want, "3:80+0 79 cells, want 81",
				"4:2+1/12 4:1+1/11 digit 5 twice in row 1 and box 1: r1c1 and r1c2", "5 " + one + ""}},
		{"two bad characters in a list", one + "\n" + edit(edit(one, 13, "q"), 20, "z"), []string{
			"1 " + one, "2:14+1 2:21+1 character 'q' at position 14" + want + "; also 'z' at position 21"}},
		{"a bad character of a field", "id,puzzle\n1," + one + "\n2," + edit(one, 13, "q"), []string{
			"2 " + one + " #1", "3:16+1 character 'q' at position 14" + want}},
		{"equal digits behind an id", one + "\n0ab 55" + one[2:] + " 1.2",
			[]string{"1 " + one, "2:6+1/12 2:5+1/11 digit 5 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"words", "a letter\nto you", []string{"f: no puzzles", "end"}},
	} {
		if got := placesOf(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got\n  %s\nwant\n  %s", tt.name, strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
		}
	}
}
