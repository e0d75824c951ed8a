package cli

import (
	"bufio"
	"io"
	"os"
	"strings"

	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/store"
)

// source is where puzzles come from: a file, standard input, or what was typed.
type source struct {
	path  string // "-" for standard input
	typed string // what was typed instead, in a form that a format.Reader reads
}

// sources tells files from puzzles among the arguments of a command. A puzzle may be
// written in any of the ways of format.Loose, and may be several arguments, such as nine
// of nine characters: then they have 81 cells together. A file that is there is a file
// whatever its name looks like.
func sources(args []string) []source {
	var list []source
	for i := 0; i < len(args); {
		n, typed := typedPuzzle(args[i:])
		if n == 0 {
			list = append(list, source{path: args[i]})
			n = 1
		} else {
			list = append(list, source{typed: typed})
		}
		i += n
	}
	return list
}

// typedPuzzle returns how many of the arguments, from the first on, are meant as one puzzle, 0 when the first is a
// file or means nothing, and the puzzle in a form that a format.Reader reads.
func typedPuzzle(args []string) (n int, typed string) {
	if args[0] == "-" || isThere(args[0]) {
		return 0, ""
	}
	whole, loose := format.Loose(args[0])
	if loose && len(whole) == grid.Size {
		return 1, whole
	}
	if looksLikePuzzle(args[0]) {
		if loose && !strings.Contains(args[0], "\n") && !reads(args[0]) {
			return 1, whole // so that the error counts its cells
		}
		return 1, args[0]
	}
	together := ""
	for n := range args {
		cells, loose := format.Loose(args[n])
		if !loose || len(cells) >= grid.Size || args[n] == "-" || isThere(args[n]) {
			break
		}
		together += args[n] + "\n"
		whole, _ = format.Loose(together)
		if len(whole) == grid.Size {
			return n + 1, whole
		}
		if last := n+1 == len(args); n > 0 && last && len(whole) >= nearPuzzle {
			return n + 1, whole // so that the error counts its cells
		}
	}
	return 0, ""
}

// isThere reports whether there is a file of that name.
func isThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// reads reports whether a text is a puzzle as it stands.
func reads(text string) bool {
	var p format.Puzzle
	return format.NewReader(strings.NewReader(text+"\n"), "").Next(&p) == nil
}

// nearPuzzle is how many cells a text has at least that is meant as a puzzle.
const nearPuzzle = 60

// looksLikePuzzle reports whether an argument that is no file is meant as a puzzle: it
// has nearly as many cells as one or more, and no character that only a path has.
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

// allTyped reports whether the arguments are puzzles written out, and there is one.
func allTyped(args []string) bool {
	list := sources(args)
	for _, s := range list {
		if s.typed == "" {
			return false
		}
	}
	return len(list) > 0
}

// startsWithDash replaces dashes by dots in a puzzle that begins with one, which would pass for a flag.
func startsWithDash(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if cells, ok := format.Loose(arg); ok && strings.HasPrefix(arg, "-") && len(cells) >= nearPuzzle {
			out[i] = strings.ReplaceAll(arg, "-", ".")
		}
	}
	return out
}

// orPiped returns the arguments of a command, or "-" for standard input where there is none and
// something comes in through a pipe or from a file.
func (a *app) orPiped(args []string) []string {
	if len(args) > 0 || !a.piped() {
		return args
	}
	return []string{"-"}
}

// piped reports whether there is something on standard input, which is no terminal and no device. It waits for the
// first byte, or for the end.
func (a *app) piped() bool {
	if f, ok := a.stdin.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || info.Mode()&os.ModeCharDevice != 0 {
			return false
		}
	}
	if a.stdin == nil {
		return false
	}
	in := bufio.NewReader(a.In)
	_, err := in.Peek(1)
	a.In = in
	return err != io.EOF // a read error is told by who reads on
}

// isDatabase reports whether an argument names a database: a server, or a file of SQLite.
func isDatabase(arg string) bool {
	if store.IsServer(arg) {
		return true
	}
	if info, err := os.Stat(arg); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(arg)
	if err != nil {
		return false
	}
	defer f.Close()
	const magic = "SQLite format 3\x00"
	head := make([]byte, len(magic))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == magic
}
