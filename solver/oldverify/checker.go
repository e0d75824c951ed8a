package verify

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"setdoku"
)

// Checker re-derives records for a catalogue of techniques and a list of runs. It does not change after New and is
// safe for concurrent use.
type Checker struct {
	techniques map[string]setdoku.Technique
	runs       map[int64]*selection
}

// selection is a run with its techniques in catalogue order.
type selection struct {
	id          int64
	audit       setdoku.Audit
	stopAtFirst bool
	endOnly     bool
	shell       bool
	engine      string
	techniques  []selected
	blind       int // tier of the first technique that verify does not search for, or noTier
}

// noTier is higher than all tiers.
const noTier = math.MaxInt

type selected struct {
	setdoku.Technique
	rule rule
}

// levels lists the levels from easy to extreme.
func levels() []string { return []string{"easy", "medium", "hard", "unfair", "extreme"} }

// New returns a Checker. It returns an error if the catalogue or the runs repeat a key, if a level or an audit is
// unknown, or if a run selects a technique that the catalogue does not have.
func New(techniques []setdoku.Technique, runs []setdoku.Run) (*Checker, error) {
	c := &Checker{map[string]setdoku.Technique{}, map[int64]*selection{}}
	for _, t := range techniques {
		if _, twice := c.techniques[t.Name]; twice {
			return nil, fmt.Errorf("verify: technique %s stands twice in the catalogue", t.Name)
		}
		if !slices.Contains(levels(), t.Level) {
			return nil, fmt.Errorf("verify: technique %s has level %q, want one of %v", t.Name, t.Level, levels())
		}
		c.techniques[t.Name] = t
	}
	for _, r := range runs {
		if _, twice := c.runs[r.ID]; twice || r.ID == 0 {
			return nil, fmt.Errorf("verify: run %d stands twice in the list of runs, or is 0", r.ID)
		}
		s, err := c.selection(r)
		if err != nil {
			return nil, fmt.Errorf("verify: run %d: %w", r.ID, err)
		}
		c.runs[r.ID] = s
	}
	return c, nil
}

func (c *Checker) selection(r setdoku.Run) (*selection, error) {
	if !slices.Contains([]setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone}, r.Audit) {
		return nil, fmt.Errorf("audit %q, want full, steps or none", r.Audit)
	}
	s := &selection{id: r.ID, audit: r.Audit, stopAtFirst: r.StopAtFirst, endOnly: r.EndOnly, shell: r.Shell, engine: r.Engine}
	for _, name := range r.Techniques {
		t, ok := c.techniques[name]
		if !ok {
			return nil, fmt.Errorf("technique %q is not in the catalogue", name)
		}
		s.techniques = append(s.techniques, selected{t, ruleOf(name)})
	}
	slices.SortStableFunc(s.techniques, func(a, b selected) int { return cmp.Compare(a.Tier, b.Tier) })
	s.blind = noTier
	if i := slices.IndexFunc(s.techniques, func(t selected) bool { return t.rule.find == nil }); i >= 0 {
		s.blind = s.techniques[i].Tier
	}
	return s, nil
}

// named returns the selected technique of this name, or nil.
func (s *selection) named(name string) *selected {
	for i := range s.techniques {
		if s.techniques[i].Name == name {
			return &s.techniques[i]
		}
	}
	return nil
}

// pass returns the first technique that finds anything, and its deductions, or nil. It skips techniques that
// verify does not search for. It stops before the technique stop if stop is not nil.
func (s *selection) pass(in *situation, stop *selected) (*selected, []Conclusion) {
	in.index.read(in.p)
	for i := range s.techniques {
		t := &s.techniques[i]
		switch {
		case t == stop:
			return nil, nil
		case t.rule.find == nil:
			continue
		}
		found := t.rule.deductionsAt(&in.index)
		// Counting the solutions costs more than finding all patterns, so do it last.
		if (len(found) > 0 || t.rule.ends) && (!t.AssumesUnique || in.unique()) {
			return t, found
		}
	}
	return nil, nil
}

// certain reports whether verify searches for all techniques before t, or for all techniques if t is nil.
func (s *selection) certain(t *selected) bool {
	for i := range s.techniques {
		if &s.techniques[i] == t {
			break
		}
		if s.techniques[i].rule.find == nil {
			return false
		}
	}
	return true
}

// apply carries out the deductions of a pass.
func (p *position) apply(found []Conclusion) {
	for _, d := range found {
		if d.Placement {
			p.place(setdoku.CellIndex(d.Cell), d.Digit)
		} else {
			p.marks[setdoku.CellIndex(d.Cell)] &^= setdoku.SetOf(d.Digit)
		}
	}
}

// rating adds up the technique steps of a puzzle.
type rating struct {
	score   int
	hardest *setdoku.Technique
	used    map[string]*use // by technique
}

// use counts how often a technique was used.
type use struct{ tier, steps, deductions int }

// count adds a step of t with this number of deductions.
func (r *rating) count(t *setdoku.Technique, deductions int) {
	if r.used == nil {
		r.used = map[string]*use{}
	}
	if r.used[t.Name] == nil {
		r.used[t.Name] = &use{tier: t.Tier}
	}
	r.used[t.Name].steps++
	r.used[t.Name].deductions += deductions
	r.score += t.Weight
	if r.hardest == nil || harder(t, r.hardest) {
		r.hardest = t
	}
}

func harder(a, b *setdoku.Technique) bool {
	rank := func(t *setdoku.Technique) int { return slices.Index(levels(), t.Level) }
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Tier, b.Tier)) > 0
}

// write sets the columns of the record that hold the rating.
func (r *rating) write(rec *setdoku.Record) {
	rec.Score = r.score
	names := slices.SortedFunc(maps.Keys(r.used), func(a, b string) int { return cmp.Compare(r.used[a].tier, r.used[b].tier) })
	deductions, steps := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		deductions[i] = fmt.Sprintf("%q:%d", name, r.used[name].deductions)
		steps[i] = fmt.Sprintf("%q:%d", name, r.used[name].steps)
	}
	rec.Techniques = "{" + strings.Join(deductions, ",") + "}"
	rec.TechniqueSteps = "{" + strings.Join(steps, ",") + "}"
	if r.hardest != nil {
		rec.Hardest, rec.Level = r.hardest.Name, r.hardest.Level
	}
}
