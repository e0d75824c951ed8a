package verify

import (
	"fmt"
	"slices"

	"setdoku/internal/grid"
)

// condition is one thing that the patterns of a technique have.
type condition struct {
	want  string // such as "want two rows or two columns"
	holds func(*anatomy) bool
}

// shapedAs returns what judges the patterns of a technique by their rows and by its shape.
func shapedAs(technique string) func(*situation, []Evidence) (proof, error) {
	conditions := shapes[technique]
	return func(s *situation, rows []Evidence) (proof, error) {
		a, err := argued(s, rows)
		if err != nil {
			return nil, err
		}
		x := dissect(a)
		for _, c := range conditions {
			if !c.holds(x) {
				return nil, fmt.Errorf("want %s", c.want)
			}
		}
		return a, nil
	}
}

// made wants rows of these roles and no others.
func made(roles ...string) condition {
	return condition{fmt.Sprintf("rows with the roles %v only", roles), func(x *anatomy) bool {
		return !slices.ContainsFunc(x.rows, func(r Evidence) bool { return !slices.Contains(roles, r.Role) })
	}}
}

// has wants low to high rows of a role.
func has(role string, low, high int) condition {
	want := fmt.Sprintf("%d to %d rows with the role %s", low, high, role)
	if low == high {
		want = fmt.Sprintf("%d with the role %s", low, role)
	}
	return condition{want, func(x *anatomy) bool {
		n := x.count(role)
		return n >= low && n <= high
	}}
}

// many is the high of has that bounds nothing.
const many = 1 << 20

var oneDigit = condition{"one digit in all rows", func(x *anatomy) bool { return x.one != 0 }}

// chain wants strong and weak links in turn, strong at both ends, of these roles; a loop may close with a weak one.
// Nodes are single candidates, or groups as well.
func chain(groups bool, strong ...string) condition {
	return condition{fmt.Sprintf("a chain of strong links (%v) and weak ones in turn", strong), func(x *anatomy) bool {
		if len(x.nodes) < 2 || len(x.nodes)%2 != 0 {
			return false
		}
		last := len(x.gaps) - 1
		for k, gap := range x.gaps {
			switch {
			case k == 0 || k == last:
				if len(gap) > 0 && !(groups && gap[0].Role == "set") && !(k == last && gap[0].Role == "weak") {
					return false
				}
			case k%2 == 1:
				if len(gap) != 1 || !slices.Contains(strong, gap[0].Role) {
					return false
				}
			case len(gap) == 0 || gap[0].Role != "weak" && !(groups && gap[0].Role == "set"):
				return false
			}
		}
		return groups || !slices.ContainsFunc(x.nodes, func(n *node) bool { return len(n.cells) > 1 })
	}}
}

// strongLinks wants so many strong links in a chain.
func strongLinks(low, high int) condition {
	return condition{fmt.Sprintf("%d strong links or more", low), func(x *anatomy) bool {
		return len(x.nodes) >= 2*low && len(x.nodes) <= 2*high
	}}
}

// joints wants units of these kinds (0 row, 1 column, 2 box) for the first strong link, the weak one and the last strong
// one, in this direction or the other.
func joints(want string, fit func(first, weak, last int) bool) condition {
	return condition{want, func(x *anatomy) bool {
		if len(x.nodes) != 4 {
			return false
		}
		var units [3]int
		for k := range units {
			if len(x.gaps[k+1]) != 1 || x.gaps[k+1][0].UnitType == "" {
				return false
			}
			units[k] = unitIndex(x.gaps[k+1][0])
		}
		return fit(units[0], units[1], units[2]) || fit(units[2], units[1], units[0])
	}}
}

// loop wants a chain that closes. An open one has its ends in two cells; what it proves may be proved by a loop as well.
var (
	loop = condition{"ends that are linked, or that just one candidate sees", (*anatomy).returns}
	open = condition{"ends in two cells", func(x *anatomy) bool {
		a, b := x.nodes[0], x.nodes[len(x.nodes)-1]
		return a.cells[0] != b.cells[0]
	}}
	openGroups = condition{"two ends, and no set at either", func(x *anatomy) bool {
		a, b := x.nodes[0], x.nodes[len(x.nodes)-1]
		return len(x.gaps[0])+len(x.gaps[len(x.gaps)-1]) == 0 && (a.digit != b.digit || !slices.Equal(a.cells, b.cells))
	}}
)

// roofs wants the ends of a chain of lines not in one line, which would be an X-wing.
var roofs = condition{"ends that are not in line", func(x *anatomy) bool {
	return !inLine(x.nodes[0].cells[0], x.nodes[len(x.nodes)-1].cells[0])
}}

// boxInTwoLines wants all places of a box in the first link: those in one line and those in the line of the weak link.
var boxInTwoLines = condition{"a box whose places lie in two lines", func(x *anatomy) bool {
	nodes := x.nodes
	if len(nodes) == 4 && kind(unitIndex(x.gaps[1][0])) != 2 {
		slices.Reverse(nodes)
	}
	return len(nodes) == 4 && inLine(nodes[0].cells...) && inLine(nodes[1].cells...) && len(nodes[2].cells) == 1 && len(nodes[3].cells) == 1
}}

// withCandidates wants cells with so many candidates each.
func withCandidates(sizes ...int) condition {
	return condition{fmt.Sprintf("cells with %v candidates", sizes), func(x *anatomy) bool {
		found := make([]int, len(x.cells))
		for k, i := range x.cells {
			found[k] = x.p.marks[i].Count()
		}
		slices.Sort(found)
		return slices.Equal(found, sizes)
	}}
}

// pivoted wants so many digits in all cells, no two with the same, and a cell, with that many candidates, that sees all others.
func pivoted(digits, pivot int) condition {
	return condition{fmt.Sprintf("%d digits in a pivot and two pincers that it sees", digits), func(x *anatomy) bool {
		seen := map[set]bool{}
		for _, i := range x.cells {
			seen[x.p.marks[i]] = true
		}
		return x.marksOf(x.cells).Count() == digits && len(seen) == len(x.cells) && slices.ContainsFunc(x.cells, func(i int) bool {
			others := slices.DeleteFunc(slices.Clone(x.cells), func(j int) bool { return i == j })
			return x.p.marks[i].Count() == pivot && len(others) == len(x.cells)-1 && sees(i, others...)
		})
	}}
}

var (
	sameTwo = condition{"cells with the same two candidates", func(x *anatomy) bool {
		m := x.marksOf(x.cells)
		return m.Count() == 2 && !slices.ContainsFunc(x.cells, func(i int) bool { return x.p.marks[i] != m })
	}}
	evenPath = condition{"an even number of cells, each of which sees the next", func(x *anatomy) bool {
		for k := range len(x.cells) - 1 {
			if !sees(x.cells[k], x.cells[k+1]) {
				return false
			}
		}
		return len(x.cells)%2 == 0
	}}
	bridged = condition{"a unit of one of the two digits with two places, of which either cell sees another", func(x *anatomy) bool {
		var base Evidence
		for _, r := range x.rows {
			if r.Role == "base" {
				base = r
			}
		}
		truth := placesOf(x.p, unitIndex(base), base.Digit)
		places := truth.list()
		if len(places) != 2 || !x.marksOf(x.cells).Has(base.Digit) {
			return false
		}
		a, b, i, j := x.cells[0], x.cells[1], places[0]/9, places[1]/9
		return sees(a, i) && sees(b, j) || sees(a, j) && sees(b, i)
	}}
)

// corners wants so many corners of a rectangle with its two digits alone, and of the others what fits.
func corners(want string, bare int, fit func(x *anatomy, bare, rich []int) bool) condition {
	return condition{want, func(x *anatomy) bool {
		b, r := x.corners()
		return len(x.rectangle) == 4 && (bare < 0 || len(b) == bare) && fit(x, b, r)
	}}
}

// extra returns the candidates of cells beside the digits of the rectangle.
func (x *anatomy) extra(cells []int) set { return x.marksOf(cells) &^ x.digits }

// alike reports whether each of the cells has the digits of the rectangle, or one of them, and the same one beside.
func (x *anatomy) alike(cells []int) bool {
	e := x.extra(cells)
	return e.Count() == 1 && !slices.ContainsFunc(cells, func(i int) bool {
		return x.p.marks[i]&e == 0 || x.p.marks[i]&x.digits == 0
	})
}

// filled returns those of the cells that hold a digit.
func (x *anatomy) filled(cells []int) (list []int) {
	for _, i := range cells {
		if x.p.digits[i] != 0 {
			list = append(list, i)
		}
	}
	return list
}

// floor wants so many corners shown as cells, each with the two digits of the rectangle alone, and of these and the others what fits.
func floor(want string, cells int, fit func(x *anatomy, floor, roof []int) bool) condition {
	return condition{want, func(x *anatomy) bool {
		bare, _ := x.corners()
		roof := slices.DeleteFunc(slices.Clone(x.rectangle), func(i int) bool { return slices.Contains(x.cells, i) })
		shown := !slices.ContainsFunc(x.cells, func(i int) bool { return !slices.Contains(bare, i) })
		return shown && len(x.cells) == cells && len(roof) == 4-cells && fit(x, x.cells, roof)
	}}
}

// basesMeet wants two bases of one digit that have a corner in common.
func basesMeet(meet bool) condition {
	want := "two bases of one digit that share a corner"
	if !meet {
		want = "two bases of one digit that share no corner"
	}
	return condition{want, func(x *anatomy) bool {
		var digits []uint8
		for _, r := range x.rows {
			if r.Role == "base" {
				digits = append(digits, r.Digit)
			}
		}
		common := 0
		for _, i := range x.rectangle {
			if len(x.bases) == 2 && contains(x.bases[0], i) && contains(x.bases[1], i) {
				common++
			}
		}
		return len(digits) == 2 && digits[0] == digits[1] && (common == 1) == meet && common < 2
	}}
}

// fish wants so many lines of one kind and as many that cross them, with fins in one box. The base lines must make a fish of
// the kind wanted, which may be a twin of the one that is shown.
func fish(size int, sashimi bool) []condition {
	name := "covers of these base lines that leave two places to each with fins"
	if sashimi {
		name = "covers of these base lines that leave one with fins no more than one place"
	}
	return []condition{
		made("base", "cover", "fin", "body"), has("base", size, size), has("fin", 1, many), oneDigit,
		{"rows against columns", func(x *anatomy) bool {
			b, c := kinds(x.bases), kinds(x.covers)
			return b[0] == size && c[1] == size || b[1] == size && c[0] == size
		}},
		{"fins in one box", func(x *anatomy) bool {
			return !slices.ContainsFunc(x.fins, func(i int) bool { return boxOf(i) != boxOf(x.fins[0]) })
		}},
		{name, func(x *anatomy) bool { return x.twin(sashimi) }},
	}
}

func boxOf(i int) int { return i/27*3 + i%9/3 }

// complexFish wants boxes: in a franken fish beside rows against columns, in a mutant fish otherwise.
func complexFish(franken bool) condition {
	want := "rows against columns, and boxes"
	if !franken {
		want = "rows and columns on one side"
	}
	return condition{want, func(x *anatomy) bool {
		b, c := kinds(x.bases), kinds(x.covers)
		crossing := b[0]+c[1] == 0 || b[1]+c[0] == 0
		return crossing == franken && (!franken || b[2]+c[2] > 0)
	}}
}

// nets wants the colored candidates to hang together in so many nets, bases being what joins them.
func nets(want int) condition {
	return condition{fmt.Sprintf("colors in %d nets", want), func(x *anatomy) bool {
		net := map[int]int{}
		for _, r := range x.rows {
			if r.Role == "color" || r.Role == "color_2" {
				i := grid.Index(r.Cell)
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

// linked wants so many sets, restricted commons between them, and no cells beside; low to high of either.
func linked(sets, most, restricted, mostRestricted int) condition {
	return condition{fmt.Sprintf("%d sets and %d restricted commons or more", sets, restricted), func(x *anatomy) bool {
		n, m := len(x.sets), x.count("restricted")
		return n >= sets && n <= most && m >= restricted && m <= mostRestricted && len(x.cells) == 0
	}}
}

// petals wants a set for each candidate of the stem.
var petals = condition{"a set and a restricted common for each candidate of the stem", func(x *anatomy) bool {
	for _, r := range x.rows {
		if r.Role == "stem" {
			n := x.p.marks[grid.Index(r.Cell)].Count()
			return n == len(x.sets) && n == x.count("restricted")
		}
	}
	return false
}}

var betweenSets = condition{"a restricted common for each set but one", func(x *anatomy) bool {
	return x.count("restricted") == len(x.sets)-1
}}

// disjoint wants the cells of a Sue de Coq: a core where a box and a line meet, with two digits more than cells, a part of
// the line and a part of the box whose digits differ beside those that the core lacks, together as many digits as cells.
var disjoint = condition{"a core where a box and a line meet, and a part of either, with as many digits as cells", func(x *anatomy) bool {
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
