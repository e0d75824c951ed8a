package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"setdoku"
)

// Files are the files of a proof. Programs that know nothing of Sudoku can check it, with the first two.
type Files struct {
	// CNF takes the clauses in the format of DIMACS: the rules, the givens and, unless the puzzle has no solution, the
	// negation of what the path ends in.
	CNF io.Writer
	// LRAT takes the lemmas with their hints, the empty one last.
	LRAT io.Writer
	// Lemmas takes a table with a row for each lemma: its number, its step, the technique, and the deduction or
	// "helper". It is tab-separated.
	Lemmas io.Writer
}

// ProofSummary describes a proof that was written.
type ProofSummary struct {
	// End is the meaning of the last lemma, one of the constants below.
	End     string
	Lemmas  int // with the helpers
	Helpers int
}

// The meanings of the last lemma.
const (
	OneSolution = "one solution" // the solution of the path is the only one
	NoSolution  = "no solution"
	Deductions  = "deductions" // all that the path deduces holds in every solution
)

// helper marks in the table a lemma that later lemmas of the same step use.
const helper = "helper"

// ErrNotImplied is the error for a deduction that was not proved from the givens. A move of the player may be wrong, or
// true in one of several solutions only.
var ErrNotImplied = errors.New("does not follow from the givens")

// ErrNothing is the error for a path that has deduced nothing.
var ErrNothing = errors.New("no step has deduced anything, so there is nothing to prove")

// Write proves a path from the givens and the rules of Sudoku, and writes the proof. Nothing else is assumed: a move of
// the player must follow from the givens, and what a technique takes from "the puzzle has one solution" is proved
// without that. The error wraps ErrNotImplied if a step does not follow, ErrNothing, and setdoku.ErrPathIncomplete.
func (f Files) Write(ctx context.Context, path *setdoku.Path) (ProofSummary, error) {
	if err := path.Complete(); err != nil {
		return ProofSummary{}, err
	}
	w := &lratWriter{p: New(), lrat: bufio.NewWriter(f.LRAT), table: bufio.NewWriter(f.Lemmas)}
	w.p.writer = w
	refuted, err := w.end(path)
	if err != nil {
		return w.ProofSummary, err
	}
	if err := w.p.Load(&setdoku.State{Variant: path.Start.Variant, Givens: path.Start.Givens}); err != nil {
		return w.ProofSummary, err
	}
	if w.last, err = writeCNF(f.CNF, w.p.rules, path.Start.Givens, refuted); err != nil {
		return w.ProofSummary, err
	}
	w.first = w.last
	for i, l := range givenClauses(path.Start.Givens).clauses {
		w.facts[l[0].candidate] = w.p.rules.asCNF().size + 1 + i
	}
	fmt.Fprintln(w.table, "lemma\tstep\ttechnique\tproves")
	for _, s := range append([]setdoku.Step{entered(&path.Start)}, path.Steps...) {
		if err := w.step(ctx, &s); err != nil {
			return w.ProofSummary, err
		}
	}
	if err := w.close(refuted, len(path.Steps)); err != nil {
		return w.ProofSummary, err
	}
	return w.ProofSummary, errors.Join(w.lrat.Flush(), w.table.Flush())
}

// entered returns the digits that the player had placed before the first step, and the candidates that the player had
// crossed out, as a step by hand.
func entered(start *setdoku.State) setdoku.Step {
	d := setdoku.Deduction{Technique: setdoku.RuleManual, Eliminations: setdoku.ListCandidates(&start.Deleted)}
	for cell, digit := range start.Placed {
		if digit != 0 {
			d.Placements = append(d.Placements, setdoku.CandidateAt(cell, digit))
		}
	}
	return setdoku.Step{Rule: setdoku.RuleManual, Deductions: []setdoku.Deduction{d}}
}

// newLiterals returns what a deduction proves, in order.
func newLiterals(d *setdoku.Deduction) (list []literal) {
	for _, c := range d.Placements {
		list = append(list, literal{int16(number(c)), true})
	}
	for _, c := range d.Eliminations {
		list = append(list, literal{int16(number(c)), false})
	}
	return list
}

// lratWriter writes the lemmas of a proof. It holds those of the present deduction until it knows which of them are
// needed.
type lratWriter struct {
	ProofSummary
	p           *Prover
	lrat, table *bufio.Writer
	facts       [candidateCount]int // the numbers of the unit clauses of facts
	first       int                 // the number of the last clause of the CNF
	last        int                 // the number of the last lemma that was written
	pending     []hintedLemma       // those after it
}

// hintedLemma is a lemma with its hints. Numbers after writer.last are of lemmas that are pending.
type hintedLemma struct {
	literals []literal
	hints    []int
}

// end finds out whether a path ends with a solution, with a contradiction or with neither, and returns the clause that
// the proof refutes, nil for a contradiction.
func (w *lratWriter) end(path *setdoku.Path) (*group, error) {
	grid := path.Start.Givens
	var deduced []literal
	for _, s := range append([]setdoku.Step{entered(&path.Start)}, path.Steps...) {
		for i := range s.Deductions {
			for _, l := range newLiterals(&s.Deductions[i]) {
				switch {
				case l.candidate < 0:
					return nil, fmt.Errorf("step %d, %s: a deduction names no cell or no digit", s.Number, s.Rule)
				case l.positive:
					grid[l.candidate/9] = uint8(l.candidate%9 + 1)
				}
				deduced = append(deduced, l)
			}
		}
	}
	if path.Contradiction != nil {
		w.End = NoSolution
		return nil, nil
	}
	cells := path.Start.Board().Cells()
	if !slices.ContainsFunc(cells, func(cell int) bool { return grid[cell] == 0 }) {
		w.End = OneSolution
		clause := make([]literal, len(cells))
		for i, cell := range cells {
			clause[i] = literal{int16(cell*9 + int(grid[cell]) - 1), false}
		}
		return &group{fmt.Sprintf("the negation of the solution %v", grid), [][]literal{clause}}, nil
	}
	w.End = Deductions
	if len(deduced) == 0 {
		return nil, ErrNothing
	}
	for i, l := range deduced {
		deduced[i] = l.negated()
	}
	return &group{"the negation of all that the path places and eliminates together", [][]literal{deduced}}, nil
}

// step writes the lemmas of a step and makes its deductions facts.
func (w *lratWriter) step(ctx context.Context, s *setdoku.Step) error {
	for i := range s.Deductions {
		if err := ctx.Err(); err != nil {
			return err
		}
		d := &s.Deductions[i]
		list := newLiterals(d)
		w.pending = w.pending[:0]
		if len(d.Evidence) > 0 && w.p.Prove(d, false) == nil && w.write(s, list...) {
			continue
		}
		for _, l := range list {
			w.pending = w.pending[:0]
			if !w.p.provable(l) || !w.write(s, l) {
				return fmt.Errorf("step %d, %s: %v %w", s.Number, s.Rule, l, ErrNotImplied)
			}
			if len(s.Deductions) == 1 {
				w.p.fact(l) // the search for the next one is shorter
			}
		}
	}
	for i := range s.Deductions {
		for _, l := range newLiterals(&s.Deductions[i]) {
			if !w.p.fact(l) {
				return fmt.Errorf("step %d, %s: %v contradicts the digits of the grid", s.Number, s.Rule, l)
			}
		}
	}
	return nil
}

// String returns a placement or an elimination.
func (l literal) String() string {
	if l.positive {
		return newCandidate(int(l.candidate)).Placement()
	}
	return newCandidate(int(l.candidate)).Elimination()
}

// provable proves a literal from all clauses.
func (p *Prover) provable(l literal) bool {
	p.useNone()
	p.useAll()
	if v := p.value[l.candidate]; v != 0 {
		p.implied(l.candidate)
		return v > 0 == l.positive
	}
	return p.follows(l)
}

// fact makes a literal that was proved a fact. It reports false if it contradicts another.
func (p *Prover) fact(l literal) bool {
	v := p.value[l.candidate]
	switch {
	case v != 0:
		return v > 0 == l.positive
	case l.positive:
		return p.place(int(l.candidate))
	}
	p.eliminate(int(l.candidate))
	return true
}

// close writes the empty lemma.
func (w *lratWriter) close(refuted *group, last int) error {
	w.pending = w.pending[:0]
	if refuted != nil {
		hints := make([]int, 0, len(refuted.clauses[0])+1)
		for _, l := range refuted.clauses[0] {
			hints = append(hints, w.facts[l.candidate])
		}
		w.pending = append(w.pending, hintedLemma{hints: append(hints, w.first)})
	} else if err := w.p.Refute(); err != nil {
		return fmt.Errorf("the puzzle has no solution: %w", err)
	}
	w.write(&setdoku.Step{Number: last})
	return nil
}

// learned takes a lemma. used are the positions of the trail that it depends on, the last first, and bad is the
// conflict, if there is one.
func (w *lratWriter) learned(literals []literal, used []int, bad *conflict) int {
	l := hintedLemma{literals: literals, hints: make([]int, 0, len(used)+1)}
	for _, at := range slices.Backward(used) {
		a := w.p.trail[at]
		switch {
		case a.reason == decision:
		case a.reason == fact:
			l.hints = append(l.hints, w.facts[a.candidate])
		case a.reason >= refuted:
			l.hints = append(l.hints, w.p.lemmas[a.reason-refuted].id)
		case a.reason >= opposite:
			l.hints = append(l.hints, w.pair(a.candidate, int16(a.reason-opposite)))
		default:
			l.hints = append(l.hints, w.p.rules.numbers[a.reason])
		}
	}
	switch {
	case bad == nil:
	case bad.clause >= 0:
		l.hints = append(l.hints, w.p.rules.numbers[bad.clause])
	case bad.clause == lemmaClause:
		l.hints = append(l.hints, w.p.lemmas[bad.lemma].id)
	default:
		l.hints = append(l.hints, w.pair(bad.a, bad.b))
	}
	w.pending = append(w.pending, l)
	return w.last + len(w.pending)
}

// pair returns the number of the clause that two candidates exclude each other.
func (w *lratWriter) pair(a, b int16) int {
	return int(w.p.rules.asCNF().pairs[min(a, b)][max(a, b)])
}

// write writes the pending lemmas that prove the literals, or without literals the empty lemma, which is the last one.
// It makes them the reasons of these facts. It reports false if there is no lemma for one of them.
func (w *lratWriter) write(s *setdoku.Step, goals ...literal) bool {
	proves := make([]string, len(w.pending)) // "" for a lemma that is not needed
	if len(goals) == 0 {
		proves[len(proves)-1] = w.End
	}
	at := make(map[literal]int)
	for _, g := range goals {
		i := slices.IndexFunc(w.pending, func(l hintedLemma) bool { return len(l.literals) == 1 && l.literals[0] == g })
		if i < 0 {
			return false
		}
		proves[i] = g.String()
		at[g] = i
	}
	for i, l := range slices.Backward(w.pending) {
		for _, h := range l.hints {
			if h > w.last && proves[i] != "" && proves[h-w.last-1] == "" {
				proves[h-w.last-1] = helper
				w.Helpers++
			}
		}
	}
	numbers, base := make([]int, len(w.pending)), w.last
	for i, l := range w.pending {
		if proves[i] == "" {
			continue
		}
		w.last++
		w.Lemmas++
		numbers[i] = w.last
		b := append(strconv.AppendInt(w.lrat.AvailableBuffer(), int64(w.last), 10), ' ')
		b = append(appendLiterals(b, l.literals), "0 "...)
		for _, h := range l.hints {
			if h > base {
				h = numbers[h-base-1]
			}
			b = append(strconv.AppendInt(b, int64(h), 10), ' ')
		}
		w.lrat.Write(append(b, "0\n"...))
		fmt.Fprintf(w.table, "%d\t%d\t%s\t%s\n", w.last, s.Number, s.Rule, proves[i])
	}
	for _, g := range goals {
		w.facts[g.candidate] = numbers[at[g]]
	}
	return true
}
