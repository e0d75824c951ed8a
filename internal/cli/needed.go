package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
	"setdoku/solver/driver"
	verify "setdoku/solver/oldverify"
	"setdoku/store"
)

func init() { register((*app).neededCommand) }

func (a *app) neededCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:               "needed [PUZZLE_ID]... [--db] FILE",
		Short:             "Write down which eliminations of a database were needed, and which no later step relies on",
		GroupID:           groupLook,
		Annotations:       next("setdoku query 'SELECT rule, COUNT(*) FROM needed WHERE placement = 0 GROUP BY rule' --db {db}"),
		ValidArgsFunction: complete.Files,
		Long: `Find out what was needed to solve puzzles, and write it to the table needed. A pass takes everything that its
technique proves, and most of it never matters. needed walks back from the end of a puzzle and drops every
elimination, pattern and step without which the rest still holds; verify's own reading of the patterns decides
that. The singles are made again in between, in as few passes as possible.

A row of the table is a candidate that the path places or eliminates then. Its column audit_step names the step of
the tables cell and elimination, which stay as they are. Steps by hand stay in the path. Solving a puzzle again and
steps by hand delete its rows. verify checks the rows.

Without a puzzle_id all puzzles of the database are done that have steps. Those of runs below full audit are left
out, because their eliminations were not kept. needed prints the means of what it did.`,
		Example: `  setdoku needed sudoku.db
  setdoku needed 7 --db sudoku.db`,
		RunE: func(cmd *cobra.Command, args []string) error {
			// Beside the database there are only ids. So another argument names a database, which may be missing.
			if i := slices.IndexFunc(args, func(arg string) bool { return !isID(arg) }); i >= 0 && path == "" {
				path, args = args[i], slices.Concat(args[:i], args[i+1:])
			}
			if err := needDB(cmd, path); err != nil {
				return err
			}
			var ids []int64
			if len(args) > 0 {
				var err error
				if ids, err = puzzleIDs(cmd, args); err != nil {
					return err
				}
			}
			return a.needed(cmd.Context(), path, ids)
		},
	}
	dbFlag(cmd, &path)
	return cmd
}

func (a *app) needed(ctx context.Context, path string, ids []int64) (err error) {
	db, err := store.OpenExisting(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	c, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	bar := a.progressTo(0, false)
	n := neededWriter{c: c, bar: func(puzzles int) { bar.At(0, puzzles) }}
	if ids == nil {
		err = n.all(ctx, db)
	} else {
		err = n.named(ctx, db, ids)
	}
	bar.Finish()
	if err != nil {
		return err
	}
	return n.report(a)
}

// neededWriter writes what was needed and counts it.
type neededWriter struct {
	c    *store.Conn
	bar  func(puzzles int)
	done int
	// notKept lists puzzles without a whole audit, changed counts those that were changed meanwhile.
	notKept, missing []int64
	changed          int
	whole, short     pathSize
}

// pathSize counts what paths have.
type pathSize struct{ steps, patterns, eliminations int }

func (n *pathSize) add(p *verify.Path) {
	n.steps += len(p.Steps)
	for _, s := range p.Steps {
		n.patterns += len(s.Deductions)
		for _, d := range s.Deductions {
			n.eliminations += len(d.Eliminations)
		}
	}
}

// all does all puzzles with steps.
func (n *neededWriter) all(ctx context.Context, db *store.DB) error {
	for after := int64(0); ; {
		records, runs, err := readRecords(ctx, db, after, driver.ChunkSize)
		if err != nil || len(records) == 0 {
			return err
		}
		after = records[len(records)-1].PuzzleID
		if err := n.save(ctx, slices.DeleteFunc(records, func(r setdoku.Record) bool { return r.Steps == 0 }), runs); err != nil {
			return err
		}
	}
}

// named does the puzzles with these ids.
func (n *neededWriter) named(ctx context.Context, db *store.DB, ids []int64) error {
	for _, id := range ids {
		records, runs, err := readRecords(ctx, db, id-1, 1)
		if err != nil {
			return err
		}
		if len(records) == 0 || records[0].PuzzleID != id {
			n.missing = append(n.missing, id)
			continue
		}
		if err := n.save(ctx, records, runs); err != nil {
			return err
		}
	}
	return nil
}

// readRecords reads the next puzzles with ids greater than after, and the runs.
func readRecords(ctx context.Context, db *store.DB, after int64, limit int) (records []setdoku.Record, runs []setdoku.Run, err error) {
	err = db.Snapshot(ctx, func(s *store.Snapshot) error {
		if records, err = s.Records(ctx, after, limit); err == nil {
			runs, err = s.Runs(ctx)
		}
		return err
	})
	return records, runs, err
}

// save computes what was needed of puzzles and writes it.
func (n *neededWriter) save(ctx context.Context, records []setdoku.Record, runs []setdoku.Run) error {
	var ready []setdoku.Record
	for i := range records {
		r := records[i]
		rows, whole, short, err := verify.NeededRows(&r, runs)
		switch {
		case errors.Is(err, verify.ErrPathNotKept):
			n.notKept = append(n.notKept, r.PuzzleID)
			continue
		case err != nil:
			return fmt.Errorf("%w ('setdoku verify' tells more)", err)
		case ctx.Err() != nil:
			return ctx.Err()
		}
		n.whole.add(whole)
		n.short.add(short)
		r.Needed = rows
		ready = append(ready, r)
	}
	saved, err := n.c.SaveNeeded(ctx, ready)
	n.done += saved
	n.changed += len(ready) - saved
	n.bar(n.done)
	return err
}

// report prints what was done. It returns exit code 1 if a puzzle was left out.
func (n *neededWriter) report(a *app) error {
	for _, id := range n.missing {
		fmt.Fprintf(a.Err, "setdoku: puzzle %d: %v\n", id, store.ErrNoPuzzle)
	}
	if len(n.notKept) > 0 {
		fmt.Fprintf(a.Err, "setdoku: %s left out, the first is puzzle %d: %v\n", plural.Of(len(n.notKept), "puzzle"), n.notKept[0], verify.ErrPathNotKept)
	}
	if n.changed > 0 {
		fmt.Fprintf(a.Err, "setdoku: %s left out, because they changed meanwhile\n", plural.Of(n.changed, "puzzle"))
	}
	if err := n.print(a.Out); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if len(n.missing)+len(n.notKept)+n.changed > 0 {
		return usage.Exit(usage.ExitError)
	}
	return nil
}

// print prints the means of the paths before and after.
func (n *neededWriter) print(w io.Writer) error {
	text := plural.Of(n.done, "puzzle") + "\n"
	if puzzles := n.done + n.changed; puzzles > 0 {
		mean := func(total int) string { return strconv.FormatFloat(float64(total)/float64(puzzles), 'f', 1, 64) }
		for _, row := range []struct {
			what         string
			whole, short int
		}{
			{"steps", n.whole.steps, n.short.steps},
			{"patterns", n.whole.patterns, n.short.patterns},
			{"eliminations", n.whole.eliminations, n.short.eliminations},
		} {
			text += fmt.Sprintf("  %s of %s %s a puzzle needed\n", mean(row.short), mean(row.whole), row.what)
		}
	}
	_, err := io.WriteString(w, text)
	return err
}
