package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// databaseArg returns a check for a command whose only argument is a database, which --db may name instead. It stores
// the argument in path.
func databaseArg(path *string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return nil
		case len(args) > 1:
			return usageErrorf("%s: it takes one database, and %d are named ('%s --help' shows how to call it)",
				CommandName(cmd), len(args), cmd.CommandPath())
		case *path != "":
			return usageErrorf("%s: two databases are named, %s and with --db %s", CommandName(cmd),
				store.Name(args[0]), store.Name(*path))
		case AllTyped(args):
			return usageErrorf("%s: a puzzle, want the FILE of a database: 'setdoku solve PUZZLE --db FILE' makes one",
				CommandName(cmd))
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
	i := slices.IndexFunc(args, isDatabase)
	if i < 0 {
		return args
	}
	*path = args[i]
	return slices.Concat(args[:i], args[i+1:])
}

// isID reports whether an argument is a puzzle_id, or a list of ids and ranges, and no file.
func isID(arg string) bool {
	_, err := parseIDs(arg)
	return err == nil && !fileExists(arg)
}

// pipeNotice is the time after which orPiped says what it waits for.
const pipeNotice = 5 * time.Second

// orPiped returns the arguments of a command. Without any it returns "-" for standard input when something is piped in.
func (a *app) orPiped(args []string) []string {
	if len(args) > 0 {
		return args
	}
	notice := time.AfterFunc(pipeNotice, func() {
		fmt.Fprintln(a.Err, "setdoku: waiting for standard input, which nobody writes and nobody closes ('< "+
			"/dev/null' leaves it out)")
	})
	var is bool
	a.In, is = piped(a.stdin, a.In)
	if notice.Stop(); !is {
		return args
	}
	return []string{"-"}
}

// variantFlag adds --variant to a command that reads puzzles.
func (a *app) variantFlag(cmd *cobra.Command) {
	cmd.Flags().Var(variantValue{&a.variant}, "variant",
		"the puzzles that name no variant are of this one: a `NAME` such as x or 6x6, or a layout")
	completeFlag(cmd, "variant", completeWord(setdoku.VariantNames))
}

// variantValue is the value of --variant.
type variantValue struct{ target **setdoku.Variant }

func (v variantValue) String() string { return "" }

func (v variantValue) Type() string { return "string" }

func (v variantValue) Set(name string) (err error) {
	if *v.target, err = setdoku.ParseVariant(name); err != nil {
		return usageErrorf("%s", strings.TrimPrefix(err.Error(), "variant "))
	}
	return nil
}

// checkVariant returns a usage error when --variant is given to a command that has no puzzles in its arguments, but
// those of a database.
func (a *app) checkVariant(cmd *cobra.Command, args []string) error {
	if a.variant == nil || len(args) > 0 {
		return nil
	}
	return usageErrorf("%s: --variant is for puzzles of the input, and those of a database have theirs: leave it out",
		CommandName(cmd))
}

// open returns the puzzles of the arguments of a command.
func (a *app) open(args []string) *input { return openInput(a.In, a.Err, args, a.variant) }

// subject says which puzzles a command shows: puzzles of a database by their ids, or the puzzles of the input, which
// the command solves.
type subject struct {
	path      string // of the database, "" for none
	ids       []idRange
	args      []string
	selection                             // solves the puzzles of the input
	begin     func(*store.Snapshot) error // looks at the database before the first puzzle; may be nil
	oneOnly   error                       // for an input of several puzzles; nil if the output may show several
}

// most returns how many puzzles the ids of a subject name at most, 1 for the puzzles of the input.
func (s subject) most() int64 {
	if s.path == "" {
		return 1
	}
	n := int64(0)
	for _, r := range s.ids {
		n += r.high - r.low + 1
	}
	return n
}

// newSubject reads from the arguments and --db which puzzles a command shows. The environment names the database of
// puzzle_ids only.
func (a *app) newSubject(cmd *cobra.Command, path string, args []string) (s subject, err error) {
	s.args = takeDatabase(&path, args)
	if path == "" && slices.ContainsFunc(namedFiles(s.args, a.variant), isID) {
		if err := a.needDB(cmd, &path); err != nil {
			return s, err
		}
	}
	s.path = path
	if path != "" {
		if err = a.checkVariant(cmd, nil); err == nil {
			s.ids, err = puzzleIDs(cmd, s.args)
		}
		return s, err
	}
	if s.args = a.orPiped(s.args); len(s.args) == 0 {
		return s, missingArgument(cmd, "no puzzle: write it out, name a file or - for standard input; or name it by "+
			"its puzzle_id with --db FILE", "")
	}
	return s, nil
}

// eachPath calls do with every puzzle of a subject and its path, and reports errors as eachPuzzle does. Last it says
// for how many the search for solutions gave up.
func (a *app) eachPath(ctx context.Context, from subject, do func(record.Puzzle, *setdoku.Path) error) error {
	notCounted := 0
	defer func() { noteNotCounted(a.Err, notCounted) }()
	work := func(p record.Puzzle, path *setdoku.Path) error {
		if p.NotCounted {
			notCounted++
		}
		return do(p, path)
	}
	if from.path == "" {
		return a.eachInput(ctx, from, work)
	}
	return read(ctx, from.path, func(s *store.Snapshot) error {
		if from.begin != nil {
			if err := from.begin(s); err != nil {
				return err
			}
		}
		return a.eachPuzzle(ctx, s, from.ids, func(p record.Puzzle) error {
			path, err := s.Path(ctx, p.PuzzleID)
			if err == nil {
				err = work(p, path)
			}
			return err
		})
	})
}

// pathsAtOnce is the number of puzzles that are solved before the first of them is shown.
const pathsAtOnce = 32

// eachInput is eachPath for the puzzles of the input. It solves them in memory. Their ids are their numbers in the
// input, from 1.
func (a *app) eachInput(ctx context.Context, from subject, work func(record.Puzzle, *setdoku.Path) error) (err error) {
	m, err := newInMemory(ctx, solveFlags{selection: from.selection},
		func(opts *memory.Options) { opts.Audit = setdoku.AuditFull })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(context.WithoutCancel(ctx))) }()
	in := a.open(from.args)
	number, failed := int64(0), false
	err = in.ChunksBySize(ctx, pathsAtOnce, func(chunk []format.Puzzle) error {
		if from.oneOnly != nil && len(chunk) > 1 {
			return from.oneOnly
		}
		results, err := m.Solve(ctx, chunk)
		if err != nil {
			return err
		}
		for i := range chunk {
			number++
			p := results[i]
			p.PuzzleID, p.Name, p.Source = number, chunk[i].Name, store.Source(chunk[i])
			path, err := m.Path(chunk[i].State, p)
			if err == nil {
				err = work(*p, path)
			}
			if err := a.reported(err, &failed); err != nil {
				return err
			}
		}
		return nil
	})
	code := in.Finish()
	if err == nil && failed {
		code = ExitError
	}
	return ended(err, code, false)
}

// ended returns the result of a command that reads puzzles: its error, else the exit code of the input, else
// ExitUnsolved if a puzzle is not solved.
func ended(err error, code int, unsolved bool) error {
	switch {
	case err != nil:
		return err
	case code != ExitDone:
		return Exit(code)
	case unsolved:
		return Exit(ExitUnsolved)
	}
	return nil
}
