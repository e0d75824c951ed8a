package play

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// firstBlock and firstExtra are indexes of units: before firstBlock are rows and columns, then boxes and regions, and then all others.
const (
	firstBlock = 18
	firstExtra = 36
)

// Looks returns the classes of the cells of a board, each after a blank: right and below where another box or region begins beyond this side, and
// extra in a diagonal, a window or the like. It returns none for classic.
func Looks(v *setdoku.Variant) (list [setdoku.CellCount]string) {
	if v == setdoku.Classic {
		return list
	}
	var block [setdoku.CellCount]int
	for u, cells := range v.Units[firstBlock:firstExtra] {
		for _, i := range cells {
			block[i] = u + 1
		}
	}
	extra := slices.Concat(v.Units[firstExtra:]...)
	for _, i := range v.Cells() {
		if i%9+1 < v.Size && block[i] != block[i+1] {
			list[i] += " right"
		}
		if i/9+1 < v.Size && block[i] != block[i+9] {
			list[i] += " below"
		}
		if slices.Contains(extra, i) {
			list[i] += " extra"
		}
	}
	return list
}

// Outline is a board in small, as paths in which a cell is 10 wide and high.
type Outline struct {
	Title                string
	Width                int
	Lines, Walls, Extras string
}

// OutlineOf returns the outline of a board, nil for classic, whose outline is a style of the page.
func OutlineOf(v *setdoku.Variant) *Outline {
	if v == nil || v == setdoku.Classic {
		return nil
	}
	var lines, walls, extras strings.Builder
	for n := 10; n < v.Size*10; n += 10 {
		fmt.Fprintf(&lines, "M%d 0v%[2]d0M0 %[1]dh%[2]d0", n, v.Size)
	}
	for i, look := range Looks(v) {
		x, y := i%9*10, i/9*10
		if strings.Contains(look, "right") {
			fmt.Fprintf(&walls, "M%d %dv10", x+10, y)
		}
		if strings.Contains(look, "below") {
			fmt.Fprintf(&walls, "M%d %dh10", x, y+10)
		}
		if strings.Contains(look, "extra") {
			fmt.Fprintf(&extras, "M%d %dh10v10h-10z", x, y)
		}
	}
	return &Outline{v.Title, v.Size * 10, lines.String(), walls.String(), extras.String()}
}
