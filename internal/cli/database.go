package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/store"
	"setdoku/store/record"
)

// dbFlag adds --db to a command that reads a database.
func dbFlag(cmd *cobra.Command, path *string) {
	addDB(cmd, path, "database `FILE`, or URL of a server")
}

// atFlag adds --at, the step after which a command does something. The default is -1, the last step.
func atFlag(cmd *cobra.Command, at *int, what string) {
	*at = -1
	numberFlag(cmd, at, "at", "", 0, math.MaxInt, "a step from 0",
		what+" after this `STEP`, 0 for before the first (default the last)")
	cmd.Flags().Lookup("at").DefValue = "0" // help would show -1
}

// addDB adds --db with a help text. It refuses an empty value, as that of an unset variable, and addresses of other
// kinds.
func addDB(cmd *cobra.Command, path *string, text string) {
	cmd.Flags().Var((*address)(path), "db", text)
}

// address is the value of --db.
type address string

func (a *address) String() string { return string(*a) }

// Type returns the type by which cobra finds the value.
func (a *address) Type() string { return "string" }

func (a *address) Set(text string) error {
	if err := store.CheckAddress(text); err != nil {
		return usageErrorf("%w", err)
	}
	*a = address(text)
	return nil
}

// databaseVariable is the environment variable that names the database of commands that are called without --db.
const databaseVariable = "SETDOKU_DB"

// orVariable sets path to the database of the environment, and says so, unless the call names one.
func (a *app) orVariable(cmd *cobra.Command, path *string) error {
	named := os.Getenv(databaseVariable)
	if *path != "" || named == "" {
		return nil
	}
	if err := (*address)(path).Set(named); err != nil {
		return usageErrorf("%s: %s: %w", CommandName(cmd), databaseVariable, err)
	}
	fmt.Fprintf(a.Err, "database %s (%s)\n", store.Name(named), databaseVariable)
	return nil
}

// needDB returns a usage error when no database is named, also not by the environment.
func (a *app) needDB(cmd *cobra.Command, path *string) error {
	if err := a.orVariable(cmd, path); err != nil {
		return err
	}
	if *path == "" {
		return missingArgument(cmd, "no database: give it with --db FILE", "--db")
	}
	return nil
}

// read opens a database read-only and calls work with a snapshot of it.
func read(ctx context.Context, path string, work func(*store.Snapshot) error) (err error) {
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.Snapshot(ctx, work)
}

// checkTag returns an error when no puzzle has the tag. An empty tag means all puzzles.
func checkTag(ctx context.Context, s *store.Snapshot, tag string) error {
	if tag == "" {
		return nil
	}
	tags, err := s.Tags(ctx)
	if err != nil || slices.Contains(tags, tag) {
		return err
	}
	switch best := catalogue.Nearest(tag, tags); {
	case best != "":
		return fmt.Errorf("no puzzle has the tag %q: did you mean %q?", tag, best)
	case len(tags) == 0:
		return fmt.Errorf("no puzzle has the tag %q, or any other", tag)
	}
	return fmt.Errorf("no puzzle has the tag %q ('setdoku query \"SELECT DISTINCT tag FROM puzzle_tag\"' lists the "+
		"tags)", tag)
}

// puzzleIDs reads the arguments of a command as puzzle ids and ranges of ids, such as 7 and 1-3,5.
func puzzleIDs(cmd *cobra.Command, args []string) (ids []idRange, err error) {
	if len(args) == 0 {
		return nil, missingArgument(cmd, "no puzzle: name it by its puzzle_id", "--db")
	}
	for _, arg := range args {
		list, err := parseIDs(arg)
		if err != nil {
			return nil, usageErrorf("%s: puzzle id %q, want a number from 1, or a list such as 1,2,5-9", cmd.Name(),
				arg)
		}
		ids = append(ids, list...)
	}
	return ids, nil
}

// eachPuzzle reads the puzzles by id and calls work with each. It reports a puzzle that does not exist, a range without
// puzzles, and a puzzle of which the database has not stored what work asks for, goes on with the others, and then
// returns exit code 1.
func (a *app) eachPuzzle(ctx context.Context, s *store.Snapshot, ids []idRange,
	work func(record.Puzzle) error) error {
	failed := false
	for _, r := range ids {
		id, err := r.low, error(nil)
		if r.low < r.high {
			if id, err = s.FirstID(ctx, r.low, r.high); err == nil && id == 0 {
				err = fmt.Errorf("%v: %w", r, store.ErrNoPuzzle)
			}
		}
		for err == nil && id > 0 {
			p, found := s.Puzzle(ctx, id)
			if found == nil {
				found = work(p)
			}
			if err = a.reported(found, &failed); err != nil || id == r.high {
				break
			}
			id, err = s.FirstID(ctx, id+1, r.high)
		}
		if err := a.reported(err, &failed); err != nil {
			return err
		}
	}
	if failed {
		return Exit(ExitError)
	}
	return nil
}

// reported prints an error that concerns only one puzzle, sets failed and returns nil. It returns other errors.
func (a *app) reported(err error, failed *bool) error {
	var unknown unknownError
	if errors.Is(err, store.ErrNoPuzzle) || errors.Is(err, setdoku.ErrNoStep) || errors.As(err, &unknown) {
		*failed = true
		fmt.Fprintf(a.Err, "setdoku: %v\n", err)
		return nil
	}
	return err
}

// withAuditHint returns err as an unknownError if it says that a run did not store the whole path.
func withAuditHint(err error) error {
	if errors.Is(err, setdoku.ErrPathIncomplete) {
		return unknownError{err}
	}
	return err
}

// unknownError says that a database has not stored what was asked for.
type unknownError struct{ error }

// idRange is a range of puzzle ids that includes low and high.
type idRange struct{ low, high int64 }

// everyID is the range of all puzzles.
var everyID = idRange{1, math.MaxInt64}

func (r idRange) String() string {
	if r.low == r.high {
		return fmt.Sprintf("puzzle %d", r.low)
	}
	return fmt.Sprintf("puzzles %d to %d", r.low, r.high)
}

// parseIDs reads a list of ids and ranges, such as 1,2,5-9.
func parseIDs(list string) ([]idRange, error) {
	var ranges []idRange
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		low, errLow := strconv.ParseInt(from, 10, 64)
		high, errHigh := strconv.ParseInt(to, 10, 64)
		if errLow != nil || errHigh != nil || low < 1 || high < low {
			return nil, fmt.Errorf("ids %q: %q is not an id or range of ids, want a list such as 1,2,5-9", list, part)
		}
		ranges = append(ranges, idRange{low, high})
	}
	return ranges, nil
}

// sorted returns ranges in the order of their ids.
func sorted(ranges []idRange) []idRange {
	return slices.SortedFunc(slices.Values(ranges), func(a, b idRange) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
	})
}
