package setdoku_test

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport lists the packages of this module that a package may import, tests aside. The names are folders, "." is the package
// at the top. A folder that is not listed may import anything.
var mayImport = map[string][]string{
	".":                       {},
	"internal/brute":          {"."},
	"internal/canonical":      {".", "internal/isomorph"},
	"internal/chart":          {},
	"internal/cli/manual":     {"internal/cli/stream"},
	"internal/cli/render":     {"."},
	"internal/cli/stream":     {"internal/interrupt", "internal/plural"},
	"internal/cli/usage":      {"internal/plural", "internal/spell"},
	"internal/counting":       {".", "internal/format", "solver/solutions"},
	"internal/datasette":      {"internal/canned", "store"},
	"internal/format":         {"."},
	"internal/isomorph":       {"."},
	"internal/marking":        {"."},
	"internal/plural":         {},
	"internal/picture":        {".", "internal/marking"},
	"internal/sqltext":        {},
	"migrations":              {"internal/sqltext", "sql"},
	"solver/solutions":        {"."},
	"solver/memory":           {".", "solver/memory/technique", "solver/solutions"},
	"solver/memory/technique": {".", "solver/solutions", "sql"},
	"solver/verify":           {".", "internal/brute", "internal/canonical", "sql"},
	"sql":                     {"."},
	"store":                   {".", "internal/canonical", "internal/format", "migrations", "sql"},
}

// TestImports holds the packages to mayImport.
func TestImports(t *testing.T) {
	for folder, allowed := range mayImport {
		files, err := filepath.Glob(filepath.FromSlash(folder + "/*.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: no Go files, error %v", folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range f.Imports {
				name, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				ours, isOurs := strings.CutPrefix(name+"/", "setdoku/")
				if ours = path.Clean(ours); isOurs && !slices.Contains(allowed, ours) {
					t.Errorf("%s imports %s, want %q at most", filepath.ToSlash(file), name, allowed)
				}
			}
		}
	}
}
