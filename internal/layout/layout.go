// Package layout reads the texts in which people write Sudoku puzzles. It knows characters, lines, rows and cells, and
// nothing of boards, peers or states, so that the root of the module can use it.
//
// A text goes through four stages. Bytes become lines of UTF-8 (lines.go). Lines that belong together become a block:
// a line that is a puzzle by itself is a block of one line, and the rows of a grid are a block of several (block.go).
// The first layout of a table that fits a block reads it (lineLayouts and gridLayouts). A layout makes cells, which are
// a Record.
//
// A Reader streams: it has one line, or the rows of one block, in memory at a time. It never looks at the name of a
// file. Words, rulers, comments and quotation marks around puzzles are skipped. What looks like a puzzle and is not one
// is an Error, which names the layout that it looks like and the places of its characters.
package layout

import (
	"errors"
	"fmt"
)

// CellCount is the number of cells of the largest board that is read.
const CellCount = 81

// A lineLayout is a way to write a puzzle in one line. read returns whether a line has the layout and, if so, the error
// of a line that gives no puzzle. An error for a line that has not says what a text without any puzzle is. read changes
// only rec, and nothing if the line has another layout.
type lineLayout struct {
	name string // as errors say after "this looks like"
	read func(r *Reader, line []byte, rec *Record) (fits bool, err error)
}

// lineLayouts are the layouts of one line. The first that fits reads the line.
func lineLayouts() []lineLayout {
	return []lineLayout{
		{"a library line", readLibrary},
		{"a line of a variant", readVariant},
		{"a line of cells", readLine},
		{"a line of a table", readFields},
		{"a short library line", readShort},
		{"729 pencil marks", read729},
		{"a link", readLink},
		{"JSON", readJSON},
		{"a game of Simon Tatham's Solo", readTatham},
		{"a line of a table", readNearFields},
		{"a list of cells", readList},
		{"a list of cells", readNearList},
		{"a line of cells", readNear},
	}
}

// A gridLayout is a way to write a puzzle in rows. cut returns the fields of the cells, row by row, or nil if the rows
// do not have the layout.
type gridLayout struct {
	name string
	cut  func(c *candidate) []field
}

// gridLayouts are the layouts of rows. The first that fits reads the rows.
var gridLayouts = []gridLayout{
	{"cells of three lines", cutTriple},
	{"rows of fields", cutFields},
	{"rows of cells", cutCharacters},
	{"a table of cells", cutTable},
	{"a drawn grid", cutBoxes},
	{"a list of cells", cutList},
	{"rows of digits and blanks", cutBlanks},
}

// Marking says how the pencil marks of a Record are meant.
type Marking uint8

const (
	// NoMarks is a puzzle of givens, and perhaps placed digits.
	NoMarks Marking = iota
	// OnlyMarks is a grid of pencil marks. A cell with one mark may be a given.
	OnlyMarks
	// GivenMarks is a grid of givens, placed digits and pencil marks for the other cells.
	GivenMarks
)

// Record is a puzzle as a text has it. The cell of row r and column c, counted from 0, has the index 9*r + c, also on
// a smaller board.
type Record struct {
	Line     int    // of its first character, from 1
	Text     []byte // the line; nil for a puzzle of several lines. It is valid until the next call of the Reader
	Name     string
	Variant  string // name of the board, "" if the text does not name it
	Size     int    // of the board: 4 to 9
	Givens   [CellCount]uint8
	Placed   [CellCount]uint8
	Marking  Marking
	Marks    [CellCount]uint16 // bit d-1 is digit d
	Deleted  []int             // candidates that were crossed out, as digit, row and column: 745
	Solution []byte            // one character for each cell, nil if the text has none
	Library  *Library
	places   []Place // of the cells of several lines, by their order on the board
	column   int     // of the first cell in a line, from 1; 0 if it is that of field
	field    []byte  // the cells in Text, nil if unknown
}

// Library has the fields of a library line besides the state.
type Library struct {
	Code, Variant, Digits, Extra string
	Eliminations, Placements     []int // as digit, row and column
}

// Place is a part of a line. Line and Column count from 1, in lines and characters.
type Place struct {
	Line, Column int
	Length       int // characters; 0 for the place where one is missing
}

// Error is a text that looks like a puzzle and is not one, or lines that are not read. Reading can continue after it.
type Error struct {
	Line   int
	Layout string // that the text looks like, "" if it does not matter
	Err    error
	Places []Place // one or more
}

// Error returns the problem and the layout, without the line.
func (e *Error) Error() string {
	if e.Layout == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("this looks like %s: %v", e.Layout, e.Err)
}

// Unwrap returns the problem.
func (e *Error) Unwrap() error { return e.Err }

// ErrNoPuzzles is wrapped by the error at the end of a text without any record.
var ErrNoPuzzles = errors.New("no puzzles")

// reset empties a Record. The records of one line each need only some of its fields, and a Record is large.
func (rec *Record) reset() {
	if rec.Marking != NoMarks || rec.Library != nil || len(rec.Deleted) > 0 || len(rec.places) > 0 ||
		rec.Variant != "" || rec.Size != 9 {
		*rec = Record{Size: 9, places: rec.places[:0]}
		return
	}
	rec.Line, rec.Text, rec.Name, rec.Solution, rec.column, rec.field = 0, nil, "", nil, 0, nil
	rec.Givens, rec.Placed = [CellCount]uint8{}, [CellCount]uint8{}
}

// Place returns the place of a cell by its order on the board, and whether it is known.
func (rec *Record) Place(k int) (Place, bool) {
	switch {
	case k < len(rec.places):
		return rec.places[k], true
	case rec.column == 0 && rec.field != nil:
		rec.column = columnOf(rec.Text, rec.field)
	}
	if rec.column > 0 {
		return Place{rec.Line, rec.column + k, 1}, true
	}
	return Place{}, false
}

// index returns the index of the cell of a board by its order.
func index(k, size int) int {
	if size == 9 {
		return k
	}
	return k/size*9 + k%size
}
