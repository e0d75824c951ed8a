package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/catalogue"
	"setdoku/internal/cli/usage"
	"setdoku/solver"
	"setdoku/solver/statements"
	"setdoku/store"
)

// selection says which techniques a command uses.
type selection struct {
	only    []string // --technique: names, families and names with a size; none for the whole catalogue
	without []string
	files   []string                       // --technique-file
	read    map[string]catalogue.Technique // the techniques of the files that have been read
}

// flags adds --technique, --without and --technique-file.
func (s *selection) flags(cmd *cobra.Command) {
	s.techniqueFlag(cmd)
	s.withoutFlag(cmd)
	s.fileFlag(cmd)
}

// techniqueFlag adds --technique.
func (s *selection) techniqueFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.only, "technique", nil,
		"use only these techniques or families, also with a size such as naked_subset:5 (repeatable, or comma "+
			"separated)")
	usage.Complete(cmd, "technique", listOf(techniquesAndFamilies))
}

// withoutFlag adds --without.
func (s *selection) withoutFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.without, "without", nil,
		"leave out these techniques or families (repeatable, or comma separated)")
	usage.Complete(cmd, "without", listOf(techniquesAndFamilies))
}

// fileFlag adds --technique-file.
func (s *selection) fileFlag(cmd *cobra.Command) {
	s.read = make(map[string]catalogue.Technique)
	cmd.Flags().StringArrayVar(&s.files, "technique-file", nil,
		"add the technique of a `FILE` of your own to the catalogue (repeatable)")
	usage.Complete(cmd, "technique-file",
		cobra.FixedCompletions([]string{"sql"}, cobra.ShellCompDirectiveFilterFileExt))
}

// check returns a usage error for an empty list of techniques.
func (s *selection) check(cmd *cobra.Command) error {
	for _, name := range []string{"technique", "without"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && len(f.Value.(pflag.SliceValue).GetSlice()) == 0 {
			return usage.Errorf("%s: --%s is empty: name at least one technique or family", usage.Name(cmd), name)
		}
	}
	return nil
}

// options returns the flags as the table run keeps them. Its column selection has the techniques that they select.
func (s *selection) options() map[string]any {
	options := make(map[string]any)
	if len(s.only) > 0 {
		options["techniques"] = s.only
	}
	if len(s.without) > 0 {
		options["without"] = s.without
	}
	return options
}

// builtIn returns the catalogue that the migrations make, with the techniques of the files and the named sizes, and the
// techniques that are selected from it.
func (s *selection) builtIn(ctx context.Context) (all, selected catalogue.Catalogue, err error) {
	c, err := catalogue.BuiltIn()
	if err != nil {
		return nil, nil, err
	}
	return s.of(ctx, c, nil)
}

// library returns the options for the library, without a database.
func (s *selection) library(ctx context.Context, jobs int) (o solver.Options, err error) {
	_, _, err = s.builtIn(ctx) // it says what is wrong with the flags, and reads the files
	var own []catalogue.Technique
	for _, f := range s.files {
		own = append(own, s.read[f])
	}
	return solver.Options{Techniques: s.only, Without: s.without, Jobs: jobs,
		Own: solver.Own(catalogue.NewOwn(own, statements.NewStatements))}, err
}

// in is builtIn for a database. It adds the names of the techniques to the database.
func (s *selection) in(ctx context.Context, db *store.DB) (all, selected catalogue.Catalogue, err error) {
	c, err := catalogue.BuiltIn()
	if err != nil {
		return nil, nil, err
	}
	var known catalogue.Catalogue
	if len(s.files) > 0 {
		if known, err = catalogue.LoadNames(ctx, db); err != nil {
			return nil, nil, err
		}
	}
	if all, selected, err = s.of(ctx, c, known); err != nil {
		return nil, nil, err
	}
	return all, selected, statements.AddNames(ctx, db, all)
}

// of adds the techniques of the files, and those of the sizes that words and the flags name, to a catalogue, and
// selects. known are the techniques that a database knows by name, nil without a database.
func (s *selection) of(ctx context.Context, c, known catalogue.Catalogue, words ...string) (all,
	selected catalogue.Catalogue, err error) {
	if c, err = s.withFiles(ctx, c, known); err != nil {
		return nil, nil, err
	}
	if all, selected, err = c.Choose(nil, nil, words, s.only, s.without); err != nil {
		return nil, nil, usage.Wrong(err)
	}
	return all, selected, nil
}

// withFiles adds the techniques of the files to a catalogue. known are the techniques that a database knows by name,
// nil without a database. Each file is read once, because a pipe can be read only once.
func (s *selection) withFiles(ctx context.Context, c, known catalogue.Catalogue) (_ catalogue.Catalogue, err error) {
	for _, f := range s.files {
		t, read := s.read[f]
		if !read {
			if t, _, err = statements.ReadTechnique(ctx, f); err != nil {
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

// fullFlag adds --full to a command that explains deductions.
func fullFlag(cmd *cobra.Command, full *bool) {
	cmd.Flags().BoolVar(full, "full", false, "describe what is otherwise left out too")
}
