package verify_test

import (
	"cmp"
	"context"
	"reflect"
	"sync"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/verify"
	"setdoku/store"
	"setdoku/store/record"
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
	db := dbtest.Open(t)
	var err error
	if opts.Techniques, err = solvertest.Catalogue(t).Select(words, nil); err != nil {
		t.Fatal(err)
	}
	opts.Engine = cmp.Or(opts.Engine, catalogue.EngineBitmask)
	solvertest.Run(t, db, list, false, opts)
	return read(t, db)
}

// read reads all rows of a database.
func read(t *testing.T, db *store.DB) *recorded {
	t.Helper()
	ctx := t.Context()
	names, err := catalogue.LoadNames(ctx, db)
	gridtest.Must(t, err)
	r := &recorded{names: names}
	err = db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
		if _, _, err = s.CheckSchema(ctx); err != nil {
			return err
		}
		if r.runs, err = s.Runs(ctx); err == nil {
			r.records, err = s.Records(ctx, 0, 1000)
		}
		return err
	})
	gridtest.Must(t, err)
	return r
}

// verifier returns a verifier for the records.
func (r *recorded) verifier(t *testing.T, o verify.Options) *verify.Verifier {
	t.Helper()
	v, err := verify.New(r.names, r.runs, o)
	gridtest.Must(t, err)
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
	gridtest.Must(t, err)
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
