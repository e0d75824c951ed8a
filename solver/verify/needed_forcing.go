package verify

import (
	"fmt"

	"setdoku"
	reasons "setdoku/internal/hypothesis" // the package has a type hypothesis
)

// rows returns the rows of a deduction of step n that these of its conclusions need. A pattern of the family forcing
// has all that followed in its hypotheses, and most of that does not matter. Such rows would not hold any more where
// the path is shortened.
func (t *trail) rows(n int, d *setdoku.Deduction, wanted []Conclusion) []setdoku.Evidence {
	s := &t.path.Steps[n]
	if forcingKinds[s.Rule] == nil || len(d.Evidence) == 0 {
		return d.Evidence
	}
	key := fmt.Sprint(n, d.Pattern)
	for _, c := range wanted {
		key += " " + c.name()
	}
	rows, known := t.least[key]
	if !known {
		rows = leastRows(t.starts[n].state(), d, wanted)
		t.least[key] = rows
	}
	return rows
}

// leastRows returns the rows of a pattern of the family forcing that some of its conclusions need. In state s the whole
// pattern holds. If the rows do not fit, they are returned as they are; whoever proves them will say why.
func leastRows(s setdoku.State, d *setdoku.Deduction, wanted []Conclusion) []setdoku.Evidence {
	p, err := reasons.Read(s, d.Evidence)
	if err != nil {
		return d.Evidence
	}
	list := make([]setdoku.Candidate, len(wanted))
	for i, c := range wanted {
		list[i] = setdoku.Candidate{Cell: c.Cell, Digit: c.Digit}
	}
	rows := p.Needed(list).Rows()
	for i := range rows {
		rows[i].Step, rows[i].Pattern = d.Evidence[0].Step, d.Evidence[0].Pattern
	}
	return rows
}
