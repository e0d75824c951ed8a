package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
)

// TestSetsArgueEveryDigit wants words about each digit that a pattern of sets eliminates, with the cells that lose it,
// before the line that says what follows.
func TestSetsArgueEveryDigit(t *testing.T) {
	all := solvertest.Catalogue(t)
	several := map[string]int{}
	rng := gridtest.New(8)
	for range 12 {
		s := afterSingles(t, rng)
		for _, name := range []string{"als_xz", "als_xy_wing"} {
			technique, _ := all.Find(name)
			for _, step := range firstStep(t, technique, s).Steps {
				for _, d := range step.Deductions {
					x := newExplainer(s, d)
					_, digits := x.Victims()
					if digits.Count() < 2 {
						continue
					}
					several[name]++
					words := wordsFor(s, d, nil)
					for _, z := range digits.Digits() {
						for _, i := range x.Losing(z) {
							if !slices.ContainsFunc(words[:len(words)-1],
								func(line string) bool { return argues(name, line, i, z) }) {
								t.Errorf("%s: nothing says why %s loses %d\n%s", name, setdoku.CellAt(i), z,
									strings.Join(words, "\n"))
							}
						}
					}
				}
			}
		}
	}
	if len(several) < 2 {
		t.Errorf("patterns with several digits: %v, want some of both techniques", several)
	}
}

// argues reports whether a line argues about digit z of cell i.
func argues(technique, line string, i int, z uint8) bool {
	if !strings.Contains(line, setdoku.CellAt(i).String()) {
		return false
	}
	if technique == "als_xy_wing" {
		return strings.Contains(line, fmt.Sprintf("were %d, A would lose it", z))
	}
	return strings.Contains(line, fmt.Sprintf("all places for the %d in the sets", z)) ||
		strings.HasPrefix(line, fmt.Sprintf("The %d of ", z))
}

// TestPetalOfSeveralCandidates wants each set of a Death Blossom named once, and every digit that it takes from the
// stem.
func TestPetalOfSeveralCandidates(t *testing.T) {
	all := solvertest.Catalogue(t)
	technique, _ := all.Find("death_blossom")
	state := solvertest.Puzzles(t, "state",
		":0000:2:+5+7+63+8+9+4+21+3+9+2+6+1487+5+4+1+8+7+52639+8+619+47+253+7+39+2..1..25+41.89..6435.....+9854.....1.+7+8.3...:::292:\n")[0].State
	shared := 0
	for _, step := range firstStep(t, technique, state).Steps {
		for _, d := range step.Deductions {
			words := wordsFor(state, d, nil)
			text := strings.Join(words, "\n")
			var sets []string
			for _, line := range words {
				if rest, isSet := strings.CutPrefix(line, "Set "); isSet {
					sets = append(sets, rest[1:])
				}
			}
			if slices.Sort(sets); len(sets) == 0 || len(slices.Compact(sets)) < len(sets) {
				t.Errorf("a set has two letters, or there is none\n%s", text)
			}
			x := newExplainer(state, d)
			for _, z := range x.Live[x.First("stem").Cell].Digits() {
				if !strings.Contains(text, fmt.Sprintf("the %d in ", z)) {
					t.Errorf("nothing says that the stem loses %d\n%s", z, text)
				}
			}
			if strings.Contains(text, "eliminate them from") {
				shared++
			}
		}
	}
	if shared == 0 {
		t.Error("no set takes several candidates from a stem")
	}
}
