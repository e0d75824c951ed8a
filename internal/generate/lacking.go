package generate

import (
	"context"
	"slices"

	"setdoku"
	"setdoku/solver/memory"
)

// A puzzle whose path ends before anything that is required is the start of a search for a puzzle whose path has it: one
// more given in a cell that the path leaves open leads to another end, from where only the rest of the path has to be
// looked for. That takes a small part of the time of a puzzle that is dug anew, and comes to a required technique
// more often, because nearly all puzzles that are dug are solved long before a rare technique.

const (
	// lackingFrom is the attempt from which puzzles are searched so. What is not rare has been found before, in puzzles
	// of which every given is needed.
	lackingFrom = 1000
	// fewEnds and manyEnds bound the ends that one attempt looks at: few where nearly every second puzzle that is dug comes
	// to an end before what is required, many where less than one in a hundred does, which is behind the chains.
	fewEnds  = 40
	manyEnds = 300
	// lackingOrders is how many orders of digging are tried to make a puzzle again of which every given is needed.
	lackingOrders = 4
)

// pathEnd is where the path of a puzzle ends.
type pathEnd struct {
	given      []int // orbits that are given beside those of the digger, as indexes
	digits     setdoku.Grid
	candidates [setdoku.CellCount]setdoku.DigitSet
}

// searchLacking looks for a puzzle near that of the digger, whose path has just been found to lack what is
// required. It returns the number of puzzles it has looked at. Where the verdict is fits p is the puzzle; else the
// digger holds any puzzle.
func (m *maker) searchLacking(ctx context.Context, p *Puzzle) (best verdict, looked int, err error) {
	m.orbitOrder = append(m.orbitOrder[:0], m.digger.orbits...)
	start := m.digger
	most := fewEnds
	if m.judge.behindChains {
		most = manyEnds
	}
	ends := append(m.ends[:0], pathEnd{digits: m.judge.end, candidates: m.judge.candidates})
	defer func() { m.ends = ends }()
	for at := 0; at < len(ends) && looked < most; at++ {
		for _, k := range m.rng.Perm(len(m.orbitOrder)) {
			from := &ends[at]
			if !from.opens(m.orbitOrder[k]) {
				continue
			}
			if looked >= most || m.stop.Load() {
				break
			}
			looked++
			next, status := m.judge.follow(from, k, m.orbitOrder, &start)
			switch status {
			case setdoku.StatusStuck:
				ends = append(ends, next)
			case useful:
				v, n, err := m.settle(ctx, p, &start, next.given)
				best, looked = max(best, v), looked+n
				if err != nil || best == fits {
					return best, looked, err
				}
			}
		}
	}
	return best, looked, nil
}

// opens reports whether a path that ends leaves a cell of an orbit open.
func (e *pathEnd) opens(orbit []int) bool {
	return slices.ContainsFunc(orbit, func(i int) bool { return e.digits[i] == 0 })
}

// useful is the status of a path that uses something that is required.
const useful = "useful"

// follow goes on from the end of a path with one more orbit of givens. The status is useful, or that of the path.
func (j *judge) follow(from *pathEnd, k int, orbits [][]int, d *digger) (next pathEnd, status string) {
	next = *from
	next.given = append(slices.Clip(from.given), k)
	givens := d.givens
	for _, n := range next.given {
		for _, i := range orbits[n] {
			givens[i] = d.solution[i]
		}
	}
	for _, i := range orbits[k] {
		next.fill(i, d.solution[i])
	}
	start := memory.Start{Digits: next.digits, Givens: &givens, Candidates: &next.candidates}
	o := j.quick.Solve(&start)
	if o.Status != setdoku.StatusStuck {
		return next, o.Status
	}
	next.digits, next.candidates = o.Digits, o.Candidates
	start.Digits = next.digits
	o = j.ahead.Solve(&start)
	next.digits, next.candidates = o.Digits, o.Candidates
	if j.note(o); slices.ContainsFunc(j.require, j.uses) {
		return next, useful
	}
	return next, o.Status
}

// fill places a digit in a cell that may be filled already.
func (e *pathEnd) fill(i int, digit uint8) {
	if e.digits[i] != 0 {
		return
	}
	e.digits[i], e.candidates[i] = digit, 0
	for _, peer := range setdoku.Peers[i] {
		e.candidates[peer] &^= setdoku.SetOf(digit)
	}
}

// settle makes a puzzle of the givens of a digger and more orbits, and rates it from its beginning: first without the
// givens that it does not need, in several orders of digging, and last as it is, if it need not be minimal.
func (m *maker) settle(ctx context.Context, p *Puzzle, start *digger, more []int) (best verdict, looked int, err error) {
	d, w := &m.digger, m.wish
	*d = *start
	for _, k := range more {
		if orbit := m.orbitOrder[k]; d.givens[orbit[0]] == 0 {
			d.put(orbit)
		}
	}
	full := *d
	for n := range lackingOrders + 1 {
		*d = full
		last := n == lackingOrders
		switch {
		case last && w.Minimal:
			return best, looked, nil
		case !last:
			m.digLast(more)
		}
		if !w.Clues.holds(d.clues) {
			continue
		}
		looked++
		p.Givens, p.Solution = d.givens, d.solution
		var v verdict
		if v, err = m.rate(ctx, p); v == fits || err != nil {
			return v, looked, err
		}
		best = max(best, v)
	}
	return best, looked, nil
}

// digLast digs in a random order, in which some orbits are the last.
func (m *maker) digLast(last []int) {
	d := &m.digger
	d.orbits = append(d.orbits[:0], m.orbitOrder...)
	for n, k := range last {
		end := len(d.orbits) - 1 - n
		at := slices.IndexFunc(d.orbits, func(o []int) bool { return o[0] == m.orbitOrder[k][0] })
		d.orbits[at], d.orbits[end] = d.orbits[end], d.orbits[at]
	}
	free := d.orbits[:len(d.orbits)-len(last)]
	m.rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	d.takeAll(m.least(), 1)
}
