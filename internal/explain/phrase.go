package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/format"
)

// join returns "a", "a and b" or "a, b and c" with the word last before the last item.
func join(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	n := len(list) - 1
	return strings.Join(list[:n], ", ") + " " + last + " " + list[n]
}

func names(cells []int) []string {
	list := make([]string, len(cells))
	for k, i := range cells {
		list[k] = setdoku.CellAt(i).String()
	}
	return list
}

// cellNames returns "r1c1, r1c2 and r1c3".
func cellNames(cells []int) string { return join(names(cells), "and") }

// orCells returns "r1c1, r1c2 or r1c3".
func orCells(cells []int) string { return join(names(cells), "or") }

func digitTexts(m setdoku.DigitSet) (list []string) {
	for _, d := range m.Digits() {
		list = append(list, fmt.Sprint(d))
	}
	return list
}

// digitNames returns "1, 2 and 3".
func digitNames(m setdoku.DigitSet) string { return join(digitTexts(m), "and") }

// orDigits returns "1, 2 or 3".
func orDigits(m setdoku.DigitSet) string { return join(digitTexts(m), "or") }

// unitName returns "row 4".
func unitName(unit int) string { return setdoku.UnitName(unit + 1) }

// unitNames returns "rows 2 and 8" or "rows 2 and 3, column 1 and box 4", in ascending order.
func unitNames(units []int) string {
	var list []string
	for _, g := range groups(distinct(units), func(u int) string { return setdoku.UnitType(u + 1) }) {
		numbers := make([]string, len(g.cells))
		for k, u := range g.cells {
			numbers[k] = fmt.Sprint(setdoku.UnitIndex(u + 1))
		}
		list = append(list, format.Noun(len(numbers), g.key)+" "+join(numbers, "and"))
	}
	return join(list, "and")
}

// withMarks returns "r4c3 {4 7} and r9c3 {4 7}".
func (t *explainer) withMarks(cells []int) string {
	list := make([]string, len(cells))
	for k, i := range cells {
		list[k] = setdoku.CellAt(i).String() + " " + braces(t.Live[i])
	}
	return join(list, "and")
}

// braces returns "{4 7}".
func braces(m setdoku.DigitSet) string { return "{" + strings.Join(digitTexts(m), " ") + "}" }

// counted are the numbers that are written as words.
var counted = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

func number(n int) string {
	if n < len(counted) {
		return counted[n]
	}
	return fmt.Sprint(n)
}

// either returns the text for one thing or for several.
func either(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

func upperFirst(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' && !isCellName(s) {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// isCellName reports whether a text begins with the name of a cell, which is never capitalized.
func isCellName(s string) bool {
	return len(s) > 3 && s[0] == 'r' && s[1] >= '1' && s[1] <= '9' && s[2] == 'c'
}

// inUnit reports whether a cell lies in a unit.
func (t *explainer) inUnit(unit, cell int) bool {
	return slices.Contains(t.State.Board().Units[unit], cell)
}

// commonUnits returns the units that contain all the cells.
func (t *explainer) commonUnits(cells []int) (list []int) {
	for u := range setdoku.UnitCount {
		if !slices.ContainsFunc(cells, func(i int) bool { return !t.inUnit(u, i) }) {
			list = append(list, u)
		}
	}
	return list
}

// without returns the members of a list that are not in the other list.
func without[L ~[]E, E comparable](list, others L) (rest L) {
	for _, x := range list {
		if !slices.Contains(others, x) {
			rest = append(rest, x)
		}
	}
	return rest
}

// distinct returns the sorted cells of a list without repetitions.
func distinct(cells []int) []int {
	out := slices.Clone(cells)
	slices.Sort(out)
	return slices.Compact(out)
}

// oneHolds ends a proof that one of the cells holds a digit.
func (t *explainer) oneHolds(cells cellList, digits digitList) (string, error) {
	return fmt.Sprintf("So one of %s is %s, and no cell that sees %s can be %s: %s.", cellNames(distinct(cells)), digits,
		allWords(len(cells)), digits, t.effect()), nil
}

// allWords returns "it", "both" or "all of them".
func allWords(n int) string {
	switch n {
	case 1:
		return "it"
	case 2:
		return "both"
	}
	return "all of them"
}
