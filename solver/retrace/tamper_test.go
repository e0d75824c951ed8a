package retrace_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/retrace"
	"setdoku/solver/verify"
	"setdoku/store"
)

// puzzles have few givens and are the same in every test run.
var puzzles = sync.OnceValue(func() (list []format.Puzzle) {
	rng := gridtest.New(13)
	for range 60 {
		list = append(list, format.Puzzle{State: setdoku.State{Givens: gridtest.Minimal(rng)}})
	}
	return list
})

// recorded is the database content after a run, with what is needed to judge it.
type recorded struct {
	names   catalogue.Catalogue
	runs    []setdoku.Run
	checker *verify.Checker
	records []setdoku.Record
}

// record solves the puzzles with these techniques and families, and reads the result.
func record(t *testing.T, list []format.Puzzle, opts driver.Options, words ...string) *recorded {
	t.Helper()
	return recordWithout(t, list, opts, words, nil)
}

// recordWithout is record with some techniques left out.
func recordWithout(t *testing.T, list []format.Puzzle, opts driver.Options, words, without []string) *recorded {
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
	opts.Engine = cmp.Or(opts.Engine, driver.EngineBitmask)
	b, err := batch.NewBatch(ctx, db, opts, store.Run{})
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

func open(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), dbtest.File(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// read reads all rows of a database.
func read(t *testing.T, db *store.DB) *recorded {
	t.Helper()
	ctx := t.Context()
	names, err := catalogue.LoadNames(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{names: names}
	err = db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
		if _, err = s.CheckSchema(ctx); err != nil {
			return err
		}
		if r.runs, err = s.Runs(ctx); err == nil {
			r.records, err = s.Records(ctx, 0, 1000)
		}
		return err
	})
	if err == nil {
		r.checker, err = r.newChecker(r.runs)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *recorded) newChecker(runs []setdoku.Run) (*verify.Checker, error) {
	var techniques []setdoku.Technique
	for _, t := range r.names {
		techniques = append(techniques, setdoku.Technique{Name: t.Name, Tier: t.Tier, Weight: t.Weight, Level: t.Level, AssumesUnique: t.AssumesUnique})
	}
	return verify.New(techniques, runs)
}

// judge returns a judge of the records.
func (r *recorded) judge(t *testing.T, choice retrace.Choice) *retrace.Judge {
	t.Helper()
	j, err := retrace.New(t.Context(), r.checker, choice, r.names, nil, r.runs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return j
}

// clone returns a record whose rows may be changed.
func clone(r setdoku.Record) *setdoku.Record {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	var c setdoku.Record
	if err := json.Unmarshal(text, &c); err != nil {
		panic(err)
	}
	return &c
}

// keep removes the rows of the steps that step rejects, and renumbers the others.
func keep(r *setdoku.Record, step func(int) (int, bool)) {
	r.StepRows = kept(r.StepRows, func(x *setdoku.Step) *int { return &x.Step }, step)
	r.Cells = kept(r.Cells, func(x *setdoku.FilledCell) *int { return &x.Step }, step)
	r.Placements = kept(r.Placements, func(x *setdoku.Change) *int { return &x.Step }, step)
	r.Eliminations = kept(r.Eliminations, func(x *setdoku.Change) *int { return &x.Step }, step)
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
func (r *recorded) mend(x *setdoku.Record) {
	x.Branches, x.Contradictions, x.Candidates = nil, nil, nil
	state := setdoku.State{}
	for _, c := range x.Cells {
		state.Placed[setdoku.CellIndex(c.Cell)] = c.Digit
	}
	for _, e := range x.Eliminations {
		state.Deleted[setdoku.CellIndex(e.Cell)] |= setdoku.SetOf(e.Digit)
	}
	deductions, steps, byTier := map[string]int{}, map[string]int{}, map[string]int{}
	var hardest *setdoku.Technique
	x.Score, x.Steps = 0, len(x.StepRows)
	for i := range x.StepRows {
		s := &x.StepRows[i]
		s.Placements, s.Eliminations = 0, 0
		for _, c := range x.Cells {
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
		deductions[t.Name] += s.Placements + s.Eliminations
		steps[t.Name]++
		byTier[t.Name] = t.Tier
		if hardest == nil || t.Harder(hardest) {
			hardest = &t
		}
	}
	x.Techniques, x.TechniqueSteps = object(deductions, byTier), object(steps, byTier)
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
	for i, marks := range state.Candidates() {
		for ; marks != 0; marks &= marks - 1 {
			x.Candidates = append(x.Candidates, setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: marks.Lowest()})
		}
	}
}

// object writes counts as JSON in the order of the catalogue.
func object(counts, tier map[string]int) string {
	var names, fields []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return tier[a] - tier[b] })
	for _, name := range names {
		fields = append(fields, fmt.Sprintf("%q:%d", name, counts[name]))
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// family is a family of the catalogue with the words that select it besides the singles, and another technique
// whose name a tampering gives to its steps.
type family struct {
	name  string
	other []string
	// found is true if verify searches for the techniques itself.
	found bool
}

func families() []family {
	return []family{
		{"singles", nil, true}, {"intersections", nil, true}, {"subsets", nil, true}, {"basic_fish", nil, true},
		{"single_digit", nil, false}, {"wings", nil, false}, {"uniqueness", nil, false}, {"finned_fish", nil, false},
		{"coloring", nil, false}, {"chains", nil, false}, {"als", nil, false}, {"complex_fish", nil, false},
		{"templates", nil, true}, {"forcing", []string{"x_wing"}, true}, {"search", []string{"x_wing"}, true},
	}
}

// example returns a record and a step of it with several deductions of a technique of the family. Another step
// follows it, except in family search. bug_plus_1 has no step with several deductions.
func (r *recorded) example(t *testing.T, name string) (*setdoku.Record, setdoku.Step) {
	t.Helper()
	for i := range r.records {
		for _, s := range r.records[i].StepRows {
			tech, _ := r.names.Find(s.Rule)
			if tech.Family == name && s.Placements+s.Eliminations > 1 && (s.Step < r.records[i].Steps || name == setdoku.RuleSearch) {
				return &r.records[i], s
			}
		}
	}
	t.Fatalf("no puzzle has a step of %s with two deductions", name)
	return nil, setdoku.Step{}
}

// TestTamperingEveryFamily falsifies steps of every family and corrects everything that depends on them: a missing
// step, a skipped technique, an incomplete step, a pattern with another technique's name. Both judges must notice
// each. verify alone must notice the last, and all of them for techniques that it searches for.
func TestTamperingEveryFamily(t *testing.T) {
	covered := map[string]bool{}
	for _, f := range families() {
		covered[f.name] = true
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f.tamper(t)
		})
	}
	names, err := catalogue.LoadNames(t.Context(), open(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, tech := range names {
		if !covered[tech.Family] {
			t.Errorf("family %s is not tampered with", tech.Family)
		}
	}
}

func (f family) tamper(t *testing.T) {
	words := append([]string{"singles", f.name}, f.other...)
	r := record(t, puzzles(), driver.Options{}, words...)
	sound, step := r.example(t, f.name)
	judges := []*retrace.Judge{r.judge(t, retrace.Memory), r.judge(t, retrace.SQL)}
	if err := r.checker.Check(clone(*sound)); err != nil {
		t.Fatalf("verify alone, before any change: %v", err)
	}
	for _, j := range judges {
		if err := j.Check(t.Context(), []setdoku.Record{*clone(*sound)}); err != nil {
			t.Fatalf("before any change: %v", err)
		}
	}
	cut := func(last int, change func(x *setdoku.Record)) *setdoku.Record {
		x := clone(*sound)
		keep(x, until(last))
		change(x)
		r.mend(x)
		return x
	}
	tests := []struct {
		name   string
		forged *setdoku.Record
		want   string // of a judge
		alone  bool   // verify notices without one
	}{
		{"the last step removed", cut(step.Step-1, func(*setdoku.Record) {}), "skips " + step.Rule, f.found},
		{"a pass cut short", cut(step.Step, func(x *setdoku.Record) { shorten(x, step.Step) }), "leaves out", f.found},
		{"another name", cut(step.Step, func(x *setdoku.Record) { rename(x, step.Step, r.otherName(step.Rule, words)) }), step.Rule, true},
		{"a technique passed over", r.skipping(t, sound, words, step.Rule), step.Rule, f.found},
	}
	if step.Step < sound.Steps {
		tests = append(tests, tests[0])
		tests[4].name, tests[4].want = "a step removed", step.Rule
		tests[4].forged = cut(step.Step+1, func(x *setdoku.Record) {
			keep(x, func(n int) (int, bool) { return min(n, step.Step), n != step.Step })
		})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			alone := r.checker.Check(clone(*tt.forged))
			if tt.alone && alone == nil {
				t.Error("verify alone does not notice")
			}
			for _, j := range judges {
				err := j.Check(t.Context(), []setdoku.Record{*clone(*tt.forged)})
				var finding *verify.Finding
				switch {
				case !errors.As(err, &finding):
					t.Errorf("got %v, want a finding (alone %v)", err, alone)
				case !strings.Contains(finding.Problem, tt.want):
					t.Errorf("%q, want %q in it", finding, tt.want)
				case finding.PuzzleID != sound.PuzzleID || finding.Step > step.Step || finding.Step < step.Step-1 && tt.name != "a technique passed over":
					t.Errorf("%q is not about step %d of puzzle %d", finding, step.Step, sound.PuzzleID)
				}
			}
		})
	}
}

// skipping returns the record of a puzzle solved without a technique, assigned to a run that selects it.
func (r *recorded) skipping(t *testing.T, sound *setdoku.Record, words []string, rule string) *setdoku.Record {
	t.Helper()
	list := []format.Puzzle{puzzles()[sound.PuzzleID-1]}
	x := recordWithout(t, list, driver.Options{}, words, []string{rule}).records[0]
	x.PuzzleID = sound.PuzzleID
	return &x
}

// otherName returns another technique that the words select. It is not an easier single.
func (r *recorded) otherName(rule string, words []string) string {
	list, err := r.names.Select(words, nil)
	if err != nil {
		panic(err)
	}
	i := slices.IndexFunc(list, func(t setdoku.Technique) bool { return t.Name == rule })
	if i+1 < len(list) {
		return list[i+1].Name
	}
	return list[i-1].Name
}

// shorten removes one deduction from a step.
func shorten(x *setdoku.Record, n int) {
	if i := slices.IndexFunc(x.Eliminations, func(e setdoku.Change) bool { return e.Step == n }); i >= 0 {
		gone := x.Eliminations[i].Pattern
		x.Eliminations = slices.Delete(x.Eliminations, i, i+1)
		if !slices.ContainsFunc(x.Eliminations, func(e setdoku.Change) bool { return e.Step == n && e.Pattern == gone }) {
			x.Evidence = slices.DeleteFunc(x.Evidence, func(e setdoku.Evidence) bool { return e.Step == n && e.Pattern == gone })
		}
		return
	}
	i := slices.IndexFunc(x.Cells, func(c setdoku.FilledCell) bool { return c.Step == n })
	cell := x.Cells[i].Cell
	x.Cells = slices.Delete(x.Cells, i, i+1)
	x.Placements = slices.DeleteFunc(x.Placements, func(p setdoku.Change) bool { return p.Cell == cell })
}

// rename changes the technique of a step.
func rename(x *setdoku.Record, n int, rule string) {
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
	for i := range x.Cells {
		if x.Cells[i].Step == n {
			x.Cells[i].Rule = rule
		}
	}
	for i := range x.Placements {
		if x.Placements[i].Step == n {
			x.Placements[i].Rule = rule
		}
	}
}
