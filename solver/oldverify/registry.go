package verify

import (
	"cmp"
	"strconv"
	"strings"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// ruleOf returns the rule for a technique that a run selects. An unknown name is a user's technique.
func ruleOf(name string) rule {
	switch name {
	case "bug_plus_1":
		return bugPlusOne()
	case "template_set":
		return templateSet()
	case "template_delete":
		return templateDelete()
	case setdoku.RuleSearch:
		return search()
	}
	if forcingKinds[name] != nil {
		return forcing(name)
	}
	name, size := sizeOf(name)
	if name == "franken_fish" || name == "mutant_fish" {
		return rule{argue: argueComplexFish(name, cmp.Or(size, complexBasesMost))}
	}
	if _, shaped := shapes[name]; shaped {
		return rule{argue: shapedAs(name)}
	}
	in := skipComplements
	if size > 0 {
		in = allSubsets
	}
	if r, err := ruleNamed(name, size, in); err == nil {
		return r
	}
	return rule{argue: argueUserTechnique, rowsOptional: true, userDefined: true}
}

// sizeOf splits a name such as naked_subset:5 into the technique and the size, which is 0 if the name has none.
func sizeOf(name string) (technique string, size int) {
	technique, text, _ := strings.Cut(name, ":")
	size, err := strconv.Atoi(text)
	if err != nil {
		return name, 0
	}
	return technique, size
}

// madeUpPattern returns a key for the findings of verify whose real keys only the engine can make.
func madeUpPattern(cell int, d uint8) int64 { return int64(setdoku.CellNumber(cell)*10 + int(d)) }

// sketch returns a function that appends the rows of a pattern made by madeUpPattern.
func sketch(technique string) func(rows []setdoku.Evidence, pattern int64) []setdoku.Evidence {
	return func(rows []setdoku.Evidence, pattern int64) []setdoku.Evidence {
		return append(rows, decoded(sqlfiles.KeyNamed(technique), 0, pattern)...)
	}
}
