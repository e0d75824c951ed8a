package cli

import (
	"context"
	"errors"
	"fmt"

	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
	"setdoku/solver/batch"
	"setdoku/store"
)

// fillIn fills in the puzzles that plain SQL has inserted into a database, and reports those that it cannot fill in.
func (a *app) fillIn(ctx context.Context, target string) (err error) {
	db, err := store.OpenExisting(ctx, target)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	imp, err := batch.NewImporter(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, imp.Close()) }()
	filled, faults := 0, 0
	for after := int64(0); ; {
		done, err := imp.FillIn(ctx, after, importedAtOnce)
		if err != nil {
			return err
		}
		if done.Puzzles == 0 {
			break
		}
		for _, f := range done.Unfillable {
			fmt.Fprintf(a.Err, "setdoku: %s: puzzle %d, column givens: %v\n", store.Name(target), f.PuzzleID, f.Problem)
		}
		after = done.Last
		faults += len(done.Unfillable)
		filled += done.Puzzles - len(done.Unfillable)
	}
	fmt.Fprintf(a.Err, "%s filled in\n", plural.Of(filled, "puzzle"))
	if faults > 0 {
		return usage.Exit(usage.ExitError)
	}
	return nil
}
