package cli

import (
	"fmt"
	"regexp"
	"slices"

	"setdoku/internal/catalogue"
	"setdoku/solver/statements"
)

var (
	nameLiteral = regexp.MustCompile(`'([a-z][a-z0-9_]*)'`)
	passTable   = regexp.MustCompile(`(?i)\bpass\b`)
)

// whyNothing returns why a technique finds nothing, as far as its file shows. others is the catalogue.
func whyNothing(t catalogue.Technique, others catalogue.Catalogue, positions int) (list []string) {
	if positions == 0 {
		list = append(list, "the techniques before it leave no position: give it an earlier tier, or other puzzles")
	}
	code, err := statements.Parse(t.Text)
	code = slices.DeleteFunc(code, func(s statements.Statement) bool { return s.Shared })
	if err != nil || len(code) == 0 {
		return list
	}
	var names []string // of techniques, in the statements
	reads := false
	for _, stmt := range code {
		reads = reads || passTable.MatchString(stmt.Text)
		for _, m := range nameLiteral.FindAllStringSubmatch(stmt.Text, -1) {
			isOther := slices.ContainsFunc(others,
				func(o catalogue.Technique) bool { return m[1] == o.BaseName() || m[1] == o.File })
			if slices.Contains(names, m[1]) || m[1] != t.Name && !isOther {
				continue
			}
			if names = append(names, m[1]); m[1] != t.Name {
				list = append(list, fmt.Sprintf("the statement of line %d names '%s', but the rows of pass have '%s'",
					stmt.Line, m[1], t.Name))
			}
		}
	}
	switch {
	case !reads:
		list = append(list, "no statement joins pass, the table of the puzzles to search")
	case names == nil:
		list = append(list, fmt.Sprintf("no statement names the technique, but the rows of pass have '%s'", t.Name))
	}
	return list
}
