package batch_test

import (
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// TestNoTriggers counts the rows for which triggers of a file are called: none that an engine or an importer writes,
// and each that the connection writes after that.
func TestNoTriggers(t *testing.T) {
	t.Parallel()
	for _, engine := range []catalogue.Engine{catalogue.EngineSQL, catalogue.EngineAuto} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			db := dbtest.OpenTarget(t, dbtest.File(t), 1)
			exec := func(statement string) {
				t.Helper()
				dbtest.Exec(t, db, statement)
			}
			for _, statement := range []string{
				`CREATE TABLE called (name TEXT NOT NULL)`,
				`CREATE TRIGGER called_cell AFTER INSERT ON cell BEGIN INSERT INTO called VALUES ('cell'); END`,
				`CREATE TRIGGER called_step AFTER INSERT ON step BEGIN INSERT INTO called VALUES ('step'); END`,
				`CREATE TRIGGER called_puzzle AFTER UPDATE ON puzzle BEGIN INSERT INTO called VALUES ('puzzle'); END`,
			} {
				exec(statement)
			}
			puzzles := solvertest.Sample(t)[:2]
			solvertest.Import(t, db, puzzles[:1])
			opts := solvertest.Options(t)
			opts.Engine = engine
			b, err := batch.NewBatch(t.Context(), db, opts, record.Run{Version: "test"})
			gridtest.Must(t, err)
			solvertest.Solve(t, b, puzzles, memory.ChunkSize)
			gridtest.Must(t, b.Close(t.Context()))
			if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM called`); n != 0 {
				t.Errorf("triggers were called for %d rows, want none", n)
			}
			gridtest.Equal(t, "cells are filled", dbtest.Count(t, db, `SELECT COUNT(*) FROM cell`), 2*81)
			exec(`UPDATE puzzle SET name = 'again'`)
			if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM called`); n != 2 {
				t.Errorf("after the engine, triggers were called for %d rows, want 2", n)
			}
		})
	}
}
