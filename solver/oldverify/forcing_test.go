package verify

import (
	"slices"
	"testing"

	"setdoku"
)

// runNested places singles and removes what forcing and the contradictions of nested forcing refute.
func (c *closure) runNested() bool {
	for {
		if !c.runForcing() {
			return false
		}
		changed := false
		for i := range c.marks {
			for rest := c.marks[i]; rest != 0 && !c.settled[i] && !changed; rest &= rest - 1 {
				if d := rest.Lowest(); c.refutes(i, d, (*closure).runForcing) {
					c.remove(i, d)
					changed = true
				}
			}
		}
		if !changed {
			return !c.dead
		}
	}
}

// finder returns a kind that follows its hypotheses to their end, also nested_forcing_2.
func finder(technique string) *forcingKind {
	k := *forcingKinds[technique]
	if len(k.inner) == 2 {
		k.close = (*closure).runNested
	}
	return &k
}

// rowsOf derives the rows of a pattern of any technique of the family.
func (k *forcingKind) rowsOf(t *testing.T, p *position, pattern int64) []setdoku.Evidence {
	t.Helper()
	v, hypotheses, err := k.decode(p, pattern)
	if err != nil {
		t.Fatal(err)
	}
	x := trace{pattern: pattern}
	switch {
	case v == nil:
	case v.cell >= 0:
		x.add("cell", setdoku.CellNumber(v.cell), 0, 0)
	default:
		x.add("base", 0, v.digit, v.unit+1)
	}
	for _, c := range hypotheses {
		q := *p
		x.add("assume", setdoku.CellNumber(c/9), uint8(c%9+1), 0)
		q.place(c/9, uint8(c%9+1))
		for {
			ends, found := x.pass(&q)
			if ends {
				break
			}
			if len(found) == 0 {
				role, more := k.morePass(&q)
				for _, e := range more {
					x.add(role, e.Cell, e.Digit, 0)
				}
				found = more
			}
			if len(found) == 0 {
				break
			}
			q.apply(found)
		}
	}
	return x.rows
}

// morePass returns what the first technique inside a hypothesis finds that is no single.
func (k *forcingKind) morePass(q *position) (role string, found []Conclusion) {
	switch {
	case len(k.inner) > 0:
		for _, close := range k.inner {
			start := closureOf(q)
			for i, m := range q.marks {
				for _, d := range members(m) {
					if start.refutes(i, uint8(d), close) {
						found = append(found, Conclusion{Cell: setdoku.CellNumber(i), Digit: uint8(d)})
					}
				}
			}
			if len(found) > 0 {
				break
			}
		}
		return "refute", found
	case slices.Contains(k.roles, "eliminate"):
		var index positionIndex
		for _, name := range names(everything)[3:] {
			r, err := ruleNamed(name, 0, allSubsets)
			if err != nil {
				panic(err)
			}
			index.read(q)
			if found := r.deductionsAt(&index); len(found) > 0 {
				return "eliminate", found
			}
		}
	}
	return "", nil
}

// forcingStates are states that singles do not solve. Every other one has several solutions, so that not all wrong
// candidates lead to contradictions.
func forcingStates(t *testing.T, n int) (states []setdoku.State) {
	t.Helper()
	run := setdoku.Run{ID: 1, Techniques: names(singlesOnly), Audit: setdoku.AuditNone}
	c := mustNew(t, run)
	puzzles, _ := generate(t, 21, 4*n)
	for _, p := range puzzles {
		if len(states)%2 == 1 {
			given := slices.IndexFunc(p[:], func(d uint8) bool { return d != 0 })
			p[given] = 0
		}
		if r := mustSolve(t, c, setdoku.State{Givens: p}, run); r.Status == setdoku.StatusStuck && len(states) < n {
			states = append(states, stateOf(t, r))
		}
	}
	if len(states) < n {
		t.Fatalf("%d states, want %d", len(states), n)
	}
	return states
}

// forcingStep is what a technique finds in a state, with the rows of its patterns.
type forcingStep struct {
	in    *situation
	found []Conclusion
	rows  map[int64][]setdoku.Evidence
}

// forcingSteps returns the steps of a technique in n states: with all that it takes, and with its verities alone.
func forcingSteps(t *testing.T, technique string, n int) (steps []forcingStep) {
	t.Helper()
	k := finder(technique)
	steps = k.steps(t, n)
	if k.contradictions && k.verities {
		k.contradictions = false
		steps = append(steps, k.steps(t, n)...)
	}
	return steps
}

func (k *forcingKind) steps(t *testing.T, n int) (steps []forcingStep) {
	t.Helper()
	for _, s := range forcingStates(t, n) {
		steps = append(steps, k.stepIn(t, s))
	}
	return steps
}

// stepIn returns what the technique finds in a state.
func (k *forcingKind) stepIn(t *testing.T, s setdoku.State) forcingStep {
	t.Helper()
	step := forcingStep{in: &situation{p: newPosition(s), givens: s.Givens}, rows: map[int64][]setdoku.Evidence{}}
	step.in.index.read(step.in.p)
	k.find(&step.in.index, &step.in.index.found)
	step.found = step.in.index.found.take(false)
	for _, d := range step.found {
		if step.rows[d.Pattern] == nil {
			step.rows[d.Pattern] = k.rowsOf(t, step.in.p, d.Pattern)
		}
	}
	return step
}

// forcingNames are the techniques of the family, with the number of states for the tests of each. Deeper ones cost
// more.
var forcingNames = []struct {
	name   string
	states int
}{{"forcing", 12}, {"forcing_verity", 12}, {"forcing_plus", 12}, {"nested_forcing", 4}, {"nested_forcing_2", 1}}

// reads returns what is wrong with the rows of a pattern and the deductions that name it, or nil.
func (s *forcingStep) reads(technique string, pattern int64, rows []setdoku.Evidence) error {
	k := forcingKinds[technique]
	proof, err := k.argue(s.in, rows)
	if err == nil {
		err = k.whole(s.in, rows, proof)
	}
	if err != nil {
		return err
	}
	for _, d := range s.found {
		if d.Pattern == pattern && !proof.decides(d) {
			return &Finding{Table: "elimination", Row: cellDigit(d.Cell, d.Digit)}
		}
	}
	return nil
}

// TestForcingFamily reads the patterns that a pass of each technique has, and checks that no solution contradicts the
// deductions.
func TestForcingFamily(t *testing.T) {
	roles := map[string]map[string]int{}
	for _, x := range forcingNames {
		t.Run(x.name, func(t *testing.T) {
			seen := map[string]int{}
			roles[x.name] = seen
			for _, s := range forcingSteps(t, x.name, x.states) {
				for pattern, rows := range s.rows {
					if err := s.reads(x.name, pattern, rows); err != nil {
						t.Fatalf("pattern %d: %v\n%v", pattern, err, rows)
					}
					for _, row := range rows {
						seen[row.Role]++
					}
				}
				for _, d := range s.found {
					if !s.in.p.sound(d) {
						t.Errorf("eliminates %d from %d, which is in a solution", d.Digit, d.Cell)
					}
				}
			}
		})
	}
	for name, want := range map[string][]string{
		"forcing": {"assume", "place", "contradiction"}, "forcing_verity": {"cell", "base", "assume", "place"},
		"forcing_plus":   {"cell", "base", "assume", "place", "eliminate", "contradiction"},
		"nested_forcing": {"cell", "assume", "place", "refute", "contradiction"},
	} {
		for _, role := range want {
			if roles[name][role] == 0 {
				t.Errorf("%s: no row with role %s in these states: %v", name, role, roles[name])
			}
		}
	}
	t.Log(roles)
}

// TestClosureAgainstFamilies compares the closure that forcing_plus follows with passes of the rules of the
// techniques, for the hypotheses of states with one solution.
func TestClosureAgainstFamilies(t *testing.T) {
	k := forcingKinds["forcing_plus"]
	dead, alive := 0, 0
	for _, s := range forcingStates(t, 6) {
		p := newPosition(s)
		list := k.outcomes(p)
		for c, o := range list {
			if !o.ended {
				continue
			}
			var x trace
			q := *p
			q.place(c/9, uint8(c%9+1))
			ends := false
			for {
				var found []Conclusion
				if ends, found = x.pass(&q); ends {
					break
				}
				if len(found) == 0 {
					_, found = k.morePass(&q)
				}
				if len(found) == 0 {
					break
				}
				q.apply(found)
			}
			if ends != o.dead || !ends && closureOf(&q).marks != o.alive {
				t.Errorf("%s: the passes of %s end in a contradiction %t, the closure %t", s.Givens, candidateNames([]int{c}), ends, o.dead)
			}
			if ends {
				dead++
			} else {
				alive++
			}
		}
	}
	if dead == 0 || alive == 0 {
		t.Errorf("%d hypotheses end in a contradiction, %d do not", dead, alive)
	}
}

// TestEveryForcingRow takes each row of the patterns of each technique away, doubles it, and changes each of its
// columns. Every change must be found.
func TestEveryForcingRow(t *testing.T) {
	for _, x := range forcingNames {
		t.Run(x.name, func(t *testing.T) {
			changes := []struct {
				name   string
				change func([]setdoku.Evidence, int) []setdoku.Evidence
			}{
				{"taken away", func(rows []setdoku.Evidence, i int) []setdoku.Evidence { return slices.Delete(rows, i, i+1) }},
				{"doubled", func(rows []setdoku.Evidence, i int) []setdoku.Evidence { return slices.Insert(rows, i, rows[i]) }},
				{"cell", func(rows []setdoku.Evidence, i int) []setdoku.Evidence {
					rows[i].Cell = otherCell(rows[i].Cell)
					return rows
				}},
				{"no cell", func(rows []setdoku.Evidence, i int) []setdoku.Evidence {
					if rows[i].Cell == 0 {
						rows[i].Cell = 11
					} else {
						rows[i].Cell = 0
					}
					return rows
				}},
				{"digit", func(rows []setdoku.Evidence, i int) []setdoku.Evidence {
					rows[i].Digit = otherDigit(rows[i].Digit)
					return rows
				}},
				{"unit", func(rows []setdoku.Evidence, i int) []setdoku.Evidence {
					rows[i].Unit = rows[i].Unit%27 + 1
					return rows
				}},
				{"role", func(rows []setdoku.Evidence, i int) []setdoku.Evidence { rows[i].Role += "s"; return rows }},
				{"assumed", func(rows []setdoku.Evidence, i int) []setdoku.Evidence {
					if rows[i].Role == "assume" {
						rows[i].Role = "place"
					} else {
						rows[i].Role = "assume"
					}
					return rows
				}},
				{"key", func(rows []setdoku.Evidence, i int) []setdoku.Evidence {
					for j := range rows {
						rows[j].Pattern += int64(i + 1)
					}
					return rows
				}},
			}
			tried, kept := 0, map[string]int{}
			for _, s := range forcingSteps(t, x.name, min(x.states, 1)) {
				patterns := 0
				for pattern, rows := range s.rows {
					if patterns++; patterns > 6 {
						break
					}
					for i := range rows {
						for _, c := range changes {
							changed := c.change(slices.Clone(rows), i)
							if slices.Equal(changed, rows) {
								continue
							}
							tried++
							if err := s.reads(x.name, pattern, changed); err == nil {
								kept[rows[i].Role+" "+c.name]++
							}
						}
					}
				}
			}
			// A pass of eliminations or refutations may lack one that nothing needs, or have one more that is true; only
			// CompareRemade notices.
			delete(kept, "eliminate taken away")
			delete(kept, "refute taken away")
			for _, column := range []string{"cell", "digit"} {
				delete(kept, "eliminate "+column)
				delete(kept, "refute "+column)
			}
			if len(kept) > 0 || tried < 100 {
				t.Errorf("of %d changes these were not found: %v", tried, kept)
			}
		})
	}
}

// otherCell returns another cell, or no cell for none.
func otherCell(cell int) int {
	if cell == 0 {
		return 0
	}
	return setdoku.CellNumber((setdoku.CellIndex(cell) + 1) % setdoku.CellCount)
}
