package forcing_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/board"
	"setdoku/solver/forcing"
)

// slow is a state for a slow reading of the page about rounds in docs/rating.md. It shares nothing with the engine.
type slow struct {
	marks  naive // the candidates of open cells, and the digit of a filled cell
	filled [setdoku.CellCount]bool
}

func (s *slow) place(cell int, digit uint8) {
	s.marks[cell], s.filled[cell] = setdoku.NewDigitSet(digit), true
	for _, j := range setdoku.Classic().Peers[cell] {
		s.marks[j] &^= setdoku.NewDigitSet(digit)
	}
}

// round returns the singles of the state. It reports false for a contradiction.
func (s *slow) round() (singles map[int]uint8, ok bool) {
	singles, ok = map[int]uint8{}, true
	add := func(cell int, digit uint8) {
		if old, twice := singles[cell]; twice && old != digit {
			ok = false
		}
		singles[cell] = digit
	}
	for i, m := range s.marks {
		if m == 0 {
			ok = false
		} else if m.Count() == 1 && !s.filled[i] {
			add(i, m.Lowest())
		}
	}
	for _, unit := range setdoku.Classic().Units[:27] {
		for d := uint8(1); d <= 9; d++ {
			var places []int
			for _, i := range unit {
				if s.marks[i].Has(d) {
					places = append(places, i)
				}
			}
			switch {
			case len(places) == 0:
				ok = false
			case len(places) == 1 && !s.filled[places[0]]:
				add(places[0], d)
			}
		}
	}
	for cell, digit := range singles {
		for _, j := range setdoku.Classic().Peers[cell] {
			if other, has := singles[j]; has && other == digit {
				ok = false
			}
		}
	}
	return singles, ok
}

func (s *slow) eachOpen(do func(cell int, digit uint8)) {
	for i, m := range s.marks {
		for d := uint8(1); d <= 9; d++ {
			if !s.filled[i] && m.Has(d) {
				do(i, d)
			}
		}
	}
}

// follow assumes a candidate and makes rounds to the end, with hypotheses nested so deep inside. It returns the state
// after each round, the first at index 1, and the rounds to the contradiction, 0 if there is none.
func (s slow) follow(cell int, digit uint8, depth int) (after []slow, contradiction int) {
	s.place(cell, digit)
	after = []slow{{}, s}
	for {
		singles, ok := s.round()
		if !ok {
			return after, len(after) - 1
		}
		takes := 1
		for i, d := range singles {
			s.place(i, d)
		}
		if len(singles) == 0 {
			takes = 0
			refuted := map[int][][2]int{}
			if depth > 0 {
				s.eachOpen(func(cell int, digit uint8) {
					if _, n := s.follow(cell, digit, depth-1); n > 0 {
						refuted[n] = append(refuted[n], [2]int{cell, int(digit)})
					}
				})
			}
			if len(refuted) == 0 {
				return after, 0
			}
			takes = slices.Min(slices.Collect(maps.Keys(refuted)))
			for range takes - 1 {
				after = append(after, after[len(after)-1])
			}
			for _, c := range refuted[takes] {
				s.marks[c[0]] &^= setdoku.NewDigitSet(uint8(c[1]))
			}
		}
		after = append(after, s)
	}
}

// proved returns what the fewest rounds prove in the state, and how many these are: refuted candidates and candidates
// that all hypotheses of a set lose.
func (s *slow) proved(depth int) (fewest int, refuted, lost map[string]bool) {
	type hypothesis struct {
		after         []slow
		contradiction int
	}
	all := map[[2]int]*hypothesis{}
	var sets [][]*hypothesis
	at := func(r int, name func() string, into *map[string]bool) {
		if fewest == 0 || r < fewest {
			fewest, refuted, lost = r, map[string]bool{}, map[string]bool{}
		}
		if r == fewest {
			(*into)[name()] = true
		}
	}
	s.eachOpen(func(cell int, digit uint8) {
		h := new(hypothesis)
		h.after, h.contradiction = s.follow(cell, digit, depth)
		all[[2]int{cell, int(digit)}] = h
		if h.contradiction > 0 {
			at(h.contradiction, func() string { return name(cell, digit) }, &refuted)
		}
	})
	for i := range s.marks {
		var set []*hypothesis
		for d := 1; d <= 9 && !s.filled[i]; d++ {
			if h := all[[2]int{i, d}]; h != nil {
				set = append(set, h)
			}
		}
		sets = append(sets, set)
	}
	for _, unit := range setdoku.Classic().Units[:27] {
		for d := 1; d <= 9; d++ {
			var set []*hypothesis
			for _, i := range unit {
				if h := all[[2]int{i, d}]; h != nil {
					set = append(set, h)
				}
			}
			sets = append(sets, set)
		}
	}
	s.eachOpen(func(cell int, digit uint8) {
		for _, set := range sets {
			last := 0
			for _, h := range set {
				r := 1 + slices.IndexFunc(h.after[1:], func(a slow) bool { return !a.marks[cell].Has(digit) })
				if h.contradiction > 0 && (r == 0 || r > h.contradiction) {
					r = h.contradiction
				}
				if r == 0 {
					last = -1
					break
				}
				last = max(last, r)
			}
			if last > 0 {
				at(last, func() string { return name(cell, digit) }, &lost)
			}
		}
	})
	return fewest, refuted, lost
}

func name(cell int, digit uint8) string { return fmt.Sprintf("%v<>%d", setdoku.CellAt(cell), digit) }

// TestLeastRounds compares what a pass of forcing takes with the slow reading.
func TestLeastRounds(t *testing.T) {
	rng := gridtest.New(61)
	var e forcing.Engine
	passes := map[forcing.Kind]int{}
	for range gridtest.Size(40, 400) {
		givens := gridtest.Minimal(rng)
		s := board.NewDigits(board.Classic, &givens)
		if s.Close(board.AllChanged); s.Solved() {
			continue
		}
		for kind, most := range map[forcing.Kind]int{forcing.Singles: 1000, forcing.Nested: gridtest.Size(2, 12)} {
			if passes[kind] >= most {
				continue
			}
			passes[kind]++
			compareRounds(t, &e, &s, kind)
		}
	}
	if passes[forcing.Singles] < 20 {
		t.Errorf("%d puzzles are left after the singles", passes[forcing.Singles])
	}
}

func compareRounds(t *testing.T, e *forcing.Engine, s *board.Digits, kind forcing.Kind) {
	t.Helper()
	start := slow{marks: s.Marks()}
	for i, d := range s.Grid() {
		if d != 0 {
			start.marks[i], start.filled[i] = setdoku.NewDigitSet(d), true
		}
	}
	depth := 0
	if kind == forcing.Nested {
		depth = 1
	}
	fewest, refuted, lost := start.proved(depth)
	gotRefuted, gotLost := map[string]bool{}, map[string]bool{}
	got := e.Prove(t.Context(), s, forcing.Search{Kind: kind, Least: true,
		Refuted: func(cell, digit, rounds int) { gotRefuted[name(cell, uint8(digit+1))] = true },
		Verity: func(v *forcing.Verity, rounds int) {
			v.Lost(func(cell, digit int) { gotLost[name(cell, uint8(digit+1))] = true })
		},
	})
	if got != fewest || !maps.Equal(gotRefuted, refuted) || !maps.Equal(gotLost, lost) {
		t.Errorf("%v, kind %d: %d rounds, refuted %v, lost %v; want %d, %v, %v", s.Grid(), kind, got, gotRefuted, gotLost,
			fewest, refuted, lost)
	}
}
