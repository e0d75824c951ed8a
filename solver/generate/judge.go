package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// judge rates puzzles as `solve` does, and stops as soon as a puzzle violates a constraint. It is not safe for
// concurrent use.
type judge struct {
	*requirements
	below          *memory.Logic // techniques before the first of the lowest wanted level, or nil
	beforeRequired *memory.Logic // fastest techniques before the first required one, or nil
	upToRequired   *memory.Logic // techniques up to the last required one, or nil
	logic          *memory.Logic
	full           *memory.Solver // for techniques that exist only as statements, nil if there are none
	used           map[string]bool
	puzzle         record.Puzzle // the last one that one of the four has solved
	// Whether the path of the last rated puzzle ends without a required technique, and where it ends.
	pathTooShort bool
	end          setdoku.State
}

// requirements are the constraints on the solution path of a puzzle.
type requirements struct {
	catalogue  catalogue.Catalogue
	techniques []memory.Selected
	below      int // number of techniques in judge.below
	before     int // number of techniques before the first required one
	ahead      int // number of techniques in judge.upToRequired
	// chainsFirst is true if a chain technique comes before the first required technique.
	chainsFirst    bool
	barred         []bool // by index in the catalogue: puzzles that need it are discarded
	statementsOnly bool   // some techniques exist only as statements
	levels         []setdoku.Level
	require        []catalogue.Catalogue // of each list at least one technique must be used
	score          Range
	statements     func() catalogue.Statements // of Options
	free           bool                        // every puzzle that judge.below does not solve satisfies the constraints
}

// newRequirements reads the constraints on the solution path. It returns nil if there are none.
func newRequirements(all catalogue.Catalogue, w *Constraints) (*requirements, error) {
	if !w.Rated() {
		return nil, nil
	}
	known, all := all, all.For(w.Variant)
	s := &requirements{catalogue: all, levels: w.Levels, score: w.Score}
	levels := all.Levels()
	lowest, highest := len(levels), -1
	for _, l := range w.Levels {
		n := slices.Index(levels, l)
		if n < 0 {
			if slices.Contains(setdoku.Levels(), l) {
				return nil, fmt.Errorf("no selected technique has the level %s", l)
			}
			return nil, fmt.Errorf("level %q, expected %s", l, words(catalogue.LevelNames()))
		}
		lowest, highest = min(lowest, n), max(highest, n)
	}
	if highest < 0 {
		lowest, highest = 0, len(levels)-1
	}
	forbidden, err := known.LeftOut(w.Forbid)
	if err != nil {
		return nil, err
	}
	barred := func(t catalogue.Technique) bool {
		_, forbidden := forbidden.Find(t.Name)
		return forbidden || slices.Index(levels, t.Level) > highest
	}
	for _, name := range w.Require {
		list, err := known.Select([]string{name}, nil)
		if err != nil {
			return nil, err
		}
		if len(list.For(w.Variant)) == 0 {
			needs, err := catalogue.ParseNeeds(&list[0])
			lacks := slices.DeleteFunc(slices.Clone(needs),
				func(need string) bool { return catalogue.Needs[need](w.Variant) })
			return nil, errors.Join(err,
				fmt.Errorf("%s is required, but it needs %s: %s lacks that", name, strings.Join(lacks, ", "),
					w.Variant.Title))
		}
		list = list.For(w.Variant)
		if !slices.ContainsFunc(list, func(t catalogue.Technique) bool { return !barred(t) }) {
			return nil, fmt.Errorf("%s is required, but the level or the forbidden techniques exclude it", name)
		}
		first, last := all.Index(list[0].Name), all.Index(list[len(list)-1].Name)
		if len(s.require) == 0 {
			s.before = first
		}
		s.require = append(s.require, list)
		s.before, s.ahead = min(s.before, first), max(s.ahead, last+1)
	}
	s.arrange(barred, func(t catalogue.Technique) bool { return slices.Index(levels, t.Level) >= lowest })
	for _, l := range w.Levels {
		if !slices.ContainsFunc(all, func(t catalogue.Technique) bool { return t.Level == l && !barred(t) }) {
			return nil, fmt.Errorf("all techniques of level %s are forbidden", l)
		}
	}
	every := !slices.ContainsFunc(levels[lowest:],
		func(l setdoku.Level) bool { return len(w.Levels) > 0 && !slices.Contains(w.Levels, l) })
	_, ends := all.Find(setdoku.RuleSearch) // search solves the rest
	s.free = s.free && every && ends && len(w.Forbid)+len(w.Require) == 0 && w.Score == (Range{})
	return s, nil
}

// arrange lists the techniques for the judges. Techniques after the last one that a puzzle may use are left out.
func (s *requirements) arrange(barred, high func(catalogue.Technique) bool) {
	last := 0
	for i, t := range s.catalogue {
		b, known := memory.SelectedToSolve(t)
		b.Forbidden, b.StatementOnly = barred(t), !known
		s.techniques = append(s.techniques, b)
		s.barred = append(s.barred, b.Forbidden)
		s.statementsOnly = s.statementsOnly || b.StatementOnly
		if !b.Forbidden {
			last = i
		}
	}
	s.techniques = s.techniques[:last+1]
	s.chainsFirst = slices.ContainsFunc(s.techniques[:min(s.before, len(s.techniques))], isChain)
	s.below = slices.IndexFunc(s.catalogue, high)
	s.free = !slices.ContainsFunc(s.catalogue[s.below:], func(t catalogue.Technique) bool { return !high(t) })
}

func newJudge(s *requirements) (*judge, error) {
	j := &judge{requirements: s, used: make(map[string]bool)}
	var err error
	if n := min(s.below, len(s.techniques)); n > 0 {
		if j.below, err = memory.NewLogic(s.techniques[:n], false); err != nil {
			return nil, err
		}
	}
	if n := min(s.ahead, len(s.techniques)); n > 0 {
		if j.beforeRequired, err = memory.NewLogic(s.quickest(), false); err != nil {
			return nil, err
		}
		if j.upToRequired, err = memory.NewLogic(s.techniques[:n], false); err != nil {
			return nil, err
		}
	}
	if j.logic, err = memory.NewLogic(s.techniques, false); err == nil && s.statementsOnly {
		j.full, err = memory.NewPathfinder(s.catalogue,
			memory.Options{Techniques: s.catalogue, Statements: s.statements})
	}
	return j, err
}

// close closes the statements that the judge has opened.
func (j *judge) close(ctx context.Context) error {
	if j.full == nil {
		return nil
	}
	return j.full.Close(ctx)
}

// quickest lists the fastest and strongest techniques before the first required one. If they solve a puzzle, its path
// uses no required technique.
func (s *requirements) quickest() (list []memory.Selected) {
	for i, t := range s.techniques[:min(s.before, len(s.techniques))] {
		switch c := &s.catalogue[i]; {
		case t.StatementOnly || t.Forbidden:
		case c.Family == "singles", c.Family == "intersections", c.Family == "subsets" && t.Size <= 3, isChain(t):
			list = append(list, t)
		}
	}
	return list
}

// isChain reports whether a technique finds chains with all kinds of links.
func isChain(t memory.Selected) bool {
	return t.File == "aic" || t.File == "grouped_aic" || t.File == "als_aic"
}

// rate returns the verdict on a puzzle with one solution, and its rating if it satisfies all constraints. If the
// path ends before it uses a required technique, rate sets pathTooShort: an additional given may change that.
func (j *judge) rate(ctx context.Context, board *setdoku.Variant, d *setdoku.Grid) (r setdoku.Rating, v verdict,
	err error) {
	p := &j.puzzle
	p.Start = setdoku.State{Variant: board, Givens: *d}
	j.pathTooShort = false
	switch {
	case j.upToRequired != nil:
		if err := j.beforeRequired.Solve(ctx, p); err != nil || p.Status == setdoku.StatusSolved {
			return setdoku.Rating{}, notRequired, err
		}
		if err := j.upToRequired.Solve(ctx, p); err != nil {
			return setdoku.Rating{}, notRequired, err
		}
		if p.Status == memory.StatusWaiting {
			return j.rateFully(ctx, p.Start)
		}
		if j.recordUsed(); !j.useRequired() {
			if p.Status == setdoku.StatusSolved {
				return setdoku.Rating{}, notRequired, nil
			}
			j.pathTooShort, j.end = true, j.upToRequired.End()
		}
	case j.below != nil && len(j.require) == 0:
		if err := j.below.Solve(ctx, p); err != nil || p.Status == setdoku.StatusSolved {
			return setdoku.Rating{}, wrongLevel, err
		}
		if j.free && p.Status != memory.StatusWaiting {
			return setdoku.Rating{}, fits, nil
		}
	}
	if err := j.logic.Solve(ctx, p); err != nil {
		return setdoku.Rating{}, noGivens, err
	}
	if p.Status == memory.StatusWaiting {
		return j.rateFully(ctx, p.Start)
	}
	j.recordUsed()
	path := make([]*catalogue.Technique, len(p.StepRows))
	for i, s := range p.StepRows {
		path[i] = &j.catalogue[j.logic.Index(s.Rule)]
	}
	r, v = j.ratePath(path, p.Status == setdoku.StatusSolved)
	return r, v, nil
}

// rateFully is rate for a puzzle that needs a technique that exists only as a statement.
func (j *judge) rateFully(ctx context.Context, puzzle setdoku.State) (setdoku.Rating, verdict, error) {
	path, err := j.full.Find(ctx, puzzle)
	if err != nil {
		return setdoku.Rating{}, noGivens, fmt.Errorf("rate %s: %w", puzzle.Givens, err)
	}
	clear(j.used)
	var steps []*catalogue.Technique
	wanted := path.Status == setdoku.StatusSolved
	for i := range path.Steps {
		at := j.catalogue.Index(path.Steps[i].Rule)
		if j.barred[at] {
			wanted = false
			break
		}
		j.used[path.Steps[i].Rule] = true
		steps = append(steps, &j.catalogue[at])
	}
	r, v := j.ratePath(steps, wanted)
	return r, v, nil
}

// ratePath rates a path by the techniques of its steps, and checks the constraints. solved is false if the path does
// not solve the puzzle with the techniques that it may use.
func (j *judge) ratePath(path []*catalogue.Technique, solved bool) (setdoku.Rating, verdict) {
	switch {
	case !j.useRequired():
		return setdoku.Rating{}, notRequired
	case !solved:
		return setdoku.Rating{}, wrongLevel
	}
	r := setdoku.Rating{Status: setdoku.StatusSolved, Steps: len(path)}
	var hardest *catalogue.Technique
	for _, t := range path {
		r.Score += t.Weight
		if hardest == nil || t.Harder(hardest) {
			hardest = t
		}
	}
	if hardest != nil { // a filled grid needs no step and has no level
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

// recordUsed stores which techniques the path of the last puzzle uses.
func (j *judge) recordUsed() {
	clear(j.used)
	for _, s := range j.puzzle.StepRows {
		j.used[s.Rule] = true
	}
}

// useRequired reports whether the stored path uses a technique of each required list.
func (j *judge) useRequired() bool {
	return !slices.ContainsFunc(j.require, func(c catalogue.Catalogue) bool { return !j.uses(c) })
}

// uses reports whether the stored path uses one of these techniques.
func (j *judge) uses(c catalogue.Catalogue) bool {
	return slices.ContainsFunc(c, func(t catalogue.Technique) bool { return j.used[t.Name] })
}
