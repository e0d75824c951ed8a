package setdoku

import "fmt"

// Cell is a cell by its number row*10 + column, 11..99. 0 is none. The tables of a database and JSON have the number;
// String has the name.
type Cell int

// CellAt returns the cell with index i, 0..80. Indexes count the cells row by row; arrays such as Grid use them.
func CellAt(i int) Cell { return Cell((i/9+1)*10 + i%9 + 1) }

// Index returns the index of the cell, 0..80.
func (c Cell) Index() int { return (c.Row()-1)*9 + c.Column() - 1 }

// Row returns the row of the cell, 1..9.
func (c Cell) Row() int { return int(c / 10) }

// Column returns the column of the cell, 1..9.
func (c Cell) Column() int { return int(c % 10) }

// Valid reports whether there is such a cell: 11..99 without a digit 0.
func (c Cell) Valid() bool { return c >= 11 && c <= 99 && c%10 != 0 }

// String returns the usual name of the cell, such as r4c5.
func (c Cell) String() string { return fmt.Sprintf("r%dc%d", c.Row(), c.Column()) }
