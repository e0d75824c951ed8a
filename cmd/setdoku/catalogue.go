package main

import (
	"context"
	"errors"

	"setdoku/solver"
	"setdoku/store"
)

// loadCatalogue returns the catalogue that the migrations make, for commands without a database.
func loadCatalogue(ctx context.Context) (solver.Catalogue, error) {
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	catalogue, err := solver.LoadCatalogue(ctx, db)
	return catalogue, errors.Join(err, db.Close())
}
