package verify

import "setdoku/internal/grid"

// survey is a position read once for all techniques that look at it. The position must
// not change meanwhile. The methods of survey return what those of the position return.
type survey struct {
	*position
	opens  [27]set
	lacks  [27]set
	placed [27][9]set // by unit and digit less 1
	found  findings   // of the technique that is looked for
}

// read takes in a position.
func (s *survey) read(p *position) {
	s.position = p
	s.opens, s.placed = [27]set{}, [27][9]set{}
	for u := range s.lacks {
		s.lacks[u] = grid.All
	}
	for i, d := range p.digits {
		r, c, b := unitsOf(i)
		if d != 0 {
			s.lacks[r] &^= grid.Mark(d)
			s.lacks[c] &^= grid.Mark(d)
			s.lacks[b] &^= grid.Mark(d)
			continue
		}
		inRow, inColumn, inBox := set(1)<<(i%9), set(1)<<(i/9), set(1)<<(i/9%3*3+i%3)
		s.opens[r] |= inRow
		s.opens[c] |= inColumn
		s.opens[b] |= inBox
		for m := p.marks[i]; m != 0; m &= m - 1 {
			k := m.Lowest() - 1
			s.placed[r][k] |= inRow
			s.placed[c][k] |= inColumn
			s.placed[b][k] |= inBox
		}
	}
}

// open returns the positions of the empty cells of unit u.
func (s *survey) open(u int) set { return s.opens[u] }

// missing returns the digits that unit u does not hold yet.
func (s *survey) missing(u int) set { return s.lacks[u] }

// places returns the positions in unit u where digit d is a candidate.
func (s *survey) places(u int, d uint8) set { return s.placed[u][d-1] }

// small returns those of the given positions of unit u whose cells have at most k
// candidates.
func (s *survey) small(u int, positions set, k int) (small set) {
	for rest := positions; rest != 0; rest &= rest - 1 {
		n := rest.Lowest()
		if s.marks[grid.Units[u][n-1]].Count() <= k {
			small |= grid.Mark(n)
		}
	}
	return small
}
