package minimize

import (
	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
)

// cellPremise says of a cell that it has some candidates, and no others than those it may have.
type cellPremise struct {
	cell     int
	has, may setdoku.DigitSet
}

// unitPremise says of a unit that a digit has some places in it, and no others than those it may have.
type unitPremise struct {
	unit, digit int
	has, may    board.Cells
}

// premises are what the description of a pattern says about the board.
type premises struct {
	cells []cellPremise
	units []unitPremise
}

// findPremises returns the premises of a deduction on the board where it was found:
//
//   - The truths of its rows (catalogue.ClassCellTruth, UnitTruth, Strong, Set and Open) are as they were. But the
//     cells of a naked subset may have more of its digits, those of an almost locked set more of its unrestricted
//     digits, and those of a hidden subset any; a digit may have further places among the cells of a hidden subset, or
//     in the other unit of an intersection; and the corners of a rectangle that are not of the floor may have any
//     candidates, if there is only one or units link them. A filled corner is filled.
//   - So are the links of nets, which rows do not name: two candidates in a cell, two places in a unit.
//   - So are all cells, if the pattern assumes one solution and shows no rectangle, and all places of its digits, if
//     its rows name neither cells nor units.
func findPremises(at *board.Digits, d *setdoku.Deduction, oneSolution bool) (p premises) {
	x := findLines(at, d)
	for _, e := range d.Evidence {
		class, _ := catalogue.ClassForRole(e.Role)
		switch {
		case e.Unit != 0 && (e.Role == "unit" && x.hidden || class == catalogue.ClassUnitTruth), class == catalogue.ClassStrong && e.Unit != 0:
			for left := x.digitsIn(e); left != 0; left &= left - 1 {
				p.unit(at, e.Unit-1, int(left.Lowest())-1, x.more)
			}
		case e.Cell == 0, e.Role == "cell" && x.hidden, e.Role == "roof" && (x.roofs == 1 || x.bases):
		case e.Role == "cell":
			p.cell(at, e.Cell.Index(), x.union[e.Role])
		case class == catalogue.ClassSet:
			p.cell(at, e.Cell.Index(), x.union[e.Role]&^x.digits)
		case class == catalogue.ClassCellTruth, class == catalogue.ClassOpen, class == catalogue.ClassStrong,
			class == catalogue.ClassCorner:
			p.cell(at, e.Cell.Index(), 0)
		}
	}
	all := oneSolution && !hasCorners(d)
	for cell := range setdoku.CellCount {
		if set := candidates(at, cell); set != 0 && (all || set.Count() == 2 && x.nodes.holdsAll(cell, set)) {
			p.cell(at, cell, 0)
		}
	}
	for left := x.digits; left != 0; left &= left - 1 {
		digit := int(left.Lowest()) - 1
		for _, u := range at.G.List {
			places := at.Live(digit).And(at.G.UnitSets[u])
			if x.nowhere || places.Count() == 2 && places.Within(x.nodes[digit]) {
				p.unit(at, u, digit, board.Cells{})
			}
		}
	}
	return p
}

func (p *premises) cell(at *board.Digits, cell int, more setdoku.DigitSet) {
	has := candidates(at, cell)
	p.cells = append(p.cells, cellPremise{cell, has, has | more})
}

func (p *premises) unit(at *board.Digits, unit, digit int, more board.Cells) {
	has := at.Live(digit).And(at.G.UnitSets[unit])
	p.units = append(p.units, unitPremise{unit, digit, has, has.Or(more)})
}

// hold reports whether the premises hold on a board. Then the pattern is an instance of its technique there.
func (p *premises) hold(b *board.Digits) bool {
	for _, x := range p.cells {
		if now := candidates(b, x.cell); x.has&^now|now&^x.may != 0 {
			return false
		}
	}
	for _, x := range p.units {
		if now := b.Live(x.digit).And(b.G.UnitSets[x.unit]); !x.has.Within(now) || !now.Within(x.may) {
			return false
		}
	}
	return true
}

// candidates returns the candidates of a cell, none if it is filled.
func candidates(b *board.Digits, cell int) (set setdoku.DigitSet) {
	for d := range b.Alive {
		if b.Live(d).Has(cell) {
			set |= setdoku.NewDigitSet(uint8(d + 1))
		}
	}
	return set
}

// lines are the rows of a pattern together.
type lines struct {
	digits  setdoku.DigitSet
	nowhere bool                        // the rows name neither cells nor units
	hidden  bool                        // it is a hidden subset: the cells in a unit have other digits too
	bases   bool                        // it has base units
	roofs   int                         // corners of a rectangle that are not of the floor
	nodes   set                         // the candidates of nets
	union   map[string]setdoku.DigitSet // the candidates of all cells with a role
	more    board.Cells                 // where a digit may have further places in the units of the pattern
}

func findLines(at *board.Digits, d *setdoku.Deduction) (x lines) {
	x.nowhere, x.union = true, map[string]setdoku.DigitSet{}
	var cells, covers board.Cells
	hasUnit := false
	for _, e := range d.Evidence {
		if e.Digit != 0 {
			x.digits |= setdoku.NewDigitSet(e.Digit)
		}
		x.nowhere = x.nowhere && e.Cell == 0 && e.Unit == 0
		if e.Cell != 0 {
			cells.Add(e.Cell.Index())
			x.union[e.Role] |= candidates(at, e.Cell.Index())
		}
		switch e.Role {
		case "unit":
			hasUnit = true
		case "base":
			x.bases = true
		case "roof":
			x.roofs++
		case "cover":
			if e.Unit != 0 {
				covers = covers.Or(at.G.UnitSets[e.Unit-1])
			}
		case "color", "color_2":
			if e.Digit != 0 && e.Cell != 0 {
				x.nodes[e.Digit-1].Add(e.Cell.Index())
			}
		}
	}
	x.hidden = hasUnit && x.union["cell"]&^x.digits != 0
	switch {
	case x.hidden:
		x.more = cells
	case cells.Empty():
		x.more = covers
	}
	return x
}

// digitsIn returns the digit of a row, or all digits of the pattern if it has none.
func (x *lines) digitsIn(e setdoku.Evidence) setdoku.DigitSet {
	if e.Digit != 0 {
		return setdoku.NewDigitSet(e.Digit)
	}
	return x.digits
}

// holdsAll reports whether some digits of a cell are members.
func (s *set) holdsAll(cell int, digits setdoku.DigitSet) bool {
	for ; digits != 0; digits &= digits - 1 {
		if !s[digits.Lowest()-1].Has(cell) {
			return false
		}
	}
	return true
}
