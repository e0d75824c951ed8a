package generate

import (
	"context"
	"math/rand/v2"
	"sync/atomic"

	"setdoku"
	"setdoku/solver/solutions"
)

// Puzzle is a puzzle that fulfils a wish.
type Puzzle struct {
	Givens, Solution setdoku.Grid
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

	// Room for searchLacking.
	orbitOrder [][]int
	ends       []pathEnd
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

// slow reports whether attempts may take long, so that workers share them out one by one.
func (w *Wish) slow() bool { return w.Pattern != nil || w.Clues != Range{} }

// attempt makes attempt number n. looked is how many puzzles it has looked at.
func (m *maker) attempt(ctx context.Context, n uint64) (p Puzzle, best verdict, looked int, err error) {
	// Seeds and numbers that differ by little must not give streams that are alike.
	m.source.Seed(mix(m.seed+mix(n)), mix(m.seed^n<<32))
	p.Attempt = n
	m.digger.orbits = append(m.digger.orbits[:0], m.orbits...)
	if m.wish.Pattern != nil {
		walk(m.rng, m.cells, func(givens, solution *setdoku.Grid) bool {
			if m.wish.Minimal && !minimal(givens, m.cells) {
				return false
			}
			p.Givens, p.Solution = *givens, *solution
			var v verdict
			v, err = m.rate(ctx, &p)
			best = max(best, v)
			return best == fits || err != nil
		}, m.stop.Load)
		return p, best, 1, err
	}
	if !m.dig() {
		return p, noGivens, 1, nil
	}
	p.Givens, p.Solution = m.digger.givens, m.digger.solution
	best, err = m.rate(ctx, &p)
	if err != nil || n < lackingFrom || best != notRequired || !m.judge.lacking {
		return p, best, 1, err
	}
	v, looked, err := m.searchLacking(ctx, &p)
	return p, max(best, v), looked + 1, err
}

func (m *maker) rate(ctx context.Context, p *Puzzle) (v verdict, err error) {
	if m.judge == nil {
		return fits, nil
	}
	p.Rating, v, err = m.judge.rate(ctx, &p.Givens)
	return v, err
}

// close gives back what the judge needed.
func (m *maker) close(ctx context.Context) error {
	if m.judge == nil {
		return nil
	}
	return m.judge.close(ctx)
}

// digAgain is how often digging is tried again since it last came nearer to the number of givens that is wanted.
const digAgain = 300

// least is the number of givens at which digging ends: any of those wanted, so that puzzles have all of them, or 0 to
// dig as far as possible.
func (m *maker) least() int {
	switch wanted := m.wish.Clues; {
	case m.wish.Minimal || wanted == Range{}:
		return 0
	case wanted.Most > setdoku.CellCount:
		return wanted.Least
	default:
		return wanted.Least + m.rng.IntN(wanted.Most-wanted.Least+1)
	}
}

// dig makes a puzzle with the givens that are wanted, and reports whether it has come there.
func (m *maker) dig() bool {
	d, wanted := &m.digger, m.wish.Clues
	least := m.least()
	d.start(randomSolution(m.rng))
	d.dig(m.rng, least)
	if wanted == (Range{}) {
		return true
	}
	for tries, off := 0, wanted.off(d.clues); off > 0 && tries < digAgain && !m.stop.Load(); tries++ {
		d.again(m.rng, least, wanted)
		if now := wanted.off(d.clues); now < off {
			tries, off = 0, now
		}
	}
	return wanted.holds(d.clues)
}

// Minimal reports whether each given of a puzzle with one solution is needed.
func Minimal(givens *setdoku.Grid) bool {
	var cells []int
	for i, v := range givens {
		if v != 0 {
			cells = append(cells, i)
		}
	}
	return minimal(givens, cells)
}

// minimal reports whether each of the givens in some cells is needed.
func minimal(d *setdoku.Grid, cells []int) bool {
	for _, i := range cells {
		if solutions.Needless(d, i) {
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
