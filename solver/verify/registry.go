package verify

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"setdoku/internal/grid"
)

// argued lists the techniques of the catalogue whose patterns verify judges by their
// rows without looking for them itself.
func argued() []string {
	return []string{
		"remote_pair", "skyscraper", "two_string_kite", "turbot_fish", "empty_rectangle",
		"w_wing", "xy_wing", "xyz_wing",
		"unique_rectangle_1", "unique_rectangle_2", "unique_rectangle_3", "unique_rectangle_4", "unique_rectangle_5",
		"unique_rectangle_6", "hidden_rectangle", "avoidable_rectangle_1", "avoidable_rectangle_2",
		"finned_x_wing", "sashimi_x_wing", "finned_swordfish", "sashimi_swordfish", "finned_jellyfish", "sashimi_jellyfish",
		"simple_colors", "multi_colors", "sue_de_coq",
		"x_chain", "xy_chain", "nice_loop", "aic", "grouped_nice_loop", "grouped_aic",
		"als_xz", "als_xy_wing", "als_chain", "death_blossom",
	}
}

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
	case ruleForcing:
		return forcing()
	case ruleSearch:
		return search()
	}
	name, size := sizeOf(name)
	if name == "franken_fish" || name == "mutant_fish" {
		return rule{argue: argueComplexFish(cmp.Or(size, complexBasesMost))}
	}
	if slices.Contains(argued(), name) {
		return rule{argue: argue}
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
func ownPattern(cell int, d uint8) int64 { return int64(grid.Number(cell)*10 + int(d)) }

// sketchDigit appends a row for the digit of a pattern made by ownPattern.
func sketchDigit(rows []Evidence, pattern int64) []Evidence {
	e := exhibitOf(rows, pattern)
	e.row("digit", 0, uint8(pattern%10), 0)
	return e.rows
}
