package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/store/record"
)

func init() { register((*app).rateCommand) }

func (a *app) rateCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:         "rate [FILE|-|PUZZLE]...",
		Short:       "Rate puzzles: level, score, hardest technique and steps",
		GroupID:     groupSolve,
		Annotations: next("setdoku solve {args} --db sudoku.db  # keeps every step"),
		Long: `Rate puzzles from files, standard input (-) or written out as 81 characters, in memory and
without a database. All isomorphs of a puzzle get the same rating: relabelled digits,
permuted rows, columns, bands and stacks, and transposition change nothing. The ratings of a variant
are not comparable with those of classic.

rate prints one line a puzzle, in the order of the input: number, status, level, score, trial depth, hardest
technique, number of steps, and the steps by technique. A step is one pass of one technique, which takes all that the
technique proves. The score is the sum of the weights of the techniques over the steps. The level is that of
the hardest technique. The trial depth is 0 when singles solve the puzzle, 1 when assumptions that singles
contradict are needed too, 2 when assumptions inside of these are needed, and so on. A puzzle that does not
have one solution, or that the selected techniques do not solve, is rated up to its last step; its status
says so, and the exit code is 3.

--json adds the givens, and the placements and eliminations of each technique.

--properties adds the properties of the givens by which collectors sort lists, which the page on rating defines.
'setdoku solve --db FILE --properties' stores them in the table puzzle_property.`,
		Example: `  setdoku rate puzzles.sdm
  setdoku rate --without uniqueness,search --json - < puzzles.txt
  setdoku rate 4.....8.5 .3....... ...7..... .2.....6. ....8.4.. ....1.... ...6.3.7. 5..2..... 1.4......`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = a.orPiped(args); len(args) == 0 {
				return missingArgument(cmd, "no puzzles: name a file, - for standard input, or 81 characters", "")
			}
			if err := f.selection.check(cmd); err != nil {
				return err
			}
			return a.rate(cmd.Context(), f, args)
		},
	}
	a.variantFlag(cmd)
	f.memoryFlags(cmd)
	propertiesFlag(cmd, &f.properties)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a line")
	return cmd
}

// rate prints the ratings of the input.
func (a *app) rate(ctx context.Context, f solveFlags, args []string) error {
	err := f.readFiles(ctx)
	if err != nil {
		return err
	}
	in := a.open(args)
	bar := a.progress(in, false)
	out := &ratingPrinter{w: bufio.NewWriterSize(bar.Above(a.Out), 2*ratingsMost), json: f.json,
		properties: f.properties, outcomes: outcomes{began: time.Now()}}
	var unread error
	for r, fault := range solver.RateAll(ctx, in.All(ctx, &unread), f.Options) {
		if err = fault; err == nil {
			err = out.print(ctx, &r)
		}
		if err != nil {
			break
		}
		bar.At(in.Position(), out.puzzles)
	}
	err = cmp.Or(err, out.w.Flush(), unread)
	bar.Finish()
	code := in.Finish()
	interrupted := errors.Is(err, context.Canceled)
	if out.puzzles > 0 || err == nil && code == ExitDone {
		out.summary(a.Err, "", in.Skipped())
	}
	if out.variants {
		fmt.Fprintln(a.Err, "ratings of a variant are not comparable with those of classic")
	}
	switch {
	case interrupted:
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s\n", out.done())
		return Exit(ExitError)
	case err != nil:
		return err
	case code != ExitDone:
		return Exit(code)
	case out.count["solved"] < out.puzzles:
		return Exit(ExitUnsolved)
	}
	return nil
}

// ratingPrinter writes ratings, one line a puzzle.
type ratingPrinter struct {
	w          *bufio.Writer
	json       bool
	properties bool
	variants   bool // a puzzle is of a variant
	flushed    time.Time
	outcomes
}

// ratingsMost is how many bytes of lines wait to be written. The longest line is much shorter, so the buffer of twice
// as many bytes never ends within a line, and a message that comes between two writes is on a line of its own.
const ratingsMost = 32 << 10

// print writes the line of a puzzle.
func (p *ratingPrinter) print(ctx context.Context, r *solver.Rated) error {
	p.add(&r.Rating)
	p.variants = p.variants || r.Puzzle.Variant != nil
	err := p.line(ctx, r)
	// A list of hard puzzles prints each at once. Thousands of easy ones a second share a write, because writes would
	// take a third of the time. So a line that follows another within 20 ms waits for the next one.
	now := time.Now()
	if err == nil && (now.Sub(p.flushed) >= 20*time.Millisecond || p.w.Buffered() > ratingsMost) {
		p.flushed, err = now, p.w.Flush()
	}
	return err
}

func (p *ratingPrinter) line(ctx context.Context, r *solver.Rated) error {
	var properties *record.Properties
	if p.properties {
		of, _, err := batch.PropertiesFor(ctx, &r.Puzzle)
		if err != nil {
			return err
		}
		properties = &of
	}
	if p.json {
		whole := record.Puzzle{Identity: record.Identity{Givens: r.Puzzle.Givens.String()}, Start: r.Puzzle,
			Rating: r.Rating, Properties: properties}
		if r.Status == setdoku.StatusSolved {
			whole.Solution = r.Filled().String()
		}
		return writeLine(p.w, int64(p.puzzles), &whole)
	}
	depth := "-"
	if r.Depth != nil {
		depth = strconv.Itoa(*r.Depth)
	}
	_, err := fmt.Fprintf(p.w, "%d %-7s %-7s %5d %s %-17s %2d", p.puzzles, r.Status, orDash(r.Level), r.Score,
		depth, orDash(r.Hardest), r.Steps)
	if err != nil {
		return err
	}
	line := p.w.AvailableBuffer()
	for _, u := range r.Uses {
		line = append(append(append(line, ' '), u.Technique...), ':')
		line = strconv.AppendInt(line, int64(u.Steps), 10)
	}
	if properties != nil {
		line = append(line, propertiesText(properties)...)
	}
	_, err = p.w.Write(append(line, '\n'))
	return err
}
