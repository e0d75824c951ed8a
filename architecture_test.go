package setdoku_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// described is a row of the table of docs/architecture.md.
type described struct {
	layer   string
	imports []string // the layers that the package may import
	links   bool     // links a database
}

// TestLayers compares the table of docs/architecture.md with the source: every package has a row, imports exactly the
// layers that the row names, none of them above its own layer, and links a database only if the row says so. Tests, and
// packages that only tests use, may import anything.
func TestLayers(t *testing.T) {
	table, layers := readArchitecture(t)
	imports := packageImports(t)
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		row, ok := table[name]
		if !ok {
			t.Errorf("docs/architecture.md has no row for %s", name)
			continue
		}
		used := make(map[string]bool)
		for _, imported := range imports[name] {
			if other, ok := table[imported]; ok {
				used[other.layer] = true
			}
		}
		for _, layer := range slices.Sorted(maps.Keys(used)) {
			if slices.Index(layers, layer) < slices.Index(layers, row.layer) {
				t.Errorf("%s of the layer %s imports the layer %s, which is above it", name, row.layer, layer)
			}
			if !slices.Contains(row.imports, layer) {
				t.Errorf("%s imports the layer %s, which its row in docs/architecture.md does not name", name, layer)
			}
		}
		for _, layer := range row.imports {
			if !used[layer] {
				t.Errorf("%s does not import the layer %s, which its row in docs/architecture.md names", name, layer)
			}
		}
		if links := linksDatabase(imports, name, make(map[string]bool)); links != row.links {
			t.Errorf("%s links a database: %t, docs/architecture.md says %t", name, links, row.links)
		}
	}
	for name := range table {
		if _, ok := imports[name]; !ok {
			t.Errorf("docs/architecture.md has a row for %s, which has no Go files", name)
		}
	}
}

// readArchitecture returns the rows of the table by package, and the layers from the top of the diagram.
func readArchitecture(t *testing.T) (table map[string]described, layers []string) {
	t.Helper()
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^    (\w+)  `).FindAllStringSubmatch(string(text), -1) {
		layers = append(layers, m[1])
	}
	table = make(map[string]described)
	rows := regexp.MustCompile("(?m)^\\| (\\w+) \\| `([\\w/.]+)` \\| [^|]+ \\| ([^|]*)\\| (yes|no) \\|$")
	for _, m := range rows.FindAllStringSubmatch(string(text), -1) {
		row := described{layer: m[1], links: m[4] == "yes"}
		if list := strings.TrimSpace(m[3]); list != "" {
			row.imports = strings.Split(list, ", ")
		}
		for _, layer := range append(row.imports, row.layer) {
			if !slices.Contains(layers, layer) {
				t.Errorf("the row of %s names the layer %q, want one of %v", m[2], layer, layers)
			}
		}
		table[m[2]] = row
	}
	return table, layers
}

// forTests matches the packages that only tests use.
var forTests = regexp.MustCompile(`^internal/(\w+test|cli/clitest)/|^internal/conformance/|^testdata/`)

// productFiles returns the names of the Go files of the module that are not for tests, with slashes.
func productFiles(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(file)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(name, ".") && name != ".":
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !forTests.MatchString(name):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// packageImports returns what each package of the module imports, without its tests: packages of the module by their
// folders, others by their import paths.
func packageImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := make(map[string][]string)
	for _, name := range productFiles(t) {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		list := imports[path.Dir(name)]
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if ours, isOurs := strings.CutPrefix(imported+"/", modulePath+"/"); isOurs {
				imported = path.Clean(ours)
			}
			list = append(list, imported)
		}
		imports[path.Dir(name)] = list
	}
	return imports
}

// linksDatabase reports whether a package imports SQLite or the client of PostgreSQL, itself or through others.
func linksDatabase(imports map[string][]string, name string, seen map[string]bool) bool {
	if seen[name] {
		return false
	}
	seen[name] = true
	return strings.HasPrefix(name, "modernc.org/sqlite") || strings.HasPrefix(name, "github.com/jackc/pgx") ||
		slices.ContainsFunc(imports[name], func(imported string) bool { return linksDatabase(imports, imported, seen) })
}

// TestFonts checks that a program that draws hints as text links neither fonts nor the decoders of images.
func TestFonts(t *testing.T) {
	of := func(name string) string {
		out, err := exec.Command("go", "list", "-deps", modulePath+"/"+name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	fonts := regexp.MustCompile(`(?m)^(golang\.org/x/image|git\.sr\.ht/~sbinet|image/png|image/jpeg).*$`)
	if found := fonts.FindAllString(of("solver"), -1); found != nil {
		t.Errorf("solver links %v", found)
	}
	if pixels := "internal/explain/picture/pixels"; !fonts.MatchString(of(pixels)) {
		t.Errorf("no font is found in %s", pixels)
	}
}
