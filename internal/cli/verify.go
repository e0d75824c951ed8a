package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/verify"
	"setdoku/store"
)

func init() { register((*app).verifyCommand) }

func (a *app) verifyCommand() *cobra.Command {
	var path string
	var f verifyFlags
	cmd := &cobra.Command{
		Use:         "verify [--db] FILE",
		Short:       "Check the record, prove every deduction and make every step again",
		GroupID:     groupLook,
		Annotations: next("setdoku query 'SELECT * FROM puzzle_rating ORDER BY score DESC' --db {db}"),
		Long: `Check three things of a database.

The record is whole: the database's own check finds no damage, the schema and the reference rows are those that
the migrations make, and every state follows from the steps before it. The rows of cell, candidate, step and
elimination agree with each other and with the puzzle's row, and steps by hand are legal moves.

Every deduction follows from its own evidence, by only the rules of Sudoku. This is checked without knowing any
technique, by code that shares nothing with the engines. docs/verify.md says how.

The path is what the solver makes: every attempt is made again from the state in which it began, by the engine in
memory or, with --engine sql, by the statements, and all rows must be equal.

verify reports up to 20 faults, each with the puzzle, the step, the row and what it should be. --no-replay leaves out
the third part. Attempts with techniques of a file are made again when --technique-file names it; without it
verify says how many steps were not made again.

Tables that users have added are not checked, and on a server the definitions of tables, views, indexes and triggers
are not compared.`,
		Example: `  setdoku verify sudoku.db
  setdoku verify --db sudoku.db --engine sql
  setdoku verify --db sudoku.db --no-replay`,
		Args: databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &path); err != nil {
				return err
			}
			if err := f.check(); err != nil {
				return err
			}
			return a.verify(cmd.Context(), path, f)
		},
	}
	dbFlag(cmd, &path)
	f.flags(cmd)
	return cmd
}

func (a *app) verify(ctx context.Context, path string, f verifyFlags) (err error) {
	o, err := f.options(ctx)
	if err != nil {
		return err
	}
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	bar := a.progressTo(0, false)
	o.Progress = func(puzzles int) { bar.At(0, puzzles) }
	var report *verify.Report
	// In a snapshot all tables are of the same moment, even while other processes write.
	err = db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
		report, err = verify.Run(ctx, db, s, o)
		return err
	})
	bar.Finish()
	if fault := (*verify.Finding)(nil); f.json && (err == nil || errors.As(err, &fault)) {
		err = errors.Join(err, jsonLines(a.Out).Encode(newVerifiedJSON(report, err)))
	}
	if err != nil {
		return fmt.Errorf("verify %s: %w", store.Name(path), err)
	}
	if !f.json {
		_, err = fmt.Fprintln(a.Out, verifyReport(report))
	}
	return err
}

// verifyFlags are the flags of verify.
type verifyFlags struct {
	noReplay bool
	json     bool
	selection
}

// flags adds the flags to verify.
func (f *verifyFlags) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.noReplay, "no-replay", false, "do not make the steps again")
	choiceFlag(cmd, &f.Engine, "engine", catalogue.EngineAuto,
		"makes the steps again: auto (in memory) or sql (the statements)", catalogue.EngineAuto, catalogue.EngineSQL)
	f.fileFlag(cmd)
	fl.BoolVar(&f.json, "json", false, "print a JSON object")
}

// check refuses wrong flags before the database is opened.
func (f *verifyFlags) check() error {
	if f.noReplay && len(f.files) > 0 {
		return usageErrorf("verify: --technique-file goes without --no-replay, because its technique " +
			"makes steps again")
	}
	return nil
}

// options returns the options of the verify.
func (f *verifyFlags) options(ctx context.Context) (o verify.Options, err error) {
	o.NoReplay, o.Engine = f.noReplay, f.Engine
	all, err := catalogue.BuiltIn()
	if err == nil {
		all, err = f.withFiles(ctx, all)
	}
	o.FromFiles = slices.DeleteFunc(all, func(t catalogue.Technique) bool { return t.Text == "" })
	return o, err
}

// verifyReport returns the output of verify for a database in which everything holds.
func verifyReport(r *verify.Report) string {
	lines := []string{fmt.Sprintf("%s, %s: all hold", format.Plural(r.Puzzles, "puzzle"), format.Plural(r.Steps, "step"))}
	checked := map[string]string{
		"full":          "with audit full, every deduction was proved from its evidence",
		"steps":         "with audit steps, no patterns and eliminations were there to prove",
		"none":          "with audit none, only the placements were there to check",
		verify.Unsolved: "not solved yet, only the start and steps by hand were there to check",
	}
	for _, level := range slices.Sorted(maps.Keys(r.Levels)) {
		lines = append(lines, fmt.Sprintf("  %d %s", r.Levels[level], checked[level]))
	}
	if r.Bare > 0 {
		lines = append(lines, fmt.Sprintf("  %s of techniques from files without evidence, proved from the whole grid",
			format.Plural(r.Bare, "pattern")))
	}
	if r.Unchecked > 0 {
		lines = append(lines, fmt.Sprintf("  %s not checked as a whole: the solutions were not counted, the search gave up",
			format.Plural(r.Unchecked, "puzzle")))
	}
	if m := r.Replayed; m != nil {
		by := "the engine in memory"
		if m.Engine == catalogue.EngineSQL {
			by = "the statements"
		}
		if m.Same > 0 {
			lines = append(lines, fmt.Sprintf("  %s made again by %s, and the same", format.Plural(m.Same, "step"), by))
		}
		for _, why := range slices.Sorted(maps.Keys(m.Left)) {
			lines = append(lines, fmt.Sprintf("  %s not made again: %s", format.Plural(m.Left[why], "step"), why))
		}
	}
	if r.Games > 0 {
		lines = append(lines, fmt.Sprintf("  %s played again", format.Plural(r.Games, "game")))
	}
	if len(r.Added) > 0 {
		lines = append(lines, "  not of setdoku: "+strings.Join(r.Added, ", "))
	}
	if !r.Compared {
		lines = append(lines, "  tables, views, triggers and indexes of a server were not compared")
	}
	return strings.Join(lines, "\n")
}

// verifiedJSON is what verify --json prints.
type verifiedJSON struct {
	Holds     bool           `json:"holds"`
	Faults    []string       `json:"faults"` // wrong rows, none if everything holds
	Puzzles   int            `json:"puzzles"`
	Steps     int            `json:"steps"`
	Audit     map[string]int `json:"audit"`     // puzzles by the audit level of their runs
	Games     int            `json:"games"`     // played again
	Added     []string       `json:"added"`     // tables, views and indexes that the migrations do not make
	Unchecked int            `json:"unchecked"` // puzzles that need a count of solutions that gave up
	Replayed  *replayJSON    `json:"replayed"`  // null with --no-replay, and if rows are wrong
}

// replayJSON says which steps verify made again.
type replayJSON struct {
	Engine string         `json:"engine"`
	Same   int            `json:"same"`
	Left   map[string]int `json:"left"` // steps that were not made again, by the reason
}

// newVerifiedJSON returns the result of a verification. report may be nil if rows are wrong.
func newVerifiedJSON(report *verify.Report, err error) verifiedJSON {
	v := verifiedJSON{Holds: err == nil, Faults: []string{}, Added: []string{}}
	if err != nil {
		v.Faults = strings.Split(err.Error(), "\n")
	}
	if report == nil {
		return v
	}
	v.Puzzles, v.Steps, v.Audit, v.Games = report.Puzzles, report.Steps, report.Levels, report.Games
	v.Unchecked = report.Unchecked
	v.Added = append(v.Added, report.Added...)
	if m := report.Replayed; m != nil {
		v.Replayed = &replayJSON{string(m.Engine), m.Same, m.Left}
	}
	return v
}
