package verify_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/verify"
)

// tampered are the columns of a record that are changed: all that a database stores of a puzzle, but its number.
var tampered = []string{
	"Givens", "Status", "Solution", "Level", "Hardest", "Score", "Rounds", "Steps", "Depth", "Uses",
	"RunID", "Canonical",
	"Candidates", "StepRows", "Placements", "Eliminations", "Evidence", "Contradictions", "Branches", "Attempts",
}

// rowsMost is how many rows of a table are tampered with.
const rowsMost = 12

// TestTampering changes every field of every table of records of all kinds, one at a time, and takes each row out and
// doubles it. verify must notice.
func TestTampering(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(23)
	several, none := gridtest.Several(rng), gridtest.Contradictory(rng)
	extra := []format.Puzzle{{State: setdoku.State{Givens: several}}, {State: setdoku.State{Givens: none}}}
	for _, tt := range []struct {
		name  string
		audit setdoku.Audit
		words []string
		kind  func(*record.Puzzle) bool
	}{
		{"solved", setdoku.AuditFull, []string{"singles", "intersections", "subsets", "wings", "chains"},
			func(r *record.Puzzle) bool {
				return r.Status == setdoku.StatusSolved && len(r.Evidence) > 0 && len(r.Eliminations) > 5
			}},
		{"stuck", setdoku.AuditFull, []string{"singles", "intersections"},
			func(r *record.Puzzle) bool { return r.Status == setdoku.StatusStuck && len(r.Eliminations) > 0 }},
		{"invalid", setdoku.AuditFull, []string{"singles", "intersections"},
			func(r *record.Puzzle) bool { return r.Status == setdoku.StatusInvalid }},
		{"forcing", setdoku.AuditFull, []string{"singles", "forcing_verity"},
			func(r *record.Puzzle) bool { return len(r.Evidence) > 0 }},
		{"search", setdoku.AuditFull, []string{"singles", "search"},
			func(r *record.Puzzle) bool { return len(r.Branches) > 3 && r.Status == setdoku.StatusSolved }},
		{"multiple", setdoku.AuditFull, []string{"singles", "search"},
			func(r *record.Puzzle) bool { return r.Status == setdoku.StatusMultiple }},
		{"steps", setdoku.AuditSteps, []string{"singles", "intersections", "wings"},
			func(r *record.Puzzle) bool { return r.Steps > 5 }},
		{"one statement", setdoku.AuditNone, nil,
			func(r *record.Puzzle) bool { return r.Status == setdoku.StatusSolved }},
		{"none", setdoku.AuditNone, []string{"singles", "intersections", "wings"},
			func(r *record.Puzzle) bool { return r.Steps > 5 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			opts := memory.Options{Audit: tt.audit}
			if tt.words == nil {
				opts.Engine = memory.EngineCTE
			}
			r := recordOf(t, append(slices.Clone(puzzles()), extra...), opts, tt.words...)
			i := slices.IndexFunc(r.records, func(x record.Puzzle) bool { return tt.kind(&x) })
			if i < 0 {
				t.Fatal("no such puzzle")
			}
			sound := r.records[i]
			v := r.verifier(t, verify.Options{})
			if faults := found(t, v, sound); faults != nil {
				t.Fatalf("before any change: %v", faults)
			}
			n := 0
			for _, column := range tampered {
				changes(&sound, column, func(what string, x *record.Puzzle) {
					if n++; found(t, v, *x) == nil {
						t.Errorf("%s: nobody notices", what)
					}
				})
			}
			for what, x := range added(&sound) {
				if n++; found(t, v, *x) == nil {
					t.Errorf("%s: nobody notices", what)
				}
			}
			t.Logf("%d changes of a puzzle with %d steps", n, sound.Steps)
		})
	}
}

// changes calls try with every change of a column or a table.
func changes(sound *record.Puzzle, column string, try func(what string, x *record.Puzzle)) {
	value := func(x *record.Puzzle) reflect.Value { return reflect.ValueOf(x).Elem().FieldByName(column) }
	if value(sound).Kind() != reflect.Slice {
		for n := range 2 {
			x := clone(*sound)
			// An empty canonical form is one that nobody has computed yet.
			if change(value(x), n) && x.Canonical != "" {
				try(fmt.Sprintf("%s, change %d", column, n+1), x)
			}
		}
		return
	}
	rows := value(sound).Len()
	for i := 0; i < rows; i += max(rows/rowsMost, 1) {
		x := clone(*sound)
		list := value(x)
		list.Set(reflect.AppendSlice(list.Slice(0, i), list.Slice(i+1, rows)))
		try(fmt.Sprintf("%s, row %d taken out", column, i), x)
		x = clone(*sound)
		list = value(x)
		list.Set(reflect.Append(list, list.Index(i)))
		try(fmt.Sprintf("%s, row %d doubled", column, i), x)
		for f := range value(sound).Index(i).NumField() {
			for n := range 2 {
				x := clone(*sound)
				if change(value(x).Index(i).Field(f), n) {
					try(fmt.Sprintf("%s, row %d, %s, change %d", column, i, value(sound).Type().Elem().Field(f).Name,
						n+1), x)
				}
			}
		}
	}
}

// added returns records with a row that no run writes: evidence without a pattern, and the first row of an empty table.
func added(sound *record.Puzzle) map[string]*record.Puzzle {
	list := make(map[string]*record.Puzzle)
	add := func(what string, row func(x *record.Puzzle)) {
		list[what] = clone(*sound)
		row(list[what])
	}
	add("evidence added", func(x *record.Puzzle) {
		x.Evidence = append(x.Evidence, setdoku.Evidence{Step: x.Steps, Ordinal: 1, Role: "single", Cell: 11})
	})
	if len(sound.StepRows) == 0 {
		add("step added", func(x *record.Puzzle) {
			at := slices.IndexFunc(x.Placements, func(c record.Change) bool { return c.Step == x.Steps })
			x.StepRows = []record.StepRow{{Step: x.Steps, Rule: x.Placements[at].Rule, Placements: 1, Run: x.RunID}}
			for _, c := range x.Placements[at+1:] {
				if c.Step == x.Steps {
					x.StepRows[0].Placements++
				}
			}
		})
	}
	if len(sound.Branches) == 0 {
		add("branch added", func(x *record.Puzzle) {
			x.Branches = []record.Branch{{Engine: "bitmask", Branch: 1, Depth: 1, Cell: 11, Digit: 1,
				Outcome: record.BranchInvalid}}
		})
	}
	if len(sound.Contradictions) == 0 {
		add("contradiction added", func(x *record.Puzzle) {
			x.Contradictions = []setdoku.Contradiction{{Step: x.Steps, Kind: "no_candidate", Cell: 11}}
		})
	}
	return list
}

// change changes a value in one of two ways. It reports false if there is no second one.
func change(v reflect.Value, way int) bool {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			n := 1
			v.Set(reflect.ValueOf(&n))
			return way == 0
		}
		return change(v.Elem(), way)
	case reflect.String:
		text := v.String()
		if way == 1 {
			v.SetString("")
			return text != ""
		}
		v.SetString(text + "s")
	case reflect.Uint8:
		v.SetUint(map[int]uint64{0: v.Uint()%9 + 1, 1: 0}[way])
		return way == 0 || v.Uint() != 0
	case reflect.Int, reflect.Int64:
		n := v.Int()
		v.SetInt(map[int]int64{0: n + 1, 1: 0}[way])
		return way == 0 || n != 0
	default:
		panic(v.Kind())
	}
	return true
}

// TestForgedSteps falsifies steps of pointing and claiming, and corrects everything that depends on them: a step is
// missing, a technique skipped, a step incomplete, a pattern named after another technique. Both engines must notice.
func TestForgedSteps(t *testing.T) {
	t.Parallel()
	words := []string{"singles", "intersections"}
	r := recordOf(t, puzzles(), memory.Options{}, words...)
	sound, step := r.example(t)
	verifiers := []*verify.Verifier{r.verifier(t, verify.Options{}),
		r.verifier(t, verify.Options{Engine: memory.EngineSQL})}
	for _, v := range verifiers {
		if faults := found(t, v, *sound); faults != nil {
			t.Fatalf("before any change: %v", faults)
		}
	}
	cut := func(last int, change func(x *record.Puzzle)) *record.Puzzle {
		x := clone(*sound)
		keep(x, until(last))
		change(x)
		r.mend(x)
		return x
	}
	other := map[string]string{"pointing": "claiming", "claiming": "pointing"}[step.Rule]
	for _, tt := range []struct {
		name   string
		forged *record.Puzzle
		want   string
	}{
		{"the last step removed", cut(step.Step-1, func(*record.Puzzle) {}), "skips " + step.Rule},
		{"a step removed", cut(step.Step+1, func(x *record.Puzzle) {
			keep(x, func(n int) (int, bool) { return min(n, step.Step), n != step.Step })
		}), step.Rule},
		{"a pass cut short", cut(step.Step, func(x *record.Puzzle) { shorten(x, step.Step) }), "leaves out"},
		{"another name", cut(step.Step, func(x *record.Puzzle) { rename(x, step.Step, other) }), other},
		{"a technique passed over", r.skipping(t, sound, words, step.Rule), step.Rule},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, v := range verifiers {
				faults := found(t, v, *tt.forged)
				if len(faults) != 1 || !strings.Contains(faults[0].Problem, tt.want) ||
					faults[0].PuzzleID != sound.PuzzleID || faults[0].Step > step.Step+1 {
					t.Errorf("%v, expected one about step %d of puzzle %d and %q", faults, step.Step, sound.PuzzleID, tt.want)
				}
			}
		})
	}
}

// example returns a record and a step of pointing or claiming with several deductions, which another step follows.
func (r *recorded) example(t *testing.T) (*record.Puzzle, record.StepRow) {
	t.Helper()
	for i := range r.records {
		for _, s := range r.records[i].StepRows {
			if (s.Rule == "pointing" || s.Rule == "claiming") && s.Eliminations > 1 && s.Step < r.records[i].Steps {
				return &r.records[i], s
			}
		}
	}
	t.Fatal("no puzzle has such a step")
	return nil, record.StepRow{}
}

// skipping returns the record of a puzzle solved without a technique, assigned to a run that selects it.
func (r *recorded) skipping(t *testing.T, sound *record.Puzzle, words []string, rule string) *record.Puzzle {
	t.Helper()
	list := []format.Puzzle{puzzles()[sound.PuzzleID-1]}
	x := recordWithout(t, list, memory.Options{}, words, []string{rule}).records[0]
	x.PuzzleID = sound.PuzzleID
	return &x
}

// shorten removes one deduction from a step.
func shorten(x *record.Puzzle, n int) {
	if i := slices.IndexFunc(x.Eliminations, func(e record.Change) bool { return e.Step == n }); i >= 0 {
		removed := x.Eliminations[i].Pattern
		x.Eliminations = slices.Delete(x.Eliminations, i, i+1)
		if !slices.ContainsFunc(x.Eliminations,
			func(e record.Change) bool { return e.Step == n && e.Pattern == removed }) {
			x.Evidence = slices.DeleteFunc(x.Evidence,
				func(e setdoku.Evidence) bool { return e.Step == n && e.Pattern == removed })
		}
		return
	}
	i := slices.IndexFunc(x.Placements, func(c record.Change) bool { return c.Step == n })
	x.Placements = slices.Delete(x.Placements, i, i+1)
}

// rename changes the technique of a step.
func rename(x *record.Puzzle, n int, rule string) {
	for i := range x.StepRows {
		if x.StepRows[i].Step == n {
			x.StepRows[i].Rule = rule
		}
	}
	for i := range x.Eliminations {
		if x.Eliminations[i].Step == n {
			x.Eliminations[i].Rule = rule
		}
	}
	for i := range x.Placements {
		if x.Placements[i].Step == n {
			x.Placements[i].Rule = rule
		}
	}
}
