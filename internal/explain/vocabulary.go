package explain

import (
	"slices"
	"strconv"
	"strings"
	"text/template"

	"setdoku"
)

// functions are the functions that the templates of @words may call. catalogue.WordFunctions documents them.
func (t *explainer) functions() template.FuncMap {
	cells, digits, units, members := t.cellsArg, t.digitsArg, t.unitsArg, t.members
	return template.FuncMap{
		// parts of the pattern
		"cells":  func(roles ...string) (cellList, error) { return some(cellList(t.Role(roles...).Cells())) },
		"units":  func(roles ...string) (unitList, error) { return some(unitList(t.Role(roles...).Units())) },
		"digits": func(roles ...string) (digitList, error) { return some(t.Role(roles...).Digits()) },
		"has":    func(role string) bool { return len(t.Role(role)) > 0 },
		"victims": func() (cellList, error) {
			victims, _ := t.Victims()
			return some(cellList(victims))
		},
		"lost": func() (digitList, error) {
			_, lost := t.Victims()
			return some(digitList(lost.Digits()))
		},
		// lists
		"first": function(members, func(list []any) (any, error) { return list[0], nil }),
		"last":  function(members, func(list []any) (any, error) { return list[len(list)-1], nil }),
		"each":  members,
		"size":  function(members, func(list []any) (int, error) { return len(list), nil }),
		"join": functionOfTwo(cells, cells,
			func(a, b cellList) (cellList, error) { return append(slices.Clone(a), without(b, a)...), nil }),
		"both": functionOfTwo(digits, digits,
			func(a, b digitList) (digitList, error) { return (a.set() | b.set()).Digits(), nil }),
		"less": t.less,
		// candidates and places
		"candidates": function(cells, func(c cellList) (digitList, error) {
			return some(digitList(t.Union(c...).Digits()))
		}),
		"shared": function(cells, func(c cellList) (digitList, error) {
			return some(digitList(t.intersection(c).Digits()))
		}),
		"having": functionOfTwo(cells, digits, func(c cellList, d digitList) (cellList, error) {
			return some(slices.DeleteFunc(slices.Clone(c), func(i int) bool { return t.Live[i]&d.set() == 0 }))
		}),
		"places": functionOfTwo(digits, units, func(d digitList, u unitList) (cellList, error) {
			return some(cellList(t.Places(u[0], d[0])))
		}),
		"by_unit": t.placesByUnit,
		"links":   t.links,
		"sectors": t.sectors,
		"covers":  t.covers,
		"around":  function(cells, func(c cellList) (unitList, error) { return some(unitList(t.commonUnits(c))) }),
		// phrases
		"shown":     function(cells, func(c cellList) (string, error) { return t.withMarks(c), nil }),
		"filled":    function(cells, func(c cellList) (string, error) { return t.setCorners(c), nil }),
		"effect":    t.effect,
		"namely":    func(x any) string { return ": " + asText(x) },
		"line":      func() string { return "\n" },
		"number":    number,
		"add":       func(a, b int) int { return a + b },
		"anyof":     function(members, joinAny),
		"count":     function(members, func(list []any) (string, error) { return number(len(list)), nil }),
		"verb":      t.verb,
		"one_holds": functionOfTwo(cells, digits, t.oneHolds),
		"deadly":    t.deadly,
		// arguments that need an algorithm
		"off_target":  t.offTarget,
		"leftward":    func() string { return t.leftward(t.Role("cell").Cells()) },
		"seen":        t.seen,
		"crossed":     t.crossed,
		"struck":      t.struck,
		"blockers":    t.blockers,
		"thin":        func() unitList { return t.thin() },
		"uses_up":     t.sentences(t.usesUp),
		"too_few":     t.sentences(t.tooFew),
		"nodes":       t.nodeCells,
		"chain":       t.sentences(t.wholeChain),
		"closes":      t.closes,
		"paired":      t.paired,
		"turns":       t.turns,
		"nets":        t.sentences(t.sayNets),
		"sets":        t.sentences(t.saySets),
		"two_sets":    t.sentences(t.twoSets),
		"row_of_sets": t.sentences(t.chainOfSets),
		"petals":      t.sentences(t.petals),
		"trial": func() (text string, err error) {
			text = t.sentences(func() { err = t.trial() })()
			return text, err
		},
		"guess": t.sentences(t.guess),
		"ways":  t.sentences(t.templates),
	}
}

// function makes a template function of one argument. arg converts the argument.
func function[A, R any](arg func(any) (A, error), of func(A) (R, error)) func(any) (R, error) {
	return func(x any) (r R, err error) {
		a, err := arg(x)
		if err != nil {
			return r, err
		}
		return of(a)
	}
}

// functionOfTwo makes a template function of two arguments. first and second convert them.
func functionOfTwo[A, B, R any](first func(any) (A, error), second func(any) (B, error),
	of func(A, B) (R, error)) func(any, any) (R, error) {
	return func(x, y any) (r R, err error) {
		a, err := first(x)
		if err != nil {
			return r, err
		}
		return function(second, func(b B) (R, error) { return of(a, b) })(y)
	}
}

// asText returns the text that a template writes for a value.
func asText(x any) string {
	if s, ok := x.(interface{ String() string }); ok {
		return s.String()
	}
	s, _ := x.(string)
	return s
}

// less removes cells or digits from others.
func (t *explainer) less(x, y any) (any, error) {
	if d, isDigits := x.(digitList); isDigits {
		return function(t.digitsArg, func(e digitList) (any, error) { return some(without(d, e)) })(y)
	}
	return functionOfTwo(t.cellsArg, t.cellsArg,
		func(a, b cellList) (any, error) { return some(cellList(without(a, b))) })(x, y)
}

func (t *explainer) links(role string) (list []string) {
	for _, p := range t.Role(role) {
		list = append(list, t.link(p))
	}
	return list
}

// intersection returns the candidates that all cells have.
func (t *explainer) intersection(cells []int) setdoku.DigitSet {
	m := setdoku.AllDigits
	for _, i := range cells {
		m &= t.Live[i]
	}
	return m
}

func joinAny(list []any) (string, error) {
	texts := make([]string, len(list))
	for k, one := range list {
		texts[k] = asText(one)
	}
	return join(texts, "or"), nil
}

func (t *explainer) verb(x any, one, several string) (string, error) {
	list, err := t.members(x)
	return either(len(list), one, several), err
}

// sectors returns the units of each digit of a Multi-Sector Locked Set. Digits with the same units come together.
func (t *explainer) sectors() (string, error) {
	var digits []int
	units := make(map[int]unitList)
	for _, q := range t.Role("sector") {
		digit := int(q.Digit)
		digits, units[digit] = append(digits, digit), append(units[digit], q.Unit)
	}
	if len(digits) == 0 {
		return "", errUnfit
	}
	return byUnits(distinct(digits), func(digit int) string { return "in " + units[digit].String() }), nil
}

// byUnits lists digits with where each is, such as "1 and 5 in rows 2 and 4, 7 in column 3".
func byUnits(digits []int, where func(digit int) string) string {
	var list []string
	for _, g := range groups(digits, where) {
		numbers := make([]string, len(g.cells))
		for k, digit := range g.cells {
			numbers[k] = strconv.Itoa(digit)
		}
		list = append(list, join(numbers, "and")+" "+g.key)
	}
	return strings.Join(list, ", ")
}
