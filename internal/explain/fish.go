package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku/internal/grid"
)

// placesByUnit is "r3c3 and r3c7 in row 3, r9c3 and r9c7 in row 9".
func (t *teller) placesByUnit(units []int, digit uint8) string {
	list := make([]string, len(units))
	for k, u := range units {
		list[k] = fmt.Sprintf("%s in %s", orCells(t.places(u, digit)), unitName(u))
	}
	return strings.Join(list, ", ")
}

func tellBasicFish(t *teller) {
	bases, covers, digit := t.units("base"), t.units("cover"), t.first("base").digit
	t.say("In %s the %d can only stand in %s: %s.", unitNames(bases), digit, unitNames(covers), t.placesByUnit(bases, digit))
	if a, b := t.places(bases[0], digit), t.places(bases[len(bases)-1], digit); len(bases) == 2 && len(a) == 2 && len(b) == 2 {
		t.say("So it stands in %s and %s, or in %s and %s. Either way %s have their %d there, and nowhere else: %s.", grid.CellName(a[0]), grid.CellName(b[1]),
			grid.CellName(a[1]), grid.CellName(b[0]), unitNames(covers), digit, t.effect())
		return
	}
	kind := grid.UnitTypes[bases[0]/9]
	t.say("Each of these %s %s needs a %d, and no %s gives two of them one. So they use up %s, whose other cells cannot hold it: %s.",
		number(len(bases)), plural(kind), digit, grid.UnitTypes[covers[0]/9], unitNames(covers), t.effect())
}

func tellFinnedFish(t *teller) {
	bases, covers, fins, digit := t.units("base"), t.units("cover"), t.cells("fin"), t.first("base").digit
	t.say("In %s the %d stands in %s: %s.", unitNames(bases), digit, unitNames(covers), t.placesByUnit(bases, digit))
	t.say("Only the %s %s %s outside of %s.", either(len(fins), "fin", "fins"), cellNames(fins), either(len(fins), "lies", "lie"), unitNames(covers))
	if thin := t.thin(bases, covers, digit); len(thin) > 0 && strings.HasPrefix(t.d.Technique, "sashimi") {
		t.say("Without %s %s would have one place left at most, which is what makes this fish a sashimi.", either(len(fins), "the fin", "the fins"), unitNames(thin))
	}
	cells, _ := t.victims()
	t.say("If no fin holds the %d, %s take it from all other cells of %s, %s among them. If a fin holds it, %s %s it.",
		digit, unitNames(bases), unitNames(covers), cellNames(cells), cellNames(cells), either(len(cells), "sees", "see"))
	t.say("Either way %s.", t.effect())
}

// thin returns the bases with a fin that have fewer than two places in the covers.
func (t *teller) thin(bases, covers []int, digit uint8) (list []int) {
	for _, b := range bases {
		inside := 0
		for _, i := range t.places(b, digit) {
			for _, c := range covers {
				if inUnit(c, i) {
					inside++
				}
			}
		}
		if inside < 2 && inside < len(t.places(b, digit)) {
			list = append(list, b)
		}
	}
	return list
}

// tellComplexFish counts: what is assumed takes more covers than it serves bases.
func tellComplexFish(t *teller) {
	bases, covers, digit := t.units("base"), t.units("cover"), t.first("base").digit
	fins := append(t.cells("fin"), t.cells("endo_fin")...)
	size := len(bases)
	t.say("%s each need a %d: %s.", unitNames(bases), digit, t.placesByUnit(bases, digit))
	but := ""
	if len(fins) > 0 {
		but = fmt.Sprintf(" but the %s %s", either(len(fins), "fin", "fins"), cellNames(fins))
	}
	t.say("All these places%s lie in the %s covers %s%s, and a cover holds one %d only.", but, number(size), unitNames(covers), t.shared(bases, digit), digit)
	type share struct{ bases, covers int }
	var order []share
	groups := make(map[share][]int)
	cells, _ := t.victims()
	for _, i := range cells {
		var s share
		for k := range size {
			if inUnit(bases[k], i) {
				s.bases++
			}
			if inUnit(covers[k], i) {
				s.covers++
			}
		}
		if groups[s] == nil {
			order = append(order, s)
		}
		groups[s] = append(groups[s], i)
	}
	for _, s := range order {
		fall := ""
		if len(fins) > 0 {
			fall = fmt.Sprintf("the %s it sees would fall, and ", either(len(fins), "fin", "fins"))
		}
		t.say("If %s held the %d, %sit would take %s and serve %s, so that %s would be left for %s.", orCells(groups[s]), digit,
			fall, units(s.covers, "cover"), units(s.bases, "base"), units(size-s.covers, "cover"), units(size-s.bases, "base"))
	}
	t.say("That is too few, so %s.", t.effect())
}

// units is "no base", "one cover" or "two covers".
func units(n int, kind string) string { return number(n) + " " + either(max(n, 1), kind, kind+"s") }

// shared says something of places that lie in several bases, if there are any.
func (t *teller) shared(bases []int, digit uint8) string {
	in := make(map[int]int)
	for _, b := range bases {
		for _, i := range t.places(b, digit) {
			if in[i]++; in[i] == 2 && !slices.Contains(t.cells("endo_fin"), i) {
				return ", those of several bases in as many covers"
			}
		}
	}
	return ""
}
