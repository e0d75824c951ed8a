package conformance

import (
	"strings"
	"testing"

	"setdoku/internal/solvertest"
)

// caseFilledIn inserts puzzles by plain SQL. They have the same rows as imported ones at once.
func caseFilledIn(t *testing.T, s suite) {
	puzzles := solvertest.Sample(t)
	script, unsound := solvertest.BySQL(puzzles)
	databases := s.open(t)
	for _, db := range databases {
		for statement := range strings.Lines(script) {
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatalf("%s: %s%v", db.kind.Name, statement, err)
			}
		}
	}
	for _, db := range databases {
		solvertest.CheckFilledIn(t, db.DB, puzzles)
	}
	sameContents(t, databases)
	for _, db := range databases {
		solvertest.CheckUnsound(t, db.DB, unsound)
	}
}
