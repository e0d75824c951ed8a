package agreement_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/format"
	"setdoku/internal/solvertest"
)

// TestLibraryCases applies each technique once to the states of the library: it must
// find all that a case lists, and nothing that goes against the solution.
func TestLibraryCases(t *testing.T) {
	cases, techniques := solvertest.LibraryCases(t)
	var queries []query
	for i, c := range cases {
		queries = append(queries, query{techniques[i], c.State})
	}
	answers := ask(t, queries)
	passed := map[string]int{}
	for i, c := range cases {
		n, solution := brute.CountState(c.State, 2)
		if n != 1 {
			t.Errorf("%s has %d solutions (2 stands for several), want 1", c.Text, n)
			continue
		}
		found := claims(answers[i])
		missing := slices.DeleteFunc(listed(c.Library), func(x claim) bool { return slices.Contains(found, x) })
		switch wrong := against(solution, found); {
		case c.Library.Variant == "x" && len(found) > 0:
			t.Errorf("%s: %s found %v, want nothing", c.Text, techniques[i], found)
		case c.Library.Variant != "x" && len(missing) > 0:
			t.Errorf("%s: %s did not find %v", c.Text, techniques[i], missing)
		case len(wrong) > 0:
			t.Errorf("%s: %s found %v against the solution", c.Text, techniques[i], wrong)
		default:
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
		if holds := solution[setdoku.CellIndex(c.cell)] == c.digit; holds != c.placement {
			wrong = append(wrong, c)
		}
	}
	return wrong
}
