package isomorph

import (
	"slices"

	"setdoku"
)

// Automorphisms returns the number of isomorphisms that map a puzzle to itself, the identity included. The puzzle must
// have exactly one solution. Then no two lines of a band are empty and at most one digit is not given, so two
// isomorphisms never differ only in what no given decides: each automorphism is one arrangement of the form.
func Automorphisms(givens setdoku.Grid) int {
	s := newSearch(givens)
	if s.left == len(givens) {
		_, ways := full(&s.sheets)
		return ways
	}
	s.run()
	return len(s.arrangements)
}

// pattern has the cells with givens in each row, a bit for each column.
type pattern [9]uint16

// PatternAutomorphisms returns the number of ways to permute rows within bands, columns within stacks, bands and
// stacks, and to transpose, that map the set of given cells to itself, the identity included.
func PatternAutomorphisms(givens setdoku.Grid) (count int) {
	var p, transposed pattern
	for i, d := range givens {
		if d != 0 {
			p[i/9] |= 1 << (i % 9)
			transposed[i%9] |= 1 << (i / 9)
		}
	}
	want := p
	want.sortRows()
	each := want.repetitions()
	for _, from := range [2]*pattern{&p, &transposed} {
		for _, stacks := range orders[3] {
			from.columnOrders(&p, stacks, func(choice [3]int) {
				image := from.arranged(stacks, choice)
				if image.sortRows(); image == want {
					count += each
				}
			})
		}
	}
	return count
}

// columnOrders calls do with every choice of an order in each stack that gives each column as many givens as the
// column of the other pattern in the same place.
func (p *pattern) columnOrders(other *pattern, stacks []int, do func(choice [3]int)) {
	counts, want := p.columnCounts(), other.columnCounts()
	var fit [3][]int
	for place, stack := range stacks {
		for k, order := range orders[3] {
			if counts[3*stack+order[0]] == want[3*place] && counts[3*stack+order[1]] == want[3*place+1] &&
				counts[3*stack+order[2]] == want[3*place+2] {
				fit[place] = append(fit[place], k)
			}
		}
	}
	for _, a := range fit[0] {
		for _, b := range fit[1] {
			for _, c := range fit[2] {
				do([3]int{a, b, c})
			}
		}
	}
}

func (p *pattern) columnCounts() (counts [9]uint16) {
	for _, row := range p {
		for c := range counts {
			counts[c] += row >> c & 1
		}
	}
	return counts
}

// arranged returns the pattern with its stacks and the columns of each stack in another order.
func (p *pattern) arranged(stacks []int, choice [3]int) (image pattern) {
	for place, stack := range stacks {
		for k, from := range orders[3][choice[place]] {
			for r, row := range p {
				image[r] |= row >> (3*stack + from) & 1 << (3*place + k)
			}
		}
	}
	return image
}

// sortRows sorts the rows of each band, and the bands.
func (p *pattern) sortRows() {
	bands := [][]uint16{p[0:3], p[3:6], p[6:9]}
	for _, b := range bands {
		slices.Sort(b)
	}
	slices.SortFunc(bands, slices.Compare[[]uint16])
	*p = pattern(slices.Concat(bands...))
}

// repetitions returns the number of permutations of the rows that change nothing.
func (p *pattern) repetitions() int {
	bands := [3][3]uint16{[3]uint16(p[0:3]), [3]uint16(p[3:6]), [3]uint16(p[6:9])}
	return repetitions(bands) * repetitions(bands[0]) * repetitions(bands[1]) * repetitions(bands[2])
}

// repetitions returns the number of permutations of three things that change nothing.
func repetitions[T comparable](x [3]T) int {
	switch a, b, c := x[0] == x[1], x[1] == x[2], x[0] == x[2]; {
	case a && b:
		return 6
	case a || b || c:
		return 2
	}
	return 1
}
