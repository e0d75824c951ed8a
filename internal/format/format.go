// Package format reads and writes the exchange formats of Sudoku puzzles. It also has the numbers of messages
// (plural.go), and input and output that end with a context (interrupt_reader.go).
//
// A puzzle is found by its cells, not by what is around them:
//
//   - Bytes become lines of UTF-8 (lines.go), and a Reader looks at each line (reader.go).
//   - A run of as many digits, or digits and one other character, as a board has cells is a puzzle. All runs of a line
//     are puzzles (find.go), as are library lines, states and games of Solo (library.go, tatham.go). A line that names
//     a variant has one (variant.go).
//   - A line with the cells of whole boards is a list of them, and any other line that has cells is a row of a block.
//     Rows are cut into cells in five ways (cut.go), and the first way in which they are a grid reads them (block.go).
//   - JSON, XML and tables go through a parser, and their values are looked at by the same rules (json.go, xml.go,
//     csv.go, values.go).
//   - A full grid behind a puzzle is its solution, or an error (reader.go).
//   - What has 17 digits or more and is no puzzle is an error. What has fewer is text: words above a grid are its name.
//   - After an error in rows without empty lines between their grids the rest of the rows is not read.
//
// A Reader recognizes all of this from the content, never from the file name. It streams: it has one line, one value or
// one block of up to 32 kB in memory at a time.
package format

import (
	"errors"
	"fmt"

	"setdoku"
)

// Puzzle is one record of an input file.
type Puzzle struct {
	State setdoku.State
	// File is the name passed to NewReader.
	File string
	// Line is the line, counted from 1, where the record starts. For a grid of nine lines it is the line of its
	// first row.
	Line int
	// Name is the name of the record, on one line of valid UTF-8. It is the description or else the author of a
	// .sdk, the comment after 81 characters, the id of a bank line or CSV row, or the note, name or else folder
	// name of a game.
	Name string
	// Solution is the solution column of a CSV row: 81 characters with '.' for an empty cell, or "".
	Solution string
	// More has the values of the further columns of a Writer of CSV, as Fields returns them.
	More string
	// Library holds the additional fields of a library line. It is nil for other formats.
	Library *LibraryLine
}

// LineError is a bad record, or lines that are not read. It gives no puzzle, and reading can continue after it.
// Err is a setdoku.Repeat if a unit holds a digit twice, and an Unread if no puzzle was expected in the lines.
type LineError struct {
	File      string
	Line      int // counted from 1
	Err       error
	positions []Position
}

// Error returns file, line and problem: "puzzles.txt line 17: expected 81 cells, got 80".
func (e *LineError) Error() string {
	return fmt.Sprintf("%s line %d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns the problem without file and line.
func (e *LineError) Unwrap() error { return e.Err }

// ErrNoPuzzles is wrapped by the error at the end of a file without any record.
var ErrNoPuzzles = errors.New("no puzzles")

// Format is a format that a Writer can write. Its text is what the user types.
type Format string

// The formats of a Writer. Formats without pencil marks contain only the givens.
const (
	// Line81 is 81 characters with '.' for an empty cell, and the name as a comment.
	Line81 Format = "81"
	// SDM is 81 digits with 0 for an empty cell, without a name.
	SDM Format = "sdm"
	// SDK is the grid of SadMan and SudoCue, with the name as its description.
	SDK Format = "sdk"
	// SDX is SudoCue's grid of givens, placed digits and pencil marks, without a name. Write refuses a cell with a
	// single candidate, because it would read as a given.
	SDX Format = "sdx"
	// SS is the bordered grid of Simple Sudoku, without a name.
	SS Format = "ss"
	// Pencil is a bordered grid of pencil marks, without a name. Placed digits become givens, and so does a single
	// candidate that is not a candidate of any peer.
	Pencil Format = "pencil"
	// Line729 is 729 characters of pencil marks. It has the same content as Pencil.
	Line729 Format = "729"
	// Library is a library line: the complete state, without a name.
	Library Format = "library"
	// CSV has the columns id (the name), puzzle, solution and clues.
	CSV Format = "csv"
	// OpenSudoku is XML, version 2: givens, and the name as a note. A puzzle without a name gets the name of the
	// folder, "setdoku", when it is read.
	OpenSudoku Format = "opensudoku"
)
