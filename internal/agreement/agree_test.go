package agreement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
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
