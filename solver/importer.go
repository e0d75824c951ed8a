package solver

import (
	"context"
	"errors"
	"slices"

	"setdoku/internal/format"
	"setdoku/store"
)

// Importer adds puzzles to a database without solving them.
type Importer struct {
	conn   *store.Conn
	driver *Driver
}

// NewImporter returns an importer for db.
func NewImporter(ctx context.Context, db *store.DB) (*Importer, error) {
	conn, err := db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	driver, err := NewDriver(ctx, conn, Options{})
	if err != nil {
		return nil, errors.Join(store.Explain(err), conn.Close())
	}
	return &Importer{conn: conn, driver: driver}, nil
}

// Close gives the connection back.
func (i *Importer) Close(ctx context.Context) error {
	return errors.Join(i.driver.Close(ctx), i.conn.Close())
}

// Add adds the puzzles that are not in the database yet, with givens and candidates, in
// one transaction, and returns how many that were.
func (i *Importer) Add(ctx context.Context, puzzles []format.Puzzle) (int, error) {
	added := 0
	err := i.conn.Atomically(ctx, func() error {
		entries, err := i.conn.Add(ctx, puzzles)
		if err != nil {
			return err
		}
		entries = slices.DeleteFunc(entries, func(e store.Entry) bool { return !e.Fresh })
		chunk := asTheyCame(entries)
		added = len(chunk)
		if added == 0 {
			return nil
		}
		return i.driver.Fill(ctx, chunk)
	})
	return added, err
}
