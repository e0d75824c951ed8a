package picture

import (
	"slices"

	"setdoku"
	"setdoku/internal/tell/marking"
)

// candidate is a digit, 1..9, in a cell, 0..80.
type candidate struct {
	cell  int
	digit uint8
}

func candidates(list []setdoku.Candidate) []candidate {
	out := make([]candidate, len(list))
	for i, c := range list {
		out[i] = candidate{setdoku.CellIndex(c.Cell), c.Digit}
	}
	return out
}

// unitMark is a shaded unit.
type unitMark struct {
	unit int // index in setdoku.Units
	look marking.Look
}

// cellMark is a framed cell, with a letter in its corner if its kind has one.
type cellMark struct {
	cell   int
	look   marking.Look
	letter string
}

// node is an end of an edge: a candidate, or a group of candidates of one digit.
type node []candidate

// edge links two nodes. A strong edge means: if the first node is false, the second is true. A weak edge means: if
// the first is true, the second is false.
type edge struct {
	from, to node
	strong   bool
	arrow    bool   // the direction is from from to to
	through  string // letter of the set that makes a weak link, "" for none
	hue      paint  // color of the letter
}

// pattern is what is drawn for the parts of a diagram.
type pattern struct {
	units  []unitMark
	cells  []cellMark
	bands  [][4]int // corners of rectangles: top left, top right, bottom left, bottom right
	spots  map[candidate]marking.Look
	order  map[candidate]int // order in which forcing places and eliminates candidates, from 1
	oneOf  bool              // one of several hypotheses is true, and one is shown
	groups []node
	edges  []edge
	struck []candidate

	live  [setdoku.CellCount]setdoku.DigitSet
	parts []setdoku.Evidence
	d     *Diagram
}

// read interprets the parts of a diagram. Their order is the order in which the techniques write them (see the
// heads of sql/*.sql): links stand between the nodes that they join.
func read(d Diagram) *pattern {
	p := &pattern{spots: make(map[candidate]marking.Look), order: make(map[candidate]int), live: d.State.Candidates(),
		parts: d.Parts, d: &d, struck: candidates(d.Eliminations)}
	switch {
	case p.hasClass(setdoku.ClassNode):
		p.chain()
	case p.has("color"):
		p.coloring()
	case p.hasClass(setdoku.ClassSet):
		p.sets()
	case p.hasClass(setdoku.ClassOpen), p.hasClass(setdoku.ClassCorner):
		p.rectangle()
	case p.has("assume"), p.has("contradiction"):
		p.forcing()
	case p.hasClass(setdoku.ClassCover):
		p.fish()
	default:
		p.plain()
		p.links()
	}
	return p
}

func (p *pattern) has(role string) bool {
	return slices.ContainsFunc(p.parts, func(q setdoku.Evidence) bool { return q.Role == role })
}

func (p *pattern) hasClass(class setdoku.Class) bool {
	return slices.ContainsFunc(p.parts, func(q setdoku.Evidence) bool { return classOf(q) == class })
}

// classOf returns the class of the role of a part.
func classOf(q setdoku.Evidence) setdoku.Class {
	class, _ := setdoku.ClassOf(q.Role)
	return class
}

// unitOf returns the index in setdoku.Units of the unit of a part.
func unitOf(q setdoku.Evidence) int { return q.Unit - 1 }

// places returns the candidates of a digit in a unit.
func (p *pattern) places(unit int, digit uint8) (out []candidate) {
	for _, i := range setdoku.Units[unit] {
		if p.holds(i, digit) {
			out = append(out, candidate{i, digit})
		}
	}
	return out
}

// holds reports whether a cell has a live candidate.
func (p *pattern) holds(cell int, digit uint8) bool { return p.live[cell].Has(digit) }

// spot marks a candidate. The first look of a candidate stays.
func (p *pattern) spot(c candidate, l marking.Look) {
	if _, known := p.spots[c]; l != marking.None && !known && p.holds(c.cell, c.digit) {
		p.spots[c] = l
	}
}

// frame marks a cell, once for each letter, unless its look is None.
func (p *pattern) frame(i int, l marking.Look, letter string) {
	m := cellMark{i, l, letter}
	if l != marking.None && !slices.Contains(p.cells, m) {
		p.cells = append(p.cells, m)
	}
}

// shade marks a unit once.
func (p *pattern) shade(unit int, l marking.Look) {
	m := unitMark{unit, l}
	if !slices.Contains(p.units, m) {
		p.units = append(p.units, m)
	}
}

// digitsOf returns the digits of the parts with role digit.
func (p *pattern) digitsOf() (out []uint8) {
	for _, q := range p.parts {
		if q.Role == "digit" && q.Digit > 0 && q.Cell == 0 {
			out = append(out, q.Digit)
		}
	}
	return out
}

// fish shades the base and cover units. It marks the places of the digit in the base units, and the fins
// differently.
func (p *pattern) fish() {
	for _, q := range p.parts {
		if q.Cell > 0 && q.Digit > 0 {
			p.spot(candidate{setdoku.CellIndex(q.Cell), q.Digit}, marking.Of(q.Role).Spot)
		}
	}
	for _, q := range p.parts {
		if q.Unit == 0 {
			continue
		}
		if p.shade(unitOf(q), marking.Of(q.Role).Frame); classOf(q) == setdoku.ClassCover {
			continue
		}
		for _, c := range p.places(unitOf(q), q.Digit) {
			p.spot(c, marking.Disc)
		}
	}
}

// plain marks the units, cells and candidates of the parts, and the digits of the pattern in its cells.
func (p *pattern) plain() {
	digits := p.digitsOf()
	cells, singles := false, 0
	for _, q := range p.parts {
		if q.Role == "single" {
			singles++
		}
	}
	for _, q := range p.parts {
		if q.Unit > 0 && singles < 2 { // the units of several singles would cover the grid
			p.shade(unitOf(q), marking.Solid)
			if q.Digit > 0 && q.Cell == 0 {
				p.strongUnit(q)
			}
		}
		if q.Cell == 0 {
			continue
		}
		cells = true
		i := setdoku.CellIndex(q.Cell)
		how := marking.Of(q.Role)
		p.frame(i, how.Frame, how.Tab)
		if q.Digit > 0 {
			p.spot(candidate{i, q.Digit}, marking.Disc)
		}
		for _, digit := range digits {
			p.spot(candidate{i, digit}, marking.Disc)
		}
	}
	if cells {
		return
	}
	for i := range p.live { // the pattern is about the digit in the whole grid
		for _, digit := range digits {
			p.spot(candidate{i, digit}, marking.Disc)
		}
	}
}

// strongUnit marks the places of a digit in a unit, and links them if there are two.
func (p *pattern) strongUnit(q setdoku.Evidence) {
	list := p.places(unitOf(q), q.Digit)
	for _, c := range list {
		p.spot(c, marking.Disc)
	}
	if len(list) == 2 {
		p.edges = append(p.edges, edge{from: node{list[0]}, to: node{list[1]}, strong: true})
	}
}

// rectangle marks the corners of a rectangle, the other cells of its pattern, and its strong units.
func (p *pattern) rectangle() {
	var corners []int
	for _, q := range p.parts {
		switch {
		case q.Cell > 0:
			p.frame(setdoku.CellIndex(q.Cell), marking.Of(q.Role).Frame, "")
			if classOf(q) == setdoku.ClassOpen || classOf(q) == setdoku.ClassCorner {
				corners = append(corners, setdoku.CellIndex(q.Cell))
			}
		case q.Unit > 0 && q.Digit > 0:
			p.shade(unitOf(q), marking.Solid)
			p.strongUnit(q)
		}
	}
	slices.Sort(corners)
	for k := 0; k+3 < len(corners); k += 4 {
		p.bands = append(p.bands, [4]int(corners[k:k+4]))
	}
	for _, i := range corners {
		for _, digit := range p.digitsOf() {
			p.spot(candidate{i, digit}, marking.Disc)
		}
	}
}
