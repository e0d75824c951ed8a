package verify

import (
	"cmp"
	"strconv"
	"strings"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// ruleOf returns the rule for a technique that a run selects. A name that verify
// does not know is a technique of the user's own.
func ruleOf(name string) rule {
	switch name {
	case "bug_plus_1":
		return bugPlusOne()
	case "template_set":
		return templateSet()
	case "template_delete":
		return templateDelete()
	case setdoku.RuleForcing:
		return forcing()
	case setdoku.RuleSearch:
		return search()
	}
	name, size := sizeOf(name)
	if name == "franken_fish" || name == "mutant_fish" {
		return rule{argue: argueComplexFish(name, cmp.Or(size, complexBasesMost))}
	}
	if _, shaped := shapes[name]; shaped {
		return rule{argue: shapedAs(name)}
	}
	in := halfUnit
	if size > 0 {
		in = anyUnit
	}
	if r, err := ruleNamed(name, size, in); err == nil {
		return r
	}
	return rule{argue: argueFreely, bare: true, own: true}
}

// sizeOf splits a name such as naked_subset:5 into the technique and the size, 0 where the name has none.
func sizeOf(name string) (technique string, size int) {
	technique, text, _ := strings.Cut(name, ":")
	size, err := strconv.Atoi(text)
	if err != nil {
		return name, 0
	}
	return technique, size
}

// ownPattern is the key under which verify keeps what it finds where the real keys
// are the engine's own.
func ownPattern(cell int, d uint8) int64 { return int64(setdoku.CellNumber(cell)*10 + int(d)) }

// sketch appends what a pattern made by ownPattern says of a technique, the key of which ends in the digit.
func sketch(technique string) func(rows []setdoku.Evidence, pattern int64) []setdoku.Evidence {
	return func(rows []setdoku.Evidence, pattern int64) []setdoku.Evidence {
		return append(rows, decoded(sqlfiles.KeyNamed(technique), 0, pattern)...)
	}
}
