package batch

import (
	"context"
	"errors"

	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// FillProperties fills the tables puzzle_property and property_cell for the puzzles that have no row there, chunk by
// chunk. It calls progress after each chunk with the number of puzzles that got a row.
func FillProperties(ctx context.Context, db *store.DB, progress func(filled int)) (err error) {
	conn, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	filled := 0
	for after := int64(0); ; {
		var records []record.Puzzle
		err := db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
			records, err = s.WithoutProperties(ctx, after, memory.ChunkSize)
			return err
		})
		if err != nil || len(records) == 0 {
			return err
		}
		after = records[len(records)-1].PuzzleID
		sound := make([]*record.Puzzle, 0, len(records))
		for i := range records {
			if records[i].Refused == nil {
				sound = append(sound, &records[i])
			}
		}
		err = onAllCores(ctx, len(sound), func(i int) error {
			p, cells, err := PropertiesFor(ctx, &sound[i].Start)
			sound[i].Properties, sound[i].PropertyCells = &p, cells
			return err
		})
		if err != nil {
			return err
		}
		added := 0
		err = conn.Atomically(ctx, func() (err error) {
			added, err = conn.AddProperties(ctx, sound)
			return err
		})
		if err != nil {
			return err
		}
		filled += added
		progress(filled)
	}
}
