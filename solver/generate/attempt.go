package generate

import (
	"context"
	"math/rand/v2"
	"sync/atomic"

	"setdoku"
	"setdoku/solver/solutions"
)

// Found is a puzzle that satisfies the constraints.
type Found struct {
	Variant          *setdoku.Variant // nil for classic
	Givens, Solution setdoku.Grid
	Attempt          uint64         // number of the attempt that made it, from 1
	Rating           setdoku.Rating // zero if the constraints do not need it
}

// State returns the puzzle before its first step.
func (p *Found) State() setdoku.State {
	return setdoku.State{Variant: p.Variant, Givens: p.Givens}
}

// verdict is the first constraint that a puzzle fails, or fits.
type verdict uint8

const (
	noGrid      verdict = iota // no filled grid was found
	noGivens                   // no puzzle with the wanted givens was found
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
	cells       []int            // cells of the pattern
	variant     *setdoku.Variant // of the attempt, nil for classic
	solution    setdoku.Grid
	judge       *judge // nil if no puzzle needs a rating
	stop        *atomic.Bool

	// Buffers for searchExtensions.
	orbitOrder [][]int
	ends       []pathEnd
}

func newMaker(w *Constraints, s *requirements, seed uint64, stop *atomic.Bool) (*maker, error) {
	m := &maker{constraints: w, seed: seed, source: rand.NewPCG(0, 0), stop: stop}
	m.rng = rand.New(m.source)
	m.orbits = w.Symmetry.orbits(w.Variant.OrClassic())
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
func (w *Constraints) slow() bool { return w.Pattern != nil || w.Clues != Range{} || w.Variant != nil }

// attempt makes attempt number n. examined is the number of puzzles that it has examined.
func (m *maker) attempt(ctx context.Context, n uint64) (p Found, best verdict, examined int, err error) {
	// Similar seeds and numbers must not give similar streams.
	m.source.Seed(mix(m.seed+mix(n)), mix(m.seed^n<<32))
	p.Attempt = n
	m.remover.orbits = append(m.remover.orbits[:0], m.orbits...)
	if m.constraints.Pattern != nil {
		if !m.fill() {
			return p, noGrid, 1, nil
		}
		p.Variant = m.variant
		m.walk(ctx, func(givens, solution *setdoku.Grid) bool {
			if m.constraints.Minimal && !minimal(ctx, m.variant, givens, m.cells) {
				return false
			}
			p.Givens, p.Solution = *givens, *solution
			var v verdict
			v, err = m.rate(ctx, &p)
			best = max(best, v)
			return best == fits || err != nil
		})
		return p, max(best, noGivens), 1, err
	}
	if v := m.removeGivens(ctx); v < fits {
		return p, v, 1, nil
	}
	p.Variant, p.Givens, p.Solution = m.variant, m.remover.givens, m.remover.solution
	best, err = m.rate(ctx, &p)
	if err != nil || n < extendFrom || best != notRequired || !m.judge.pathTooShort {
		return p, best, 1, err
	}
	v, examined, err := m.searchExtensions(ctx, &p)
	return p, max(best, v), examined + 1, err
}

func (m *maker) rate(ctx context.Context, p *Found) (v verdict, err error) {
	if m.judge == nil {
		return fits, nil
	}
	p.Rating, v, err = m.judge.rate(ctx, p.Variant, &p.Givens)
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
	case wanted.Most > len(m.constraints.Variant.OrClassic().Cells()):
		return wanted.Least
	default:
		return wanted.Least + m.rng.IntN(wanted.Most-wanted.Least+1)
	}
}

// fill makes a filled grid, for a random layout if the constraints want that, and reports whether it succeeded.
func (m *maker) fill() (filled bool) {
	m.variant = m.constraints.Variant
	if m.constraints.Layouts {
		m.variant = randomLayout(m.variant, m.rng)
	}
	m.solution, filled = randomSolution(m.variant, m.rng)
	return filled
}

// removeGivens makes a puzzle with the wanted number of givens. It returns noGrid, noGivens or fits.
func (m *maker) removeGivens(ctx context.Context) verdict {
	d, wanted := &m.remover, m.constraints.Clues
	least := m.least()
	if !m.fill() {
		return noGrid
	}
	d.start(m.variant, m.solution)
	d.removeAll(ctx, m.rng, least)
	if wanted == (Range{}) {
		return fits
	}
	stopped := func() bool { return m.stop.Load() || ctx.Err() != nil }
	for tries, off := 0, wanted.off(d.clues); off > 0 && tries < maxRetries && !stopped(); tries++ {
		d.retry(ctx, m.rng, least, wanted)
		if now := wanted.off(d.clues); now < off {
			tries, off = 0, now
		}
	}
	if !wanted.holds(d.clues) {
		return noGivens
	}
	return fits
}

// minimal reports whether a puzzle needs all the givens in these cells.
func minimal(ctx context.Context, v *setdoku.Variant, d *setdoku.Grid, cells []int) bool {
	for _, i := range cells {
		if needless, err := solutions.Needless(ctx, v, d, i); needless || err != nil {
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
