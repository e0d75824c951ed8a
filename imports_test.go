package setdoku_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// anything, as the imports of a folder, allows all packages of its own layer and of lower layers.
var anything = []string{"..."}

// layers are all folders with Go files that are no tests, from the bottom to the top, and the packages of this module that each may import, tests
// aside. A package imports packages of its own layer and of lower layers; no arrow goes upwards. The names are folders, and "." is the
// package at the top.
var layers = []struct {
	name    string
	folders map[string][]string
}{
	{"terms", map[string][]string{ // the terms of Sudoku, for everybody
		".": {},
	}},
	{"tools", map[string][]string{ // small tools that know nothing of Sudoku
		"internal/chart":     {},
		"internal/interrupt": {},
		"internal/plural":    {},
		"internal/spell":     {},
		"internal/sqltext":   {},
	}},
	{"grids", map[string][]string{ // what can be done with grids and with the files of sql/ without a database
		"internal/brute":     {"."},
		"internal/canned":    {"sql"},
		"internal/canonical": {".", "internal/isomorph"},
		"internal/format":    {"."},
		"internal/gridtest":  {".", "internal/brute", "internal/isomorph"},
		"internal/isomorph":  {"."},
		"internal/marking":   {"."},
		"internal/pgtest":    {"internal/gridtest"},
		"internal/picture":   {".", "internal/marking"},
		"migrations":         {"internal/sqltext", "sql"},
		"solver/solutions":   {"."},
		"sql":                {"."},
	}},
	{"store", map[string][]string{ // databases
		"internal/datasette": {"internal/canned", "store"},
		"internal/dbtest":    {"store"},
		"internal/diagram":   {".", "internal/picture", "store"},
		"store":              {".", "internal/canonical", "internal/format", "migrations", "sql"},
	}},
	{"engines", map[string][]string{ // what finds deductions, repeats techniques and checks steps
		"solver/batch":            {".", "internal/canonical", "internal/format", "internal/isomorph", "solver/catalogue", "solver/driver", "solver/memory", "solver/solutions", "solver/statement", "sql", "store"},
		"solver/catalogue":        {".", "internal/interrupt", "internal/spell", "solver/statement", "sql", "store"},
		"solver/driver":           {".", "internal/format", "solver/catalogue", "solver/solutions", "solver/statement", "sql", "store"},
		"solver/memory":           {".", "solver/memory/technique", "solver/solutions"},
		"solver/memory/technique": {".", "solver/solutions", "sql"},
		"solver/retrace":          {".", "internal/format", "solver/batch", "solver/catalogue", "solver/driver", "solver/verify", "store"},
		"solver/statement":        {"internal/sqltext", "sql", "store"},
		"solver/verify":           {".", "internal/brute", "internal/canonical", "sql"},
	}},
	{"uses", map[string][]string{ // what the engines are used for
		"internal/ablate":       {".", "internal/format", "solver/batch", "solver/catalogue", "solver/driver", "store"},
		"internal/counting":     {".", "internal/format", "solver/solutions"},
		"internal/explain":      {".", "internal/marking", "solver/batch", "solver/catalogue", "solver/solutions", "sql", "store"},
		"internal/generate":     {".", "solver/batch", "solver/catalogue", "solver/driver", "solver/memory", "solver/solutions"},
		"internal/techdoc":      {".", "internal/diagram", "internal/format", "internal/picture", "solver/catalogue", "solver/driver", "solver/statement", "sql", "store"},
		"internal/verification": {".", "solver/catalogue", "solver/driver", "solver/retrace", "solver/verify", "store"},
	}},
	{"doors", map[string][]string{ // the ways in: for Go programs, for browsers
		"internal/bench": anything,
		"internal/web":   {".", "internal/canned", "internal/diagram", "internal/explain", "internal/format", "internal/picture", "solver/batch", "solver/catalogue", "solver/driver", "solver/statement", "sql", "store"},
		"solver":         {".", "internal/canonical", "internal/explain", "internal/format", "internal/generate", "solver/batch", "solver/catalogue", "solver/driver", "solver/solutions", "store"},
	}},
	{"commands", map[string][]string{ // the command
		"cmd/setdoku":           {"internal/cli"},
		"internal/cli":          anything,
		"internal/cli/bench":    {"internal/bench", "internal/cli/complete", "internal/cli/render", "internal/cli/usage", "solver/catalogue", "solver/driver", "solver/statement", "store"},
		"internal/cli/clitest":  anything,
		"internal/cli/complete": {".", "internal/canned", "solver/catalogue"},
		"internal/cli/manual":   {"internal/cli/stream"},
		"internal/cli/puzzles":  {".", "internal/cli/usage", "internal/format", "internal/interrupt", "internal/plural", "solver/driver", "store"},
		"internal/cli/render":   {"."},
		"internal/cli/stream":   {"internal/interrupt", "internal/plural"},
		"internal/cli/usage":    {"internal/plural", "internal/spell"},
	}},
}

// TestImports holds the packages to layers.
func TestImports(t *testing.T) {
	layerOf := make(map[string]int)
	for i, layer := range layers {
		for folder := range layer.folders {
			layerOf[folder] = i
		}
	}
	seen := make(map[string]bool)
	for _, file := range goFiles(t) {
		folder := path.Dir(file)
		seen[folder] = true
		i, listed := layerOf[folder]
		if !listed {
			t.Errorf("%s: the folder is in no layer", file)
			continue
		}
		for _, ours := range importsOf(t, file) {
			allowed := layers[i].folders[folder]
			if !slices.Contains(allowed, ours) && !slices.Equal(allowed, anything) {
				t.Errorf("%s imports %s, want %q at most", file, ours, allowed)
			}
			if layerOf[ours] > i {
				t.Errorf("%s of layer %s imports %s of layer %s above", file, layers[i].name, ours, layers[layerOf[ours]].name)
			}
		}
	}
	for folder := range layerOf {
		if !seen[folder] {
			t.Errorf("%s has no Go files", folder)
		}
	}
}

// goFiles returns the Go files of the module that are no tests, by their paths with slashes.
func goFiles(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// importsOf returns the folders of the packages of this module that a file imports.
func importsOf(t *testing.T, file string) (folders []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if ours, isOurs := strings.CutPrefix(name+"/", "setdoku/"); isOurs {
			folders = append(folders, path.Clean(ours))
		}
	}
	return folders
}
