package verify

import "setdoku"

// positionIndex caches what all techniques read from a position. The position must not change meanwhile. Its
// methods return the same as those of position.
type positionIndex struct {
	*position
	opens   [27]set
	lacks   [27]set
	placed  [27][9]set // places by unit and digit - 1, valid if located
	located bool       // placed is filled
	found   findings   // of the current technique
}

// read indexes a position.
func (s *positionIndex) read(p *position) {
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

// locate fills placed. Full houses and naked singles, which end many passes, do not need it.
func (s *positionIndex) locate() {
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
func (s *positionIndex) open(u int) set { return s.opens[u] }

// missing returns the digits that unit u does not hold.
func (s *positionIndex) missing(u int) set { return s.lacks[u] }

// places returns the positions in unit u where digit d is a candidate.
func (s *positionIndex) places(u int, d uint8) set {
	if !s.located {
		s.locate()
	}
	return s.placed[u][d-1]
}

// parts are numbers 1..9, each with a set. They describe a naked subset, a hidden subset and a fish alike: k cells
// with their candidates, k digits with their places, or k lines with their places.
type parts struct {
	numbers [9]set // each as a set with one member
	sets    [9]set
	count   int
}

// add adds a part unless its set has more than k members and so fits no set of k.
func (p *parts) add(number uint8, s set, k int) {
	if s.Count() <= k {
		p.numbers[p.count], p.sets[p.count] = setdoku.SetOf(number), s
		p.count++
	}
}

// fit calls emit for every set of k members that contains the sets of exactly k parts. It may emit a set more than
// once.
func (p *parts) fit(k int, emit func(numbers, cover set)) {
	if p.count >= k && p.choose(k, k, 0, 0, emit) {
		// If some parts together have fewer members than parts, the puzzle has no solution, and they fit several
		// covers.
		for _, cover := range setsOf[k] {
			p.cover(k, cover, emit)
		}
	}
}

// choose adds left more parts, from the i-th on, to the set chosen, as long as it has at most k members. It emits
// the parts when the set has k members. It reports whether it met parts with fewer members.
func (p *parts) choose(k, left, i int, chosen set, emit func(numbers, cover set)) (fewer bool) {
	for ; i+left <= p.count; i++ {
		union := chosen | p.sets[i]
		switch n := union.Count(); {
		case n > k:
		case left > 1:
			fewer = p.choose(k, left-1, i+1, union, emit) || fewer
		case n < k:
			fewer = true
		default:
			p.cover(k, union, emit)
		}
	}
	return fewer
}

// cover calls emit for a set of k members if it contains the sets of exactly k parts.
func (p *parts) cover(k int, cover set, emit func(numbers, cover set)) {
	var numbers set
	for i := range p.count {
		if p.sets[i]&^cover == 0 {
			numbers |= p.numbers[i]
		}
	}
	if numbers.Count() == k {
		emit(numbers, cover)
	}
}

// cells returns the open cells at these positions of unit u as parts, with their candidates.
func (s *positionIndex) cells(u int, positions set, k int) (p parts) {
	for rest := positions & s.open(u); rest != 0; rest &= rest - 1 {
		n := rest.Lowest()
		p.add(n, s.marks[setdoku.Units[u][n-1]], k)
	}
	return p
}
