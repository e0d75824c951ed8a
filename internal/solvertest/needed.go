package solvertest

import (
	"testing"

	"setdoku"
	verify "setdoku/solver/oldverify"
	"setdoku/store"
)

// SaveNeeded writes what is needed of all puzzles.
func SaveNeeded(t testing.TB, db *store.DB) {
	t.Helper()
	var records []setdoku.Record
	var runs []setdoku.Run
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) (err error) {
		if records, err = s.Records(t.Context(), 0, 1000); err == nil {
			runs, err = s.Runs(t.Context())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		if records[i].Needed, _, _, err = verify.NeededRows(&records[i], runs); err != nil {
			t.Fatal(err)
		}
	}
	c, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	saved, err := c.SaveNeeded(t.Context(), records)
	if err != nil || saved != len(records) {
		t.Fatalf("saved %d of %d puzzles, error %v", saved, len(records), err)
	}
}
