package solvertest

import (
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/solver/verify"
	"setdoku/store"
)

// Verified derives a database again, as the command verify does, and returns what does not
// hold, "" when all does.
func Verified(t testing.TB, db *store.DB) string {
	t.Helper()
	return VerifiedBy(t, db, catalogue.EngineAuto)
}

// VerifiedBy is Verified with the engine that makes the steps again.
func VerifiedBy(t testing.TB, db *store.DB, engine catalogue.Engine) string {
	t.Helper()
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) error {
		if err := s.CheckReference(t.Context()); err != nil {
			return err
		}
		return derive(t, db, s, engine)
	})
	if err != nil {
		return strings.ReplaceAll(err.Error(), db.Target(), "the database")
	}
	return ""
}

// derive derives all puzzles of a snapshot of db again and returns what does not hold.
func derive(t testing.TB, db *store.DB, s *store.Snapshot, engine catalogue.Engine) error {
	t.Helper()
	list, err := catalogue.LoadNames(t.Context(), db)
	if err != nil {
		return err
	}
	runs, err := s.Runs(t.Context())
	if err != nil {
		return err
	}
	v, err := verify.New(list, runs, verify.Options{Engine: engine})
	if err != nil {
		return err
	}
	defer v.Close(t.Context())
	for after := int64(0); ; {
		records, err := s.Records(t.Context(), after, 20)
		if err != nil || len(records) == 0 {
			return err
		}
		after = records[len(records)-1].PuzzleID
		switch faults, err := v.Check(t.Context(), records); {
		case err != nil:
			return err
		case faults != nil:
			return faults
		}
	}
}
