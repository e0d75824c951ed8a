// Package stock has puzzles ready for players: of a level, or in the state just before a step of a technique, to
// practise it. It makes puzzles ahead of time and keeps them in the table stock, and it finds puzzles of the collection
// that used a technique.
//
// To practise a technique, a player begins at a state in which the technique is the next hint: no easier technique
// finds anything there, and the solution needs the deduction. setdoku hint gives the same answer for this state.
package stock

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
	"setdoku/store"
)

// Options say how a Stock works.
type Options struct {
	Version string // version of the program, for the rows of the table run
	Log     *slog.Logger
	// Busy reports whether the program has other work, which Fill then does not disturb. nil means that it never has.
	Busy func() bool
	Keep int // puzzles of each goal that Fill keeps ready
}

// Stock is the stock of a database.
type Stock struct {
	db        *store.DB
	opts      Options
	catalogue catalogue.Catalogue
	// holds a value while a player waits for a search, so that a second player waits for its end
	turn   chan struct{}
	wanted chan string // goals of which players took a puzzle, or found none
}

// wantedMost is how many goals wait for Fill. It forgets others until they are asked for again.
const wantedMost = 100

// New returns the stock of a database, which must be open for writing.
func New(db *store.DB, opts Options) (*Stock, error) {
	all, err := catalogue.BuiltIn()
	if opts.Busy == nil {
		opts.Busy = func() bool { return false }
	}
	return &Stock{db: db, opts: opts, catalogue: all, turn: make(chan struct{}, 1),
		wanted: make(chan string, wantedMost)}, err
}

// Taken is a puzzle for a player.
type Taken struct {
	PuzzleID  int64
	Technique string // that the player practises, "" for a whole puzzle
	Step      int    // the step of the technique in the path of the puzzle, 0 for a whole puzzle
	State     string // the state before this step as a library line, "" for a whole puzzle
}

// ErrRare is the error for a technique of which there is no puzzle yet.
var ErrRare = errors.New("the technique is so rare that no puzzle with it was found yet")

// Times that a player waits for.
const (
	forCollection = 300 * time.Millisecond  // to look for a puzzle in the collection
	forSearch     = 1200 * time.Millisecond // to make one
)

// ErrGoal is the error for what is neither a level nor a technique.
var ErrGoal = errors.New("unknown level or technique")

// ErrVariant is the error for an unknown variant, or a technique to practise on a variant.
var ErrVariant = errors.New("no such puzzle")

// Technique returns a technique for which there may be puzzles.
func (s *Stock) Technique(name string) (setdoku.Technique, bool) { return s.catalogue.Find(name) }

// Fills reports whether Fill keeps puzzles ready.
func (s *Stock) Fills() bool { return s.opts.Keep > 0 }

// Check returns an error that wraps ErrGoal and names what is spelled most like goal, unless goal is a level or a
// technique.
func Check(all catalogue.Catalogue, goal string) error {
	if _, known := all.Find(goal); known || slices.Contains(setdoku.Levels, goal) {
		return nil
	}
	if _, err := all.Resolve(goal); err == nil {
		return fmt.Errorf("%w %q: it is a family of techniques, name one of them", ErrGoal, goal)
	}
	names := slices.Clone(setdoku.Levels)
	for _, t := range all {
		names = append(names, t.Name)
	}
	if near := catalogue.Nearest(goal, names); near != "" {
		return fmt.Errorf("%w %q: did you mean %s?", ErrGoal, goal, near)
	}
	return fmt.Errorf("%w %q: want %s, or a technique such as x_wing", ErrGoal, goal,
		strings.Join(setdoku.Levels, ", "))
}

// Take returns a puzzle of a goal, which is a level or the name of a technique, and adds it to the collection unless it
// is there. It takes the puzzle from the stock, else from the collection, else it makes one. It makes each puzzle of a
// variant other than classic, by a name of generate.Constraints.SetVariant, and such puzzles are of a level. The error
// wraps ErrRare if that takes too long.
func (s *Stock) Take(ctx context.Context, goal, variant string) (taken Taken, err error) {
	if err := Check(s.catalogue, goal); err != nil {
		return taken, err
	}
	if variant != "" && variant != setdoku.Classic.Name {
		return s.make(ctx, goal, variant)
	}
	defer s.want(goal)
	if taken, found, err := s.fromStock(ctx, goal); found || err != nil {
		return taken, err
	}
	if taken, found, err := s.fromCollection(ctx, goal); found || err != nil {
		return taken, err
	}
	return s.make(ctx, goal, "")
}

// make makes a puzzle of a variant, "" for classic, while a player waits.
func (s *Stock) make(ctx context.Context, goal, variant string) (taken Taken, err error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return taken, ctx.Err()
	}
	m, err := s.newMaker(goal, variant)
	if err != nil {
		return taken, err
	}
	defer func() { err = errors.Join(err, m.close(ctx)) }()
	var made store.Stocked
	found := false
	if variant == "" {
		made, found, err = m.known(ctx)
	}
	if !found && err == nil {
		made, found, err = m.searchFor(ctx, forSearch)
	}
	switch {
	case err != nil:
		return taken, err
	case !found:
		return taken, fmt.Errorf("%s: %w", goal, ErrRare)
	case variant != "": // the stock is of classic
		taken.PuzzleID, err = s.solve(ctx, made)
		return taken, err
	}
	if err := s.put(ctx, made); err != nil {
		return taken, err
	}
	taken, _, err = s.fromStock(ctx, goal)
	return taken, err
}

// want tells Fill that a puzzle was taken.
func (s *Stock) want(goal string) {
	select {
	case s.wanted <- goal:
	default:
	}
}

// fromStock takes the oldest puzzle of the stock.
func (s *Stock) fromStock(ctx context.Context, goal string) (taken Taken, found bool, err error) {
	for {
		row, found, err := s.oldest(ctx, goal)
		if err != nil || !found {
			return taken, false, err
		}
		taken = Taken{Step: row.Step, State: row.State}
		if row.Step > 0 {
			taken.Technique = goal
		}
		if taken.PuzzleID, err = s.solve(ctx, row); err != nil {
			return taken, false, err
		}
		mine := false
		err = s.db.Writing(ctx, func(c *store.Conn) (err error) {
			mine, err = c.TakeStock(ctx, row, taken.PuzzleID, now())
			return err
		})
		if mine || err != nil {
			return taken, mine, err
		}
	}
}

func (s *Stock) oldest(ctx context.Context, goal string) (row store.Stocked, found bool, err error) {
	err = s.db.Writing(ctx, func(c *store.Conn) (err error) {
		row, found, err = c.OldestStock(ctx, goal)
		return err
	})
	return row, found, err
}

// put adds a puzzle to the stock.
func (s *Stock) put(ctx context.Context, row store.Stocked) error {
	return s.db.Writing(ctx, func(c *store.Conn) error { return c.AddStock(ctx, row, now()) })
}

// solve adds a puzzle of the stock to the collection, with all steps.
func (s *Stock) solve(ctx context.Context, row store.Stocked) (id int64, err error) {
	b, err := batch.NewBatch(ctx, s.db, memory.Options{
		Engine: memory.EngineAuto, Techniques: s.catalogue, Audit: setdoku.AuditFull, Jobs: 1,
	}, store.Run{Version: s.opts.Version, Options: map[string]any{"stock": row.Goal}})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.Close(context.WithoutCancel(ctx))) }()
	p, err := format.NewReader(strings.NewReader(row.Givens+"\n"), "stock "+row.Goal).Read()
	if err != nil {
		return 0, fmt.Errorf("stock of %s: %w", row.Goal, err)
	}
	results, err := b.Solve(ctx, []format.Puzzle{p})
	if err != nil {
		return 0, err
	}
	return results[0].PuzzleID, nil
}

// collectionTries is how many puzzles of the collection are looked at.
const collectionTries = 20

// fromCollection finds a puzzle of the collection that needed a technique.
func (s *Stock) fromCollection(ctx context.Context, goal string) (taken Taken, found bool, err error) {
	if _, known := s.catalogue.Find(goal); !known {
		return taken, false, nil
	}
	looking, cancel := context.WithTimeout(ctx, forCollection)
	defer cancel()
	m, err := s.newMaker(goal, "")
	if err != nil {
		return taken, false, err
	}
	defer func() { err = errors.Join(err, m.close(ctx)) }()
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
			if found = at.Known; found {
				found, err = m.isNext(looking, at.State)
			}
			if found || err != nil {
				taken = Taken{uses[i].PuzzleID, goal, uses[i].Step, format.Short(at.State)}
				return err
			}
		}
		return nil
	})
	if looking.Err() != nil && ctx.Err() == nil {
		return taken, false, nil
	}
	return taken, found, err
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

// newMaker returns a maker of puzzles of a variant for a goal, as fast as the machine is.
func (s *Stock) newMaker(goal, variant string) (*maker, error) {
	return newMaker(s.catalogue, goal, variant, runtime.GOMAXPROCS(0), driver.NewStatements)
}
