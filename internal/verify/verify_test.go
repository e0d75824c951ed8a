package verify_test

import (
	"cmp"
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/rule"
	"setdoku/internal/verify"
)

// puzzles have few givens and are the same in every test run.
var puzzles = sync.OnceValue(func() (list []format.Puzzle) {
	for rng := gridtest.New(13); len(list) < 12; {
		list = append(list, format.Puzzle{State: setdoku.State{Givens: gridtest.Minimal(rng)}})
	}
	return list
})

// recorded is the database content after a run, with what is needed to judge it.
type recorded struct {
	names   catalogue.Catalogue
	runs    []record.Run
	records []record.Puzzle
}

// recordOf solves the puzzles with these techniques and families, and reads the result.
func recordOf(t *testing.T, list []format.Puzzle, opts memory.Options, words ...string) *recorded {
	t.Helper()
	return recordWithout(t, list, opts, words, nil)
}

// recordWithout is record with some techniques left out.
func recordWithout(t *testing.T, list []format.Puzzle, opts memory.Options, words, without []string) *recorded {
	t.Helper()
	ctx := t.Context()
	db := open(t)
	names, err := catalogue.LoadNames(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	if opts.Techniques, err = names.Select(words, without); err != nil {
		t.Fatal(err)
	}
	opts.Engine = cmp.Or(opts.Engine, memory.EngineBitmask)
	b, err := batch.NewBatch(ctx, db, opts, record.Run{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Solve(ctx, list); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(ctx); err != nil {
		t.Fatal(err)
	}
	return read(t, db)
}

func open(t *testing.T) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), dbtest.File(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// read reads all rows of a database.
func read(t *testing.T, db *database.DB) *recorded {
	t.Helper()
	ctx := t.Context()
	names, err := catalogue.LoadNames(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{names: names}
	err = db.Snapshot(ctx, func(s *database.Snapshot) (err error) {
		if _, _, err = s.CheckSchema(ctx); err != nil {
			return err
		}
		if r.runs, err = s.Runs(ctx); err == nil {
			r.records, err = s.Records(ctx, 0, 1000)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// verifier returns a verifier for the records.
func (r *recorded) verifier(t *testing.T, o verify.Options) *verify.Verifier {
	t.Helper()
	v, err := verify.New(r.names, r.runs, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return v
}

// found verifies copies of records.
func found(t *testing.T, v *verify.Verifier, records ...record.Puzzle) verify.Findings {
	t.Helper()
	var list []record.Puzzle
	for _, r := range records {
		list = append(list, *clone(r))
	}
	faults, err := v.Check(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	return faults
}

// clone returns a record whose rows may be changed.
func clone(r record.Puzzle) *record.Puzzle {
	copyRows(reflect.ValueOf(&r).Elem())
	return &r
}

// copyRows copies what the slices and pointers of a struct refer to.
func copyRows(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct:
			copyRows(f)
		case f.Kind() == reflect.Slice && !f.IsNil():
			f.Set(reflect.AppendSlice(reflect.MakeSlice(f.Type(), 0, f.Len()), f))
		case f.Kind() == reflect.Pointer && !f.IsNil():
			value := f.Elem()
			f.Set(reflect.New(value.Type()))
			f.Elem().Set(value)
		}
	}
}

// keep removes the rows of the steps that step rejects, and renumbers the others.
func keep(r *record.Puzzle, step func(int) (int, bool)) {
	r.StepRows = kept(r.StepRows, func(x *record.StepRow) *int { return &x.Step }, step)
	r.Placements = kept(r.Placements, func(x *record.Change) *int { return &x.Step }, step)
	r.Eliminations = kept(r.Eliminations, func(x *record.Change) *int { return &x.Step }, step)
	r.Evidence = kept(r.Evidence, func(x *setdoku.Evidence) *int { return &x.Step }, step)
}

func kept[T any](rows []T, at func(*T) *int, step func(int) (int, bool)) (list []T) {
	for _, row := range rows {
		n := at(&row)
		if to, stays := step(*n); *n == 0 || stays {
			if *n > 0 {
				*n = to
			}
			list = append(list, row)
		}
	}
	return list
}

// until cuts a record off after step n.
func until(n int) func(int) (int, bool) {
	return func(step int) (int, bool) { return step, step <= n }
}

// mend corrects everything that depends on the rows of a record: the counts, the rating, the end and the remaining
// candidates.
func (r *recorded) mend(x *record.Puzzle) {
	x.Branches, x.Contradictions, x.Candidates = nil, nil, nil
	state := setdoku.State{}
	for _, c := range x.Placements {
		state.Placed[c.Cell.Index()] = c.Digit
	}
	for _, e := range x.Eliminations {
		state.Deleted[e.Cell.Index()] |= setdoku.SetOf(e.Digit)
	}
	uses := map[string]*setdoku.Use{}
	var hardest *rule.Technique
	x.Score, x.Steps = 0, len(x.StepRows)
	for i := range x.StepRows {
		s := &x.StepRows[i]
		s.Placements, s.Eliminations = 0, 0
		for _, c := range x.Placements {
			if c.Step == s.Step {
				s.Placements++
			}
		}
		for _, e := range x.Eliminations {
			if e.Step == s.Step {
				s.Eliminations++
			}
		}
		t, _ := r.names.Find(s.Rule)
		x.Score += t.Weight
		if uses[t.Name] == nil {
			uses[t.Name] = &setdoku.Use{Technique: t.Name}
		}
		uses[t.Name].Deductions += s.Placements + s.Eliminations
		uses[t.Name].Steps++
		if hardest == nil || t.Harder(hardest) {
			hardest = &t
		}
	}
	x.Uses = nil
	for _, t := range r.names {
		if u := uses[t.Name]; u != nil {
			x.Uses = append(x.Uses, *u)
		}
	}
	x.Hardest, x.Level = "", ""
	if hardest != nil {
		x.Hardest, x.Level = hardest.Name, hardest.Level
	}
	x.Attempts[0].LastStep = x.Steps
	x.Status, x.Solution = "stuck", ""
	if filled := state.Filled().String(); !strings.Contains(filled, ".") {
		x.Status, x.Solution = "solved", filled
		return
	}
	marks := state.Candidates()
	x.Candidates = setdoku.ListCandidates(&marks)
}
