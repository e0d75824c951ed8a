package notation_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/notation"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/roles"
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

var hardPuzzles = flag.Int("hard", 60, "generated hard puzzles that TestLinesHold takes")

// find is a deduction and the state in which it was found.
type find struct {
	state setdoku.State
	setdoku.Deduction
}

// hardStates returns the states in which the techniques up to jellyfish find nothing more in generated puzzles.
func hardStates(t *testing.T, n int) (list []setdoku.State) {
	t.Helper()
	basics := pathfinder(t, "singles", "intersections", "subsets", "basic_fish")
	rng := gridtest.New(15)
	for len(list) < n {
		path, err := basics.Find(t.Context(), setdoku.State{Givens: gridtest.Minimal(rng)})
		if err != nil {
			t.Fatal(err)
		}
		if path.Status == setdoku.StatusStuck {
			list = append(list, path.End().State)
		}
	}
	return list
}

// variantStates returns such states of puzzles of the lists of variants.
func variantStates(t *testing.T, shared string) (list []setdoku.State) {
	t.Helper()
	basics := pathfinder(t, "singles", "intersections", "subsets", "basic_fish")
	files, err := filepath.Glob(filepath.Join(shared, "data", "variants_*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("lists %v, error %v", files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for r, n := format.NewReader(bytes.NewReader(text), name), 0; n < 5; {
			p, err := r.Read()
			if err != nil {
				break // the list has no more
			}
			path, err := basics.Find(t.Context(), p.State)
			if err != nil {
				t.Fatal(err)
			}
			if path.Status == setdoku.StatusStuck {
				list, n = append(list, path.End().State), n+1
			}
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
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close(t.Context()) })
	return f
}

// finds runs each technique by itself in each state. At most most deductions of a technique are taken from a state.
func finds(t *testing.T, states []setdoku.State, techniques []string, most int) (list []find) {
	t.Helper()
	for _, name := range techniques {
		f := pathfinder(t, name)
		for _, s := range states {
			path, err := f.Find(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			for i, before := range path.Positions()[:len(path.Steps)] {
				found := path.Steps[i].Deductions
				for _, d := range found[:min(len(found), most)] {
					list = append(list, find{before.State, d})
				}
			}
		}
	}
	return list
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

// TestLinesHold reads the lines of all techniques in generated hard puzzles, and proves every link and every
// conclusion. It also spoils each line, and expects that most of the spoilt ones are refused.
func TestLinesHold(t *testing.T) {
	gridtest.Nightly(t, "whole paths")
	t.Parallel()
	states := hardStates(t, *hardPuzzles)
	if dir, err := gridtest.FindShared(); err == nil && dir != "" {
		positions, err := solvertest.Positions()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range everyOf(positions, 12) {
			states = append(states, p.State)
		}
		states = append(states, variantStates(t, dir)...)
	}
	lines, kinds := make(map[string]int), make(map[string]int)
	spoilt, accepted := 0, 0
	for _, f := range finds(t, states, withNotation, 12) {
		text := notation.Line(f.state, f.Deduction)
		l, err := readLine(text)
		if err == nil {
			err = sameConclusion(l, f.Deduction)
		}
		if err == nil {
			err = checkLine(f.state, l, f.Technique == "remote_pair")
		}
		if err != nil {
			t.Errorf("%s: %q: %v\n%s", f.Technique, text, err, format.Short(f.state))
			continue
		}
		lines[f.Technique]++
		kinds[f.Evidence[len(f.Evidence)-1].Role]++
		for _, bad := range spoil(text) {
			spoilt++
			if l, err := readLine(bad); err == nil && checkLine(f.state, l, false) == nil {
				accepted++
			}
		}
	}
	for _, name := range withNotation {
		t.Logf("%-18s %d lines", name, lines[name])
		if lines[name] == 0 {
			t.Errorf("%s has no line", name)
		}
	}
	t.Logf("%d states; continuous loops %d, discontinuous loops %d, open chains %d; %d of %d spoilt lines hold",
		len(states),
		kinds[roles.ContinuousLoop], kinds[roles.DiscontinuousLoop], kinds[roles.OpenChain], accepted, spoilt)
	if accepted*50 > spoilt {
		t.Errorf("%d of %d spoilt lines hold", accepted, spoilt)
	}
}

func everyOf(list []solvertest.Position, n int) (some []solvertest.Position) {
	for k := 0; k < len(list); k += n {
		some = append(some, list[k])
	}
	return some
}

// sameConclusion checks that a line concludes what the deduction eliminates.
func sameConclusion(l line, d setdoku.Deduction) error {
	want := slices.Clone(d.Eliminations)
	slices.SortFunc(want, setdoku.Candidate.Compare)
	if !slices.Equal(l.lost, want) {
		return errConclusion
	}
	return nil
}

// spoil returns the line with an error: another sign, another digit, another cell, or without a term.
func spoil(text string) (list []string) {
	body, conclusion, _ := strings.Cut(text, " => ")
	list = append(list, strings.Replace(body, "=", "-", 1)+" => "+conclusion)
	if at := strings.LastIndex(body, " = "); at > 0 {
		list = append(list, body[:at]+" => "+conclusion)
	}
	other := func(b byte) string { return string('1' + (b-'0')%9) }
	list = append(list, "("+other(body[1])+body[2:]+" => "+conclusion)
	at := strings.IndexByte(body, 'r')
	return append(list, body[:at+1]+other(body[at+1])+body[at+2:]+" => "+conclusion)
}
