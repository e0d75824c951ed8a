package canonical

import (
	"setdoku"
	"setdoku/internal/isomorph"
)

// Comparison says whether two puzzles are isomorphs.
type Comparison struct {
	Same  bool
	Forms [2]setdoku.Grid      // the forms of both puzzles, equal when Same
	Map   isomorph.Isomorphism // makes the second puzzle of the first when Same
}

// Compare compares the givens of two puzzles, in neither of which a unit may hold a digit twice.
func Compare(a, b setdoku.Grid) Comparison {
	formA, toA := Form(a)
	formB, toB := Form(b)
	c := Comparison{Same: formA == formB, Forms: [2]setdoku.Grid{formA, formB}}
	if c.Same {
		c.Map = toA.Then(toB.Inverse())
	}
	return c
}
