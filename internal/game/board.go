package game

import "setdoku"

// Cell is a cell of a board.
type Cell struct {
	Digit uint8 // 0 for empty
	Given bool
	Marks setdoku.DigitSet // pencil marks of the player. A filled cell keeps its marks, and erasing the digit shows them again.
	Color uint8            // 1..9, 0 for none
}

// Board is all cells by index, 0..80.
type Board [setdoku.CellCount]Cell

// startOf returns the board before all moves.
func startOf(puzzle *setdoku.State) (b Board) {
	for i, d := range puzzle.Givens {
		b[i] = Cell{Digit: d, Given: d != 0}
		if d == 0 {
			b[i].Digit = puzzle.Placed[i]
		}
	}
	return b
}

// apply makes a move about cells. A given cell takes nothing but a color.
func (b *Board) apply(m Move) {
	switch m.Action {
	case Digit:
		for _, c := range b.open(m.Cells) {
			b.enter(c, uint8(m.Value))
		}
	case Mark:
		b.mark(m.Cells, setdoku.SetOf(uint8(m.Value)))
	case Erase:
		b.erase(m.Cells)
	case Color:
		for _, cell := range m.Cells {
			b[setdoku.CellIndex(cell)].Color = uint8(m.Value)
		}
	}
}

// open returns the indexes of those cells that are not given.
func (b *Board) open(cells []int) (list []int) {
	for _, cell := range cells {
		if i := setdoku.CellIndex(cell); !b[i].Given {
			list = append(list, i)
		}
	}
	return list
}

// enter puts a digit into a cell and takes the mark of this digit away from its peers.
func (b *Board) enter(i int, digit uint8) {
	if b[i].Digit == digit {
		return
	}
	b[i].Digit = digit
	for _, p := range setdoku.Peers[i] {
		b[p].Marks &^= setdoku.SetOf(digit)
	}
}

// mark takes a pencil mark away if all empty cells have it, else adds it to all of them.
func (b *Board) mark(cells []int, mark setdoku.DigitSet) {
	all := true
	for _, i := range b.open(cells) {
		all = all && (b[i].Digit != 0 || b[i].Marks&mark != 0)
	}
	for _, i := range b.open(cells) {
		switch {
		case b[i].Digit != 0:
		case all:
			b[i].Marks &^= mark
		default:
			b[i].Marks |= mark
		}
	}
}

// erase takes the digits away. If the cells have none, it takes the marks and the colors away.
func (b *Board) erase(cells []int) {
	filled := false
	for _, i := range b.open(cells) {
		filled = filled || b[i].Digit != 0
		b[i].Digit = 0
	}
	if filled {
		return
	}
	for _, cell := range cells {
		c := &b[setdoku.CellIndex(cell)]
		c.Marks, c.Color = 0, 0
	}
}

// Filled returns the givens and the digits of the player.
func (b *Board) Filled() (g setdoku.Grid) {
	for i, c := range b {
		g[i] = c.Digit
	}
	return g
}

// Marks returns the pencil marks of the empty cells. A filled cell has none.
func (b *Board) Marks() (m [setdoku.CellCount]setdoku.DigitSet) {
	for i, c := range b {
		if c.Digit == 0 {
			m[i] = c.Marks
		}
	}
	return m
}

// Conflicts returns for each cell whether a peer has the same digit.
func (b *Board) Conflicts() (list [setdoku.CellCount]bool) {
	for i, c := range b {
		for _, p := range setdoku.Peers[i] {
			if c.Digit != 0 && b[p].Digit == c.Digit {
				list[i] = true
			}
		}
	}
	return list
}

// Complete reports whether all cells are filled.
func (b *Board) Complete() bool {
	for _, c := range b {
		if c.Digit == 0 {
			return false
		}
	}
	return true
}

// Finished reports whether all cells are filled and no unit has a digit twice.
func (b *Board) Finished() bool {
	return b.Complete() && b.Filled().Check() == nil
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
