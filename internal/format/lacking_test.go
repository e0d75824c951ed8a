package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// few is a puzzle with a row without a digit, in which most fields of a table are empty.
const few = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."

// TestRowsOfFields takes a field and its separator from a row of a table of cells, and checks that the error has the
// line, the row and the numbers of cells. Rows between tabs may lack empty fields at their ends if no row ends with
// one.
func TestRowsOfFields(t *testing.T) {
	for _, cells := range []string{puzzle, few} {
		for _, separator := range []string{",", ";", "\t", "|"} {
			for _, none := range []string{"", "0", "."} {
				var rows [][]string
				for _, row := range rowsOf(cells, 9) {
					rows = append(rows, strings.Split(row, ""))
				}
				text := func() string {
					var b strings.Builder
					for _, row := range rows {
						b.WriteString(strings.ReplaceAll(strings.Join(row, separator), ".", none) + "\n")
					}
					return b.String()
				}
				if got := read(text()); !slices.Equal(got, []string{cells}) {
					t.Errorf("got %q of\n%s", got, text())
				}
				for r := range 9 {
					whole := rows[r]
					for _, rows[r] = range [][]string{whole[1:], whole[:8]} {
						want := fmt.Sprintf("row %d: expected 9 cells, got 8", r+1)
						got := read(text())
						if len(got) != 1 || !strings.Contains(got[0], want) ||
							!strings.Contains(got[0], fmt.Sprintf("line %d", r+1)) {
							t.Errorf("got %q, want %s of\n%s", got, want, text())
						}
					}
					rows[r] = whole
				}
			}
		}
	}
}

// TestShortLines reads the beginnings of a line of cells between two lines that are puzzles: an error if it has more
// than 20 cells, and otherwise text.
func TestShortLines(t *testing.T) {
	check := func(line string) {
		got := read(puzzle + "\n" + line + "\n" + puzzle + "\n")
		wrong := len(line) > 20
		if len(got) != 2 && !wrong || wrong && (len(got) != 3 || !strings.Contains(got[1],
			fmt.Sprintf("text line 2: expected 81 cells, got %d", len(line)))) {
			t.Errorf("%s: got %q", line, got)
		}
	}
	for n := 1; n < 81; n++ {
		check(puzzle[:n])
		check(empty(puzzle, "0")[:n])
	}
	for _, words := range []string{"7", "12", "2026", "3000", "1.2", "5.6/5.6/3.2", "24.12.2026", "...", "001"} {
		check(words)
	}
}

// TestTrimmedRows reads rows of digits and blanks without the blanks at their ends.
func TestTrimmedRows(t *testing.T) {
	trimmed := func(cells string) string {
		var b strings.Builder
		for _, row := range rowsOf(strings.ReplaceAll(cells, ".", " "), 9) {
			b.WriteString(strings.TrimRight(row, " ") + "\n")
		}
		return b.String()
	}
	if got := read(trimmed(puzzle)); !slices.Equal(got, []string{puzzle}) {
		t.Errorf("got %q", got)
	}
}
