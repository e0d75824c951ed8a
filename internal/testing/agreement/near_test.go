package agreement_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/proof"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// furtherMiss has a state for a technique that no change of one candidate makes. In that of BUG+1, the cell r3c7 has
// three candidates and all others two, and 2 has three places in each unit of r3c7, but r3c7 is not one of them.
var furtherMiss = map[string]string{"bug_plus_1": ".9..847158175.6..4.5.7.1.8....8.5...1.3..75.8.85..2....3.1" +
	"58.6.5.8..91.3261473859:225 927 328 631 633 335 237 441 641 442 243 443 445 645 945 347 647 947 248 748 948 249 " +
	"749 955 458 761 961 664 365 665 965 367 467 468 968 669 471 288"}

// nearMisses returns at most 2n states in which a pattern of a state almost holds, and what it proves does not follow
// from it any more, and then that of furtherMiss: in n of them a cell of the pattern has one more candidate, or a digit
// one more place in a unit of it, in the others an open cell has another candidate in place of one that it had. Where
// it always follows, because the evidence is the whole board, any of these states are returned.
func nearMisses(t *testing.T, x *catalogue.Technique, s setdoku.State, d *setdoku.Deduction, n int,
) (list []setdoku.State) {
	t.Helper()
	p, rng := proof.New(), gridtest.New(19)
	for _, states := range [2][]setdoku.State{withMore(&s, moreCandidates(&s, d)), withOthers(&s)} {
		rng.Shuffle(len(states), func(i, k int) { states[i], states[k] = states[k], states[i] })
		var broken, others []setdoku.State
		for _, near := range states {
			if len(broken) == n || x.AssumesUnique && near.Givens != s.Givens {
				continue // find asks whether the givens have one solution
			}
			if _, solvable := solutions.Sample(t.Context(), near); !solvable {
				continue // techniques may find anything
			}
			gridtest.Must(t, p.Load(&near))
			if err := p.Prove(d, x.AssumesUnique); errors.Is(err, proof.ErrNotProved) {
				broken = append(broken, near)
			} else if err == nil {
				others = append(others, near)
			}
		}
		if len(broken) == 0 {
			broken = others
		}
		list = append(list, broken[:min(n, len(broken))]...)
	}
	if text := furtherMiss[x.Name]; text != "" {
		further, err := format.NewReader(strings.NewReader(text+"\n"), x.Name).Read()
		gridtest.Must(t, err)
		list = append(list, further.State)
	}
	return list
}

// withMore returns a state with one more candidate, for each candidate of a list.
func withMore(s *setdoku.State, more []setdoku.Candidate) (list []setdoku.State) {
	for _, c := range more {
		list = append(list, withCandidate(*s, c))
	}
	return list
}

// withOthers returns a state with one candidate of an open cell replaced by another, for each of both.
func withOthers(s *setdoku.State) (list []setdoku.State) {
	for cell, m := range s.Candidates() {
		for old := m; old != 0; old &= old - 1 {
			for digit := uint8(1); digit <= 9 && m.Count() > 1; digit++ {
				if m.Has(digit) {
					continue
				}
				near := withCandidate(*s, setdoku.CandidateAt(cell, digit))
				near.Deleted[cell] |= setdoku.NewDigitSet(old.Lowest())
				list = append(list, near)
			}
		}
	}
	return list
}

// moreCandidates returns the candidates that the cells of a pattern, and its digits in the units, do not have.
func moreCandidates(s *setdoku.State, d *setdoku.Deduction) (list []setdoku.Candidate) {
	live := s.Candidates()
	add := func(cell int, digit uint8) {
		if c := setdoku.CandidateAt(cell, digit); !live[cell].Has(digit) && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	var digits setdoku.DigitSet
	for _, e := range d.Evidence {
		if e.Digit != 0 {
			digits |= setdoku.NewDigitSet(e.Digit)
		}
	}
	for _, e := range d.Evidence {
		for digit := range uint8(9) {
			switch digit++; {
			case e.Cell != 0:
				add(e.Cell.Index(), digit)
			case e.Unit != 0 && (e.Digit == digit || e.Digit == 0 && digits.Has(digit)):
				for _, cell := range setdoku.Classic().Units[e.Unit-1] {
					add(cell, digit)
				}
			case e.Unit == 0 && e.Digit == digit:
				for cell := range setdoku.CellCount {
					add(cell, digit)
				}
			}
		}
	}
	return list
}

// withCandidate returns a state in which a cell has one more candidate. The cell is empty, and so are the cells that
// held the digit and see it.
func withCandidate(s setdoku.State, c setdoku.Candidate) setdoku.State {
	cell := c.Cell.Index()
	s.Givens[cell], s.Placed[cell] = 0, 0
	s.Deleted[cell] &^= setdoku.NewDigitSet(c.Digit)
	for _, peer := range setdoku.Classic().Peers[cell] {
		if s.Givens[peer] == c.Digit || s.Placed[peer] == c.Digit {
			s.Givens[peer], s.Placed[peer] = 0, 0
		}
	}
	return s
}

// TestNearMisses applies each technique in memory to states in which a pattern of its example almost holds. What it
// finds there must follow from the evidence that it gives. TestEnginesAgree has some of them for the statements.
func TestNearMisses(t *testing.T) {
	t.Parallel()
	for _, x := range solvertest.Catalogue(t) {
		logic, known := logicOf(t, x.Name)
		if !known || x.Name == setdoku.RuleSearch {
			continue
		}
		example := examplePositions(t, []string{x.Name})[0]
		tried := 0
		for _, s := range []setdoku.State{example.State, reduced(t, x.Name, example)} {
			for _, near := range nearMisses(t, &x, s, &foundIn(t, logic, &x, s)[0], gridtest.Size(10, 100)) {
				tried++
				mustFollow(t, &x, near, foundIn(t, logic, &x, near))
			}
		}
		if tried == 0 {
			t.Errorf("%s: no state in which its pattern almost holds", x.Name)
		}
	}
}

// mustFollow proves what a technique finds in a state.
func mustFollow(t *testing.T, x *catalogue.Technique, s setdoku.State, found []setdoku.Deduction) {
	t.Helper()
	p := proof.New()
	gridtest.Must(t, p.Load(&s))
	for i := range found {
		if err := p.Prove(&found[i], x.AssumesUnique); err != nil {
			t.Errorf("%v\n%s finds %v from %v: %v", pencil(s), x.Name, found[i].Names(), found[i].Evidence, err)
		}
	}
}

// foundIn returns what a technique in memory finds in a state, one deduction for each pattern.
func foundIn(t *testing.T, logic *memory.Logic, x *catalogue.Technique,
	s setdoku.State) (list []setdoku.Deduction) {
	t.Helper()
	key, err := catalogue.ParseKey(x)
	gridtest.Must(t, err)
	o := &record.Puzzle{Start: s}
	_ = logic.Solve(t.Context(), o)
	byPattern := map[int64]*setdoku.Deduction{}
	of := func(pattern int64) *setdoku.Deduction {
		if byPattern[pattern] == nil {
			byPattern[pattern] = &setdoku.Deduction{Technique: x.Name, Pattern: pattern,
				Evidence: key.Decode(setdoku.Classic(), pattern)}
		}
		return byPattern[pattern]
	}
	for _, c := range o.Placements {
		d := of(c.Pattern)
		d.Placements = append(d.Placements, c.Candidate())
	}
	for _, c := range o.Eliminations {
		d := of(c.Pattern)
		d.Eliminations = append(d.Eliminations, c.Candidate())
	}
	for _, e := range o.Evidence {
		d := of(e.Pattern)
		d.Evidence = append(d.Evidence, e)
	}
	for _, pattern := range slices.Sorted(maps.Keys(byPattern)) {
		list = append(list, *byPattern[pattern])
	}
	return list
}
