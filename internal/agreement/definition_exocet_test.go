package agreement_test

import (
	"slices"

	"setdoku"
)

// aim is a base with its targets, as the exocet needs them.
type aim struct {
	line    int
	digits  setdoku.DigitSet
	base    []int
	targets []int
	crossed []int // the cells of the three crossing lines outside of the band
	band    []int
}

// across returns the line through a cell that crosses a line.
func across(line, i int) []int {
	if line < 9 {
		return unit(9 + col(i))
	}
	return unit(row(i))
}

// holds returns those of the cells that hold a digit or have it as a candidate.
func (b *board) holds(cells []int, d uint8) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return b.fill[i] != d && !b.live[i].Has(d) })
}

// aims returns all bases with two targets for which two lines cover each digit.
func (b *board) aims() (list []aim) {
	for line := range 18 {
		first := line - line%3
		band := slices.Concat(unit(first), unit(first+1), unit(first+2))
		others := slices.DeleteFunc([]int{first, first + 1, first + 2}, func(l int) bool { return l == line })
		each(b.open(unit(line)), 2, func(base []int) {
			set := b.union(base)
			if box(base[0]) != box(base[1]) || set.Count() != 3 && set.Count() != 4 {
				return
			}
			spare := slices.IndexFunc(unit(line), func(i int) bool {
				return box(i) == box(base[0]) && !slices.Contains(base, i)
			})
			for _, t := range b.open(unit(others[0])) {
				for _, o := range b.open(unit(others[1])) {
					x := aim{line: line, digits: set, base: base, targets: []int{t, o}, band: band}
					for _, i := range []int{unit(line)[spare], t, o} {
						x.crossed = append(x.crossed, slices.DeleteFunc(slices.Clone(across(line, i)),
							func(i int) bool { return slices.Contains(band, i) })...)
					}
					if b.isAim(&x, others) {
						list = append(list, x)
					}
				}
			}
		})
	}
	return list
}

func (b *board) isAim(x *aim, others []int) bool {
	t, o := x.targets[0], x.targets[1]
	if box(t) == box(o) || box(t) == box(x.base[0]) || box(o) == box(x.base[0]) {
		return false
	}
	beside := append(both(across(x.line, t), unit(others[1])), both(across(x.line, o), unit(others[0]))...)
	if b.union(beside)&x.digits != 0 || b.live[t]&x.digits == 0 || b.live[o]&x.digits == 0 {
		return false
	}
	for _, d := range digits(x.digits) {
		for _, i := range append(slices.Clone(unit(18+box(t))), unit(18+box(o))...) {
			if b.fill[i] == d {
				return false
			}
		}
		if !b.twoLines(b.holds(x.crossed, d)) {
			return false
		}
	}
	return true
}

// twoLines reports whether two rows or columns have all of some cells.
func (b *board) twoLines(cells []int) (covered bool) {
	each(upTo(18), 2, func(lines []int) {
		all := slices.Concat(unit(lines[0]), unit(lines[1]))
		covered = covered || len(both(cells, all)) == len(cells)
	})
	return covered
}

func exocet(b *board) {
	for _, x := range b.aims() {
		for _, i := range x.targets {
			b.lose(i, b.live[i]&^x.digits)
		}
		for _, i := range x.base {
			b.lose(i, x.digits&^b.union(x.targets))
		}
	}
}

func doubleExocet(b *board) {
	list := b.aims()
	for k := range list {
		for _, y := range list[:k] {
			x := &list[k]
			if x.digits != y.digits || x.digits.Count() != 4 || !slices.Equal(x.band, y.band) ||
				len(both(x.crossed, y.crossed)) != 18 || len(both(x.targets, y.targets)) > 0 || x.line == y.line {
				continue
			}
			for _, d := range digits(x.digits) {
				b.besides(x, d)
			}
		}
	}
}

// besides eliminates a digit from the two lines, parallel to the band, that have all its places in the crossing lines.
func (b *board) besides(x *aim, d uint8) {
	places := b.places(x.crossed, d)
	if slices.ContainsFunc(x.crossed, func(i int) bool { return b.fill[i] == d }) {
		return
	}
	lines := slices.DeleteFunc(upTo(18), func(l int) bool {
		return l/9 != x.line/9 || len(both(places, unit(l))) == 0
	})
	if len(lines) != 2 {
		return
	}
	for _, l := range lines {
		for _, i := range unit(l) {
			if !slices.Contains(x.crossed, i) {
				b.lose(i, setdoku.SetOf(d))
			}
		}
	}
}

// exocetMirror eliminates the candidates that contradict every way to fill base, targets and mirrors.
func exocetMirror(b *board) {
	for _, x := range b.aims() {
		t, o := x.targets[0], x.targets[1]
		mirror := func(of int) []int {
			return slices.DeleteFunc(both(x.band, unit(18+box(of))), func(i int) bool {
				return i == of || x.line < 9 && row(i) != row(of) || x.line >= 9 && col(i) != col(of)
			})
		}
		ways, against := 0, map[claim]int{}
		for _, d := range digits(x.digits & b.live[t]) {
			for _, e := range digits(x.digits & b.live[o] &^ setdoku.SetOf(d)) {
				for _, i := range b.places(mirror(o), d) {
					for _, j := range b.places(mirror(t), e) {
						for _, base := range [][]int{{x.base[0], x.base[1]}, {x.base[1], x.base[0]}} {
							if b.live[base[0]].Has(d) && b.live[base[1]].Has(e) {
								ways++
								b.count(against, []int{base[0], t, i}, d, []int{base[1], o, j}, e)
							}
						}
					}
				}
			}
		}
		for c, n := range against {
			if n == ways {
				b.found[c] = true
			}
		}
	}
}

// count counts the candidates that are false if some cells hold the digit d and others the digit e.
func (b *board) count(against map[claim]int, ds []int, d uint8, es []int, e uint8) {
	for i := range 81 {
		for _, k := range digits(b.live[i]) {
			if slices.Contains(ds, i) && k != d || slices.Contains(es, i) && k != e ||
				k == d && len(sight(i, ds)) > 0 || k == e && len(sight(i, es)) > 0 {
				against[claim{false, setdoku.CellAt(i), k}]++
			}
		}
	}
}
