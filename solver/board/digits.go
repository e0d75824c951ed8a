package board

import (
	"math/bits"

	"setdoku"
)

// Digits is a puzzle by its digits. It takes 168 bytes, so that trial and error can keep one for each hypothesis. The
// zero value is an empty grid without candidates and without a geometry.
type Digits struct {
	G      *Geometry
	Alive  [9]Cells // the cells that hold a digit or have it as a candidate
	Placed Cells    // the filled cells. No peer of a filled cell has its digit
}

// NewDigits returns a puzzle with its givens and all candidates that no given excludes.
func NewDigits(g *Geometry, givens *setdoku.Grid) (s Digits) {
	s.G = g
	var excluded [9]Cells
	for i, d := range givens {
		if d != 0 {
			s.Placed = s.Placed.Or(cellOf[i])
			s.Alive[d-1] = s.Alive[d-1].Or(cellOf[i])
			excluded[d-1] = excluded[d-1].Or(g.Peers[i])
		}
	}
	open := g.All.Without(s.Placed)
	for d := range g.Size {
		s.Alive[d] = s.Alive[d].Or(open.Without(excluded[d]))
	}
	return s
}

// OfState returns a state, with the candidates that are not crossed out.
func OfState(state *setdoku.State) Digits {
	filled := state.Filled()
	s := NewDigits(GeometryFor(state.Variant), &filled)
	for cell, crossed := range state.Deleted {
		for ; crossed != 0 && filled[cell] == 0; crossed &= crossed - 1 {
			s.Eliminate(cell, int(crossed.Lowest())-1)
		}
	}
	return s
}

// Has reports whether a digit is placed or a candidate in a cell.
func (s *Digits) Has(cell, digit int) bool { return s.Alive[digit].Has(cell) }

// Live returns the cells that have a digit as a candidate.
func (s *Digits) Live(digit int) Cells { return s.Alive[digit].Without(s.Placed) }

// Solved reports whether all cells are filled.
func (s *Digits) Solved() bool { return s.Placed == s.G.All }

// Open calls do for each candidate of an open cell, digit by digit.
func (s *Digits) Open(do func(cell, digit int)) {
	for d := range s.Alive {
		for c := s.Live(d); !c.Empty(); {
			do(c.Next(), d)
		}
	}
}

// Grid returns the filled cells.
func (s *Digits) Grid() (g setdoku.Grid) {
	for d := range s.Alive {
		for c := s.Alive[d].And(s.Placed); !c.Empty(); {
			g[c.Next()] = uint8(d + 1)
		}
	}
	return g
}

// Marks returns the candidates of each open cell.
func (s *Digits) Marks() (m [setdoku.CellCount]setdoku.DigitSet) {
	s.Open(func(cell, digit int) { m[cell] |= 1 << digit })
	return m
}

// State returns the puzzle as a state of givens.
func (s *Digits) State(givens setdoku.Grid) setdoku.State {
	marks := s.Marks()
	return setdoku.State{Variant: s.G.named(), Givens: givens}.Reached(s.Grid(), &marks)
}

// Within reports whether every digit that is alive in a cell of s is alive there in t.
func (s *Digits) Within(t *Digits) bool {
	var upper, lower uint64
	for d := range s.Alive {
		upper |= s.Alive[d].Upper &^ t.Alive[d].Upper
		lower |= s.Alive[d].Lower &^ t.Alive[d].Lower
	}
	return upper|lower == 0
}

// Meet removes from s the digits that are not alive in t. Both must be fixed points of the singles. It returns the
// digits for which Close must look at the units.
func (s *Digits) Meet(t *Digits) (todo uint) {
	for d := range s.Alive {
		a, b := s.Alive[d], t.Alive[d]
		m := a.And(b)
		if m != a && m != b {
			todo |= 1 << d
		}
		s.Alive[d] = m
	}
	s.Placed = s.Placed.Or(t.Placed)
	return todo
}

// Eliminate removes a candidate. It returns the digit for Close.
func (s *Digits) Eliminate(cell, digit int) (todo uint) {
	s.Alive[digit] = s.Alive[digit].Without(cellOf[cell])
	return 1 << digit
}

// Fill fills an open cell. It returns the digits for Close.
func (s *Digits) Fill(cell, digit int) (todo uint) {
	c := cellOf[cell]
	for d := range s.Alive {
		if s.Alive[d].Has(cell) {
			todo |= 1 << d
			s.Alive[d] = s.Alive[d].Without(c)
		}
	}
	s.Alive[digit] = s.Alive[digit].Without(s.G.Peers[cell]).Or(c)
	s.Placed = s.Placed.Or(c)
	return todo
}

// once returns the cells in which one digit or more are alive, and those in which two or more are.
func (s *Digits) once() (once, twice Cells) {
	for d := range s.Alive {
		a := s.Alive[d]
		twice.Upper |= once.Upper & a.Upper
		once.Upper |= a.Upper
		twice.Lower |= once.Lower & a.Lower
		once.Lower |= a.Lower
	}
	return once, twice
}

// Pairs returns the open cells with two candidates.
func (s *Digits) Pairs() Cells {
	var once, twice, thrice Cells
	for d := range s.Alive {
		a := s.Alive[d]
		thrice = thrice.Or(twice.And(a))
		twice = twice.Or(once.And(a))
		once = once.Or(a)
	}
	return twice.Without(thrice)
}

// Tightest returns the first of the open cells with the fewest candidates.
func (s *Digits) Tightest() int {
	best, least := -1, 10
	for i, m := range s.Marks() {
		if n := bits.OnesCount16(uint16(m)); n > 0 && n < least {
			best, least = i, n
		}
	}
	return best
}

// everywhere reports whether each digit has a place in each unit.
func (s *Digits) everywhere() bool {
	if s.G == Classic {
		for d := range s.Alive {
			if _, sound := hiddenSingles(s.Alive[d]); !sound {
				return false
			}
		}
		return true
	}
	for d := range s.G.Size {
		if _, sound := s.G.hiddenSingles(s.Alive[d]); !sound {
			return false
		}
	}
	return true
}

// Contradiction returns the first open cell without a candidate, else the first digit without a place in a unit, and
// whether there is one.
func (s *Digits) Contradiction() (setdoku.Contradiction, bool) {
	once, _ := s.once()
	if once.Or(s.Placed) == s.G.All && s.everywhere() {
		return setdoku.Contradiction{}, false
	}
	if none := s.G.All.Without(once).Without(s.Placed); !none.Empty() {
		return setdoku.Contradiction{Kind: "no_candidate", Cell: setdoku.CellAt(none.First())}, true
	}
	for _, u := range s.G.List {
		for d := range s.G.Size {
			if !s.G.UnitSets[u].Meets(s.Alive[d]) {
				return setdoku.Contradiction{Kind: "no_place", Unit: u + 1, Digit: uint8(d + 1)}, true
			}
		}
	}
	return setdoku.Contradiction{}, false
}
