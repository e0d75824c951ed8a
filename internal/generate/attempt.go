package generate

import (
	"math/rand/v2"
	"sync/atomic"

	"setdoku/internal/grid"
	"setdoku/solver/bitmask"
)

// Puzzle is a puzzle that fulfils a wish.
type Puzzle struct {
	Givens, Solution grid.Digits
	Attempt          uint64 // which made it, from 1
	Rating           Rating // where the wish wants to know it
}

// verdict is how far an attempt has come.
type verdict uint8

const (
	noGivens    verdict = iota // no puzzle, or not with the givens that are wanted
	notRequired                // it does without what is required
	wrongLevel                 // the catalogue rates it otherwise, or needs what is forbidden
	wrongScore
	fits
)

// maker makes attempts, one after the other. It is not safe for concurrent use.
type maker struct {
	wish   *Wish
	seed   uint64
	source *rand.PCG
	rng    *rand.Rand
	digger digger
	orbits [][]int
	cells  []int  // of the pattern
	judge  *judge // nil when nothing is to be judged
	stop   *atomic.Bool
}

func newMaker(w *Wish, s *standard, seed uint64, stop *atomic.Bool) (*maker, error) {
	m := &maker{wish: w, seed: seed, source: rand.NewPCG(0, 0), stop: stop}
	m.rng = rand.New(m.source)
	m.orbits = w.Symmetry.orbits()
	if w.Pattern != nil {
		m.cells = w.Pattern.cells()
	}
	if s != nil {
		var err error
		if m.judge, err = newJudge(s); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// slow reports whether attempts take long, so that workers share them out one by one.
func (w *Wish) slow() bool { return w.Pattern != nil || w.low() }

// low reports whether so few givens are wanted that digging alone seldom comes there.
func (w *Wish) low() bool { return w.Clues.Most > 0 && w.Clues.Most < 22 }

// attempt makes attempt number n.
func (m *maker) attempt(n uint64) (p Puzzle, best verdict) {
	// Seeds and numbers that differ by little must not give streams that are alike.
	m.source.Seed(mix(m.seed+mix(n)), mix(m.seed^n<<32))
	p.Attempt = n
	m.digger.orbits = append(m.digger.orbits[:0], m.orbits...)
	if m.wish.Pattern != nil {
		walk(m.rng, m.cells, func(givens, solution *grid.Digits) bool {
			if m.wish.Minimal && !minimal(givens, m.cells) {
				return false
			}
			p.Givens, p.Solution = *givens, *solution
			best = max(best, m.rate(&p))
			return best == fits
		}, m.stop.Load)
		return p, best
	}
	if !m.dig() {
		return p, noGivens
	}
	p.Givens, p.Solution = m.digger.givens, m.digger.solution
	return p, m.rate(&p)
}

func (m *maker) rate(p *Puzzle) (v verdict) {
	if m.judge == nil {
		return fits
	}
	p.Rating, v = m.judge.rate(&p.Givens)
	return v
}

// dig makes a puzzle with the givens that are wanted, and reports whether it has come there.
func (m *maker) dig() bool {
	d, w := &m.digger, m.wish
	d.start(randomSolution(m.rng))
	d.dig(m.rng, m.least())
	if w.low() && d.clues > w.Clues.Most && d.clues <= w.Clues.Most+lowerReach && len(d.orbits) == grid.Size {
		m.lower(w.Clues.Most)
	}
	return w.Clues.holds(d.clues)
}

// least is where digging ends.
func (m *maker) least() int {
	if m.wish.Minimal {
		return 0
	}
	return m.wish.Clues.Least
}

// lowerReach is how many givens more a puzzle may have than are wanted for lower to try.
const lowerReach = 3

// lower looks for puzzles with fewer givens near the one at hand: it takes two away and puts back one, in
// another cell, that leaves a single one of the solutions. It goes on from there until there are most, or no pair
// of givens leads further.
func (m *maker) lower(most int) {
	d := &m.digger
	for d.clues > most && !m.stop.Load() {
		if !m.lowerOnce() {
			return
		}
	}
}

// lowerSolutions is how many solutions a puzzle may have without two givens to be worth a look.
const lowerSolutions = 200

func (m *maker) lowerOnce() bool {
	d := &m.digger
	var cells []int
	for i, v := range d.givens {
		if v != 0 {
			cells = append(cells, i)
		}
	}
	m.rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for a := range cells {
		for _, second := range cells[:a] {
			if m.stop.Load() {
				return false
			}
			without := d.givens
			without[cells[a]], without[second] = 0, 0
			cell, digit, ok := m.lone(&without)
			if !ok {
				continue
			}
			without[cell] = digit
			solution, _ := bitmask.Solve(without)
			d.start(solution)
			for _, orbit := range d.orbits {
				if without[orbit[0]] == 0 {
					d.take(orbit)
				}
			}
			d.dig(m.rng, m.least())
			return true
		}
	}
	return false
}

// lone returns a digit of a cell that a single one of the solutions of a grid has, a random one of these.
func (m *maker) lone(d *grid.Digits) (cell int, digit uint8, ok bool) {
	var seen [grid.Size][10]uint8
	n := 0
	bitmask.Each(*d, func(s *grid.Digits) bool {
		for i, v := range s {
			seen[i][v]++
		}
		n++
		return n <= lowerSolutions
	})
	if n > lowerSolutions {
		return 0, 0, false
	}
	found := 0
	for i := range seen {
		for v := uint8(1); v <= 9; v++ {
			if seen[i][v] != 1 {
				continue
			}
			if found++; m.rng.IntN(found) == 0 {
				cell, digit = i, v
			}
		}
	}
	return cell, digit, found > 0
}

// minimal reports whether each of the givens is needed.
func minimal(d *grid.Digits, cells []int) bool {
	for _, i := range cells {
		if bitmask.Needless(d, i) {
			return false
		}
	}
	return true
}

// mix spreads the bits of a number over all of them (the finalizer of S. Vigna's SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
