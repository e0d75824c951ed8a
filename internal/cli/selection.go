package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
	"setdoku/solver"
	"setdoku/store"
)

// selection says which techniques a command uses.
type selection struct {
	only    []string // names, families and names with a size; none for the whole catalogue
	also    []string // what --technique was given, another word for the same
	without []string
	own     []string                     // files
	read    map[string]setdoku.Technique // what was in them
}

// flags adds --techniques, --without and --technique-file.
func (s *selection) flags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.only, "techniques", nil, "use only these techniques or families, also with a size such as naked_subset:5 (repeatable, or comma separated)")
	complete.Flag(cmd, "techniques", complete.TechniqueList)
	s.withoutFlag(cmd)
	s.fileFlag(cmd)
}

// withoutFlag adds --without.
func (s *selection) withoutFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.without, "without", nil, "leave out these techniques or families (repeatable, or comma separated)")
	complete.Flag(cmd, "without", complete.TechniqueList)
}

// fileFlag adds --technique-file.
func (s *selection) fileFlag(cmd *cobra.Command) {
	s.read = make(map[string]setdoku.Technique)
	cmd.Flags().StringArrayVar(&s.own, "technique-file", nil, "add the technique of a `FILE` of your own to the catalogue (repeatable)")
	complete.Flag(cmd, "technique-file", complete.SQLFiles)
}

// techniqueFlag adds --technique, which means the same as --techniques.
func (s *selection) techniqueFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.also, "technique", nil, "technique or family to look for (repeatable, or comma separated)")
	complete.Flag(cmd, "technique", complete.TechniqueList)
}

// check refuses a list of techniques that has no name.
func (s *selection) check(cmd *cobra.Command) error {
	for _, name := range []string{"techniques", "technique", "without"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && len(f.Value.(pflag.SliceValue).GetSlice()) == 0 {
			return usage.Errorf("%s: --%s is empty: name at least one technique or family", usage.Name(cmd), name)
		}
	}
	return nil
}

// words are the names of the techniques to use.
func (s *selection) words() []string { return slices.Concat(s.only, s.also) }

// options are the choices that the table run notes as they were made. What they come to stands in its column selection.
func (s *selection) options() map[string]any {
	noted := make(map[string]any)
	if words := s.words(); len(words) > 0 {
		noted["techniques"] = words
	}
	if len(s.without) > 0 {
		noted["without"] = s.without
	}
	return noted
}

// builtIn returns the catalogue that the migrations make, with the techniques of the files and with the sizes that are
// named, and what is selected of it.
func (s *selection) builtIn(ctx context.Context) (catalogue, selected solver.Catalogue, err error) {
	c, err := solver.BuiltIn()
	if err != nil {
		return nil, nil, err
	}
	return s.of(ctx, c, nil)
}

// in is builtIn for the catalogue of a database, which then knows the names of all that is selected.
func (s *selection) in(ctx context.Context, db *store.DB) (catalogue, selected solver.Catalogue, err error) {
	c, err := solver.BuiltIn()
	if err != nil {
		return nil, nil, err
	}
	var known solver.Catalogue
	if len(s.own) > 0 {
		if known, err = solver.LoadNames(ctx, db); err != nil {
			return nil, nil, err
		}
	}
	if catalogue, selected, err = s.of(ctx, c, known); err != nil {
		return nil, nil, err
	}
	return catalogue, selected, catalogue.AddNames(ctx, db)
}

// of adds to a catalogue and selects. known are the techniques that a database knows by name, nil without one.
func (s *selection) of(ctx context.Context, c, known solver.Catalogue) (catalogue, selected solver.Catalogue, err error) {
	if c, err = s.withOwn(ctx, c, known); err != nil {
		return nil, nil, err
	}
	if c, err = c.WithSizes(s.words()); err != nil {
		return nil, nil, usage.Wrong(err)
	}
	if selected, err = c.Select(s.words(), s.without); err != nil {
		return nil, nil, usage.Wrong(err)
	}
	return c, selected, nil
}

// pathfinder returns a pathfinder for the techniques, for single steps or whole paths.
func (s *selection) pathfinder(ctx context.Context, oneStep bool) (*solver.Pathfinder, solver.Catalogue, error) {
	catalogue, selected, err := s.builtIn(ctx)
	if err != nil {
		return nil, nil, err
	}
	f, err := solver.NewPathfinder(catalogue, solver.Options{Techniques: selected, StopAtFirst: oneStep})
	return f, catalogue, err
}
