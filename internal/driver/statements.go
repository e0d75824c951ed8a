package driver

import (
	"context"
	"errors"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/format"
)

// statements finds the deductions of techniques by their statements, in a temporary database.
type statements struct {
	db      *database.DB       // nil before the first call of Find
	finders map[string]*Finder // by the name of the technique
}

// NewStatements returns what runs the techniques that memory cannot find.
func NewStatements() setdoku.Statements { return &statements{finders: make(map[string]*Finder)} }

// Find implements setdoku.Statements.
func (s *statements) Find(ctx context.Context, t setdoku.Technique, selected []setdoku.Technique,
	states []setdoku.State) ([][]setdoku.Deduction, error) {
	finder, err := s.finder(ctx, t)
	if err != nil {
		return nil, err
	}
	finder.skipComplements = skipComplements(t, selected)
	puzzles := make([]format.Puzzle, len(states))
	for i, state := range states {
		puzzles[i].State = state
	}
	return finder.Find(ctx, puzzles)
}

// finder returns the finder of a technique.
func (s *statements) finder(ctx context.Context, t setdoku.Technique) (_ *Finder, err error) {
	if s.db == nil {
		if s.db, err = database.OpenTemp(ctx); err != nil {
			return nil, err
		}
	}
	if known := s.finders[t.Name]; known != nil {
		return known, nil
	}
	finder, err := NewFinder(ctx, s.db, catalogue.Catalogue{t})
	if err != nil {
		return nil, err
	}
	finder.RowsOnly = true
	s.finders[t.Name] = finder
	return finder, nil
}

// Close implements setdoku.Statements.
func (s *statements) Close(ctx context.Context) (err error) {
	for _, finder := range s.finders {
		err = errors.Join(err, finder.Close(ctx))
	}
	if s.db != nil {
		err = errors.Join(err, s.db.Close())
	}
	return err
}
