package notation_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/notation"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// withNotation are the techniques that have a line.
var withNotation = []string{
	"remote_pair", "skyscraper", "two_string_kite", "turbot_fish", "empty_rectangle", "w_wing", "xy_wing", "xyz_wing",
	"simple_colors", "multi_colors",
	"wxyz_wing", "x_chain", "xy_chain", "nice_loop", "aic", "grouped_nice_loop", "grouped_aic", "als_xz", "als_xy_wing",
	"als_chain", "death_blossom",
	"als_nice_loop", "als_aic",
}

// hardStates returns the states in which the techniques up to jellyfish find nothing more in generated puzzles.
func hardStates(t *testing.T, n int) (list []setdoku.State) {
	t.Helper()
	basics := pathfinder(t, "singles", "intersections", "subsets", "basic_fish")
	rng := gridtest.New(15)
	for len(list) < n {
		path, err := basics.Find(t.Context(), setdoku.State{Givens: gridtest.Minimal(rng)})
		gridtest.Must(t, err)
		if path.Status == setdoku.StatusStuck {
			list = append(list, path.End().State)
		}
	}
	return list
}

// pathfinder returns a Pathfinder with the techniques or families of these names.
func pathfinder(t *testing.T, names ...string) *memory.Solver {
	t.Helper()
	all := solvertest.Catalogue(t)
	var selected catalogue.Catalogue
	for _, x := range all {
		if slices.Contains(names, x.Name) || slices.Contains(names, x.Family) {
			selected = append(selected, x)
		}
	}
	f, err := memory.NewPathfinder(all, memory.Options{Techniques: selected, StopAtFirst: len(names) == 1})
	gridtest.Must(t, err)
	t.Cleanup(func() { f.Close(t.Context()) })
	return f
}

// TestPartsOfChains wants no line for rows of a technique file that use roles of chains and wings, but are not a whole
// chain or wing. hold leaves some cells of an empty grid these digits.
func TestPartsOfChains(t *testing.T) {
	var s setdoku.State
	hold := func(cell setdoku.Cell, digits ...uint8) {
		s.Deleted[cell.Index()] = setdoku.AllDigits
		for _, d := range digits {
			s.Deleted[cell.Index()] &^= setdoku.SetOf(d)
		}
	}
	hold(11, 1, 2)
	hold(15, 1, 3)
	hold(22, 2, 3)
	hold(55, 1, 2)
	hold(51, 1, 2)
	node := func(role string, cell setdoku.Cell, digit uint8) setdoku.Evidence {
		return setdoku.Evidence{Role: role, Cell: cell, Digit: digit}
	}
	cell := func(role string, cell setdoku.Cell) setdoku.Evidence { return setdoku.Evidence{Role: role, Cell: cell} }
	unit := func(role string, unit int, digit uint8) setdoku.Evidence {
		return setdoku.Evidence{Role: role, Unit: unit, Digit: digit}
	}
	type rows = []setdoku.Evidence
	for _, c := range []struct {
		name string
		rows rows
		want string
	}{
		{"a chain", rows{node("start", 11, 1), cell("strong", 11), node("link", 11, 2), unit("weak", 19, 2),
			node("link", 22, 2), cell("strong", 22), node("end", 22, 3)},
			"(1=2)r1c1 - (2=3)r2c2 => r9c9<>1"},
		{"nodes without links", rows{node("start", 11, 1), node("link", 15, 1), node("end", 55, 1)}, ""},
		{"one node", rows{node("start", 11, 1)}, ""},
		{"two strong links that follow each other",
			rows{node("start", 11, 1), cell("strong", 11), node("link", 11, 2), cell("strong", 22), node("end", 22, 3)},
			""},
		{"a weak link at the end", rows{node("start", 11, 1), cell("strong", 11), node("link", 11, 2),
			unit("weak", 19, 2), node("end", 22, 2)}, ""},
		{"a link of another kind", rows{node("start", 11, 1), unit("bridge", 1, 1), node("end", 15, 1)}, ""},
		{"a group of two digits", rows{node("start", 11, 1), node("start", 22, 2), unit("strong", 1, 1),
			node("end", 15, 1)}, ""},
		{"a remote pair", rows{cell("bivalue", 11), cell("bivalue", 51), cell("bivalue", 55), cell("bivalue", 51)},
			"(1=2)r1c1 - (2=1)r5c1 - (1=2)r5c5 - (2=1)r5c1 => r9c9<>1"},
		{"two cells of a remote pair", rows{cell("bivalue", 11), cell("bivalue", 51)},
			"(1=2)r1c1 - (2=1)r5c1 => r9c9<>1"},
		{"cells that do not see each other",
			rows{cell("bivalue", 11), cell("bivalue", 55), cell("bivalue", 51), cell("bivalue", 11)}, ""},
		{"a bivalue cell next to a strong link", rows{cell("bivalue", 11), unit("strong", 1, 1)}, ""},
		{"a W-Wing", rows{cell("bivalue", 11), node("bridge_end", 19, 1), unit("bridge", 18, 1),
			node("bridge_end", 59, 1), cell("bivalue", 55)},
			"(2=1)r1c1 - (1)r1c9 = r5c9 - (1=2)r5c5 => r9c9<>1"},
		{"a W-Wing with a strong link more",
			rows{cell("bivalue", 11), node("bridge_end", 19, 1), unit("bridge", 18, 1), node("bridge_end", 59, 1),
				cell("bivalue", 55), unit("strong", 1, 2)}, ""},
		{"an XY-Wing", rows{cell("pivot", 22), cell("pincer", 11), cell("pincer", 15)},
			"(1=2)r1c1 - (2=3)r2c2 - (3=1)r1c5 => r9c9<>1"},
		{"three pincers", rows{cell("pivot", 22), cell("pincer", 11), cell("pincer", 15), cell("pincer", 51)}, ""},
		{"a pincer with other digits", rows{cell("pivot", 22), cell("pincer", 11), cell("pincer", 51)}, ""},
		{"sets without a restricted common", rows{cell("set_a", 11), cell("set_b", 51)}, ""},
		{"a set and a unit", rows{cell("set_a", 11), node("restricted", 0, 1), cell("set_b", 51), unit("strong", 1, 2)},
			""},
		{"a color", rows{node("color", 11, 1), node("color_2", 15, 1), unit("weak", 1, 1)}, ""},
	} {
		d := setdoku.Deduction{Technique: "mine", Evidence: c.rows,
			Eliminations: []setdoku.Candidate{{Cell: 99, Digit: 1}}}
		if got := notation.Line(s, d); got != c.want {
			t.Errorf("%s: line %q, want %q", c.name, got, c.want)
		}
	}
}
