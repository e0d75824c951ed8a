package verify_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/solvertest"
	"setdoku/internal/verify"
)

// solved returns a database with a solved puzzle, a stuck puzzle whose run stored no eliminations, and an unsolved
// one.
func solved(t *testing.T) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(4)
	easy, several := gridtest.WithClues(rng, 34), gridtest.Several(rng)
	singles, err := all.Select([]string{"singles"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		givens     setdoku.Grid
		techniques catalogue.Catalogue
		audit      setdoku.Audit
	}{{easy, all, setdoku.AuditFull}, {several, singles, setdoku.AuditSteps}} {
		batch, err := batch.NewBatch(t.Context(), db,
			memory.Options{Engine: memory.EngineAuto, Techniques: run.techniques, Audit: run.audit}, record.Run{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := batch.Solve(t.Context(), []format.Puzzle{{State: setdoku.State{Givens: run.givens}}}); err != nil {
			t.Fatal(err)
		}
		if err := batch.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	imp, err := batch.NewImporter(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := imp.Add(t.Context(), []format.Puzzle{{State: setdoku.State{Givens: gridtest.WithClues(rng,
		30)}}}); err != nil {
		t.Fatal(err)
	}
	if err := imp.Close(); err != nil {
		t.Fatal(err)
	}
	return db
}

// verifyIn verifies a snapshot of db.
func verifyIn(ctx context.Context, db *database.DB, o verify.Options) (report *verify.Report, err error) {
	err = db.Snapshot(ctx, func(s *database.Snapshot) (err error) {
		report, err = verify.Run(ctx, db, s, o)
		return err
	})
	return report, err
}

// TestRun checks what the report counts, and that Run notices a wrong row.
func TestRun(t *testing.T) {
	db := solved(t)
	var steps int
	if err := db.GetContext(t.Context(), &steps, `SELECT SUM(steps) FROM puzzle`); err != nil {
		t.Fatal(err)
	}
	for _, noRemake := range []bool{false, true} {
		progress := 0
		r, err := verifyIn(t.Context(), db, verify.Options{NoRemake: noRemake, Progress: func(n int) { progress = n }})
		if err != nil {
			t.Fatal(err)
		}
		if r.Puzzles != 3 || progress != 3 || r.Steps != steps || !r.Compared {
			t.Errorf("report %+v after %d puzzles, want 3 puzzles with %d steps", r, progress, steps)
		}
		for level, want := range map[string]int{"full": 1, "steps": 1, verify.Unsolved: 1, "none": 0} {
			if r.Levels[level] != want {
				t.Errorf("%d puzzles of audit level %s, want %d", r.Levels[level], level, want)
			}
		}
		if made := r.Remade != nil; made == noRemake || made && r.Remade.Same != steps {
			t.Errorf("NoRemake %t: remade %+v of %d steps", noRemake, r.Remade, steps)
		}
	}
	if _, err := db.ExecContext(t.Context(),
		`UPDATE puzzle SET score = score + 1 WHERE status = 'solved'`); err != nil {
		t.Fatal(err)
	}
	if r, err := verifyIn(t.Context(), db, verify.Options{}); err == nil || r != nil {
		t.Errorf("a wrong score: report %+v, error %v; want an error and no report", r, err)
	}
}

// TestRunReportsFaultsOfManyPuzzles falsifies the scores of two puzzles, and then of all.
func TestRunReportsFaultsOfManyPuzzles(t *testing.T) {
	db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var puzzles []format.Puzzle
	rng := gridtest.New(6)
	for range verify.FaultsMost + 5 {
		puzzles = append(puzzles, format.Puzzle{State: setdoku.State{Givens: gridtest.WithClues(rng, 34)}})
	}
	solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), puzzles, len(puzzles))
	for _, x := range []struct {
		statement, head string
		faults          int
	}{
		{`UPDATE puzzle SET score = score + 1 WHERE puzzle_id IN (3, 5)`, "2 faults:", 2},
		{`UPDATE puzzle SET score = score + 1`, "the first 20 faults:", verify.FaultsMost},
	} {
		if _, err := db.ExecContext(t.Context(), x.statement); err != nil {
			t.Fatal(err)
		}
		r, err := verifyIn(t.Context(), db, verify.Options{})
		var list verify.Findings
		if r != nil || !errors.As(err, &list) || len(list) != x.faults ||
			!strings.HasPrefix(err.Error(), x.head+"\npuzzle ") {
			t.Errorf("%s: report %+v, error %v\nwant %s and %d lines", x.statement, r, err, x.head, x.faults)
		}
		for i := range list[1:] {
			if list[i].PuzzleID >= list[i+1].PuzzleID {
				t.Errorf("%v comes before %v", list[i], list[i+1])
			}
		}
	}
}
