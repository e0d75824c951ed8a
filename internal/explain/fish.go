package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/format"
)

// placesByUnit returns the places of a digit in units, such as "r3c3 or r3c7 in row 3, r9c3 or r9c7 in row 9". It
// leaves out the cells of but, and units with no other places.
func (t *explainer) placesByUnit(digits, units any, but ...any) (string, error) {
	var left []int
	for _, x := range but {
		cells, err := t.cellsArg(x)
		if err != nil {
			return "", err
		}
		left = append(left, cells...)
	}
	return functionOfTwo(t.digitsArg, t.unitsArg, func(d digitList, in unitList) (string, error) {
		var list []string
		for _, u := range in {
			if places := without(t.Places(u, d[0]), left); len(places) > 0 {
				list = append(list, fmt.Sprintf("%s in %s", orCells(places), unitName(u)))
			}
		}
		return strings.Join(list, ", "), nil
	})(digits, units)
}

// thin returns the bases with a fin that have fewer than two places in the covers.
func (t *explainer) thin() (list []int) {
	digit := t.First("base").Digit
	for _, b := range t.Role("base").Units() {
		inside := 0
		for _, i := range t.Places(b, digit) {
			inside += t.holding(t.Role("cover").Units(), i)
		}
		if inside < 2 && inside < len(t.Places(b, digit)) {
			list = append(list, b)
		}
	}
	return list
}

// usesUp explains why the other cells of the covers of a fish without fins cannot hold its digit. If there are two
// bases with two places each, it lists the two ways to fill them.
func (t *explainer) usesUp() {
	bases, covers, digit := t.Role("base").Units(), t.Role("cover").Units(), t.First("base").Digit
	a, b := t.Places(bases[0], digit), t.Places(bases[len(bases)-1], digit)
	if len(bases) == 2 && len(a) == 2 && len(b) == 2 {
		t.say("So it is in %s and %s, or in %s and %s. Either way %s have their %d there, and nowhere else: %s.",
			setdoku.CellAt(a[0]), setdoku.CellAt(b[1]), setdoku.CellAt(a[1]), setdoku.CellAt(b[0]), unitNames(covers),
			digit, t.effect())
		return
	}
	t.say("Each of these %s %s needs its %d, and each %s holds only one. So the %[2]s use up %[5]s, whose other "+
		"cells cannot be %[3]d: %[6]s.", number(len(bases)), format.Noun(len(bases), setdoku.UnitType(bases[0]+1)), digit,
		setdoku.UnitType(covers[0]+1), unitNames(covers), t.effect())
}

// tooFew counts the covers that remain for the bases if an eliminated candidate were true.
func (t *explainer) tooFew() {
	bases, covers, digit := t.Role("base").Units(), t.Role("cover").Units(), t.First("base").Digit
	fins := distinct(t.Role("fin", "endo_fin").Cells())
	size := len(bases)
	but := ""
	if len(fins) > 0 {
		but = fmt.Sprintf(" but the %s %s", either(len(fins), "fin", "fins"), cellNames(fins))
	}
	t.say("All these places%s lie in the %s covers %s%s, and each cover holds only one %d.", but, number(size),
		unitNames(covers), t.sharedPlaces(bases, digit), digit)
	type share struct{ bases, covers int }
	cells, _ := t.Victims()
	for _, g := range groups(cells, func(i int) share { return share{t.holding(bases, i), t.holding(covers, i)} }) {
		fall := ""
		if len(fins) > 0 {
			fall = fmt.Sprintf("the %s it sees would be false, and ", either(len(fins), "fin", "fins"))
		}
		t.say("If %s held the %d, %sit would use %s for %s. Then %s would remain for %s.", orCells(g.cells), digit,
			fall, units(g.key.covers, "cover"), units(g.key.bases, "base"), units(size-g.key.covers, "cover"),
			units(size-g.key.bases, "base"))
	}
}

// units returns "no base", "one cover" or "two covers".
func units(n int, kind string) string { return number(n) + " " + either(max(n, 1), kind, kind+"s") }

// holding counts the units that contain a cell.
func (t *explainer) holding(units []int, cell int) (n int) {
	for _, u := range units {
		if t.inUnit(u, cell) {
			n++
		}
	}
	return n
}

// sharedPlaces describes the places that lie in several bases, if there are any.
func (t *explainer) sharedPlaces(bases []int, digit uint8) string {
	for _, b := range bases {
		for _, i := range t.Places(b, digit) {
			if t.holding(bases, i) > 1 && !slices.Contains(t.Role("endo_fin").Cells(), i) {
				return " (a place in several bases in as many covers)"
			}
		}
	}
	return ""
}
