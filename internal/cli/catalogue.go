package cli

import (
	"context"
	"fmt"

	"setdoku/solver"
)

// loadCatalogue returns the catalogue that the migrations make, for commands without a database.
func loadCatalogue() (solver.Catalogue, error) { return solver.BuiltIn() }

// withOwn adds the techniques of the files to a catalogue. known are those that a database knows by name, nil
// without one. Each file is read once, for a pipe can be read no more often.
func (s *selection) withOwn(ctx context.Context, c, known solver.Catalogue) (_ solver.Catalogue, err error) {
	for _, f := range s.own {
		t, read := s.read[f]
		if !read {
			if t, _, err = solver.ReadTechnique(ctx, f); err != nil {
				return nil, err
			}
			s.read[f] = t
		}
		if c, err = c.With(t, known); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
	}
	return c, nil
}
