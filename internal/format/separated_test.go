package format

import (
	"strings"
	"testing"
)

// separatedBy puts a separator between the cells of each row of a grid, and empty for its dots.
func separatedBy(grid, separator, empty string) string {
	var b strings.Builder
	for line := range strings.Lines(rowsOf(grid)) {
		cells := strings.Split(strings.TrimSpace(line), "")
		b.WriteString(strings.ReplaceAll(strings.Join(cells, separator), ".", empty) + "\n")
	}
	return b.String()
}

// between puts every line of a text between two borders.
func between(left, text, right string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(left + strings.TrimSuffix(line, "\n") + right + "\n")
	}
	return b.String()
}

// TestSeparatedCells reads rows in which separators show where a cell is, so that an empty cell has no character.
func TestSeparatedCells(t *testing.T) {
	one := []string{"1 " + sample}
	tabs := separatedBy(sample, "\t", "")
	bars := between("|", separatedBy(sample, "|", " "), "|")
	line := "|---|---|---|---|---|---|---|---|---|\n"
	wide := between("| ", separatedBy(sample, " | ", " "), " |")
	boxes := func(empty string) string { // bars between boxes only
		return between("|", strings.NewReplacer("x", empty).Replace(strings.Join(boxRows(), "\n")+"\n"), "|")
	}
	noGivens := strings.Repeat("\t", 8) + "\n"
	sparse := strings.Repeat(".", 27) + "123456789" + strings.Repeat(".", 18) + "..123456." + strings.Repeat(".", 18)
	runReadTests(t, []readTest{
		{"tabs", tabs, one},
		{"tabs, CRLF", strings.ReplaceAll(tabs, "\n", "\r\n"), one},
		{"tabs and blanks", strings.ReplaceAll(tabs, "\t", " \t "), one},
		{"tabs behind each cell", between("", tabs, "\t"), one},
		{"tabs, zeros for empty cells", separatedBy(sample, "\t", "0"), one},
		{"tabs, rows without givens", separatedBy(sparse, "\t", "") + strings.Repeat(noGivens, 12),
			[]string{"1 " + sparse}},
		{"tabs, empty lines of the table above", noGivens + noGivens + tabs, []string{"3 " + sample}},
		{"tabs, one after the other", tabs + noGivens + tabs, []string{"1 " + sample, "11 " + sample}},
		{"tabs and pencil marks", strings.ReplaceAll(sampleMarks, " ", "\t"), one},
		{"tabs, pencil marks and an empty cell",
			"12\t34\t\t5\t6\t\t\t7\t89\n" + cut(strings.ReplaceAll(sampleMarks, " ", "\t"), 1, 9),
			[]string{"f line 1: r1c3 is \" \", want candidates 1..9 or '.' for none"}},
		{"commas", separatedBy(sample, ",", ""), one},
		{"semicolons", separatedBy(sample, ";", ""), one},
		{"bars between all cells", bars, one},
		{"bars, the outer ones left out", separatedBy(sample, "|", " "), one},
		{"two bars between boxes", strings.ReplaceAll(between("||", strings.Join(boxRows(), "\n")+"\n", "||"), "x",
			" "), one},
		{"bars and blanks", wide, one},
		{"a table of Markdown", cut(wide, 0, 1) + line + cut(wide, 1, 9), one},
		{"bars between boxes only", boxes(" "), one},
		{"bars between boxes, a blank behind each cell",
			strings.NewReplacer("x", " ").Replace(between("|", strings.Join(spacedBoxRows(" "), "\n")+"\n", "|")), one},
		{"a missing field", strings.Replace(tabs, "\t\t", "\t", 1), []string{"f line 1: row 1: 8 cells, want 9"}},
		{"a missing field below an empty line of the table",
			noGivens + strings.Replace(tabs, "\t\t", "\t", 1) + noGivens + tabs,
			[]string{"f line 2: row 2: 8 cells, want 9", "12 " + sample}},
		{"a field with a letter", strings.Replace(tabs, "\t8", "\tq8", 1),
			[]string{"f line 1: row 1: field 5 is \"q8\", want digits 1..9, each once, or one of . 0 * _ - X"}},
	})
}

// boxRows returns the rows of the sample with a bar between the boxes, and x for an empty cell.
func boxRows() (list []string) {
	for i := 0; i < 81; i += 9 {
		row := strings.ReplaceAll(sample[i:i+9], ".", "x")
		list = append(list, row[:3]+"|"+row[3:6]+"|"+row[6:])
	}
	return list
}

// spacedBoxRows returns boxRows with a blank around each cell.
func spacedBoxRows(blank string) (list []string) {
	for _, row := range boxRows() {
		boxes := strings.Split(row, "|")
		for i, box := range boxes {
			boxes[i] = blank + strings.Join(strings.Split(box, ""), blank) + blank
		}
		list = append(list, strings.Join(boxes, "|"))
	}
	return list
}

// TestTitles reads grids with words around them, as a newspaper prints them.
func TestTitles(t *testing.T) {
	rows := rowsOf(sample)
	runReadTests(t, []readTest{
		{"a title", "My puzzle\n" + rows, []string{"2 " + sample + " #My puzzle"}},
		{"a title and a number", "No. 12345\n\n" + rows, []string{"3 " + sample + " #No. 12345"}},
		{"a date", "Daily Sudoku\nThu 12 May 2024\n" + rows,
			[]string{"3 " + sample + " #Daily Sudoku Thu 12 May 2024"}},
		{"letters beyond ASCII", "Rätsel für heute\n" + rows, []string{"2 " + sample + " #Rätsel für heute"}},
		{"a description is the name", "Daily Sudoku\n#D mine\n" + rows, []string{"3 " + sample + " #mine"}},
		{"words below", rows + "Solution on page 24\nby A. Setter\n", []string{"1 " + sample}},
		{"words between grids", "One\n" + rows + "Solution on page 24\n\nTwo\n" + rows,
			[]string{"2 " + sample + " #One", "14 " + sample + " #Two"}},
		{"a title with tabs behind it", "Puzzle 7" + strings.Repeat("\t", 8) + "\n" + strings.Repeat("\t", 8) + "\n" +
			separatedBy(sample, "\t", ""),
			[]string{"3 " + sample + " #Puzzle 7"}},
		{"borders", "Title\n+---+\n" + rows + "+---+\nEnd", []string{"3 " + sample + " #Title"}},
		{"a list is not titled", "My list\n" + sample + "\nwords\n" + sample, []string{"2 " + sample, "4 " + sample}},
		{"words and nothing else", "My list\nof nothing\n", []string{"f: no puzzles", "end"}},
		{"an unfinished grid", "My puzzle\n" + cut(rows, 0, 8), []string{"f line 2: 8 rows, want 9"}},
		{"a bad row", "My puzzle\n" + cut(rows, 0, 4) + ".97.q..6.\n" + cut(rows, 5, 9) + "The end\n" + rows,
			[]string{"f line 6: row 5: character 'q' at position 5, want a digit or one of . 0 * _ - X",
				"12 " + sample + " #The end"}},
		{"two letters in a row", "5 3 . qz 7 . . . .\n" + cut(rows, 1, 9),
			[]string{"f line 1: row 1: field 4 is \"qz\", want digits 1..9, each once, or one of . 0 * _ - X"}},
		{"a list behind a grid", rows + "words\n" + sample + "\nwords\n", []string{"1 " + sample, "11 " + sample}},
		{"CSV behind words", "words\npuzzle\n" + sample, []string{"3 " + sample}},
		{"XML behind words", "words\n<opensudoku><game data=\"" + sample + "\"/></opensudoku>",
			[]string{"2 " + sample}},
		{"many words", strings.Repeat("words\n", mostTitles+2) + rows,
			[]string{"43 " + sample + " #words words words words words words words words words words words words " +
				"words words words words words words words words words words words words words words words words " +
				"words words words words words words words words words words words words"}},
	})
}
