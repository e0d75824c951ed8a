package generate

import (
	"context"
	"math/rand/v2"
	"sync/atomic"

	"setdoku"
	"setdoku/solver/solutions"
)

// Puzzle is a puzzle that satisfies the constraints.
type Puzzle struct {
	Givens, Solution setdoku.Grid
	Attempt          uint64 // number of the attempt that made it, from 1
	Rating           Rating // zero if the constraints do not need it
}

// verdict is the first constraint that a puzzle fails, or fits.
type verdict uint8

const (
	noGivens    verdict = iota // no puzzle with the wanted givens was found
	notRequired                // its path lacks a required technique
	wrongLevel                 // its level is not wanted, or its path uses a forbidden technique
	wrongScore
	fits
)

// maker makes attempts one after the other. It is not safe for concurrent use.
type maker struct {
	constraints *Constraints
	seed        uint64
	source      *rand.PCG
	rng         *rand.Rand
	remover     remover
	orbits      [][]int
	cells       []int  // cells of the pattern
	judge       *judge // nil if no puzzle needs a rating
	stop        *atomic.Bool

	// Buffers for searchExtensions.
	orbitOrder [][]int
	ends       []pathEnd
}

func newMaker(w *Constraints, s *requirements, seed uint64, stop *atomic.Bool) (*maker, error) {
	m := &maker{constraints: w, seed: seed, source: rand.NewPCG(0, 0), stop: stop}
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

// slow reports whether attempts may take long. Workers then take them one by one.
func (w *Constraints) slow() bool { return w.Pattern != nil || w.Clues != Range{} }

// attempt makes attempt number n. examined is the number of puzzles that it has examined.
func (m *maker) attempt(ctx context.Context, n uint64) (p Puzzle, best verdict, examined int, err error) {
	// Similar seeds and numbers must not give similar streams.
	m.source.Seed(mix(m.seed+mix(n)), mix(m.seed^n<<32))
	p.Attempt = n
	m.remover.orbits = append(m.remover.orbits[:0], m.orbits...)
	if m.constraints.Pattern != nil {
		walk(m.rng, m.cells, func(givens, solution *setdoku.Grid) bool {
			if m.constraints.Minimal && !minimal(givens, m.cells) {
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
	if !m.removeGivens() {
		return p, noGivens, 1, nil
	}
	p.Givens, p.Solution = m.remover.givens, m.remover.solution
	best, err = m.rate(ctx, &p)
	if err != nil || n < extendFrom || best != notRequired || !m.judge.pathTooShort {
		return p, best, 1, err
	}
	v, examined, err := m.searchExtensions(ctx, &p)
	return p, max(best, v), examined + 1, err
}

func (m *maker) rate(ctx context.Context, p *Puzzle) (v verdict, err error) {
	if m.judge == nil {
		return fits, nil
	}
	p.Rating, v, err = m.judge.rate(ctx, &p.Givens)
	return v, err
}

// close closes the judge.
func (m *maker) close(ctx context.Context) error {
	if m.judge == nil {
		return nil
	}
	return m.judge.close(ctx)
}

// maxRetries limits the retries in a row that do not bring the number of givens closer to the wanted range.
const maxRetries = 300

// least returns the number of givens at which removal stops. It is a random number of the wanted range, so that
// all numbers occur, or 0 to remove as many givens as possible.
func (m *maker) least() int {
	switch wanted := m.constraints.Clues; {
	case m.constraints.Minimal || wanted == Range{}:
		return 0
	case wanted.Most > setdoku.CellCount:
		return wanted.Least
	default:
		return wanted.Least + m.rng.IntN(wanted.Most-wanted.Least+1)
	}
}

// removeGivens makes a puzzle with the wanted number of givens, and reports whether it succeeded.
func (m *maker) removeGivens() bool {
	d, wanted := &m.remover, m.constraints.Clues
	least := m.least()
	d.start(randomSolution(m.rng))
	d.removeAll(m.rng, least)
	if wanted == (Range{}) {
		return true
	}
	for tries, off := 0, wanted.off(d.clues); off > 0 && tries < maxRetries && !m.stop.Load(); tries++ {
		d.retry(m.rng, least, wanted)
		if now := wanted.off(d.clues); now < off {
			tries, off = 0, now
		}
	}
	return wanted.holds(d.clues)
}

// minimal reports whether a puzzle needs all the givens in these cells.
func minimal(d *setdoku.Grid, cells []int) bool {
	for _, i := range cells {
		if solutions.Needless(d, i) {
			return false
		}
	}
	return true
}

// mix distributes the bits of a number over all bits (the finalizer of S. Vigna's SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
