package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/brute"
)

// catalogue lists the techniques that verify knows, with the weights and levels of the product's catalogue.
func catalogue() []setdoku.Technique {
	list := []setdoku.Technique{
		{Name: "full_house", Weight: 4, Level: "easy"},
		{Name: "naked_single", Weight: 4, Level: "easy"},
		{Name: "hidden_single", Weight: 14, Level: "easy"},
		{Name: "locked_pair", Weight: 40, Level: "medium"},
		{Name: "locked_triple", Weight: 60, Level: "medium"},
		{Name: "pointing", Weight: 50, Level: "medium"},
		{Name: "claiming", Weight: 50, Level: "medium"},
		{Name: "naked_pair", Weight: 60, Level: "medium"},
		{Name: "hidden_pair", Weight: 70, Level: "medium"},
		{Name: "naked_triple", Weight: 80, Level: "medium"},
		{Name: "hidden_triple", Weight: 100, Level: "medium"},
		{Name: "naked_quadruple", Weight: 120, Level: "hard"},
		{Name: "hidden_quadruple", Weight: 150, Level: "hard"},
		{Name: "x_wing", Weight: 140, Level: "hard"},
		{Name: "swordfish", Weight: 150, Level: "hard"},
		{Name: "jellyfish", Weight: 160, Level: "hard"},
	}
	for i := range list {
		list[i].Tier = (i + 1) * 10
	}
	return list
}

// names returns the names of the first n techniques of the catalogue.
func names(n int) (list []string) {
	for _, t := range catalogue()[:n] {
		list = append(list, t.Name)
	}
	return list
}

// Selections of the runs of these tests.
const (
	singlesOnly  = 3
	everything   = 16
	withoutPairs = 7
)

func mustNew(t *testing.T, runs ...setdoku.Run) *Checker {
	t.Helper()
	c, err := New(catalogue(), runs)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustSolve(t *testing.T, c *Checker, s setdoku.State, run setdoku.Run) *setdoku.Record {
	t.Helper()
	r := c.Solve(s, run)
	if r == nil {
		t.Fatalf("Solve of %s returned nothing", s.Filled())
	}
	return r
}

// generate returns n minimal puzzles with their unique solutions. Many of them need more than singles.
func generate(t *testing.T, seed uint64, n int) (puzzles, solutions []setdoku.Grid) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, seed))
	for range n {
		full := randomGrid(t, rnd)
		puzzle := full
		for _, i := range rnd.Perm(setdoku.CellCount) {
			d := puzzle[i]
			puzzle[i] = 0
			if k, _ := brute.Count(puzzle, 2); k != 1 {
				puzzle[i] = d
			}
		}
		puzzles, solutions = append(puzzles, puzzle), append(solutions, full)
	}
	return puzzles, solutions
}

// randomGrid fills the boxes 1, 5 and 9, which share no unit, with shuffled digits, and lets brute force fill the
// rest.
func randomGrid(t *testing.T, rnd *rand.Rand) setdoku.Grid {
	t.Helper()
	var seed setdoku.Grid
	for _, box := range []int{18, 22, 26} {
		for n, d := range rnd.Perm(9) {
			seed[setdoku.Units[box][n]] = uint8(d) + 1
		}
	}
	n, full := brute.Count(seed, 1)
	if n != 1 {
		t.Fatalf("no grid with the boxes of %s", seed)
	}
	return full
}

// pick returns the first generated puzzle whose record satisfies fits, with its record.
func pick(t *testing.T, c *Checker, run setdoku.Run, what string, fits func(*setdoku.Record) bool) (setdoku.Grid, *setdoku.Record) {
	t.Helper()
	puzzles, _ := generate(t, 7, 60)
	for _, p := range puzzles {
		if r := mustSolve(t, c, setdoku.State{Givens: p}, run); fits(r) {
			return p, r
		}
	}
	t.Fatalf("no generated puzzle %s", what)
	return setdoku.Grid{}, nil
}

// uses reports whether a step of r has the rule.
func uses(r *setdoku.Record, rule string) bool {
	return slices.ContainsFunc(r.StepRows, func(s setdoku.Step) bool { return s.Rule == rule })
}

// clone returns a copy of r that can be changed without changing r.
func clone(r *setdoku.Record) *setdoku.Record {
	c := *r
	c.Cells = slices.Clone(r.Cells)
	c.Candidates = slices.Clone(r.Candidates)
	c.StepRows = slices.Clone(r.StepRows)
	c.Placements = slices.Clone(r.Placements)
	c.Eliminations = slices.Clone(r.Eliminations)
	c.Evidence = slices.Clone(r.Evidence)
	c.Contradictions = slices.Clone(r.Contradictions)
	c.Branches = slices.Clone(r.Branches)
	c.Attempts = slices.Clone(r.Attempts)
	return &c
}

// stateOf returns the state at the end of a record without a contradiction.
func stateOf(t *testing.T, r *setdoku.Record) setdoku.State {
	t.Helper()
	givens, err := setdoku.ParseGrid(r.Givens)
	if err != nil {
		t.Fatal(err)
	}
	s := setdoku.State{Givens: givens}
	for _, c := range r.Cells {
		if c.Rule != setdoku.RuleGiven {
			s.Placed[setdoku.CellIndex(c.Cell)] = c.Digit
		}
	}
	for i, m := range s.Candidates() {
		for _, d := range members(m) {
			if !slices.Contains(r.Candidates, setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: uint8(d)}) {
				s.Deleted[i] |= setdoku.SetOf(uint8(d))
			}
		}
	}
	return s
}

// place appends a step in which the player fills a cell.
func place(t *testing.T, r *setdoku.Record, cell int, d uint8) *setdoku.Record {
	t.Helper()
	r = clone(r)
	r.Steps++
	r.StepRows = append(r.StepRows, setdoku.Step{Step: r.Steps, Rule: setdoku.RuleManual, Placements: 1})
	r.Cells = append(r.Cells, setdoku.FilledCell{Cell: cell, Digit: d, Step: r.Steps, Rule: setdoku.RuleManual})
	p := newPosition(stateOf(t, r))
	p.place(setdoku.CellIndex(cell), d)
	r.Status, r.Candidates = setdoku.StatusNew, p.candidates()
	return r
}

// cross appends a step in which the player crosses out a mark.
func cross(r *setdoku.Record, cell int, d uint8) *setdoku.Record {
	r = clone(r)
	r.Steps++
	r.StepRows = append(r.StepRows, setdoku.Step{Step: r.Steps, Rule: setdoku.RuleManual, Eliminations: 1})
	r.Eliminations = append(r.Eliminations, setdoku.Change{Step: r.Steps, Cell: cell, Digit: d, Rule: setdoku.RuleManual})
	r.Status = setdoku.StatusNew
	r.Candidates = slices.DeleteFunc(r.Candidates, func(c setdoku.Candidate) bool { return c == setdoku.Candidate{Cell: cell, Digit: d} })
	return r
}

// goOn appends the steps of run from the state at the end of r. No run continues a solved puzzle.
func goOn(t *testing.T, c *Checker, r *setdoku.Record, run setdoku.Run) *setdoku.Record {
	t.Helper()
	if r.Status == setdoku.StatusSolved {
		return r
	}
	more := mustSolve(t, c, stateOf(t, r), run)
	r = clone(r)
	shift := r.Steps
	for _, s := range more.StepRows {
		s.Step += shift
		r.StepRows = append(r.StepRows, s)
	}
	for _, p := range more.Placements {
		p.Step += shift
		r.Placements = append(r.Placements, p)
	}
	for _, x := range more.Cells {
		if x.Step > 0 {
			x.Step += shift
			r.Cells = append(r.Cells, x)
		}
	}
	for _, e := range more.Eliminations {
		if e.Step > 0 {
			e.Step += shift
			r.Eliminations = append(r.Eliminations, e)
		}
	}
	for _, e := range more.Evidence {
		e.Step += shift
		r.Evidence = append(r.Evidence, e)
	}
	for _, x := range more.Contradictions {
		x.Step += shift
		r.Contradictions = append(r.Contradictions, x)
	}
	r.Attempts = append(r.Attempts, setdoku.Attempt{FirstStep: r.Steps + 1, LastStep: r.Steps + more.Steps, Run: run.ID})
	r.Steps += more.Steps
	r.Score += more.Score
	r.Techniques = sum(t, c, r.Techniques, more.Techniques)
	r.TechniqueSteps = sum(t, c, r.TechniqueSteps, more.TechniqueSteps)
	if r.Hardest == "" || more.Hardest != "" && harder(c.technique(more.Hardest), c.technique(r.Hardest)) {
		r.Hardest, r.Level = more.Hardest, more.Level
	}
	r.Status, r.Solution, r.RunID, r.Candidates = more.Status, more.Solution, run.ID, more.Candidates
	measure(t, r)
	return r
}

// sum adds the counts of two Techniques columns.
func sum(t *testing.T, c *Checker, a, b string) string {
	t.Helper()
	total := map[string]int{}
	for _, text := range []string{a, b} {
		var counts map[string]int
		if err := json.Unmarshal([]byte(text), &counts); err != nil {
			t.Fatalf("techniques %q: %v", text, err)
		}
		for name, n := range counts {
			total[name] += n
		}
	}
	names := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return c.technique(a).Tier - c.technique(b).Tier })
	for i, name := range names {
		names[i] = fmt.Sprintf("%q:%d", name, total[name])
	}
	return "{" + strings.Join(names, ",") + "}"
}

func (c *Checker) technique(name string) *setdoku.Technique {
	t := c.techniques[name]
	return &t
}
