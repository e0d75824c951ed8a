package setdoku_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// openers lists the files that open files by name, and what they open. POSIX drops all locks that a process has on a
// file as soon as the process closes any descriptor of the file. So none of them may open a database file, or a file
// that SQLite keeps next to it, while the process has a connection to the database.
var openers = map[string]string{
	"cmd/docs/columns.go":                   "a list of puzzles",
	"cmd/docs/examples.go":                  "a page of docs",
	"cmd/docs/lessons.go":                   "lists of puzzles, and the lessons",
	"cmd/docs/main.go":                      "pages and pictures of docs",
	"cmd/docs/page.go":                      "a page of docs",
	"cmd/docs/variants.go":                  "a list of puzzles",
	"internal/cli/manual.go":                "manual pages",
	"internal/cli/stream/file.go":           "a new file, which then gets its name",
	"internal/interrupt/reader.go":          "input of a user; not a database that is open, see database.DB.HasFile",
	"internal/web/console/process_linux.go": "/proc/self/statm",
	"internal/database/create.go":           "a new database file that has no connection yet, or no longer",
	"internal/database/header.go": "an argument, to see whether it is a database; not one that is open, " +
		"see database.FileOf",
}

// opening lists the functions that open a file by its name.
var opening = map[string][]string{
	"os": {"Open", "OpenFile", "Create", "CreateTemp", "ReadFile", "WriteFile", "Truncate", "OpenRoot",
		"OpenInRoot", "DirFS", "CopyFS"},
	"syscall": {"Open", "Openat"},
	"unix":    {"Open", "Openat", "Openat2"},
}

// TestOpeners checks that no file but the openers opens files by name.
func TestOpeners(t *testing.T) {
	found := make(map[string]bool)
	for _, name := range productFiles(t) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is {
				if x, is := s.X.(*ast.Ident); is && slices.Contains(opening[x.Name], s.Sel.Name) {
					found[name] = true
					if openers[name] == "" {
						t.Errorf("%s: %s.%s opens a file: may SQLite have it open? See openers",
							set.Position(s.Pos()), x.Name, s.Sel.Name)
					}
				}
			}
			return true
		})
	}
	for name := range openers {
		if !found[name] {
			t.Errorf("%s opens no file: take it out of the list", name)
		}
	}
}
