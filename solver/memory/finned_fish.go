package memory

import (
	"math/bits"
	"slices"
	"strings"

	"setdoku/solver/board"
)

// frame is a rectangle, in classic a box, seen from a fish: the lines through it of the kind of the base lines, and the
// lines through it that cross them, as sets.
type frame struct{ lines, crossing uint16 }

// newFrames returns the frames of the units that are rectangles, for rows and for columns as base lines.
func newFrames(g *board.Geometry) (frames [2][]frame) {
	for _, u := range g.List {
		if u < board.Lines {
			continue
		}
		columns, rows := uint16(0), uint16(0)
		for _, cell := range g.Variant.Units[u] {
			rows |= 1 << (cell / 9)
			columns |= 1 << (cell % 9)
		}
		if r, c := bits.OnesCount16(rows), bits.OnesCount16(columns); r*c == g.Size && r > 1 && c > 1 {
			frames[0] = append(frames[0], frame{rows, columns})
			frames[1] = append(frames[1], frame{columns, rows})
		}
	}
	for _, list := range frames {
		slices.SortStableFunc(list, func(a, b frame) int { return int(a.lines) - int(b.lines) })
	}
	return frames
}

// finnedFish finds fish of size lines whose fins are in one box.
func finnedFish(puzzle *Board, size int) {
	sashimi := strings.HasPrefix(puzzle.running.Name, "sashimi")
	least := puzzle.leastOpen(size)
	var places [9]uint16
	fins := 0 // the most crossing lines of a box, without one
	for _, x := range puzzle.tables.frames {
		for i := range x {
			fins = max(fins, bits.OnesCount16(x[i].crossing)-1)
		}
	}
	for d := range 9 {
		if puzzle.openLines(d) < least {
			continue
		}
		for base := range 2 {
			for line := range places {
				places[line] = puzzle.Places[base*9+line][d]
			}
			f := finnedSearch{puzzle: puzzle, places: &places, base: base, digit: d, size: size, sashimi: sashimi}
			// Fins are in one box, of which one line or more is in the cover.
			puzzle.subsets.Each(&places, size, size, fins, func(lines, _ uint16) { f.try(lines) })
		}
	}
}

// finnedSearch searches the fish of a digit.
type finnedSearch struct {
	puzzle      *Board
	places      *[9]uint16 // by base line
	base        int        // 0 for rows, 1 for columns
	digit, size int
	sashimi     bool
}

// try records the eliminations of base lines if one of their fish is of the kind that is searched.
func (f *finnedSearch) try(lines uint16) {
	if f.each(lines, false) {
		f.each(lines, true)
	}
}

// each handles all fish on base lines. With note it records their eliminations. Otherwise it reports whether one of
// them is of the kind that is searched.
func (f *finnedSearch) each(lines uint16, note bool) bool {
	frames := f.puzzle.tables.frames[f.base]
	var in, out uint16 // the places of the base lines through the frame, and of the others
	through := uint16(0)
	for i := range frames {
		x := &frames[i]
		if x.lines != through {
			through = x.lines
			in, out = f.union(lines&through), f.union(lines&^through)
		}
		inside, outside := in&x.crossing, in&^x.crossing|out
		if inside == 0 || lines&x.lines == x.lines || bits.OnesCount16(outside) > f.size ||
			f.confined(lines&x.lines, x.crossing) > 1 {
			continue
		}
		if f.covers(lines, outside, x, inside, f.size-bits.OnesCount16(outside), 1, note) {
			return true
		}
	}
	return false
}

// union returns the places of some base lines together.
func (f *finnedSearch) union(lines uint16) (places uint16) {
	for ; lines != 0; lines &= lines - 1 {
		places |= f.places[bits.TrailingZeros16(lines)]
	}
	return places
}

// confined counts the base lines that have all their places in the box. Two of them contradict each other.
func (f *finnedSearch) confined(lines, crossing uint16) (n int) {
	for ; lines != 0; lines &= lines - 1 {
		if f.places[bits.TrailingZeros16(lines)]&^crossing == 0 {
			n++
		}
	}
	return n
}

// covers handles the fish whose covers have more lines in addition to cover, none smaller than from, see each.
func (f *finnedSearch) covers(lines, cover uint16, x *frame, inside uint16, more int, from uint16, note bool) bool {
	if more == 0 {
		return cover&x.crossing != 0 && inside&^cover != 0 && f.catch(lines, cover, x, note)
	}
	for ; from <= f.puzzle.G.AllBits; from <<= 1 {
		if cover&from == 0 && f.covers(lines, cover|from, x, inside, more-1, from<<1, note) {
			return true
		}
	}
	return false
}

// catch handles a fish. With note it records the eliminations. Otherwise it reports whether there are any and the fish
// is of the kind that is searched.
func (f *finnedSearch) catch(lines, cover uint16, x *frame, note bool) bool {
	caught := false
	for rest := x.lines &^ lines; rest != 0; rest &= rest - 1 {
		line := bits.TrailingZeros16(rest)
		victims := f.places[line] & cover & x.crossing
		caught = caught || victims != 0
		if !note {
			continue
		}
		key := f.puzzle.key(f.base+1, f.digit+1, int(lines), int(cover))
		for ; victims != 0; victims &= victims - 1 {
			f.puzzle.found.note(int(f.puzzle.G.Units[f.base*9+line][bits.TrailingZeros16(victims)]), f.digit, key)
		}
	}
	return caught && !note && f.isSashimi(lines&x.lines, cover) == f.sashimi
}

// isSashimi reports whether a line with fins has fewer than two places in the cover.
func (f *finnedSearch) isSashimi(lines, cover uint16) bool {
	for ; lines != 0; lines &= lines - 1 {
		p := f.places[bits.TrailingZeros16(lines)]
		if kept := p & cover; p&^cover != 0 && kept&(kept-1) == 0 {
			return true
		}
	}
	return false
}

// explainLineFish lists the fins and the body of a fish of lines. A basic fish has no fins.
func explainLineFish(puzzle *Board, k fields) {
	base, digit := k.of("orientation")-1, uint8(k.of("digit"))
	lines, cover := uint16(k.of("base")), uint16(k.of("cover"))
	var fins, body board.Cells
	for rest := lines; rest != 0; rest &= rest - 1 {
		line := base*9 + bits.TrailingZeros16(rest)
		for p := puzzle.Board.Places[line][digit-1]; p != 0; p &= p - 1 {
			in := &fins
			if p&-p&cover != 0 {
				in = &body
			}
			in.Add(int(puzzle.G.Units[line][bits.TrailingZeros16(p)]))
		}
	}
	puzzle.cellParts("fin", fins, digit)
	puzzle.cellParts("body", body, digit)
}
