package batch

import (
	"context"
	"errors"
	"slices"

	"setdoku/internal/format"
	"setdoku/solver/isomorph"
	"setdoku/store"
	"setdoku/store/record"
)

// Importer adds puzzles to a database without solving them.
type Importer struct {
	conn          *store.Conn
	SkipIsomorphs bool     // skip a puzzle without pencil marks that is an isomorph of a stored one
	Tags          []string // for all puzzles, also those that are stored already
	// Own are further tags of each puzzle, nil for none. Puzzles must not be skipped then.
	Own [][]string
}

// Imported is the result of Importer.Add.
type Imported struct {
	Added   int
	IDs     []int64   // the puzzle_id of each puzzle that is not among Skipped, in input order
	Skipped []Skipped // puzzles that were not added, in input order
}

// Skipped is a puzzle that was not added because an isomorph is stored.
type Skipped struct {
	Puzzle format.Puzzle
	Of     int64 // puzzle_id of the stored isomorph
	Source string
}

// NewImporter returns an importer for db.
func NewImporter(ctx context.Context, db *store.DB) (*Importer, error) {
	if err := db.CheckReference(ctx); err != nil {
		return nil, err
	}
	conn, err := db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	// The foreign keys hold anyway: all rows belong to puzzles that the same transaction adds.
	if err := errors.Join(conn.SkipChecks(ctx), conn.SkipTriggers()); err != nil {
		return nil, errors.Join(store.Explain(err), conn.Close())
	}
	return &Importer{conn: conn}, nil
}

// Close closes the connection.
func (i *Importer) Close() error {
	return i.conn.Close()
}

// Add adds the puzzles that are not in the database yet, with givens and candidates, in one transaction.
func (i *Importer) Add(ctx context.Context, puzzles []format.Puzzle) (done Imported, err error) {
	err = i.conn.Atomically(ctx, func() error {
		done = Imported{}
		part := intake{added: puzzles}
		if i.SkipIsomorphs {
			if part, err = i.split(ctx, puzzles); err != nil {
				return err
			}
		}
		list, known, err := i.conn.Add(ctx, part.added)
		if err != nil {
			return err
		}
		done.IDs, done.Skipped = record.IDs(list), part.resolve(list)
		if err := i.conn.Tag(ctx, slices.Concat(done.IDs, storedIDs(done.Skipped)), i.Tags); err != nil {
			return err
		}
		for n, tags := range i.Own {
			if err := i.conn.Tag(ctx, done.IDs[n:n+1], tags); err != nil {
				return err
			}
		}
		done.Added = len(record.Distinct(list)) - len(known)
		return nil
	})
	if err != nil {
		return Imported{}, err
	}
	return done, nil
}

// intake is a list of puzzles split into those to add and isomorphs.
type intake struct {
	added     []format.Puzzle
	isomorphs []Skipped
	first     []int // for each isomorph: index in added, -1 if its isomorph is stored
}

// split separates the isomorphs of stored or earlier puzzles from the puzzles to add. A puzzle that is stored itself is
// among those to add: adding it again changes nothing.
func (i *Importer) split(ctx context.Context, puzzles []format.Puzzle) (p intake, err error) {
	givens, forms := make([]string, len(puzzles)), make([]string, len(puzzles))
	for n := range puzzles {
		if puzzles[n].State.Plain() && puzzles[n].State.Variant == nil {
			form, _ := isomorph.Canonical(puzzles[n].State.Givens)
			givens[n], forms[n] = puzzles[n].State.Givens.String(), form.String()
		}
	}
	there, err := i.conn.Isomorphs(ctx, givens, forms)
	if err != nil {
		return p, err
	}
	first := make(map[string]int) // by canonical form: index in added
	for n := range puzzles {
		found, isThere := there[givens[n]]
		at, isNew := first[forms[n]]
		switch {
		case forms[n] == "", isThere && found.Same:
		case isThere:
			p.isomorphs = append(p.isomorphs, Skipped{puzzles[n], found.PuzzleID, found.Source})
			p.first = append(p.first, -1)
			continue
		case isNew && p.added[at].State.Givens != puzzles[n].State.Givens:
			p.isomorphs = append(p.isomorphs, Skipped{Puzzle: puzzles[n], Source: store.Source(p.added[at])})
			p.first = append(p.first, at)
			continue
		case !isNew:
			first[forms[n]] = len(p.added)
		}
		p.added = append(p.added, puzzles[n])
	}
	return p, nil
}

// resolve returns the isomorphs with the ids of their stored isomorphs. added are the puzzles that were added.
func (p *intake) resolve(added []*record.Puzzle) []Skipped {
	for n, at := range p.first {
		if at >= 0 {
			p.isomorphs[n].Of = added[at].PuzzleID
		}
	}
	return p.isomorphs
}

// storedIDs returns the numbers of the stored isomorphs.
func storedIDs(isomorphs []Skipped) []int64 {
	list := make([]int64, len(isomorphs))
	for n := range isomorphs {
		list[n] = isomorphs[n].Of
	}
	return list
}
