package cli

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/puzzles"
	"setdoku/internal/cli/usage"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/driver"
	"setdoku/store"
)

// databaseArg returns a check for a command whose only argument is a database, which --db may name instead. It stores the argument
// in path.
func databaseArg(path *string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return nil
		case len(args) > 1:
			return usage.Errorf("%s: it takes one database, and %d are named ('%s --help' shows how to call it)", usage.Name(cmd), len(args), cmd.CommandPath())
		case *path != "":
			return usage.Errorf("%s: two databases are named, %s and with --db %s", usage.Name(cmd), store.Name(args[0]), store.Name(*path))
		}
		*path = args[0]
		return nil
	}
}

// takeDatabase removes the database from the arguments of a command and stores it in path, unless --db has named one.
func takeDatabase(path *string, args []string) []string {
	if *path != "" {
		return args
	}
	i := slices.IndexFunc(args, puzzles.IsDatabase)
	if i < 0 {
		return args
	}
	*path = args[i]
	return slices.Concat(args[:i], args[i+1:])
}

// isID reports whether an argument is a puzzle_id and no file.
func isID(arg string) bool {
	id, err := strconv.ParseInt(arg, 10, 64)
	return err == nil && id > 0 && !puzzles.Exists(arg)
}

// orPiped returns the arguments of a command. Without any it returns "-" for standard input when something is piped in.
func (a *app) orPiped(args []string) []string {
	if len(args) > 0 {
		return args
	}
	var is bool
	if a.In, is = puzzles.Piped(a.stdin, a.In); !is {
		return args
	}
	return []string{"-"}
}

// open returns the puzzles of the arguments of a command.
func (a *app) open(args []string) *puzzles.Input { return puzzles.Open(a.In, a.Err, args) }

// subject says which puzzles a command shows: those of a database by their ids, or those of the input, which are solved first.
type subject struct {
	path      string // of the database, "" for none
	ids       []int64
	args      []string
	selection // solves the puzzles of the input
}

// newSubject reads from the arguments and --db which puzzles a command shows.
func (a *app) newSubject(cmd *cobra.Command, path string, args []string) (s subject, err error) {
	s.args = takeDatabase(&path, args)
	s.path = path
	if path != "" {
		s.ids, err = puzzleIDs(cmd, s.args)
		return s, err
	}
	if s.args = a.orPiped(s.args); len(s.args) == 0 {
		return s, usage.Missing(cmd, "no puzzle: write it out, name a file or - for standard input; or name it by its puzzle_id with --db FILE", "")
	}
	if slices.ContainsFunc(puzzles.Files(s.args), isID) {
		return s, needDB(cmd, path)
	}
	return s, nil
}

// eachPath calls work with every puzzle of a subject and its path, and reports errors as eachPuzzle does. begin checks the number of
// puzzles first; it may be nil.
func (a *app) eachPath(ctx context.Context, from subject, begin func(puzzles int) error, work func(*store.Snapshot, store.Puzzle, *setdoku.Path) error) error {
	return a.read(ctx, from, func(s *store.Snapshot, ids []int64) error {
		if begin != nil {
			if err := begin(len(ids)); err != nil {
				return err
			}
		}
		return a.eachPuzzle(ctx, s, ids, func(p store.Puzzle) error {
			path, err := s.Path(ctx, p.PuzzleID)
			if err == nil {
				err = work(s, p, path)
			}
			return err
		})
	})
}

// read calls work with a snapshot that has the puzzles of a subject, and with their ids in it.
func (a *app) read(ctx context.Context, from subject, work func(*store.Snapshot, []int64) error) (err error) {
	if from.path != "" {
		return read(ctx, from.path, func(s *store.Snapshot) error { return work(s, from.ids) })
	}
	in := a.open(from.args)
	defer in.Close()
	if err := in.Begin(ctx); err != nil {
		return err
	}
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ids, err := from.solve(ctx, db, in)
	code := in.Finish()
	if err != nil {
		return err
	}
	return ended(db.Snapshot(ctx, func(s *store.Snapshot) error { return work(s, ids) }), code, false)
}

// ended returns what a command returns that has read puzzles: its error, or the exit code of the input, or that for a puzzle that is not
// solved.
func ended(err error, code int, unsolved bool) error {
	switch {
	case err != nil:
		return err
	case code != usage.ExitDone:
		return usage.Exit(code)
	case unsolved:
		return usage.Exit(usage.ExitUnsolved)
	}
	return nil
}

// solve solves the input in a database and returns the ids of its puzzles, in order.
func (from *subject) solve(ctx context.Context, db *store.DB, in *puzzles.Input) (ids []int64, err error) {
	f := solveFlags{selection: from.selection, engine: driver.EngineAuto, audit: setdoku.AuditFull}
	_, selected, err := f.in(ctx, db)
	if err != nil {
		return nil, err
	}
	opts := f.options(selected)
	batch, err := batch.NewBatch(ctx, db, opts, f.run(map[string]any{}))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, batch.Close(ctx)) }()
	err = in.Chunks(ctx, func(chunk []format.Puzzle) error {
		results, err := batch.Solve(ctx, chunk)
		for _, r := range results {
			ids = append(ids, r.PuzzleID)
		}
		return err
	})
	return ids, err
}
