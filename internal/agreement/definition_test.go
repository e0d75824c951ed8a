package agreement_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/brute"
)

// definitions are slow readings of the techniques. They share no code with the engines. These techniques have no short
// reading: unique_rectangle_3 and sue_de_coq (they search for parts of any size), avoidable rectangles (which need
// digits that are not givens), chains of mixed links, groups and sets, als_xy_wing, als_chain and death_blossom (the
// rules for what counts as a chain are longer than a search), franken and mutant fish, templates, forcing and search.
var definitions = map[string]func(*board){
	"full_house": fullHouse, "naked_single": nakedSingle, "hidden_single": hiddenSingle,
	"pointing": pointing, "claiming": claiming,
	"locked_pair":     func(b *board) { b.locked(2) },
	"locked_triple":   func(b *board) { b.locked(3) },
	"naked_pair":      func(b *board) { b.naked(2) },
	"naked_triple":    func(b *board) { b.naked(3) },
	"naked_quadruple": func(b *board) { b.naked(4) },
	"hidden_pair":     func(b *board) { b.hidden(2) }, "hidden_triple": func(b *board) { b.hidden(3) },
	"hidden_quadruple": func(b *board) { b.hidden(4) },
	"x_wing":           func(b *board) { b.fish(2) }, "swordfish": func(b *board) { b.fish(3) },
	"jellyfish":     func(b *board) { b.fish(4) },
	"finned_x_wing": func(b *board) { b.finned(2, false) }, "sashimi_x_wing": func(b *board) { b.finned(2, true) },
	"finned_swordfish":  func(b *board) { b.finned(3, false) },
	"sashimi_swordfish": func(b *board) { b.finned(3, true) },
	"finned_jellyfish":  func(b *board) { b.finned(4, false) },
	"sashimi_jellyfish": func(b *board) { b.finned(4, true) },
	"skyscraper":        skyscraper, "two_string_kite": kite, "turbot_fish": turbot, "empty_rectangle": emptyRectangle,
	"remote_pair": remotePair, "w_wing": wWing, "xy_wing": xyWing, "xyz_wing": xyzWing, "wxyz_wing": wxyzWing,
	"simple_colors": simpleColors, "multi_colors": multiColors,
	"x_chain": func(b *board) { b.chains(true, false) }, "xy_chain": func(b *board) { b.chains(false, true) },
	"bug_plus_1": bug, "unique_rectangle_1": rectangle1, "unique_rectangle_2": rectangle2,
	"unique_rectangle_4": rectangle4, "unique_rectangle_5": rectangle5, "unique_rectangle_6": rectangle6,
	"hidden_rectangle": hiddenRectangle, "unique_loop": uniqueLoop, "extended_rectangle": extendedRectangle,
	"als_xz": alsXZ, "exocet": exocet, "double_exocet": doubleExocet, "exocet_mirror": exocetMirror,
}

// TestDefinitions compares what techniques find in random states, and each in its example, with slow readings of their
// definitions.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(71)
	found := map[string]int{}
	compare := func(name string, s *setdoku.State) {
		b := newBoard(s)
		definitions[name](b)
		got, want := claims(inMemory(t, name, *s)), sorted(slices.Collect(maps.Keys(b.found)))
		if found[name] += len(want); !slices.Equal(got, want) {
			t.Errorf("%s\n%s finds %v and not %v", pencil(*s), name, without(got, want), without(want, got))
		}
	}
	examples := solvertest.ExampleStates(t)
	for name := range definitions {
		s := examples[name]
		if compare(name, &s); found[name] == 0 {
			t.Errorf("%s finds nothing in its example", name)
		}
	}
	for range gridtest.Size(1, 500) {
		s := randomState(rng)
		for name := range definitions {
			compare(name, &s)
		}
	}
	t.Logf("deductions: %v", found)
}

// randomState returns a state with one solution, in which some digits are placed and some wrong candidates crossed out.
func randomState(rng *rand.Rand) (s setdoku.State) {
	s.Givens = gridtest.Minimal(rng)
	_, solution := brute.Count(s.Givens, 2)
	for _, i := range rng.Perm(setdoku.CellCount)[:rng.IntN(60)] {
		if s.Givens[i] == 0 {
			s.Placed[i] = solution[i]
		}
	}
	share := 1 + rng.IntN(6)
	for i, m := range s.Candidates() {
		for wrong := m &^ setdoku.NewDigitSet(solution[i]); wrong != 0; wrong &= wrong - 1 {
			if rng.IntN(7) < share {
				s.Deleted[i] |= setdoku.NewDigitSet(wrong.Lowest())
			}
		}
	}
	return s
}
