package main

import (
	"context"
	"fmt"

	"setdoku/solver"
)

// loadCatalogue returns the catalogue that the migrations make, for commands without a database.
func loadCatalogue(ctx context.Context) (solver.Catalogue, error) { return solver.BuiltIn(ctx) }

// withOwn adds the techniques of files to a catalogue. known are those that a database knows by name, nil
// without one.
func withOwn(ctx context.Context, c, known solver.Catalogue, files []string) (solver.Catalogue, error) {
	for _, f := range files {
		t, _, err := solver.ReadTechnique(ctx, f)
		if err != nil {
			return nil, err
		}
		if c, err = c.With(t, known); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
	}
	return c, nil
}
