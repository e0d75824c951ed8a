package notation_test

import (
	"errors"
	"fmt"
	"slices"

	"setdoku"
)

var errConclusion = errors.New("the conclusion is not what the deduction eliminates")

// checker proves a line against the candidates of a state.
type checker struct {
	board  *setdoku.Variant
	live   [setdoku.CellCount]setdoku.DigitSet
	colors bool // the nodes are colors
}

// checkLine returns why a line does not prove its conclusion in a state, nil if it does. exchange says that the line
// of a remote pair also holds with its two digits exchanged.
func checkLine(s setdoku.State, l line, exchange bool) error {
	c := checker{board: s.Board(), live: s.Candidates()}
	for _, b := range l.branches {
		for _, n := range b {
			c.colors = c.colors || n.color
		}
	}
	if len(l.branches) > 1 {
		return c.branches(l)
	}
	chain := l.branches[0]
	if len(chain) < 2 {
		return errors.New("no chain")
	}
	if err := c.links(chain); err != nil {
		return err
	}
	closed := len(chain)%2 == 1
	first, last := chain[0], chain[len(chain)-1]
	if closed && !same(first, last) {
		return errors.New("the last link is weak, and the chain is not a loop")
	}
	if l.proved != nil && (!same(first, last) || closed || !same(first, *l.proved)) {
		return errors.New("the ends do not prove the candidate")
	}
	for _, v := range l.lost {
		proved := !closed && c.excludes(v, chain, 0) && c.excludes(v, chain, len(chain)-1)
		for k := 1; closed && k < len(chain) && !proved; k++ {
			proved = chain[k].sign == '-' && c.excludes(v, chain, k-1) && c.excludes(v, chain, k) || chain[k].set > 0 &&
				c.inSet(v, chain, k)
		}
		if !proved && exchange {
			other := slices.Clone(chain)
			for k := range other {
				other[k].digits = chain[k^1].digits
			}
			proved = c.links(other) == nil && c.excludes(v, other, 0) && c.excludes(v, other, len(other)-1)
		}
		if !proved {
			return fmt.Errorf("%s does not follow", v.Elimination())
		}
	}
	return nil
}

// branches checks chains of which one begins with a candidate that is true, because they begin with all candidates of a
// cell.
func (c *checker) branches(l line) error {
	cell, digits := l.branches[0][0].cells[0], setdoku.DigitSet(0)
	for _, b := range l.branches {
		first := b[0]
		if len(first.cells) != 1 || first.cells[0] != cell || len(first.digits) != 1 || digits.Has(first.digits[0]) {
			return fmt.Errorf("branch %v", first)
		}
		digits |= setdoku.SetOf(first.digits[0])
		if len(b)%2 == 0 {
			return errors.New("a branch ends with a weak link")
		}
		for k := 1; k < len(b); k++ {
			if err := c.link(b, k, k%2 == 0); err != nil {
				return err
			}
		}
		for _, v := range l.lost {
			if !c.excludes(v, b, len(b)-1) {
				return fmt.Errorf("%s does not follow from the branch of %d", v.Elimination(), first.digits[0])
			}
		}
	}
	if digits != c.live[cell] {
		return errors.New("the branches are not all candidates of the cell")
	}
	return nil
}

// links checks that strong and weak links take turns, and each of them.
func (c *checker) links(chain []node) error {
	for k := 1; k < len(chain); k++ {
		if err := c.link(chain, k, k%2 == 1); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) link(chain []node, k int, strong bool) error {
	a, b := chain[k-1], chain[k]
	if (b.sign == '=') != strong {
		return fmt.Errorf("link %d is %c", k, b.sign)
	}
	switch {
	case strong && !c.strong(a, b):
		return fmt.Errorf("%v and %v are not strongly linked", a, b)
	case !strong && !c.weak(chain, k):
		return fmt.Errorf("%v and %v are not weakly linked", a, b)
	}
	return nil
}

// strong reports whether one of two nodes is true if the other is false.
func (c *checker) strong(a, b node) bool {
	switch {
	case c.colors:
		return c.net(a, b)
	case a.set > 0 && a.set == b.set:
		digits := setOf(a.digits) | setOf(b.digits)
		all := setdoku.DigitSet(0)
		for _, i := range a.cells {
			all |= c.live[i]
		}
		return setOf(a.digits)&setOf(b.digits) == 0 && digits == all && all.Count() == len(a.cells)+1 &&
			c.allSee(a.cells)
	case len(a.digits) != 1 || len(b.digits) != 1:
		return false
	case a.digits[0] != b.digits[0]:
		return len(a.cells) == 1 && slices.Equal(a.cells, b.cells) &&
			c.live[a.cells[0]] == setOf(a.digits)|setOf(b.digits)
	}
	return c.all(a) && c.all(b) && slices.ContainsFunc(c.board.Units[:], func(unit []int) bool {
		for _, i := range unit {
			if c.live[i].Has(a.digits[0]) != (slices.Contains(a.cells, i) || slices.Contains(b.cells, i)) {
				return false
			}
		}
		return within(a.cells, unit) && within(b.cells, unit)
	})
}

// all reports whether all cells of a node have its digit.
func (c *checker) all(n node) bool {
	return !slices.ContainsFunc(n.cells, func(i int) bool { return !c.live[i].Has(n.digits[0]) })
}

// weak reports whether the nodes before and after link k cannot both be true.
func (c *checker) weak(chain []node, k int) bool {
	a, b := chain[k-1], chain[k]
	if c.colors {
		return a.digits[0] == b.digits[0] &&
			slices.ContainsFunc(a.cells, func(i int) bool { return c.seesOne(i, b.cells) })
	}
	if len(b.digits) != 1 {
		return false
	}
	d := b.digits[0]
	if !slices.Contains(a.digits, d) { // two digits of one cell
		return a.set == 0 && b.set == 0 && len(a.digits) == 1 && len(a.cells) == 1 && slices.Equal(a.cells, b.cells) &&
			c.live[a.cells[0]].Has(d) && c.live[a.cells[0]].Has(a.digits[0])
	}
	return c.apart(d, a.cells, b.cells)
}

// apart reports whether each place of a digit in some cells sees each of its places in others.
func (c *checker) apart(d uint8, a, b []int) bool {
	found := false
	for _, i := range a {
		for _, j := range b {
			if c.live[i].Has(d) && c.live[j].Has(d) {
				if found = true; !c.board.SeeEachOther(i, j) || i == j {
					return false
				}
			}
		}
	}
	return found
}

// excludes reports whether a candidate is false if node k of a chain is true.
func (c *checker) excludes(v setdoku.Candidate, chain []node, k int) bool {
	n, i := chain[k], v.Cell.Index()
	if !c.live[i].Has(v.Digit) {
		return false
	}
	if c.colors {
		// A cell of the other color of the net is false too.
		opposite := k^1 < len(chain) && slices.Contains(chain[k^1].cells, i)
		return n.digits[0] == v.Digit && (opposite || c.seesOne(i, n.cells))
	}
	if !slices.Contains(n.digits, v.Digit) {
		return n.set == 0 && len(n.digits) == 1 && len(n.cells) == 1 && n.cells[0] == i
	}
	return c.apart(v.Digit, []int{i}, n.cells)
}

// inSet reports whether a candidate is false because a set in a loop holds all its digits but those of its two weak
// links.
func (c *checker) inSet(v setdoku.Candidate, chain []node, k int) bool {
	if chain[k].sign != '=' {
		return false
	}
	in, out := chain[k-1], chain[(k+1)%len(chain)].digits
	return !slices.Contains(in.digits, v.Digit) && !slices.Contains(out, v.Digit) &&
		slices.Contains(chain[k].digits, v.Digit) &&
		c.apart(v.Digit, []int{v.Cell.Index()}, chain[k].cells)
}

// net reports whether two colors are those of a net: conjugate pairs join all of their cells, each pair with one cell
// of each color.
func (c *checker) net(a, b node) bool {
	d := a.digits[0]
	reached := []int{a.cells[0]}
	for k := 0; k < len(reached); k++ {
		for _, unit := range c.board.Units {
			var places []int
			for _, i := range unit {
				if c.live[i].Has(d) {
					places = append(places, i)
				}
			}
			if len(places) != 2 || !slices.Contains(places, reached[k]) {
				continue
			}
			if slices.Contains(a.cells, places[0]) != slices.Contains(b.cells, places[1]) ||
				slices.Contains(b.cells, places[0]) != slices.Contains(a.cells, places[1]) {
				continue
			}
			for _, i := range places {
				if (slices.Contains(a.cells, i) || slices.Contains(b.cells, i)) && !slices.Contains(reached, i) {
					reached = append(reached, i)
				}
			}
		}
	}
	return len(reached) == len(a.cells)+len(b.cells)
}

func same(a, b node) bool {
	return slices.Equal(a.cells, b.cells) && len(b.digits) == 1 && slices.Contains(a.digits, b.digits[0])
}

func (c *checker) seesOne(i int, cells []int) bool {
	return slices.ContainsFunc(cells, func(j int) bool { return i != j && c.board.SeeEachOther(i, j) })
}

func setOf(digits []uint8) (m setdoku.DigitSet) {
	for _, d := range digits {
		m |= setdoku.SetOf(d)
	}
	return m
}

func within(cells []int, unit []int) bool {
	return !slices.ContainsFunc(cells, func(i int) bool { return !slices.Contains(unit, i) })
}

// allSee reports whether each two of the cells see each other.
func (c *checker) allSee(cells []int) bool {
	for k, i := range cells {
		if slices.ContainsFunc(cells[k+1:], func(j int) bool { return !c.board.SeeEachOther(i, j) }) {
			return false
		}
	}
	return true
}
