package format_test

import (
	"slices"
	"strings"
	"testing"
)

// TestUnread reads puzzles of forms that are not read, and saved games: the error names what the text is.
func TestUnread(t *testing.T) {
	game := func(version string) string {
		fields := ""
		for cell := range slices.Chunk(strings.SplitAfter(begun(false), "|"), 3) {
			fields += strings.Join(cell[:len(cell)-1], "") + "0|0|" + cell[len(cell)-1]
		}
		fields = strings.TrimSuffix(fields, "0|0|") // behind the last bar
		return "<opensudoku version=\"2\"><game data=\"version: " + version + "&#10;" + fields + "\"/></opensudoku>"
	}
	for _, e := range []struct{ name, text, want string }{
		{"SumoCue", "SumoCueV1=17J0+0J1", "killer"},
		{"a killer of Solo", "3x3kda:" + solo(puzzle) + ",abc", "killer"},
		{"a short text of sudokuwiki.org", "S9B012345abcdef", "sudokuwiki.org"},
		{"a version of Open Sudoku", game("7"), `"7"`},
		{"version 5 of Open Sudoku", game("5"), puzzle[:34] + "+2" + puzzle[35:] + ":111 311"},
		{"a saved game of Solo", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nPARAMS  :3:3x3\n" +
			"DESC    :50:" + solo(puzzle), puzzle},
		{"a link to Solo", "https://example.org/solo.html#3x3:" + solo(puzzle), puzzle},
	} {
		got := read(e.text)
		if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, e.want) }) || len(got) != 1 {
			t.Errorf("%s: got %q, want %q", e.name, got, e.want)
		}
	}
}
