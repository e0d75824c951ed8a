package minimize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/forcing"
	"setdoku/solver/memory"
	"setdoku/solver/minimize"
	"setdoku/solver/proof"
)

// finder returns a function that solves states with some techniques, all without names, and returns their paths.
func finder(t *testing.T, names ...string) func(setdoku.State) *setdoku.Path {
	t.Helper()
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	selected, err := all.Select(names, nil)
	gridtest.Must(t, err)
	f, err := memory.NewPathfinder(all, memory.Options{Techniques: selected})
	gridtest.Must(t, err)
	t.Cleanup(func() { _ = f.Close(t.Context()) })
	return func(s setdoku.State) *setdoku.Path {
		p, err := f.Find(t.Context(), s)
		gridtest.Must(t, err)
		return p
	}
}

// eliminated returns what a path eliminates.
func eliminated(p *setdoku.Path) (list []setdoku.Candidate) {
	for _, k := range p.Steps {
		for _, d := range k.Deductions {
			list = append(list, d.Eliminations...)
		}
	}
	return list
}

// subset checks that the steps of short that are not singles are steps of the whole path, with fewer deductions or
// fewer eliminations, and the same patterns.
func subset(t *testing.T, whole, short *setdoku.Path) {
	t.Helper()
	before := 0
	for _, k := range short.Steps {
		if k.Number == 0 {
			continue
		}
		if k.Number <= before {
			t.Errorf("step %d of the whole path comes after step %d", k.Number, before)
		}
		before = k.Number
		from := whole.Steps[k.Number-1]
		if from.Rule != k.Rule {
			t.Errorf("step %d is %s, want %s", k.Number, k.Rule, from.Rule)
		}
		for _, d := range k.Deductions {
			at := slices.IndexFunc(from.Deductions, func(x setdoku.Deduction) bool { return x.Pattern == d.Pattern })
			if at < 0 {
				t.Fatalf("step %d has no pattern %d", k.Number, d.Pattern)
			}
			if diff := cmp.Diff(from.Deductions[at].Evidence, d.Evidence); diff != "" && !isForcing(k.Rule) {
				t.Errorf("step %d has another pattern:\n%s", k.Number, diff)
			}
			for _, c := range d.Eliminations {
				if !slices.Contains(from.Deductions[at].Eliminations, c) {
					t.Errorf("step %d does not eliminate %s", k.Number, c.Elimination())
				}
			}
		}
	}
}

// isForcing reports whether a technique may keep a part of its rows.
func isForcing(rule string) bool { return strings.Contains(rule, "forcing") }

// shortened shortens a path. The shortened path ends as the whole one does, and consists of its steps.
func shortened(t *testing.T, whole *setdoku.Path) *setdoku.Path {
	t.Helper()
	short, err := minimize.Path(t.Context(), whole)
	if err != nil {
		t.Fatalf("%s: %v", whole.Start.Givens, err)
	}
	if (whole.Contradiction == nil) != (short.Contradiction == nil) || whole.Contradiction == nil &&
		whole.End().State.Filled() != short.End().State.Filled() {
		t.Errorf("%s: the shortened path ends in\n%v, want\n%v", whole.Start.Givens, short.End().State.Filled(),
			whole.End().State.Filled())
	}
	subset(t, whole, short)
	for _, k := range short.Steps {
		if k.Number == 0 && !slices.Contains(whole.Singles, k.Rule) {
			t.Errorf("%s: the shortened path has %s, which was not selected", whole.Start.Givens, k.Rule)
		}
	}
	return short
}

// TestShort shortens the paths of puzzles of all lists. The shortened path holds.
func TestShort(t *testing.T) {
	gridtest.Nightly(t, "long paths; TestShortCases has some")
	find := finder(t)
	var before, after int
	for _, p := range solvertest.SampleLists(t, 5) {
		whole := find(p.State)
		short := shortened(t, whole)
		if err := proved(t, short, casesOf(t, whole)); err != nil {
			t.Errorf("%s: %v", p.State.Givens, err)
		}
		if diff := cmp.Diff(short, shortened(t, whole), cmp.AllowUnexported(setdoku.Path{})); diff != "" {
			t.Errorf("%s: the second time\n%s", p.State.Givens, diff)
		}
		before, after = before+len(eliminated(whole)), after+len(eliminated(short))
	}
	if before < 300 || after*3 > before*2 { // the small steps of forcing have few eliminations that are not needed
		t.Errorf("%d of %d eliminations are needed", after, before)
	}
}

// TestShortCases shortens the paths of the library of techniques, many of which begin with pencil marks and placed
// digits, and of puzzles that the techniques do not solve.
func TestShortCases(t *testing.T) {
	cases, _ := solvertest.LibraryCases(t)
	cases = append(solvertest.Every(10, 3, cases), solvertest.SampleLists(t, 1)...)
	for _, names := range [][]string{nil, {"singles", "intersections", "subsets"},
		{"hidden_single", "uniqueness", "wings"}} {
		find := finder(t, names...)
		for _, p := range cases {
			shortened(t, find(p.State))
		}
	}
}

// TestShortIsLeast takes each elimination out of shortened paths. Then the singles do not fill the grid any more, or
// a later pattern does not hold. Few eliminations may remain without need, because the premises of sets in chains ask
// for more than their finders.
func TestShortIsLeast(t *testing.T) {
	gridtest.Nightly(t, "all subsets of the steps")
	find := finder(t)
	tried, needless := 0, 0
	for _, p := range solvertest.SampleLists(t, 3) {
		whole := find(p.State)
		short := shortened(t, whole)
		if whole.Contradiction != nil ||
			slices.ContainsFunc(whole.Steps, func(s setdoku.Step) bool { return s.Rule == setdoku.RuleSearch }) {
			continue
		}
		cases := casesOf(t, whole)
		if !fills(t, short, cases, setdoku.Candidate{}) {
			t.Errorf("%s: the shortened path does not fill the grid", p.State.Givens)
		}
		for _, c := range eliminated(short) {
			tried++
			if fills(t, short, cases, c) {
				needless++
				t.Logf("%s: %s is not needed", p.State.Givens, c.Elimination())
			}
		}
	}
	if tried < 50 || needless*50 > tried {
		t.Errorf("%d eliminations were tried, and %d were not needed", tried, needless)
	}
}

// casesOf returns how many cases each pattern of hypotheses needs, by step and pattern.
func casesOf(t *testing.T, p *setdoku.Path) map[[2]int64]int {
	t.Helper()
	cases := map[[2]int64]int{}
	count := func(judge *proof.Prover, s *setdoku.Step, d *setdoku.Deduction, prove func() error) error {
		err := prove()
		cases[[2]int64{int64(s.Number), d.Pattern}] = judge.Cases()
		return err
	}
	gridtest.Must(t, prove(t, p, count))
	return cases
}

// proved proves every step of a path, without package minimize. No pattern of hypotheses may need more cases than in
// the whole path.
func proved(t *testing.T, p *setdoku.Path, cases map[[2]int64]int) error {
	t.Helper()
	return prove(t, p, func(judge *proof.Prover, s *setdoku.Step, d *setdoku.Deduction, prove func() error) error {
		judge.Limit(proof.CasesMost)
		if isForcing(s.Rule) {
			judge.Limit(cases[[2]int64{int64(s.Number), d.Pattern}])
		}
		return prove()
	})
}

// prove proves every step of a path but those by hand and searches. Each row of hypotheses must have a reason.
func prove(t *testing.T, p *setdoku.Path,
	each func(*proof.Prover, *setdoku.Step, *setdoku.Deduction, func() error) error) error {
	t.Helper()
	judge, at := proof.New(), p.Start
	for _, s := range p.Steps {
		if s.Rule == setdoku.RuleManual || s.Rule == setdoku.RuleSearch {
			for _, d := range s.Deductions {
				at = at.Apply(d)
			}
			continue
		}
		technique, _ := solvertest.Catalogue(t).Find(s.Rule)
		if err := judge.Load(&at); err != nil {
			return err
		}
		for _, d := range s.Deductions {
			if err := each(judge, &s, &d,
				func() error { return judge.Prove(&d, technique.AssumesUnique) }); err != nil {
				return fmt.Errorf("step %d, %s: %w", s.Number, s.Rule, err)
			}
			if _, err := forcing.Read(at, d.Evidence); err != nil && isForcing(s.Rule) {
				return fmt.Errorf("step %d, %s: %w", s.Number, s.Rule, err)
			}
		}
		for _, d := range s.Deductions {
			at = at.Apply(d)
		}
	}
	return nil
}

// fills reports whether the steps of a path that are not singles, without the elimination c, hold and let the singles
// fill the grid.
func fills(t *testing.T, p *setdoku.Path, cases map[[2]int64]int, c setdoku.Candidate) bool {
	t.Helper()
	at := p.Start
	trial := &setdoku.Path{Start: p.Start}
	singles := finder(t, "naked_single", "hidden_single")
	place := func() {
		for _, s := range singles(at).Steps {
			s.Rule = setdoku.RuleManual // needs no proof
			trial.Steps = append(trial.Steps, s)
			for _, d := range s.Deductions {
				at = at.Apply(d)
			}
		}
	}
	for _, s := range p.Steps {
		if s.Number == 0 {
			continue
		}
		place()
		var left []setdoku.Deduction
		live := at.Candidates()
		for _, d := range s.Deductions {
			d.Eliminations = slices.DeleteFunc(slices.Clone(d.Eliminations), func(k setdoku.Candidate) bool {
				return k == c || !live[k.Cell.Index()].Has(k.Digit)
			})
			if len(d.Eliminations)+len(d.Placements) > 0 {
				left = append(left, d)
			}
		}
		for _, d := range left {
			at = at.Apply(d)
		}
		trial.Steps = append(trial.Steps, setdoku.Step{Number: s.Number, Rule: s.Rule, Deductions: left})
	}
	place()
	filled := at.Filled()
	return !slices.Contains(filled[:], 0) && proved(t, trial, cases) == nil &&
		otherPatterns(t, trial, map[string]int{}) == nil
}

// TestRefuses falsifies one thing of a path at a time.
func TestRefuses(t *testing.T) {
	find := finder(t)
	start := solvertest.SampleLists(t, 1)[4].State
	at := slices.IndexFunc(find(start).Steps,
		func(s setdoku.Step) bool { return len(s.Deductions[0].Eliminations) > 0 })
	if at < 1 {
		t.Fatal("the path has no elimination after its first step")
	}
	for name, change := range map[string]func(*setdoku.Path){
		"a digit that is not a candidate": func(p *setdoku.Path) { p.Steps[0].Deductions[0].Placements[0].Digit ^= 1 },
		"a cell that there is not": func(p *setdoku.Path) {
			p.Steps[at].Deductions[0].Eliminations[0].Cell = 10
		},
		"a step twice": func(p *setdoku.Path) { p.Steps = append(p.Steps, p.Steps[0]) },
		"a step missing": func(p *setdoku.Path) {
			p.Steps = append(p.Steps[:1:1], p.Steps[len(p.Steps)-1])
		},
		"a pattern missing": func(p *setdoku.Path) { p.Steps[at].Deductions[0].Evidence = nil },
		"a search that finds another": func(p *setdoku.Path) {
			p.Steps[at].Rule, p.Steps[at].Deductions[0].Evidence = setdoku.RuleSearch, nil
			d := &p.Steps[at].Deductions[0]
			d.Eliminations, d.Placements = nil, d.Changes()
		},
		"a contradiction that is not": func(p *setdoku.Path) {
			p.Contradiction = &setdoku.Contradiction{Kind: "no_candidate", Cell: 11}
		},
	} {
		p := find(start)
		change(p)
		if _, err := minimize.Path(t.Context(), p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestShortByHand keeps steps by hand, and drops an elimination that only these made superfluous.
func TestShortByHand(t *testing.T) {
	givens := gridtest.Minimal(gridtest.New(5))
	solution, err := gridtest.Solve(givens)
	gridtest.Must(t, err)
	start := setdoku.State{Givens: givens}
	var hand []setdoku.Step
	for i, d := range solution {
		if givens[i] != 0 || len(hand) == 30 {
			continue
		}
		move := setdoku.Deduction{Technique: setdoku.RuleManual,
			Placements: []setdoku.Candidate{setdoku.CandidateAt(i, d)}}
		hand = append(hand, setdoku.Step{Number: len(hand) + 1, Rule: setdoku.RuleManual,
			Deductions: []setdoku.Deduction{move}})
	}
	at := start
	for _, s := range hand {
		at = at.Apply(s.Deductions[0])
	}
	whole := &setdoku.Path{Start: start, Steps: hand}
	whole.Append(finder(t)(at))
	short := shortened(t, whole)
	if diff := cmp.Diff(hand, short.Steps[:len(hand)]); diff != "" {
		t.Errorf("the steps by hand differ:\n%s", diff)
	}
	gridtest.Equal(t, "the path ends in", short.End().State.Filled(), solution)
}

// TestInstances looks for each pattern of shortened paths again, so that what is said about it is true.
func TestInstances(t *testing.T) {
	find, checked, shorter := finder(t), map[string]int{}, 0
	for _, p := range solvertest.SampleLists(t, gridtest.Size(1, 40)) {
		whole := find(p.State)
		short := shortened(t, whole)
		shorter += len(eliminated(whole)) - len(eliminated(short))
		for _, fault := range otherPatterns(t, short, checked) {
			t.Errorf("%s: %s", p.State.Givens, fault)
		}
	}
	if t.Logf("%d eliminations were left out; checked %v", shorter, checked); len(checked) < 5 || shorter == 0 {
		t.Error("too few patterns were checked")
	}
}

// otherPatterns looks for each pattern of a path again with its technique only, in the state before its step, and names
// those that are not an instance there or eliminate less. Patterns of hypotheses have reasons instead. checked counts
// the others by technique.
func otherPatterns(t *testing.T, p *setdoku.Path, checked map[string]int) (faults []string) {
	t.Helper()
	positions := p.Positions()
	for i, k := range p.Steps {
		if catalogue.IsSingle(k.Rule) || isForcing(k.Rule) ||
			slices.Contains([]string{setdoku.RuleSearch, setdoku.RuleManual}, k.Rule) {
			continue
		}
		state := &positions[i].State
		there := finder(t, k.Rule)(*state)
		for _, d := range k.Deductions {
			if checked[k.Rule]++; !isFound(there, &d) && !linksAreStrong(state, &d) &&
				!setsAreAlmostLocked(state, &d) {
				faults = append(faults, fmt.Sprintf("step %d, %s: pattern %d is not an instance any more, or "+
					"eliminates "+
					"less than %v", i+1, k.Rule, d.Pattern, d.Eliminations))
			}
		}
	}
	return faults
}

// linksAreStrong reports whether the candidates of a chain are the only ones of the cells and units that link them
// strongly. A finder of chains may prefer another chain to the same candidate, one of sets another chain of sets.
func linksAreStrong(s *setdoku.State, d *setdoku.Deduction) bool {
	marks, links := s.Candidates(), 0
	for _, strong := range d.Evidence {
		if strong.Role != "strong" {
			continue
		}
		links++
		for cell, digits := range marks {
			for _, digit := range digits.Digits() {
				c := setdoku.CandidateAt(cell, digit)
				inCell := strong.Unit == 0 && strong.Cell == c.Cell
				inUnit := strong.Unit != 0 && strong.Digit == digit &&
					slices.Contains(s.Board().Units[strong.Unit-1], cell)
				if (inCell || inUnit) && !slices.ContainsFunc(d.Evidence, func(e setdoku.Evidence) bool {
					return e.Cell == c.Cell && e.Digit == digit
				}) {
					return false
				}
			}
		}
	}
	return links > 0
}

// setsAreAlmostLocked reports whether each set of a chain of sets has one digit more than cells, and the places of each
// restricted digit in the sets before and after its row see each other.
func setsAreAlmostLocked(s *setdoku.State, d *setdoku.Deduction) bool {
	marks, sets := s.Candidates(), map[string][]int{}
	for _, e := range d.Evidence {
		if strings.HasPrefix(e.Role, "set_") {
			sets[e.Role] = append(sets[e.Role], e.Cell.Index())
		}
	}
	for _, cells := range sets {
		var digits setdoku.DigitSet
		for _, cell := range cells {
			digits |= marks[cell]
		}
		if digits.Count() != len(cells)+1 {
			return false
		}
	}
	for i, e := range d.Evidence {
		if e.Role != "restricted" || i == 0 || i+1 == len(d.Evidence) {
			continue
		}
		for _, x := range sets[d.Evidence[i-1].Role] {
			for _, y := range sets[d.Evidence[i+1].Role] {
				if marks[x].Has(e.Digit) && marks[y].Has(e.Digit) && !slices.Contains(s.Board().Peers[x], y) {
					return false
				}
			}
		}
	}
	return len(sets) > 0
}

// isFound reports whether the first step of a path has the rows of a deduction, with all its changes.
func isFound(p *setdoku.Path, d *setdoku.Deduction) bool {
	if len(p.Steps) == 0 {
		return false
	}
	for _, o := range p.Steps[0].Deductions {
		if o.Pattern == d.Pattern {
			if !slices.EqualFunc(o.Evidence, d.Evidence, func(x, y setdoku.Evidence) bool {
				x.Step, y.Step = 0, 0
				return x == y
			}) {
				return false
			}
			for _, c := range d.Eliminations {
				if !slices.Contains(o.Eliminations, c) {
					return false
				}
			}
			return true
		}
	}
	return false
}
