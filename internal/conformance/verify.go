package conformance

import (
	"testing"

	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// caseVerifyByHand verifies what was played by hand, and solved on from there.
func caseVerifyByHand(t *testing.T, s suite) {
	prepare, moves := toPlay(t, s)
	onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		prepare(t, db)
		play(t, db, moves)
		faults := []string{verified(t, db)}
		if faults[0] != "" {
			t.Errorf("%s: %s", db.kind.Name, faults[0])
		}
		for _, opts := range []memory.Options{solvertest.Select(t, []string{"singles"}, nil),
			solvertest.Select(t, nil, nil)} {
			solvertest.SolveStored(t, newBatch(t, db, opts))
			last := verified(t, db)
			if last != "" {
				t.Errorf("%s: %s", db.kind.Name, last)
			}
			faults = append(faults, last)
		}
		return faults
	})
}
