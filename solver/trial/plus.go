package trial

// plus brings a fixed point of the singles to the fixed point of singles, intersections, subsets and basic fish. It
// reports false if that is a contradiction.
//
// Naked and hidden subsets of a unit are the same sets seen from the cells and from the digits, and so are fish seen from
// the rows and from the columns. A subset of up to four on one side is one of five and more on the other, so all sizes are
// taken: what remains of a unit, or of a digit, is what some full assignment of its digits to its cells, or of its rows to its
// columns, contains.
func (e *Engine) plus(s *State) bool {
	var seenUnits, seenFish [9]cells // what was looked at last
	for {
		if s.Solved() {
			return true
		}
		if todo, ok := s.lockedCandidates(); !ok {
			return false
		} else if todo != 0 {
			if !s.close(todo) {
				return false
			}
			continue
		}
		todo, ok := e.subset.fish(&s.alive, &seenFish)
		if ok && todo == 0 {
			todo, ok = e.subset.units(&s.alive, &seenUnits)
			if todo == 0 {
				return ok
			}
		}
		if !ok || !s.close(todo) {
			return false
		}
	}
}
