//go:build browser

package web_test

import (
	"testing"

	"setdoku/internal/gridtest"
)

// TestOneBoard opens each page with a board: the same elements, with lines between the cells of the same width. The
// numbers of rows and columns are outside of the board of a game until a setting removes them.
func TestOneBoard(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	const kinds = `(b => [b.querySelectorAll(".line").length, b.querySelectorAll(".line > .cell").length,
		...[...b.querySelectorAll(".line:first-child .cell")].map(c => getComputedStyle(c).borderRightWidth)].join(" "))
		(document.querySelector(".board"))`
	want := b.value(kinds)
	const columns = `getComputedStyle(document.querySelector(".board"), "::before").content`
	const rows = `getComputedStyle(document.querySelector(".line"), "::before").content`
	numbers := b.value(columns) + b.value(rows)
	if b.value(`(document.querySelector("[name=labels]").click(), "")`); b.value(columns)+b.value(rows) != "nonenone" {
		t.Errorf("the setting leaves %s and %s", b.value(columns), b.value(rows))
	}
	for _, path := range []string{"/techniques/x_wing/exercise?example=1", "/solve", "/puzzles/1/solutions"} {
		b.tab.open(path)
		b.holds("a board", `document.querySelector(".board .cell") !== null`)
		if got := b.value(kinds); got != want {
			t.Errorf("%s: the board has %s, want %s", path, got, want)
		}
		if got := b.value(columns) + b.value(rows); path != "/puzzles/1/solutions" && got != numbers {
			t.Errorf("%s: the numbers are %s, want %s", path, got, numbers)
		}
	}
}
