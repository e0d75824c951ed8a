package goal

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
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/solver/generate"
	"setdoku/solver/isomorph"
	"setdoku/solver/memory"
)

// maker makes puzzles for one goal. It is not safe for concurrent use.
type maker struct {
	goal      string
	technique *catalogue.Technique // nil if the goal is a level
	options   generate.Options
	variant   string // "" for classic
	finder    *memory.Solver
}

// newPuzzle is a puzzle for a goal that is not in the collection yet.
type newPuzzle struct {
	Found
	puzzle setdoku.State
}

// newMaker returns a maker of puzzles of a variant, "" for classic.
func newMaker(all catalogue.Catalogue, goal, variant string, jobs int) (m *maker, err error) {
	m = &maker{goal: goal, variant: variant, options: generate.Options{Jobs: jobs, N: math.MaxInt, Catalogue: all}}
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
		if t.Level != setdoku.LevelExtreme {
			constraints.Levels = setdoku.Levels()[:t.LevelNo] // the rest of the puzzle is not harder
		}
	} else {
		constraints.Levels = []setdoku.Level{setdoku.Level(goal)}
		constraints.LikePrinted(true, true)
	}
	m.finder, err = memory.NewPathfinder(all, memory.Options{Techniques: all})
	return m, err
}

// isNext reports whether the technique is the next hint in a state.
func (m *maker) isNext(ctx context.Context, at setdoku.State) (bool, error) {
	hint, err := solver.Next(ctx, at, solver.Options{})
	return err == nil && hint.Technique.Name == m.goal, err
}

// examine returns a puzzle for the goal. If the goal is a technique, fits is false unless the technique is the next
// hint before its first step.
func (m *maker) examine(ctx context.Context, puzzle setdoku.State) (row newPuzzle, fits bool, err error) {
	row.puzzle = puzzle
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
	row.Technique, row.Step, row.State = m.goal, i+1, format.Short(before)
	fits, err = m.isNext(ctx, before)
	return row, fits, err
}

// errFound ends the generator when it has made what was wanted.
var errFound = errors.New("found")

// search makes puzzles from a seed until one fits. If ctx ends before, it returns the error of ctx.
func (m *maker) search(ctx context.Context, seed uint64) (row newPuzzle, err error) {
	m.options.Seed = seed
	_, err = generate.Run(ctx, m.options, func(puzzles []generate.Found, _ generate.Tally) error {
		for _, p := range puzzles {
			candidate, fits, err := m.examine(ctx, p.State())
			if err != nil {
				return err
			}
			if fits {
				row = candidate
				return errFound
			}
		}
		return nil
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return row, err
}

// searchFor is search for at most a time.
func (m *maker) searchFor(ctx context.Context, most time.Duration) (row newPuzzle, found bool, err error) {
	searching, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	row, err = m.search(searching, rand.Uint64())
	if err != nil && searching.Err() != nil && ctx.Err() == nil {
		return row, false, nil
	}
	return row, err == nil, err
}

// list has puzzles that take too long to make while a player waits. A line has the goal, the name of the variant unless
// it is classic, and the puzzle, which begins with its board.
//
//go:embed puzzles.txt
var list string

// listedPuzzles lists the puzzles of puzzles.txt for a goal on a variant, "" for classic.
func listedPuzzles(goal, variant string) (puzzles []string) {
	for line := range strings.Lines(list) {
		name, puzzle, _ := strings.Cut(strings.TrimSpace(line), " ")
		board, _, some := strings.Cut(puzzle, " ")
		if name == goal && (variant == "" && !some || variant != "" && board == variant) {
			puzzles = append(puzzles, strings.TrimPrefix(puzzle, variant+" "))
		}
	}
	return puzzles
}

// isomorphsTried is how many isomorphs listed tries. All have the same steps, but which of several deductions the
// solution needs may depend on the order of the cells, and then another technique is the next hint.
const isomorphsTried = 8

// listed returns an isomorph of a puzzle of the list, by a seed. found is false if the list has none for the goal.
func (m *maker) listed(ctx context.Context, seed uint64) (row newPuzzle, found bool, err error) {
	puzzles := listedPuzzles(m.goal, m.variant)
	if len(puzzles) == 0 {
		return row, false, nil
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for tried := 0; tried < isomorphsTried && !found && err == nil; tried++ {
		var puzzle setdoku.State
		if puzzle, err = randomIsomorph(rng, puzzles[rng.IntN(len(puzzles))]); err == nil {
			row, found, err = m.examine(ctx, puzzle)
		}
	}
	return row, found, err
}

// randomIsomorph reads a puzzle and rearranges it. It only renames the digits of a variant.
func randomIsomorph(rng *rand.Rand, line string) (setdoku.State, error) {
	p, err := format.NewReader(strings.NewReader(line+"\n"), "puzzles.txt").Read()
	if err != nil {
		return p.State, err
	}
	permute := rng.Perm
	if p.State.Variant != nil {
		permute = func(n int) []int {
			order := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}[:n]
			if size := p.State.Board().Size; n == 9 {
				rng.Shuffle(size, func(i, j int) { order[i], order[j] = order[j], order[i] })
			}
			return order
		}
	}
	puzzle := isomorph.Draw(permute).State(p.State)
	puzzle.Variant = p.State.Variant
	return puzzle, nil
}
