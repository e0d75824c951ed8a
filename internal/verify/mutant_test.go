package verify_test

import (
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/brute"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/solvertest"
	"setdoku/internal/verify"
	sqlfiles "setdoku/sql"
)

// TestMutants changes one thing in each of 200 true deductions of all techniques, so that they do not follow. verify
// must refuse them as it proves the step, and not because of what follows: it makes no step again.
func TestMutants(t *testing.T) {
	gridtest.Nightly(t, "all mutants of all examples")
	t.Parallel()
	r := recordExamples(t)
	v := r.verifier(t, verify.Options{NoRemake: true})
	if faults := found(t, v, r.records...); faults != nil {
		t.Fatalf("before any change: %v", faults)
	}
	rng := gridtest.New(41)
	deductions, kinds := 0, map[string]int{}
	var forged []record.Puzzle
	var names []string
	for i := range r.records {
		sound := &r.records[i]
		path := sound.Path(sqlfiles.DecoderFor(setdoku.Classic()))
		technique, _ := r.names.Find(path.Steps[0].Rule)
		_, solution := brute.Count(path.Start.Givens, 2)
		for k, d := range path.Steps[0].Deductions {
			if k == 8 {
				break
			}
			deductions++
			x := solvertest.True{State: path.Start, Solution: solution, Technique: technique, Deduction: d}
			for _, m := range x.Mutants(rng) {
				if len(path.Steps[0].Deductions) > 1 && slices.ContainsFunc(m.Deduction.Placements, twice(sound, &d)) {
					continue // another check notices a cell with two digits
				}
				kinds[m.Changed]++
				forged = append(forged, *forge(sound, &path.Steps[0], k, m.Deduction))
				forged[len(forged)-1].PuzzleID = int64(len(forged))
				names = append(names, technique.Name+", a changed "+m.Changed)
			}
		}
	}
	faults := found(t, v, forged...)
	for i := range forged {
		ok := slices.ContainsFunc(faults, func(f *verify.Finding) bool {
			return f.PuzzleID == forged[i].PuzzleID && f.Step == 1 && strings.Contains(f.Problem, ", pattern ")
		})
		if !ok {
			t.Errorf("%s: verify does not refuse it", names[i])
		}
	}
	if deductions < 200 || len(forged) < 600 {
		t.Errorf("%d deductions, changes %v, want 200 and 600", deductions, kinds)
	}
	t.Logf("%d deductions, changes %v", deductions, kinds)
}

// twice reports whether a placement is in a cell that a deduction does not place, but another one of the step does.
func twice(r *record.Puzzle, d *setdoku.Deduction) func(setdoku.Candidate) bool {
	return func(c setdoku.Candidate) bool {
		return slices.ContainsFunc(r.Placements, func(row record.Change) bool {
			return row.Step == 1 && row.Cell == c.Cell && row.Candidate() != d.Placements[0]
		})
	}
}

// recordExamples solves the example of each technique with this technique, one step.
func recordExamples(t *testing.T) *recorded {
	t.Helper()
	db := open(t)
	states := solvertest.ExampleStates(t)
	for _, technique := range solvertest.Catalogue(t) {
		s, shown := states[technique.Name]
		if !shown || technique.Name == setdoku.RuleSearch {
			continue
		}
		opts := solvertest.Options(t, technique.Name)
		opts.Engine, opts.Audit, opts.StopAtFirst = memory.EngineBitmask, setdoku.AuditFull, true
		b, err := batch.NewBatch(t.Context(), db, opts, record.Run{})
		if err == nil {
			_, err = b.Solve(t.Context(), []format.Puzzle{{State: s}})
		}
		if err == nil {
			err = b.Close(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return read(t, db)
}

// forge returns a record with another deduction in place of deduction k of its only step.
func forge(sound *record.Puzzle, step *setdoku.Step, k int, d setdoku.Deduction) *record.Puzzle {
	x := clone(*sound)
	x.StoredEvidence = false // the rows are those of the view evidence
	x.Evidence = nil
	for i, o := range step.Deductions {
		if i == k {
			o = d
		}
		x.Evidence = append(x.Evidence, o.Evidence...)
	}
	for i := range x.Evidence {
		x.Evidence[i].Step = 1
	}
	replace := func(rows []record.Change, from, to []setdoku.Candidate) {
		for i, c := range from {
			at := slices.IndexFunc(rows, func(r record.Change) bool {
				return r.Candidate() == c && r.Pattern == d.Pattern && r.Step == 1
			})
			rows[at].Cell, rows[at].Digit = to[i].Cell, to[i].Digit
		}
	}
	replace(x.Placements, step.Deductions[k].Placements, d.Placements)
	replace(x.Eliminations, step.Deductions[k].Eliminations, d.Eliminations)
	return x
}
