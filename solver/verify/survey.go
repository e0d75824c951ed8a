package verify

import "setdoku"

// survey is a position read once for all techniques that look at it. The position must
// not change meanwhile. The methods of survey return what those of the position return.
type survey struct {
	*position
	opens   [27]set
	lacks   [27]set
	placed  [27][9]set // by unit and digit less 1, once it is located
	located bool       // placed is filled
	found   findings   // of the technique that is looked for
}

// read takes in a position.
func (s *survey) read(p *position) {
	s.position, s.located = p, false
	s.opens = [27]set{}
	for u := range s.lacks {
		s.lacks[u] = setdoku.AllDigits
	}
	for i, d := range p.digits {
		r, c, b := unitsOf(i)
		if d == 0 {
			s.opens[r] |= 1 << (i % 9)
			s.opens[c] |= 1 << (i / 9)
			s.opens[b] |= 1 << inBox(i)
			continue
		}
		s.lacks[r] &^= setdoku.SetOf(d)
		s.lacks[c] &^= setdoku.SetOf(d)
		s.lacks[b] &^= setdoku.SetOf(d)
	}
}

// inBox returns the index of cell i in its box.
func inBox(i int) int { return i/9%3*3 + i%3 }

// locate fills placed. Full houses and naked singles, which end many passes, do without.
func (s *survey) locate() {
	s.placed, s.located = [27][9]set{}, true
	for i, m := range s.marks {
		if m == 0 {
			continue
		}
		r, c, b := unitsOf(i)
		row, column, box := &s.placed[r], &s.placed[c], &s.placed[b]
		atRow, atColumn, atBox := set(1)<<(i%9), set(1)<<(i/9), set(1)<<inBox(i)
		for ; m != 0; m &= m - 1 {
			k := m.Lowest() - 1
			row[k] |= atRow
			column[k] |= atColumn
			box[k] |= atBox
		}
	}
}

// open returns the positions of the empty cells of unit u.
func (s *survey) open(u int) set { return s.opens[u] }

// missing returns the digits that unit u does not hold yet.
func (s *survey) missing(u int) set { return s.lacks[u] }

// places returns the positions in unit u where digit d is a candidate.
func (s *survey) places(u int, d uint8) set {
	if !s.located {
		s.locate()
	}
	return s.placed[u][d-1]
}

// parts are numbers 1..9, each with a set. A naked subset, a hidden one and a fish are the same in
// parts: k cells with their candidates, k digits with their places, k lines with theirs.
type parts struct {
	numbers [9]set // each as the set that has it alone
	sets    [9]set
	count   int
}

// add adds a part unless its set has more than k members: it fits no set of k then.
func (p *parts) add(number uint8, s set, k int) {
	if s.Count() <= k {
		p.numbers[p.count], p.sets[p.count] = setdoku.SetOf(number), s
		p.count++
	}
}

// fit calls visit for every set of k members that holds the sets of exactly k parts, for some more than once.
func (p *parts) fit(k int, visit func(numbers, cover set)) {
	if p.count >= k && p.choose(k, k, 0, 0, visit) {
		// Parts with fewer members than parts, which no solution has, fit several covers.
		for _, cover := range setsOf[k] {
			p.cover(k, cover, visit)
		}
	}
}

// choose chooses left more parts from the i-th on whose sets have at most k members together with chosen, and
// visits them where they have k. It reports whether some have fewer.
func (p *parts) choose(k, left, i int, chosen set, visit func(numbers, cover set)) (fewer bool) {
	for ; i+left <= p.count; i++ {
		union := chosen | p.sets[i]
		switch n := union.Count(); {
		case n > k:
		case left > 1:
			fewer = p.choose(k, left-1, i+1, union, visit) || fewer
		case n < k:
			fewer = true
		default:
			p.cover(k, union, visit)
		}
	}
	return fewer
}

// cover calls visit for a set of k members if it holds the sets of exactly k parts.
func (p *parts) cover(k int, cover set, visit func(numbers, cover set)) {
	var numbers set
	for i := range p.count {
		if p.sets[i]&^cover == 0 {
			numbers |= p.numbers[i]
		}
	}
	if numbers.Count() == k {
		visit(numbers, cover)
	}
}

// cells returns the open cells at some positions of unit u as parts, with their candidates.
func (s *survey) cells(u int, positions set, k int) (p parts) {
	for rest := positions & s.open(u); rest != 0; rest &= rest - 1 {
		n := rest.Lowest()
		p.add(n, s.marks[setdoku.Units[u][n-1]], k)
	}
	return p
}
