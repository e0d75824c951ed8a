package verify

import (
	"fmt"
	"slices"

	"setdoku"
	reasons "setdoku/internal/hypothesis" // the package has a type hypothesis
)

// stepProofs keeps what the patterns of a step prove at one position, by pattern. A pattern that does not hold there
// has a nil proof.
type stepProofs struct {
	at position
	of map[int64]proof
}

// proves reads a pattern of step n at the current position. It returns the rows that prove the conclusions wanted, and
// whether there are any: all rows of the pattern, or those that the conclusions need.
//
// A pattern of the family forcing has all that followed in its hypotheses, and most of that does not matter. Where the
// path is shortened, some of these rows may not hold any more. Of the techniques with hypotheses inside hypotheses all
// rows must hold, because it takes too long to find out which of them matter.
func (t *trail) proves(n int, r *rule, d *setdoku.Deduction, wanted []Conclusion) (rows []setdoku.Evidence, ok bool) {
	if len(d.Evidence) == 0 || r.namesOnly {
		t.readings++
		return d.Evidence, r.proves(&t.in.in, d.Evidence, wanted) == nil
	}
	if p := t.proofOf(n, r, d); p != nil && decidesAll(p, wanted) {
		return d.Evidence, true
	}
	if kind := forcingKinds[t.path.Steps[n].Rule]; kind == nil || kind.inner != nil {
		return nil, false
	}
	rows = t.leastRows(n, d, wanted)
	t.readings++
	return rows, r.proves(&t.in.in, rows, wanted) == nil
}

func decidesAll(p proof, wanted []Conclusion) bool {
	return !slices.ContainsFunc(wanted, func(c Conclusion) bool { return !p.decides(c) })
}

// proofOf returns what the rows of a pattern of step n prove at the current position, or nil if they do not hold.
func (t *trail) proofOf(n int, r *rule, d *setdoku.Deduction) proof {
	known := &t.proofs[n]
	if known.of == nil || known.at != t.in.p {
		known.at, known.of = t.in.p, make(map[int64]proof)
	}
	p, read := known.of[d.Pattern]
	if !read {
		t.readings += 1 + len(d.Evidence)/rowsOfReading
		var err error
		if p, err = r.proofOf(&t.in.in, d.Evidence); err != nil {
			p = nil
		}
		known.of[d.Pattern] = p
	}
	return p
}

// leastRows returns the rows of a pattern of the family forcing in step n that some of its conclusions need. If the rows
// do not fit, they are returned as they are; whoever proves them will say why.
func (t *trail) leastRows(n int, d *setdoku.Deduction, wanted []Conclusion) []setdoku.Evidence {
	key := fmt.Sprint(n, " ", d.Pattern)
	list := make([]setdoku.Candidate, len(wanted))
	for i, c := range wanted {
		list[i] = setdoku.Candidate{Cell: c.Cell, Digit: c.Digit}
		key += " " + c.name()
	}
	if rows, known := t.least[key]; known {
		return rows
	}
	t.readings += len(d.Evidence)
	rows := d.Evidence
	if p, err := reasons.Read(t.starts[n].state(), d.Evidence); err == nil {
		rows = p.Needed(list).Rows()
		for i := range rows {
			rows[i].Step, rows[i].Pattern = d.Evidence[0].Step, d.Evidence[0].Pattern
		}
	}
	t.least[key] = rows
	return rows
}
