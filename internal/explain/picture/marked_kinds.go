package picture

import (
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/forcing"
)

// chain marks the nodes and links of a chain. At an end with an almost locked set it links the end with the eliminated
// candidates.
func (m *Marked) chain() {
	c := m.Chain()
	for k, n := range c.Nodes {
		node := newGroup(n.Digit, n.Cells...)
		m.spots(node, Disc, [2]PatternMark{OffNode, OnNode}[k%2])
		if same := func(g Group) bool { return slices.Equal(node, g) }; len(node) > 1 &&
			!slices.ContainsFunc(m.Groups, same) {
			m.Groups = append(m.Groups, node)
		}
	}
	var letters [][]int // the sets that have letters
	through := func(set []int) (a Arrow) {
		k := slices.IndexFunc(letters, func(known []int) bool { return slices.Equal(known, set) })
		if k < 0 {
			k = len(letters)
			letters = append(letters, set)
		}
		a.Letter, a.Look = m.set(k, set, almostLocked)
		return a
	}
	var last Group
	for k, n := range c.Nodes {
		node := newGroup(n.Digit, n.Cells...)
		switch {
		case node == nil:
		case k == 0 && c.Before != nil:
			m.reach(node, through(c.Before))
		case last != nil && k <= len(c.Links):
			link := c.Links[k-1]
			a := Arrow{Strong: link.Role != "weak"}
			if link.Set != nil {
				a = through(link.Set)
			}
			a.From, a.To, a.Directed = last, node, true
			m.link(a)
		}
		last = node
	}
	if c.After != nil && last != nil {
		m.reach(last, through(c.After))
	}
}

// reach links an end of a chain with the eliminated candidates, through the set at that end.
func (m *Marked) reach(end Group, through Arrow) {
	for _, c := range m.Eliminations {
		if slices.Contains(end, c) {
			continue
		}
		through.From, through.To = end, Group{c}
		known := slices.ContainsFunc(m.Arrows, func(a Arrow) bool { // a loop may return to its start
			return slices.Equal(a.From, end) && slices.Equal(a.To, through.To) && a.Letter == through.Letter
		})
		if !known {
			m.link(through)
		}
	}
}

// set frames the cells of set number k, from 0, and returns its letter and its look.
func (m *Marked) set(k int, cells []int, means string) (letter string, look Look) {
	letter, look = SetName(k), SetA+Look(k%4)
	for _, i := range cells {
		m.frame(i, look, letter)
		m.markDigits(i, m.Live[i], setMark(k, means))
	}
	return letter, look
}

// SetName returns the letter of set number k, from 0.
func SetName(k int) string { return string(rune('A' + k%26)) }

// sets marks almost locked sets with letters, and links the sets that have a restricted common. The parts are the cells
// of a set, its restricted commons, the cells of the next set, and so on. After the stem of a Death Blossom they are a
// digit of the stem, then its set.
func (m *Marked) sets() {
	stem := m.Role("stem").Cells()
	for _, i := range stem {
		how := StyleFor("stem")
		m.frame(i, how.Frame, "")
		m.markDigits(i, m.Live[i], how.Mark)
	}
	sets, restricted := m.Sets()
	for k, cells := range sets {
		m.set(k, cells, "set "+SetName(k))
	}
	before := stem
	for k, cells := range sets {
		for _, d := range restricted[k].Digits() {
			from, to := newGroup(d, m.Having(before, d)...), newGroup(d, m.Having(cells, d)...)
			m.spots(append(slices.Clone(from), to...), Disc, PatternMark{})
			m.link(Arrow{From: from, To: to})
		}
		if len(stem) == 0 {
			before = cells
		}
	}
	for k, cells := range sets {
		if len(stem) == 0 && k != 0 && k != len(sets)-1 {
			continue
		}
		for _, c := range m.Eliminations {
			m.spots(newGroup(c.Digit, m.Having(cells, c.Digit)...), Ring, PatternMark{})
		}
	}
}

// nets marks the two colors of the nets of a digit and their strong links.
func (m *Marked) nets() {
	for k, n := range m.Nets() {
		m.spots(newGroup(n.Digit, n.Colors[0]...), Disc, Colors[min(2*k, 2)])
		m.spots(newGroup(n.Digit, n.Colors[1]...), Square, Colors[min(2*k+1, 3)])
	}
	for _, q := range m.Parts {
		if places := newGroup(q.Digit, m.Places(q.Unit, q.Digit)...); len(places) == 2 {
			m.link(Arrow{From: places[:1], To: places[1:], Strong: true})
		}
	}
}

// showRectangle marks the corners of a rectangle, the other cells of its pattern, and its strong units.
func (m *Marked) showRectangle() {
	corners, digits := m.Corners(), m.aloneDigits()
	if len(corners) == 4 {
		m.Bands = [][]int{{corners[0], corners[1], corners[3], corners[2]}}
	} else {
		m.bandUnits(corners)
	}
	for _, i := range corners {
		if m.Filled[i] != 0 {
			m.mark(setdoku.CandidateAt(i, m.Filled[i]), Deadly)
		}
		for _, d := range digits.Digits() {
			m.spot(setdoku.CandidateAt(i, d), Disc, Deadly)
		}
		m.markDigits(i, m.Live[i]&^digits, Besides)
	}
	for _, q := range m.Parts {
		switch {
		case q.Cell >= 0:
			m.frame(q.Cell, StyleFor(q.Role).Frame, "")
		case q.Unit >= 0 && q.Digit > 0:
			m.shade(q.Unit, Solid)
			m.strongUnit(q, Linked)
		}
	}
	for _, i := range m.Class(catalogue.ClassCellTruth).Cells() {
		m.markDigits(i, m.Live[i], InPattern)
	}
}

// bandUnits joins each two of some cells that lie in a common unit.
func (m *Marked) bandUnits(cells []int) {
	board := m.State.Board()
	for k, a := range cells {
		for _, b := range cells[k+1:] {
			if slices.ContainsFunc(board.Units[:],
				func(u []int) bool { return slices.Contains(u, a) && slices.Contains(u, b) }) {
				m.Bands = append(m.Bands, []int{a, b})
			}
		}
	}
}

// forcing marks one hypothesis: the assumption, the consequences that the effect needs, in their order, and the
// contradiction. For a set of hypotheses it also marks the set.
func (m *Marked) forcing() {
	needed, err := m.Forcing()
	if err != nil {
		m.hypothesis(m.Parts)
		return
	}
	for _, set := range needed.Set {
		m.OneOf = true
		switch set.Role {
		case "cell":
			m.frame(set.Cell.Index(), Solid, "")
		case "base":
			m.shade(set.Unit-1, Solid)
		}
	}
	shown := needed.Shown()
	rows := Parts{m.part(setdoku.Evidence{Role: "assume", Cell: shown.Assumed.Cell, Digit: shown.Assumed.Digit})}
	for _, s := range shown.Steps {
		rows = append(rows, m.part(s.Row))
	}
	m.hypothesis(rows)
	if end := shown.End; end != nil {
		row := m.part(end.Row)
		if end.Reason.Kind == forcing.TwoPlaces && row.Unit >= 0 { // the words name these places only
			m.spots(newGroup(row.Digit, end.Reason.Cells...), Ring, PatternMark{})
			m.shade(row.Unit, Dotted)
		} else {
			m.hypothesis(Parts{row})
		}
	}
	for _, b := range needed.Branches {
		m.spot(b.Assumed, Ring, InPattern)
	}
}

// hypothesis marks the rows of one hypothesis.
func (m *Marked) hypothesis(rows Parts) {
	for _, q := range rows {
		switch {
		case q.Role == "contradiction" && q.Unit >= 0:
			m.shade(q.Unit, Dotted)
			m.spots(newGroup(q.Digit, m.Places(q.Unit, q.Digit)...), Ring, PatternMark{})
		case q.Role == "contradiction" && q.Cell >= 0:
			m.frame(q.Cell, Dotted, "")
		case q.isCandidate():
			c, how := setdoku.CandidateAt(q.Cell, q.Digit), StyleFor(q.Role)
			m.spot(c, how.Spot, how.Mark)
			if m.Order[c] == 0 && q.Role != "assume" {
				m.Order[c] = len(m.Order) + 1
			}
		}
	}
}

// fish shades the base and cover units. It marks the places of the digit in the base units, and the fins differently.
func (m *Marked) fish() {
	for _, q := range m.Parts {
		if q.isCandidate() {
			m.spot(setdoku.CandidateAt(q.Cell, q.Digit), StyleFor(q.Role).Spot, StyleFor(q.Role).Mark)
		}
	}
	for _, q := range m.Parts {
		if q.Unit < 0 {
			continue
		}
		if m.shade(q.Unit, StyleFor(q.Role).Frame); q.Class != catalogue.ClassCover {
			m.spots(newGroup(q.Digit, m.Places(q.Unit, q.Digit)...), Disc, StyleFor(q.Role).Mark)
		}
	}
}

// plain marks the units, cells and candidates of the parts, and the digits of the pattern in its cells.
func (m *Marked) plain() {
	for _, q := range m.Parts {
		if q.isCandidate() {
			m.spot(setdoku.CandidateAt(q.Cell, q.Digit), Disc, StyleFor(q.Role).Mark)
		}
	}
	digits := m.aloneDigits()
	inCell := setdoku.AllDigits // what a text marks in the cells
	if digits != 0 && m.Has("unit") {
		inCell = digits // the digits lie in these cells of the unit
	}
	for _, q := range m.Parts {
		how := StyleFor(q.Role)
		// The units of several singles, or of sectors, would cover the grid.
		if q.Unit >= 0 && len(m.Role("single")) < 2 && q.Class != catalogue.ClassSector {
			m.shade(q.Unit, Solid)
			if q.Digit > 0 && q.Cell < 0 {
				m.strongUnit(q, how.Mark)
			}
		}
		if q.Cell < 0 {
			continue
		}
		m.frame(q.Cell, how.Frame, how.Tab)
		if q.Class == catalogue.ClassCellTruth {
			m.markDigits(q.Cell, m.Live[q.Cell]&inCell, how.Mark)
		}
		for _, d := range digits.Digits() {
			m.spot(setdoku.CandidateAt(q.Cell, d), Disc, PatternMark{})
		}
	}
	if singles := m.Role("single"); len(singles) == 1 && singles[0].isCandidate() {
		m.blockers(singles[0])
	}
	if len(m.Cells()) > 0 {
		return
	}
	for i := range m.Live { // the pattern is about the digit in the whole grid
		for _, d := range digits.Digits() {
			m.spot(setdoku.CandidateAt(i, d), Disc, StyleFor("digit").Mark)
		}
	}
}

// wings links the cells of a pattern: a pivot with its pincers, two bivalue cells with the bridge between them, and
// bivalue cells without a bridge each with the next.
func (m *Marked) wings() {
	pairs, pivots := m.Role("bivalue").Cells(), m.Role("pivot").Cells()
	bridge, ends := m.Role("bridge"), m.Role("bridge_end").Cells()
	switch {
	case len(pivots) > 0:
		m.pincers(pivots[0], m.Role("pincer").Cells())
	case len(bridge) == 1 && len(pairs) == 2 && len(ends) == 2:
		digit := bridge[0].Digit
		for k, cell := range pairs {
			m.spot(setdoku.CandidateAt(cell, digit), Disc, PatternMark{})
			m.link(Arrow{From: newGroup(digit, cell), To: newGroup(digit, ends[k]), Directed: true})
			m.rings(cell, m.Live[cell]&^setdoku.NewDigitSet(digit))
		}
	case len(bridge) == 0:
		m.remotePair(pairs)
	}
}

// rings marks digits of a cell as those of which one holds.
func (m *Marked) rings(cell int, digits setdoku.DigitSet) {
	for _, d := range digits.Digits() {
		m.spot(setdoku.CandidateAt(cell, d), Ring, PatternMark{})
	}
}

// pincers links the pivot with each pincer by the digits that both have.
func (m *Marked) pincers(pivot int, pincers []int) {
	_, goes := m.Victims()
	for _, i := range append([]int{pivot}, pincers...) {
		m.rings(i, m.Live[i]&goes)
	}
	for _, i := range pincers {
		for _, d := range (m.Live[pivot] & m.Live[i] &^ goes).Digits() {
			m.spots(newGroup(d, pivot, i), Disc, PatternMark{})
			m.link(Arrow{From: newGroup(d, pivot), To: newGroup(d, i), Directed: true})
		}
	}
}

// remotePair gives the digits of a chain of cells alternating colors and links each cell with the next.
func (m *Marked) remotePair(cells []int) {
	for k, i := range cells {
		for n, d := range m.Live[i].Digits() {
			m.Looks[setdoku.CandidateAt(i, d)] = Disc
			if (k%2 == 0) != (n == 0) {
				m.Looks[setdoku.CandidateAt(i, d)] = Square
			}
		}
		if k > 0 && m.Live[i] != 0 {
			digit := m.Live[i].Lowest()
			m.link(Arrow{From: newGroup(digit, cells[k-1]), To: newGroup(digit, i), Strong: true})
		}
	}
}
