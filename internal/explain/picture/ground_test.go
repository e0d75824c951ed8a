package picture

import (
	"math"
	"slices"
	"testing"

	"setdoku"
)

// boardsOf returns boards of all kinds.
func boardsOf(t *testing.T) (list []*setdoku.Variant) {
	for _, name := range append(setdoku.VariantNames(), jigsaw9+"+x+windoku",
		"1233333122234411253641225664155566415756647777774", "8x8+x") {
		list = append(list, stateOn(t, name).Variant)
	}
	return append(list, own(t))
}

// TestBorders checks that the thick lines of each board are around it and between cells of different boxes or
// regions, that the thin ones are between all others, and that cells on both sides of the border of regions of one
// part have different tints.
func TestBorders(t *testing.T) {
	for _, v := range boardsOf(t) {
		thin, thick, _ := Lines(v)
		drawn := make(map[Segment]bool) // each side of a cell, and whether it is thick
		for isThick, list := range map[bool][]Segment{false: thin, true: thick} {
			for _, s := range list {
				dx, dy := min(1, s.X2-s.X1), min(1, s.Y2-s.Y1)
				for ; s.X1 != s.X2 || s.Y1 != s.Y2; s.X1, s.Y1 = s.X1+dx, s.Y1+dy {
					side := Segment{s.X1, s.Y1, s.X1 + dx, s.Y1 + dy}
					if _, twice := drawn[side]; twice {
						t.Errorf("%s: %v is drawn twice", v.Name, side)
					}
					drawn[side] = isThick
				}
			}
		}
		if want := 2 * v.Size * (v.Size + 1); len(drawn) != want {
			t.Errorf("%s: %d sides of cells, want %d", v.Name, len(drawn), want)
		}
		tints := Tints(v)
		apart := func(x, y, dx, dy int) bool {
			if x < 0 || y < 0 || x+dx >= v.Size || y+dy >= v.Size {
				return true
			}
			i, j := y*9+x, (y+dy)*9+x+dx
			for u := 18; u < 36; u++ {
				if slices.Contains(v.Units[u], i) != slices.Contains(v.Units[u], j) {
					if v.Name != "own" && u >= 27 && tints[i] == tints[j] && tints[i] != WindowTint {
						t.Errorf("%s: %s and %s have one tint", v.Name, setdoku.CellAt(i), setdoku.CellAt(j))
					}
					return true
				}
			}
			return false
		}
		for side, isThick := range drawn {
			want := apart(side.X1-1, side.Y1, 1, 0)
			if side.Y1 == side.Y2 {
				want = apart(side.X1, side.Y1-1, 0, 1)
			}
			if want != isThick {
				t.Errorf("%s: %v is thick: %v", v.Name, side, isThick)
			}
		}
	}
}

// TestOutlines checks that the outline of each unit has the area of its cells, that the middle of each of its cells is
// inside, and that the middle of no other cell is.
func TestOutlines(t *testing.T) {
	for _, v := range boardsOf(t) {
		b := newBoard(Diagram{State: setdoku.State{Variant: v}})
		for u, cells := range v.Units {
			loops := b.outline(cells, 0)
			area := 0.0
			for _, loop := range loops {
				for k, p := range loop {
					q := loop[(k+1)%len(loop)]
					area += (p.x*q.y - q.x*p.y) / 2
				}
			}
			if want := float64(len(cells)) * cellSize * cellSize; math.Abs(area-want) > 1 {
				t.Errorf("%s, %s: an area of %.0f, want %.0f", v.Name, setdoku.UnitName(u+1), area, want)
			}
			for _, i := range v.Cells() {
				if inside := winding(b.outline(cells, 3), b.center(i)) != 0; inside != slices.Contains(cells, i) {
					t.Errorf("%s, %s: %s is inside: %v", v.Name, setdoku.UnitName(u+1), setdoku.CellAt(i), inside)
				}
			}
		}
	}
	b := newBoard(Diagram{})
	ring := []int{0, 1, 2, 9, 11, 18, 19, 20}
	if got := b.outline(ring, 2); len(got) != 2 || winding(got, b.center(10)) != 0 || winding(got, b.center(11)) == 0 {
		t.Errorf("a ring of cells has the outline %v", got)
	}
}

// winding returns how often loops of horizontal and vertical lines run around a point.
func winding(loops [][]point, at point) (n int) {
	for _, loop := range loops {
		for k, p := range loop {
			switch q := loop[(k+1)%len(loop)]; {
			case p.x <= at.x || p.x != q.x:
			case p.y < at.y && q.y > at.y:
				n++
			case p.y > at.y && q.y < at.y:
				n--
			}
		}
	}
	return n
}

// TestTextOfBoards compares the text of a jigsaw, whole and on a narrow screen, and of a board with boxes of 2 rows by
// 3 columns.
func TestTextOfBoards(t *testing.T) {
	small := stateOn(t, "1112122233443344")
	for _, c := range []struct {
		state setdoku.State
		width int
		want  string
	}{
		{small, 0, `
   c1     c2    c3  │ c4
r1 234    34    24  │ 1
        ┌───────────┘
r2 134  │ 2     4     34
   ─────┴─────┬─────────
r3 124    14  │ 3     24
r4 1234   134 │ 124   24
`},
		{small, 18, `
   c1     c2
r1 234    34
        ┌────
r2 134  │ 2
   ─────┴────
r3 124    14
r4 1234   134

   c3  │ c4
r1 24  │ 1
   ────┘
r2 4     34
   ────────
r3 3     24
r4 124   24
`},
		{stateOn(t, "6x6"), 0, `
   c1     c2    c3    | c4    c5     c6
r1 3456   3456  456   | 1     23456  23456
r2 13456  2     1456  | 3456  3456   3456
   -------------------+--------------------
r3 12456  1456  3     | 2456  12456  12456
r4 12456  1456  12456 | 23456 123456 123456
   -------------------+--------------------
r5 123456 13456 12456 | 23456 123456 123456
r6 123456 13456 12456 | 23456 123456 123456
`},
	} {
		if got := "\n" + Text(Diagram{State: c.state}, Screen{Width: c.width}); got != c.want {
			t.Errorf("%s, %d wide:\n%s\nwant\n%s", c.state.Variant.Name, c.width, got, c.want)
		}
	}
}
