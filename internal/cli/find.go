package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
	"setdoku/store/record"
)

// findFlags are the flags of find.
type findFlags struct {
	selection
	db    string
	first bool
	json  bool
}

func init() { register((*app).findCommand) }

func (a *app) findCommand() *cobra.Command {
	var f findFlags
	cmd := &cobra.Command{
		Use:         "find [FILE|-|STATE]... [--db FILE] --technique NAME",
		Short:       "List what techniques find in a state, and apply nothing",
		GroupID:     groupSolve,
		Annotations: next("setdoku techniques --sql {technique}  # the statement that finds it"),
		Long: `List every deduction of the named techniques, for every state of the input. A state is a puzzle,
or a puzzle with crossed-out pencil marks (pencil-mark grids, 729 characters, library lines).

--technique takes names and families of the catalogue, and names with a size: naked_subset:K,
hidden_subset:K and basic_fish:K with K from 1 to 8; franken_fish:K and mutant_fish:K, with K up to 6,
for sizes from 2 to K. The name forcing is a technique and a family: here it is the technique.
--technique-file adds a technique of your own, which --technique may name.
Without --technique the techniques of the files are looked for.

With --db and without a FILE the statements look at the present states of the unfinished puzzles of that
database. They run in a database in memory, so it is enough that the user may read the database.

A technique that needs exactly one solution is left out of a state unless it is known that its givens have one, and the
output says so (in JSON the field withheld names it).

--first stops at the first deduction of each state. The techniques are tried in the order in which they are
named, and those of a family in the order of the catalogue.`,
		Example: `  setdoku find puzzle.txt --technique naked_pair --technique x_wing
  setdoku find --db sudoku.db --technique x_wing
  setdoku find --technique singles,intersections,subsets --first puzzle.txt
  setdoku find --technique hidden_subset:5 --json - < states.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = takeDatabase(&f.db, args); f.db == "" {
				args = a.orPiped(args)
			}
			if len(args) == 0 {
				if err := a.orVariable(cmd, &f.db); err != nil {
					return err
				}
			}
			if len(args) == 0 && f.db == "" {
				return missingArgument(cmd, "no states: name a file, - for standard input, or 81 characters; or --db "+
					"with unfinished puzzles", "")
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			if len(f.Techniques)+len(f.files) == 0 {
				return missingArgument(cmd, "no technique: name one with --technique", "")
			}
			if err := a.checkVariant(cmd, args); err != nil {
				return err
			}
			return a.find(cmd.Context(), f, args)
		},
	}
	f.techniqueFlag(cmd)
	f.fileFlag(cmd)
	cmd.Flags().BoolVar(&f.first, "first", false, "stop at the first deduction of each state")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a state")
	dbFlag(cmd, &f.db)
	a.variantFlag(cmd)
	return cmd
}

// jsonFound is a line of find --json. The field names are a contract.
type jsonFound struct {
	State      string              `json:"state"`
	Deductions []setdoku.Deduction `json:"deductions"`
	// techniques that were left out, see Catalogue.Withheld
	Withheld []string `json:"withheld,omitempty"`
}

func (a *app) find(ctx context.Context, f findFlags, args []string) (err error) {
	// Check the techniques and their files before anything is opened.
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	techniques, err := f.resolve(ctx, all)
	if err != nil {
		return err
	}
	in := a.open(args)
	defer in.Close()
	if err := in.Begin(ctx); err != nil {
		return err
	}
	db, work, err := findIn(ctx, f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.Close()) }()
	if db != nil {
		in.ExceptFrom(db)
		defer func() { err = errors.Join(err, db.Close()) }()
	}
	finder, err := statements.NewFinder(ctx, work, techniques)
	if err != nil {
		return err
	}
	finder.First = f.first
	defer func() { err = errors.Join(err, finder.Close(ctx)) }()
	out := bufio.NewWriter(a.Out)
	look := func(chunk []format.Puzzle) error {
		found, err := finder.Find(ctx, chunk)
		if err != nil {
			return err
		}
		for i, list := range found {
			withheld, err := techniques.Withheld(ctx, chunk[i].State)
			if err == nil {
				err = printFound(out, f.json, chunk[i], list, withheld)
			}
			if err != nil {
				return err
			}
		}
		return out.Flush()
	}
	code := ExitDone
	if len(args) > 0 {
		err = in.Chunks(ctx, look)
		code = in.Finish()
	} else {
		refused := refusals{w: a.Err}
		err = unfinished(ctx, db, look, &refused)
		code = refused.finish()
	}
	return ended(err, code, false)
}

// findIn opens two databases: db has the puzzles to look at, nil without any, and work is a temporary database where
// the statements run. A statement writes while it looks. In db this would keep other processes from a file, and a user
// of a server may be allowed to read only.
func findIn(ctx context.Context, target string) (db, work *store.DB, err error) {
	if target != "" {
		if db, err = store.OpenReadOnly(ctx, target); err != nil {
			return nil, nil, err
		}
		if err = db.CheckReference(ctx); err != nil {
			return nil, nil, errors.Join(err, db.Close())
		}
	}
	if work, err = store.OpenTemp(ctx); err != nil && db != nil {
		err = errors.Join(err, db.Close())
	}
	return db, work, err
}

// resolve returns the techniques to look for, each once, in the order in which they are named. Without a name it
// returns the techniques of the files.
func (f *findFlags) resolve(ctx context.Context, c catalogue.Catalogue) (techniques catalogue.Catalogue, err error) {
	words := f.Techniques
	if c, err = f.withFiles(ctx, c); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		words = []string{catalogue.UserFamily}
	}
	for _, w := range words {
		list, err := c.Resolve(w)
		if err != nil {
			return nil, asUsageError(err)
		}
		for _, t := range list {
			if !slices.Contains(techniques, t) {
				techniques = append(techniques, t)
			}
		}
	}
	return techniques, nil
}

// unfinished calls look with the present states of the unfinished puzzles of a database, some at a time.
func unfinished(ctx context.Context, db *store.DB, look func([]format.Puzzle) error, refused *refusals) error {
	for low := int64(1); ; {
		var chunk []format.Puzzle
		begin := low
		f := store.Filter{Low: low, High: math.MaxInt64, States: true,
			Statuses: []string{string(setdoku.StatusNew), string(setdoku.StatusStuck)}, Limit: memory.ChunkSize}
		err := db.Snapshot(ctx, func(s *store.Snapshot) error {
			return s.Export(ctx, f, func(p record.Puzzle, state setdoku.State) error {
				low = p.PuzzleID + 1
				if p.Refused != nil {
					refused.add(fmt.Errorf("puzzle %d: %w", p.PuzzleID, p.Refused))
					return nil
				}
				chunk = append(chunk, format.Puzzle{State: state})
				return nil
			})
		})
		if err != nil || low == begin {
			return err
		}
		if err := look(chunk); err != nil {
			return err
		}
	}
}

func printFound(w io.Writer, asJSON bool, p format.Puzzle, list []setdoku.Deduction,
	withheld catalogue.Catalogue) error {
	if asJSON {
		line := jsonFound{State: format.Short(p.State), Deductions: append([]setdoku.Deduction{}, list...)}
		for _, t := range withheld {
			line.Withheld = append(line.Withheld, t.Name)
		}
		return jsonLines(w).Encode(line)
	}
	if _, err := fmt.Fprintln(w, format.Short(p.State)); err != nil {
		return err
	}
	for _, d := range list {
		if _, err := fmt.Fprintf(w, "  %s: %s (%s)\n", d.Asked, strings.Join(d.Names(), " "),
			evidenceText(d.Evidence)); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		if _, err := fmt.Fprintln(w, "  nothing"); err != nil {
			return err
		}
	}
	if len(withheld) > 0 {
		_, err := fmt.Fprintf(w, "  left out, because it is not known that the puzzle has exactly one solution: %s\n",
			withheld.Names())
		return err
	}
	return nil
}
