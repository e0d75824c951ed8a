package verify

import (
	"setdoku"
)

// forcingKind is a technique of the family forcing.
type forcingKind struct {
	contradictions, verities bool
	// close brings a hypothesis to its fixed point. It reports whether there is no contradiction.
	close func(*closure) bool
	// roles are those that the hypotheses have between their assumption and their contradiction.
	roles []string
	// inner refutes a candidate inside a hypothesis; nil if the technique has no hypotheses inside hypotheses.
	inner []func(*closure) bool
}

// The techniques of the family forcing.
var forcingKinds = map[string]*forcingKind{
	"forcing":          {contradictions: true, close: (*closure).run, roles: []string{"place"}},
	"forcing_verity":   {verities: true, close: (*closure).run, roles: []string{"place"}},
	"forcing_plus":     {contradictions: true, verities: true, close: (*closure).runFamilies, roles: []string{"place", "eliminate"}},
	"nested_forcing":   {contradictions: true, verities: true, close: (*closure).runForcing, roles: []string{"place", "refute"}, inner: refuters[:1]},
	"nested_forcing_2": {contradictions: true, verities: true, close: (*closure).runForcing, roles: []string{"place", "refute"}, inner: refuters[:]},
}

// refuters bring a hypothesis inside a hypothesis to its fixed point, the cheapest first.
var refuters = [2]func(*closure) bool{(*closure).run, (*closure).runForcing}

// forcing returns the rule of a technique of the family. Verify searches for those without hypotheses inside
// hypotheses, and knows the smallest patterns.
func forcing(technique string) rule {
	k := forcingKinds[technique]
	r := rule{keyed: true, argue: k.argue, whole: k.whole}
	if k.inner == nil {
		r.find = k.find
	}
	if k.inner == nil && len(k.roles) == 1 {
		r.evidence = k.evidence
	}
	return r
}

// runForcing places singles and removes the candidates that forcing refutes, until nothing is left. It reports
// whether there is no contradiction.
func (c *closure) runForcing() bool {
	for changed := true; changed; {
		if !c.run() {
			return false
		}
		changed = false
		for i := range c.marks {
			for rest := c.marks[i]; rest != 0 && !c.settled[i]; rest &= rest - 1 {
				d := rest.Lowest()
				if !c.marks[i].Has(d) || !c.refutes(i, d, (*closure).run) {
					continue
				}
				changed = true
				if c.remove(i, d); !c.run() {
					return false
				}
			}
		}
	}
	return true
}

// refutes reports whether the assumption that cell i is d ends in a contradiction.
func (c *closure) refutes(i int, d uint8, close func(*closure) bool) bool {
	h := *c
	h.assume(i, d)
	return !close(&h)
}

// outcome is how a hypothesis ended: with a contradiction, or with the candidates and placed digits that are left.
type outcome struct {
	ended  bool // the hypothesis was followed to its end
	dead   bool
	placed int // placements that follow from the assumption
	alive  [setdoku.CellCount]set
}

// outcomes returns how the hypotheses of all candidates of p end, by candidate.
func (k *forcingKind) outcomes(p *position) *[setdoku.CellCount * 9]outcome {
	var list [setdoku.CellCount * 9]outcome
	start := closureOf(p)
	for i, m := range p.marks {
		for ; m != 0; m &= m - 1 {
			h := *start
			h.assume(i, m.Lowest())
			o := &list[candidate(i, m.Lowest())]
			o.ended, o.dead = true, !k.close(&h)
			if !o.dead {
				o.placed, o.alive = h.placed-1, h.marks
			}
		}
	}
	return &list
}

// find collects what the technique proves, with the smallest pattern of each elimination.
func (k *forcingKind) find(s *positionIndex, f *findings) {
	list := k.outcomes(s.position)
	for c, o := range list {
		if k.contradictions && o.dead {
			f.add(c/9, uint8(c%9+1), k.refutationKey(c/9, uint8(c%9+1)))
		}
	}
	if !k.verities {
		return
	}
	for i, m := range s.marks {
		if m != 0 {
			findVerity(s.position, f, list, candidatesOf(i, m), verity{cell: i})
		}
	}
	for u := range setdoku.Units {
		for missing := s.missing(u); missing != 0; missing &= missing - 1 {
			d := missing.Lowest()
			findVerity(s.position, f, list, placesIn(u, s.places(u, d), d), verity{cell: -1, unit: u, digit: d})
		}
	}
}

// candidatesOf returns the numbers of the candidates m of cell i.
func candidatesOf(i int, m set) (list []int) {
	for ; m != 0; m &= m - 1 {
		list = append(list, candidate(i, m.Lowest()))
	}
	return list
}

// placesIn returns the numbers of the candidates of digit d at these positions of unit u, by cell.
func placesIn(u int, positions set, d uint8) (list []int) {
	for ; positions != 0; positions &= positions - 1 {
		list = append(list, candidate(setdoku.Units[u][positions.Lowest()-1], d))
	}
	return list
}

// verity is a set of hypotheses one of which is true: all candidates of a cell, or all places of a digit in a unit.
type verity struct {
	cell  int // 0..80, or -1
	unit  int // 0..26
	digit uint8
}

// key returns the pattern of a verity with this number of hypotheses and placements.
func (v verity) key(hypotheses, placements int) int64 {
	if v.cell >= 0 {
		return forcingKey(hypotheses, placements, 0, setdoku.CellNumber(v.cell), 0)
	}
	return forcingKey(hypotheses, placements, v.unit+1, 0, v.digit)
}

// forcingKey returns the pattern with these fields. unit is 1..27 or 0, cell 11..99 or 0.
func forcingKey(hypotheses, placements, unit, cell int, d uint8) int64 {
	return (((int64(hypotheses)*1000+int64(placements))*28+int64(unit))*100+int64(cell))*10 + int64(d)
}

// refutationKey returns the pattern of the refutation of a candidate. The patterns of forcing name only the candidate.
func (k *forcingKind) refutationKey(cell int, d uint8) int64 {
	if !k.verities {
		return madeUpPattern(cell, d)
	}
	return forcingKey(1, 0, 0, setdoku.CellNumber(cell), d)
}

// findVerity adds the candidates of p that are left in none of the hypotheses of a set.
func findVerity(p *position, f *findings, list *[setdoku.CellCount * 9]outcome, hypotheses []int, v verity) {
	var alive [setdoku.CellCount]set
	placements := 0
	for _, c := range hypotheses {
		placements += list[c].placed
		for i, m := range list[c].alive {
			alive[i] |= m
		}
	}
	pattern := v.key(len(hypotheses), placements)
	for i, m := range p.marks {
		f.addAll(i, m&^alive[i], pattern)
	}
}
