package picture

import (
	"setdoku"
	"setdoku/internal/hypothesis"
	"setdoku/internal/tell/marking"
)

// forcing marks one hypothesis: the assumption, what follows in its order as far as the effect needs it, and the
// contradiction. For a set of hypotheses it also marks the set.
func (p *pattern) forcing() {
	all, err := hypothesis.Read(p.d.State, p.parts)
	if err != nil {
		p.forcingRows(p.parts)
		return
	}
	needed := all.Needed(p.d.Eliminations)
	if needed.Set != nil {
		p.oneOf = true
		if needed.Set.Role == "cell" {
			p.frame(setdoku.CellIndex(needed.Set.Cell), marking.Solid, "")
		} else {
			p.shade(unitOf(*needed.Set), marking.Solid)
		}
	}
	shown := needed.Shown()
	rows := []setdoku.Evidence{{Role: "assume", Cell: shown.Assumed.Cell, Digit: shown.Assumed.Digit}}
	for _, s := range shown.Steps {
		rows = append(rows, s.Row)
	}
	if shown.End != nil {
		rows = append(rows, shown.End.Row)
	}
	p.forcingRows(rows)
	for _, b := range needed.Branches {
		p.spot(candidate{setdoku.CellIndex(b.Assumed.Cell), b.Assumed.Digit}, marking.Ring)
	}
}

// forcingRows marks the rows of one hypothesis.
func (p *pattern) forcingRows(rows []setdoku.Evidence) {
	for _, q := range rows {
		var c candidate
		if q.Cell > 0 {
			c = candidate{setdoku.CellIndex(q.Cell), q.Digit}
		}
		switch {
		case q.Role == "contradiction" && q.Unit > 0:
			p.shade(unitOf(q), marking.Dotted)
			for _, at := range p.places(unitOf(q), q.Digit) {
				p.spot(at, marking.Ring)
			}
		case q.Role == "contradiction" && q.Cell > 0:
			p.frame(c.cell, marking.Dotted, "")
		case q.Cell == 0 || q.Digit == 0:
		default:
			p.spot(c, marking.Of(q.Role).Spot)
			if _, known := p.order[c]; !known && q.Role != "assume" {
				p.order[c] = len(p.order) + 1
			}
		}
	}
}
