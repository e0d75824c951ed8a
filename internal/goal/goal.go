// Package goal finds a puzzle for the goal of a player: a puzzle of a level, or a state just before a step of a
// technique, to practise it. It finds puzzles of the collection that used a technique, makes new ones, and has a list
// of those that take long to make.
//
// To practise a technique, a player begins at a state in which the technique is the next hint: no easier technique
// finds anything there, and the solution needs the deduction. setdoku hint gives the same answer for this state.
package goal

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// Finder finds puzzles for goals, and adds them to the collection of a database.
type Finder struct {
	db        *store.DB
	version   string // of the program, for the rows of the table run
	catalogue catalogue.Catalogue
	// holds a value while a player waits for a puzzle that is made, so that a second player waits for its end
	turn chan struct{}
}

// New returns a finder for a database, which must be open for writing. version is that of the program, for the rows of
// the table run.
func New(db *store.DB, version string) (*Finder, error) {
	all, err := catalogue.BuiltIn()
	return &Finder{db: db, version: version, catalogue: all, turn: make(chan struct{}, 1)}, err
}

// Found is a puzzle for a player.
type Found struct {
	PuzzleID  int64
	Technique string // that the player practises, "" for a whole puzzle
	Step      int    // the step of the technique in the path of the puzzle, 0 for a whole puzzle
	State     string // the state before this step as a library line, "" for a whole puzzle
}

// ErrRare is the error for a goal for which no puzzle is known.
var ErrRare = errors.New("no such puzzle is known, and none was found in a second: choose another")

// Times that a player waits for.
const (
	forCollection = 300 * time.Millisecond  // to look for a puzzle in the collection
	forSearch     = 1200 * time.Millisecond // to make one
)

// Unknown has the levels of the variants of which the generator has made no puzzle in minutes.
var Unknown = map[string][]string{"4x4": {"medium", "hard", "unfair", "extreme"}, "6x6": {"extreme"}}

// ErrGoal is the error for what is neither a level nor a technique.
var ErrGoal = errors.New("unknown level or technique")

// ErrVariant is the error for an unknown variant, or a technique to practise on a variant.
var ErrVariant = errors.New("no such puzzle")

// Technique returns a technique for which there may be puzzles.
func (s *Finder) Technique(name string) (catalogue.Technique, bool) { return s.catalogue.Find(name) }

// Check returns an error that wraps ErrGoal and names what is spelled most like goal, unless goal is a level or a
// technique.
func Check(all catalogue.Catalogue, goal string) error {
	if _, known := all.Find(goal); known || setdoku.Level(goal).Number() > 0 {
		return nil
	}
	if _, err := all.Resolve(goal); err == nil {
		return fmt.Errorf("%w %q: it is a family of techniques, name one of them", ErrGoal, goal)
	}
	names := catalogue.LevelNames()
	for _, t := range all {
		names = append(names, t.Name)
	}
	if near := catalogue.Nearest(goal, names); near != "" {
		return fmt.Errorf("%w %q: did you mean %s?", ErrGoal, goal, near)
	}
	return fmt.Errorf("%w %q: want %s, or a technique such as x_wing", ErrGoal, goal,
		strings.Join(catalogue.LevelNames(), ", "))
}

// Find returns a puzzle for a goal, which is a level or the name of a technique, and adds it to the collection unless
// it is there. It looks for a state of a technique in the collection first. Else it takes an isomorph of a puzzle of
// the list, or makes a puzzle; for a level it makes one if that is quick. The puzzles of a variant other than classic,
// by a name of generate.Constraints.SetVariant, are of a level. The error wraps ErrRare if there is none.
func (s *Finder) Find(ctx context.Context, goal, variant string) (found Found, err error) {
	if err := Check(s.catalogue, goal); err != nil {
		return found, err
	}
	if variant == setdoku.Classic().Name {
		variant = ""
	}
	if slices.Contains(Unknown[variant], goal) {
		return found, fmt.Errorf("%w: no %s puzzle of %s is known, choose an easier level", ErrVariant, goal, variant)
	}
	if variant == "" {
		if found, some, err := s.fromCollection(ctx, goal); some || err != nil {
			return found, err
		}
	}
	end, err := s.wait(ctx)
	if err != nil {
		return found, err
	}
	defer end()
	m, err := s.newMaker(goal, variant)
	if err != nil {
		return found, err
	}
	first := func(ctx context.Context) (newPuzzle, bool, error) { return m.listed(ctx, rand.Uint64()) }
	second := func(ctx context.Context) (newPuzzle, bool, error) { return m.searchFor(ctx, forSearch) }
	if m.technique == nil {
		first, second = second, first // a new puzzle rather than one of few
	}
	made, some, err := first(ctx)
	if !some && err == nil {
		made, some, err = second(ctx)
	}
	switch {
	case err != nil:
		return found, err
	case !some:
		return found, fmt.Errorf("%s: %w", strings.TrimSpace(goal+" "+variant), ErrRare)
	}
	made.PuzzleID, err = s.add(ctx, made.puzzle, goal)
	return made.Found, err
}

// wait waits for the turn of a player for whom a puzzle is made. The player calls end after that.
func (s *Finder) wait(ctx context.Context) (end func(), err error) {
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Daily returns the puzzle of a level for a day, such as 2026-11-27, and adds it to the collection unless it is there.
// It is the same in every database: the day and the level are the seed, of one worker, without a limit of time. Extreme
// puzzles are isomorphs of those of the list, because they take long to make.
func (s *Finder) Daily(ctx context.Context, level, day string) (found Found, err error) {
	if setdoku.Level(level).Number() == 0 {
		return found, fmt.Errorf("%w %q: want %s", ErrGoal, level, strings.Join(catalogue.LevelNames(), ", "))
	}
	end, err := s.wait(ctx)
	if err != nil {
		return found, err
	}
	defer end()
	m, err := newMaker(s.catalogue, level, "", 1)
	if err != nil {
		return found, err
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(day + " " + level)) // it has no errors
	var row newPuzzle
	some := false
	if setdoku.Level(level) == setdoku.LevelExtreme {
		row, some, err = m.listed(ctx, hash.Sum64())
	}
	if !some && err == nil {
		row, err = m.search(ctx, hash.Sum64())
	}
	if err == nil {
		row.PuzzleID, err = s.add(ctx, row.puzzle, level+" of "+day)
	}
	return row.Found, err
}

// add adds a puzzle to the collection, with all steps.
func (s *Finder) add(ctx context.Context, puzzle setdoku.State, goal string) (id int64, err error) {
	b, err := batch.NewBatch(ctx, s.db, memory.Options{
		Techniques: s.catalogue, Audit: setdoku.AuditFull, Jobs: 1,
	}, record.Run{Version: s.version, Options: map[string]any{"goal": goal}})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.Close(context.WithoutCancel(ctx))) }()
	results, err := b.Solve(ctx, []format.Puzzle{{
		State: puzzle, File: "play " + goal, Line: 1,
	}})
	if err != nil {
		return 0, err
	}
	return results[0].PuzzleID, nil
}

// collectionTries is how many puzzles of the collection are looked at.
const collectionTries = 20

// fromCollection finds a puzzle of the collection that needed a technique.
func (s *Finder) fromCollection(ctx context.Context, goal string) (found Found, some bool, err error) {
	if _, known := s.catalogue.Find(goal); !known {
		return found, false, nil
	}
	looking, cancel := context.WithTimeout(ctx, forCollection)
	defer cancel()
	m, err := s.newMaker(goal, "")
	if err != nil {
		return found, false, err
	}
	err = s.db.Snapshot(looking, func(q *store.Snapshot) error {
		uses, err := q.FirstUses(looking, goal, collectionTries)
		if err != nil {
			return err
		}
		for _, i := range rand.Perm(len(uses)) {
			path, err := q.Path(looking, uses[i].PuzzleID)
			if err != nil {
				return err
			}
			at := path.Positions()[uses[i].Step-1]
			if some = at.Known; some {
				some, err = m.isNext(looking, at.State)
			}
			if some || err != nil {
				found = Found{uses[i].PuzzleID, goal, uses[i].Step, format.Short(at.State)}
				return err
			}
		}
		return nil
	})
	if looking.Err() != nil && ctx.Err() == nil {
		return found, false, nil
	}
	return found, some, err
}

// newMaker returns a maker of puzzles of a variant for a goal, as fast as the machine is.
func (s *Finder) newMaker(goal, variant string) (*maker, error) {
	return newMaker(s.catalogue, goal, variant, runtime.GOMAXPROCS(0))
}
