package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// condition is a property that all patterns of a technique have.
type condition struct {
	want  string // the expected property, for the error
	holds func(*parsedPattern) bool
}

// shapedAs returns the function that proves the patterns of a technique from their rows and checks its shape.
func shapedAs(technique string) func(*situation, []setdoku.Evidence) (proof, error) {
	conditions := shapes[technique]
	return func(s *situation, rows []setdoku.Evidence) (proof, error) {
		a, err := argued(s, rows)
		if err != nil {
			return nil, err
		}
		x := parsePattern(a)
		for _, c := range conditions {
			if !c.holds(x) {
				return nil, fmt.Errorf("want %s", c.want)
			}
		}
		return a, nil
	}
}

// onlyRoles wants rows with these roles only.
func onlyRoles(roles ...string) condition {
	return condition{fmt.Sprintf("rows with the roles %v only", roles), func(x *parsedPattern) bool {
		return !slices.ContainsFunc(x.rows, func(r setdoku.Evidence) bool { return !slices.Contains(roles, r.Role) })
	}}
}

// chained wants the rows of a chain plus these roles. A chain has nodes, weak links and one kind of chain.
func chained(roles ...string) condition {
	return onlyRoles(slices.Concat(roles, []string{"link", "weak"}, chainKinds)...)
}

// has wants low to high rows of a role.
func has(role string, low, high int) condition {
	want := fmt.Sprintf("%d to %d rows with the role %s", low, high, role)
	switch high {
	case low:
		want = fmt.Sprintf("%d rows with the role %s", low, role)
	case unbounded:
		want = fmt.Sprintf("at least %d rows with the role %s", low, role)
	}
	return condition{want, func(x *parsedPattern) bool {
		n := x.count(role)
		return n >= low && n <= high
	}}
}

// unbounded is an upper limit for has without effect.
const unbounded = 1 << 20

var oneDigit = condition{"one digit in all rows", func(x *parsedPattern) bool { return x.one != 0 }}

// chain wants alternating strong and weak links, with strong links of these roles at both ends. Nodes are single
// candidates, or also groups if groups is set.
func chain(groups bool, strong ...string) condition {
	return condition{fmt.Sprintf("a chain of alternating strong links (%v) and weak links", strong), func(x *parsedPattern) bool {
		if len(x.nodes) < 2 || len(x.nodes)%2 != 0 {
			return false
		}
		last := len(x.gaps) - 1
		for k, gap := range x.gaps {
			switch {
			case k == 0 || k == last:
				if len(gap) > 0 && !(groups && gap[0].Role == "set") {
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

// strongLinks wants at least low strong links in a chain.
func strongLinks(low, high int) condition {
	return condition{fmt.Sprintf("%d strong links or more", low), func(x *parsedPattern) bool {
		return len(x.nodes) >= 2*low && len(x.nodes) <= 2*high
	}}
}

// joints wants a first strong link, a weak link and a last strong link in units of these kinds (0 row, 1 column, 2
// box), in either direction.
func joints(want string, fit func(first, weak, last int) bool) condition {
	return condition{want, func(x *parsedPattern) bool {
		if len(x.nodes) != 4 {
			return false
		}
		var units [3]int
		for k := range units {
			if len(x.gaps[k+1]) != 1 || x.gaps[k+1][0].Unit == 0 {
				return false
			}
			units[k] = unitIndex(x.gaps[k+1][0])
		}
		return fit(units[0], units[1], units[2]) || fit(units[2], units[1], units[0])
	}}
}

// loop wants a closed chain, open an open one. The ends of an open chain lie in two cells. A loop may prove the
// same deduction.
var (
	loop = condition{"ends that are linked, or that only one candidate sees", func(x *parsedPattern) bool { return x.kindOfChain() != setdoku.OpenChain }}
	open = condition{"ends in two cells", func(x *parsedPattern) bool {
		a, b := x.nodes[0], x.nodes[len(x.nodes)-1]
		return a.cells[0] != b.cells[0]
	}}
	openEnds = condition{"two ends that differ", func(x *parsedPattern) bool {
		a, b := x.nodes[0], x.nodes[len(x.nodes)-1]
		return a.digit != b.digit || !slices.Equal(a.cells, b.cells)
	}}
	// With one strong link and no set beyond an end the pattern would be locked candidates.
	twoLinksOrSet = condition{"two strong links or a set beyond an end", func(x *parsedPattern) bool {
		beyond := x.setsBeyondEnds()
		return len(x.nodes) >= 4 || len(beyond[0])+len(beyond[1]) > 0
	}}
)

// statesChainKind wants the last row, and no other, to state the kind of the chain.
var statesChainKind = condition{"a last row that says whether it is a continuous loop, a discontinuous loop or an open chain", func(x *parsedPattern) bool {
	return slices.IndexFunc(x.rows, func(r setdoku.Evidence) bool { return slices.Contains(chainKinds, r.Role) }) == len(x.rows)-1 &&
		x.rows[len(x.rows)-1].Role == x.kindOfChain()
}}

// roofs wants the ends of a chain of lines in different lines. Otherwise it is an X-Wing.
var roofs = condition{"ends that are not in line", func(x *parsedPattern) bool {
	return !inLine(x.nodes[0].cells[0], x.nodes[len(x.nodes)-1].cells[0])
}}

// boxInTwoLines wants a first link in a box whose places all lie in the line of the weak link or in one other
// line.
var boxInTwoLines = condition{"a box whose places lie in two lines", func(x *parsedPattern) bool {
	nodes := x.nodes
	if len(nodes) == 4 && kind(unitIndex(x.gaps[1][0])) != 2 {
		slices.Reverse(nodes)
	}
	return len(nodes) == 4 && inLine(nodes[0].cells...) && inLine(nodes[1].cells...) && len(nodes[2].cells) == 1 && len(nodes[3].cells) == 1
}}

// withCandidates wants cells with these numbers of candidates.
func withCandidates(sizes ...int) condition {
	return condition{fmt.Sprintf("cells with %v candidates", sizes), func(x *parsedPattern) bool {
		found := make([]int, len(x.cells))
		for k, i := range x.cells {
			found[k] = x.p.marks[i].Count()
		}
		slices.Sort(found)
		return slices.Equal(found, sizes)
	}}
}

// pivoted wants cells with this number of digits in all, no two of them with the same candidates, and a pivot with
// pivot candidates that sees all others.
func pivoted(digits, pivot int) condition {
	return condition{fmt.Sprintf("%d digits in a pivot and two pincers that it sees", digits), func(x *parsedPattern) bool {
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
	sameTwo = condition{"cells with the same two candidates", func(x *parsedPattern) bool {
		m := x.marksOf(x.cells)
		return m.Count() == 2 && !slices.ContainsFunc(x.cells, func(i int) bool { return x.p.marks[i] != m })
	}}
	evenPath = condition{"an even number of cells, each of which sees the next", func(x *parsedPattern) bool {
		for k := range len(x.cells) - 1 {
			if !sees(x.cells[k], x.cells[k+1]) {
				return false
			}
		}
		return len(x.cells)%2 == 0
	}}
	bridged = condition{"a unit with two places for one of the two digits, each place beside the cell that sees it", func(x *parsedPattern) bool {
		var base setdoku.Evidence
		var ends []int
		for _, r := range x.rows {
			switch r.Role {
			case "base":
				base = r
			case "bridge_end":
				ends = append(ends, candidate(setdoku.CellIndex(r.Cell), r.Digit))
			}
		}
		truth := placesOf(x.p, unitIndex(base), base.Digit)
		return len(ends) == 2 && slices.Equal(slices.Sorted(slices.Values(ends)), truth.list()) && x.marksOf(x.cells).Has(base.Digit) &&
			sees(x.cells[0], ends[0]/9) && sees(x.cells[1], ends[1]/9)
	}}
)
