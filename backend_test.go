package setdoku_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// backends matches the files that may ask which database they work on: those of a database, and those that read the
// marks of lines and files for one database.
var backends = regexp.MustCompile(`^(internal/database/(sqlite|postgres|citus)(_\w+)?|sql/render|migrations/embed)\.go$`)

// TestBackends checks that only the files of a database ask for its dialect, and whether Citus has distributed tables.
func TestBackends(t *testing.T) {
	for _, name := range productFiles(t) {
		if backends.MatchString(name) {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if (n.Op == token.EQL || n.Op == token.NEQ) && (isDialect(n.X) || isDialect(n.Y)) {
					t.Errorf("%s: a comparison of dialects, want a method of backend or a map", set.Position(n.Pos()))
				}
			case *ast.SwitchStmt:
				if isDialect(n.Tag) {
					t.Errorf("%s: a switch over dialects, want a method of backend or a map", set.Position(n.Pos()))
				}
			case *ast.Ident:
				if strings.Contains(strings.ToLower(n.Name), "distributed") {
					t.Errorf("%s: %s is a name of Citus, want one of what a database can do", set.Position(n.Pos()), n.Name)
				}
			}
			return true
		})
	}
}

// isDialect reports whether an expression is a dialect: it has the name, or is a call of a method with the name.
func isDialect(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		return isDialect(e.Fun)
	case *ast.SelectorExpr:
		return strings.EqualFold(e.Sel.Name, "dialect")
	case *ast.Ident:
		return strings.EqualFold(e.Name, "dialect")
	}
	return false
}
