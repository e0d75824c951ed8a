// Package explain tells deductions in words that a player can follow and check, and draws them as text:
// one deduction for a hint, or a whole solution path as text, Markdown or HTML. It knows what the parts of
// a pattern mean in each technique; it finds nothing itself.
package explain

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"setdoku/internal/grid"
	"setdoku/solver"
	"setdoku/store"
)

// Words tells why a deduction holds in state s, in sentences of which each is an item: the pattern, what
// follows from it, and at last what is placed or goes. Where the pattern was not kept, the sentences say what is known.
// A pattern that lacks what its technique speaks of is told row by row.
func Words(s grid.State, d solver.Deduction) []string {
	tell, known := tellers[baseName(d.Technique)]
	switch {
	case !d.PatternKept():
		tell = tellWithoutPattern
	case !known:
		tell = tellAny
	}
	t := newTeller(s, d)
	if !t.try(tell) {
		t = newTeller(s, d)
		t.say("The stored pattern is not one of this technique.")
		tellAny(t)
	}
	return t.lines
}

// Where names the part of the grid in which the pattern of a deduction lies, and no more, such as
// "Look at row 2 and row 8, where the 7 can go.".
func Where(s grid.State, d solver.Deduction) string {
	t := newTeller(s, d)
	place := "the whole grid"
	t.try(func(t *teller) {
		if look, known := looks[baseName(d.Technique)]; known && d.PatternKept() {
			place = look(t)
		} else {
			place = t.area()
		}
	})
	return "Look at " + place + "."
}

// baseName is the name of a technique without the size that some have, such as naked_subset:5.
func baseName(technique string) string {
	name, _, _ := strings.Cut(technique, ":")
	return name
}

// try calls tell and reports whether the pattern has the rows that tell relies on. Rows that somebody deleted or
// changed in a database may be any, so each teller would have to check every row before it speaks of it.
func (t *teller) try(tell func(*teller)) (fits bool) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
			fits = true
		case runtime.Error:
		default:
			panic(fault)
		}
	}()
	tell(t)
	return
}

// tellers tell the deductions of each technique.
var tellers = map[string]func(*teller){
	"full_house":            tellFullHouse,
	"naked_single":          tellNakedSingle,
	"hidden_single":         tellHiddenSingle,
	"locked_pair":           tellLockedSubset,
	"locked_triple":         tellLockedSubset,
	"pointing":              tellConfined,
	"claiming":              tellConfined,
	"naked_pair":            tellNakedSubset,
	"naked_triple":          tellNakedSubset,
	"naked_quadruple":       tellNakedSubset,
	"naked_subset":          tellNakedSubset,
	"hidden_pair":           tellHiddenSubset,
	"hidden_triple":         tellHiddenSubset,
	"hidden_quadruple":      tellHiddenSubset,
	"hidden_subset":         tellHiddenSubset,
	"x_wing":                tellBasicFish,
	"swordfish":             tellBasicFish,
	"jellyfish":             tellBasicFish,
	"basic_fish":            tellBasicFish,
	"finned_x_wing":         tellFinnedFish,
	"finned_swordfish":      tellFinnedFish,
	"finned_jellyfish":      tellFinnedFish,
	"sashimi_x_wing":        tellFinnedFish,
	"sashimi_swordfish":     tellFinnedFish,
	"sashimi_jellyfish":     tellFinnedFish,
	"franken_fish":          tellComplexFish,
	"mutant_fish":           tellComplexFish,
	"remote_pair":           tellRemotePair,
	"bug_plus_1":            tellBUG,
	"skyscraper":            tellTwoLinks,
	"two_string_kite":       tellTwoLinks,
	"turbot_fish":           tellTwoLinks,
	"empty_rectangle":       tellEmptyRectangle,
	"w_wing":                tellWWing,
	"xy_wing":               tellXYWing,
	"xyz_wing":              tellXYZWing,
	"unique_rectangle_1":    tellRectangle1,
	"unique_rectangle_2":    tellRectangle2,
	"unique_rectangle_3":    tellRectangle3,
	"unique_rectangle_4":    tellRectangle4,
	"unique_rectangle_5":    tellRectangle2,
	"unique_rectangle_6":    tellRectangle6,
	"hidden_rectangle":      tellHiddenRectangle,
	"avoidable_rectangle_1": tellAvoidable1,
	"avoidable_rectangle_2": tellAvoidable2,
	"simple_colors":         tellSimpleColors,
	"multi_colors":          tellMultiColors,
	"sue_de_coq":            tellSueDeCoq,
	"x_chain":               tellChain,
	"xy_chain":              tellChain,
	"nice_loop":             tellChain,
	"aic":                   tellChain,
	"grouped_nice_loop":     tellChain,
	"grouped_aic":           tellChain,
	"als_xz":                tellALSXZ,
	"als_xy_wing":           tellALSChain,
	"als_chain":             tellALSChain,
	"death_blossom":         tellDeathBlossom,
	"template_set":          tellTemplates,
	"template_delete":       tellTemplates,
	"forcing":               tellForcing,
	"search":                tellSearch,
	"manual":                tellManual, // the rule of what was played by hand
}

// part is a part of a pattern. A cell is 0..80 and a unit 0..26, both -1 for none; digit 0 is none.
type part struct {
	role  string
	cell  int
	digit uint8
	unit  int
}

// teller has a deduction and the state in which it was found, and collects sentences.
type teller struct {
	s      grid.State
	d      solver.Deduction
	filled grid.Digits
	live   [grid.Size]grid.Marks
	parts  []part
	lines  []string
}

func newTeller(s grid.State, d solver.Deduction) *teller {
	t := &teller{s: s, d: d, filled: s.Filled(), live: s.Candidates()}
	for _, e := range d.Evidence {
		t.parts = append(t.parts, partOf(e))
	}
	return t
}

// partOf takes a row of the evidence. What no grid has is left out.
func partOf(e store.Evidence) part {
	p := part{role: e.Role, cell: -1, unit: -1}
	if e.Cell != nil && grid.Valid(*e.Cell) {
		p.cell = grid.Index(*e.Cell)
	}
	if e.Digit != nil && *e.Digit >= 1 && *e.Digit <= 9 {
		p.digit = uint8(*e.Digit)
	}
	if e.UnitType != nil && e.Unit != nil && *e.Unit >= 1 && *e.Unit <= 9 {
		if kind := slices.Index(grid.UnitTypes[:], *e.UnitType); kind >= 0 {
			p.unit = kind*9 + *e.Unit - 1
		}
	}
	return p
}

// say adds a sentence.
func (t *teller) say(format string, args ...any) {
	t.lines = append(t.lines, upperFirst(fmt.Sprintf(format, args...)))
}

// role returns the parts of a role.
func (t *teller) role(name string) (list []part) {
	for _, p := range t.parts {
		if p.role == name {
			list = append(list, p)
		}
	}
	return list
}

// first returns the first part of a role; the zero digit and -1 when there is none.
func (t *teller) first(name string) part {
	if list := t.role(name); len(list) > 0 {
		return list[0]
	}
	return part{cell: -1, unit: -1}
}

// cells returns the cells of the parts of a role.
func (t *teller) cells(name string) (list []int) {
	for _, p := range t.role(name) {
		list = append(list, p.cell)
	}
	return list
}

// digits returns the digits of the parts of a role as a set.
func (t *teller) digits(name string) (m grid.Marks) {
	for _, p := range t.role(name) {
		m |= grid.Mark(p.digit)
	}
	return m
}

// units returns the units of the parts of a role.
func (t *teller) units(name string) (list []int) {
	for _, p := range t.role(name) {
		list = append(list, p.unit)
	}
	return list
}

// places returns the open cells of a unit that have a digit as a candidate.
func (t *teller) places(unit int, digit uint8) (list []int) {
	for _, i := range grid.Units[unit] {
		if t.live[i].Has(digit) {
			list = append(list, i)
		}
	}
	return list
}

// having returns those of the cells that have a digit as a candidate.
func (t *teller) having(cells []int, digit uint8) (list []int) {
	for _, i := range cells {
		if t.live[i].Has(digit) {
			list = append(list, i)
		}
	}
	return list
}

// union returns the candidates of all cells together.
func (t *teller) union(cells []int) (m grid.Marks) {
	for _, i := range cells {
		m |= t.live[i]
	}
	return m
}

// victims returns the cells of the eliminations, each once, and all digits that go.
func (t *teller) victims() (cells []int, digits grid.Marks) {
	for _, c := range t.d.Eliminations {
		i := grid.Index(c.Cell)
		if !slices.Contains(cells, i) {
			cells = append(cells, i)
		}
		digits |= grid.Mark(uint8(c.Digit))
	}
	return cells, digits
}

// effect says what is placed or goes, such as "r3c2 and r3c3 lose 3".
func (t *teller) effect() string { return Effect(t.d) }

// Effect says what a deduction does, such as "r3c2 and r3c3 lose 3" or "r4c5 is 7".
func Effect(d solver.Deduction) string {
	var list []string
	for _, c := range d.Placements {
		list = append(list, fmt.Sprintf("%s is %d", grid.CellName(grid.Index(c.Cell)), c.Digit))
	}
	if len(list) > 0 {
		list = []string{join(list, "and")}
	}
	var lost [grid.Size]grid.Marks
	var order []grid.Marks
	for _, c := range d.Eliminations {
		lost[grid.Index(c.Cell)] |= grid.Mark(uint8(c.Digit))
	}
	cells := make(map[grid.Marks][]int)
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
