package picture

import (
	"io"

	"setdoku/internal/grid"
)

// Entry is a puzzle of a sheet.
type Entry struct {
	Caption  string // above the grid, such as its id and level
	State    grid.State
	Solution *grid.Digits // nil when there is none to print
}

// PerPage are the numbers of puzzles that a page can hold.
var PerPage = [...]int{1, 2, 4, 6, 9}

// SheetOptions say how a sheet is laid out.
type SheetOptions struct {
	Title     string
	PerPage   int  // one of PerPage, 0 is 6
	Marks     bool // print pencil marks
	Solutions bool // print the solutions behind the puzzles
}

// Sheet writes puzzles as an HTML page to be printed, one after the other as they come.
type Sheet struct {
	w       io.Writer
	options SheetOptions
}
