// Package puzzles reads the puzzles that the arguments of a command name: files, standard input, or puzzles typed on
// the command line.
package puzzles

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/format"
)

// source is where puzzles come from: a file, standard input, or a puzzle typed on the command line.
type source struct {
	path  string // of the file, "-" for standard input; "" for a typed puzzle
	typed string // the typed puzzle, in a form that a format.Reader reads
	wrong error  // why what was typed is not a puzzle
}

// sources distinguishes files from typed puzzles among the arguments of a command. An argument that names an existing
// file is that file, whatever its name looks like. A typed puzzle has any form that setdoku.Cells or a format.Reader
// reads. It may be several arguments that have all cells of the board together, such as nine arguments of nine
// characters. The board is v, or classic for nil.
func sources(args []string, v *setdoku.Variant) []source {
	var list []source
	for i := 0; i < len(args); {
		n, from := typedPuzzle(args[i:], v)
		if n == 0 {
			n, from = 1, source{path: args[i]}
		}
		list = append(list, from)
		i += n
	}
	return list
}

// typedPuzzle reads one puzzle from the first arguments. It returns how many arguments the puzzle takes. n is 0 when
// the first argument is a file or cannot be meant as a puzzle.
func typedPuzzle(args []string, v *setdoku.Variant) (n int, from source) {
	size := cellCount(v)
	if args[0] == "-" || Exists(args[0]) {
		return 0, source{}
	}
	whole, loose := setdoku.Cells(args[0])
	if loose && len(whole) == size {
		return 1, source{typed: whole}
	}
	if reads(args[0], v) {
		return 1, source{typed: args[0]}
	}
	if n := characters(args[0]); n >= near(size) {
		return 1, source{wrong: wrongLength(args[0], n, size)}
	}
	if looksLikePuzzle(args[0]) {
		return 1, source{typed: args[0]}
	}
	for n := range args {
		cells, loose := setdoku.Cells(args[n])
		if !loose || len(cells) >= size || args[n] == "-" || Exists(args[n]) {
			break
		}
		whole, _ = setdoku.Cells(strings.Join(args[:n+1], "\n"))
		if len(whole) == size {
			return n + 1, source{typed: whole}
		}
		if last := n+1 == len(args); n > 0 && last && len(whole) >= near(size) {
			return n + 1, source{wrong: wrongLength(strings.Join(args, " "), len(whole), size)}
		}
	}
	return 0, source{}
}

// characters returns the number of cells of a text on one line that has nothing but cells and what may be between them.
// In a text of digits and blanks the blanks are cells, unless one is between any two digits.
func characters(text string) int {
	cells, loose := setdoku.Cells(text)
	switch {
	case !loose, strings.Contains(text, "\n"):
		return 0
	case strings.Trim(text, "123456789 ") == "" && strings.Count(text, " ") >= len(cells):
		return len(text)
	}
	return len(cells)
}

// wrongLength is the error for a text that is meant as a puzzle of size cells and has n.
func wrongLength(text string, n, size int) error {
	return fmt.Errorf("%q looks like a puzzle but has %d characters, want %d: digits, and . or 0 or a blank for each "+
		"empty cell", text, n, size)
}

// Exists reports whether a file of that name exists.
func Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// reads reports whether a format.Reader reads text as a puzzle.
func reads(text string, v *setdoku.Variant) bool {
	r := format.NewReader(strings.NewReader(text+"\n"), "")
	r.SetVariant(v)
	return r.Next(new(format.Puzzle)) == nil
}

// nearPuzzle is the least number of cells of a text that is meant as a puzzle. Such a text gets an error that counts
// its cells.
const nearPuzzle = 60

// cellCount returns the number of cells of a board, nil for classic.
func cellCount(v *setdoku.Variant) int {
	return v.OrClassic().Size * v.OrClassic().Size
}

// near is nearPuzzle for a board with another number of cells.
func near(size int) int { return size * nearPuzzle / setdoku.CellCount }

// looksLikePuzzle reports whether an argument that is not a file is meant as a puzzle: it has at least nearPuzzle cells
// and no character of a path.
func looksLikePuzzle(arg string) bool {
	if strings.HasPrefix(arg, ":") && strings.Count(arg, ":") >= 4 {
		return true
	}
	cells := 0
	for _, c := range arg {
		if c >= '0' && c <= '9' || c == '.' || c == '*' || c == '_' {
			cells++
		}
	}
	return cells >= nearPuzzle && !strings.ContainsAny(arg, `/\`)
}

// AllTyped reports whether there is an argument and all arguments are typed puzzles.
func AllTyped(args []string) bool { return len(args) > 0 && len(Files(args, nil)) == 0 }

// Files returns the arguments that are not typed puzzles of a board, nil for classic: names of files, or "-".
func Files(args []string, v *setdoku.Variant) (names []string) {
	for _, s := range sources(args, v) {
		if s.path != "" {
			names = append(names, s.path)
		}
	}
	return names
}

// ReplaceDashes returns the arguments with dots for dashes in each puzzle that begins with a dash. It would be taken as
// a flag.
func ReplaceDashes(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if cells, ok := setdoku.Cells(arg); ok && strings.HasPrefix(arg, "-") && len(cells) >= nearPuzzle {
			out[i] = strings.ReplaceAll(arg, "-", ".")
		}
	}
	return out
}

// Piped reports whether standard input has something to read: it is neither a terminal nor another device, and it is
// not empty. It waits for the first byte or the end. raw is standard input itself, in reads from it and ends with the
// context. The reader that is returned takes the place of in: it still has the first byte.
func Piped(raw, in io.Reader) (io.Reader, bool) {
	if f, ok := raw.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || info.Mode()&os.ModeCharDevice != 0 {
			return in, false
		}
	}
	if raw == nil {
		return in, false
	}
	ahead := bufio.NewReader(in)
	_, err := ahead.Peek(1)
	return ahead, err != io.EOF // the next read reports any other error
}

// IsDatabase reports whether an argument names a database: it is the URL of a server, or another address of a database,
// or an SQLite file.
func IsDatabase(arg string) bool { return database.IsAddress(arg) || database.IsFile(arg) }
