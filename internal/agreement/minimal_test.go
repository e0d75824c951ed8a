package agreement_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/proof"
	"setdoku/internal/record"
	"setdoku/internal/roles"
	"setdoku/internal/rule"
	"setdoku/internal/solvertest"
	sqlfiles "setdoku/sql"
)

// minimalStates is how many states TestMinimalPatterns looks at.
var minimalStates = flag.Int("minimal-states", 100,
	"states at which TestMinimalPatterns looks at every pattern, 1000 for all that are wanted")

// needlessShare is the share of patterns with a needless part, in percent, that a technique may have. It is 0 for all
// others. A coloring shows its whole nets. A loop, a row of sets or a blossom is the smallest by its key, but a part of
// it can prove the same in a way that uses some of its links or sets twice, which the key counts twice.
var needlessShare = map[string]int{
	"simple_colors": 100, "multi_colors": 100,
	"nice_loop": 2, "grouped_nice_loop": 3, "als_nice_loop": 10, "als_aic": 4,
	"als_xz": 1, "als_xy_wing": 1, "als_chain": 20, "death_blossom": 12,
	"mutant_fish": 60,
}

// TestMinimalPatterns removes each part of every pattern in turn: cells of subsets and of almost locked sets, links
// of chains and of colors, base units of fish. The part is needless when the rest refutes the same candidates by the
// prover's reading, and when the technique or an easier one finds that from only the rest. The states are those of the
// paths of minimal puzzles at which no single is left. Every technique is tried at each of them. An elimination that an
// easier technique finds there does not count, because a path takes it from that technique.
func TestMinimalPatterns(t *testing.T) {
	gridtest.Nightly(t, "every part of a thousand patterns")
	t.Parallel()
	p := newMinimalPatterns(t)
	rng := gridtest.New(97)
	for states := 0; states < *minimalStates; {
		o := &record.Puzzle{Start: setdoku.State{Givens: gridtest.Minimal(rng)}}
		for states < *minimalStates {
			p.path.Solve(o)
			if !o.Status.Unfinished() || len(o.StepRows) == 0 {
				break
			}
			if len(o.Placements) == 0 {
				states++
				p.look(t, o.Start)
			}
			o.Start = p.path.End()
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.patterns)) {
		t.Logf("%-22s %6d patterns, %d with a needless part", name, p.patterns[name], p.needless[name])
		if p.needless[name]*100 > needlessShare[name]*p.patterns[name] {
			t.Errorf("%s: %d of %d patterns have a needless part, want %d %% at most, for example\n%s",
				name, p.needless[name], p.patterns[name], needlessShare[name], p.example[name])
		}
	}
}

// minimalPatterns counts the patterns of the techniques of the catalogue.
type minimalPatterns struct {
	names              []string
	logics             []*memory.Logic
	keys               []*sqlfiles.Key
	path               *memory.Logic
	prover             *proof.Prover
	patterns, needless map[string]int
	example            map[string]string
}

func newMinimalPatterns(t *testing.T) *minimalPatterns {
	t.Helper()
	p := &minimalPatterns{prover: proof.New(), patterns: map[string]int{}, needless: map[string]int{},
		example: map[string]string{}}
	var techniques []memory.Selected
	for _, x := range solvertest.Catalogue(t) {
		if x.Family == "forcing" {
			continue // TestNeeded of package hypothesis removes the rows of these patterns
		}
		in, _ := memory.Of(x)
		in.AssumesUnique = false // the puzzles have one solution
		l, err := memory.NewLogic([]memory.Selected{in}, true)
		if err != nil {
			t.Fatal(err)
		}
		l.Explain = true
		key, err := sqlfiles.KeyOf(&x)
		if err != nil {
			t.Fatal(err)
		}
		techniques = append(techniques, in)
		p.names, p.logics, p.keys = append(p.names, x.Name), append(p.logics, l), append(p.keys, key)
	}
	var err error
	if p.path, err = memory.NewLogic(techniques, true); err != nil {
		t.Fatal(err)
	}
	return p
}

// look looks at the patterns of every technique in a state.
func (p *minimalPatterns) look(t *testing.T, s setdoku.State) {
	t.Helper()
	easier := map[setdoku.Candidate]bool{}
	for i, l := range p.logics {
		o := &record.Puzzle{Start: s}
		l.Solve(o)
		list := deductionsOf(o, p.names[i], p.keys[i])
		if slices.Contains(partless, p.names[i]) {
			list = nil
		}
		for k := range list {
			d := &list[k]
			d.Eliminations = slices.DeleteFunc(d.Eliminations, func(c setdoku.Candidate) bool { return easier[c] })
		}
		for _, e := range o.Eliminations {
			easier[e.Candidate()] = true
		}
		for k := range list {
			if len(list[k].Eliminations) > 0 {
				p.take(t, i, s, &list[k])
			}
		}
	}
}

// take removes each part of a pattern of technique i.
func (p *minimalPatterns) take(t *testing.T, i int, s setdoku.State, d *setdoku.Deduction) {
	t.Helper()
	parts, rest := partsOf(d)
	if !p.proves(t, s, d, append(rest, parts...)) {
		t.Fatalf("%v\nthe parts of %s do not prove it", pencil(s), described(*d))
	}
	p.patterns[d.Technique]++
	for k, part := range parts {
		others := slices.Delete(slices.Clone(parts), k, k+1)
		if len(others) > 0 && p.proves(t, s, d, append(rest, others...)) &&
			suffices(p.logics[:i+1], restState(&s, rest, others), d) {
			p.needless[d.Technique]++
			p.example[d.Technique] = fmt.Sprintf("%s\ncell %d, %d in %s is needless in\n%s", pencil(s), part.Cell,
				part.Digit, setdoku.UnitName(part.Unit), described(*d))
			return
		}
	}
}

// proves reports whether the prover accepts a deduction with other rows.
func (p *minimalPatterns) proves(t *testing.T, s setdoku.State, d *setdoku.Deduction, rows []setdoku.Evidence) bool {
	t.Helper()
	if err := p.prover.Load(&s); err != nil {
		t.Fatal(err)
	}
	other := *d
	other.Evidence = slices.Clone(rows)
	return p.prover.Prove(&other, strings.Contains(d.Technique, "rectangle")) == nil
}

// partsOf returns the parts of a pattern, cells and places of a digit in a unit, as rows, each once, and the rows that
// cannot be left out: the corners of a rectangle and its digits.
func partsOf(d *setdoku.Deduction) (parts, rest []setdoku.Evidence) {
	add := func(e setdoku.Evidence) {
		if !slices.Contains(parts, e) {
			parts = append(parts, e)
		}
	}
	hidden, unit := strings.HasPrefix(d.Technique, "hidden_") && !strings.HasSuffix(d.Technique, "rectangle"), 0
	for _, e := range d.Evidence {
		if e.Role == "unit" {
			unit = e.Unit
		}
		switch class, _ := roles.ClassOf(e.Role); {
		case hidden && e.Role == "digit":
			add(setdoku.Evidence{Role: "base", Unit: unit, Digit: e.Digit})
		case hidden:
		case class == roles.Corner, class == roles.Open, class == roles.Digit:
			rest = append(rest, e)
		case class == roles.UnitTruth, class == roles.Strong && e.Unit != 0:
			add(setdoku.Evidence{Role: "base", Unit: e.Unit, Digit: e.Digit})
		case class == roles.CellTruth, class == roles.Set, class == roles.Strong:
			add(setdoku.Evidence{Role: "cell", Cell: e.Cell})
		}
	}
	return parts, rest
}

// restState returns the state in which all candidates are live but those that the parts exclude. The corners of a
// rectangle stay as they are.
func restState(s *setdoku.State, corners, parts []setdoku.Evidence) (rest setdoku.State) {
	live := s.Candidates()
	for _, e := range corners {
		if e.Cell == 0 {
			continue
		}
		i := e.Cell.Index()
		rest.Givens[i], rest.Placed[i] = s.Givens[i], s.Placed[i]
		if live[i] != 0 {
			rest.Deleted[i] = setdoku.AllDigits &^ live[i]
		}
	}
	for _, e := range parts {
		if e.Unit == 0 {
			i := e.Cell.Index()
			rest.Deleted[i] |= setdoku.AllDigits &^ live[i]
			continue
		}
		for _, i := range setdoku.Classic().Units[:27][e.Unit-1] {
			if !live[i].Has(e.Digit) {
				rest.Deleted[i] |= setdoku.SetOf(e.Digit)
			}
		}
	}
	return rest
}

// suffices reports whether techniques find all eliminations of a deduction in a state, each on its own.
func suffices(techniques []*memory.Logic, s setdoku.State, d *setdoku.Deduction) bool {
	found := map[setdoku.Candidate]bool{}
	o := &record.Puzzle{Start: s}
	for _, l := range techniques {
		l.Solve(o)
		for _, e := range o.Eliminations {
			found[e.Candidate()] = true
		}
	}
	return !slices.ContainsFunc(d.Eliminations, func(c setdoku.Candidate) bool { return !found[c] })
}

// partless are the techniques whose patterns have no parts to remove: one cell or unit, the whole grid, a single
// digit, or a refutation, which has every placement of its passes.
var partless = []string{
	"full_house", "naked_single", "hidden_single", "bug_plus_1", "template_set", "template_delete", rule.Forcing,
	setdoku.RuleSearch,
}

// deductionsOf returns what a pass found, one deduction for each pattern with its evidence.
func deductionsOf(o *record.Puzzle, name string, key *sqlfiles.Key) (list []setdoku.Deduction) {
	byPattern := map[int64]*setdoku.Deduction{}
	for _, e := range o.Eliminations {
		d := byPattern[e.Pattern]
		if d == nil {
			d = &setdoku.Deduction{Technique: name, Pattern: e.Pattern,
				Evidence: key.Decode(setdoku.Classic(), e.Pattern)}
			byPattern[e.Pattern] = d
		}
		d.Eliminations = append(d.Eliminations, e.Candidate())
	}
	for _, e := range o.Evidence {
		d := byPattern[e.Pattern]
		d.Evidence = append(d.Evidence, e)
	}
	for _, pattern := range slices.Sorted(maps.Keys(byPattern)) {
		list = append(list, *byPattern[pattern])
	}
	return list
}
