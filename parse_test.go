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
	const looks = "line 1: this looks like a line of cells: "
	for text, want := range map[string]string{
		"":                              `no grid in "", want 81 cells`,
		"\xff":                          "no grid in \"\\xff\", want 81 cells",
		sample[1:]:                      looks + "80 cells, want 81",
		sample + ".":                    looks + "82 cells, want 81",
		sample[:40] + "?" + sample[41:]: looks + "character '?' at position 41, want a digit or one of . 0 * _ - X",
		sample + "\n" + sample:          "line 2: a second puzzle, want one",
		"x " + sample:                   "line 1: a puzzle of another board, want a classic one",
		sample + "\n" + sample[1:]:      "line 2: this looks like a line of cells: 80 cells, want 81",
	} {
		if _, err := ParseGrid(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// FuzzParseGrid checks that a grid that was read is written and read back.
func FuzzParseGrid(f *testing.F) {
	for _, text := range []string{sample, rowsOf(sample), "x " + sample, strings.Repeat("123456789 ", 81), "3x3:zzzc",
		"id,grid\n1," + sample} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseGrid(text)
		if err != nil {
			return
		}
		if again, err := ParseGrid(d.String()); err != nil || again != d {
			t.Errorf("%s is read back as %s, error %v", d, again, err)
		}
	})
}
