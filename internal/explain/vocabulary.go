package explain

import (
	"slices"
	"text/template"

	"setdoku/internal/grid"
)

// functions are what the templates of words may call. sqlfiles.WordFunctions says what each gives.
func (t *teller) functions() template.FuncMap {
	return template.FuncMap{
		// parts of the pattern
		"cells":  func(roles ...string) (cellList, error) { return some(cellList(t.cells(roles...))) },
		"units":  func(roles ...string) (unitList, error) { return some(unitList(t.units(roles...))) },
		"digits": func(roles ...string) (digitSet, error) { return someOf(t.digits(roles...)) },
		"has":    func(role string) bool { return len(t.role(role)) > 0 },
		"corners": func() (cellList, error) {
			return some(cellList(t.corners()))
		},
		"victims": func() (cellList, error) {
			cells, _ := t.victims()
			return some(cellList(cells))
		},
		"lost": func() (digitSet, error) {
			_, digits := t.victims()
			return someOf(digits)
		},
		// lists
		"first": func(x any) (any, error) { return t.nth(1, x) },
		"last": func(x any) (any, error) {
			list, err := t.members(x)
			if err != nil {
				return nil, err
			}
			return list[len(list)-1], nil
		},
		"nth":  t.nth,
		"each": t.members,
		"size": func(x any) (int, error) {
			list, err := t.members(x)
			return len(list), err
		},
		"join": func(x, y any) (cellList, error) {
			a, err := t.cellsArg(x)
			if err != nil {
				return nil, err
			}
			b, err := t.cellsArg(y)
			return append(slices.Clone(a), without(b, a)...), err
		},
		"both": func(x, y any) (digitSet, error) {
			a, err := t.digitsArg(x)
			if err != nil {
				return 0, err
			}
			b, err := t.digitsArg(y)
			return a | b, err
		},
		"less":   t.less,
		"around": t.unitsOfCells(0, 27),
		// candidates and places
		"candidates": func(x any) (digitSet, error) {
			cells, err := t.cellsArg(x)
			if err != nil {
				return 0, err
			}
			return someOf(t.union(cells))
		},
		"shared": func(x any) (digitSet, error) {
			cells, err := t.cellsArg(x)
			m := grid.All
			for _, i := range cells {
				m &= t.live[i]
			}
			if err != nil {
				return 0, err
			}
			return someOf(m)
		},
		"having": func(x, y any) (cellList, error) {
			cells, err := t.cellsArg(x)
			if err != nil {
				return nil, err
			}
			digits, err := t.digitsArg(y)
			if err != nil {
				return nil, err
			}
			return some(cellList(slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return t.live[i]&grid.Marks(digits) == 0 })))
		},
		"places": func(x, y any) (cellList, error) {
			digits, units, err := t.digitsAndUnits(x, y)
			if err != nil {
				return nil, err
			}
			return some(cellList(t.places(units[0], digits.lowest())))
		},
		"by_unit": func(x, y any) (string, error) {
			digits, units, err := t.digitsAndUnits(x, y)
			if err != nil {
				return "", err
			}
			return t.placesByUnit(units, digits.lowest()), nil
		},
		"links": func(role string) (list []string) {
			for _, p := range t.role(role) {
				list = append(list, t.link(p))
			}
			return list
		},
		"rows":    t.unitsOfCells(0, 9),
		"columns": t.unitsOfCells(9, 18),
		"boxes":   t.unitsOfCells(18, 27),
		"facing":  t.facing,
		"shown":   t.ofCells(t.withMarks),
		"filled":  t.ofCells(t.setCorners),
		// phrases
		"effect":    t.effect,
		"namely":    func(x any) string { return ": " + textOf(x) },
		"upper":     func(x any) string { return upperFirst(textOf(x)) },
		"line":      func() string { return "\n" },
		"number":    number,
		"add":       func(a, b int) int { return a + b },
		"anyof":     t.anyOf,
		"count":     t.ofSize(number),
		"allof":     t.ofSize(allOf),
		"verb":      t.verb,
		"kind":      t.ofUnits(func(u int) string { return grid.UnitTypes[u/9] }),
		"kinds":     t.ofUnits(func(u int) string { return plural(grid.UnitTypes[u/9]) }),
		"one_holds": t.oneHolds,
		"deadly":    t.deadly,
		// arguments by an algorithm
		"standing":    t.standing,
		"crossed":     func() digitSet { return digitSet(t.crossed()) },
		"barred":      func() string { return t.barred(t.first("single")) },
		"thin":        func() unitList { return t.thin() },
		"too_few":     t.told(t.tooFew),
		"nodes":       t.nodeCells,
		"chain":       t.told(t.wholeChain),
		"nets":        t.told(t.tellNets),
		"sets":        t.told(t.saySets),
		"two_sets":    t.told(t.twoSets),
		"row_of_sets": t.told(t.rowOfSets),
		"petals":      t.told(t.petals),
		"trial":       t.told(t.trial),
		"guess":       t.told(t.guess),
		"ways":        t.told(t.templates),
	}
}

// textOf is what a template writes for a value.
func textOf(x any) string {
	if s, ok := x.(interface{ String() string }); ok {
		return s.String()
	}
	s, _ := x.(string)
	return s
}

func (d digitSet) lowest() uint8 { return grid.Marks(d).Lowest() }

func (t *teller) digitsAndUnits(x, y any) (digitSet, unitList, error) {
	digits, err := t.digitsArg(x)
	if err != nil {
		return 0, nil, err
	}
	units, err := t.unitsArg(y)
	return digits, units, err
}

func (t *teller) nth(n int, x any) (any, error) {
	list, err := t.members(x)
	if err != nil || n < 1 || n > len(list) {
		return nil, errUnfit
	}
	return list[n-1], nil
}

// less takes cells or digits from others.
func (t *teller) less(x, y any) (any, error) {
	if d, isDigits := x.(digitSet); isDigits {
		e, err := t.digitsArg(y)
		if err != nil {
			return nil, err
		}
		return someOf(grid.Marks(d &^ e))
	}
	a, err := t.cellsArg(x)
	if err != nil {
		return nil, err
	}
	b, err := t.cellsArg(y)
	if err != nil {
		return nil, err
	}
	return some(cellList(without(a, b)))
}

// unitsOfCells returns the units of a range of numbers: all that hold every cell for the whole range, else those that hold a cell.
func (t *teller) unitsOfCells(from, to int) func(any) (unitList, error) {
	return func(x any) (unitList, error) {
		cells, err := t.cellsArg(x)
		if err != nil {
			return nil, err
		}
		if to-from == len(grid.Units) {
			return some(unitList(commonUnits(cells)))
		}
		list := unitList{}
		for u := from; u < to; u++ {
			if slices.ContainsFunc(cells, func(i int) bool { return inUnit(u, i) }) {
				list = append(list, u)
			}
		}
		return some(list)
	}
}

// facing puts two ends in the order of the two cells that see them.
func (t *teller) facing(x, y any) (cellList, error) {
	cells, err := t.cellsArg(x)
	if err != nil {
		return nil, err
	}
	ends, err := t.cellsArg(y)
	if err != nil || len(cells) != 2 || len(ends) != 2 {
		return nil, errUnfit
	}
	if !grid.SeeEachOther(cells[0], ends[0]) || !grid.SeeEachOther(cells[1], ends[1]) {
		ends = cellList{ends[1], ends[0]}
	}
	return ends, nil
}

func (t *teller) ofCells(say func([]int) string) func(any) (string, error) {
	return func(x any) (string, error) {
		cells, err := t.cellsArg(x)
		if err != nil {
			return "", err
		}
		return say(cells), nil
	}
}

func (t *teller) ofUnits(say func(int) string) func(any) (string, error) {
	return func(x any) (string, error) {
		units, err := t.unitsArg(x)
		if err != nil {
			return "", err
		}
		return say(units[0]), nil
	}
}

func (t *teller) ofSize(say func(int) string) func(any) (string, error) {
	return func(x any) (string, error) {
		list, err := t.members(x)
		if err != nil {
			return "", err
		}
		return say(len(list)), nil
	}
}

func (t *teller) anyOf(x any) (string, error) {
	list, err := t.members(x)
	texts := make([]string, len(list))
	for k, one := range list {
		texts[k] = textOf(one)
	}
	return join(texts, "or"), err
}

func (t *teller) verb(x any, one, several string) (string, error) {
	list, err := t.members(x)
	return either(len(list), one, several), err
}
