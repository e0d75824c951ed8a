package batch_test

import (
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// TestAuditLevels solves the pool at every level: what a level keeps must be what full
// audit keeps of it, and nothing else may be there.
func TestAuditLevels(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	puzzles := gridtest.Part(5, solvertest.Givens(solvertest.NewPool().All()...))
	solved := func(audit setdoku.Audit) map[string]map[string]string {
		db := dbtest.Open(t)
		opts := solvertest.Options(t)
		opts.Audit = audit
		solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, len(puzzles))
		tables := map[string]map[string]string{}
		for _, table := range []string{"puzzle", "step", "elimination", "candidate", "contradiction", "evidence"} {
			tables[table] = solvertest.Histories(t, db, table)
		}
		tables["cell"] = map[string]string{}
		for id, lines := range solvertest.RowsOf(t, db, "cell", "cell, digit, step, rule") {
			tables["cell"][id] = strings.Join(lines, "")
		}
		return tables
	}
	full := solved(setdoku.AuditFull)
	for table, rows := range full {
		if len(rows) == 0 {
			t.Fatalf("full audit leaves no rows in %s", table)
		}
	}
	for _, tt := range []struct {
		audit setdoku.Audit
		none  []string
	}{
		{setdoku.AuditSteps, []string{"elimination", "evidence"}},
		{setdoku.AuditNone, []string{"step", "elimination", "evidence"}},
	} {
		t.Run(string(tt.audit), func(t *testing.T) {
			got := solved(tt.audit)
			for _, table := range tt.none {
				if n := len(got[table]); n > 0 {
					t.Errorf("%d puzzles have rows in %s, want none", n, table)
				}
				delete(got, table)
			}
			for table, rows := range got {
				t.Run(table, func(t *testing.T) { solvertest.Compare(t, rows, full[table]) })
			}
		})
	}
}

// TestStuckAgain solves with singles first. Under the same selection the stuck puzzles
// stay as they are, under another one they are solved anew, as if it were the first time.
func TestStuckAgain(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	puzzles := gridtest.Part(5, solvertest.Givens(solvertest.NewPool().All()...))
	fresh, db := dbtest.Open(t), dbtest.Open(t)
	solvertest.Solve(t, solvertest.NewBatch(t, fresh, solvertest.Options(t)), puzzles, len(puzzles))
	solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t, "singles")), puzzles, len(puzzles))
	stuck := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'stuck'`)
	before := solvertest.Histories(t, db)

	passes := 0
	opts := solvertest.Options(t, "singles")
	opts.OnPass = func(memory.Pass) { passes++ }
	same := solvertest.NewBatch(t, db, opts)
	if n := solvertest.SolveStored(t, same); n != 0 || passes != 0 {
		t.Errorf("%d puzzles wait for the same selection and %d passes were made, want none", n, passes)
	}
	solvertest.Solve(t, same, puzzles, len(puzzles))
	if passes != 0 || dbtest.Count(t, db, `SELECT COUNT(*) FROM run`) != 1 {
		t.Errorf("%d passes, %d runs, want no pass and only the first run", passes,
			dbtest.Count(t, db, `SELECT COUNT(*) FROM run`))
	}
	solvertest.Compare(t, solvertest.Histories(t, db), before)

	if n := solvertest.SolveStored(t, solvertest.NewBatch(t, db, solvertest.Options(t))); n != stuck || n == 0 {
		t.Errorf("%d puzzles wait for another selection, want the %d stuck ones", n, stuck)
	}
	// What only singles solve, or show to be contradictory, all techniques do by singles
	// too, so every history must be that of the larger selection.
	solvertest.Compare(t, solvertest.Histories(t, db), solvertest.Histories(t, fresh))
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 2`); n != stuck {
		t.Errorf("%d puzzles belong to the second run, want %d", n, stuck)
	}
}

// TestAgain solves everything with singles and then anew with all techniques: nothing
// of the first run may be left.
func TestAgain(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	puzzles := gridtest.Part(5, solvertest.Givens(solvertest.NewPool().All()...))
	fresh, db := dbtest.Open(t), dbtest.Open(t)
	solvertest.Solve(t, solvertest.NewBatch(t, fresh, solvertest.Options(t)), puzzles, len(puzzles))
	opts := solvertest.Options(t, "singles")
	opts.Audit = setdoku.AuditSteps
	solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, len(puzzles))
	b := solvertest.NewBatch(t, db, solvertest.Options(t))
	b.From = database.Anew
	results := solvertest.Solve(t, b, puzzles, 20)
	solvertest.Compare(t, solvertest.Histories(t, db), solvertest.Histories(t, fresh))
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id <> 2`) +
		dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE run_id <> 2`); n > 0 {
		t.Errorf("%d puzzles and steps belong to the first run", n)
	}
	for i, r := range results {
		if r.Givens != puzzles[i].State.Givens.String() {
			t.Fatalf("result %d is of %s, want %s", i, r.Givens, puzzles[i].State.Givens)
		}
		if len(r.Filled) != setdoku.CellCount {
			t.Errorf("%s: grid %q, want 81 cells", r.Givens, r.Filled)
		}
	}
}
