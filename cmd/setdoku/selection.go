package main

import (
	"context"

	"github.com/spf13/pflag"

	"setdoku/solver"
)

// selection says which techniques a command in memory uses.
type selection struct {
	only    []string
	also    []string // what --technique was given, another word for the same
	without []string
	own     []string // files
}

func (s *selection) flags(fl *pflag.FlagSet) {
	fl.StringSliceVar(&s.only, "techniques", nil, "use only these techniques or families (repeatable, or comma separated)")
	fl.StringSliceVar(&s.also, "technique", nil, "technique or family to look for (repeatable, or comma separated)")
	fl.StringSliceVar(&s.without, "without", nil, "leave out these techniques or families (repeatable, or comma separated)")
	fl.StringArrayVar(&s.own, "technique-file", nil, "add the technique of a `FILE` of your own to the catalogue (repeatable)")
}

// pathfinder returns a pathfinder for the techniques, for single steps or whole paths.
func (s *selection) pathfinder(ctx context.Context, oneStep bool) (*solver.Pathfinder, solver.Catalogue, error) {
	catalogue, err := loadCatalogue(ctx)
	if err == nil {
		catalogue, err = withOwn(ctx, catalogue, nil, s.own)
	}
	if err != nil {
		return nil, nil, err
	}
	selected, err := catalogue.Select(append(append([]string{}, s.only...), s.also...), s.without)
	if err != nil {
		return nil, nil, usageError{err}
	}
	f, err := solver.NewPathfinder(catalogue, solver.Options{Techniques: selected, StopAtFirst: oneStep})
	return f, catalogue, err
}
