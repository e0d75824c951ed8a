package cli

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/catalogue"
	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/solver/statements"
	"setdoku/store"
)

// selection says which techniques a command uses.
type selection struct {
	solver.Options
	files []string                       // --technique-file
	read  map[string]catalogue.Technique // the techniques of the files that have been read
}

// flags adds --technique, --without and --technique-file.
func (s *selection) flags(cmd *cobra.Command) {
	s.techniqueFlag(cmd)
	s.withoutFlag(cmd)
	s.fileFlag(cmd)
}

// techniqueFlag adds --technique.
func (s *selection) techniqueFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.Techniques, "technique", nil,
		"use only these techniques or families, also with a size such as naked_subset:5 (repeatable, or comma "+
			"separated)")
	completeFlag(cmd, "technique", completeList(techniquesAndFamilies))
}

// withoutFlag adds --without.
func (s *selection) withoutFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.Without, "without", nil,
		"leave out these techniques or families (repeatable, or comma separated)")
	completeFlag(cmd, "without", completeList(techniquesAndFamilies))
}

// fileFlag adds --technique-file.
func (s *selection) fileFlag(cmd *cobra.Command) {
	s.read = make(map[string]catalogue.Technique)
	cmd.Flags().StringArrayVar(&s.files, "technique-file", nil,
		"add the technique of a `FILE` of your own to the catalogue (repeatable)")
	completeFlag(cmd, "technique-file",
		cobra.FixedCompletions([]string{"sql"}, cobra.ShellCompDirectiveFilterFileExt))
}

// check returns a usage error for an empty list of techniques.
func (s *selection) check(cmd *cobra.Command) error {
	for _, name := range []string{"technique", "without"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && len(f.Value.(pflag.SliceValue).GetSlice()) == 0 {
			return usageErrorf("%s: --%s is empty: name at least one technique or family", CommandName(cmd), name)
		}
	}
	return nil
}

// options returns the flags as the table run keeps them. Its column selection has the techniques that they select.
func (s *selection) options() map[string]any {
	options := make(map[string]any)
	if len(s.Techniques) > 0 {
		options["techniques"] = s.Techniques
	}
	if len(s.Without) > 0 {
		options["without"] = s.Without
	}
	return options
}

// builtIn returns the catalogue that the migrations make, with the techniques of the files and of the sizes that words
// and the flags name, and the techniques that are selected from it.
func (s *selection) builtIn(ctx context.Context, words ...string) (all, selected catalogue.Catalogue, err error) {
	if err := s.readFiles(ctx); err != nil {
		return nil, nil, err
	}
	return s.Choose(nil, words...)
}

// in is builtIn for a database. It adds the names of the techniques to the database.
func (s *selection) in(ctx context.Context, db *store.DB, words ...string) (all, selected catalogue.Catalogue,
	err error) {
	if err := s.readFiles(ctx); err != nil {
		return nil, nil, err
	}
	return batch.Choose(ctx, db, s.Options, words...)
}

// withFiles adds the techniques of the files to a catalogue.
func (s *selection) withFiles(ctx context.Context, c catalogue.Catalogue) (catalogue.Catalogue, error) {
	if err := s.readFiles(ctx); err != nil {
		return nil, err
	}
	return c.WithOwn(s.Own, nil)
}

// readFiles reads the techniques of the files into the options. Each file is read once, because a pipe can be read only
// once.
func (s *selection) readFiles(ctx context.Context) (err error) {
	var own []catalogue.Technique
	for _, f := range s.files {
		t, read := s.read[f]
		if !read {
			if t, _, err = statements.ReadTechnique(ctx, f); err != nil {
				return err
			}
			s.read[f] = t
		}
		own = append(own, t)
	}
	s.Own = catalogue.NewOwn(own, statements.NewStatements)
	return nil
}

// fullFlag adds --full to a command that explains deductions.
func fullFlag(cmd *cobra.Command, full *bool) {
	cmd.Flags().BoolVar(full, "full", false, "describe what is otherwise left out too")
}
