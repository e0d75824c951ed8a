package agreement_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
)

// agreeOn runs techniques on every n-th position, as statements and in memory. Both must find the same deductions with
// the same patterns and parts. No deduction may contradict the solution, isomorphs must have the isomorphic deductions,
// and each technique must find something. Few positions have a tridagon, and without the lists of ../shared there are
// few positions, so it adds the examples of the techniques.
func agreeOn(t *testing.T, n int, techniques ...string) {
	t.Helper()
	list, err := solvertest.Positions()
	gridtest.Must(t, err)
	var all []solvertest.Position
	for i := 0; i < len(list); i += n {
		all = append(all, list[i])
	}
	agreeAt(t, append(all, examplePositions(t, techniques)...), techniques...)
}

// agreeAt is agreeOn at the positions of the caller.
func agreeAt(t *testing.T, all []solvertest.Position, techniques ...string) {
	t.Helper()
	agreeIn(t, dbtest.Open(t), all, techniques...)
}

// agreeIn is agreeAt in a database of the caller.
func agreeIn(t *testing.T, db *store.DB, all []solvertest.Position, techniques ...string) {
	t.Helper()
	states := make([]setdoku.State, len(all))
	for i, p := range all {
		states[i] = p.State
	}
	rng := gridtest.New(61)
	var some []solvertest.Position // of which isomorphs are tried
	var maps []gridtest.Isomorphism
	for i := 0; i < len(all); i += 5 {
		m := gridtest.Random(rng)
		some, maps, states = append(some, all[i]), append(maps, m), append(states, m.State(all[i].State))
	}
	both := askEach(t, db, techniques, states)
	for _, name := range techniques {
		t.Run(name, func(t *testing.T) {
			answers, again := both[name][:len(all)], both[name][len(all):]
			found := 0
			for i, p := range all {
				found += len(claims(answers[i]))
				if wrong := against(p.Solution, claims(answers[i])); len(wrong) > 0 {
					t.Fatalf("%v\n%s: found %v against the solution", pencil(p.State), name, wrong)
				}
			}
			if found == 0 {
				t.Errorf("%s found nothing in %d positions", name, len(all))
			}
			t.Logf("%d deductions in %d positions", found, len(all))
			sameInMemory(t, name, states[:len(all)], answers)
			for i := range some {
				if got, want := claims(again[i]), image(maps[i], claims(answers[5*i])); !slices.Equal(got, want) {
					t.Fatalf("%v\n%s found %v in an isomorph, want %v", pencil(states[len(all)+i]), name, got, want)
				}
			}
		})
	}
}

// examplePositions returns the examples of techniques with their solutions.
func examplePositions(t *testing.T, techniques []string) (list []solvertest.Position) {
	t.Helper()
	states := solvertest.ExampleStates(t)
	for _, name := range techniques {
		s, has := states[name]
		if !has {
			continue
		}
		n, solution := brute.Count(s.Givens, 2)
		if n != 1 {
			t.Fatalf("the example of %s has %d solutions, want 1", name, n)
		}
		list = append(list, solvertest.Position{State: s, Solution: solution})
	}
	return list
}

// sameInMemory compares what the statements found with what the technique in memory finds.
func sameInMemory(t *testing.T, name string, states []setdoku.State, answers [][]setdoku.Deduction) {
	t.Helper()
	if _, known := logicOf(t, name); !known {
		t.Logf("%s is not known in memory", name)
		return
	}
	for i, state := range states {
		got, want := linesOf(inMemory(t, name, state)), linesOf(answers[i])
		if !slices.Equal(got, want) {
			t.Fatalf("%v\n%s differs\nin memory  %s\nstatements %s", pencil(state), name,
				strings.Join(without(got, want), "\n           "), strings.Join(without(want, got), "\n           "))
		}
	}
}

// inMemory returns what a technique in memory finds in a state.
func inMemory(t *testing.T, name string, s setdoku.State) []setdoku.Deduction {
	t.Helper()
	logic, known := logicOf(t, name)
	if !known {
		t.Fatalf("%s is not known in memory", name)
	}
	x, _ := solvertest.Catalogue(t).Find(name)
	return foundIn(t, logic, &x, s)
}

// logicOf returns a pass of a technique in memory with its evidence, and whether memory knows the technique.
func logicOf(t *testing.T, name string) (logic *memory.Logic, known bool) {
	t.Helper()
	technique, _ := solvertest.Catalogue(t).Find(name)
	in, known := memory.SelectedFor(technique)
	if !known {
		return nil, false
	}
	in.AssumesUnique = false // find takes it as given
	logic, err := memory.NewLogic([]memory.Selected{in}, true)
	gridtest.Must(t, err)
	logic.Explain = true
	return logic, true
}

// linesOf returns deductions as sorted lines.
func linesOf(list []setdoku.Deduction) (out []string) {
	for _, d := range list {
		for _, c := range d.Placements {
			out = append(out, fmt.Sprintf("%d: %s", d.Pattern, c.Placement()))
		}
		for _, c := range d.Eliminations {
			out = append(out, fmt.Sprintf("%d: %s", d.Pattern, c.Elimination()))
		}
		for _, e := range d.Evidence {
			out = append(out, fmt.Sprintf("%d: %d %s %d %d %d", e.Pattern, e.Ordinal, e.Role, e.Cell, e.Digit, e.Unit))
		}
	}
	slices.Sort(out)
	return out
}

// without returns what is in a and not in b.
func without[T comparable](a, b []T) []T {
	return slices.DeleteFunc(slices.Clone(a), func(x T) bool { return slices.Contains(b, x) })
}

// pencil returns a state as a line of the library, which find reads.
func pencil(s setdoku.State) string {
	var deleted []string
	for i, m := range s.Deleted {
		for ; m != 0; m &= m - 1 {
			deleted = append(deleted, fmt.Sprintf("%d%d", m.Lowest(), setdoku.CellAt(i)))
		}
	}
	text := ""
	for i := range s.Givens {
		switch {
		case s.Givens[i] != 0:
			text += string('0' + rune(s.Givens[i]))
		case s.Placed[i] != 0:
			text += "+" + string('0'+rune(s.Placed[i]))
		default:
			text += "."
		}
	}
	return ":0000:x:" + text + ":" + strings.Join(deleted, " ") + "::"
}

// claim is one placement or elimination.
type claim struct {
	placement bool
	cell      setdoku.Cell
	digit     uint8
}

// claims returns all placements and eliminations of deductions, sorted, each once.
func claims(list []setdoku.Deduction) (out []claim) {
	for _, d := range list {
		for _, c := range d.Placements {
			out = append(out, claim{true, c.Cell, c.Digit})
		}
		for _, c := range d.Eliminations {
			out = append(out, claim{false, c.Cell, c.Digit})
		}
	}
	return sorted(out)
}

func sorted(list []claim) []claim {
	slices.SortFunc(list, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.digit, b.digit))
	})
	return slices.Compact(list)
}

// askEach answers what each technique finds in each state. The states are loaded once.
func askEach(t *testing.T, db *store.DB, names []string, states []setdoku.State) map[string][][]setdoku.Deduction {
	t.Helper()
	techniques := make(catalogue.Catalogue, len(names))
	answers := make(map[string][][]setdoku.Deduction)
	for i, name := range names {
		var known bool
		if techniques[i], known = solvertest.Catalogue(t).Find(name); !known {
			t.Fatalf("no technique %s", name)
		}
		answers[name] = make([][]setdoku.Deduction, len(states))
	}
	for i, found := range findIn(t, db, techniques, states) {
		for _, d := range found {
			answers[d.Asked][i] = append(answers[d.Asked][i], d)
		}
	}
	return answers
}

// findIn returns what techniques find in states, in as few batches as possible.
func findIn(t *testing.T, db *store.DB, techniques catalogue.Catalogue,
	states []setdoku.State) (all [][]setdoku.Deduction) {
	t.Helper()
	finder, err := statements.NewFinder(t.Context(), db, techniques)
	gridtest.Must(t, err)
	for chunk := range slices.Chunk(states, memory.ChunkSize) {
		var puzzles []format.Puzzle
		for _, s := range chunk {
			puzzles = append(puzzles, format.Puzzle{State: s})
		}
		found, err := finder.Find(t.Context(), puzzles)
		gridtest.Must(t, err)
		all = append(all, found...)
	}
	gridtest.Must(t, finder.Close(t.Context()))
	return all
}

// image is what claims become under an isomorphism.
func image(m gridtest.Isomorphism, list []claim) (out []claim) {
	for _, c := range list {
		out = append(out, claim{c.placement, m.Cell(c.cell), m.Digit(c.digit)})
	}
	return sorted(out)
}
