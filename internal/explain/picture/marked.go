package picture

import (
	"slices"

	"setdoku"
)

// UnitMark is a shaded unit, 0..53.
type UnitMark struct {
	Unit int
	Look Look
}

// CellMark is a framed cell, 0..80, with a letter in its corner if its kind has one.
type CellMark struct {
	Cell   int
	Look   Look
	Letter string
}

// Group is one of the ends of an arrow: a candidate, or several of one digit.
type Group []setdoku.Candidate

// Arrow links two groups. A strong link means: if the first group is false, the second is true. A weak link means: if
// the first is true, the second is false.
type Arrow struct {
	From, To Group
	Strong   bool
	Directed bool   // the pattern reads the link from From to To
	Letter   string // of the set that makes a weak link, "" for none
	Look     Look   // of the set
}

// Marked has the marks of a pattern in a text or a picture.
type Marked struct {
	*Pattern
	Shaded []UnitMark
	Framed []CellMark
	Bands  [][]int // cells to join by a line, around a rectangle or along a loop
	Looks  map[setdoku.Candidate]Look
	Marks  map[setdoku.Candidate]PatternMark // of a text, which has also the digits of filled cells and the effect
	Order  map[setdoku.Candidate]int         // order in which forcing places and eliminates candidates, from 1
	OneOf  bool                              // one of several hypotheses is true, and one is shown
	Groups []Group                           // of several candidates
	Arrows []Arrow
}

// Marked returns the marks of the pattern. The order of the parts is the order in which the techniques write them (see
// the headers of sql/*.sql): links are between the nodes that they join. A part with an unknown role is marked as a
// part of the pattern.
func (p *Pattern) Marked() *Marked {
	m := &Marked{Pattern: p, Looks: make(map[setdoku.Candidate]Look), Marks: make(map[setdoku.Candidate]PatternMark),
		Order: make(map[setdoku.Candidate]int)}
	for _, c := range p.Placements {
		m.mark(c, Placed)
	}
	for _, c := range p.Eliminations {
		m.mark(c, Goes)
	}
	switch p.Kind() {
	case OfChain:
		m.chain()
	case OfNets:
		m.nets()
	case OfSets:
		m.sets()
	case OfCorners:
		m.showRectangle()
	case OfForcing:
		m.forcing()
	case OfFish:
		m.fish()
	default:
		m.plain()
		m.wings()
	}
	return m
}

// Sorted returns the keys of a map by cell and digit.
func Sorted[V any](m map[setdoku.Candidate]V) (list []setdoku.Candidate) {
	for c := range m {
		list = append(list, c)
	}
	slices.SortFunc(list, setdoku.Candidate.Compare)
	return list
}

// newGroup returns the candidates of a digit in cells.
func newGroup(digit uint8, cells ...int) (g Group) {
	for _, i := range cells {
		g = append(g, setdoku.CandidateAt(i, digit))
	}
	return g
}

// mark marks a digit in a text. The first mark stays.
func (m *Marked) mark(c setdoku.Candidate, mark PatternMark) {
	if _, known := m.Marks[c]; mark.Letter != 0 && !known {
		m.Marks[c] = mark
	}
}

// markDigits marks digits of a cell in a text.
func (m *Marked) markDigits(cell int, digits setdoku.DigitSet, mark PatternMark) {
	for _, d := range digits.Digits() {
		m.mark(setdoku.CandidateAt(cell, d), mark)
	}
}

// spot marks a candidate in a picture and in a text. The first look and the first mark stay.
func (m *Marked) spot(c setdoku.Candidate, l Look, mark PatternMark) {
	if !m.Live[c.Cell.Index()].Has(c.Digit) {
		return
	}
	m.mark(c, mark)
	if _, known := m.Looks[c]; l != None && !known {
		m.Looks[c] = l
	}
}

// spots marks several candidates.
func (m *Marked) spots(g Group, l Look, mark PatternMark) {
	for _, c := range g {
		m.spot(c, l, mark)
	}
}

// frame marks a cell, once for each letter, unless its look is None.
func (m *Marked) frame(cell int, l Look, letter string) {
	if k := (CellMark{cell, l, letter}); l != None && !slices.Contains(m.Framed, k) {
		m.Framed = append(m.Framed, k)
	}
}

// shade marks a unit once.
func (m *Marked) shade(unit int, l Look) {
	if k := (UnitMark{unit, l}); !slices.Contains(m.Shaded, k) {
		m.Shaded = append(m.Shaded, k)
	}
}

// link adds an arrow unless one of its ends is missing.
func (m *Marked) link(a Arrow) {
	if len(a.From) > 0 && len(a.To) > 0 {
		m.Arrows = append(m.Arrows, a)
	}
}

// strongUnit marks the places of a digit in the unit of a part, and links them if there are two.
func (m *Marked) strongUnit(q Part, mark PatternMark) {
	places := newGroup(q.Digit, m.Places(q.Unit, q.Digit)...)
	m.spots(places, Disc, mark)
	if len(places) == 2 {
		m.link(Arrow{From: places[:1], To: places[1:], Strong: true})
	}
}

// aloneDigits returns the digits of the parts that say which digits the pattern is about.
func (m *Marked) aloneDigits() (digits setdoku.DigitSet) {
	for _, q := range m.Role("digit") {
		if q.Cell < 0 && q.Digit > 0 {
			digits |= setdoku.NewDigitSet(q.Digit)
		}
	}
	return digits
}
