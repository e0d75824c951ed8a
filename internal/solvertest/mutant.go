package solvertest

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/rule"
	"setdoku/internal/solutions"
	sqlfiles "setdoku/sql"
)

// True is a deduction that holds, in its state.
type True struct {
	State     setdoku.State
	Solution  setdoku.Grid
	Technique rule.Technique
	Deduction setdoku.Deduction
}

// TrueDeductions returns at most n deductions of each technique of the catalogue, in the states that
// docs/techniques.md shows.
func TrueDeductions(t testing.TB, n int) (list []True) {
	t.Helper()
	states := ExampleStates(t)
	for _, technique := range Catalogue(t) {
		s, shown := states[technique.Name]
		in, has := memory.Of(technique)
		if !shown || !has || technique.Name == setdoku.RuleSearch {
			continue
		}
		logic, err := memory.NewLogic([]memory.Selected{in}, true)
		if err != nil {
			t.Fatal(err)
		}
		logic.Explain = true
		p := record.Puzzle{Start: s, Rating: setdoku.Rating{Steps: 1}, StoredEvidence: true}
		if err := logic.Solve(t.Context(), &p); err != nil || len(p.StepRows) == 0 {
			t.Fatalf("%s makes no step in its example", technique.Name)
		}
		path := p.Path(sqlfiles.DecoderFor(setdoku.Classic()))
		_, solution := brute.Count(s.Givens, 2)
		for i, d := range path.Steps[0].Deductions {
			if i < n {
				list = append(list, True{s, solution, technique, d})
			}
		}
	}
	return list
}

// Mutant is a true deduction in which one thing was changed, so that it does not follow from its evidence.
type Mutant struct {
	Changed   string // candidate, row, cell, digit, unit or assumption
	Deduction setdoku.Deduction
}

// Mutants returns changes of a true deduction that do not follow, at most one for each thing that can be changed.
// Nothing of package proof decides it. A candidate that the solution has is not an elimination, and another one is not
// a placement. If a part of the evidence is changed, a filled grid shows that the deduction does not follow: all
// clauses that the rows name hold in the grid, see docs/verify.md, and the deduction does not.
func (x *True) Mutants(rng *rand.Rand) (list []Mutant) {
	d := &x.Deduction
	list = append(list, Mutant{"candidate", x.wrong(rng)})
	if slices.ContainsFunc(d.Evidence, func(e setdoku.Evidence) bool { return e.Role == "assume" }) {
		return append(list, x.assumed()...)
	}
	for _, changed := range []string{"row", "cell", "digit", "unit"} {
		for range mutations {
			m := *d
			m.Evidence = slices.Clone(d.Evidence)
			if k := rng.IntN(len(d.Evidence)); mutate(rng, &m, k, changed) && x.refuted(rng, &m) {
				list = append(list, Mutant{changed, m})
				break
			}
		}
	}
	return list
}

// mutations is how many random changes of each kind are tried until one makes a deduction that does not follow.
const mutations = 60

// mutate removes row k of the evidence, or changes its cell, digit or unit. It reports false if the row has none.
func mutate(rng *rand.Rand, d *setdoku.Deduction, k int, changed string) bool {
	e := &d.Evidence[k]
	switch {
	case changed == "row":
		d.Evidence = slices.Delete(d.Evidence, k, k+1)
	case changed == "cell" && e.Cell != 0:
		e.Cell = setdoku.CellAt((e.Cell.Index() + 1 + rng.IntN(setdoku.CellCount-1)) % setdoku.CellCount)
	case changed == "digit" && e.Digit != 0:
		e.Digit = (e.Digit+uint8(rng.IntN(8)))%9 + 1
	case changed == "unit" && e.Unit != 0:
		e.Unit = (e.Unit+rng.IntN(26))%27 + 1
	default:
		return false
	}
	return len(d.Evidence) > 0
}

// wrong replaces a candidate of the deduction by one of which the solution says the opposite, in the same cell if it
// has one.
func (x *True) wrong(rng *rand.Rand) setdoku.Deduction {
	d := x.Deduction
	list, placed := &d.Eliminations, len(d.Placements) > 0
	if placed {
		list = &d.Placements
	}
	*list = slices.Clone(*list)
	c := &(*list)[rng.IntN(len(*list))]
	live := x.State.Candidates()
	own := c.Cell.Index()
	for _, i := range append([]int{own}, rng.Perm(setdoku.CellCount)...) {
		if i != own && slices.ContainsFunc(*list, func(o setdoku.Candidate) bool { return o.Cell.Index() == i }) {
			continue
		}
		is := live[i] & setdoku.SetOf(x.Solution[i])
		if placed {
			is ^= live[i]
		}
		if is != 0 {
			*c = setdoku.CandidateAt(i, is.Lowest())
			break
		}
	}
	return d
}

// assumed changes the hypothesis of a pattern that has one, to the digit of the solution, so that it ends in no
// contradiction. The second change is of the elimination too.
func (x *True) assumed() (list []Mutant) {
	m := x.Deduction
	m.Evidence = slices.Clone(m.Evidence)
	e := &m.Evidence[0]
	if e.Role != "assume" || x.Solution[e.Cell.Index()] == e.Digit {
		return nil
	}
	e.Digit = x.Solution[e.Cell.Index()]
	both := m
	both.Eliminations = []setdoku.Candidate{e.Candidate()}
	return []Mutant{{"row", m}, {"assumption", both}}
}

// tries is how many filled grids are tried for a counterexample.
const tries = 4

// refuted looks for a filled grid in which all hold that the evidence of a deduction names, and one of its placements
// or eliminations does not. If the technique assumes one solution, the grid must not be another one when the corners
// exchange their digits.
func (x *True) refuted(rng *rand.Rand, d *setdoku.Deduction) bool {
	named := x.named(d)
	if x.Technique.AssumesUnique {
		live := x.State.Candidates()
		for _, i := range x.corners(d) {
			if live[i] != 0 {
				named.Deleted[i] |= setdoku.AllDigits &^ live[i]
			}
		}
	}
	for _, c := range d.Placements {
		s := named
		s.Deleted[c.Cell.Index()] |= setdoku.SetOf(c.Digit)
		if x.grid(rng, s, d) {
			return true
		}
	}
	for _, c := range d.Eliminations {
		s := named
		s.Deleted[c.Cell.Index()] |= setdoku.AllDigits &^ setdoku.SetOf(c.Digit)
		if x.grid(rng, s, d) {
			return true
		}
	}
	return false
}

// grid reports whether a short search finds a solution of a state, in which the corners of a rectangle cannot be filled
// in another way.
func (x *True) grid(rng *rand.Rand, s setdoku.State, d *setdoku.Deduction) bool {
	if !x.Technique.AssumesUnique {
		_, found := solutions.Sample(context.Background(), s)
		return found
	}
	corners := x.corners(d)
	for range tries {
		m := gridtest.Random(rng)
		grid, found := solutions.Sample(context.Background(), m.State(s))
		if !found {
			return false
		}
		for _, i := range corners {
			grid[m.Index(i)] = 0
		}
		if n, _ := brute.Count(grid, 2); n == 1 {
			return true
		}
	}
	return false
}

// corners returns the cells that another solution could exchange: the corners of the rectangle, or all open cells.
// There are none if one of them is a given.
func (x *True) corners(d *setdoku.Deduction) (cells []int) {
	for _, e := range d.Evidence {
		if slices.Contains([]string{"floor", "roof", "open", "filled"}, e.Role) {
			cells = append(cells, e.Cell.Index())
		}
	}
	if cells == nil {
		for i, digit := range x.State.Filled() {
			if digit == 0 {
				cells = append(cells, i)
			}
		}
	}
	if slices.ContainsFunc(cells, func(i int) bool { return x.State.Givens[i] != 0 }) {
		return nil
	}
	return cells
}

// named returns an empty grid without the candidates that the clauses exclude which the evidence of a deduction names.
func (x *True) named(d *setdoku.Deduction) (s setdoku.State) {
	has := x.State.Candidates()
	for i, digit := range x.State.Filled() {
		if digit != 0 {
			has[i] = setdoku.SetOf(digit)
		}
	}
	var all setdoku.DigitSet
	nowhere := true
	for _, e := range d.Evidence {
		if e.Digit != 0 {
			all |= setdoku.SetOf(e.Digit)
		}
		nowhere = nowhere && e.Cell == 0 && e.Unit == 0
	}
	if nowhere { // all digits have places in all units
		return x.State
	}
	for _, e := range d.Evidence {
		if e.Cell != 0 && (e.Digit == 0 || len(d.Evidence) == 1) {
			s.Deleted[e.Cell.Index()] |= setdoku.AllDigits &^ has[e.Cell.Index()]
		}
		digits := all
		if e.Digit != 0 {
			digits = setdoku.SetOf(e.Digit)
		}
		if e.Unit != 0 {
			for _, i := range setdoku.Classic().Units[e.Unit-1] {
				s.Deleted[i] |= digits &^ has[i]
			}
		}
	}
	return s
}
