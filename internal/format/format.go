// Package format reads and writes the exchange formats of Sudoku puzzles. internal/layout finds the layout of a text
// and its cells, and a Reader makes puzzles of them: states on the board of a variant, with the candidates and the
// solution.
//
// A Reader recognizes the layout from the content, never from the file name. It streams: it has one line, or the
// rows of one grid, in memory at a time. Layouts may follow each other in one text in any order. A CSV header applies
// to the rest of the text. An XML document ends with its root.
//
// Some layouts are ambiguous. The Reader decides as follows:
//
//   - A blank is an empty cell of an 81-character line, also at its beginning and end.
//     A line with blanks and another character for empty cells must be 81 characters
//     long and must not begin or end with a blank. Otherwise 80 cells and a comment
//     could count as 81 cells.
//   - Nine rows of nine single characters are givens and empty cells, with or without
//     blanks and borders. They are pencil marks if a row has a field of two or more
//     digits, or if the top border begins with ".-".
//   - Nine fields with a 'u' or '+' before a digit are a .sdx, in which a single digit is a given.
//     Otherwise they are pencil marks, in which a single digit may be a candidate.
//   - Where tabs, commas, semicolons or bars show the nine cells of a row, a cell without a character is empty. Bars
//     only between boxes show the cells if each has the same width. A row of only tabs above a grid is an empty line
//     of a spreadsheet, unless the grid would lack a row.
//   - Lines of words above a grid of rows are its name. Other lines of words are comments.
//   - A row of - _ or * is a row of empty cells if another row has that character for them, and no row has another one.
//     Otherwise it is a ruler.
//   - An empty line ends a grid, unless there is one after each row or each band of rows.
//   - The lines after a header such as [State] are skipped up to the next header. Other headers are words, unless the
//     text has a [Puzzle].
//   - 81 digits behind a puzzle are its solution. A puzzle with a wrong solution is a bad record.
//   - After an XML document, lines are read again.
//
// A LineError reports every block that looks like a puzzle and is not one, and every part of a document that the Reader
// does not read. LineError.Positions says where.
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
	// Text is the unchanged record, on one line of valid UTF-8. For a record of several lines and for an XML game
	// it is the result of Short.
	Text string
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

// Error returns file, line and problem: "puzzles.txt line 17: 80 cells, want 81".
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
