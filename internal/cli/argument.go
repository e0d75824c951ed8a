package cli

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store"
)

// source is where puzzles come from: a file, standard input, or a puzzle typed on the command line.
type source struct {
	path  string // of the file, "-" for standard input; "" for a typed puzzle
	typed string // the typed puzzle
}

// sources distinguishes files from typed puzzles among the arguments of a command. An argument that names an existing
// file is that file, whatever its name looks like, and a folder is the files in it. A typed puzzle has any layout that
// a format.Reader reads. It may be several arguments that are a puzzle together, such as nine arguments of nine
// characters. The board is v, or classic for nil.
func sources(args []string, v *setdoku.Variant) []source {
	var list []source
	for i := 0; i < len(args); {
		n, from := typedPuzzle(args[i:], v)
		if n > 0 {
			list = append(list, from)
			i += n
			continue
		}
		for _, path := range listFiles(args[i]) {
			list = append(list, source{path: path})
		}
		i++
	}
	return list
}

// listFiles returns the files in a folder and the folders below it, in alphabetical order, without databases and hidden
// files. Of a file, and of a folder without files, it returns the name itself.
func listFiles(path string) (files []string) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []string{path}
	}
	_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		switch hidden := strings.HasPrefix(entry.Name(), ".") && name != path; {
		case err != nil:
			files = append(files, name) // opening it reports the error
		case hidden && entry.IsDir():
			return fs.SkipDir
		case !hidden && entry.Type().IsRegular() && !ofDatabase(name):
			files = append(files, name)
		}
		return nil
	})
	if files == nil {
		return []string{path}
	}
	return files
}

// ofDatabase reports whether a file is a database, or one of the files that SQLite writes next to it.
func ofDatabase(name string) bool {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if base, found := strings.CutSuffix(name, suffix); found && store.IsFile(base) {
			return true
		}
	}
	return false
}

// mostArguments is the largest number of arguments that are one puzzle: a row or a field of pencil marks each.
const mostArguments = 81

// typedPuzzle reads one puzzle from the first arguments. It returns how many arguments the puzzle takes. n is 0 when
// the first argument is a file or is not meant as a puzzle.
func typedPuzzle(args []string, v *setdoku.Variant) (n int, from source) {
	if isFile(args[0]) {
		return 0, source{}
	}
	if strings.ContainsAny(args[0], "\r\n") || strings.HasPrefix(args[0], "http://") ||
		strings.HasPrefix(args[0], "https://") {
		return 1, source{typed: args[0]} // never the name of a file
	}
	if puzzle, meant := reads(args[0], v); puzzle || meant && characters(args[0]) != v.OrClassic().Size {
		return 1, source{typed: args[0]}
	}
	last := 0 // arguments that are meant as a puzzle together
	for n := 1; n <= min(len(args), mostArguments) && !isFile(args[n-1]) && characters(args[n-1]) > 0; n++ {
		text := strings.Join(args[:n], "\n")
		if puzzle, meant := reads(text, v); puzzle {
			return n, source{typed: text}
		} else if meant {
			last = n
		}
	}
	if last > 1 && last == len(args) {
		return last, source{typed: strings.Join(args, "\n")}
	}
	return 0, source{}
}

// isFile reports whether an argument is a file or standard input.
func isFile(arg string) bool { return arg == "-" || fileExists(arg) }

// characters returns the number of characters of a text that has nothing but cells and what may be between them.
func characters(text string) int {
	if strings.Trim(text, "0123456789.*_-Xx |+:,;") != "" {
		return 0
	}
	return len(strings.Join(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" |+:,;", c) }),
		""))
}

// fileExists reports whether a file of that name exists.
func fileExists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// reads reports whether a format.Reader reads a text as one puzzle, and whether the text is meant as a puzzle: it is
// one or has a mistake.
func reads(text string, v *setdoku.Variant) (puzzle, meant bool) {
	r := format.NewReader(strings.NewReader(text+"\n"), "")
	r.SetVariant(v)
	var p format.Puzzle
	err := r.Next(&p)
	if _, bad := errors.AsType[*format.LineError](err); err != nil {
		return false, bad
	}
	return r.Next(&p) != nil, true
}

// cellCount returns the number of cells of a board, nil for classic.
func cellCount(v *setdoku.Variant) int {
	return v.OrClassic().Size * v.OrClassic().Size
}

// AllTyped reports whether there is an argument and all arguments are typed puzzles.
func AllTyped(args []string) bool { return len(args) > 0 && len(namedFiles(args, nil)) == 0 }

// namedFiles returns the arguments that are not typed puzzles of a board, nil for classic: names of files, or "-".
func namedFiles(args []string, v *setdoku.Variant) (names []string) {
	for _, s := range sources(args, v) {
		if s.path != "" {
			names = append(names, s.path)
		}
	}
	return names
}

// nearPuzzle is a number of cells that only a puzzle has.
const nearPuzzle = 60

// replaceDashes returns the arguments with dots for dashes in each one that begins with a dash and is a puzzle, or a
// row of one among the other rows. It would be taken as a flag.
func replaceDashes(args []string) []string {
	rows := map[int]int{} // number of arguments by their characters
	for _, arg := range args {
		rows[characters(arg)]++
	}
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		n := characters(arg)
		if strings.HasPrefix(arg, "-") && (n > nearPuzzle || n >= 4 && n == len(arg) && rows[n] >= n) {
			out[i] = strings.ReplaceAll(arg, "-", ".")
		}
	}
	return out
}

// piped reports whether standard input has something to read: it is neither a terminal nor another device, and it is
// not empty. It waits for the first byte or the end. raw is standard input itself, in reads from it and ends with the
// context. The reader that is returned takes the place of in: it still has the first byte.
func piped(raw, in io.Reader) (io.Reader, bool) {
	if raw == nil || isDevice(raw) {
		return in, false
	}
	ahead := bufio.NewReader(in)
	_, err := ahead.Peek(1)
	return ahead, err != io.EOF // the next read reports any other error
}

// isPipeOrFile reports whether standard input is a pipe or a file rather than a terminal or another device.
func isPipeOrFile(raw io.Reader) bool {
	_, ok := raw.(*os.File)
	return ok && !isDevice(raw)
}

// isDevice reports whether standard input is a terminal or another device, or closed.
func isDevice(raw io.Reader) bool {
	f, ok := raw.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err != nil || info.Mode()&os.ModeCharDevice != 0
}

// isDatabase reports whether an argument names a database: it is the URL of a server, or another address of a database,
// or an SQLite file.
func isDatabase(arg string) bool { return store.IsAddress(arg) || store.IsFile(arg) }
