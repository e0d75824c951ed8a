package retrace_test

import (
	"errors"
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
	"setdoku/solver/retrace"
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

// held judges all records, which must be accepted, and returns what was covered.
func (r *recorded) held(t *testing.T, choice retrace.Choice) retrace.Covered {
	t.Helper()
	for i := range r.records {
		if err := r.checker.Check(clone(r.records[i])); err != nil {
			t.Fatalf("verify alone: %v", err)
		}
	}
	j := r.judge(t, choice)
	if err := j.Check(t.Context(), r.records); err != nil {
		t.Fatal(err)
	}
	return j.Covered
}

func (r *recorded) steps() (n int) {
	for _, x := range r.records {
		n += x.Steps
	}
	return n
}

// TestJudgeHolds makes the steps of either engine again, for every audit and stop.
func TestJudgeHolds(t *testing.T) {
	t.Parallel()
	for _, engine := range []driver.Engine{driver.EngineSQL, driver.EngineBitmask} {
		for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
			for _, stop := range []bool{false, true} {
				t.Run(fmt.Sprint(engine, audit, stop), func(t *testing.T) {
					t.Parallel()
					r := record(t, mixed(), driver.Options{Engine: engine, Audit: audit, StopAtFirst: stop},
						"singles", "intersections", "subsets", "wings", "single_digit", "search")
					other := driver.EngineAuto
					if engine == driver.EngineBitmask {
						other = driver.EngineSQL
					}
					covered := r.held(t, retrace.Other)
					if got, want := covered.Same[other], r.steps(); got != want || len(covered.Same) != 1 || len(covered.Left) > 0 {
						t.Errorf("covered %v, want %d steps by %s", covered, want, other)
					}
				})
			}
		}
	}
}

// TestJudgeChoice lets either engine judge its own steps.
func TestJudgeChoice(t *testing.T) {
	t.Parallel()
	r := record(t, mixed(), driver.Options{}, "singles", "wings")
	for choice, engine := range map[retrace.Choice]driver.Engine{retrace.SQL: driver.EngineSQL, retrace.Memory: driver.EngineAuto} {
		if covered := r.held(t, choice); covered.Same[engine] != r.steps() {
			t.Errorf("%s: covered %v, want %d steps by %s", choice, covered, r.steps(), engine)
		}
	}
	for _, word := range []string{"", "other ", "bitmask"} {
		if _, err := retrace.ParseChoice(word); err == nil {
			t.Errorf("%q is a judge", word)
		}
	}
}

// TestJudgeBelowFullAudit assigns a puzzle that was solved without a technique to a run that selects the
// technique. The kept rows must reveal it.
func TestJudgeBelowFullAudit(t *testing.T) {
	t.Parallel()
	for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
		with := record(t, puzzles(), driver.Options{Audit: audit}, "singles", "intersections", "wings")
		without := recordWithout(t, puzzles(), driver.Options{Audit: audit}, []string{"singles", "intersections", "wings"}, []string{"xyz_wing"})
		used := slices.IndexFunc(with.records, func(x setdoku.Record) bool { return strings.Contains(x.Techniques, `"xyz_wing"`) })
		if used < 0 {
			t.Fatal("no puzzle takes an xyz_wing")
		}
		err := with.judge(t, retrace.SQL).Check(t.Context(), without.records[used:used+1])
		var f *verify.Finding
		if !errors.As(err, &f) {
			t.Errorf("audit %s: got %v, want a finding", audit, err)
		}
		// The steps alone reveal wrong counts.
		x := clone(with.records[used])
		x.Techniques = strings.Replace(x.Techniques, `"xyz_wing":`, `"xyz_wing":1`, 1)
		if err := with.judge(t, retrace.SQL).Check(t.Context(), []setdoku.Record{*x}); !errors.As(err, &f) || f.Table != "puzzle" || f.Row != "column techniques" {
			t.Errorf("audit %s, counts: got %v, want a finding in the column techniques", audit, err)
		}
	}
}

// TestJudgeAfterHand judges two attempts with manual moves between them. The state after the first attempt is
// known although a run with audit steps does not keep it.
func TestJudgeAfterHand(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		db := open(t)
		names, err := catalogue.LoadNames(ctx, db)
		if err != nil {
			t.Fatal(err)
		}
		attempt := func(words ...string) {
			t.Helper()
			techniques, err := names.Select(words, nil)
			if err != nil {
				t.Fatal(err)
			}
			b, err := batch.NewBatch(ctx, db, driver.Options{Engine: driver.EngineBitmask, Techniques: techniques, Audit: audit}, store.Run{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.Solve(ctx, puzzles()[:20]); err != nil {
				t.Fatal(err)
			}
			if err := b.Close(ctx); err != nil {
				t.Fatal(err)
			}
		}
		attempt("singles", "intersections", "subsets")
		var played []struct {
			PuzzleID int64 `db:"puzzle_id"`
			Cell     int
			Digit    int
		}
		err = db.SelectContext(ctx, &played, `
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
		covered := r.held(t, retrace.Other)
		made := 0
		for _, x := range r.records {
			if len(x.Attempts) == 2 {
				made++
			}
		}
		total := 0
		for _, n := range covered.Left {
			total += n
		}
		if made == 0 || total != len(played) || covered.Same[driver.EngineSQL] != r.steps()-len(played) {
			t.Errorf("audit %s: covered %v of %d steps, %d of them by hand; %d puzzles were attempted twice", audit, covered, r.steps(), len(played), made)
		}
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

// TestJudgeUserTechnique judges runs with a user's technique, with and without its file.
func TestJudgeUserTechnique(t *testing.T) {
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
		b, err := batch.NewBatch(ctx, db, driver.Options{Engine: driver.EngineAuto, Techniques: techniques, Audit: audit}, store.Run{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Solve(ctx, puzzles()); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(ctx); err != nil {
			t.Fatal(err)
		}
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
		judge := func(files ...setdoku.Technique) (retrace.Covered, error) {
			j, err := retrace.New(ctx, r.checker, retrace.SQL, r.names, files, r.runs)
			if err != nil {
				t.Fatal(err)
			}
			defer j.Close(ctx)
			var list []setdoku.Record
			for _, x := range r.records {
				list = append(list, *clone(x))
			}
			return j.Covered, j.Check(ctx, list)
		}
		if covered, err := judge(own); err != nil || covered.Same[driver.EngineSQL] != r.steps() || len(covered.Left) > 0 {
			t.Errorf("audit %s, with the file: covered %v of %d steps, error %v", audit, covered, r.steps(), err)
		}
		covered, err := judge()
		left := 0
		for _, n := range covered.Left {
			left += n
		}
		if err != nil || covered.Same[driver.EngineSQL]+left != r.steps() || left < used || audit == setdoku.AuditFull && left != used {
			t.Errorf("audit %s, without the file: covered %v of %d steps, %d by the technique, error %v", audit, covered, r.steps(), used, err)
		}
		changed := own
		changed.Weight++
		if _, err := retrace.New(ctx, r.checker, retrace.SQL, r.names, catalogue.Catalogue{changed}, r.runs); err == nil {
			t.Error("a technique file with another weight is taken")
		}
	}
}

// TestJudgeReportsEveryPuzzle skips a technique in two puzzles.
func TestJudgeReportsEveryPuzzle(t *testing.T) {
	words := []string{"singles", "xy_wing", "wings"}
	r := record(t, puzzles(), driver.Options{}, words...)
	var forged []setdoku.Record
	for i := range r.records {
		x := &r.records[i]
		if slices.ContainsFunc(x.StepRows, func(s setdoku.Step) bool { return s.Rule == "xy_wing" }) && len(forged) < 2 {
			forged = append(forged, *r.skipping(t, x, words, "xy_wing"))
		}
	}
	var list verify.Findings
	if err := r.judge(t, retrace.Memory).Check(t.Context(), forged); !errors.As(err, &list) || len(list) != 2 ||
		list[0].PuzzleID != forged[0].PuzzleID || list[1].PuzzleID != forged[1].PuzzleID {
		t.Errorf("%v\nwant a finding for each of %d puzzles", err, len(forged))
	}
}
