package cli_test

import (
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/gridtest"
)

// TestQRLines reads the modules of a code back, and requires what a camera looks for: a light margin of four modules,
// the three squares in the corners, and the rows of modules in turns between the squares.
func TestQRLines(t *testing.T) {
	text, err := cli.QRLines("http://192.168.7.20:8081/games?token=ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	gridtest.Must(t, err)
	var rows [][]bool
	for line := range strings.Lines(text) {
		line, black := strings.CutPrefix(strings.TrimSuffix(line, "\x1b[0m\n"), "\x1b[30;107m")
		if !black {
			t.Fatalf("the line %q has no colors", line)
		}
		var up, down []bool
		for _, r := range line {
			up, down = append(up, r == '▀' || r == '█'), append(down, r == '▄' || r == '█')
		}
		rows = append(rows, up, down)
	}
	const margin = 4
	wide := len(rows[0])
	size := wide - 2*margin
	if size%4 != 1 || len(rows) < wide {
		t.Fatalf("%d modules in %d rows", size, len(rows))
	}
	at := func(x, y int) bool { return rows[y+margin][x+margin] }
	for y := -margin; y < size+margin; y++ {
		for x := -margin; x < size+margin; x++ {
			if (x < 0 || y < 0 || x >= size || y >= size) && at(x, y) {
				t.Fatalf("the margin is dark at %d, %d", x, y)
			}
		}
	}
	for _, corner := range [][2]int{{0, 0}, {size - 7, 0}, {0, size - 7}} {
		for y := range 7 {
			for x := range 7 {
				ring := min(x, y, 6-x, 6-y) // 0 on the edge of the square, 3 in its middle
				if at(corner[0]+x, corner[1]+y) == (ring == 1) {
					t.Fatalf("the square at %v is wrong at %d, %d", corner, x, y)
				}
			}
		}
	}
	for k := 8; k < size-8; k++ {
		if at(k, 6) != (k%2 == 0) || at(6, k) != (k%2 == 0) {
			t.Fatalf("the modules %d between the squares do not take turns", k)
		}
	}
}
