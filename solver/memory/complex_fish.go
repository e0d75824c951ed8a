package memory

import (
	"math/bits"
	"strings"

	"setdoku/solver/board"
)

// The search counts, for each candidate of the digit that the victim does not see, the base units less the cover
// units that have it, plus 3. A counter has three bits, and a word has 21 counters. The highest bit is set if a cover
// is missing, and the lower two are both set if no cover is spare.
const (
	balanced = 0o333333333333333333333
	lacking  = 0o444444444444444444444
)

// fishWords holds the counters of all candidates that the victim does not see, at most 60.
type fishWords [3]uint64

// fishUnit is a unit with some of these candidates.
type fishUnit struct {
	bit   uint32 // bit by number, rows first
	kind  int    // 0 row, 1 column, 2 box
	words fishWords
}

// fishSide is the kind of line that must not be a base unit and the kind that must not be a cover unit, -1 for none.
type fishSide struct{ noBase, noCover int }

var (
	frankenSides = []fishSide{{1, 0}, {0, 1}}
	mutantSides  = []fishSide{{-1, -1}}
)

// fishSearch searches the best fish that eliminates one candidate.
type fishSearch struct {
	puzzle        *Board
	units         [27]fishUnit
	count         int
	franken       bool
	side          fishSide
	size          int
	digit, victim int
	cells         board.Cells // candidates of the digit
	key           int64       // the smallest key, 0 for none
	fins          int         // of the fish with this key
}

// unitsOf has the three units of each cell, as bits.
var unitsOf = func() (u [81]uint32) {
	for i := range u {
		for _, l := range board.Classic.Locations[i] {
			u[i] |= 1 << l.Unit
		}
	}
	return u
}()

// finsMost is the maximum number of fins of a complex fish.
const finsMost = 5

// complexFish finds franken and mutant fish of up to size base units. Such a fish can only eliminate a candidate that
// is in no template of the digit. For each victim it takes a fish with the fewest base units. The victim stays if all
// of these have too many fins.
func complexFish(puzzle *Board, size int) {
	f := fishSearch{puzzle: puzzle, franken: strings.HasPrefix(puzzle.running.Name, "franken")}
	for d := range 9 {
		f.cells = puzzle.Live(d)
		if f.cells.Empty() {
			continue
		}
		all := puzzle.Alive[d].Bands()
		union, _ := templates(&all)
		if union == (bands{}) {
			continue
		}
		f.digit = d
		for rest := f.cells.Without(board.OfBands(union)); !rest.Empty(); {
			f.victim = rest.Next()
			if f.search(size); f.key != 0 && f.fins <= finsMost {
				puzzle.found.note(f.victim, d, f.key)
			}
		}
	}
}

// search finds the smallest key among the fish with the fewest base units.
func (f *fishSearch) search(size int) {
	f.key = 0
	f.collect()
	sides := mutantSides
	if f.franken {
		sides = frankenSides
	}
	for f.size = 2; f.size <= size && f.key == 0; f.size++ {
		for _, f.side = range sides {
			for i := range f.units[:f.count] {
				if u := &f.units[i]; u.kind != f.side.noBase {
					f.grow(i, u.bit, 0, u.words.add(&fishWords{balanced, balanced, balanced}))
				}
			}
		}
	}
}

// collect lists the units with candidates that the victim does not see.
func (f *fishSearch) collect() {
	var words [27]fishWords
	rest := f.cells.Without(f.puzzle.G.Peers[f.victim])
	rest.Remove(f.victim)
	for n := 0; !rest.Empty(); n++ {
		for _, l := range board.Classic.Locations[rest.Next()] {
			words[l.Unit][n/21] |= 1 << (n % 21 * 3)
		}
	}
	f.count = 0
	for u := range words {
		if words[u] != (fishWords{}) {
			f.units[f.count] = fishUnit{1 << u, u / 9, words[u]}
			f.count++
		}
	}
}

func (w fishWords) add(o *fishWords) fishWords {
	return fishWords{w[0] + o[0], w[1] + o[1], w[2] + o[2]}
}

func (w fishWords) less(o *fishWords) fishWords {
	return fishWords{w[0] - o[0], w[1] - o[1], w[2] - o[2]}
}

// grow covers the first candidate without a cover, or adds a base unit if a cover is spare. If there are fewer covers
// than bases and no candidate lacks a cover, the victim is refuted.
func (f *fishSearch) grow(first int, base, cover uint32, w fishWords) {
	bases, covers := bits.OnesCount32(base), bits.OnesCount32(cover)
	for i := range w {
		if lack := w[i] & lacking; lack != 0 {
			if covers+1 < f.size {
				f.cover(first, base, cover, w, i, lack&-lack>>2)
			}
			return
		}
	}
	if bases > covers {
		f.chooseCover(base, cover)
		return
	}
	full := fishWords{w[0] & (w[0] >> 1), w[1] & (w[1] >> 1), w[2] & (w[2] >> 1)}
	last := covers+1 == f.size
	for i := first + 1; i < f.count; i++ {
		u := &f.units[i]
		if u.bit&(base|cover) != 0 || u.kind == f.side.noBase ||
			u.words[0]&^full[0]|u.words[1]&^full[1]|u.words[2]&^full[2] == 0 {
			continue
		}
		if last && u.words[0]&full[0]|u.words[1]&full[1]|u.words[2]&full[2] != 0 {
			continue
		}
		f.grow(first, base|u.bit, cover, w.add(&u.words))
	}
}

// cover tries the units that have one candidate, a bit of word i. The last cover must cover all candidates that lack
// one.
func (f *fishSearch) cover(first int, base, cover uint32, w fishWords, i int, bit uint64) {
	last := bits.OnesCount32(cover)+2 == f.size
	for j := range f.units[:f.count] {
		u := &f.units[j]
		if u.words[i]&bit == 0 || u.bit&(base|cover) != 0 || u.kind == f.side.noCover {
			continue
		}
		if v := w.less(&u.words); !last || (v[0]|v[1]|v[2])&lacking == 0 {
			f.grow(first, base, cover|u.bit, v)
		}
	}
}

// chooseCover adds the cover that has the victim and leaves the fewest fins.
func (f *fishSearch) chooseCover(base, cover uint32) {
	for _, l := range board.Classic.Locations[f.victim] {
		whole := cover | 1<<l.Unit
		if int(l.Unit/9) == f.side.noCover || !f.isKind(base, whole) {
			continue
		}
		fins := 0
		for rest := f.cells; !rest.Empty(); {
			if in := unitsOf[rest.Next()]; bits.OnesCount32(in&base) > bits.OnesCount32(in&whole) {
				fins++
			}
		}
		baseRows, baseColumns, baseBoxes := linesByKind(base)
		rows, columns, boxes := linesByKind(whole)
		key := f.puzzle.key(f.size-1, min(fins, 7), f.digit+1, baseBoxes, baseColumns, baseRows, boxes, columns, rows)
		if f.key == 0 || key < f.key {
			f.key, f.fins = key, fins
		}
	}
}

// linesByKind splits a set of units, as in the fields of the key.
func linesByKind(units uint32) (rows, columns, boxes int) {
	return int(units & 511), int(units >> 9 & 511), int(units >> 18)
}

// isKind reports whether the fish is of the right kind. A franken fish has a box. A mutant fish is not rows against
// columns or columns against rows, with or without boxes.
func (f *fishSearch) isKind(base, cover uint32) bool {
	if f.franken {
		return (base|cover)>>18 != 0
	}
	return (base&rowUnits|cover&columnUnits) != 0 && (base&columnUnits|cover&rowUnits) != 0
}

const (
	rowUnits    = 1<<9 - 1
	columnUnits = rowUnits << 9
)

// explainComplexFish lists the fins and the body.
func explainComplexFish(puzzle *Board, p fields) {
	units := func(side string) uint32 {
		return uint32(p.of(side+"_boxes")<<18 | p.of(side+"_columns")<<9 | p.of(side+"_rows"))
	}
	base, cover := units("base"), units("cover")
	digit := uint8(p.of("digit"))
	var body board.Cells
	for cells := puzzle.Board.Live(int(digit) - 1); !cells.Empty(); {
		i := cells.Next()
		bases, covers := bits.OnesCount32(unitsOf[i]&base), bits.OnesCount32(unitsOf[i]&cover)
		switch {
		case bases == 0:
		case bases <= covers:
			body.Add(i)
		case bases == 1:
			puzzle.part("fin", i, int(digit), 0)
		default:
			puzzle.part("endo_fin", i, int(digit), 0)
		}
	}
	puzzle.cellParts("body", body, digit)
}
