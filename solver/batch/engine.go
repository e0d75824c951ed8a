package batch

import (
	"context"

	"setdoku/store/record"
)

// engine solves the puzzles of a chunk. It takes long and locks nothing.
type engine interface {
	// Compute solves the puzzles and fills in their records. It reads nothing of them but their records, and writes to
	// temporary tables only.
	Compute(ctx context.Context, chunk []*record.Puzzle) error
	// Close frees the resources of the engine, but does not close its connection.
	Close(ctx context.Context) error
}
