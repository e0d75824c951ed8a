package setdoku_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
)

var updateAPI = flag.Bool("update", false, "write testdata/api")

// modulePath is the path in go.mod, which scripts/rename-module changes.
var modulePath = reflect.TypeFor[setdoku.Grid]().PkgPath()

// libraryPackages are the packages that other modules import, and the file with what each exports.
var libraryPackages = map[string]string{
	modulePath: "setdoku.txt", modulePath + "/solver": "solver.txt", modulePath + "/store": "store.txt",
}

// TestAPI compares what the packages of the library export with testdata/api, so that it changes on purpose only:
// go test . -run TestAPI -update writes the files.
func TestAPI(t *testing.T) {
	for path, file := range libraryPackages {
		golden := filepath.Join("testdata", "api", file)
		got := strings.Join(exported(loadPackage(t, path)), "\n") + "\n"
		if *updateAPI {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("%s exports something else than %s (-want +got):\n%s", path, golden, diff)
		}
	}
}

// TestNoGlobals checks that the library exports no variable but errors, so that no program can change what others see.
func TestNoGlobals(t *testing.T) {
	for path := range libraryPackages {
		for _, o := range exportedObjects(loadPackage(t, path)) {
			v, is := o.Object.(*types.Var)
			if is && !v.IsField() && !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
				t.Errorf("%s exports the variable %s of type %s, want a function", path, v.Name(), v.Type())
			}
		}
	}
}

// TestAPITypes holds the exported signatures of the library to types of the standard library and of the library itself.
// Another module can name no type of an internal package.
func TestAPITypes(t *testing.T) {
	for path := range libraryPackages {
		for _, fault := range foreignTypes(loadPackage(t, path)) {
			t.Error(fault)
		}
	}
	// What must be found is found: package internal/database does name types of sqlx and of internal packages.
	found := strings.Join(foreignTypes(loadPackage(t, modulePath+"/internal/database")), "\n")
	for _, want := range []string{"github.com/jmoiron/sqlx", modulePath + "/internal/format"} {
		if !strings.Contains(found, want) {
			t.Errorf("the types of %s in internal/database are not found", want)
		}
	}
}

// loadPackage returns the types of a package from the export data of the compiler.
func loadPackage(t *testing.T, path string) *types.Package {
	t.Helper()
	var stderr bytes.Buffer
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", path)
	list.Stderr = &stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list %s: %v\n%s", path, err, stderr.String())
	}
	files := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[name] = file
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
	p, err := importer.ForCompiler(token.NewFileSet(), "gc", lookup).Import(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exported lists what a package exports, one line for each constant, variable, function, type, field and method, in
// order.
func exported(p *types.Package) (lines []string) {
	short := func(q *types.Package) string {
		if q == p {
			return ""
		}
		return q.Name()
	}
	for _, o := range exportedObjects(p) {
		line := types.ObjectString(o.Object, short)
		switch x := o.Object.(type) {
		case *types.Const:
			line = fmt.Sprintf("%s = %s", line, x.Val())
		case *types.TypeName:
			if _, isStruct := x.Type().Underlying().(*types.Struct); isStruct {
				line = fmt.Sprintf("type %s struct", x.Name())
			}
		case *types.Var:
			if x.IsField() {
				line = fmt.Sprintf("field %s.%s %s", o.of, x.Name(), types.TypeString(x.Type(), short))
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// object is an exported name of a package.
type object struct {
	types.Object
	of string // the type of a field or method
}

// exportedObjects returns the exported names of a package, and the fields and methods of its types.
func exportedObjects(p *types.Package) (list []object) {
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		list = append(list, object{o, ""})
		named, isType := o.Type().(*types.Named)
		if _, isTypeName := o.(*types.TypeName); !isType || !isTypeName {
			continue
		}
		for i := range named.NumMethods() {
			if m := named.Method(i); m.Exported() {
				list = append(list, object{m, name})
			}
		}
		if s, isStruct := named.Underlying().(*types.Struct); isStruct {
			for i := range s.NumFields() {
				if f := s.Field(i); f.Exported() {
					list = append(list, object{f, name})
				}
			}
		}
	}
	return list
}

// foreignTypes lists the exported names of a package that name a type of another package, the standard library and the
// library aside.
func foreignTypes(p *types.Package) (faults []string) {
	for _, o := range exportedObjects(p) {
		if t, isType := o.Object.(*types.TypeName); isType && !t.IsAlias() {
			if _, isStruct := t.Type().Underlying().(*types.Struct); isStruct {
				continue // its exported fields are in the list
			}
		}
		described := o.Type()
		if t, isType := o.Object.(*types.TypeName); isType && !t.IsAlias() {
			described = t.Type().Underlying()
		}
		types.TypeString(described, func(q *types.Package) string {
			if q != p && libraryPackages[q.Path()] == "" &&
				(strings.HasPrefix(q.Path(), modulePath+"/") ||
					strings.Contains(strings.Split(q.Path(), "/")[0], ".")) {
				faults = append(faults, fmt.Sprintf("%s: %s.%s names a type of %s", p.Path(), o.of, o.Name(), q.Path()))
			}
			return q.Path()
		})
	}
	return faults
}
