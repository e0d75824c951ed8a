package generate

import (
	"context"
	"slices"

	"setdoku"
)

// If the path of a puzzle ends before it uses a required technique, the puzzle is the start of a search. An
// additional given in a cell that is still open leads to another end, and only the rest of the path must be
// searched. That takes a small part of the time of a new puzzle. It also finds a required technique more often,
// because nearly all new puzzles are solved long before a rare technique is needed.

const (
	// extendFrom is the first attempt that extends puzzles. A technique that is not rare was found in earlier
	// attempts, in minimal puzzles.
	extendFrom = 1000
	// fewEnds and manyEnds limit the ends that one attempt examines. The path of nearly every second puzzle ends before
	// it uses a required technique: then few are enough. Behind the chains, fewer than one path in a hundred ends so:
	// then an attempt examines many.
	fewEnds  = 40
	manyEnds = 300
	// extensionOrders is the number of removal orders that are tried to make an extended puzzle minimal.
	extensionOrders = 4
)

// pathEnd is the end of the path of a puzzle.
type pathEnd struct {
	given []int // indexes of the orbits given in addition to those of the remover
	at    setdoku.State
}

// searchExtensions adds givens to the puzzle of the remover, whose path ends too early, until a path uses the required
// techniques. It returns the number of examined puzzles. If the verdict is fits, p is the puzzle. Otherwise
// the puzzle of the remover is undefined.
func (m *maker) searchExtensions(ctx context.Context, p *Found) (best verdict, examined int, err error) {
	m.orbitOrder = append(m.orbitOrder[:0], m.remover.orbits...)
	start := m.remover
	most := fewEnds
	if m.judge.chainsFirst {
		most = manyEnds
	}
	ends := append(m.ends[:0], pathEnd{at: m.judge.end})
	defer func() { m.ends = ends }()
	for at := 0; at < len(ends) && examined < most; at++ {
		for _, k := range m.rng.Perm(len(m.orbitOrder)) {
			from := &ends[at]
			if !from.opens(m.orbitOrder[k]) {
				continue
			}
			if examined >= most || m.stop.Load() {
				break
			}
			examined++
			next, status, err := m.judge.extend(ctx, from, k, m.orbitOrder, &start)
			if err != nil {
				return best, examined, err
			}
			switch status {
			case setdoku.StatusStuck:
				ends = append(ends, next)
			case useful:
				v, n, err := m.rateExtension(ctx, p, &start, next.given)
				best, examined = max(best, v), examined+n
				if err != nil || best == fits {
					return best, examined, err
				}
			}
		}
	}
	return best, examined, nil
}

// opens reports whether the path leaves a cell of an orbit open.
func (e *pathEnd) opens(orbit []int) bool {
	return slices.ContainsFunc(orbit, func(i int) bool { return e.at.Givens[i]+e.at.Placed[i] == 0 })
}

// useful is the status of a path that uses a required technique.
const useful setdoku.Status = "useful"

// extend continues from the end of a path with one more orbit of givens. The status is useful, or the status of
// the path.
func (j *judge) extend(ctx context.Context, from *pathEnd, k int, orbits [][]int, d *remover) (next pathEnd,
	status setdoku.Status, err error) {
	p := &j.puzzle
	p.Start = from.at
	for _, i := range orbits[k] {
		p.Start.Givens[i], p.Start.Placed[i], p.Start.Deleted[i] = d.solution[i], 0, 0
	}
	next.given = append(slices.Clip(from.given), k)
	if err := j.beforeRequired.Solve(ctx, p); err != nil || p.Status != setdoku.StatusStuck {
		return next, p.Status, err
	}
	p.Start = j.beforeRequired.End()
	if err := j.upToRequired.Solve(ctx, p); err != nil {
		return next, p.Status, err
	}
	next.at = j.upToRequired.End()
	if j.recordUsed(); slices.ContainsFunc(j.require, j.uses) {
		return next, useful, nil
	}
	return next, p.Status, nil
}

// rateExtension makes a puzzle from the givens of a remover and more orbits, and rates it from the beginning. It
// first removes the givens that are not needed, in several orders. Then it tries the puzzle unchanged, unless it
// must be minimal.
func (m *maker) rateExtension(ctx context.Context, p *Found, start *remover, more []int) (best verdict, examined int,
	err error) {
	d, w := &m.remover, m.constraints
	*d = *start
	for _, k := range more {
		if orbit := m.orbitOrder[k]; d.givens[orbit[0]] == 0 {
			d.restore(orbit)
		}
	}
	full := *d
	for n := range extensionOrders + 1 {
		*d = full
		last := n == extensionOrders
		switch {
		case last && w.Minimal:
			return best, examined, nil
		case !last:
			m.removeLast(ctx, more)
		}
		if !w.Clues.holds(d.clues) {
			continue
		}
		examined++
		p.Givens, p.Solution = d.givens, d.solution
		var v verdict
		if v, err = m.rate(ctx, p); v == fits || err != nil {
			return v, examined, err
		}
		best = max(best, v)
	}
	return best, examined, nil
}

// removeLast removes givens in a random order in which these orbits are the last.
func (m *maker) removeLast(ctx context.Context, last []int) {
	d := &m.remover
	d.orbits = append(d.orbits[:0], m.orbitOrder...)
	for n, k := range last {
		end := len(d.orbits) - 1 - n
		at := slices.IndexFunc(d.orbits, func(o []int) bool { return o[0] == m.orbitOrder[k][0] })
		d.orbits[at], d.orbits[end] = d.orbits[end], d.orbits[at]
	}
	free := d.orbits[:len(d.orbits)-len(last)]
	m.rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	d.removeInOrder(ctx, m.least(), 1)
}
