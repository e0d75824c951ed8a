package generate

import (
	"context"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
)

// Rating is what the catalogue makes of a puzzle.
type Rating struct {
	Level   string
	Score   int
	Hardest string
	Steps   int
}

// judge rates puzzles as `solve` does, and gives up as soon as one is not what is wanted. It is not safe for
// concurrent use.
type judge struct {
	*standard
	below *memory.Logic // the techniques before the first of the lowest level that is wanted, nil if that is none
	quick *memory.Logic // the fastest techniques before the first that is required, nil if none is
	ahead *memory.Logic // as far as the last technique that is required, nil if none is
	logic *memory.Logic
	full  *batch.Pathfinder // for puzzles that need techniques which are known as statements alone, nil if none is
	used  map[string]bool
	// Of the puzzle that was rated last: whether its path ends before what is required, and where.
	lacking    bool
	end        setdoku.Grid
	candidates [setdoku.CellCount]setdoku.DigitSet
}

// standard is what puzzles are held against.
type standard struct {
	catalogue  catalogue.Catalogue
	techniques []memory.Technique
	below      int // techniques of judge.below
	before     int // techniques before the first that is required
	ahead      int // techniques of judge.ahead
	// behindChains says that a puzzle has been tried with chains before it comes to what is required.
	behindChains bool
	barred       []bool // by place in the catalogue: a puzzle that needs it is not wanted
	foreign      bool   // some techniques are known as statements alone
	levels       []string
	require      []catalogue.Catalogue // of each at least one must be used
	score        Range
	free         bool // what judge.below does not solve is what is wanted
}

// newStandard reads the part of a wish that is about logic. It returns nil when there is none.
func newStandard(all catalogue.Catalogue, w *Wish) (*standard, error) {
	if !w.Rated() {
		return nil, nil
	}
	s := &standard{catalogue: all, levels: w.Levels, score: w.Score}
	levels := levelsOf(all)
	lowest, highest := len(levels), -1
	for _, l := range w.Levels {
		n := slices.Index(levels, l)
		if n < 0 {
			return nil, fmt.Errorf("level %q, want %s", l, words(levels))
		}
		lowest, highest = min(lowest, n), max(highest, n)
	}
	if highest < 0 {
		lowest, highest = 0, len(levels)-1
	}
	forbidden, err := selected(all, w.Forbid)
	if err != nil {
		return nil, err
	}
	barred := func(t setdoku.Technique) bool {
		_, forbidden := forbidden.Find(t.Name)
		return forbidden || slices.Index(levels, t.Level) > highest
	}
	for _, name := range w.Require {
		list, err := all.Select([]string{name}, nil)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list, func(t setdoku.Technique) bool { return !barred(t) }) {
			return nil, fmt.Errorf("%s is required, and the level or what is forbidden rules it out", name)
		}
		place := func(name string) int {
			return slices.IndexFunc(all, func(t setdoku.Technique) bool { return t.Name == name })
		}
		first, last := place(list[0].Name), place(list[len(list)-1].Name)
		if len(s.require) == 0 {
			s.before = first
		}
		s.require = append(s.require, list)
		s.before, s.ahead = min(s.before, first), max(s.ahead, last+1)
	}
	s.arrange(barred, func(t setdoku.Technique) bool { return slices.Index(levels, t.Level) >= lowest })
	for _, l := range w.Levels {
		if !slices.ContainsFunc(all, func(t setdoku.Technique) bool { return t.Level == l && !barred(t) }) {
			return nil, fmt.Errorf("all techniques of level %s are forbidden", l)
		}
	}
	every := !slices.ContainsFunc(levels[lowest:], func(l string) bool { return len(w.Levels) > 0 && !slices.Contains(w.Levels, l) })
	_, ends := all.Find(setdoku.RuleSearch) // which solves what is left
	s.free = s.free && every && ends && len(w.Forbid)+len(w.Require) == 0 && w.Score == (Range{})
	return s, nil
}

// levelsOf lists the levels that techniques have, easiest first.
func levelsOf(all catalogue.Catalogue) (levels []string) {
	byLevel := slices.Clone(all)
	slices.SortStableFunc(byLevel, func(a, b setdoku.Technique) int { return a.LevelNo - b.LevelNo })
	for _, t := range byLevel {
		if !slices.Contains(levels, t.Level) {
			levels = append(levels, t.Level)
		}
	}
	return levels
}

// selected is Select, none for no names.
func selected(c catalogue.Catalogue, names []string) (catalogue.Catalogue, error) {
	if len(names) == 0 {
		return nil, nil
	}
	return c.Select(names, nil)
}

// arrange lists the techniques for the judges. Behind the last that may be used none is looked for.
func (s *standard) arrange(barred, high func(setdoku.Technique) bool) {
	last := 0
	for i, t := range s.catalogue {
		b, known := memory.Solving(t)
		b.Forbidden, b.StatementOnly = barred(t), !known
		s.techniques = append(s.techniques, b)
		s.barred = append(s.barred, b.Forbidden)
		s.foreign = s.foreign || b.StatementOnly
		if !b.Forbidden {
			last = i
		}
	}
	s.techniques = s.techniques[:last+1]
	s.behindChains = slices.ContainsFunc(s.techniques[:min(s.before, len(s.techniques))], isChain)
	s.below = slices.IndexFunc(s.catalogue, high)
	s.free = !slices.ContainsFunc(s.catalogue[s.below:], func(t setdoku.Technique) bool { return !high(t) })
}

func newJudge(s *standard) (*judge, error) {
	j := &judge{standard: s, used: make(map[string]bool)}
	var err error
	if n := min(s.below, len(s.techniques)); n > 0 {
		if j.below, err = memory.NewLogic(s.techniques[:n], false); err != nil {
			return nil, err
		}
	}
	if n := min(s.ahead, len(s.techniques)); n > 0 {
		if j.quick, err = memory.NewLogic(s.quickest(), false); err != nil {
			return nil, err
		}
		if j.ahead, err = memory.NewLogic(s.techniques[:n], false); err != nil {
			return nil, err
		}
	}
	if j.logic, err = memory.NewLogic(s.techniques, false); err == nil && s.foreign {
		j.full, err = batch.NewPathfinder(s.catalogue, driver.Options{Techniques: s.catalogue})
	}
	return j, err
}

// close gives back what techniques needed that are known as statements alone.
func (j *judge) close(ctx context.Context) error {
	if j.full == nil {
		return nil
	}
	return j.full.Close(ctx)
}

// quickest lists the techniques before the first required one that prove most in the least time. A puzzle that these
// solve does not come to what is required.
func (s *standard) quickest() (list []memory.Technique) {
	for i, t := range s.techniques[:min(s.before, len(s.techniques))] {
		switch c := &s.catalogue[i]; {
		case t.StatementOnly || t.Forbidden:
		case c.Family == "singles", c.Family == "intersections", c.Family == "subsets" && t.Size <= 3, isChain(t):
			list = append(list, t)
		}
	}
	return list
}

// isChain reports whether a technique takes chains of any links.
func isChain(t memory.Technique) bool { return t.File == "aic" || t.File == "grouped_aic" }

// rate says how far a puzzle with one solution comes, and how it is rated if it comes all the way. Where the path
// lacks something that is required because it ends before, lacking is set: another given may change that.
func (j *judge) rate(ctx context.Context, d *setdoku.Grid) (r Rating, v verdict, err error) {
	start := memory.Start{Digits: *d}
	j.lacking = false
	switch {
	case j.ahead != nil:
		if j.quick.Solve(&start).Status == setdoku.StatusSolved {
			return Rating{}, notRequired, nil
		}
		o := j.ahead.Solve(&start)
		if o.Status == memory.StatusWaiting {
			return j.rateFully(ctx, d)
		}
		if j.note(o); !j.useRequired() {
			if o.Status == setdoku.StatusSolved {
				return Rating{}, notRequired, nil
			}
			j.lacking, j.end, j.candidates = true, o.Digits, o.Candidates
		}
	case j.below != nil && len(j.require) == 0:
		o := j.below.Solve(&start)
		if o.Status == setdoku.StatusSolved {
			return Rating{}, wrongLevel, nil
		}
		if j.free && o.Status != memory.StatusWaiting {
			return Rating{}, fits, nil
		}
	}
	o := j.logic.Solve(&start)
	if o.Status == memory.StatusWaiting {
		return j.rateFully(ctx, d)
	}
	j.note(o)
	switch {
	case !j.useRequired():
		return Rating{}, notRequired, nil
	case o.Status != setdoku.StatusSolved:
		return Rating{}, wrongLevel, nil
	}
	path := make([]*setdoku.Technique, len(o.Steps))
	for i, s := range o.Steps {
		path[i] = &j.catalogue[j.logic.Index(s.Rule)]
	}
	r, v = j.weigh(path)
	return r, v, nil
}

// rateFully is rate for a puzzle that comes to a technique which is known as a statement alone.
func (j *judge) rateFully(ctx context.Context, d *setdoku.Grid) (Rating, verdict, error) {
	path, err := j.full.Find(ctx, setdoku.State{Givens: *d}, 0)
	if err != nil {
		return Rating{}, noGivens, fmt.Errorf("rate %s: %w", d, err)
	}
	clear(j.used)
	var steps []*setdoku.Technique
	wanted := path.Status == setdoku.StatusSolved
	for i := range path.Steps {
		at := slices.IndexFunc(j.catalogue, func(t setdoku.Technique) bool { return t.Name == path.Steps[i].Technique.Name })
		if j.barred[at] {
			wanted = false
			break
		}
		j.used[path.Steps[i].Technique.Name] = true
		steps = append(steps, &j.catalogue[at])
	}
	switch {
	case !j.useRequired():
		return Rating{}, notRequired, nil
	case !wanted:
		return Rating{}, wrongLevel, nil
	}
	r, v := j.weigh(steps)
	return r, v, nil
}

// weigh rates a path by the techniques of its steps, and says whether the rating is wanted.
func (j *judge) weigh(path []*setdoku.Technique) (Rating, verdict) {
	r := Rating{Steps: len(path)}
	var hardest *setdoku.Technique
	for _, t := range path {
		r.Score += t.Weight
		if hardest == nil || t.Harder(hardest) {
			hardest = t
		}
	}
	if hardest != nil { // a filled grid takes no step and has no level
		r.Level, r.Hardest = hardest.Level, hardest.Name
	}
	switch {
	case len(j.levels) > 0 && !slices.Contains(j.levels, r.Level):
		return r, wrongLevel
	case !j.score.holds(r.Score):
		return r, wrongScore
	}
	return r, fits
}

// note notes the techniques of a solution path.
func (j *judge) note(o *memory.Outcome) {
	clear(j.used)
	for _, s := range o.Steps {
		j.used[s.Rule] = true
	}
}

// useRequired reports whether the path that was noted uses all that is required.
func (j *judge) useRequired() bool {
	return !slices.ContainsFunc(j.require, func(c catalogue.Catalogue) bool { return !j.uses(c) })
}

// uses reports whether that path uses one of some techniques.
func (j *judge) uses(c catalogue.Catalogue) bool {
	return slices.ContainsFunc(c, func(t setdoku.Technique) bool { return j.used[t.Name] })
}
