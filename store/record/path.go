package record

import (
	"cmp"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
)

// StepsMost is the greatest number of steps that a puzzle can have: each removes a candidate, but a search that
// finds several solutions does not.
const StepsMost = setdoku.CellCount*9 + 1

// Path returns the path that the record states, as far as its rows were stored. It proves nothing. It sorts the rows of
// the record by step. Of a damaged record with too many steps it has the first StepsMost. decode returns the parts of a
// pattern of a technique that follow from the pattern's integer; it is called if the record has only stored evidence.
func (r *Puzzle) Path(decode func(rule string, pattern int64) []setdoku.Evidence) *setdoku.Path {
	p := &setdoku.Path{Start: r.Start, Status: r.Status}
	if !r.StoredEvidence {
		decode = func(string, int64) []setdoku.Evidence { return nil }
	}
	// A row by hand without a step, which no trigger has completed, counts as part of the start.
	for _, c := range r.Placements {
		if c.Step < 0 && c.Candidate().Valid() && p.Start.Filled()[c.Cell.Index()] == 0 {
			p.Start.Placed[c.Cell.Index()] = c.Digit
		}
	}
	for _, c := range r.Eliminations {
		if c.Step < 0 && c.Candidate().Valid() {
			p.Start.Deleted[c.Cell.Index()] |= setdoku.NewDigitSet(c.Digit)
		}
	}
	p.Steps = r.steps(min(max(r.Steps, 0), StepsMost), decode)
	for _, selection := range r.Selections {
		names, _, _ := strings.Cut(selection, " ")
		p.Singles = addSingles(p.Singles, strings.Split(names, ","))
	}
	if r.Status == setdoku.StatusInvalid && len(r.Contradictions) > 0 {
		c := r.Contradictions[0]
		p.Contradiction = &c
	}
	if r.Status.Unfinished() && len(r.Candidates) > 0 {
		p.Live = new([setdoku.CellCount]setdoku.DigitSet)
		for _, c := range r.Candidates {
			if c.Valid() {
				p.Live[c.Cell.Index()] |= setdoku.NewDigitSet(c.Digit)
			}
		}
	}
	return p
}

// Singles returns the singles that the runs of the steps selected, nil if no step has a run.
func (r *Puzzle) Singles(runs []Run) (list []string) {
	for _, run := range runs {
		if slices.ContainsFunc(r.StepRows, func(s StepRow) bool { return s.Run == run.ID }) {
			list = addSingles(list, run.Techniques)
		}
	}
	return list
}

// addSingles adds the singles among techniques to a list. The list is then not nil: it is known, even if it is empty.
func addSingles(list []string, techniques []string) []string {
	list = append([]string{}, list...)
	for _, name := range techniques {
		if catalogue.IsSingle(name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// steps returns the steps 1 to last.
func (r *Rows) steps(last int, decode func(rule string, pattern int64) []setdoku.Evidence) []setdoku.Step {
	list := make([]setdoku.Step, last)
	byPattern := func(a, b Change) int {
		return cmp.Or(a.Step-b.Step, cmp.Compare(a.Pattern, b.Pattern), a.Candidate().Compare(b.Candidate()))
	}
	slices.SortFunc(r.StepRows, func(a, b StepRow) int { return a.Step - b.Step })
	slices.SortFunc(r.Placements, byPattern)
	slices.SortFunc(r.Eliminations, byPattern)
	slices.SortFunc(r.Evidence, func(a, b setdoku.Evidence) int {
		return cmp.Or(a.Step-b.Step, cmp.Compare(a.Pattern, b.Pattern), a.Ordinal-b.Ordinal)
	})
	rows, placements, eliminations, evidence := r.StepRows, r.Placements, r.Eliminations, r.Evidence
	stepOf := func(c *Change) int { return c.Step }
	for n := 0; n <= last; n++ {
		row := take(&rows, n, func(s *StepRow) int { return s.Step })
		placed, eliminated := take(&placements, n, stepOf), take(&eliminations, n, stepOf)
		shown := take(&evidence, n, func(e *setdoku.Evidence) int { return e.Step })
		if n == 0 {
			continue
		}
		s := &list[n-1]
		s.Number = n
		switch {
		case len(row) > 0:
			s.Rule, s.Rounds = row[0].Rule, row[0].Rounds
			s.Missing = max(row[0].Placements-len(placed), 0) + max(row[0].Eliminations-len(eliminated), 0)
		case len(placed) > 0:
			s.Rule = placed[0].Rule
		case len(eliminated) > 0:
			s.Rule = eliminated[0].Rule
		}
		group(s, placed, eliminated, shown, decode)
	}
	return list
}

// take returns the rows of step n, and removes them and all earlier ones.
func take[T any](rows *[]T, n int, step func(*T) int) []T {
	low := 0
	for low < len(*rows) && step(&(*rows)[low]) < n {
		low++
	}
	high := low
	for high < len(*rows) && step(&(*rows)[high]) == n {
		high++
	}
	taken := (*rows)[low:high]
	*rows = (*rows)[high:]
	return taken
}

// group makes the deductions of a step of its changes, which are by pattern, and adds the evidence to them.
func group(s *setdoku.Step, placed, eliminated []Change, evidence []setdoku.Evidence,
	decode func(rule string, pattern int64) []setdoku.Evidence) {
	for len(placed)+len(eliminated) > 0 {
		d := setdoku.Deduction{Technique: s.Rule, Asked: s.Rule}
		if len(placed) > 0 && (len(eliminated) == 0 || placed[0].Pattern <= eliminated[0].Pattern) {
			d.Pattern = placed[0].Pattern
		} else {
			d.Pattern = eliminated[0].Pattern
		}
		d.Placements, d.Eliminations = candidates(&placed, d.Pattern), candidates(&eliminated, d.Pattern)
		d.Evidence = decode(s.Rule, d.Pattern)
		for len(evidence) > 0 && evidence[0].Pattern < d.Pattern {
			evidence = evidence[1:]
		}
		shown := 0
		for shown < len(evidence) && evidence[shown].Pattern == d.Pattern {
			shown++
		}
		if d.Evidence == nil {
			d.Evidence = evidence[:shown:shown]
		} else {
			d.Evidence = append(d.Evidence, evidence[:shown]...)
		}
		evidence = evidence[shown:]
		s.Deductions = append(s.Deductions, d)
	}
}

// candidates returns what the first rows change, those with a pattern, and removes these rows.
func candidates(rows *[]Change, pattern int64) (list []setdoku.Candidate) {
	for len(*rows) > 0 && (*rows)[0].Pattern == pattern {
		list = append(list, (*rows)[0].Candidate())
		*rows = (*rows)[1:]
	}
	return list
}

// Counts returns the number of placements and of eliminations of a step. Those that were not stored count as
// eliminations: every audit level keeps the placements.
func Counts(s *setdoku.Step) (placements, eliminations int) {
	for i := range s.Deductions {
		placements += len(s.Deductions[i].Placements)
		eliminations += len(s.Deductions[i].Eliminations)
	}
	return placements, eliminations + s.Missing
}

// Changes returns the placements and the eliminations of a step, by cell and digit.
func Changes(s *setdoku.Step) (placements, eliminations []Change) {
	of := func(list []Change, d *setdoku.Deduction, changed []setdoku.Candidate) []Change {
		for _, c := range changed {
			list = append(list, Change{s.Number, c.Cell, c.Digit, s.Rule, d.Pattern})
		}
		return list
	}
	for i := range s.Deductions {
		d := &s.Deductions[i]
		placements, eliminations = of(placements, d, d.Placements), of(eliminations, d, d.Eliminations)
	}
	for _, list := range [][]Change{placements, eliminations} {
		slices.SortFunc(list, func(a, b Change) int { return a.Candidate().Compare(b.Candidate()) })
	}
	return placements, eliminations
}
