package statements

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// Finder finds deductions in states and does not apply them.
type Finder struct {
	db         *store.DB // the temporary database, if there is one
	conn       *store.Conn
	driver     *Driver
	techniques catalogue.Catalogue
	First      bool // stop at the first deduction of each state
	rowsOnly   bool // leave out the evidence that can be computed from the pattern's key
	// skipComplements goes into pass.skip_complements, which is 0 by hand and 1 where a solve leaves out patterns that
	// smaller ones find.
	skipComplements int
}

// NewFinder returns a finder for the techniques. They may have sizes that the catalogue lacks (Catalogue.Resolve
// makes them). The finder works in a database and rolls back all its changes. Where the rows of puzzles are on
// several nodes, it works in a database in memory instead, because all nodes would take part.
func NewFinder(ctx context.Context, db *store.DB, techniques catalogue.Catalogue) (*Finder, error) {
	if err := db.CheckReference(ctx); err != nil {
		return nil, err
	}
	onNodes, err := db.OnNodes(ctx)
	if err != nil {
		return nil, store.Explain(err)
	}
	var temporary *store.DB
	if onNodes {
		if temporary, err = store.OpenTemp(ctx); err != nil {
			return nil, err
		}
		db = temporary
	}
	f, err := newFinder(ctx, db, techniques, &scratch{finders: make(map[string]*Finder)})
	if err != nil && temporary != nil {
		return nil, errors.Join(err, temporary.Close())
	} else if err != nil {
		return nil, err
	}
	f.db = temporary
	return f, nil
}

// newFinder returns a finder that works in a database. users runs technique files of users, see Driver.
func newFinder(ctx context.Context, db *store.DB, techniques catalogue.Catalogue, users *scratch) (f *Finder,
	err error) {
	f = &Finder{techniques: techniques}
	if f.conn, err = db.Acquire(ctx); err == nil {
		f.driver, err = newDriver(ctx, f.conn, memory.Options{Techniques: techniques, Audit: setdoku.AuditFull}, users)
	}
	if err == nil {
		f.driver.lists = true
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(ctx))
	}
	return f, nil
}

// Spent returns the time spent in every statement so far, in any order.
func (f *Finder) Spent() []Spent {
	list := slices.Collect(maps.Values(f.driver.spent))
	if f.driver.users != nil {
		for _, own := range f.driver.users.finders {
			list = append(list, own.Spent()...)
		}
	}
	return list
}

// Close releases the connection.
func (f *Finder) Close(ctx context.Context) error {
	var err error
	if f.driver != nil {
		err = f.driver.Close(ctx)
	}
	if f.conn != nil {
		err = errors.Join(err, f.conn.Close())
	}
	if f.db != nil {
		err = errors.Join(err, f.db.Close())
	}
	return err
}

// errDiscard rolls a transaction back.
var errDiscard = errors.New("discard")

// Find returns the deductions of all techniques in every state, in the order of states, techniques and patterns. A
// solved or contradictory state has none, and a technique that needs one solution has none in a state whose givens do
// not have exactly one (Catalogue.Withheld). Up to ChunkSize states in one call are efficient. With First each state
// has at most one deduction: that with the smallest pattern of the first technique that finds any. Find does not try
// later techniques on that state.
func (f *Finder) Find(ctx context.Context, states []format.Puzzle) (found [][]setdoku.Deduction, err error) {
	if found, err = f.find(ctx, states); err != nil {
		return nil, fmt.Errorf("find in %s: %w", format.Plural(len(states), "state"), err)
	}
	return found, nil
}

// find is Find. Its errors name no states.
func (f *Finder) find(ctx context.Context, states []format.Puzzle) (found [][]setdoku.Deduction, err error) {
	for len(states) > 0 {
		n := slices.IndexFunc(states, func(p format.Puzzle) bool {
			return p.State.Board().Name != states[0].State.Board().Name
		})
		if n < 0 {
			n = len(states)
		}
		list, err := f.findOn(ctx, states[:n])
		if err != nil {
			return nil, err
		}
		found, states = append(found, list...), states[n:]
	}
	return found, nil
}

// findOn is find for states of one variant.
func (f *Finder) findOn(ctx context.Context, states []format.Puzzle) ([][]setdoku.Deduction, error) {
	found := make([][]setdoku.Deduction, len(states))
	if err := f.use(ctx, states[0].State.Variant); err != nil {
		return nil, err
	}
	err := f.conn.Atomically(ctx, func() error {
		starts, _, err := f.conn.Add(ctx, states)
		if err != nil {
			return err
		}
		if err := f.driver.start(ctx, record.Distinct(starts)); err != nil {
			return err
		}
		byPuzzle, err := f.findAll(ctx)
		if fault := (*Fault)(nil); errors.As(err, &fault) {
			if i := slices.IndexFunc(starts,
				func(p *record.Puzzle) bool { return p.PuzzleID == fault.Puzzle }); i >= 0 {
				fault.Problem, fault.Puzzle = fault.Problem+", in "+format.Short(states[i].State), 0
			}
		}
		if err != nil {
			return err
		}
		for i := range starts {
			found[i] = byPuzzle[starts[i].PuzzleID]
		}
		return errDiscard
	})
	if !errors.Is(err, errDiscard) {
		return nil, err
	}
	return found, nil
}

// use prepares the driver for a variant, nil for classic, and adds the variant to the database.
func (f *Finder) use(ctx context.Context, v *setdoku.Variant) error {
	if v != nil {
		err := f.conn.Atomically(ctx, func() (err error) {
			v, err = f.conn.Variant(ctx, v)
			return err
		})
		if err != nil {
			return err
		}
	}
	return f.driver.Use(ctx, v)
}

// findAll runs the techniques on the loaded states and returns the deductions by puzzle_id.
func (f *Finder) findAll(ctx context.Context) (map[int64][]setdoku.Deduction, error) {
	found := make(map[int64][]setdoku.Deduction)
	techniques, err := suiting(f.techniques, f.driver.variant)
	if err != nil {
		return nil, err
	}
	for _, t := range techniques {
		if err := f.fill(ctx, t); err != nil {
			return nil, err
		}
		if f.First {
			more, err := f.leave(ctx, found)
			if err != nil || !more {
				return found, err
			}
		}
		if err := f.driver.provide(ctx, t); err != nil {
			return nil, err
		}
		if err := f.driver.takeOut(ctx, t); err != nil {
			return nil, err
		}
		if _, err := f.driver.discover(ctx, t); err != nil {
			return nil, err
		}
		if err := f.collect(ctx, t, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// fill puts all states that are neither solved nor contradictory into the pass of a technique.
func (f *Finder) fill(ctx context.Context, t catalogue.Technique) error {
	if err := f.driver.exec(ctx, `DELETE FROM pass`); err != nil {
		return err
	}
	return f.driver.exec(ctx, `
		INSERT INTO pass (puzzle_id, technique, size, skip_complements)
		SELECT puzzle_id, ?, ?, ? FROM work_puzzle`,
		t.Name, t.Size, f.skipComplements)
}

// leave removes the states with a deduction from the pass and reports whether any states are left.
func (f *Finder) leave(ctx context.Context, found map[int64][]setdoku.Deduction) (more bool, err error) {
	if len(found) > 0 {
		if err := f.driver.execIn(ctx, `DELETE FROM pass WHERE puzzle_id IN (?)`,
			slices.Collect(maps.Keys(found))); err != nil {
			return false, err
		}
	}
	err = f.conn.GetContext(ctx, &more, `SELECT COUNT(*) > 0 FROM pass`)
	return more, err
}

// collect reads the deductions of a technique from the temporary tables deduction and deduction_evidence.
func (f *Finder) collect(ctx context.Context, t catalogue.Technique, found map[int64][]setdoku.Deduction) error {
	var rows []struct {
		PuzzleID  int64 `db:"puzzle_id"`
		Pattern   int64
		Placement bool
		setdoku.Candidate
	}
	err := f.conn.SelectContext(ctx, &rows, f.conn.Qualify(`
		SELECT puzzle_id, pattern, placement, cell, digit
		FROM temp.deduction
		ORDER BY puzzle_id, pattern, cell, digit`))
	if err != nil {
		return err
	}
	for _, r := range rows {
		list := found[r.PuzzleID]
		if n := len(list); n == 0 || list[n-1].Asked != t.Sized() || list[n-1].Pattern != r.Pattern {
			list = append(list, setdoku.Deduction{Technique: t.Name, Asked: t.Sized(), Pattern: r.Pattern,
				Evidence: []setdoku.Evidence{}})
		}
		if d := &list[len(list)-1]; r.Placement {
			d.Placements = append(d.Placements, r.Candidate)
		} else {
			d.Eliminations = append(d.Eliminations, r.Candidate)
		}
		found[r.PuzzleID] = list
	}
	if f.First {
		for id, list := range found {
			found[id] = list[:1]
		}
	}
	if err := f.addEvidence(ctx, found, t); err != nil {
		return err
	}
	for _, q := range []string{`DELETE FROM temp.deduction`, `DELETE FROM temp.deduction_evidence`} {
		if err := f.driver.exec(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// addEvidence adds the evidence to the deductions of the technique that ran last: first what the pattern's key
// contains, then the rows.
func (f *Finder) addEvidence(ctx context.Context, found map[int64][]setdoku.Deduction, t catalogue.Technique) error {
	key, err := catalogue.ParseKey(&t)
	if err != nil {
		return err
	}
	rows, err := f.driver.evidence(ctx)
	if err != nil {
		return err
	}
	for id := range found {
		for i := range found[id] {
			d := &found[id][i]
			if d.Asked != t.Sized() {
				continue
			}
			if !f.rowsOnly {
				d.Evidence = key.Decode(f.driver.variant.OrClassic(), d.Pattern)
			}
			for _, e := range rows[id] {
				if e.Pattern == d.Pattern {
					d.Evidence = append(d.Evidence, e)
				}
			}
		}
	}
	return nil
}
