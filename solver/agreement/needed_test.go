package agreement_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
)

// TestNeededOfTheHardest stores what was needed of hard puzzles, and verify proves each row. One step of the first puzzle
// has two patterns: one holds with all its rows, the other only with the rows that it needs.
func TestNeededOfTheHardest(t *testing.T) {
	t.Parallel()
	all := gridsOf(t, "forum_hardest_1106")
	puzzles := solvertest.Givens(all[31], all[18], all[180], all[172])
	db := dbtest.Open(t)
	techniques, err := solvertest.Catalogue(t).Select(nil, []string{setdoku.RuleSearch})
	if err != nil {
		t.Fatal(err)
	}
	solvertest.Run(t, db, puzzles, false, driver.Options{Engine: driver.EngineAuto, Techniques: techniques, Audit: setdoku.AuditFull})
	solvertest.SaveNeeded(t, db)
	if text := solvertest.Verified(t, db); text != "" {
		t.Error(text)
	}
}
