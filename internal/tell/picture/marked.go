package picture

import (
	"cmp"
	"slices"

	"setdoku"
	"setdoku/internal/tell/marking"
)

// Marked is what a picture of a diagram marks, for a page that draws its own board.
type Marked struct {
	Units      []int // 1..27, shaded
	Cells      []int // 11..99, framed
	Candidates []MarkedCandidate
	Links      []MarkedLink
}

// MarkedCandidate is a candidate of the pattern.
type MarkedCandidate struct {
	setdoku.Candidate
	Look marking.Look
}

// MarkedLink joins two nodes of a pattern, each a candidate or a group of candidates of one digit. A strong link means: if the
// first node is false, the second is true. A weak link means: if the first is true, the second is false.
type MarkedLink struct {
	From, To []setdoku.Candidate
	Strong   bool
}

// MarkedBy returns what a picture of a diagram marks.
func MarkedBy(d Diagram) (m Marked) {
	p := read(d)
	for _, u := range p.units {
		m.Units = append(m.Units, u.unit+1)
	}
	for _, c := range p.cells {
		m.Cells = append(m.Cells, setdoku.CellNumber(c.cell))
	}
	for c, look := range p.spots {
		m.Candidates = append(m.Candidates, MarkedCandidate{c.public(), look})
	}
	slices.SortFunc(m.Candidates, func(a, b MarkedCandidate) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
	})
	for _, e := range p.edges {
		m.Links = append(m.Links, MarkedLink{From: e.from.public(), To: e.to.public(), Strong: e.strong})
	}
	slices.Sort(m.Units)
	slices.Sort(m.Cells)
	m.Units, m.Cells = slices.Compact(m.Units), slices.Compact(m.Cells)
	return m
}

// public returns the candidate with the number of its cell.
func (c candidate) public() setdoku.Candidate {
	return setdoku.Candidate{Cell: setdoku.CellNumber(c.cell), Digit: c.digit}
}

func (n node) public() (list []setdoku.Candidate) {
	for _, c := range n {
		list = append(list, c.public())
	}
	return list
}
