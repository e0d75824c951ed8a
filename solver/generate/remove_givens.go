package generate

import (
	"context"
	"math/rand/v2"

	"setdoku"
	"setdoku/solver/board"
	"setdoku/solver/solutions"
)

// remover removes givens from a filled grid, one orbit at a time, as long as the solution stays unique. The order
// of the orbits determines the result.
type remover struct {
	orbits   [][]int
	board    *board.Geometry
	variant  *setdoku.Variant // nil for classic
	solution setdoku.Grid
	givens   setdoku.Grid
	clues    int

	// Two digits can be swapped in a set of cells if no cell with one of the two digits outside the set sees a cell of
	// the set. So one of these cells must stay a given. Each row and each column of a set has both digits, so there are
	// at most four sets for two digits.
	pairs [setdoku.CellCount][9]uint8 // the set of a cell, by the other digit
	left  [36 * 4]int8                // givens in each set
}

// start fills the grid of a variant, nil for classic.
func (d *remover) start(v *setdoku.Variant, solution setdoku.Grid) {
	d.board, d.variant = board.GeometryFor(v), v
	d.solution, d.givens, d.clues = solution, solution, d.board.All.Count()
	d.findPairs()
}

// findPairs finds the sets of cells in which two digits can be swapped.
func (d *remover) findPairs() {
	var places [9]board.Cells // of each digit
	for i, v := range d.solution {
		if v != 0 {
			places[v-1].Add(i)
		}
	}
	n := 0
	for a := range d.board.Size {
		for b := range a {
			open := places[a].Or(places[b])
			for ; !open.Empty(); n++ {
				d.left[n] = 0
				var fresh board.Cells // cells of the set of which the peers do not belong to it yet
				for fresh.Add(open.Next()); !fresh.Empty(); {
					i := fresh.Next()
					others := d.board.Peers[i].And(open)
					open, fresh = open.Without(others), fresh.Or(others)
					d.pairs[i][a+b+1-int(d.solution[i])] = uint8(n)
					d.left[n]++
				}
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
		for other, set := range d.pairs[i][:d.board.Size] {
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
		for other, set := range d.pairs[i][:d.board.Size] {
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
func (d *remover) removeAll(ctx context.Context, rng *rand.Rand, least int) {
	d.shuffle(rng)
	d.removeInOrder(ctx, least, firstCells)
}

func (d *remover) shuffle(rng *rand.Rand) {
	rng.Shuffle(len(d.orbits), func(i, j int) { d.orbits[i], d.orbits[j] = d.orbits[j], d.orbits[i] })
}

// removeInOrder goes through the orbits in their order, at first with about this many cells at a time.
func (d *remover) removeInOrder(ctx context.Context, least, cells int) {
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
		case d.unique(ctx, taken):
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
func (d *remover) retry(ctx context.Context, rng *rand.Rand, least int, wanted Range) {
	givens, left, clues := d.givens, d.left, d.clues
	d.shuffle(rng)
	for i, last := len(d.orbits)-1, len(d.orbits); i >= 0 && last > len(d.orbits)-restoredOrbits; i-- {
		if orbit := d.orbits[i]; d.givens[orbit[0]] == 0 {
			d.restore(orbit)
			last--
			d.orbits[i], d.orbits[last] = d.orbits[last], d.orbits[i]
		}
	}
	d.removeInOrder(ctx, least, 1)
	if wanted.off(d.clues) > wanted.off(clues) {
		d.givens, d.left, d.clues = givens, left, clues
	}
}

// unique reports whether the solution is still unique after these orbits were removed. It is false if that is not
// known, also because ctx has ended.
func (d *remover) unique(ctx context.Context, taken [][]int) bool {
	switch {
	case len(taken) == 0:
		return true
	case len(taken) == 1 && len(taken[0]) == 1:
		i := taken[0][0]
		d.givens[i] = d.solution[i]
		needless, _ := solutions.Needless(ctx, d.variant, &d.givens, i)
		d.givens[i] = 0
		return needless
	}
	unique, _ := solutions.Unique(ctx, d.variant, d.givens)
	return unique
}
