package game

import (
	"slices"

	"setdoku"
)

// Cell is a cell of a board.
type Cell struct {
	Digit  uint8 // 0 for empty
	Given  bool
	Colors setdoku.DigitSet // 1..9
	// Marks are the pencil marks of the player, the candidates that are left, and Corners those in the corners, which
	// mean what the player wants. A filled cell keeps both, and erasing the digit shows them again.
	Marks, Corners setdoku.DigitSet
	// Crossed are the candidates that the player has crossed out: marks that were taken from a cell with marks for all
	// its candidates, that a digit took from its peers, or that Cross took.
	Crossed setdoku.DigitSet
	Shades  [10]uint8 // the color of each candidate by its digit, 0 for none
}

// Board is all cells by index, 0..80. Those that the variant of the puzzle does not have stay empty.
type Board [setdoku.CellCount]Cell

// newBoard returns the board before all moves. Nobody can see which candidates of a state are crossed out unless the
// others are marked. So if the puzzle came with placed digits or crossed-out candidates, the board has a mark for each
// candidate.
func newBoard(puzzle *setdoku.State) (b Board) {
	var marks [setdoku.CellCount]setdoku.DigitSet
	if !puzzle.Plain() {
		marks = puzzle.Candidates()
	}
	for i, d := range puzzle.Givens {
		b[i] = Cell{Digit: d, Given: d != 0, Marks: marks[i]}
		if d == 0 {
			b[i].Digit = puzzle.Placed[i]
		}
	}
	return b
}

// apply makes a move in a game of a puzzle. A given cell takes nothing but a color.
func (b *Board) apply(m Move, puzzle *setdoku.State) {
	value := setdoku.NewDigitSet(uint8(m.Value))
	switch m.Action {
	case Digit, Place:
		for _, c := range b.open(m.Cells) {
			b.enter(c, uint8(m.Value), m.Action == Digit, puzzle)
		}
	case Mark, Corner:
		b.mark(m.Action, m.Cells, value, puzzle)
	case Cross:
		for _, i := range b.empty(m.Cells) {
			b.cross(i, value, puzzle)
		}
	case Fill:
		for _, i := range puzzle.Board().Cells() {
			if c := &b[i]; c.Digit == 0 {
				c.Marks, c.Crossed = b.candidates(i, puzzle), 0
			}
		}
	case Restart:
		*b = newBoard(puzzle)
	case Erase:
		b.erase(m.Cells)
	case Color:
		if m.Digit > 0 {
			b.shade(b.empty(m.Cells), uint8(m.Digit), uint8(m.Value))
		} else {
			b.color(m.Cells, m.Value)
		}
	}
}

// color removes a color if all cells have it, else adds it to all of them. 0 removes all colors.
func (b *Board) color(cells []setdoku.Cell, value int) {
	color := setdoku.NewDigitSet(uint8(value))
	all := !slices.ContainsFunc(cells, func(c setdoku.Cell) bool { return b[c.Index()].Colors&color == 0 })
	for _, cell := range cells {
		switch c := &b[cell.Index()]; {
		case value == 0:
			c.Colors = 0
		case all:
			c.Colors &^= color
		default:
			c.Colors |= color
		}
	}
}

// shade gives the marks of a digit a color, or none if all of them have it.
func (b *Board) shade(cells []int, digit, color uint8) {
	list := slices.DeleteFunc(cells, func(i int) bool { return !(b[i].Marks | b[i].Corners).Has(digit) })
	if !slices.ContainsFunc(list, func(i int) bool { return b[i].Shades[digit] != color }) {
		color = 0
	}
	for _, i := range list {
		b[i].Shades[digit] = color
	}
}

// open returns the indexes of those cells that are not given.
func (b *Board) open(cells []setdoku.Cell) (list []int) {
	for _, cell := range cells {
		if i := cell.Index(); !b[i].Given {
			list = append(list, i)
		}
	}
	return list
}

// empty returns the indexes of those cells that have no digit.
func (b *Board) empty(cells []setdoku.Cell) (list []int) {
	return slices.DeleteFunc(b.open(cells), func(i int) bool { return b[i].Digit != 0 })
}

// enter puts a digit into a cell. With keep it removes the marks of this digit from its peers.
func (b *Board) enter(i int, digit uint8, keep bool, puzzle *setdoku.State) {
	if b[i].Digit == digit {
		return
	}
	b[i].Digit = digit
	if !keep {
		return
	}
	for _, p := range puzzle.Board().Peers[i] {
		c := &b[p]
		c.Crossed |= c.Marks & setdoku.NewDigitSet(digit)
		c.Marks &^= setdoku.NewDigitSet(digit)
		c.Corners &^= setdoku.NewDigitSet(digit)
	}
}

// mark removes a mark of a kind, Mark or Corner, if all empty cells have it, else adds it to all of them.
func (b *Board) mark(kind Action, cells []setdoku.Cell, mark setdoku.DigitSet, puzzle *setdoku.State) {
	marks := func(i int) *setdoku.DigitSet {
		if kind == Corner {
			return &b[i].Corners
		}
		return &b[i].Marks
	}
	list := b.empty(cells)
	all := !slices.ContainsFunc(list, func(i int) bool { return *marks(i)&mark == 0 })
	for _, i := range list {
		switch {
		case !all:
			*marks(i) |= mark
			b[i].Crossed &^= b[i].Marks
		case kind == Mark && b.candidates(i, puzzle)&^(b[i].Marks|b[i].Crossed) == 0:
			if b.cross(i, mark, puzzle); b[i].Marks == 0 {
				b[i].Crossed = 0 // the player says nothing of this cell
			}
		default:
			*marks(i) &^= mark
		}
	}
}

// cross removes a candidate. A cell without marks first gets the marks of its candidates.
func (b *Board) cross(i int, candidate setdoku.DigitSet, puzzle *setdoku.State) {
	c := &b[i]
	if c.Marks == 0 {
		c.Marks = b.candidates(i, puzzle) &^ c.Crossed
	}
	c.Marks &^= candidate
	c.Crossed |= candidate
}

// candidates returns the digits that no peer has and that were not crossed out before the game began.
func (b *Board) candidates(i int, puzzle *setdoku.State) setdoku.DigitSet {
	left := puzzle.Board().Digits() &^ puzzle.Deleted[i]
	for _, p := range puzzle.Board().Peers[i] {
		if d := b[p].Digit; d != 0 {
			left &^= setdoku.NewDigitSet(d)
		}
	}
	return left
}

// erase removes the digits. If the cells have none, it removes the marks and the colors.
func (b *Board) erase(cells []setdoku.Cell) {
	filled := false
	for _, i := range b.open(cells) {
		filled = filled || b[i].Digit != 0
		b[i].Digit = 0
	}
	if filled {
		return
	}
	for _, cell := range cells {
		c := &b[cell.Index()]
		*c = Cell{Digit: c.Digit, Given: c.Given}
	}
}

// Filled returns the givens and the digits of the player.
func (b *Board) Filled() (g setdoku.Grid) {
	for i, c := range b {
		g[i] = c.Digit
	}
	return g
}

// Conflicts returns for each cell whether a peer of a variant has the same digit.
func (b *Board) Conflicts(v *setdoku.Variant) (list [setdoku.CellCount]bool) {
	for i, c := range b {
		for _, p := range v.Peers[i] {
			if c.Digit != 0 && b[p].Digit == c.Digit {
				list[i] = true
			}
		}
	}
	return list
}

// Complete reports whether all cells of a variant are filled.
func (b *Board) Complete(v *setdoku.Variant) bool {
	return !slices.ContainsFunc(v.Cells(), func(i int) bool { return b[i].Digit == 0 })
}

// Finished reports whether all cells of a variant are filled and no two that see each other have the same digit.
func (b *Board) Finished(v *setdoku.Variant) bool {
	return b.Complete(v) && v.Check(b.Filled()) == nil
}

// Lost returns the candidates that the player has crossed out although they are the digits of a solution.
func (b *Board) Lost(solution setdoku.Grid) (list []setdoku.Candidate) {
	for i, c := range b {
		if c.Digit == 0 && c.Crossed.Has(solution[i]) {
			list = append(list, setdoku.CandidateAt(i, solution[i]))
		}
	}
	return list
}

// Wrong returns the cells whose digit of the player differs from a solution, by index.
func (b *Board) Wrong(solution setdoku.Grid) (list []int) {
	for i, c := range b {
		if !c.Given && c.Digit != 0 && c.Digit != solution[i] {
			list = append(list, i)
		}
	}
	return list
}
