package batch_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/solver/minimize"
	"setdoku/store"
	"setdoku/store/record"
)

// TestStepByStep repeats a run that stops at the first step. Each run must make the next step of every puzzle that is
// not finished, which is new until then, and verify must accept the database in between. In the end the rows must be
// those of a run that does not stop.
func TestStepByStep(t *testing.T) {
	t.Parallel()
	p := solvertest.NewPool()
	puzzles := solvertest.Givens(p.Unique[39], p.Several[0], p.None[0])
	if gridtest.Full() {
		puzzles = solvertest.Givens(p.All()...)
	}
	for level, engine := range map[setdoku.Audit]catalogue.Engine{setdoku.AuditFull: catalogue.EngineSQL,
		setdoku.AuditNone: catalogue.EngineAuto} {
		t.Run(fmt.Sprintf("%s %s", engine, level), func(t *testing.T) {
			t.Parallel()
			whole, db := dbtest.Open(t), dbtest.Open(t)
			opts := solvertest.Options(t, "singles", "intersections", "subsets", "wings")
			opts.Engine, opts.Audit = engine, level
			solvertest.Solve(t, solvertest.NewBatch(t, whole, opts), puzzles, len(puzzles))
			solvertest.Import(t, db, puzzles)
			opts.StopAtFirst = true
			for n := 1; ; n++ {
				b := solvertest.NewBatch(t, db, opts)
				b.From = store.Resume
				waited := solvertest.SolveStored(t, b)
				if waited == 0 || n%8 == 1 {
					if text := solvertest.Verified(t, db); text != "" {
						t.Fatalf("after call %d verify says %q", n, text)
					}
				}
				bad := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new' AND steps <> ?`, n)
				if bad > 0 {
					t.Fatalf("after call %d, %d new puzzles have not %[1]d steps", n, bad)
				}
				if waited == 0 {
					break
				}
			}
			solvertest.Compare(t, solvertest.Histories(t, db), solvertest.Histories(t, whole))
		})
	}
}

// TestLive watches a live run by another connection: after each pass the steps of the passes before are there, and the
// puzzle has the candidates that follow from them. In the end the rows must be those of any other run.
func TestLive(t *testing.T) {
	t.Parallel()
	puzzles := gridtest.Part(20, solvertest.Givens(solvertest.NewPool().All()...))
	for _, engine := range []catalogue.Engine{catalogue.EngineSQL, catalogue.EngineAuto} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			whole, db := dbtest.Open(t), dbtest.Open(t)
			opts := solvertest.Options(t, "singles", "intersections", "subsets")
			opts.Engine = engine
			solvertest.Solve(t, solvertest.NewBatch(t, whole, opts), puzzles, len(puzzles))
			opts.StopAtFirst = true
			steps, watched := 0, false
			opts.OnPass = func(memory.Pass) {
				now := dbtest.Count(t, db, `SELECT COUNT(*) FROM step`)
				if now < steps {
					t.Errorf("%d steps are saved, before there were %d", now, steps)
				}
				if steps = now; steps > 0 && !watched {
					watched = true
					n := dbtest.Count(t, db, `
						SELECT COUNT(*)
						FROM candidate_at AS a
						INNER JOIN puzzle AS z ON z.puzzle_id = a.puzzle_id AND z.steps = a.step
						WHERE z.status = 'new'`)
					if m := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`); n == 0 || m < n {
						t.Errorf("%d candidates are saved, %d of new puzzles follow from the steps", m, n)
					}
				}
			}
			b := solvertest.NewBatch(t, db, opts)
			b.Live = true
			solvertest.Solve(t, b, puzzles, len(puzzles))
			if !watched {
				t.Error("no pass after the first saw a step")
			}
			solvertest.Compare(t, solvertest.Histories(t, db), solvertest.Histories(t, whole))
			gridtest.Equal(t, "verify", solvertest.Verified(t, db), "")
			gridtest.Equal(t, "puzzles wait for the same selection", solvertest.SolveStored(t, b), 0)
		})
	}
}

// TestDeletedMeanwhile has another process delete a puzzle, or make it something else, while it is computed: after a
// step of a live run was saved and before the next one begins, or before anything is saved. Chunks of two variants are
// computed one after the other.
func TestDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	small, _ := made(t, "4x4", gridtest.New(1))
	list := append(solvertest.Givens(solvertest.NewPool().Unique[0]), small)
	for _, tt := range []struct {
		name, change string
		live         bool
		want         error
	}{
		{"deleted, live", `DELETE FROM puzzle WHERE puzzle_id = 1`, true, store.ErrNoPuzzle},
		{"not a puzzle, live", `DELETE FROM puzzle WHERE puzzle_id = 1;
			INSERT INTO puzzle (puzzle_id, givens, state)
			VALUES (1, '` + strings.Repeat(".", 81) + `', 'x')`, true, nil},
		{"deleted", `DELETE FROM puzzle WHERE puzzle_id = 1`, false, store.ErrNoPuzzle},
		{"another puzzle", `DELETE FROM puzzle WHERE puzzle_id = 1;
			INSERT INTO puzzle (puzzle_id, givens)
			VALUES (1, '` + solvertest.NewPool().Unique[1].String() + `')`, false, nil},
	} {
		for _, stored := range []bool{true, false} {
			t.Run(fmt.Sprint(tt.name, " stored ", stored), func(t *testing.T) {
				path := dbtest.File(t)
				other, db := another(t, path), dbtest.OpenTarget(t, path, 0)
				solvertest.Import(t, db, list)
				opts := solvertest.Options(t, "singles", "intersections")
				opts.StopAtFirst = tt.live
				changed := false
				opts.OnPass = func(p memory.Pass) {
					if changed {
						return
					}
					changed = !tt.live || dbtest.Count(t, other, `SELECT COUNT(*) FROM step WHERE puzzle_id = 1`) == 1
					if changed {
						if _, err := other.Exec(tt.change); err != nil {
							t.Error(err)
						}
					}
				}
				b := solvertest.NewBatch(t, db, opts)
				b.Live = tt.live
				if stored {
					gridtest.Must(t, b.SolveStored(t.Context(), func(results []*record.Puzzle) error {
						if slices.ContainsFunc(results, func(p *record.Puzzle) bool { return p.Filled == "" }) {
							t.Errorf("a record without digits among %d", len(results))
						}
						return nil
					}))
				} else if _, err := b.Solve(t.Context(), list); !errors.Is(err, tt.want) {
					t.Errorf("error %v, want %v", err, tt.want)
				}
				if what := solvertest.Verified(t, db); what != "" && (tt.want != nil || !tt.live) {
					t.Error(what)
				}
			})
		}
	}
}

// TestNeeded fills the table needed. It must have the steps of the shortened path of each solved puzzle. They go with
// the steps of the puzzle, and the next call fills them in again.
func TestNeeded(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	p := solvertest.NewPool()
	puzzles := solvertest.Givens(slices.Concat(gridtest.Part(8, p.Unique), p.None[:1], p.Several[:1])...)
	opts := solvertest.Options(t)
	b := solvertest.NewBatch(t, db, opts)
	solvertest.Solve(t, b, puzzles, len(puzzles))
	solved := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`)
	fill := func(want int) {
		t.Helper()
		filled := 0
		if err := batch.FillNeeded(t.Context(), db, func(n, _ int) { filled = n }); err != nil || filled != want {
			t.Fatalf("%d puzzles are filled in, error %v, want %d", filled, err, want)
		}
	}
	fill(solved)
	fill(0)
	gridtest.Equal(t, "verify", solvertest.Verified(t, db), "")
	var want []string
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) error {
		for id := range int64(len(puzzles)) {
			whole, err := s.Path(t.Context(), id+1)
			if err != nil || whole.Status != "solved" {
				continue
			}
			short, err := minimize.Path(t.Context(), whole)
			if err != nil {
				return err
			}
			for i, step := range short.Steps {
				at := "null"
				if step.Number > 0 {
					at = fmt.Sprint(step.Number)
				}
				placements, eliminations := record.Counts(&step)
				want = append(want, fmt.Sprintf("[%d,%d,%q,%d,%d,%s]", id+1, i+1, step.Rule, placements, eliminations,
					at))
			}
		}
		return nil
	})
	gridtest.Must(t, err)
	slices.Sort(want)
	const query = `SELECT puzzle_id, step, rule, placements, eliminations, audit_step FROM needed`
	dbtest.SameRows(t, "needed", dbtest.Rows(t, db, query), want)

	b.From = store.Restart
	solvertest.Solve(t, b, puzzles[:1], 1)
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM needed WHERE puzzle_id = 1`); n > 0 {
		t.Errorf("a puzzle that is solved again has %d needed steps of the earlier run", n)
	}
	fill(1)
	dbtest.SameRows(t, "needed again", dbtest.Rows(t, db, query), want)
}
