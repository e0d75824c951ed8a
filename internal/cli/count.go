package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/puzzles"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/solver/bitmask"
)

// countFlags are the flags of count.
type countFlags struct {
	limit int
	jobs  int
}

func init() { register((*app).countCommand) }

func (a *app) countCommand() *cobra.Command {
	var f countFlags
	cmd := &cobra.Command{
		Use:               "count [FILE|-|PUZZLE]...",
		Short:             "Count solutions",
		GroupID:           groupSolve,
		Annotations:       next("setdoku rate {args}  # how hard they are"),
		ValidArgsFunction: complete.Files,
		Long: `Count the solutions of puzzles from files, standard input (-) or written out as 81
characters, and print one number a line, in the order of the input. No database is used.
Counting stops at --limit: with 2, the default, 0 is a puzzle without a solution, 1 a
proper one, and 2 one with two solutions or more.

Placed digits and crossed out candidates, in formats that have them, bind as givens do.`,
		Example: `  setdoku count puzzles.sdm
  setdoku count --limit 1000 --jobs 4 - < puzzles.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = a.orPiped(args); len(args) == 0 {
				return usage.Errorf("count: no puzzles: name a file, - for standard input, or 81 characters")
			}
			if f.limit < 1 {
				return usage.Errorf("count: --limit %d, want 1 or more", f.limit)
			}
			if f.jobs < 0 {
				return usage.Errorf("--jobs %d, want 0 for all cores or a number", f.jobs)
			}
			if f.jobs == 0 {
				f.jobs = runtime.GOMAXPROCS(0)
			}
			return a.count(cmd.Context(), f, args)
		},
	}
	cmd.Flags().IntVar(&f.limit, "limit", 2, "count no further than this")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "how many puzzles are computed at a time in memory, 0 for all cores")
	return cmd
}

// pieceSize is how many puzzles a worker takes at a time. A list of easy puzzles is counted as fast as it is read, so
// that smaller pieces cost more in waking workers than in counting.
const pieceSize = 500

// piece is a part of the input on its way through count.
type piece struct {
	givens   []grid.Digits
	states   []numberedState // of the puzzles that are more than their givens
	position int64           // where it ends in the input
	lines    []byte          // what is printed
	done     chan struct{}
}

// numberedState is the state of the puzzle at an index of piece.givens.
type numberedState struct {
	at    int
	state grid.State
}

// count gives pieces of the input to workers and prints what they find in the order in
// which the pieces were read. A worker cannot be stopped within a puzzle, which may
// take for ever with a large limit; so an interrupted count does not wait for the workers.
func (a *app) count(ctx context.Context, f countFlags, args []string) error {
	in := a.open(args)
	in.OmitText()
	bar := a.progress(in, false)
	c := &counting{
		out: bufio.NewWriter(bar.Above(a.Out)), bar: bar,
		limit: f.limit, jobs: f.jobs, queue: make(chan *piece, 2*f.jobs),
	}
	err := c.read(ctx, in)
	close(c.queue)
	for err == nil && len(c.waiting) > 0 {
		err = c.print(ctx)
	}
	bar.Finish()
	if flushErr := c.out.Flush(); err == nil {
		err = flushErr
	}
	if code := in.Finish(); err == nil && code != usage.ExitDone {
		err = usage.Exit(code)
	}
	return err
}

// counting is a count that runs.
type counting struct {
	out     *bufio.Writer
	bar     *stream.Bar
	limit   int
	jobs    int // workers at most
	workers int // begun
	queue   chan *piece
	waiting []*piece // in the order of the input, not printed yet
	free    []*piece // printed
	puzzles int
}

// read cuts the input into pieces and gives them to the workers.
func (c *counting) read(ctx context.Context, in *puzzles.Input) error {
	var puzzle format.Puzzle
	var p *piece
	for {
		err := in.Next(ctx, &puzzle)
		if err == nil {
			if p == nil {
				p = c.piece()
			}
			p.take(&puzzle.State)
		}
		if p != nil && (errors.Is(err, io.EOF) || len(p.givens) == pieceSize) {
			p.position = in.Position()
			if err := errors.Join(ctx.Err(), c.add(ctx, p)); err != nil {
				return err
			}
			p = nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// piece returns an empty piece.
func (c *counting) piece() *piece {
	n := len(c.free)
	if n == 0 {
		return &piece{givens: make([]grid.Digits, 0, pieceSize), done: make(chan struct{}, 1)}
	}
	p := c.free[n-1]
	c.free = c.free[:n-1]
	p.givens, p.states = p.givens[:0], p.states[:0]
	return p
}

// take adds a puzzle.
func (p *piece) take(s *grid.State) {
	if !s.Plain() {
		p.states = append(p.states, numberedState{len(p.givens), *s})
	}
	p.givens = append(p.givens, s.Givens)
}

// work counts the pieces of the queue.
func (c *counting) work() {
	for p := range c.queue {
		p.count(c.limit)
		p.done <- struct{}{}
	}
}

// count counts the solutions of the puzzles, none beyond limit.
func (p *piece) count(limit int) {
	p.lines = p.lines[:0]
	states := p.states
	for i := range p.givens {
		var n int
		if len(states) > 0 && states[0].at == i {
			n = bitmask.CountState(states[0].state, limit)
			states = states[1:]
		} else {
			n = bitmask.Count(p.givens[i], limit)
		}
		p.lines = append(strconv.AppendInt(p.lines, int64(n), 10), '\n')
	}
}

// add puts a piece into the queue, and begins one more worker where the others have not taken the piece before. When
// there are enough pieces it prints the oldest first, so that memory does not grow with the input.
func (c *counting) add(ctx context.Context, p *piece) error {
	if len(c.waiting) == cap(c.queue) {
		if err := c.print(ctx); err != nil {
			return err
		}
	}
	if c.workers == 0 || c.workers < c.jobs && len(c.queue) > 0 {
		c.workers++
		go c.work()
	}
	c.waiting = append(c.waiting, p)
	c.queue <- p
	return nil
}

// print waits for the oldest piece and prints it.
func (c *counting) print(ctx context.Context) error {
	p := c.waiting[0]
	select {
	case <-p.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	c.waiting = append(c.waiting[:0], c.waiting[1:]...)
	c.free = append(c.free, p)
	c.puzzles += len(p.givens)
	c.bar.At(p.position, c.puzzles)
	_, err := c.out.Write(p.lines)
	return err
}
