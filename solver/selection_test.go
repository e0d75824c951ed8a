package solver_test

import (
	"strings"
	"testing"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
)

// TestAuditLevels solves the pool at every level: what a level keeps must be what full
// audit keeps of it, and nothing else may be there.
func TestAuditLevels(t *testing.T) {
	t.Parallel()
	puzzles := givens(newPool().all()...)
	solved := func(audit setdoku.Audit) map[string]map[string]string {
		db := newDB(t)
		opts := selected(t, db)
		opts.Audit = audit
		solve(t, newBatch(t, db, opts), puzzles, len(puzzles))
		tables := map[string]map[string]string{}
		for _, table := range []string{"puzzle", "step", "elimination", "candidate", "contradiction", "evidence"} {
			tables[table] = histories(t, db, table)
		}
		tables["cell"] = map[string]string{}
		for id, lines := range rowsOf(t, db, "cell", "cell, digit, step, rule") {
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
				t.Run(table, func(t *testing.T) { compare(t, rows, full[table]) })
			}
		})
	}
}

// TestStopAtFirst wants the first step of every puzzle, as it is without stopping, and
// no other.
func TestStopAtFirst(t *testing.T) {
	t.Parallel()
	p := newPool()
	puzzles := givens(append(p.unique, p.several...)...)
	whole, first := newDB(t), newDB(t)
	solve(t, newBatch(t, whole, selected(t, whole)), puzzles, len(puzzles))
	opts := selected(t, first)
	opts.StopAtFirst = true
	b := newBatch(t, first, opts)
	solve(t, b, puzzles, len(puzzles))

	want := rowsOf(t, whole, "step", "step, rule, placements, eliminations")
	got := rowsOf(t, first, "step", "step, rule, placements, eliminations")
	if len(want) < len(p.unique) {
		t.Errorf("%d puzzles have steps, want %d at least", len(want), len(p.unique))
	}
	for id, lines := range want {
		if list := got[id]; len(list) != 1 || list[0] != lines[0] {
			t.Errorf("%s: steps %q, want %q alone", id, list, lines[0])
		}
	}
	for _, query := range []string{
		`SELECT COUNT(*) FROM cell WHERE step > 1`,
		`SELECT COUNT(*) FROM elimination WHERE step > 1`,
		`SELECT COUNT(*) FROM puzzle WHERE steps > 1`,
	} {
		if n := count(t, first, query); n != 0 {
			t.Errorf("%s = %d, want 0", query, n)
		}
	}
	if n := solveStored(t, b); n != 0 {
		t.Errorf("%d puzzles that were stopped wait for the same selection, want none", n)
	}
}

// TestSelection solves with some techniques: no other may appear, and the steps must be
// those of the catalogue cut down to them.
func TestSelection(t *testing.T) {
	t.Parallel()
	puzzles := givens(newPool().unique...)
	for _, tt := range []struct {
		name          string
		only, without []string
		rules         string // all that must appear
	}{
		{"singles", []string{"singles"}, nil, "full_house naked_single hidden_single"},
		{"one single", []string{"hidden_single"}, nil, "hidden_single"},
		{"without hidden singles", nil, []string{"hidden_single"}, "full_house naked_single locked_pair pointing"},
		{"without two families", nil, []string{"intersections", "subsets"}, "full_house naked_single hidden_single x_wing"},
		{"no singles", []string{"intersections", "basic_fish"}, nil, "pointing claiming"},
		{"a family without one", []string{"subsets"}, []string{"naked_pair"}, "hidden_pair naked_triple"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db := newDB(t)
			all, err := catalogue.BuiltIn()
			if err != nil {
				t.Fatal(err)
			}
			if len(tt.only) == 0 {
				tt.only = basics
			}
			list, err := all.Select(tt.only, tt.without)
			if err != nil {
				t.Fatal(err)
			}
			solve(t, newBatch(t, db, driver.Options{Techniques: list}), puzzles, len(puzzles))
			var used []string
			if err := db.SelectContext(t.Context(), &used, `SELECT DISTINCT rule FROM step`); err != nil {
				t.Fatal(err)
			}
			for _, rule := range used {
				if _, ok := list.Find(rule); !ok {
					t.Errorf("%s was used and not selected", rule)
				}
			}
			for rule := range strings.FieldsSeq(tt.rules) {
				if n := count(t, db, `SELECT COUNT(*) FROM step WHERE rule = ?`, rule); n == 0 {
					t.Errorf("%s was selected and never used", rule)
				}
			}
			if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status NOT IN ('solved', 'stuck')`); n > 0 {
				t.Errorf("%d puzzles of one solution are neither solved nor stuck", n)
			}
		})
	}
}

// TestStuckAgain solves with singles first. Under the same selection the stuck puzzles
// stay as they are, under another one they are solved anew, as if it were the first time.
func TestStuckAgain(t *testing.T) {
	t.Parallel()
	puzzles := givens(newPool().all()...)
	fresh, db := newDB(t), newDB(t)
	solve(t, newBatch(t, fresh, selected(t, fresh)), puzzles, len(puzzles))
	solve(t, newBatch(t, db, selected(t, db, "singles")), puzzles, len(puzzles))
	stuck := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'stuck'`)
	before := histories(t, db)

	passes := 0
	opts := selected(t, db, "singles")
	opts.OnPass = func(driver.Pass) { passes++ }
	same := newBatch(t, db, opts)
	if n := solveStored(t, same); n != 0 || passes != 0 {
		t.Errorf("%d puzzles wait for the same selection and %d passes were made, want none", n, passes)
	}
	solve(t, same, puzzles, len(puzzles))
	if passes != 0 || count(t, db, `SELECT COUNT(*) FROM run`) != 1 {
		t.Errorf("%d passes, %d runs, want no pass and the first run alone", passes, count(t, db, `SELECT COUNT(*) FROM run`))
	}
	compare(t, histories(t, db), before)

	if n := solveStored(t, newBatch(t, db, selected(t, db))); n != stuck || n == 0 {
		t.Errorf("%d puzzles wait for another selection, want the %d stuck ones", n, stuck)
	}
	// What singles alone solve, or show to be contradictory, all techniques do by singles
	// too, so every history must be that of the larger selection.
	compare(t, histories(t, db), histories(t, fresh))
	if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 2`); n != stuck {
		t.Errorf("%d puzzles belong to the second run, want %d", n, stuck)
	}
}

// TestAgain solves everything with singles and then anew with all techniques: nothing
// of the first run may be left.
func TestAgain(t *testing.T) {
	t.Parallel()
	puzzles := givens(newPool().all()...)
	fresh, db := newDB(t), newDB(t)
	solve(t, newBatch(t, fresh, selected(t, fresh)), puzzles, len(puzzles))
	opts := selected(t, db, "singles")
	opts.Audit = setdoku.AuditSteps
	solve(t, newBatch(t, db, opts), puzzles, len(puzzles))
	b := newBatch(t, db, selected(t, db))
	b.Again = true
	results := solve(t, b, puzzles, 20)
	compare(t, histories(t, db), histories(t, fresh))
	if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id <> 2`) + count(t, db, `SELECT COUNT(*) FROM step WHERE run_id <> 2`); n > 0 {
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
