package verify

import "setdoku"

// forcing assumes a candidate and places singles until none is left. If that ends in a contradiction, the
// candidate is eliminated.
func forcing() rule {
	return rule{
		rowsOptional: true,
		find: func(s *positionIndex, f *findings) {
			for i, m := range s.marks {
				for _, d := range members(m) {
					q := *s.position
					q.place(i, uint8(d))
					if !q.placeSingles() {
						f.add(i, uint8(d), madeUpPattern(i, uint8(d)))
					}
				}
			}
		},
		argue: argueRefutation,
	}
}

// placeSingles places naked and hidden singles one by one until none is left. A full house is both. It returns
// false if p becomes a contradiction. The order of the placements does not change the result.
func (p *position) placeSingles() bool {
	for {
		if _, bad := p.contradiction(); bad {
			return false
		}
		i, d := p.single()
		if i < 0 {
			return true
		}
		p.place(i, d)
	}
}

// single returns the first naked single, otherwise the first hidden single, or -1.
func (p *position) single() (cell int, d uint8) {
	for i, m := range p.marks {
		if m.Count() == 1 {
			return i, m.Lowest()
		}
	}
	for _, cells := range setdoku.Units {
		var once, twice set
		for _, i := range cells {
			twice |= once & p.marks[i]
			once |= p.marks[i]
		}
		for _, i := range cells {
			if only := p.marks[i] & once &^ twice; only != 0 {
				return i, only.Lowest()
			}
		}
	}
	return -1, 0
}
