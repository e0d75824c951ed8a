package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// fish wants size base lines of one kind, as many crossing lines, and fins in one box. The base lines must form a
// fish of the wanted kind, possibly with other cover lines than those shown.
func fish(size int, sashimi bool) []condition {
	name := "covers that leave two places in every base line with fins"
	if sashimi {
		name = "covers that leave at most one place in a base line with fins"
	}
	return []condition{
		onlyRoles("base", "cover", "fin", "body"), has("base", size, size), has("fin", 1, unbounded), oneDigit,
		{"rows against columns", func(x *parsedPattern) bool {
			b, c := kinds(x.bases), kinds(x.covers)
			return b[0] == size && c[1] == size || b[1] == size && c[0] == size
		}},
		{"fins in one box", func(x *parsedPattern) bool {
			return !slices.ContainsFunc(x.fins, func(i int) bool { return boxOf(i) != boxOf(x.fins[0]) })
		}},
		{name, func(x *parsedPattern) bool { return x.twin(sashimi) }},
	}
}

func boxOf(i int) int { return i/27*3 + i%9/3 }

// complexFish wants boxes. A Franken fish also has rows against columns, a mutant fish does not.
func complexFish(franken bool) condition {
	want := "rows against columns, and boxes"
	if !franken {
		want = "rows and columns on one side"
	}
	return condition{want, func(x *parsedPattern) bool {
		b, c := kinds(x.bases), kinds(x.covers)
		crossing := b[0]+c[1] == 0 || b[1]+c[0] == 0
		return crossing == franken && (!franken || b[2]+c[2] > 0)
	}}
}

// nets wants the colored candidates to form this number of connected nets. Bases connect them.
func nets(want int) condition {
	return condition{fmt.Sprintf("colors in %d nets", want), func(x *parsedPattern) bool {
		net := map[int]int{}
		for _, r := range x.rows {
			if r.Role == "color" || r.Role == "color_2" {
				i := setdoku.CellIndex(r.Cell)
				net[i] = i
			}
		}
		found := len(net)
		root := func(i int) int {
			for net[i] != i {
				i = net[i]
			}
			return i
		}
		for _, u := range x.bases {
			s := placesOf(x.p, u, x.one)
			places := s.list()
			if len(places) != 2 {
				return false
			}
			if a, b := root(places[0]/9), root(places[1]/9); a != b {
				net[a] = b
				found--
			}
		}
		return found == want
	}}
}

// linked wants sets to most sets, restricted to mostRestricted restricted commons between them, and no other
// cells.
func linked(sets, most, restricted, mostRestricted int) condition {
	return condition{fmt.Sprintf("%d sets and %d restricted commons or more", sets, restricted), func(x *parsedPattern) bool {
		n, m := len(x.sets), x.count("restricted")
		return n >= sets && n <= most && m >= restricted && m <= mostRestricted && len(x.cells) == 0
	}}
}

// petals wants a restricted common for each candidate of the stem, and sets of which no two are the same.
var petals = condition{"a restricted common for each candidate of the stem, and each set once", func(x *parsedPattern) bool {
	for _, r := range x.rows {
		if r.Role == "stem" {
			sets := slices.Clone(x.sets)
			slices.SortFunc(sets, slices.Compare)
			distinct := len(slices.CompactFunc(sets, slices.Equal)) == len(x.sets)
			return distinct && x.p.marks[setdoku.CellIndex(r.Cell)].Count() == x.count("restricted")
		}
	}
	return false
}}

var betweenSets = condition{"a restricted common for each set but one", func(x *parsedPattern) bool {
	return x.count("restricted") == len(x.sets)-1
}}

// disjoint wants the cells of a Sue de Coq. Its core lies in the intersection of a box and a line and has at least
// two digits more than cells. The parts in the line and in the box have different digits, except for digits that
// the core lacks. Together there are as many digits as cells.
var disjoint = condition{"a core in the intersection of a box and a line, and a part of each, with as many digits as cells", func(x *parsedPattern) bool {
	if x.marksOf(x.cells).Count() != len(x.cells) {
		return false
	}
	for line := range 18 {
		for box := 18; box < 27; box++ {
			var core, ofLine, ofBox []int
			outside := false
			for _, i := range x.cells {
				switch inLine, inBox := contains(line, i), contains(box, i); {
				case inLine && inBox:
					core = append(core, i)
				case inLine:
					ofLine = append(ofLine, i)
				case inBox:
					ofBox = append(ofBox, i)
				default:
					outside = true
				}
			}
			if outside || len(core) < 2 || len(ofLine) == 0 || len(ofBox) == 0 {
				continue
			}
			c, l, b := x.marksOf(core), x.marksOf(ofLine), x.marksOf(ofBox)
			if c.Count() >= len(core)+2 && c&l&b == 0 {
				return true
			}
		}
	}
	return false
}}
