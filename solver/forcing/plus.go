package forcing

import (
	"math/bits"

	"setdoku/solver/board"
)

// plus brings a fixed point of the singles to the fixed point of singles, intersections, subsets and basic fish. It
// reports false if that is a contradiction.
//
// Naked and hidden subsets of a unit are the same sets seen from the cells and from the digits, and so are fish seen
// from the rows and from the columns. A subset of up to four on one side is one of five and more on the other, so all
// sizes are taken: what remains of a unit, or of a digit, is what some full assignment of its digits to its cells, or
// of its rows to its columns, contains.
func (e *Engine) plus(s *board.Digits) bool {
	var seenUnits, seenFish [9]board.Cells // what was looked at last
	for {
		if s.Solved() {
			return true
		}
		todo, ok := s.LockedCandidates()
		if ok && todo == 0 {
			todo, ok = e.fish(s, &seenFish)
		}
		if ok && todo == 0 {
			if todo, ok = e.units(s, &seenUnits); todo == 0 {
				return ok
			}
		}
		if !ok || !s.Close(todo) {
			return false
		}
	}
}

// fish does the rows and columns of each digit that has changed since seen. It returns the digits that lost candidates.
func (e *Engine) fish(state *board.Digits, seen *[9]board.Cells) (todo uint, ok bool) {
	s := &state.Alive
	for d := range s {
		if s[d] == seen[d] {
			continue
		}
		seen[d] = s[d]
		rows := s[d].Rows()
		changed, ok := e.subsets.Tighten(&rows)
		if !ok {
			return 0, false
		}
		if changed {
			s[d] = board.OfRows(&rows)
			todo |= 1 << d
		}
	}
	return todo, true
}

// units does the digits and cells of each unit that has changed since seen. It returns the digits that lost candidates.
func (e *Engine) units(state *board.Digits, seen *[9]board.Cells) (todo uint, ok bool) {
	s, g := &state.Alive, state.G
	var changes board.Cells
	for d := range s {
		changes = changes.Or(s[d].Without(seen[d])).Or(seen[d].Without(s[d]))
	}
	*seen = *s
	for _, u := range g.List {
		if !changes.Meets(g.UnitSets[u]) {
			continue
		}
		var places [9]uint16
		for d := range s {
			places[d] = g.In(s[d], u)
		}
		kept := places
		changed, ok := e.subsets.Tighten(&kept)
		if !ok {
			return 0, false
		}
		if !changed {
			continue
		}
		for d := range s {
			for lost := places[d] &^ kept[d]; lost != 0; lost &= lost - 1 {
				s[d].Remove(int(g.Units[u][bits.TrailingZeros16(lost)]))
				todo |= 1 << d
			}
		}
	}
	return todo, true
}
