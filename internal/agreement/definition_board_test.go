package agreement_test

import (
	"slices"

	"setdoku"
)

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
