package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/verify"
	"setdoku/store"
)

// mixed are puzzles with one solution, several and none.
func mixed() []format.Puzzle {
	rng := gridtest.New(17)
	list := slices.Clone(puzzles()[:6])
	for range 3 {
		list = append(list, format.Puzzle{State: setdoku.State{Givens: gridtest.Several(rng)}},
			format.Puzzle{State: setdoku.State{Givens: gridtest.Contradictory(rng)}})
	}
	return list
}

// held verifies all records, which must hold, and returns what was made again.
func (r *recorded) held(t *testing.T, o verify.Options) *verify.Remade {
	t.Helper()
	v := r.verifier(t, o)
	if faults := found(t, v, r.records...); faults != nil {
		t.Fatal(faults)
	}
	return v.Report.Remade
}

func (r *recorded) steps() (n int) {
	for _, x := range r.records {
		n += x.Steps
	}
	return n
}

// TestHolds makes the steps of either engine again with either engine, for every audit and stop.
func TestHolds(t *testing.T) {
	t.Parallel()
	for _, engine := range []driver.Engine{driver.EngineSQL, driver.EngineBitmask} {
		for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
			for _, stop := range []bool{false, true} {
				t.Run(fmt.Sprint(engine, audit, stop), func(t *testing.T) {
					t.Parallel()
					r := record(t, mixed(), driver.Options{Engine: engine, Audit: audit, StopAtFirst: stop},
						"singles", "intersections", "subsets", "wings", "single_digit", "search")
					for _, again := range []driver.Engine{driver.EngineAuto, driver.EngineSQL} {
						if m := r.held(t, verify.Options{Engine: again}); m.Same != r.steps() || len(m.Left) > 0 || m.Engine != again {
							t.Errorf("remade %v, want %d steps by %s", m, r.steps(), again)
						}
					}
					if m := r.held(t, verify.Options{NoRemake: true}); m != nil {
						t.Errorf("remade %v, want nothing", m)
					}
				})
			}
		}
	}
}

// TestBelowFullAudit assigns a puzzle that was solved without a technique to a run that selects the technique. The kept rows must
// reveal it.
func TestBelowFullAudit(t *testing.T) {
	t.Parallel()
	for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
		with := record(t, puzzles(), driver.Options{Audit: audit}, "singles", "intersections", "wings")
		without := recordWithout(t, puzzles(), driver.Options{Audit: audit}, []string{"singles", "intersections", "wings"}, []string{"xyz_wing"})
		used := slices.IndexFunc(with.records, func(x setdoku.Record) bool { return strings.Contains(x.Techniques, `"xyz_wing"`) })
		if used < 0 {
			t.Fatal("no puzzle takes an xyz_wing")
		}
		v := with.verifier(t, verify.Options{Engine: driver.EngineSQL})
		if faults := found(t, v, without.records[used]); len(faults) != 1 {
			t.Errorf("audit %s: got %v, want a fault", audit, faults)
		}
	}
}

// TestAfterHand verifies two attempts with manual moves between them. The state after the first attempt is known although a run
// with audit steps does not keep it.
func TestAfterHand(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		db := open(t)
		attempt := func(words ...string) {
			t.Helper()
			names, err := catalogue.LoadNames(ctx, db)
			if err != nil {
				t.Fatal(err)
			}
			techniques, err := names.Select(words, nil)
			if err != nil {
				t.Fatal(err)
			}
			solveWith(t, db, driver.Options{Engine: driver.EngineBitmask, Techniques: techniques, Audit: audit}, puzzles()[:20])
		}
		attempt("singles", "intersections", "subsets")
		var played []struct {
			PuzzleID int64 `db:"puzzle_id"`
			Cell     int
			Digit    int
		}
		err := db.SelectContext(ctx, &played, `
			SELECT c.puzzle_id, MIN(c.cell) AS cell, MIN(c.digit) AS digit
			FROM candidate AS c
			WHERE c.cell = (SELECT MAX(o.cell) FROM candidate AS o WHERE o.puzzle_id = c.puzzle_id)
			GROUP BY c.puzzle_id`)
		if err != nil || len(played) == 0 {
			t.Fatalf("no puzzle is stuck: %v", err)
		}
		for _, p := range played {
			if _, err := db.ExecContext(ctx, `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`, p.PuzzleID, p.Cell, p.Digit); err != nil {
				t.Fatal(err)
			}
		}
		attempt("singles", "intersections", "subsets", "wings", "single_digit", "chains")
		r := read(t, db)
		for _, engine := range []driver.Engine{driver.EngineAuto, driver.EngineSQL} {
			m := r.held(t, verify.Options{Engine: engine})
			twice := 0
			for _, x := range r.records {
				if len(x.Attempts) == 2 {
					twice++
				}
			}
			left := 0
			for _, n := range m.Left {
				left += n
			}
			if twice == 0 || left != len(played) || m.Same != r.steps()-len(played) {
				t.Errorf("audit %s: remade %v of %d steps, %d of them by hand; %d puzzles were attempted twice", audit, m, r.steps(), len(played), twice)
			}
		}
	}
}

// solveWith solves puzzles in a run of its own.
func solveWith(t *testing.T, db *store.DB, opts driver.Options, list []format.Puzzle) {
	t.Helper()
	b, err := batch.NewBatch(t.Context(), db, opts, store.Run{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Solve(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// pairFile is a user's technique: naked pairs, without evidence.
const pairFile = `-- @technique my_pair | tier 225 | hard | weight 99
-- @idea Two cells that see each other have the same two candidates, which leave the cells that see both.
-- @source Common knowledge.
-- @reads pass, bivalue_cell, peer, pencil_mark
-- @writes deduction
-- @key cell first, cell second
-- @cost the pairs of bivalue cells

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT m.puzzle_id, 'my_pair', 0, m.cell, m.digit, MIN(a.cell * 100 + b.cell)
FROM pass AS p
CROSS JOIN bivalue_cell AS a
CROSS JOIN bivalue_cell AS b
CROSS JOIN peer AS n
CROSS JOIN peer AS x
CROSS JOIN peer AS y
CROSS JOIN pencil_mark AS m
WHERE p.technique = 'my_pair'
    AND a.puzzle_id = p.puzzle_id
    AND b.puzzle_id = p.puzzle_id
    AND b.digit = a.digit
    AND b.other = a.other
    AND b.cell > a.cell
    AND n.cell = a.cell
    AND n.peer = b.cell
    AND x.cell = a.cell
    AND y.cell = b.cell
    AND y.peer = x.peer
    AND m.puzzle_id = p.puzzle_id
    AND m.cell = x.peer
    AND m.digit = a.digit
GROUP BY m.puzzle_id, m.cell, m.digit;
`

// TestUserTechnique verifies runs with a user's technique, with and without its file.
func TestUserTechnique(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	file := filepath.Join(t.TempDir(), "my_pair.sql")
	if err := os.WriteFile(file, []byte(pairFile), 0o600); err != nil {
		t.Fatal(err)
	}
	own, _, err := catalogue.ReadTechnique(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps} {
		db := open(t)
		all, err := catalogue.BuiltIn()
		if err == nil {
			all, err = all.With(own, nil)
		}
		if err == nil {
			err = all.AddNames(ctx, db)
		}
		if err != nil {
			t.Fatal(err)
		}
		techniques, err := all.Select([]string{"singles", "single_digit", own.Name, "wings"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		solveWith(t, db, driver.Options{Engine: driver.EngineAuto, Techniques: techniques, Audit: audit}, puzzles())
		r := read(t, db)
		used := 0
		for _, x := range r.records {
			for _, s := range x.StepRows {
				if s.Rule == own.Name {
					used++
				}
			}
		}
		if used == 0 {
			t.Fatal("no puzzle takes the technique")
		}
		for _, engine := range []driver.Engine{driver.EngineAuto, driver.EngineSQL} {
			v := r.verifier(t, verify.Options{Engine: engine, FromFiles: catalogue.Catalogue{own}})
			if faults := found(t, v, r.records...); faults != nil || v.Report.Remade.Same != r.steps() || len(v.Report.Remade.Left) > 0 {
				t.Errorf("audit %s, %s, with the file: remade %v of %d steps, faults %v", audit, engine, v.Report.Remade, r.steps(), faults)
			}
			if bare := v.Report.Bare; (bare > 0) != (audit == setdoku.AuditFull) {
				t.Errorf("audit %s: %d patterns without evidence", audit, bare)
			}
		}
		if m := r.held(t, verify.Options{}); m.Same != 0 || m.Left["with techniques whose file was not given"] != r.steps() {
			t.Errorf("audit %s, without the file: remade %v of %d steps", audit, m, r.steps())
		}
		changed := own
		changed.Weight++
		if _, err := verify.New(r.names, r.runs, verify.Options{FromFiles: catalogue.Catalogue{changed}}); err == nil {
			t.Error("a technique file with another weight is taken")
		}
	}
}

// TestEveryPuzzleIsReported skips a technique in two puzzles.
func TestEveryPuzzleIsReported(t *testing.T) {
	words := []string{"singles", "xy_wing", "wings"}
	r := record(t, puzzles(), driver.Options{}, words...)
	var forged []setdoku.Record
	for i := range r.records {
		x := &r.records[i]
		if slices.ContainsFunc(x.StepRows, func(s setdoku.StepRow) bool { return s.Rule == "xy_wing" }) && len(forged) < 2 {
			forged = append(forged, *r.skipping(t, x, words, "xy_wing"))
		}
	}
	if list := found(t, r.verifier(t, verify.Options{}), forged...); len(list) != 2 ||
		list[0].PuzzleID != forged[0].PuzzleID || list[1].PuzzleID != forged[1].PuzzleID {
		t.Errorf("%v\nwant a finding for each of %d puzzles", list, len(forged))
	}
}

// TestOnePatternSeveralPlacements makes steps again whose patterns place several digits each. Each pattern has its evidence once.
func TestOnePatternSeveralPlacements(t *testing.T) {
	t.Parallel()
	r := record(t, puzzles(), driver.Options{}, "singles", "template_set")
	several := func(x setdoku.Record) bool {
		patterns := make(map[setdoku.Change]int) // by step and pattern
		for _, c := range x.Placements {
			patterns[setdoku.Change{Step: c.Step, Pattern: c.Pattern}]++
		}
		return slices.ContainsFunc(x.Placements, func(c setdoku.Change) bool {
			return c.Rule == "template_set" && patterns[setdoku.Change{Step: c.Step, Pattern: c.Pattern}] > 1
		})
	}
	i := slices.IndexFunc(r.records, several)
	if i < 0 {
		t.Fatal("no pattern places several digits")
	}
	if faults := found(t, r.verifier(t, verify.Options{Engine: driver.EngineSQL}), r.records[i]); faults != nil {
		t.Error(faults)
	}
}
