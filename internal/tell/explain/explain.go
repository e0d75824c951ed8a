// Package explain describes deductions in words that a player can follow and check, and draws them as text. It can
// describe one deduction for a hint, or a whole solution path as text, Markdown or HTML. The header of a technique
// contains the templates of its words (@words). This package has the functions that they call. It does not search
// for deductions.
package explain

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"setdoku"
)

// try calls describe and reports whether the pattern has the rows that describe needs. A user may have deleted or
// changed rows in the database. Without try, every function would have to check every row.
func (t *explainer) try(describe func(*explainer)) (fits bool) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
			fits = true
		case runtime.Error:
		default:
			panic(fault)
		}
	}()
	describe(t)
	return
}

// part is a part of a pattern. A cell is 0..80 and a unit 0..26, or -1 for none. The digit is 0 for none.
type part struct {
	role  string
	class setdoku.Class
	cell  int
	digit uint8
	unit  int
}

// explainer collects sentences about a deduction and the state in which it was found.
type explainer struct {
	s      setdoku.State
	d      setdoku.Deduction
	filled setdoku.Grid
	live   [setdoku.CellCount]setdoku.DigitSet
	parts  []part
	lines  []string
	full   bool // whether to tell the steps of refutations and of the branches of a set
}

func newExplainer(s setdoku.State, d setdoku.Deduction) *explainer {
	t := &explainer{s: s, d: d, filled: s.Filled(), live: s.Candidates()}
	for _, e := range d.Evidence {
		t.parts = append(t.parts, partOf(e))
	}
	return t
}

// partOf converts a row of the evidence. It leaves out cells, digits and units that do not exist.
func partOf(e setdoku.Evidence) part {
	p := part{role: e.Role, cell: -1, unit: -1}
	p.class, _ = setdoku.ClassOf(e.Role)
	if setdoku.ValidCell(e.Cell) {
		p.cell = setdoku.CellIndex(e.Cell)
	}
	if e.Digit <= 9 {
		p.digit = e.Digit
	}
	if setdoku.UnitType(e.Unit) != "" {
		p.unit = e.Unit - 1
	}
	return p
}

// say adds a sentence.
func (t *explainer) say(format string, args ...any) {
	t.lines = append(t.lines, upperFirst(fmt.Sprintf(format, args...)))
}

// role returns the parts with one of these roles, in the order of the pattern.
func (t *explainer) role(names ...string) (list []part) {
	for _, p := range t.parts {
		if slices.Contains(names, p.role) {
			list = append(list, p)
		}
	}
	return list
}

// class returns the parts whose roles have one of these classes.
func (t *explainer) class(classes ...setdoku.Class) (list []part) {
	for _, p := range t.parts {
		if slices.Contains(classes, p.class) {
			list = append(list, p)
		}
	}
	return list
}

// cellsOf returns the cells of the parts whose roles have one of these classes.
func (t *explainer) cellsOf(classes ...setdoku.Class) (list []int) {
	for _, p := range t.class(classes...) {
		if p.cell >= 0 {
			list = append(list, p.cell)
		}
	}
	return list
}

// unitsOf returns the units of the parts whose roles have one of these classes.
func (t *explainer) unitsOf(classes ...setdoku.Class) (list []int) {
	for _, p := range t.class(classes...) {
		if p.unit >= 0 {
			list = append(list, p.unit)
		}
	}
	return list
}

// corners returns the corners of a rectangle, row by row.
func (t *explainer) corners() []int {
	list := t.cellsOf(setdoku.ClassOpen, setdoku.ClassCorner)
	slices.Sort(list)
	return list
}

// first returns the first part with a role, or a part without a cell, digit and unit.
func (t *explainer) first(name string) part {
	if list := t.role(name); len(list) > 0 {
		return list[0]
	}
	return part{cell: -1, unit: -1}
}

// cells returns the cells of the parts with these roles.
func (t *explainer) cells(names ...string) (list []int) {
	for _, p := range t.role(names...) {
		if p.cell >= 0 {
			list = append(list, p.cell)
		}
	}
	return list
}

// digits returns the digits of the parts with these roles.
func (t *explainer) digits(names ...string) (m setdoku.DigitSet) {
	for _, p := range t.role(names...) {
		if p.digit > 0 {
			m |= setdoku.SetOf(p.digit)
		}
	}
	return m
}

// units returns the units of the parts with these roles.
func (t *explainer) units(names ...string) (list []int) {
	for _, p := range t.role(names...) {
		if p.unit >= 0 {
			list = append(list, p.unit)
		}
	}
	return list
}

// places returns the open cells of a unit in which a digit is a candidate.
func (t *explainer) places(unit int, digit uint8) (list []int) {
	for _, i := range setdoku.Units[unit] {
		if t.live[i].Has(digit) {
			list = append(list, i)
		}
	}
	return list
}

// having returns the cells in which a digit is a candidate.
func (t *explainer) having(cells []int, digit uint8) (list []int) {
	for _, i := range cells {
		if t.live[i].Has(digit) {
			list = append(list, i)
		}
	}
	return list
}

// union returns the union of the candidates of the cells.
func (t *explainer) union(cells []int) (m setdoku.DigitSet) {
	for _, i := range cells {
		m |= t.live[i]
	}
	return m
}

// victims returns the cells of the eliminations, each once, and all eliminated digits.
func (t *explainer) victims() (cells []int, digits setdoku.DigitSet) {
	for _, c := range t.d.Eliminations {
		i := setdoku.CellIndex(c.Cell)
		if !slices.Contains(cells, i) {
			cells = append(cells, i)
		}
		digits |= setdoku.SetOf(uint8(c.Digit))
	}
	return cells, digits
}

// effect describes the effect of the deduction, such as "r3c2 and r3c3 lose 3".
func (t *explainer) effect() string { return Effect(t.d) }

// Effect describes the effect of a deduction, such as "r3c2 and r3c3 lose 3" or "r4c5 is 7".
func Effect(d setdoku.Deduction) string {
	var list []string
	for _, c := range d.Placements {
		list = append(list, fmt.Sprintf("%s is %d", setdoku.CellName(setdoku.CellIndex(c.Cell)), c.Digit))
	}
	if len(list) > 0 {
		list = []string{join(list, "and")}
	}
	var lost [setdoku.CellCount]setdoku.DigitSet
	var order []setdoku.DigitSet
	for _, c := range d.Eliminations {
		lost[setdoku.CellIndex(c.Cell)] |= setdoku.SetOf(uint8(c.Digit))
	}
	cells := make(map[setdoku.DigitSet][]int)
	for i, m := range lost {
		if m == 0 {
			continue
		}
		if cells[m] == nil {
			order = append(order, m)
		}
		cells[m] = append(cells[m], i)
	}
	for _, m := range order {
		verb := "lose"
		if len(cells[m]) == 1 {
			verb = "loses"
		}
		list = append(list, fmt.Sprintf("%s %s %s", cellNames(cells[m]), verb, digitNames(m)))
	}
	return strings.Join(list, "; ")
}
