package agreement_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/brute"
)

// TestLibraryCases applies each technique once to the states of the library: it must find all that a case
// lists, and nothing that goes against the solution.
func TestLibraryCases(t *testing.T) {
	gridtest.Nightly(t, "all states of the library")
	db := dbtest.Open(t)
	cases, techniques := solvertest.LibraryCases(t)
	passed := map[string]int{}
	for i, c := range cases {
		n, solution := brute.CountState(c.State, 2)
		if n != 1 {
			t.Errorf("%s has %d solutions (2 means several), want 1", format.Short(c.State), n)
			continue
		}
		names := []string{techniques[i]}
		if needsSets(c.Library) {
			names = append(names, throughSets[c.Library.Code])
		}
		complete, sound := false, true
		for _, name := range names {
			found := claims(askEach(t, db, []string{name}, []setdoku.State{c.State})[name][0])
			complete = complete || len(without(listed(c.Library), found)) == 0
			if wrong := against(solution, found); len(wrong) > 0 || c.Library.Variant == "x" && len(found) > 0 {
				t.Errorf("%s: %s found %v, of which %v are against the solution", format.Short(c.State), name, found, wrong)
				sound = false
			}
		}
		if c.Library.Variant != "x" && !complete {
			t.Errorf("%s: %v did not find %v", format.Short(c.State), names, listed(c.Library))
		} else if sound {
			passed[c.Library.Code]++
		}
	}
	for i, c := range cases {
		if passed[c.Library.Code] == 0 {
			t.Errorf("no case of code %s, %s, passed", c.Library.Code, techniques[i])
		}
	}
	t.Logf("cases passed by code: %v", passed)
}

// throughSets is the technique of chains with almost locked sets for each code of grouped chains. A case of these codes
// that needs a set passes if one of the two techniques finds all that the case lists. Variants 3 and 4 need sets, and
// so does variant 2 of 0709: the loops of these cases lock digits of a set, and no chain of groups eliminates all that
// they list.
var throughSets = map[string]string{"0709": "als_nice_loop", "0710": "als_nice_loop", "0711": "als_aic"}

func needsSets(l *format.LibraryLine) bool {
	return throughSets[l.Code] != "" && (l.Variant == "3" || l.Variant == "4" || l.Code == "0709" && l.Variant == "2")
}

// listed is what a case expects.
func listed(l *format.LibraryLine) (list []claim) {
	for _, e := range l.Eliminations {
		list = append(list, claim{false, e.Cell, e.Digit})
	}
	for _, p := range l.Placements {
		list = append(list, claim{true, p.Cell, p.Digit})
	}
	return list
}

// against returns the claims that a solution contradicts.
func against(solution setdoku.Grid, list []claim) (wrong []claim) {
	for _, c := range list {
		if holds := solution[c.cell.Index()] == c.digit; holds != c.placement {
			wrong = append(wrong, c)
		}
	}
	return wrong
}
