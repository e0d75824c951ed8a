package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
)

// countFlags are the flags of count.
type countFlags struct {
	limit int
	jobs  int
	json  bool
}

func init() { register((*app).countCommand) }

func (a *app) countCommand() *cobra.Command {
	var f countFlags
	cmd := &cobra.Command{
		Use:         "count [FILE|-|PUZZLE]...",
		Short:       "Count solutions",
		GroupID:     groupSolve,
		Annotations: next("setdoku rate {args}  # how hard they are"),
		Long: `Count the solutions of puzzles from files, standard input (-) or written out as 81
characters, and print one number a line, in the order of the input. No database is used.
Counting stops at --limit. With 2, the default, a puzzle without a solution prints 0, a proper
puzzle 1, and a puzzle with two solutions or more 2.
A search gives up after about a hundred thousand attempts without a solution, which happens on variants with
few givens. Then the number is ?, null with --json, and the exit code 3.

Placed digits and crossed-out candidates restrict the solutions as givens do.`,
		Example: `  setdoku count puzzles.sdm
  setdoku count --limit 1000 --jobs 4 - < puzzles.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = a.orPiped(args); len(args) == 0 {
				return missingArgument(cmd, "no puzzles: name a file, - for standard input, or 81 characters", "")
			}
			if f.jobs == 0 {
				f.jobs = runtime.GOMAXPROCS(0)
			}
			return a.count(cmd.Context(), f, args)
		},
	}
	a.variantFlag(cmd)
	f.limit = 2
	numberFlag(cmd, &f.limit, "limit", "", 1, math.MaxInt, "1 or more", "stop counting at this number")
	jobsFlag(cmd, &f.jobs, "how many puzzles are computed at a time in memory")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a line")
	return cmd
}

// countsJSON returns lines of numbers of solutions as JSON objects with the numbers of their puzzles in the input, of
// which the first is after+1. An unknown number is null.
func countsJSON(lines []byte, after int) (out []byte) {
	for line := range bytes.Lines(lines) {
		after++
		number := strings.Replace(string(line), "?", "null", 1)
		out = fmt.Appendf(out, "{\"puzzle_id\":%d,\"solutions\":%s}\n", after, strings.TrimSpace(number))
	}
	return out
}

// count prints the number of solutions of each puzzle of the input.
func (a *app) count(ctx context.Context, f countFlags, args []string) error {
	in := a.open(args)
	bar := a.progress(in, false)
	out := bufio.NewWriter(bar.Above(a.Out))
	done := 0
	unknown, err := countList(ctx, countOptions{
		Limit: f.limit, Jobs: f.jobs, Next: in.Next, At: in.Position,
		Write: func(lines []byte, puzzles int, at int64) error {
			if f.json {
				lines = countsJSON(lines, done)
			}
			done += puzzles
			bar.At(at, done)
			if len(lines) > out.Available() { // a line is written whole, so that a message is never within one
				if err := out.Flush(); err != nil {
					return err
				}
			}
			_, err := out.Write(lines)
			return err
		},
	})
	bar.Finish()
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	code := in.Finish()
	if err == nil {
		noteNotCounted(a.Err, unknown)
	}
	return ended(err, code, unknown > 0)
}
