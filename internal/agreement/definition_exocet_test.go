package agreement_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/solvertest"
	"setdoku/solver/brute"
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
		t, o := b.canHold(&x, 0), b.canHold(&x, 1)
		b.lose(x.targets[0], b.live[x.targets[0]]&^t)
		b.lose(x.targets[1], b.live[x.targets[1]]&^o)
		for _, i := range x.base {
			b.lose(i, x.digits&^(t|o))
		}
	}
}

// canHold returns the digits of the base that a target can hold: outside of the band, the crossing lines of the third
// cell beside the base and of the other target have such a digit in two different lines.
func (b *board) canHold(x *aim, target int) (set setdoku.DigitSet) {
	spare, other := x.crossed[:6], x.crossed[12-6*target:18-6*target]
	for _, d := range digits(x.digits & b.live[x.targets[target]]) {
		for _, i := range b.holds(spare, d) {
			for _, j := range b.holds(other, d) {
				if x.line < 9 && row(i) != row(j) || x.line >= 9 && col(i) != col(j) {
					set |= setdoku.NewDigitSet(d)
				}
			}
		}
	}
	return set
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
				b.lose(i, setdoku.NewDigitSet(d))
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
		for _, d := range digits(b.canHold(&x, 0)) {
			for _, e := range digits(b.canHold(&x, 1) &^ setdoku.NewDigitSet(d)) {
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

// TestTargetWithoutCover applies the exocets to the second example of the JExocet Compendium: 9 has one line outside of
// the band in the crossing lines that do not go through r2c4, so this target cannot hold it.
func TestTargetWithoutCover(t *testing.T) {
	s := solvertest.Puzzles(t, "the second example", "..2.8..6767....8.....67......6...78..2..16.54..5...612.61...4.5..8.5.1.6457361298:412 514 516 "+
		"424 425 426 328 432 436 536 338 444 446 351 951 954 464 864 466 984")[0].State
	n, solution := brute.CountState(s, 2)
	if n != 1 {
		t.Fatalf("%d solutions, want 1", n)
	}
	agreeAt(t, []solvertest.Position{{State: s, Solution: solution}}, "exocet", "exocet_mirror")
	for name, want := range map[string]claim{
		"exocet": {false, setdoku.CellAt(1*9 + 3), 9}, "exocet_mirror": {false, setdoku.CellAt(2*9 + 8), 9},
	} {
		if found := claims(inMemory(t, name, s)); !slices.Contains(found, want) {
			t.Errorf("%s finds %v, want %v", name, found, want)
		}
	}
}
