package explain

import (
	"fmt"
	"strings"

	"setdoku/internal/grid"
)

func tellFullHouse(t *teller) {
	p := t.first("single")
	t.say("%s has one open cell left, %s, and misses only %d.", unitName(p.unit), grid.CellName(p.cell), p.digit)
	t.say("So %s.", t.effect())
}

func tellNakedSingle(t *teller) {
	p := t.first("single")
	var stand []string
	crossed := grid.All &^ grid.Mark(p.digit)
	for d := uint8(1); d <= 9; d++ {
		if d == p.digit {
			continue
		}
		for _, i := range grid.Peers[p.cell] {
			if t.filled[i] == d {
				stand = append(stand, fmt.Sprintf("%d in %s", d, grid.CellName(i)))
				crossed &^= grid.Mark(d)
				break
			}
		}
	}
	if len(stand) > 0 {
		t.say("%s sees %s.", grid.CellName(p.cell), join(stand, "and"))
	}
	if crossed != 0 {
		t.say("%s %s crossed out there before.", digitNames(crossed), either(crossed.Count(), "was", "were"))
	}
	t.say("Only %d is left, so %s.", p.digit, t.effect())
}

func tellHiddenSingle(t *teller) {
	p := t.first("single")
	t.say("The %d of %s has one place left, %s.", p.digit, unitName(p.unit), grid.CellName(p.cell))
	if reasons := t.barred(p); reasons != "" {
		t.say("The other open cells of %s cannot hold it: %s.", unitName(p.unit), reasons)
	}
	t.say("So %s.", t.effect())
}

// barred says what keeps the digit of a hidden single from the other open cells of its unit.
func (t *teller) barred(p part) string {
	var order []int // cells that hold the digit, -1 for what was crossed out
	by := make(map[int][]int)
	for _, i := range grid.Units[p.unit] {
		if i == p.cell || t.filled[i] != 0 {
			continue
		}
		holder := -1
		for _, j := range grid.Peers[i] {
			if t.filled[j] == p.digit {
				holder = j
				break
			}
		}
		if by[holder] == nil {
			order = append(order, holder)
		}
		by[holder] = append(by[holder], i)
	}
	var list []string
	for _, holder := range order {
		cells := by[holder]
		if holder < 0 {
			list = append(list, fmt.Sprintf("in %s it was crossed out before", cellNames(cells)))
		} else {
			list = append(list, fmt.Sprintf("%s %s the %d in %s", cellNames(cells), either(len(cells), "sees", "see"), p.digit, grid.CellName(holder)))
		}
	}
	return strings.Join(list, "; ")
}
