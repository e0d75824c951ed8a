package canonical

import (
	"setdoku"
	"setdoku/internal/isomorph"
)

// Comparison is the comparison of two puzzles.
type Comparison struct {
	Same  bool
	Forms [2]setdoku.Grid      // forms of both puzzles, equal if Same
	Map   isomorph.Isomorphism // maps the first puzzle to the second if Same
}

// Compare compares the givens of two puzzles. No unit may hold a digit twice.
func Compare(a, b setdoku.Grid) Comparison {
	formA, toA := Form(a)
	formB, toB := Form(b)
	c := Comparison{Same: formA == formB, Forms: [2]setdoku.Grid{formA, formB}}
	if c.Same {
		c.Map = toA.Then(toB.Inverse())
	}
	return c
}
