// Package format reads and writes the exchange formats of Sudoku puzzles: lines
// of 81 or 729 characters, library lines, puzzle-bank lines, grids of nine lines
// (.sdk, .ss, .sdx and pencil marks), CSV with a header, and OpenSudoku XML.
//
// A Reader tells the formats apart by content, never by the name of the file,
// and streams: it holds one line, or the rows of one grid, at a time. One-line
// formats and grids may follow each other in one file in any order. A CSV header
// holds for the rest of the file, an XML document ends with its root.
//
// Readings that had to be fixed where the formats leave a doubt:
//
//   - A blank is an empty cell of an 81-character line, at its beginning and end
//     too. A line that marks empty cells with a blank and with another character
//     as well must be 81 characters long and neither begin nor end with a blank;
//     otherwise 80 cells and a comment would pass for 81 cells.
//   - Nine rows of nine single characters are givens and empty cells, with or
//     without blanks and borders. They are pencil marks when a row has a field of
//     two or more digits, or when the top border begins with ".-".
//   - Nine fields with a 'u' among them are a .sdx, where a single digit is a given;
//     without one they are pencil marks, where it may be a candidate.
//   - An empty line ends a grid, unless it comes after each row or each three rows.
//   - What follows a header such as [State] is not read up to the next header. But
//     a header that programs do not write can stand in a list, as [easy] does: the
//     first line below it that is a puzzle, or is meant as one, is read, and all that
//     follow. Rows of a grid are such lines where the file has no [Puzzle].
//   - Behind an XML document lines are read again.
//
// Comments aside, nothing is left out in silence: a LineError tells what is not read.
package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// Puzzle is one record of an input file.
type Puzzle struct {
	State setdoku.State
	// File is the name given to NewReader.
	File string
	// Line is the line, counted from 1, where the record starts; for a grid of
	// nine lines its first row.
	Line int
	// Name is what the record says about itself, on one line of valid UTF-8: the
	// description or else the author of a .sdk, the comment after 81 characters,
	// the id of a bank line or CSV row, the note or name of a game or else its
	// folder's name.
	Name string
	// Solution is the solution column of a CSV row, 81 characters with '.' for an
	// empty cell, or "".
	Solution string
	// Text is the record as it stood, on one line of valid UTF-8. A record of
	// several lines and an XML game are given as Short has them.
	Text string
	// Library is what a library line says beyond its state; nil for other formats.
	Library *LibraryLine
}

// LineError is a bad record, or lines that are not read: it makes no puzzle, reading
// may go on after it. Err is a setdoku.Repeat where a unit holds a digit twice, and an
// Unread where no puzzle was to be expected in the lines.
type LineError struct {
	File string
	Line int // counted from 1
	Err  error
}

// Error names file, line and trouble: "puzzles.txt line 17: 80 cells, want 81".
func (e *LineError) Error() string {
	return fmt.Sprintf("%s line %d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns the trouble alone.
func (e *LineError) Unwrap() error { return e.Err }

// ErrNoPuzzles is wrapped by the error that ends a file without any record.
var ErrNoPuzzles = errors.New("no puzzles")

// Format is a format that a Writer can write; its text is what a user types.
type Format string

// The formats of a Writer and what each of them holds of a puzzle. Those without
// pencil marks write the givens alone.
const (
	// Line81 is 81 characters with '.' for an empty cell, and the name as a comment.
	Line81 Format = "81"
	// SDM is 81 digits with 0 for an empty cell; no name.
	SDM Format = "sdm"
	// SDK is the grid of SadMan and SudoCue, with the name as its description.
	SDK Format = "sdk"
	// SDX is SudoCue's grid of givens, placed digits and pencil marks; no name. A
	// cell with a single candidate would read as a given, so Write refuses it.
	SDX Format = "sdx"
	// SS is the bordered grid of Simple Sudoku; no name.
	SS Format = "ss"
	// Pencil is a bordered grid of pencil marks; no name. Placed digits become
	// givens, and so does a single candidate that no peer has as a candidate.
	Pencil Format = "pencil"
	// Line729 is 729 characters of pencil marks; it holds what Pencil holds.
	Line729 Format = "729"
	// Library is a library line: the whole state, no name.
	Library Format = "library"
	// CSV has the columns id (the name), puzzle, solution and clues.
	CSV Format = "csv"
	// OpenSudoku is XML, version 2: givens, and the name as a note. A puzzle
	// without a name reads back with the name of the folder, "setdoku".
	OpenSudoku Format = "opensudoku"
)

// Formats lists the formats that a Writer can write.
func Formats() []Format {
	return []Format{Line81, SDM, SDK, SDX, SS, Pencil, Line729, Library, CSV, OpenSudoku}
}

// check returns an error that lists the formats when f is none of them.
func (f Format) check() error {
	if slices.Contains(Formats(), f) {
		return nil
	}
	names := make([]string, 0, len(Formats()))
	for _, g := range Formats() {
		names = append(names, string(g))
	}
	return fmt.Errorf("unknown format %q, want one of %s", string(f), strings.Join(names, ", "))
}
