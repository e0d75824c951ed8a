package technique

import (
	"math/bits"
	"strings"

	"setdoku/solver/board"
)

// frame is a box seen from a fish: the three lines through it of the kind of the base lines, and the three lines
// through it that cross them, as sets.
type frame struct{ lines, crossing uint16 }

var frames = func() (list [9]frame) {
	for i := range list {
		list[i] = frame{7 << (i / 3 * 3), 7 << (i % 3 * 3)}
	}
	return list
}()

// finnedFish finds fish of size lines whose fins are in one box.
func finnedFish(puzzle *Puzzle, size int) {
	sashimi := strings.HasPrefix(puzzle.running.Name, "sashimi")
	least := puzzle.leastOpen(size)
	var places [9]uint16
	for d := range 9 {
		if puzzle.openLines(d) < least {
			continue
		}
		for base := range 2 {
			for line := range places {
				places[line] = puzzle.Places[base*9+line][d]
			}
			f := finned{puzzle: puzzle, places: &places, base: base, digit: d, size: size, sashimi: sashimi}
			// Fins stand in one box, so in at most two lines that are not in the cover.
			puzzle.subsets.Each(&places, size, size, 2, func(lines, _ uint16) { f.try(lines) })
		}
	}
}

// finned searches the fish of a digit.
type finned struct {
	puzzle      *Puzzle
	places      *[9]uint16 // by base line
	base        int        // 0 for rows, 1 for columns
	digit, size int
	sashimi     bool
}

// try records the eliminations of base lines if one of their fish is of the kind that is searched.
func (f *finned) try(lines uint16) {
	var bands [3]uint16
	for rest := lines; rest != 0; rest &= rest - 1 {
		line := bits.TrailingZeros16(rest)
		bands[line/3] |= f.places[line]
	}
	if f.each(lines, &bands, false) {
		f.each(lines, &bands, true)
	}
}

// each handles all fish on base lines. With note it records their eliminations. Otherwise it reports whether one of them is of the kind
// that is searched.
func (f *finned) each(lines uint16, bands *[3]uint16, note bool) bool {
	for i := range frames {
		x := &frames[i]
		inside := bands[i/3] & x.crossing
		outside := bands[i/3]&^x.crossing | bands[(i/3+1)%3] | bands[(i/3+2)%3]
		if inside == 0 || lines&x.lines == x.lines || bits.OnesCount16(outside) > f.size || f.confined(lines&x.lines, x.crossing) > 1 {
			continue
		}
		if f.covers(lines, outside, x, inside, f.size-bits.OnesCount16(outside), 1, note) {
			return true
		}
	}
	return false
}

// confined counts the base lines that have all their places in the box. Two of them contradict each other.
func (f *finned) confined(lines, crossing uint16) (n int) {
	for ; lines != 0; lines &= lines - 1 {
		if f.places[bits.TrailingZeros16(lines)]&^crossing == 0 {
			n++
		}
	}
	return n
}

// covers handles the fish whose covers have more lines in addition to cover, none smaller than from, see each.
func (f *finned) covers(lines, cover uint16, x *frame, inside uint16, more int, from uint16, note bool) bool {
	if more == 0 {
		return cover&x.crossing != 0 && inside&^cover != 0 && f.catch(lines, cover, x, note)
	}
	for ; from < 1<<9; from <<= 1 {
		if cover&from == 0 && f.covers(lines, cover|from, x, inside, more-1, from<<1, note) {
			return true
		}
	}
	return false
}

// catch handles a fish. With note it records the eliminations. Otherwise it reports whether there are any and the fish is of the kind
// that is searched.
func (f *finned) catch(lines, cover uint16, x *frame, note bool) bool {
	caught := false
	for rest := x.lines &^ lines; rest != 0; rest &= rest - 1 {
		line := bits.TrailingZeros16(rest)
		victims := f.places[line] & cover & x.crossing
		caught = caught || victims != 0
		if !note {
			continue
		}
		key := ((int64(f.base+1)*10+int64(f.digit+1))*1000+int64(lines))*1000 + int64(cover)
		for ; victims != 0; victims &= victims - 1 {
			f.puzzle.found.note(int(f.puzzle.G.Units[f.base*9+line][bits.TrailingZeros16(victims)]), f.digit, key)
		}
	}
	return caught && !note && f.isSashimi(lines&x.lines, cover) == f.sashimi
}

// isSashimi reports whether a line with fins has fewer than two places in the cover.
func (f *finned) isSashimi(lines, cover uint16) bool {
	for ; lines != 0; lines &= lines - 1 {
		p := f.places[bits.TrailingZeros16(lines)]
		if kept := p & cover; p&^cover != 0 && kept&(kept-1) == 0 {
			return true
		}
	}
	return false
}

// explainLineFish lists the fins and the body of a fish of lines. A basic fish has no fins.
func explainLineFish(puzzle *Puzzle, k fields) {
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
