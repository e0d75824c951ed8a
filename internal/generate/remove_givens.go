package generate

import (
	"math/bits"
	"math/rand/v2"

	"setdoku"
	"setdoku/solver/solutions"
)

// remover removes givens from a filled grid, one orbit at a time, as long as the solution stays unique. The order
// of the orbits determines the result.
type remover struct {
	orbits   [][]int
	solution setdoku.Grid
	givens   setdoku.Grid
	clues    int

	// Two digits can be swapped in a set of cells if no unit of the set contains one of the two digits outside
	// the set. So one of these cells must stay a given. There are at most four such sets for two digits.
	pairs [setdoku.CellCount][9]uint8 // the set of a cell, by the other digit
	left  [36 * 4]int8                // givens in each set
}

// start fills the grid.
func (d *remover) start(solution setdoku.Grid) {
	d.solution, d.givens, d.clues = solution, solution, setdoku.CellCount
	d.findPairs()
}

// findPairs finds the sets of cells in which two digits can be swapped. Every row has one cell of each digit, so
// a set is a set of rows.
func (d *remover) findPairs() {
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

// remove empties the cells of an orbit. If that empties the last given of a set, it restores them and reports
// false.
func (d *remover) remove(orbit []int) bool {
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
		d.restore(orbit)
	}
	return !empty
}

// restore fills the cells of an orbit again.
func (d *remover) restore(orbit []int) {
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

// Several orbits are removed at once, limited by their cells. At first there are so many cells that the solution
// probably stays unique, later fewer.
const (
	firstCells = 40
	laterCells = 4
)

// removeAll goes through the orbits in random order and removes all it can, until least givens are left. With
// least 0, no remaining orbit can be removed. The result is the same as with one orbit at a time: if the solution
// stays unique after several orbits were removed, it was unique after each of them.
func (d *remover) removeAll(rng *rand.Rand, least int) {
	d.shuffle(rng)
	d.removeInOrder(least, firstCells)
}

func (d *remover) shuffle(rng *rand.Rand) {
	rng.Shuffle(len(d.orbits), func(i, j int) { d.orbits[i], d.orbits[j] = d.orbits[j], d.orbits[i] })
}

// removeInOrder goes through the orbits in their order, at first with about this many cells at a time.
func (d *remover) removeInOrder(least, cells int) {
	var taken [][]int
	for at := 0; at < len(d.orbits); {
		taken = taken[:0]
		end, n := at, 0
		for ; end < len(d.orbits) && (n == 0 || n+len(d.orbits[end]) <= cells); end++ {
			orbit := d.orbits[end]
			if d.givens[orbit[0]] == 0 || d.clues-len(orbit) < least || !d.remove(orbit) {
				continue
			}
			taken = append(taken, orbit)
			n += len(orbit)
		}
		switch {
		case d.unique(taken):
			at, cells = end, min(cells, laterCells)
		case len(taken) == 1:
			d.restore(taken[0])
			at = end
		default:
			for _, orbit := range taken {
				d.restore(orbit)
			}
			if cells = n / 2; cells > laterCells {
				cells = n * 4 / 5
			}
		}
	}
}

// restoredOrbits is the number of orbits that retry restores. Both smaller and larger numbers take longer to reach
// few givens.
const restoredOrbits = 4

// retry restores some orbits and removes again in another order, those orbits last. If the number of givens is
// then farther from the wanted range than before, it undoes the change.
func (d *remover) retry(rng *rand.Rand, least int, wanted Range) {
	givens, left, clues := d.givens, d.left, d.clues
	d.shuffle(rng)
	for i, last := len(d.orbits)-1, len(d.orbits); i >= 0 && last > len(d.orbits)-restoredOrbits; i-- {
		if orbit := d.orbits[i]; d.givens[orbit[0]] == 0 {
			d.restore(orbit)
			last--
			d.orbits[i], d.orbits[last] = d.orbits[last], d.orbits[i]
		}
	}
	d.removeInOrder(least, 1)
	if wanted.off(d.clues) > wanted.off(clues) {
		d.givens, d.left, d.clues = givens, left, clues
	}
}

// unique reports whether the solution is still unique after these orbits were removed.
func (d *remover) unique(taken [][]int) bool {
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
