package proof_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
	"setdoku/solver/proof"
)

// TestChecked writes proofs of every technique, of puzzles of all lists, and of moves by hand. The checker next to the
// repository must accept each of them, and refuse each that has one number changed.
func TestChecked(t *testing.T) {
	gridtest.Nightly(t, "proofs of hundreds of states")
	t.Parallel()
	c := newChecker(t)
	all := solvertest.Catalogue(t)
	states := solvertest.ExampleStates(t)
	for _, technique := range all {
		if s, shown := states[technique.Name]; shown {
			c.solve(technique.Name, s, technique.Name)
		}
	}
	puzzles := slices.Concat(solvertest.Sample(t), solvertest.SampleLists(t, 7))
	for i, p := range puzzles {
		c.solve(fmt.Sprintf("puzzle-%d", i), p.State)
		if i%20 == 0 {
			c.solve(fmt.Sprintf("searched-%d", i), p.State, "singles", setdoku.RuleSearch)
			c.solve(fmt.Sprintf("stuck-%d", i), p.State, "singles", "intersections")
		}
	}
	cases, names := solvertest.LibraryCases(t)
	for i := 0; i < len(cases); i += 8 {
		c.solve(fmt.Sprintf("case-%d", i), cases[i].State, names[i])
	}
	c.write("entered", &setdoku.Path{Start: setdoku.State{Givens: puzzles[0].State.Givens,
		Placed: solutionOf(t, puzzles[0].State.Givens)}})
	for _, technique := range all {
		if !c.seen[technique.Name] {
			t.Errorf("no proof has a step of %s", technique.Name)
		}
	}
	for end, least := range map[string]int{proof.OneSolution: 50, proof.NoSolution: 5, proof.Deductions: 50} {
		if c.ends[end] < least {
			t.Errorf("%d proofs end in %s, want %d", c.ends[end], end, least)
		}
	}
	c.check()
}

// TestByHand writes proofs of moves by hand. They must follow from the givens.
func TestByHand(t *testing.T) {
	t.Parallel()
	givens, err := setdoku.ParseGrid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	gridtest.Must(t, err)
	byHand := func(placements, eliminations []setdoku.Candidate) setdoku.Step {
		d := setdoku.Deduction{Technique: setdoku.RuleManual, Placements: placements, Eliminations: eliminations}
		return setdoku.Step{Number: 1, Rule: setdoku.RuleManual, Deductions: []setdoku.Deduction{d}}
	}
	right, wrong := []setdoku.Candidate{{Cell: 13, Digit: 4}}, []setdoku.Candidate{{Cell: 13, Digit: 1}}
	for _, tc := range []struct {
		name    string
		start   setdoku.State
		steps   []setdoku.Step
		end     string
		problem error
	}{
		{"right", setdoku.State{Givens: givens}, []setdoku.Step{byHand(right, wrong)}, proof.Deductions, nil},
		{"wrong", setdoku.State{Givens: givens}, []setdoku.Step{byHand(wrong, nil)}, "", proof.ErrNotImplied},
		{"crossed out wrongly", setdoku.State{Givens: givens}, []setdoku.Step{byHand(nil, right)}, "",
			proof.ErrNotImplied},
		{"open in a puzzle with several solutions", setdoku.State{}, []setdoku.Step{byHand(right, nil)}, "",
			proof.ErrNotImplied},
		{"entered", setdoku.State{Givens: givens, Placed: setdoku.Grid{2: 4}}, nil, proof.Deductions, nil},
		{"entered wrongly", setdoku.State{Givens: givens, Placed: setdoku.Grid{2: 1}}, nil, "", proof.ErrNotImplied},
		{"nothing", setdoku.State{Givens: givens}, nil, "", proof.ErrNothing},
	} {
		w, err := proof.Files{CNF: io.Discard, LRAT: io.Discard, Lemmas: io.Discard}.Write(t.Context(),
			&setdoku.Path{Start: tc.start, Steps: tc.steps})
		if !errors.Is(err, tc.problem) || err == nil && w.End != tc.end {
			t.Errorf("%s: end %q, error %v, want %q, %v", tc.name, w.End, err, tc.end, tc.problem)
		}
	}
}

// checker collects proofs and gives them to lrat_check.py.
type checker struct {
	t      *testing.T
	folder string
	names  []string
	seen   map[string]bool // techniques
	ends   map[string]int
}

func newChecker(t *testing.T) *checker {
	if _, err := exec.LookPath("python3"); err != nil {
		gridtest.Cannot(t, "no python3 for lrat_check.py:", err)
	}
	return &checker{t: t, folder: t.TempDir(), seen: make(map[string]bool), ends: make(map[string]int)}
}

// solve writes the proof of a state that the named techniques or families work on, or all of them. All of them need no
// search where there is one solution. A state in which they find nothing has no proof.
func (c *checker) solve(name string, s setdoku.State, techniques ...string) {
	c.t.Helper()
	all := solvertest.Catalogue(c.t)
	selected, err := all.Select(techniques, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	finder, err := memory.NewPathfinder(all, memory.Options{Techniques: selected})
	if err != nil {
		c.t.Fatal(err)
	}
	path, err := finder.Find(c.t.Context(), s)
	if err := errors.Join(err, finder.Close(c.t.Context())); err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	for _, k := range path.Steps {
		c.seen[k.Rule] = true
		if k.Rule == setdoku.RuleSearch && len(techniques) == 0 && path.Status == setdoku.StatusSolved {
			c.t.Errorf("%s, %s: the techniques do not solve it without a search", name, format.Short(s))
		}
	}
	c.write(name, path)
}

func (c *checker) write(name string, path *setdoku.Path) {
	c.t.Helper()
	var files [3]bytes.Buffer
	w, err := proof.Files{CNF: &files[0], LRAT: &files[1], Lemmas: &files[2]}.Write(c.t.Context(), path)
	if errors.Is(err, proof.ErrNothing) {
		return
	}
	if err != nil {
		c.t.Errorf("%s, %s: %v", name, format.Short(path.Start), err)
		return
	}
	c.ends[w.End]++
	c.sameLemmas(name, files[1].String(), files[2].String(), path)
	c.keep(name, files[0].Bytes(), files[1].Bytes())
}

// keep adds a proof to those that are checked.
func (c *checker) keep(name string, cnf, lrat []byte) {
	c.t.Helper()
	c.names = append(c.names, name)
	path := filepath.Join(c.folder, name)
	if err := errors.Join(os.WriteFile(path+".cnf", cnf, 0o600), os.WriteFile(path+".lrat", lrat, 0o600)); err != nil {
		c.t.Fatal(err)
	}
}

// sameLemmas compares the table with the lemmas and with the path: each deduction has its lemma, in the order of the
// steps.
func (c *checker) sameLemmas(name, lrat, table string, path *setdoku.Path) {
	c.t.Helper()
	lemmas, rows := strings.Split(strings.TrimSpace(lrat), "\n"), strings.Split(strings.TrimSpace(table), "\n")[1:]
	if len(lemmas) != len(rows) {
		c.t.Errorf("%s: %d lemmas and %d rows", name, len(lemmas), len(rows))
		return
	}
	proved, last := make(map[string]bool), 0
	for i, row := range rows {
		f := strings.Split(row, "\t")
		number, rest, _ := strings.Cut(lemmas[i], " ")
		step, _ := strconv.Atoi(f[1])
		if number != f[0] || step < last {
			c.t.Errorf("%s: row %q after step %d, lemma %q", name, row, last, lemmas[i])
		}
		last = step
		var variable int
		if _, err := fmt.Sscan(rest, &variable); err != nil {
			c.t.Fatal(err)
		}
		v := max(variable, -variable) - 1
		k := setdoku.CandidateAt(v/9, uint8(v%9+1))
		proves := k.Placement()
		if variable < 0 {
			proves = k.Elimination()
		}
		if i < len(rows)-1 && f[3] != "helper" && f[3] != proves {
			c.t.Errorf("%s: row %q, lemma %q", name, row, lemmas[i])
		}
		proved[f[1]+" "+f[2]+" "+f[3]] = true
	}
	for _, s := range path.Steps {
		for _, d := range s.Deductions {
			for _, k := range d.Placements {
				if !proved[fmt.Sprintf("%d %s %s", s.Number, s.Rule, k.Placement())] {
					c.t.Errorf("%s: step %d has no lemma %s", name, s.Number, k.Placement())
				}
			}
			for _, k := range d.Eliminations {
				if !proved[fmt.Sprintf("%d %s %s", s.Number, s.Rule, k.Elimination())] {
					c.t.Errorf("%s: step %d has no lemma %s", name, s.Number, k.Elimination())
				}
			}
		}
	}
}

// check runs the checker over the proofs and over some with a change.
func (c *checker) check() {
	good := len(c.names)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < 24; {
		name := c.names[rng.IntN(good)]
		cnf, err := os.ReadFile(filepath.Join(c.folder, name+".cnf"))
		if err != nil {
			c.t.Fatal(err)
		}
		lrat, err := os.ReadFile(filepath.Join(c.folder, name+".lrat"))
		if err != nil {
			c.t.Fatal(err)
		}
		if bytes.Count(lrat, []byte("\n")) > 1 {
			c.keep(fmt.Sprintf("%s-changed-%d", name, i), cnf, changed(rng, i, lrat))
			i++
		}
	}
	cmd := exec.CommandContext(c.t.Context(), "python3", "-B", "-c", `
import sys
sys.path.insert(0, sys.argv[1])
import lrat_check
for name in sys.stdin.read().split():
    try: wrong = lrat_check.main(name + '.cnf', name + '.lrat')
    except Exception as e: wrong = repr(e)
    if wrong: print(wrong)`, gridtest.SharedDir(c.t))
	cmd.Dir, cmd.Stdin = c.folder, strings.NewReader(strings.Join(c.names, "\n"))
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		c.t.Fatalf("%v: %s", err, problems.String())
	}
	answers := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(answers) != len(c.names) {
		c.t.Fatalf("%d answers for %d proofs, the last %q", len(answers), len(c.names), answers[len(answers)-1])
	}
	for i, answer := range answers {
		if strings.HasPrefix(answer, "VERIFIED ") != (i < good) {
			c.t.Errorf("%s: %s", c.names[i], answer)
		}
	}
	c.t.Logf("%d proofs, %d of them changed: %v", len(c.names), len(c.names)-good, c.ends)
}

// changed returns a proof of several lemmas with one number changed: a literal, or the last hint, which is the one that
// ends in a conflict.
func changed(rng *rand.Rand, i int, lrat []byte) []byte {
	lines := bytes.Split(bytes.TrimSpace(lrat), []byte("\n"))
	at := rng.IntN(len(lines) - 1)
	f := strings.Fields(string(lines[at]))
	if n, _ := strconv.Atoi(f[1]); i%2 == 0 {
		f[1] = strconv.Itoa(-n)
	} else {
		f[len(f)-2] = strconv.Itoa(rng.IntN(324) + 1)
	}
	lines[at] = []byte(strings.Join(f, " "))
	return append(bytes.Join(lines, []byte("\n")), '\n')
}

// solutionOf returns the solution of a puzzle in the cells without givens.
func solutionOf(t *testing.T, givens setdoku.Grid) setdoku.Grid {
	n, solution := brute.Count(givens, 2)
	if n != 1 {
		t.Fatalf("%v has %d solutions, want 1", givens, n)
	}
	for i, d := range givens {
		if d != 0 {
			solution[i] = 0
		}
	}
	return solution
}
