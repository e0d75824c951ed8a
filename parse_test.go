package setdoku

import (
	"slices"
	"strings"
	"testing"
)

// sample is a puzzle as ParseLine reads it.
const sample = "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."

// rowsOf returns the nine rows of a line of 81 cells, one a line.
func rowsOf(cells string) string {
	var b strings.Builder
	for row := range slices.Chunk([]byte(cells), 9) {
		b.Write(append(row, '\n'))
	}
	return b.String()
}

func TestCells(t *testing.T) {
	join := func(by string) string { return strings.Join(strings.Split(sample, ""), by) }
	rows := strings.TrimSpace(rowsOf(sample))
	var drawn strings.Builder
	drawn.WriteString("┌───────┬───────┬───────┐\n")
	for i, row := range strings.Fields(rows) {
		if i == 3 || i == 6 {
			drawn.WriteString("├───────┼───────┼───────┤\n")
		}
		drawn.WriteString("│ " + row[:1] + " " + row[1:2] + " " + row[2:3] + " │ " + row[3:6] + " │ " + row[6:] +
			" │\n")
	}
	for _, tt := range []struct{ name, text, want string }{
		{"a line", sample, sample},
		{"blanks", join(" "), sample},
		{"commas", join(","), sample},
		{"commas and blanks", join(", "), sample},
		{"tabs", join("\t"), sample},
		{"bars by threes", strings.Join([]string{sample[:27], sample[27:54], sample[54:]}, "|"), sample},
		{"nine lines", rows, sample},
		{"nine words", strings.ReplaceAll(rows, "\n", " "), sample},
		{"slashes", strings.ReplaceAll(rows, "\n", "/"), sample},
		{"lists of lists", "[[" + strings.ReplaceAll(strings.Join(strings.Split(rows, ""), ","), ",\n,", "], [") + "]]",
			sample},
		{"zeros", strings.ReplaceAll(join(" "), ".", "0"), strings.ReplaceAll(sample, ".", "0")},
		{"dashes are cells", strings.ReplaceAll(join(" "), ".", "-"), strings.ReplaceAll(sample, ".", "-")},
		{"dashes are a border", "+-------+\n| " + sample[:27] + "\n+-------+\n" + sample[27:] + "\n", sample},
		{"a drawn grid", drawn.String(), sample},
		{"nothing between commas", strings.ReplaceAll(join(","), ".", ""), sample},
		{"nothing between commas, nine lines",
			strings.ReplaceAll(strings.ReplaceAll(strings.Join(strings.Split(rows, ""), ","), ",\n,", "\n"), ".", ""),
			sample},
		{"80 cells", join(" ")[:159], sample[:80]},
		{"nothing", "", ""},
	} {
		if got, ok := Cells(tt.text); !ok || got != tt.want {
			t.Errorf("%s: got %q, %v", tt.name, got, ok)
		}
	}
	for _, text := range []string{"puzzles.txt", sample + "a", "+5" + sample[1:], sample + ":914", "é", "\xff"} {
		if got, ok := Cells(text); ok {
			t.Errorf("%s: got %q, want no puzzle", text, got)
		}
	}
}

// TestParseGrid reads one grid in the ways in which people write it, and refuses what is not a grid.
func TestParseGrid(t *testing.T) {
	want, err := ParseLine(sample)
	if err != nil {
		t.Fatal(err)
	}
	spaced := strings.Join(strings.Split(sample, ""), " ")
	for _, text := range []string{
		sample, sample + "\n", "\t" + rowsOf(sample), spaced, strings.ReplaceAll(spaced, " ", ","),
		strings.ReplaceAll(sample, ".", "0"), strings.ReplaceAll(spaced, ".", "_"),
		strings.ReplaceAll(rowsOf(sample), ".", "*"),
		strings.ReplaceAll(sample, ".", "x"), strings.ReplaceAll(sample, ".", "X"),
		strings.ReplaceAll(spaced, ".", "-"),
		"+---+\n|" + sample[:27] + "|\n+---+\n" + sample[27:],
		strings.ReplaceAll(strings.Join(strings.Split(sample, ""), ","), ".", ""),
	} {
		if got, err := ParseGrid(text); err != nil || got != want {
			t.Errorf("%q: %v, error %v", text, got, err)
		}
	}
	const characters = "want a digit or one of . 0 * _ - X x for an empty cell"
	for text, want := range map[string]string{
		"":                              "0 cells, want 81",
		sample[1:]:                      "80 cells, want 81",
		sample + ".":                    "82 cells, want 81",
		sample[:40] + "?" + sample[41:]: "character '?' at line 1, position 41, " + characters,
		rowsOf(sample) + "é":            "character 'é' at line 10, position 1, " + characters,
		"\xff":                          "character '\ufffd' at line 1, position 1, " + characters,
	} {
		if _, err := ParseGrid(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
