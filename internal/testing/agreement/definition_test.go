package agreement_test

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/brute"
)

// definitions are slow readings of the techniques. They share no code with the engines. These techniques have no short
// reading: unique_rectangle_3 and sue_de_coq (they search for parts of any size), avoidable rectangles (which need
// digits that are not givens), chains of mixed links, groups and sets, als_xy_wing, als_chain and death_blossom (the
// rules for what counts as a chain are longer than a search), franken and mutant fish, templates, forcing and search.
var definitions = map[string]func(*board){
	"full_house": fullHouse, "naked_single": nakedSingle, "hidden_single": hiddenSingle,
	"pointing": pointing, "claiming": claiming,
	"locked_pair":     func(b *board) { b.locked(2) },
	"locked_triple":   func(b *board) { b.locked(3) },
	"naked_pair":      func(b *board) { b.naked(2) },
	"naked_triple":    func(b *board) { b.naked(3) },
	"naked_quadruple": func(b *board) { b.naked(4) },
	"hidden_pair":     func(b *board) { b.hidden(2) }, "hidden_triple": func(b *board) { b.hidden(3) },
	"hidden_quadruple": func(b *board) { b.hidden(4) },
	"x_wing":           func(b *board) { b.fish(2) }, "swordfish": func(b *board) { b.fish(3) },
	"jellyfish":     func(b *board) { b.fish(4) },
	"finned_x_wing": func(b *board) { b.finned(2, false) }, "sashimi_x_wing": func(b *board) { b.finned(2, true) },
	"finned_swordfish":  func(b *board) { b.finned(3, false) },
	"sashimi_swordfish": func(b *board) { b.finned(3, true) },
	"finned_jellyfish":  func(b *board) { b.finned(4, false) },
	"sashimi_jellyfish": func(b *board) { b.finned(4, true) },
	"skyscraper":        skyscraper, "two_string_kite": kite, "turbot_fish": turbot, "empty_rectangle": emptyRectangle,
	"remote_pair": remotePair, "w_wing": wWing, "xy_wing": xyWing, "xyz_wing": xyzWing, "wxyz_wing": wxyzWing,
	"simple_colors": simpleColors, "multi_colors": multiColors,
	"x_chain": func(b *board) { b.chains(true, false) }, "xy_chain": func(b *board) { b.chains(false, true) },
	"bug_plus_1": bug, "unique_rectangle_1": rectangle1, "unique_rectangle_2": rectangle2,
	"unique_rectangle_4": rectangle4, "unique_rectangle_5": rectangle5, "unique_rectangle_6": rectangle6,
	"hidden_rectangle": hiddenRectangle, "unique_loop": uniqueLoop, "extended_rectangle": extendedRectangle,
	"als_xz": alsXZ, "exocet": exocet, "double_exocet": doubleExocet, "exocet_mirror": exocetMirror,
}

// TestDefinitions compares what techniques find in random states, and each in its example, with slow readings of their
// definitions.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(71)
	found := map[string]int{}
	compare := func(name string, s *setdoku.State) {
		b := newBoard(s)
		definitions[name](b)
		got, want := claims(inMemory(t, name, *s)), sorted(slices.Collect(maps.Keys(b.found)))
		if found[name] += len(want); !slices.Equal(got, want) {
			t.Errorf("%s\n%s finds %v and not %v", pencil(*s), name, without(got, want), without(want, got))
		}
	}
	examples := solvertest.ExampleStates(t)
	for name := range definitions {
		s := examples[name]
		if compare(name, &s); found[name] == 0 {
			t.Errorf("%s finds nothing in its example", name)
		}
	}
	for range gridtest.Size(1, 500) {
		s := randomState(rng)
		for name := range definitions {
			compare(name, &s)
		}
	}
	t.Logf("deductions: %v", found)
}

// randomState returns a state with one solution, in which some digits are placed and some wrong candidates crossed out.
func randomState(rng *rand.Rand) (s setdoku.State) {
	s.Givens = gridtest.Minimal(rng)
	_, solution := brute.Count(s.Givens, 2)
	for _, i := range rng.Perm(setdoku.CellCount)[:rng.IntN(60)] {
		if s.Givens[i] == 0 {
			s.Placed[i] = solution[i]
		}
	}
	share := 1 + rng.IntN(6)
	for i, m := range s.Candidates() {
		for wrong := m &^ setdoku.NewDigitSet(solution[i]); wrong != 0; wrong &= wrong - 1 {
			if rng.IntN(7) < share {
				s.Deleted[i] |= setdoku.NewDigitSet(wrong.Lowest())
			}
		}
	}
	return s
}

// board is a state as the definitions read it. Cells are 0..80, rows, columns and boxes 0..8.
type board struct {
	live  [81]setdoku.DigitSet // the candidates, none in a filled cell
	given setdoku.Grid
	fill  setdoku.Grid
	found map[claim]bool
}

func newBoard(s *setdoku.State) *board {
	return &board{live: s.Candidates(), given: s.Givens, fill: s.Filled(), found: map[claim]bool{}}
}

func row(i int) int { return i / 9 }
func col(i int) int { return i % 9 }
func box(i int) int { return i/27*3 + i%9/3 }

// unit returns the cells of a unit: 0..8 rows, 9..17 columns, 18..26 boxes.
func unit(u int) []int { return allUnits[u] }

var allUnits = func() (units [][]int) {
	units = make([][]int, 27)
	for i := range 81 {
		for kind, k := range []int{row(i), col(i), box(i)} {
			units[kind*9+k] = append(units[kind*9+k], i)
		}
	}
	return units
}()

var rows, columns, boxes = allUnits[:9], allUnits[9:18], allUnits[18:]

type candidate struct {
	cell  int
	digit uint8
}

type candidates []candidate

// meets reports whether two lists have a candidate in common.
func (c candidates) meets(other candidates) bool {
	return slices.ContainsFunc(c, func(x candidate) bool { return slices.Contains(other, x) })
}

func sees(a, b int) bool { return a != b && (row(a) == row(b) || col(a) == col(b) || box(a) == box(b)) }

// sight returns those of the cells that a cell sees.
func sight(i int, cells []int) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(j int) bool { return !sees(i, j) })
}

// both returns the cells of a list that another list has too.
func both(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(i int) bool { return !slices.Contains(b, i) })
}

// open returns those of the cells that are not filled.
func (b *board) open(cells []int) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return b.live[i] == 0 })
}

// places returns those of the cells that have a digit as a candidate.
func (b *board) places(cells []int, d uint8) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return !b.live[i].Has(d) })
}

// union returns the candidates of the cells.
func (b *board) union(cells []int) (set setdoku.DigitSet) {
	for _, i := range cells {
		set |= b.live[i]
	}
	return set
}

// lose eliminates digits from a cell.
func (b *board) lose(i int, digits setdoku.DigitSet) {
	for lost := b.live[i] & digits; lost != 0; lost &= lost - 1 {
		b.found[claim{false, setdoku.CellAt(i), lost.Lowest()}] = true
	}
}

// seen eliminates a digit from all cells that see all of some cells.
func (b *board) seen(d uint8, cells ...int) {
	for i := range 81 {
		if !slices.ContainsFunc(cells, func(c int) bool { return !sees(i, c) }) {
			b.lose(i, setdoku.NewDigitSet(d))
		}
	}
}

// each calls do with every choice of k of a list.
func each[T any](list []T, k int, do func([]T)) {
	var choose func(from int, chosen []T)
	choose = func(from int, chosen []T) {
		if len(chosen) == k {
			do(chosen)
			return
		}
		for i := from; i < len(list); i++ {
			choose(i+1, append(chosen[:len(chosen):len(chosen)], list[i]))
		}
	}
	choose(0, nil)
}

func digits(set setdoku.DigitSet) (list []uint8) {
	for ; set != 0; set &= set - 1 {
		list = append(list, set.Lowest())
	}
	return list
}

func setOf(list ...uint8) (set setdoku.DigitSet) {
	for _, d := range list {
		set |= setdoku.NewDigitSet(d)
	}
	return set
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func (b *board) place(i int, d uint8) { b.found[claim{true, setdoku.CellAt(i), d}] = true }

// cells returns the open cells with k candidates.
func (b *board) cells(k int) []int {
	return slices.DeleteFunc(upTo(81), func(i int) bool { return b.live[i].Count() != k })
}

func fullHouse(b *board) {
	for u := range 27 {
		if cells := b.open(unit(u)); len(cells) == 1 {
			b.place(cells[0], b.live[cells[0]].Lowest())
		}
	}
}

func nakedSingle(b *board) {
	for i, m := range b.live {
		if m.Count() == 1 {
			b.place(i, m.Lowest())
		}
	}
}

func hiddenSingle(b *board) {
	for u := range 27 {
		for d := uint8(1); d <= 9; d++ {
			if cells := b.places(unit(u), d); len(cells) == 1 {
				b.place(cells[0], d)
			}
		}
	}
}

// covered is the definition of subsets, intersections and fish: if k of the base sets, each of which has a true
// candidate or more, have their candidates in k of the cover sets, each of which has one at most, the other candidates
// of these are false.
func (b *board) covered(k int, base, cover []candidates) {
	base = slices.DeleteFunc(slices.Clone(base), func(c candidates) bool { return len(c) == 0 })
	each(base, k, func(chosen []candidates) {
		all := slices.Concat(chosen...)
		of := slices.DeleteFunc(slices.Clone(cover), func(c candidates) bool { return !c.meets(all) })
		if len(of) != k {
			return
		}
		for _, c := range slices.Concat(of...) {
			if !slices.Contains(all, c) {
				b.lose(c.cell, setdoku.NewDigitSet(c.digit))
			}
		}
	})
}

// byCell and byDigit return the candidates of some cells, a set for each cell or digit, and byUnit those of a digit in
// units.
func (b *board) byCell(cells []int) (sets []candidates) {
	for _, i := range cells {
		var set candidates
		for _, d := range digits(b.live[i]) {
			set = append(set, candidate{i, d})
		}
		sets = append(sets, set)
	}
	return sets
}

func (b *board) byDigit(cells []int) (sets []candidates) {
	for d := uint8(1); d <= 9; d++ {
		sets = append(sets, b.byUnit(d, cells)...)
	}
	return sets
}

func (b *board) byUnit(d uint8, units ...[]int) (sets []candidates) {
	for _, cells := range units {
		var set candidates
		for _, i := range b.places(cells, d) {
			set = append(set, candidate{i, d})
		}
		sets = append(sets, set)
	}
	return sets
}

// intersect has all places of a digit in a unit, two or more, in another unit.
func (b *board) intersect(base, cover [][]int) {
	for d := uint8(1); d <= 9; d++ {
		for _, unit := range base {
			if len(b.places(unit, d)) > 1 {
				b.covered(1, b.byUnit(d, unit), b.byUnit(d, cover...))
			}
		}
	}
}

func pointing(b *board) {
	b.intersect(boxes, rows)
	b.intersect(boxes, columns)
}

func claiming(b *board) { b.intersect(slices.Concat(rows, columns), boxes) }

// locked has k cells in a box and a line with k digits.
func (b *board) locked(k int) {
	for _, box := range boxes {
		for _, line := range slices.Concat(rows, columns) {
			all := slices.Concat(box, without(line, box))
			b.covered(k, b.byCell(both(box, line)), b.byDigit(all))
		}
	}
}

// A subset of more than half of the open cells is left out, because the other cells are a smaller subset.
func (b *board) naked(k int) {
	for u := range 27 {
		if len(b.open(unit(u))) >= 2*k {
			b.covered(k, b.byCell(unit(u)), b.byDigit(unit(u)))
		}
	}
}

func (b *board) hidden(k int) {
	for u := range 27 {
		if len(b.open(unit(u))) >= 2*k {
			b.covered(k, b.byDigit(unit(u)), b.byCell(unit(u)))
		}
	}
}

func (b *board) fish(k int) {
	for d := uint8(1); d <= 9; d++ {
		b.covered(k, b.byUnit(d, rows...), b.byUnit(d, columns...))
		b.covered(k, b.byUnit(d, columns...), b.byUnit(d, rows...))
	}
}

func remotePair(b *board) {
	for _, start := range b.cells(2) {
		// The cells at an even or odd number of links, by walking.
		reached := map[[2]int]bool{{start, 0}: true}
		for list := [][2]int{{start, 0}}; len(list) > 0; list = list[1:] {
			for _, i := range b.cells(2) {
				next := [2]int{i, 1 - list[0][1]}
				if b.live[i] == b.live[start] && sees(i, list[0][0]) && !reached[next] {
					reached[next] = true
					list = append(list, next)
				}
			}
		}
		net := map[int]bool{}
		for x := range reached {
			net[x[0]] = true
		}
		for end := range net {
			if len(net) >= 4 && reached[[2]int{end, 1}] {
				for _, d := range digits(b.live[start]) {
					b.seen(d, start, end)
				}
			}
		}
	}
}

func wWing(b *board) {
	for _, a := range b.cells(2) {
		for _, c := range b.cells(2) {
			if a == c || b.live[a] != b.live[c] {
				continue
			}
			for _, x := range digits(b.live[a]) {
				for u := range 27 {
					p := b.places(unit(u), x)
					if len(p) == 2 && len(both(p, []int{a, c})) == 0 && sees(a, p[0]) && sees(c, p[1]) {
						b.seen((b.live[a] &^ setdoku.NewDigitSet(x)).Lowest(), a, c)
					}
				}
			}
		}
	}
}

func (b *board) pincers(pivots int, do func(pivot, p, q int, z uint8)) {
	for _, pivot := range b.cells(pivots) {
		each(b.cells(2), 2, func(pq []int) {
			p, q := pq[0], pq[1]
			common := b.live[p] & b.live[q]
			if sees(pivot, p) && sees(pivot, q) && common.Count() == 1 && (b.live[p]|b.live[q]).Count() == 3 {
				do(pivot, p, q, common.Lowest())
			}
		})
	}
}

func xyWing(b *board) {
	b.pincers(2, func(pivot, p, q int, z uint8) {
		if b.live[pivot] == b.live[p]^b.live[q] {
			b.seen(z, p, q)
		}
	})
}

func xyzWing(b *board) {
	b.pincers(3, func(pivot, p, q int, z uint8) {
		if b.live[pivot] == b.live[p]|b.live[q] {
			b.seen(z, pivot, p, q)
		}
	})
}

// clique reports whether all of the cells see each other.
func clique(cells []int) bool {
	for k, i := range cells {
		if slices.ContainsFunc(cells[:k], func(j int) bool { return !sees(i, j) }) {
			return false
		}
	}
	return true
}

func wxyzWing(b *board) {
	for u := range 27 {
		each(b.open(unit(u)), 3, func(three []int) {
			all := b.union(three)
			if all.Count() != 4 {
				return
			}
			for i, m := range b.live {
				if slices.Contains(three, i) || m.Count() < 2 || m&^all != 0 {
					continue
				}
				four := append(slices.Clone(three), i)
				var loose []uint8
				for _, d := range digits(all) {
					if !clique(b.places(four, d)) {
						loose = append(loose, d)
					}
				}
				for _, d := range digits(all) {
					if len(loose) == 1 && loose[0] == d {
						b.seen(d, b.places(four, d)...)
					}
				}
			}
		})
	}
}

func alsXZ(b *board) {
	var sets [][]int
	known := map[string]bool{}
	for u := range 27 {
		for k := 1; k <= 8; k++ {
			each(b.open(unit(u)), k, func(cells []int) {
				if b.union(cells).Count() == k+1 && !known[fmt.Sprint(cells)] {
					known[fmt.Sprint(cells)] = true
					sets = append(sets, cells)
				}
			})
		}
	}
	var unions []setdoku.DigitSet
	for _, cells := range sets {
		unions = append(unions, b.union(cells))
	}
	for k, one := range sets {
		for l, other := range sets[:k] {
			common := unions[k] & unions[l]
			if common.Count() < 2 {
				continue
			}
			var restricted []uint8
			for _, d := range digits(common) {
				p, q := b.places(one, d), b.places(other, d)
				if !slices.ContainsFunc(p, func(i int) bool { return len(sight(i, q)) < len(q) }) {
					restricted = append(restricted, d)
				}
			}
			for _, x := range restricted {
				for _, z := range digits(common &^ setdoku.NewDigitSet(x)) {
					b.seen(z, append(b.places(one, z), b.places(other, z)...)...)
				}
			}
			if len(restricted) >= 2 {
				each(upTo(len(restricted)), 2, func(two []int) {
					xy := setOf(restricted[two[0]], restricted[two[1]])
					for _, set := range [][]int{one, other} {
						for _, z := range digits(b.union(set) &^ xy) {
							b.seen(z, b.places(set, z)...)
						}
					}
				})
			}
		}
	}
}

// lines calls do with the places of a digit in the rows, by columns, and then with the places in the columns, by rows.
// at returns the cell of a line and a crossing line.
func lines(do func(base int, at func(line, crossing int) int)) {
	do(0, func(line, crossing int) int { return line*9 + crossing })
	do(9, func(line, crossing int) int { return crossing*9 + line })
}

// finned has base lines with fins. If one of the fish on the base lines has the kind, all of them eliminate.
func (b *board) finned(k int, sashimi bool) {
	lines(func(_ int, at func(line, crossing int) int) {
		for d := uint8(1); d <= 9; d++ {
			has := func(line, c int) bool { return b.live[at(line, c)].Has(d) }
			some := slices.DeleteFunc(upTo(9), func(line int) bool {
				return !slices.ContainsFunc(upTo(9), func(c int) bool { return has(line, c) })
			})
			each(some, k, func(base []int) {
				lost, kind := map[int]bool{}, false
				each(upTo(9), k, func(covers []int) {
					victims, short := finnedVictims(base, covers, at, has)
					kind = kind || len(victims) > 0 && short == sashimi
					for _, i := range victims {
						lost[i] = true
					}
				})
				for i := range lost {
					if kind {
						b.lose(i, setdoku.NewDigitSet(d))
					}
				}
			})
		}
	})
}

// finnedVictims returns what a fish with fins eliminates, and whether a line with fins has fewer than two other places.
func finnedVictims(base, covers []int, at func(line, c int) int, has func(line, c int) bool) (list []int, short bool) {
	var fins []int
	for _, line := range base {
		kept, more := 0, 0
		for c := range 9 {
			switch {
			case has(line, c) && slices.Contains(covers, c):
				kept++
			case has(line, c):
				more++
				fins = append(fins, at(line, c))
			}
		}
		short = short || more > 0 && kept < 2
	}
	if len(fins) == 0 || slices.ContainsFunc(fins, func(i int) bool { return box(i) != box(fins[0]) }) {
		return nil, false
	}
	for line := range 9 {
		for _, c := range covers {
			if !slices.Contains(base, line) && box(at(line, c)) == box(fins[0]) && has(line, c) {
				list = append(list, at(line, c))
			}
		}
	}
	return list, short
}

// pairs calls do with every digit that has two places in a unit of each kind, one way round and the other.
func (b *board) pairs(first, second func(u int) bool, do func(d uint8, u, v int, a, c [2]int)) {
	for d := uint8(1); d <= 9; d++ {
		for u := range 27 {
			for v := range 27 {
				p, q := b.places(unit(u), d), b.places(unit(v), d)
				if u == v || !first(u) || !second(v) || len(p) != 2 || len(q) != 2 {
					continue
				}
				for _, a := range [][2]int{{p[0], p[1]}, {p[1], p[0]}} {
					for _, c := range [][2]int{{q[0], q[1]}, {q[1], q[0]}} {
						do(d, u, v, a, c)
					}
				}
			}
		}
	}
}

func isRow(u int) bool    { return u < 9 }
func isColumn(u int) bool { return u >= 9 && u < 18 }
func isBox(u int) bool    { return u >= 18 }
func isUnit(int) bool     { return true }

func skyscraper(b *board) {
	b.pairs(isRow, isRow, func(d uint8, _, _ int, a, c [2]int) {
		if col(a[0]) == col(c[0]) && col(a[1]) != col(c[1]) {
			b.seen(d, a[1], c[1])
		}
	})
	b.pairs(isColumn, isColumn, func(d uint8, _, _ int, a, c [2]int) {
		if row(a[0]) == row(c[0]) && row(a[1]) != row(c[1]) {
			b.seen(d, a[1], c[1])
		}
	})
}

func kite(b *board) {
	b.pairs(isRow, isColumn, func(d uint8, _, _ int, a, c [2]int) {
		if a[0] != c[0] && box(a[0]) == box(c[0]) && box(a[1]) != box(a[0]) && box(c[1]) != box(a[0]) {
			b.seen(d, a[1], c[1])
		}
	})
}

func turbot(b *board) {
	b.pairs(isBox, isUnit, func(d uint8, _, _ int, a, c [2]int) {
		for _, line := range []func(int) int{row, col} {
			if a[0] != c[0] && line(a[0]) == line(c[0]) && line(a[1]) != line(a[0]) && line(c[1]) != line(a[0]) {
				b.seen(d, a[1], c[1])
			}
		}
	})
}

func emptyRectangle(b *board) {
	for d := uint8(1); d <= 9; d++ {
		for block := 18; block < 27; block++ {
			for line := range 18 {
				for other := range 18 {
					if line/9 != other/9 && bent(b.places(unit(block), d), unit(line), unit(other)) {
						b.hinge(d, block, line, other)
					}
				}
			}
		}
	}
}

// hinge has a unit with two places, outside of the block and parallel to other. One of them is in line. A cell of other
// loses the digit if it is in line with the second place.
func (b *board) hinge(d uint8, block, line, other int) {
	for across := other / 9 * 9; across < other/9*9+9; across++ {
		p := b.places(unit(across), d)
		if len(p) != 2 || len(both(unit(across), unit(block))) > 0 {
			continue
		}
		for k, near := range p {
			for _, i := range unit(other) {
				far := p[1-k]
				parallel := line < 9 && row(i) == row(far) || line >= 9 && col(i) == col(far)
				if slices.Contains(unit(line), near) && parallel && box(i) != block-18 {
					b.lose(i, setdoku.NewDigitSet(d))
				}
			}
		}
	}
}

// bent reports whether two lines together have all of some cells, and neither has all of them.
func bent(cells, one, other []int) bool {
	n := len(cells)
	return len(both(cells, one)) < n && len(both(cells, other)) < n && len(both(cells, slices.Concat(one, other))) == n
}

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

// loops calls do with the cells of every loop of two digits: 6 to 14 cells that have both digits, none or two in every
// unit, not two loops. At most two cells have more candidates. It takes no cell or two cells of each row.
func (b *board) loops(pair setdoku.DigitSet, do func(cells []int)) {
	more := func(i int) bool { return b.live[i] != pair }
	var choose func(r int, cells []int)
	choose = func(r int, cells []int) {
		for u := 9; u < 27; u++ {
			if n := len(both(unit(u), cells)); n > 2 || n == 1 && r == 9 {
				return
			}
		}
		if len(cells) > 14 || len(slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return !more(i) })) > 2 {
			return
		}
		if r == 9 {
			if len(cells) >= 6 && connected(cells) {
				do(cells)
			}
			return
		}
		choose(r+1, cells)
		of := slices.DeleteFunc(slices.Clone(unit(r)), func(i int) bool { return b.live[i]&pair != pair })
		each(of, 2, func(two []int) { choose(r+1, slices.Concat(cells, two)) })
	}
	choose(0, nil)
}

// connected reports whether each cell can be reached from each other one.
func connected(cells []int) bool {
	reached := cells[:1]
	for k := 0; k < len(reached); k++ {
		for _, i := range sight(reached[k], cells) {
			if !slices.Contains(reached, i) {
				reached = append(reached[:len(reached):len(reached)], i)
			}
		}
	}
	return len(reached) == len(cells)
}

func uniqueLoop(b *board) {
	for pair := range setdoku.AllDigits {
		bare := slices.DeleteFunc(upTo(81), func(i int) bool { return b.live[i] != pair })
		if bits.OnesCount16(uint16(pair)) != 2 || len(bare) < 4 {
			continue
		}
		b.loops(pair, func(cells []int) {
			roof := slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return b.live[i] == pair })
			switch len(roof) {
			case 1:
				b.lose(roof[0], pair)
			case 2:
				if extra := b.live[roof[0]] &^ pair; extra == b.live[roof[1]]&^pair && extra.Count() == 1 {
					b.seen(extra.Lowest(), roof...)
				}
				for _, x := range digits(pair) {
					if b.only(x, roof[0], roof[1]) {
						b.lose(roof[0], pair&^setdoku.NewDigitSet(x))
						b.lose(roof[1], pair&^setdoku.NewDigitSet(x))
					}
				}
			}
		})
	}
}

// extended calls do with the six cells of every extended rectangle: two rows of a band and a column of each stack, or
// two rows of different bands and the columns of a stack, or the same with rows and columns exchanged.
func (b *board) extended(do func(cells []int)) {
	each(upTo(9), 2, func(two []int) {
		each(upTo(9), 3, func(three []int) {
			bands := []int{three[0] / 3, three[1] / 3, three[2] / 3}
			n := len(slices.Compact(bands))
			if two[0]/3 == two[1]/3 && n != 3 || two[0]/3 != two[1]/3 && n != 1 {
				return
			}
			var across, down []int
			for _, x := range two {
				for _, y := range three {
					across, down = append(across, x*9+y), append(down, y*9+x)
				}
			}
			for _, cells := range [][]int{across, down} {
				if len(b.open(cells)) == 6 {
					do(cells)
				}
			}
		})
	})
}

func extendedRectangle(b *board) {
	b.extended(func(cells []int) {
		for k, roof := range cells {
			five := slices.Delete(slices.Clone(cells), k, k+1)
			if m := b.union(five); m.Count() == 3 && b.live[roof]&^m != 0 {
				b.lose(roof, m)
			}
		}
		all := b.union(cells)
		for _, x := range digits(all) {
			if roof := b.places(cells, x); all.Count() == 4 && len(roof) > 1 {
				b.seen(x, roof...)
			}
		}
	})
}

// nets returns the nets of a digit: cells linked by units with two places, in two colors.
func (b *board) nets(d uint8) (list [][2][]int) {
	color := map[int]int{}
	for start := range 81 {
		if _, is := color[start]; is || !b.live[start].Has(d) {
			continue
		}
		net := [2][]int{{start}, nil}
		color[start] = 0
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for u := range 27 {
				p := b.places(unit(u), d)
				if len(p) != 2 || !slices.Contains(p, queue[0]) {
					continue
				}
				other := p[0] + p[1] - queue[0]
				if _, is := color[other]; !is {
					color[other] = 1 - color[queue[0]]
					net[color[other]] = append(net[color[other]], other)
					queue = append(queue, other)
				}
			}
		}
		if len(net[1]) > 0 {
			list = append(list, net)
		}
	}
	return list
}

// meet reports whether a cell of one list sees a cell of another.
func meet(a, b []int) bool {
	return slices.ContainsFunc(a, func(i int) bool { return len(sight(i, b)) > 0 })
}

func simpleColors(b *board) {
	for d := uint8(1); d <= 9; d++ {
		for _, net := range b.nets(d) {
			for i := range 81 {
				colored := slices.Contains(slices.Concat(net[0], net[1]), i)
				if !colored && meet([]int{i}, net[0]) && meet([]int{i}, net[1]) {
					b.lose(i, setdoku.NewDigitSet(d))
				}
			}
			for _, color := range net {
				if meet(color, color) {
					for _, i := range color {
						b.lose(i, setdoku.NewDigitSet(d))
					}
				}
			}
		}
	}
}

func multiColors(b *board) {
	for d := uint8(1); d <= 9; d++ {
		nets := b.nets(d)
		for k, one := range nets {
			for l, other := range nets {
				for x := range 4 {
					if k == l || !meet(one[x&1], other[x/2]) {
						continue
					}
					for i := range 81 {
						if meet([]int{i}, one[1-x&1]) && meet([]int{i}, other[1-x/2]) {
							b.lose(i, setdoku.NewDigitSet(d))
						}
					}
					if meet(one[x&1], other[1-x/2]) {
						for _, i := range one[x&1] {
							b.lose(i, setdoku.NewDigitSet(d))
						}
					}
				}
			}
		}
	}
}

// chains follows chains of candidates: if a candidate is false, the other one of a pair of places (units) or of a cell
// (cells) is true, and then what it sees is false. If the end of a chain is true whenever its start is false, a
// candidate that both exclude is false.
func (b *board) chains(units, cells bool) {
	for start := range 81 {
		for _, d := range digits(b.live[start]) {
			type node struct {
				cell int
				d    uint8
			}
			on := map[node]bool{}
			isFalse := map[node]bool{{start, d}: true}
			for queue := []node{{start, d}}; len(queue) > 0; queue = queue[1:] {
				off := queue[0]
				var next []node
				for u := range 27 {
					if p := b.places(unit(u), off.d); units && len(p) == 2 && slices.Contains(p, off.cell) {
						next = append(next, node{p[0] + p[1] - off.cell, off.d})
					}
				}
				if m := b.live[off.cell]; cells && m.Count() == 2 {
					next = append(next, node{off.cell, (m &^ setdoku.NewDigitSet(off.d)).Lowest()})
				}
				for _, n := range next {
					if _, known := on[n]; !known { // a chain has two pairs or more
						on[n] = off != node{start, d}
					}
					for i := range 81 {
						if x := (node{i, n.d}); sees(i, n.cell) && b.live[i].Has(n.d) && !isFalse[x] {
							isFalse[x] = true
							queue = append(queue, x)
						}
					}
				}
			}
			for end, long := range on {
				if long && end.d == d {
					b.seen(d, start, end.cell)
				}
			}
		}
	}
}

func bug(b *board) {
	three := b.cells(3)
	if len(three) != 1 || len(b.cells(2))+1 != len(b.open(upTo(81))) {
		return
	}
	var extra []uint8
	for u := range 27 {
		for d := uint8(1); d <= 9; d++ {
			switch p := b.places(unit(u), d); len(p) {
			case 0, 2:
			case 3:
				if !slices.Contains(p, three[0]) {
					return
				}
				extra = append(extra, d)
			default:
				return
			}
		}
	}
	if len(extra) == 3 && len(slices.Compact(extra)) == 1 {
		b.lose(three[0], setdoku.AllDigits&^setdoku.NewDigitSet(extra[0]))
	}
}

// rectangles calls do with the corners of every rectangle in two boxes, all open, in every order in which a and b are
// in a line, c is opposite b, and e opposite a.
func (b *board) rectangles(do func(a, b, c, e int)) {
	for a := range 81 {
		for e := range 81 {
			p, q := row(a)*9+col(e), row(e)*9+col(a)
			if row(a) == row(e) || col(a) == col(e) || len(b.open([]int{a, p, q, e})) < 4 {
				continue
			}
			if boxes := setOf(uint8(box(a)+1), uint8(box(e)+1), uint8(box(p)+1), uint8(box(q)+1)); boxes.Count() == 2 {
				do(a, p, q, e)
				do(a, q, p, e)
			}
		}
	}
}

func rectangle1(b *board) {
	b.rectangles(func(a, p, q, e int) {
		if m := b.live[a]; m.Count() == 2 && b.live[p] == m && b.live[q] == m {
			b.lose(e, m)
		}
	})
}

func rectangle2(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		extra := (b.live[q] | b.live[e]) &^ m
		if m.Count() == 2 && b.live[p] == m && extra.Count() == 1 && b.live[q]&b.live[e]&extra != 0 &&
			b.live[q]&m != 0 && b.live[e]&m != 0 {
			b.seen(extra.Lowest(), q, e)
		}
	})
}

func rectangle4(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		if m.Count() != 2 || b.live[p] != m {
			return
		}
		for _, x := range digits(m) {
			if b.only(x, q, e) {
				b.lose(q, m&^setdoku.NewDigitSet(x))
				b.lose(e, m&^setdoku.NewDigitSet(x))
			}
		}
	})
}

func rectangle5(b *board) {
	b.rectangles(func(a, p, q, e int) {
		for _, with := range [][]int{{a, e}, {a, p, e}} {
			corners := []int{a, p, q, e}
			m := b.live[q]
			extra := b.live[a] &^ m
			if m.Count() != 2 || extra.Count() != 1 {
				continue
			}
			fits := true
			for _, i := range corners {
				if slices.Contains(with, i) {
					fits = fits && b.live[i]&extra != 0 && b.live[i]&^(m|extra) == 0 && b.live[i]&m != 0
				} else {
					fits = fits && b.live[i] == m
				}
			}
			if fits {
				b.seen(extra.Lowest(), with...)
			}
		}
	})
}

// only reports whether a digit has its places in a unit of two cells in these two only.
func (b *board) only(d uint8, i, j int) bool {
	return slices.ContainsFunc(upTo(27), func(u int) bool {
		p := b.places(unit(u), d)
		return len(p) == 2 && slices.Contains(p, i) && slices.Contains(p, j)
	})
}

func rectangle6(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		if m.Count() != 2 || b.live[e] != m {
			return
		}
		for _, x := range digits(m) {
			if b.only(x, a, p) && b.only(x, q, e) {
				b.lose(p, setdoku.NewDigitSet(x))
				b.lose(q, setdoku.NewDigitSet(x))
			}
		}
	})
}

func hiddenRectangle(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		if m.Count() != 2 {
			return
		}
		for _, x := range digits(m) {
			if b.only(x, e, p) && b.only(x, e, q) || b.live[p] == m && b.only(x, a, q) {
				b.lose(e, m&^setdoku.NewDigitSet(x))
			}
		}
	})
}
