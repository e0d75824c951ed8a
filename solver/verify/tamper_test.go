package verify_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
	"setdoku/solver/verify"
	"setdoku/store/record"
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
		{"one statement, several", setdoku.AuditNone, nil,
			func(r *record.Puzzle) bool { return r.Status == setdoku.StatusMultiple }},
		{"one statement, no solution", setdoku.AuditNone, nil,
			func(r *record.Puzzle) bool { return r.Status == setdoku.StatusInvalid }},
		{"none", setdoku.AuditNone, []string{"singles", "intersections", "wings"},
			func(r *record.Puzzle) bool { return r.Steps > 5 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			opts := memory.Options{Audit: tt.audit}
			if tt.words == nil {
				opts.Engine = catalogue.EngineCTE
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

// TestForgedSteps falsifies the only step of a run of pointing and claiming that stops there, and corrects what depends
// on it: a technique is skipped, the run ends too early, the step is incomplete, or has the name of another technique.
// The making again must notice, with both engines.
func TestForgedSteps(t *testing.T) {
	t.Parallel()
	r := recordOf(t, puzzles(), memory.Options{StopAtFirst: true}, "pointing", "claiming")
	whole := recordOf(t, puzzles(), memory.Options{}, "pointing", "claiming")
	var sound *record.Puzzle
	for i := range r.records {
		if whole.records[i].Steps > 1 && r.records[i].StepRows[0].Eliminations > 1 {
			sound = &r.records[i]
		}
	}
	if sound == nil {
		t.Fatal("no puzzle has a step with several deductions before another one")
	}
	rule := sound.StepRows[0].Rule
	other := map[string]string{"pointing": "claiming", "claiming": "pointing"}[rule]
	goesOn := slices.Clone(r.runs)
	goesOn[0].StopAtFirst = false
	for _, tt := range []struct {
		name  string
		runs  []record.Run
		forge func(x *record.Puzzle)
		want  string
	}{
		{"nothing", r.runs, func(*record.Puzzle) {}, ""},
		{"a technique passed over", r.runs, func(x *record.Puzzle) {
			id := x.PuzzleID
			*x = recordOf(t, puzzles()[id-1:id], memory.Options{StopAtFirst: true}, other).records[0]
			x.PuzzleID = id
		}, rule},
		{"a run that ends too early", goesOn, func(x *record.Puzzle) { x.Status = setdoku.StatusStuck }, "skips"},
		{"a pass cut short", r.runs, func(x *record.Puzzle) {
			lost := x.Eliminations[0]
			x.Eliminations = x.Eliminations[1:]
			x.Evidence = slices.DeleteFunc(x.Evidence, func(e setdoku.Evidence) bool {
				return !slices.ContainsFunc(x.Eliminations,
					func(c record.Change) bool { return c.Pattern == e.Pattern })
			})
			x.StepRows[0].Eliminations--
			x.Uses[0].Deductions--
			x.Candidates = append(x.Candidates, lost.Candidate())
			slices.SortFunc(x.Candidates, func(a, b setdoku.Candidate) int {
				return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
			})
		}, "leaves out"},
		{"another name", r.runs, func(x *record.Puzzle) {
			x.StepRows[0].Rule, x.Uses[0].Technique, x.Hardest = other, other, other
			for i := range x.Eliminations {
				x.Eliminations[i].Rule = other
			}
		}, other},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := clone(*sound)
			tt.forge(x)
			for _, engine := range []catalogue.Engine{catalogue.EngineAuto, catalogue.EngineSQL} {
				in := recorded{r.names, tt.runs, nil}
				faults := found(t, in.verifier(t, verify.Options{Engine: engine}), *x)
				switch {
				case tt.want == "":
					if faults != nil {
						t.Errorf("before any change: %v", faults)
					}
				case len(faults) != 1 || !strings.Contains(faults[0].Problem, tt.want) || faults[0].Step > 2:
					t.Errorf("%v, expected one about step 1 and %q", faults, tt.want)
				}
			}
		})
	}
}
