package verify

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"setdoku"
)

// NeededRows returns the rows of the table needed for a puzzle: what is left of the path of its record, see
// Path.Needed. runs has the runs of the database. The error wraps ErrPathNotKept if rows of the path were not kept.
func NeededRows(r *setdoku.Record, runs []setdoku.Run) (list []setdoku.Needed, whole, short *Path, err error) {
	if whole, err = PathOf(r); err != nil {
		return nil, nil, nil, err
	}
	whole.Singles = SinglesOf(r, runs)
	if short, err = whole.Needed(); err != nil {
		return nil, nil, nil, fmt.Errorf("puzzle %d: %w", r.PuzzleID, err)
	}
	audit := auditOf(whole)
	for n, s := range short.Steps {
		for k := range s.Deductions {
			for _, c := range conclusions(&s.Deductions[k]) {
				list = append(list, setdoku.Needed{
					Step: n + 1, Cell: c.Cell, Digit: c.Digit, Placement: c.Placement, Rule: s.Rule, Pattern: c.Pattern, AuditStep: audit[c.number()].Step,
				})
			}
		}
	}
	return list, whole, short, nil
}

// SinglesOf returns the singles that the runs of a puzzle had selected. It is empty, and not nil, if there are none.
func SinglesOf(r *setdoku.Record, runs []setdoku.Run) []string {
	list := []string{}
	for _, run := range runs {
		if !slices.ContainsFunc(r.StepRows, func(s setdoku.Step) bool { return s.Run == run.ID }) {
			continue
		}
		for _, name := range run.Techniques {
			if isSingle(name) && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// auditOf returns what a path does to each candidate, by its number.
func auditOf(p *Path) map[int]setdoku.Needed {
	audit := make(map[int]setdoku.Needed)
	for _, s := range p.Steps {
		for k := range s.Deductions {
			for _, c := range conclusions(&s.Deductions[k]) {
				audit[c.number()] = setdoku.Needed{
					Step: s.Step, Cell: c.Cell, Digit: c.Digit, Placement: c.Placement, Rule: s.Rule, Pattern: c.Pattern, AuditStep: s.Step,
				}
			}
		}
	}
	return audit
}

// checkNeeded checks the rows of the table needed, if the puzzle has any: what they place and eliminate stands in the
// audit, each step follows from its patterns in the state that the earlier ones leave, and the path ends as the audit
// does. It does not check that nothing more could be left out.
func checkNeeded(r *setdoku.Record) error {
	if len(r.Needed) == 0 {
		return nil
	}
	rows := slices.SortedFunc(slices.Values(r.Needed), func(a, b setdoku.Needed) int {
		return cmp.Or(cmp.Compare(a.Step, b.Step), cmp.Compare(a.Pattern, b.Pattern), byCellDigit(a.Cell, a.Digit, b.Cell, b.Digit))
	})
	whole, err := PathOf(r)
	if errors.Is(err, ErrPathNotKept) {
		return neededFinding(rows[0], "the row says that it is needed, but %v", ErrPathNotKept)
	} else if err != nil {
		return err
	}
	t := newTrail(whole)
	path, f := t.stated(rows)
	if f != nil {
		return f
	}
	in, err := t.prove(path)
	var wrong *PathError
	switch {
	case errors.As(err, &wrong):
		return neededFinding(rows[slices.IndexFunc(rows, func(n setdoku.Needed) bool { return n.Step == wrong.Step })], "%s: %s", wrong.Deduction.Technique, wrong.Problem)
	case err != nil:
		return err
	}
	last := rows[len(rows)-1]
	if whole.Contradiction != nil {
		if !in.p.ends() {
			return neededFinding(last, "no contradiction follows this row, which is the last")
		}
		return nil
	}
	for i, d := range t.end.digits {
		if d != in.p.digits[i] {
			return neededFinding(last, "%s is not %d after this row, which is the last", setdoku.CellName(i), d)
		}
	}
	return nil
}

// prove returns the end of a path with deductions of the whole one. Of each pattern of the family forcing that does not
// hold as a whole, it proves the rows that the conclusions need, as proves does.
func (t *trail) prove(short *Path) (*pathState, error) {
	in := newPathState(short.Start)
	for k := range short.Steps {
		s := &short.Steps[k]
		if kind := forcingKinds[s.Rule]; kind != nil && kind.inner == nil {
			r := ruleOf(s.Rule)
			for i := range s.Deductions {
				d := &s.Deductions[i]
				if list := conclusions(d); r.proves(&in.in, d.Evidence, list) != nil {
					d.Evidence = t.leastRows(t.stepOf(d), d, list)
				}
			}
		}
		if err := in.step(s); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// stepOf returns the index of the step that has a deduction.
func (t *trail) stepOf(d *setdoku.Deduction) int {
	return slices.IndexFunc(t.path.Steps, func(s PathStep) bool {
		at := s.indexOf(d.Pattern)
		return s.Rule == d.Technique && at >= 0 && slices.Contains(s.Deductions[at].Eliminations, d.Eliminations[0])
	})
}

// ends reports whether p is contradictory: by itself, by two of its singles, or because it has no solution.
func (p *position) ends() bool {
	if _, bad := p.contradiction(); bad {
		return true
	}
	n, _ := p.solutions()
	return n == 0
}

// stated returns the path that the rows state, or a finding for the first row that the audit does not have. The
// numbers of its steps are those of the rows.
func (t *trail) stated(rows []setdoku.Needed) (*Path, *Finding) {
	audit := auditOf(t.path)
	path := &Path{Start: t.path.Start}
	for i, n := range rows {
		if !exists(n.Cell, n.Digit) {
			return nil, neededFinding(n, "there is no cell %d with digit %d", n.Cell, n.Digit)
		}
		c := Conclusion{n.Placement, n.Cell, n.Digit, n.Pattern}
		made, known := audit[c.number()]
		switch {
		case !known || made.Placement != n.Placement || made.Step != n.AuditStep:
			return nil, neededFinding(n, "the row says %s in step %d, but the audit does not", c.name(), n.AuditStep)
		case !isSingle(n.Rule) && (made.Rule != n.Rule || made.Pattern != n.Pattern):
			return nil, neededFinding(n, "the row says %s with pattern %d, but step %d is %s with pattern %d", n.Rule, n.Pattern, made.Step, made.Rule, made.Pattern)
		case i > 0 && rows[i-1].Step == n.Step && rows[i-1].Rule != n.Rule:
			return nil, neededFinding(n, "the row says %s, but step %d is %s", n.Rule, n.Step, rows[i-1].Rule)
		}
		if i == 0 || rows[i-1].Step != n.Step {
			path.Steps = append(path.Steps, PathStep{Step: n.Step, Rule: n.Rule})
		}
		s := &path.Steps[len(path.Steps)-1]
		evidence, f := t.evidenceOfNeeded(n)
		if f != nil {
			return nil, f
		}
		s.add(n.Pattern, func(d *setdoku.Deduction) {
			d.Evidence = evidence
			if n.Placement {
				d.Placements = append(d.Placements, setdoku.Candidate{Cell: n.Cell, Digit: n.Digit})
			} else {
				d.Eliminations = append(d.Eliminations, setdoku.Candidate{Cell: n.Cell, Digit: n.Digit})
			}
		})
	}
	return path, nil
}

// evidenceOfNeeded returns the evidence of the pattern of a row: for a single what its number encodes, otherwise the
// evidence of the audit.
func (t *trail) evidenceOfNeeded(n setdoku.Needed) ([]setdoku.Evidence, *Finding) {
	if isSingle(n.Rule) {
		r := ruleOf(n.Rule)
		rows, err := r.evidence(nil, nil, n.Pattern)
		if err != nil {
			return nil, neededFinding(n, "pattern %d is no %s: %v", n.Pattern, n.Rule, err)
		}
		return rows, nil
	}
	s := &t.path.Steps[n.AuditStep-1]
	return s.Deductions[s.indexOf(n.Pattern)].Evidence, nil
}

func neededFinding(n setdoku.Needed, problem string, args ...any) *Finding {
	return &Finding{Step: n.AuditStep, Table: "needed", Row: fmt.Sprintf("step %d %s", n.Step, cellDigit(n.Cell, n.Digit)), Problem: fmt.Sprintf(problem, args...)}
}
