package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver/generate"
	"setdoku/solver/statements"
	"setdoku/store"
)

// check reads the flags and returns a usage error for values that make no sense.
func (f *generateFlags) check(cmd *cobra.Command) (err error) {
	changed := cmd.Flags().Changed
	if err := f.readMix(changed); err != nil {
		return err
	}
	switch {
	case f.json && changed("format"):
		return usageErrorf("generate: --json does not go with --format")
	case f.db != "" && (changed("format") || changed("output")):
		return usageErrorf("generate: --db keeps the puzzles: leave out --format and --output, 'setdoku export' " +
			"writes them")
	case f.constraints.Variant != nil && !f.json && f.format != string(format.Line81) &&
		!slices.Contains(onPaper(), f.format):
		return usageErrorf("generate: --format %s holds only classic puzzles: leave out --variant, or name one of "+
			"%s, %s", f.format, format.Line81, strings.Join(onPaper(), ", "))
	case slices.Contains(onPaper(), f.format) && f.n > maxOnPaper(f.format):
		return usageErrorf("generate: --number %d, want %d at most for --format %s", f.n, maxOnPaper(f.format),
			f.format)
	case f.db == "" && changed("audit"):
		return usageErrorf("generate: --audit says what is stored in a database: name one with --db")
	}
	if changed("solutions") && !slices.Contains(onPaper(), f.format) {
		return usageErrorf("generate: --solutions does not go with --format %s, only with print and pdf", f.format)
	}
	if len(f.mix) > 0 && f.n <= len(picture.PerPage) && !changed("per-page") {
		f.perPage = f.n
	}
	if err := f.paperFlags.check(cmd, f.format); err != nil {
		return err
	}
	if err := f.selection.check(cmd); err != nil {
		return err
	}
	for _, text := range f.levels {
		level, known := among(text, setdoku.Levels())
		if !known {
			level = setdoku.Level(text) // the generator says that there is none
		}
		f.constraints.Levels = append(f.constraints.Levels, level)
	}
	if err := f.readHardest(); err != nil {
		return err
	}
	for _, list := range []string{"level", "require", "forbid"} {
		if names, _ := cmd.Flags().GetStringSlice(list); changed(list) && len(names) == 0 {
			return usageErrorf("generate: --%s is empty", list)
		}
	}
	for _, r := range []struct {
		name, text string
		to         *generate.Range
	}{{"clues", f.clues, &f.constraints.Clues}, {"score", f.score, &f.constraints.Score}} {
		if !changed(r.name) {
			continue
		}
		if *r.to, err = generate.ParseRange(r.text); err != nil {
			return usageErrorf("generate: --%s %w", r.name, err)
		}
	}
	f.printedClues, f.printedSymmetry = !changed("clues"), !changed("symmetry")
	return nil
}

// readVariant reads the name of --variant. A name that is not known may be that of a variant of the database.
func (f *generateFlags) readVariant(ctx context.Context) error {
	unknown := f.constraints.SetVariant(f.variant)
	if unknown == nil {
		return nil
	}
	if f.db == "" {
		return usageErrorf("generate: %w", unknown)
	}
	err := read(ctx, f.db, func(q *store.Snapshot) (err error) {
		f.constraints.Variant, err = q.Variant(ctx, f.variant)
		return err
	})
	if err != nil {
		return usageErrorf("generate: %w; %w", unknown, err)
	}
	return nil
}

// readPattern reads the file of --pattern.
func (a *app) readPattern(ctx context.Context, f *generateFlags) error {
	if f.pattern == "" {
		return nil
	}
	text, err := a.readPatternText(ctx, f.pattern)
	if err != nil {
		return err
	}
	if err := f.constraints.SetPattern(text); err != nil {
		return fmt.Errorf("pattern %s: %w", f.pattern, err)
	}
	return nil
}

// shares returns the options of the generator for each level. Several levels share the number of puzzles; one whose
// puzzles cannot meet the other constraints gets none.
func (f *generateFlags) shares(ctx context.Context) (list []generate.Options, err error) {
	all := *f
	if f.pattern == "" {
		all.constraints.LikePrinted(f.printedClues, f.printedSymmetry)
	}
	o, err := all.options(ctx)
	if err != nil || len(f.constraints.Levels) < 2 && f.mix == nil {
		return []generate.Options{o}, err
	}
	if f.mix != nil {
		return f.mixed(ctx)
	}
	for i, level := range f.constraints.Levels {
		if slices.Contains(f.constraints.Levels[:i], level) {
			continue
		}
		part := *f
		part.constraints.Levels = []setdoku.Level{level}
		if f.pattern == "" {
			part.constraints.LikePrinted(f.printedClues, f.printedSymmetry)
		}
		if o, err := part.options(ctx); err == nil {
			list = append(list, o)
		}
	}
	for i := range list {
		list[i].N = (f.n + len(list) - 1 - i) / len(list)
	}
	return slices.DeleteFunc(list, func(o generate.Options) bool { return o.N == 0 }), nil
}

// options returns the options of the generator, or a usage error for constraints that contradict each other.
func (f *generateFlags) options(ctx context.Context) (o generate.Options, err error) {
	f.constraints.Logic = len(f.Without)+len(f.files) > 0
	o = generate.Options{Constraints: f.constraints, Seed: f.seed, Jobs: f.Jobs, N: f.n,
		Statements: statements.NewStatements}
	if f.constraints.Rated() {
		if _, o.Catalogue, err = f.builtIn(ctx, f.named()...); err != nil {
			return o, fmt.Errorf("generate: %w", err)
		}
	}
	if err := o.Constraints.Check(o.Catalogue); err != nil {
		return o, usageErrorf("generate: %w", err)
	}
	return o, nil
}

// named returns the techniques that the constraints name.
func (f *generateFlags) named() []string {
	return slices.Concat(f.constraints.Require, f.constraints.Forbid)
}

// patternBytes is more than the size of any pattern file.
const patternBytes = 1 << 16

// readPatternText reads a file, or standard input for "-".
func (a *app) readPatternText(ctx context.Context, path string) (string, error) {
	in := a.In
	if path != "-" {
		file, err := format.Open(ctx, path)
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		if err != nil {
			return "", fmt.Errorf("pattern %s: %w", path, err)
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, patternBytes))
	if err != nil {
		return "", fmt.Errorf("pattern %s: %w", path, err)
	}
	return string(text), nil
}
