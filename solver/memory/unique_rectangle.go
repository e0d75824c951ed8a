package memory

import (
	"math/bits"

	"setdoku/internal/catalogue"
	"setdoku/solver/board"
)

// rectangle is one of catalogue.Rectangles. Corner k is in a row with k^1, in a column with k^2, and opposite to k^3. A
// puzzle with one solution cannot have only two digits in these cells, unless one of them is a given.
type rectangle = [4]uint8

// rectangles are in the order of their numbers, which begin with 1.
var rectangles = &catalogue.Rectangles

// sides has the corners of the floor and the opposite corners of the roof, by the number of the side less 1.
var sides = [4]struct{ floor, roof [2]uint8 }{
	{[2]uint8{0, 1}, [2]uint8{2, 3}},
	{[2]uint8{2, 3}, [2]uint8{0, 1}},
	{[2]uint8{0, 2}, [2]uint8{1, 3}},
	{[2]uint8{1, 3}, [2]uint8{0, 2}},
}

// masks returns the candidates of the corners.
func masks(s *board.Board, r *rectangle) [4]uint16 {
	return [4]uint16{s.Candidates[r[0]], s.Candidates[r[1]], s.Candidates[r[2]], s.Candidates[r[3]]}
}

// exchanges returns the indexes of the rectangles in which two digits can change places: every other cell that sees a
// corner also sees a corner with the other digit.
func exchanges(g *board.Geometry) (list []int) {
	for i, r := range rectangles {
		var one, two board.Cells // the corners of either digit
		one.Add(int(r[0]))
		one.Add(int(r[3]))
		two.Add(int(r[1]))
		two.Add(int(r[2]))
		nearOne := g.Peers[r[0]].Or(g.Peers[r[3]])
		nearTwo := g.Peers[r[1]].Or(g.Peers[r[2]])
		if one.Or(two).Within(g.All) && !nearOne.Meets(one) && !nearTwo.Meets(two) &&
			nearOne.Without(two) == nearTwo.Without(one) {
			list = append(list, i)
		}
	}
	return list
}

// eachRectangle calls look for the rectangles of open cells that have a corner with two candidates.
func eachRectangle(puzzle *Board, look func(i int, r *rectangle, m [4]uint16)) {
	s := &puzzle.Board
	bare := s.Pairs()
	for _, i := range puzzle.tables.rectangles {
		r := &rectangles[i]
		if !bare.Has(int(r[0])) && !bare.Has(int(r[1])) && !bare.Has(int(r[2])) && !bare.Has(int(r[3])) {
			continue
		}
		if m := masks(s, r); m[0] != 0 && m[1] != 0 && m[2] != 0 && m[3] != 0 {
			look(i, r, m)
		}
	}
}

// eachFloor calls look for the sides, 1..4, of these rectangles whose floor corners have the same two candidates.
func eachFloor(puzzle *Board, look func(pair uint16, i int, m [4]uint16, roof [2]uint8, side int)) {
	eachRectangle(puzzle, func(i int, _ *rectangle, m [4]uint16) {
		for k := range sides {
			f := &sides[k].floor
			if m[f[0]] == m[f[1]] && isPair(m[f[0]]) {
				look(m[f[0]], i, m, sides[k].roof, k+1)
			}
		}
	})
}

// strongUnit returns the number of the first unit whose only two places for a digit are cells a and b, else 0.
func strongUnit(s *board.Board, digit int, a, b uint8) int {
	for _, l := range s.G.Locations[a] {
		if p := s.Places[l.Unit][digit]; isPair(p) && p>>l.Position&1 != 0 &&
			s.G.Units[l.Unit][bits.TrailingZeros16(p&^(1<<l.Position))] == b {
			return int(l.Unit) + 1
		}
	}
	return 0
}

// eachDigit calls f with each digit of a pair and the other one.
func eachDigit(pair uint16, f func(digit, other int)) {
	a, b := bits.TrailingZeros16(pair), bits.Len16(pair)-1
	f(a, b)
	f(b, a)
}

func uniqueRectangle1(puzzle *Board, _ int) {
	eachRectangle(puzzle, func(i int, r *rectangle, m [4]uint16) {
		for v := range 4 {
			pair := m[v^3]
			if m[v^1] != pair || m[v^2] != pair || !isPair(pair) {
				continue
			}
			for d := m[v] & pair; d != 0; d &= d - 1 {
				puzzle.found.note(int(r[v]), bits.TrailingZeros16(d), puzzle.key(i+1, v+1, int(pair)))
			}
		}
	})
}

// oneMore returns the one digit, as a set, that the corners have besides one or both of a pair. It returns 0 if they
// have several or different ones.
func oneMore(pair uint16, masks ...uint16) uint16 {
	extra := masks[0] &^ pair
	if extra == 0 || extra&(extra-1) != 0 {
		return 0
	}
	for _, m := range masks {
		if m&pair == 0 || m&^pair != extra {
			return 0
		}
	}
	return extra
}

func uniqueRectangle2(puzzle *Board, _ int) {
	eachFloor(puzzle, func(pair uint16, i int, m [4]uint16, roof [2]uint8, side int) {
		r, a, b := &rectangles[i], roof[0], roof[1]
		if extra := oneMore(pair, m[a], m[b]); extra != 0 {
			puzzle.eliminate(puzzle.G.Peers[r[a]].And(puzzle.G.Peers[r[b]]), bits.TrailingZeros16(extra),
				puzzle.key(i+1, side, int(pair)))
		}
	})
}

func uniqueRectangle3(puzzle *Board, _ int) {
	eachFloor(puzzle, func(pair uint16, i int, m [4]uint16, roof [2]uint8, side int) {
		r, a, b := &rectangles[i], m[roof[0]], m[roof[1]]
		extra := (a | b) &^ pair
		if a&pair == 0 || b&pair == 0 || a&^pair == 0 || b&^pair == 0 || extra&(extra-1) == 0 {
			return
		}
		var both board.Cells
		both.Add(int(r[roof[0]]))
		both.Add(int(r[roof[1]]))
		for _, l := range puzzle.G.Locations[r[roof[0]]] {
			if u := int(l.Unit); both.Within(puzzle.G.UnitSets[u]) {
				puzzle.roofSubsets(u, puzzle.G.In(both, u), extra, func(size int, subset, places uint16) int64 {
					return puzzle.key(size, i+1, side, int(pair), u+1, int(subset), int(places))
				})
			}
		}
	})
}

// roofSubsets treats the roof, two places of a unit, as one cell with the extra digits. It finds the naked subsets of
// this cell with other cells that leave a cell which can lose a digit.
func (puzzle *Board) roofSubsets(unit int, roof, extra uint16, key func(size int, subset, places uint16) int64) {
	var masks [9]uint16
	others, first := puzzle.OpenPlaces[unit]&^roof, roof&-roof
	for p := others; p != 0; p &= p - 1 {
		at := bits.TrailingZeros16(p)
		masks[at] = puzzle.Candidates[puzzle.G.Units[unit][at]]
	}
	masks[bits.TrailingZeros16(roof)] = extra
	for size := 2; size <= bits.OnesCount16(others); size++ {
		for _, found := range puzzle.subsets.Find(&masks, size) {
			if places := found.Members &^ first; places != found.Members {
				puzzle.clear(unit, others&^places, found.Set, key(size, found.Set, places))
			}
		}
	}
}

func uniqueRectangle4(puzzle *Board, _ int) {
	s := &puzzle.Board
	eachFloor(puzzle, func(pair uint16, i int, m [4]uint16, roof [2]uint8, side int) {
		r := &rectangles[i]
		eachDigit(pair, func(stays, leaves int) {
			unit := strongUnit(s, stays, r[roof[0]], r[roof[1]])
			if unit == 0 {
				return
			}
			for _, v := range roof {
				if m[v]>>leaves&1 != 0 {
					puzzle.found.note(int(r[v]), leaves, puzzle.key(i+1, side, stays+1, leaves+1, unit))
				}
			}
		})
	})
}

func uniqueRectangle5(puzzle *Board, _ int) {
	eachRectangle(puzzle, func(i int, r *rectangle, m [4]uint16) {
		for bare, pair := range m {
			if !isPair(pair) {
				continue
			}
			extra := oneMore(pair, m[bare^1], m[bare^2])
			if extra == 0 {
				continue
			}
			seen := puzzle.G.Peers[r[bare^1]].And(puzzle.G.Peers[r[bare^2]])
			floor := 1 << bare
			switch {
			case m[bare^3] == pair:
				floor |= 1 << (bare ^ 3)
			case oneMore(pair, m[bare^3]) == extra:
				seen = seen.And(puzzle.G.Peers[r[bare^3]])
			default:
				continue
			}
			puzzle.eliminate(seen, bits.TrailingZeros16(extra), puzzle.key(i+1, int(pair), floor))
		}
	})
}

func uniqueRectangle6(puzzle *Board, _ int) {
	eachRectangle(puzzle, func(i int, _ *rectangle, m [4]uint16) {
		for top := range 2 {
			if m[top] != m[top^3] || !isPair(m[top]) {
				continue
			}
			eachDigit(m[top], func(digit, other int) {
				puzzle.wingInRectangle(i, top, digit, other)
			})
		}
	})
}

// wingInRectangle records that the two corners in line with top lose a digit if the digit makes an X-Wing.
func (puzzle *Board) wingInRectangle(i, top, digit, other int) {
	s, r := &puzzle.Board, &rectangles[i]
	for direction := 1; direction <= 2; direction++ {
		mate := top ^ direction
		first, second := strongUnit(s, digit, r[top], r[mate]), strongUnit(s, digit, r[top^3], r[mate^3])
		if first != 0 && second != 0 {
			key := puzzle.key(i+1, top+1, direction, digit+1, other+1, first, second)
			puzzle.found.note(int(r[top^1]), digit, key)
			puzzle.found.note(int(r[top^2]), digit, key)
		}
	}
}

func hiddenRectangle(puzzle *Board, _ int) {
	s := &puzzle.Board
	eachRectangle(puzzle, func(i int, r *rectangle, m [4]uint16) {
		for v := range 4 {
			if !isPair(m[v^3]) {
				continue
			}
			eachDigit(m[v^3], func(linked, leaves int) {
				if m[v]>>leaves&1 == 0 {
					return
				}
				note := func(first, second int) {
					puzzle.found.note(int(r[v]), leaves, puzzle.key(i+1, v+1, linked+1, leaves+1, first, second))
				}
				first, second := strongUnit(s, linked, r[v], r[v^1]), strongUnit(s, linked, r[v], r[v^2])
				if first != 0 && second != 0 {
					note(first, second)
				}
				for _, mate := range [2]int{v ^ 1, v ^ 2} {
					if unit := strongUnit(s, linked, r[v^3], r[mate^3]); m[mate] == m[v^3] && unit != 0 {
						note(unit, 0)
					}
				}
			})
		}
	})
}
