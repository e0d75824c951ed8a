// Package minimize removes from a solution path the deductions that no later step needs. Package proof decides whether
// a pattern still proves its eliminations, its premises whether it is still an instance of its technique. Package
// forcing decides whether the rows of a hypothesis still have their reasons.
package minimize

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
	"setdoku/solver/proof"
)

// Path returns the shortest path that it finds with some of the eliminations of whole: those without which the singles
// do not fill the cells that whole fills, or do not lead to a contradiction if whole ends in one. If whole does not
// know which singles were selected, it finds all of them.
//
// It walks back from the last step. From each step it drops all eliminations that are not needed: the remaining
// patterns must still prove theirs in the state without the dropped ones, and still be instances of their techniques
// there, so that what is said about them is true. A placement by a technique other than a
// single is treated in the same way. The remaining deductions keep their steps, their order and their patterns. Steps
// by hand stay. The singles are found again, pass by pass, because fewer eliminations may leave them to other patterns
// or to later steps. These steps have the number 0.
//
// The proof of a pattern with hypotheses may need no more cases than in whole, and each of its rows must have a reason
// that can be explained. If it does not hold as a whole any more, only the rows stay that its eliminations need.
//
// No remaining elimination can be left out by itself, except that the sets of a chain may have no further candidate of
// a digit that is restricted in another set, although the technique would allow it. The result is whole itself if its
// singles do not reach the end again, such as those of a path that was ended after one step. Each deduction is proved
// where it stands in both paths. The error names the first deduction of whole that does not follow from its evidence,
// and wraps proof.ErrNotProved, or setdoku.ErrPathIncomplete if a part of whole was not stored. When ctx ends, Path
// returns its error.
func Path(ctx context.Context, whole *setdoku.Path) (*setdoku.Path, error) {
	if err := whole.Complete(); err != nil {
		return nil, err
	}
	t, err := newTrail(ctx, whole)
	if err != nil {
		return nil, err
	}
	if !t.reaches(0, t.all) {
		return whole, ctx.Err()
	}
	short, explained := t.shortest()
	for !explained && t.unproved == nil && ctx.Err() == nil { // at least one more pattern is strict now
		short, explained = t.shortest()
	}
	if err := cmp.Or(ctx.Err(), t.unproved); err != nil {
		return nil, err
	}
	return short, nil
}

// trail is a path laid out so that it can be made again with some of its deductions.
type trail struct {
	*judge
	whole    *setdoku.Path
	singles  []int          // indexes of catalogue.Singles
	all      set            // the candidates that techniques other than singles and search place or eliminate
	starts   []board.Digits // before each step of the whole path, and after the last
	patterns [][]pattern    // by step and deduction
	at       board.Digits   // where the trial is
	unproved error          // names a deduction of the shortened path that does not hold there
}

// newTrail proves the whole path.
func newTrail(ctx context.Context, whole *setdoku.Path) (*trail, error) {
	j, err := newJudge(ctx, &whole.Start)
	if err != nil {
		return nil, err
	}
	t := &trail{judge: j, whole: whole, patterns: make([][]pattern, len(whole.Steps))}
	for kind, name := range catalogue.Singles {
		if whole.Singles == nil || slices.Contains(whole.Singles, name) {
			t.singles = append(t.singles, kind)
		}
	}
	t.starts, err = t.path(whole, func(n, k int, at *board.Digits) {
		s := &whole.Steps[n]
		if !canDrop(s) {
			return
		}
		d := &s.Deductions[k]
		t.all = t.all.with(d.Changes())
		x := pattern{
			cases: t.prover.Cases(), assumes: hasRole(d, "assume"), refutes: hasRole(d, "refute"),
			readings: []reading{{set{}.with(d.Changes()), *at, true}},
		}
		if !x.assumes {
			x.premises = findPremises(at, d, t.rule(s.Rule).oneSolution)
		}
		t.patterns[n] = append(t.patterns[n], x)
	})
	return t, err
}

// shortest returns the shortest path that is found, and whether all its rows have reasons that can be explained. The
// patterns without become strict.
func (t *trail) shortest() (short *setdoku.Path, explained bool) {
	kept := t.all
	for n := len(t.whole.Steps) - 1; n >= 0; n-- {
		kept = t.needed(n, kept)
	}
	return t.shortened(kept)
}

// canDrop reports whether deductions of a step can be dropped. A search places all digits that are missing. It is made
// again after the last step if a cell is still open.
func canDrop(s *setdoku.Step) bool {
	return !catalogue.IsSingle(s.Rule) && s.Rule != setdoku.RuleManual && s.Rule != setdoku.RuleSearch
}

// reaches makes the path again from step n, with the singles in between and only those deductions of the other
// techniques that are in kept. It reports whether every pattern holds and the path reaches its end.
func (t *trail) reaches(n int, kept set) bool {
	t.at = t.starts[n]
	for ; n < len(t.whole.Steps); n++ {
		s := &t.whole.Steps[n]
		switch {
		case s.Rule == setdoku.RuleManual:
			apply(&t.at, t.left(s, nil))
		case canDrop(s):
			list := t.left(s, &kept)
			if len(list) == 0 {
				continue
			}
			if t.close(); t.atEnd() {
				return true
			}
			list = t.left(s, &kept) // the singles may have taken some
			for k := range list {
				if !t.holds(n, &list[k]) {
					return false
				}
			}
			apply(&t.at, list)
		}
	}
	t.close()
	return t.atEnd()
}

// left returns the deductions of a step with only their live candidates, and unless kept is nil, only those in kept.
func (t *trail) left(s *setdoku.Step, kept *set) (list []setdoku.Deduction) {
	for _, d := range s.Deductions {
		needless := func(c setdoku.Candidate) bool { return !live(&t.at, c) || kept != nil && !kept.has(c) }
		d.Placements = slices.DeleteFunc(slices.Clone(d.Placements), needless)
		d.Eliminations = slices.DeleteFunc(slices.Clone(d.Eliminations), needless)
		if len(d.Placements)+len(d.Eliminations) > 0 {
			list = append(list, d)
		}
	}
	return list
}

// close places singles until none is left or the board is contradictory. The order of the placements does not change
// where it ends otherwise.
func (t *trail) close() {
	for again := true; again; {
		again = false
		if _, bad := t.at.Contradiction(); bad {
			return
		}
		for _, kind := range t.singles {
			for _, s := range t.find(kind) {
				if t.at.Live(s.Digit).Has(s.Cell) {
					t.at.Fill(s.Cell, s.Digit)
					again = true
				}
			}
		}
	}
}

// find returns the singles of a kind that place what the whole path places too, by cell and digit.
func (t *trail) find(kind int) (list []board.Single) {
	end := &t.starts[len(t.whole.Steps)]
	t.at.Singles(kind, func(s board.Single) {
		if end.Placed.Has(s.Cell) && end.Has(s.Cell, s.Digit) {
			list = append(list, s)
		}
	})
	slices.SortFunc(list, func(x, y board.Single) int { return cmp.Or(x.Cell-y.Cell, x.Digit-y.Digit) })
	return list
}

// atEnd reports whether the trial has reached the end of the whole path: its filled cells, or a contradiction. Cells
// that only a search fills do not count.
func (t *trail) atEnd() bool {
	if t.whole.Contradiction != nil && t.whole.Contradiction.Kind != "no_solution" {
		_, bad := t.contradiction()
		return bad
	}
	end := len(t.whole.Steps)
	if end > 0 && t.whole.Steps[end-1].Rule == setdoku.RuleSearch {
		end--
	}
	return t.starts[end].Placed.Within(t.at.Placed)
}

// contradiction returns the contradiction of the board, by itself or between two singles of a pass.
func (t *trail) contradiction() (c setdoku.Contradiction, bad bool) {
	if c, bad = t.at.Contradiction(); bad {
		return c, true
	}
	for _, kind := range t.singles {
		var by [9]board.Cells
		t.at.Singles(kind, func(s board.Single) { by[s.Digit].Add(s.Cell) })
		if c, bad = board.Clash(t.at.G, &by); bad {
			return c, true
		}
	}
	return c, false
}

// shortened returns the path with these deductions, and with the singles pass by pass, and whether all its rows have
// reasons that can be explained.
func (t *trail) shortened(kept set) (short *setdoku.Path, explained bool) {
	explained = true
	short = &setdoku.Path{Start: t.whole.Start, Status: t.whole.Status, Singles: t.whole.Singles}
	add := func(s *setdoku.Step, list []setdoku.Deduction) {
		if len(list) > 0 {
			step := setdoku.Step{Number: s.Number, Rule: s.Rule, Deductions: list}
			step.Rounds = s.Rounds
			short.Steps = append(short.Steps, step)
			apply(&t.at, list)
		}
	}
	t.at = t.starts[0]
	for n := range t.whole.Steps {
		s := &t.whole.Steps[n]
		switch {
		case s.Rule == setdoku.RuleManual:
			add(s, t.left(s, nil))
		case canDrop(s) && len(t.left(s, &kept)) > 0:
			if short.Steps = append(short.Steps, t.passes()...); t.atEnd() {
				continue
			}
			list := t.left(s, &kept)
			for k := range list {
				d := &list[k]
				if rows, ok := t.rows(n, d, true); ok {
					d.Evidence = rows
				} else if p := t.pattern(n, d); !p.strict {
					p.makeStrict()
					explained = false
				} else if _, ok := t.rows(n, d, false); !ok {
					t.unproved = fmt.Errorf("shortened path, step %d, %s, pattern %d: %w", s.Number, s.Rule, d.Pattern,
						proof.ErrNotProved)
				}
			}
			add(s, list)
		}
	}
	short.Steps = append(short.Steps, t.passes()...)
	if n := len(t.whole.Steps); n > 0 && t.whole.Steps[n-1].Rule == setdoku.RuleSearch && !t.at.Solved() {
		s := &t.whole.Steps[n-1]
		if list := t.left(s, nil); len(list) > 0 {
			add(s, list)
		} else {
			short.Steps = append(short.Steps, *s)
		}
	}
	if t.whole.Contradiction != nil {
		c := *t.whole.Contradiction
		if c.Kind != "no_solution" {
			c, _ = t.contradiction()
		}
		c.Step = len(short.Steps)
		short.Contradiction = &c
	}
	return short, explained
}

// passes makes passes of singles until none is left. Each pass takes the technique that places most digits, the first
// of the catalogue if several place as many.
func (t *trail) passes() (steps []setdoku.Step) {
	for {
		if _, bad := t.at.Contradiction(); bad {
			return steps
		}
		var best []board.Single
		var by string
		for _, kind := range t.singles {
			if found := t.find(kind); len(found) > len(best) {
				best, by = found, catalogue.Singles[kind]
			}
		}
		if len(best) == 0 {
			return steps
		}
		var list []setdoku.Deduction
		for _, s := range best {
			list = append(list, deduction(s, by))
		}
		steps = append(steps, setdoku.Step{Rule: by, Deductions: list})
		apply(&t.at, list)
	}
}
