package generate

import (
	"math/bits"
	"math/rand/v2"

	"setdoku"
	"setdoku/solver/solutions"
)

// digger takes givens away from a filled grid, an orbit at a time, as long as the solution stays the
// only one. What it comes to is decided by the order of the orbits.
type digger struct {
	orbits   [][]int
	solution setdoku.Grid
	givens   setdoku.Grid
	clues    int

	// A pair of digits can change places in any cells that share no unit with a cell of the pair outside,
	// so one of these cells must stay. There are at most four such sets a pair.
	pairs [setdoku.CellCount][9]uint8 // the set of a cell, by the other digit
	left  [36 * 4]int8                // givens in each set
}

// start fills the grid.
func (d *digger) start(solution setdoku.Grid) {
	d.solution, d.givens, d.clues = solution, solution, setdoku.CellCount
	d.findPairs()
}

// findPairs finds the cells in which two digits can change places. A row has one cell of each, so a
// set is a set of rows.
func (d *digger) findPairs() {
	var column, boxRow [9][9]uint8 // by digit: column of a row, row of a box
	var columnRow [9][9]uint8      // row of a column
	for i, v := range d.solution {
		r, c := i/9, i%9
		column[v-1][r], columnRow[v-1][c], boxRow[v-1][r/3*3+c/3] = uint8(c), uint8(r), uint8(r)
	}
	n := uint8(0)
	for a := range 9 {
		for b := range a {
			for open := uint16(511); open != 0; n++ {
				set := open & -open
				for fresh := set; fresh != 0; {
					r := bits.TrailingZeros16(fresh)
					ca, cb := column[a][r], column[b][r]
					box := uint8(r / 3 * 3)
					reach := uint16(1)<<columnRow[b][ca] | 1<<columnRow[a][cb] | 1<<boxRow[b][box+ca/3] | 1<<boxRow[a][box+cb/3]
					fresh = (fresh&(fresh-1) | reach) &^ (set &^ fresh)
					fresh &^= 1 << r
					set |= reach
				}
				open &^= set
				for m := set; m != 0; m &= m - 1 {
					r := bits.TrailingZeros16(m)
					d.pairs[r*9+int(column[a][r])][b] = n
					d.pairs[r*9+int(column[b][r])][a] = n
				}
				d.left[n] = int8(2 * bits.OnesCount16(set))
			}
		}
	}
}

// take empties the cells of an orbit. Where it takes the last given of a set it puts them back and reports
// false.
func (d *digger) take(orbit []int) bool {
	empty := false
	for _, i := range orbit {
		v := int(d.solution[i]) - 1
		for other, set := range d.pairs[i] {
			if other != v {
				d.left[set]--
				empty = empty || d.left[set] == 0
			}
		}
		d.givens[i] = 0
	}
	d.clues -= len(orbit)
	if empty {
		d.put(orbit)
	}
	return !empty
}

// put fills the cells of an orbit again.
func (d *digger) put(orbit []int) {
	for _, i := range orbit {
		v := int(d.solution[i]) - 1
		for other, set := range d.pairs[i] {
			if other != v {
				d.left[set]++
			}
		}
		d.givens[i] = d.solution[i]
	}
	d.clues += len(orbit)
}

// Orbits are taken several at a time, by cells: at first so many that one solution is likely to be left, later
// fewer.
const (
	firstCells = 40
	laterCells = 4
)

// dig goes through the orbits in random order and takes what can be taken, until least clues are left. With
// least 0 no orbit that is left can be taken away. It takes the orbits that one at a time would: several
// at once where the solution stays the only one, which makes it so for each of them.
func (d *digger) dig(rng *rand.Rand, least int) {
	d.shuffle(rng)
	d.takeAll(least, firstCells)
}

func (d *digger) shuffle(rng *rand.Rand) {
	rng.Shuffle(len(d.orbits), func(i, j int) { d.orbits[i], d.orbits[j] = d.orbits[j], d.orbits[i] })
}

// takeAll goes through the orbits in their order, beginning with about so many cells at a time.
func (d *digger) takeAll(least, cells int) {
	var taken [][]int
	for at := 0; at < len(d.orbits); {
		taken = taken[:0]
		end, n := at, 0
		for ; end < len(d.orbits) && (n == 0 || n+len(d.orbits[end]) <= cells); end++ {
			orbit := d.orbits[end]
			if d.givens[orbit[0]] == 0 || d.clues-len(orbit) < least || !d.take(orbit) {
				continue
			}
			taken = append(taken, orbit)
			n += len(orbit)
		}
		switch {
		case d.unique(taken):
			at, cells = end, min(cells, laterCells)
		case len(taken) == 1:
			d.put(taken[0])
			at = end
		default:
			for _, orbit := range taken {
				d.put(orbit)
			}
			if cells = n / 2; cells > laterCells {
				cells = n * 4 / 5
			}
		}
	}
}

// againOrbits is how many orbits again puts back; with less or more it comes to few givens later.
var againOrbits = 4

// again puts some orbits back and digs in another order, these last. Where the number of givens is then further
// from a range than before, it changes nothing.
func (d *digger) again(rng *rand.Rand, least int, wanted Range) {
	givens, left, clues := d.givens, d.left, d.clues
	d.shuffle(rng)
	for i, last := len(d.orbits)-1, len(d.orbits); i >= 0 && last > len(d.orbits)-againOrbits; i-- {
		if orbit := d.orbits[i]; d.givens[orbit[0]] == 0 {
			d.put(orbit)
			last--
			d.orbits[i], d.orbits[last] = d.orbits[last], d.orbits[i]
		}
	}
	d.takeAll(least, 1)
	if wanted.off(d.clues) > wanted.off(clues) {
		d.givens, d.left, d.clues = givens, left, clues
	}
}

// unique reports whether one solution is left after orbits were taken, before which there was one.
func (d *digger) unique(taken [][]int) bool {
	switch {
	case len(taken) == 0:
		return true
	case len(taken) == 1 && len(taken[0]) == 1:
		i := taken[0][0]
		d.givens[i] = d.solution[i]
		needless := solutions.Needless(&d.givens, i)
		d.givens[i] = 0
		return needless
	}
	return solutions.Unique(d.givens)
}
