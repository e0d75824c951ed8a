package explain

import (
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
)

// saySets introduces the sets with their letters.
func (t *explainer) saySets() {
	sets, restricted := t.Sets()
	t.introduce(sets)
	var list []string
	count := 0
	for k, digits := range restricted {
		count += digits.Count()
		switch before := t.First("stem").Cell; {
		case digits == 0:
		case before >= 0:
			list = append(list, fmt.Sprintf("%s of %s and %s", digitNames(digits), setdoku.CellAt(before),
				picture.SetName(k)))
		default:
			list = append(list, fmt.Sprintf("%s of %s and %s", digitNames(digits), picture.SetName(k-1),
				picture.SetName(k)))
		}
	}
	if len(list) > 0 {
		t.say("Restricted %s: %s.", format.Noun(count, "common"), strings.Join(list, "; "))
	}
}

// introduce names the sets, with their cells and digits.
func (t *explainer) introduce(sets [][]int) {
	for k, cells := range sets {
		t.say("Set %s is %s, with the digits %s.", picture.SetName(k), t.withMarks(cells),
			digitNames(t.Union(cells...)))
	}
	switch len(sets) {
	case 0:
	case 1:
		t.say("The set has one more digit than cells. So if it loses one of its digits, it holds all the others.")
	default:
		t.say("Each set has one more digit than cells. So a set that loses one of its digits holds all the others.")
	}
}

// sight returns the sentence that the places of a digit in two sets see each other.
func (t *explainer) sight(d uint8, a, b []int) string {
	return fmt.Sprintf("%s %s %s", cellNames(t.Having(a, d)), either(len(t.Having(a, d)), "sees", "see"),
		cellNames(t.Having(b, d)))
}

// twoSets explains the deduction from two sets with one or two restricted digits.
func (t *explainer) twoSets() {
	sets, before := t.Sets()
	a, b, common := sets[0], sets[1], before[1]
	for m := common; m != 0; m &= m - 1 {
		t.say("Not both sets hold the %d, because %s.", m.Lowest(), t.sight(m.Lowest(), a, b))
	}
	if common.Count() == 2 {
		t.say("A set cannot lose two digits, so one set loses %s and the other loses %s. Each set holds all its "+
			"other digits, and %s are in one set each.",
			digitTexts(common)[0], digitTexts(common)[1], digitNames(common))
		t.sayHeld(a, b, common)
		return
	}
	_, digits := t.Victims()
	t.say("The set without %s holds all its other digits, including %s. So A or B holds %s.", digitNames(common),
		digitNames(digits), digitNames(digits))
	for m := digits; m != 0; m &= m - 1 {
		cells := t.Losing(m.Lowest())
		t.say("%s %s all places for the %d in the sets: %s in A and %s in B.", cellNames(cells),
			either(len(cells), "sees", "see"), m.Lowest(), cellNames(t.Having(a, m.Lowest())),
			cellNames(t.Having(b, m.Lowest())))
	}
}

// sayHeld states which cells see all places of a digit, if it is known which digits each of two sets holds.
func (t *explainer) sayHeld(a, b []int, common setdoku.DigitSet) {
	_, digits := t.Victims()
	for _, d := range digits.Digits() {
		held := map[string][]int{"A": t.Having(a, d), "B": t.Having(b, d)}
		if common.Has(d) {
			held = map[string][]int{"the two sets": distinct(append(t.Having(a, d), t.Having(b, d)...))}
		}
		for _, name := range []string{"the two sets", "A", "B"} {
			var cells []int
			for _, i := range t.Losing(d) {
				if places := held[name]; len(places) > 0 && t.SeesAll(i, places) {
					cells = append(cells, i)
				}
			}
			if len(cells) > 0 {
				t.say("The %d of %s is in %s, which %s %s.", d, name, orCells(held[name]), cellNames(cells),
					either(len(cells), "sees", "see"))
			}
		}
	}
}

// chainOfSets assumes an eliminated candidate and follows the chain from the first set to the last, for each digit that
// is eliminated.
func (t *explainer) chainOfSets() {
	sets, before := t.Sets()
	_, digits := t.Victims()
	n := len(sets) - 1
	x := before[n].Lowest()
	for k, z := range digits.Digits() {
		again := ""
		if k > 0 {
			again = "In the same way, "
		}
		t.say("%sf %s were %d, A would lose it (%s) and hold all its other digits, including the %d.",
			again+[]string{"I", "i"}[min(k, 1)],
			orCells(t.Losing(z)), z, cellNames(t.Having(sets[0], z)), before[1].Lowest())
		for j := 1; j < n && k == 0; j++ {
			t.say("%s, so %s would lose the %d and hold all its other digits, including the %d.",
				t.sight(before[j].Lowest(), sets[j-1], sets[j]),
				picture.SetName(j), before[j].Lowest(), before[j+1].Lowest())
		}
		reason := t.sight(x, sets[n-1], sets[n])
		if k > 0 {
			reason = fmt.Sprintf("As before %s would hold the %d", picture.SetName(n-1), x)
		}
		t.say("%s, so %s would lose the %d and also the %d (%s). That leaves %s for %s.", reason, picture.SetName(n), x,
			z, cellNames(t.Having(sets[n], z)), units(len(sets[n])-1, "digit"), units(len(sets[n]), "cell"))
	}
}

// petals assumes an eliminated candidate and examines each set, which takes candidates from the stem.
func (t *explainer) petals() {
	sets, before := t.Sets()
	stem := t.First("stem").Cell
	cells, digits := t.Victims()
	z := digits.Lowest()
	t.say("If %s were %d, every petal would lose it and hold all its other digits.", orCells(cells), z)
	for k, s := range sets {
		var held []string
		for _, d := range before[k].Digits() {
			held = append(held, fmt.Sprintf("the %d in %s", d, orCells(t.Having(s, d))))
		}
		t.say("%s would lose the %d (%s), hold %s, and so eliminate %s from %s.", picture.SetName(k), z,
			cellNames(t.Having(s, z)), join(held, "and"),
			either(len(held), "it", "them"), setdoku.CellAt(stem))
	}
}
