package stock

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/internal/generate"
	"setdoku/internal/isomorph"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory"
	"setdoku/store"
)

// maker makes puzzles for one goal. It is not safe for concurrent use.
type maker struct {
	goal      string
	technique *setdoku.Technique // nil if the goal is a level
	options   generate.Options
	finder    *memory.Solver
	adviser   *explain.Adviser
	// pace is called between attempts. It may wait.
	pace func()
}

// newMaker returns a maker of puzzles of a variant, "" for classic.
func newMaker(all catalogue.Catalogue, goal, variant string, jobs int, statements func() setdoku.Statements) (m *maker,
	err error) {
	m = &maker{goal: goal, options: generate.Options{Jobs: jobs, N: math.MaxInt, Catalogue: all,
		Statements: statements}, pace: func() {}}
	constraints := &m.options.Constraints
	if variant != "" {
		if err := constraints.SetVariant(variant); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrVariant, err)
		}
	}
	if t, known := all.Find(goal); known {
		if constraints.Variant != nil {
			return nil, fmt.Errorf("%w: a technique is practised only on classic boards", ErrVariant)
		}
		m.technique = &t
		constraints.Require = []string{goal}
		if last := slices.Index(setdoku.Levels, t.Level); last < len(setdoku.Levels)-1 {
			constraints.Levels = setdoku.Levels[:last+1] // the rest of the puzzle is no harder
		}
	} else {
		constraints.Levels = []string{goal}
		constraints.LikePrinted(true, true)
	}
	if m.finder, err = memory.NewPathfinder(all, memory.Options{Techniques: all, Statements: statements}); err != nil {
		return nil, err
	}
	m.adviser, err = explain.NewAdviser(all, all, statements)
	return m, err
}

// close closes the temporary databases of techniques that have no finder in memory.
func (m *maker) close(ctx context.Context) error {
	return errors.Join(m.finder.Close(context.WithoutCancel(ctx)), m.adviser.Close(ctx))
}

// isNext reports whether the technique is the next hint in a state.
func (m *maker) isNext(ctx context.Context, at setdoku.State) (bool, error) {
	a, err := m.adviser.Needed(ctx, at)
	return err == nil && a.Deduction != nil && a.Technique.Name == m.goal, err
}

// examine returns a puzzle for the stock. If the goal is a technique, fits is false unless the technique is the next
// hint before its first step.
func (m *maker) examine(ctx context.Context, puzzle setdoku.State) (row store.Stocked, fits bool, err error) {
	row = store.Stocked{Goal: m.goal, Givens: format.Short(puzzle)}
	if m.technique == nil {
		return row, true, nil
	}
	path, err := m.finder.Find(ctx, puzzle)
	if err != nil || path.Status != setdoku.StatusSolved {
		return row, false, err
	}
	i := slices.IndexFunc(path.Steps, func(s setdoku.Step) bool { return s.Rule == m.goal })
	if i < 0 {
		return row, false, nil
	}
	before := path.Positions()[i].State
	row.Step, row.State = i+1, format.Short(before)
	fits, err = m.isNext(ctx, before)
	return row, fits, err
}

// errFound ends the generator when it has made what was wanted.
var errFound = errors.New("found")

// search makes puzzles until one fits. If ctx ends before, it returns the error of ctx.
func (m *maker) search(ctx context.Context) (row store.Stocked, err error) {
	m.options.Seed = rand.Uint64()
	_, err = generate.Run(ctx, m.options, func(puzzles []generate.Puzzle, _ generate.Tally) error {
		for _, p := range puzzles {
			made, fits, err := m.examine(ctx, p.State())
			if err != nil {
				return err
			}
			if fits {
				row = made
				return errFound
			}
		}
		m.pace()
		return nil
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return row, err
}

// searchFor is search for at most a time.
func (m *maker) searchFor(ctx context.Context, most time.Duration) (row store.Stocked, found bool, err error) {
	searching, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	row, err = m.search(searching)
	if err != nil && searching.Err() != nil && ctx.Err() == nil {
		return row, false, nil
	}
	return row, err == nil, err
}

// rare has puzzles of techniques that are too rare to make one while a player waits. A line has the name of the
// technique and the givens.
//
//go:embed rare.txt
var rare string

// rareOf lists the puzzles of rare.txt with a technique.
func rareOf(technique string) (list []string) {
	for line := range strings.Lines(rare) {
		if name, givens, _ := strings.Cut(strings.TrimSpace(line), " "); name == technique {
			list = append(list, givens)
		}
	}
	return list
}

// isomorphsTried is how many isomorphs known tries. All have the same steps, but which of several deductions the
// solution needs may depend on the order of the cells, and then another technique is the next hint.
const isomorphsTried = 8

// known returns a random isomorph of a puzzle of rare.txt.
func (m *maker) known(ctx context.Context) (row store.Stocked, found bool, err error) {
	list := rareOf(m.goal)
	if len(list) == 0 {
		return row, false, nil
	}
	rng := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	for tried := 0; tried < isomorphsTried && !found && err == nil; tried++ {
		var givens setdoku.Grid
		if givens, err = setdoku.ParseLine(list[rng.IntN(len(list))]); err == nil {
			row, found, err = m.examine(ctx, setdoku.State{Givens: isomorph.Random(rng).Digits(givens)})
		}
	}
	return row, found, err
}
