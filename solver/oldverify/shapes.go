package verify

import "slices"

// shapes gives the conditions for the patterns of each technique that verify proves from their rows. All
// conditions must hold besides what argue checks for every pattern.
var shapes = map[string][]condition{
	"remote_pair": {onlyRoles("cell"), has("cell", 2, unbounded), sameTwo, evenPath},
	"skyscraper": {
		chain(false, "base"), oneDigit, roofs,
		joints("two parallel lines and one that crosses them", func(first, weak, last int) bool {
			return kind(first) < 2 && kind(first) == kind(last) && kind(weak) == 1-kind(first)
		}),
	},
	"two_string_kite": {
		chain(false, "base"), oneDigit,
		joints("a row, a column and a box that meets both", func(first, weak, last int) bool {
			return kind(first) == 0 && kind(last) == 1 && kind(weak) == 2
		}),
	},
	"turbot_fish": {
		chain(false, "base"), oneDigit,
		joints("a box, another unit and a line that meets both", func(first, weak, _ int) bool { return kind(first) == 2 && kind(weak) < 2 }),
	},
	"empty_rectangle": {
		chain(true, "base"), oneDigit, boxInTwoLines,
		joints("a box, a line and another that meets both", func(first, weak, last int) bool {
			return kind(first) == 2 && kind(weak) < 2 && kind(last) == 1-kind(weak)
		}),
	},

	"w_wing":   {onlyRoles("cell", "base", "bridge_end"), has("cell", 2, 2), has("base", 1, 1), sameTwo, bridged},
	"xy_wing":  {onlyRoles("cell"), withCandidates(2, 2, 2), pivoted(3, 2)},
	"xyz_wing": {onlyRoles("cell"), withCandidates(2, 2, 3), pivoted(3, 3)},
	"wxyz_wing": {
		onlyRoles("cell"), has("cell", 4, 4), condition{"four digits, and one of the last cell that it could share with a cell it does not see", func(x *parsedPattern) bool {
			base, last := x.cells[:3], x.cells[3]
			digits, free := x.marksOf(base), set(0)
			for _, i := range base {
				if !sees(last, i) {
					free |= x.p.marks[i] & x.p.marks[last]
				}
			}
			return sees(base[0], base[1:]...) && sees(base[1], base[2]) && digits.Count() == 4 && x.marksOf(x.cells) == digits &&
				x.p.marks[last].Count() > 1 && free.Count() == 1
		}},
	},

	"unique_rectangle_1": {
		onlyRoles("rectangle", "digit", "cell"),
		floor("three corners with the two digits alone", 3, func(*parsedPattern, []int, []int) bool { return true }),
	},
	"unique_rectangle_2": {
		onlyRoles("rectangle", "digit", "cell"),
		corners("two corners in line with the two digits alone, and one more digit in the others", 2, func(x *parsedPattern, bare, rich []int) bool {
			return inLine(bare...) && x.alike(rich)
		}),
	},
	"unique_rectangle_3": {
		onlyRoles("rectangle", "digit", "cell"),
		corners("two corners in line with the two digits alone, and more than one more digit in the others", 2, func(x *parsedPattern, bare, rich []int) bool {
			return inLine(bare...) && x.extra(rich).Count() > 1
		}),
	},
	"unique_rectangle_4": {
		onlyRoles("rectangle", "digit", "cell", "base"), has("base", 1, 1),
		floor("two corners in line with the two digits alone, and a base with the others", 2, func(x *parsedPattern, floor, roof []int) bool {
			return inLine(floor...) && contains(x.bases[0], roof[0]) && contains(x.bases[0], roof[1])
		}),
	},
	"unique_rectangle_5": {
		onlyRoles("rectangle", "digit", "cell"),
		corners("one more digit in two corners across from each other or in three", -1, func(x *parsedPattern, bare, rich []int) bool {
			return x.alike(rich) && (len(rich) == 3 || len(rich) == 2 && !inLine(rich...))
		}),
	},
	"unique_rectangle_6": {
		onlyRoles("rectangle", "digit", "cell", "base"), has("base", 2, 2), basesMeet(false),
		floor("two corners across from each other with the two digits alone", 2, func(_ *parsedPattern, floor, _ []int) bool { return !inLine(floor...) }),
	},
	"hidden_rectangle": {
		onlyRoles("rectangle", "digit", "cell", "base"), has("base", 2, 2), basesMeet(true),
		floor("a corner with the two digits alone across from the one where the bases meet", 1, func(x *parsedPattern, floor, _ []int) bool {
			return !contains(x.bases[0], floor[0]) && !contains(x.bases[1], floor[0])
		}),
	},
	"avoidable_rectangle_1": {
		onlyRoles("rectangle", "digit", "cell"),
		corners("three corners that are filled", -1, func(x *parsedPattern, _, _ []int) bool { return len(x.filled(x.rectangle)) == 3 }),
	},
	"avoidable_rectangle_2": {
		onlyRoles("rectangle", "digit", "cell"),
		corners("two corners that are filled, and two with one more digit and two candidates", -1, func(x *parsedPattern, _, _ []int) bool {
			open := slices.DeleteFunc(slices.Clone(x.rectangle), func(i int) bool { return x.p.digits[i] != 0 })
			return len(open) == 2 && x.alike(open) && !slices.ContainsFunc(open, func(i int) bool { return x.p.marks[i].Count() != 2 })
		}),
	},

	"finned_x_wing":     fish(2, false),
	"sashimi_x_wing":    fish(2, true),
	"finned_swordfish":  fish(3, false),
	"sashimi_swordfish": fish(3, true),
	"finned_jellyfish":  fish(4, false),
	"sashimi_jellyfish": fish(4, true),
	"franken_fish":      {onlyRoles("base", "cover", "fin", "endo_fin", "body"), has("base", 2, unbounded), oneDigit, complexFish(true)},
	"mutant_fish":       {onlyRoles("base", "cover", "fin", "endo_fin", "body"), has("base", 2, unbounded), oneDigit, complexFish(false)},

	"simple_colors": {onlyRoles("color", "color_2", "base"), oneDigit, nets(1)},
	"multi_colors":  {onlyRoles("color", "color_2", "base"), oneDigit, nets(2)},

	"sue_de_coq": {onlyRoles("cell"), disjoint},

	"x_chain":           {chained("base"), chain(false, "base"), oneDigit, strongLinks(2, unbounded), statesChainKind},
	"xy_chain":          {chained("cell"), chain(false, "cell"), strongLinks(2, unbounded), statesChainKind},
	"nice_loop":         {chained("base", "cell"), chain(false, "base", "cell"), strongLinks(2, unbounded), loop, statesChainKind},
	"aic":               {chained("base", "cell"), chain(false, "base", "cell"), strongLinks(2, unbounded), open, statesChainKind},
	"grouped_nice_loop": {chained("base", "cell"), chain(true, "base", "cell"), strongLinks(2, unbounded), loop, statesChainKind},
	"grouped_aic":       {chained("base", "cell"), chain(true, "base", "cell"), strongLinks(2, unbounded), openEnds, statesChainKind},

	"als_nice_loop": {chained("base", "cell", "set"), chain(true, "base", "cell"), twoLinksOrSet, loop, statesChainKind},
	"als_aic":       {chained("base", "cell", "set"), chain(true, "base", "cell"), twoLinksOrSet, openEnds, statesChainKind},

	"als_xz":        {onlyRoles("set", "cell", "restricted"), linked(2, 2, 1, 2)},
	"als_xy_wing":   {onlyRoles("set", "cell", "restricted"), linked(3, 3, 2, 2)},
	"als_chain":     {onlyRoles("set", "cell", "restricted"), linked(2, unbounded, 1, unbounded), betweenSets},
	"death_blossom": {onlyRoles("stem", "set", "cell", "restricted"), has("stem", 1, 1), petals},
}
