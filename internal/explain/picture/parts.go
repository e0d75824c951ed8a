package picture

import (
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
)

// Part is a part of a pattern. A cell is 0..80 and a unit 0..53, or -1 for none. The digit is 0 for none.
type Part struct {
	Role  string
	Class catalogue.RoleClass
	Cell  int
	Digit uint8
	Unit  int
}

// part converts a row of the evidence. It leaves out cells, digits and units that the board does not have.
func (p *Pattern) part(e setdoku.Evidence) Part {
	board := p.State.Board()
	q := Part{Role: e.Role, Cell: -1, Unit: -1}
	q.Class, _ = catalogue.ClassForRole(e.Role)
	if e.Cell.Valid() && board.Peers[e.Cell.Index()] != nil {
		q.Cell = e.Cell.Index()
	}
	if e.Digit <= uint8(board.Size) {
		q.Digit = e.Digit
	}
	if board.HasUnit(e.Unit) {
		q.Unit = e.Unit - 1
	}
	return q
}

// isCandidate reports whether the part has a cell and a digit.
func (p Part) isCandidate() bool { return p.Cell >= 0 && p.Digit > 0 }

// Parts are parts of a pattern in order.
type Parts []Part

// Role returns the parts with one of these roles.
func (p Parts) Role(names ...string) (list Parts) {
	return p.where(func(q Part) bool { return slices.Contains(names, q.Role) })
}

// Class returns the parts whose roles have one of these classes.
func (p Parts) Class(classes ...catalogue.RoleClass) (list Parts) {
	return p.where(func(q Part) bool { return slices.Contains(classes, q.Class) })
}

func (p Parts) where(is func(Part) bool) (list Parts) {
	for _, q := range p {
		if is(q) {
			list = append(list, q)
		}
	}
	return list
}

// Has reports whether a part has the role.
func (p Parts) Has(role string) bool { return len(p.Role(role)) > 0 }

// First returns the first part with a role, or a part without a cell, digit and unit.
func (p Parts) First(role string) Part {
	if list := p.Role(role); len(list) > 0 {
		return list[0]
	}
	return Part{Cell: -1, Unit: -1}
}

// Cells returns the cells of the parts.
func (p Parts) Cells() (list []int) {
	for _, q := range p {
		if q.Cell >= 0 {
			list = append(list, q.Cell)
		}
	}
	return list
}

// Units returns the units of the parts, each once.
func (p Parts) Units() (list []int) {
	for _, q := range p {
		if q.Unit >= 0 && !slices.Contains(list, q.Unit) {
			list = append(list, q.Unit)
		}
	}
	return list
}

// Digits returns the digits of the parts, each once, in the order of the parts.
func (p Parts) Digits() (list []uint8) {
	for _, q := range p {
		if q.Digit > 0 && !slices.Contains(list, q.Digit) {
			list = append(list, q.Digit)
		}
	}
	return list
}

// Corners returns the corners of rectangles, row by row.
func (p Parts) Corners() []int {
	list := p.Class(catalogue.ClassOpen, catalogue.ClassCorner).Cells()
	slices.Sort(list)
	return list
}
