package cli

import (
	"context"
	"errors"
	"io"
	"strconv"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/solutions"
)

// pieceSize is the number of puzzles that a worker takes at a time. Easy puzzles are counted as fast as they are
// read, so with smaller pieces it would cost more to wake the workers than to count.
const pieceSize = 500

// countOptions specify how to count.
type countOptions struct {
	Limit int                                               // stop counting the solutions of a puzzle here, 1 or more
	Jobs  int                                               // workers at most, 1 or more
	Next  func(ctx context.Context, p *format.Puzzle) error // reads a puzzle, io.EOF after the last
	At    func() int64                                      // current offset in the input
	// writes lines with one number for each puzzle; at is the offset after them
	Write func(lines []byte, puzzles int, at int64) error
}

// countList counts the solutions of the puzzles on several cores and writes the numbers in input order. It returns how
// many are unknown, because the search has given up, and the first error of Next, Write or the context.
func countList(ctx context.Context, o countOptions) (unknown int, err error) {
	c := &count{countOptions: o, queue: make(chan *piece, 2*o.Jobs)}
	err = c.read(ctx)
	close(c.queue)
	for err == nil && len(c.waiting) > 0 {
		err = c.write(ctx)
	}
	return c.unknown, err
}

// piece is a part of the input that is counted together.
type piece struct {
	givens  []setdoku.Grid
	states  []numberedState // states of the puzzles that have more than givens
	at      int64           // offset of the end of the piece in the input
	lines   []byte          // numbers of solutions, ? for one that is unknown
	unknown int             // puzzles with an unknown number
	done    chan struct{}
}

// numberedState is the state of the puzzle at an index of piece.givens.
type numberedState struct {
	at    int
	state setdoku.State
}

// count is a running count.
type count struct {
	countOptions
	workers int // started so far
	unknown int // numbers written as unknown
	queue   chan *piece
	waiting []*piece // not written yet, in input order
	free    []*piece // written, for reuse
}

// read cuts the input into pieces and passes them to the workers.
func (c *count) read(ctx context.Context) error {
	var puzzle format.Puzzle
	var p *piece
	for {
		err := c.Next(ctx, &puzzle)
		if err == nil {
			if p == nil {
				p = c.piece()
			}
			p.take(&puzzle.State)
		}
		end := errors.Is(err, io.EOF)
		if p != nil && (end || len(p.givens) == pieceSize) {
			p.at = c.At()
			if err := errors.Join(ctx.Err(), c.add(ctx, p)); err != nil {
				return err
			}
			p = nil
		}
		switch {
		case end:
			return nil
		case err != nil:
			return err
		}
	}
}

// piece returns an empty piece.
func (c *count) piece() *piece {
	n := len(c.free)
	if n == 0 {
		return &piece{givens: make([]setdoku.Grid, 0, pieceSize), done: make(chan struct{}, 1)}
	}
	p := c.free[n-1]
	c.free = c.free[:n-1]
	p.givens, p.states, p.unknown = p.givens[:0], p.states[:0], 0
	return p
}

// take adds a puzzle.
func (p *piece) take(s *setdoku.State) {
	if !s.Plain() || s.Variant != nil {
		p.states = append(p.states, numberedState{len(p.givens), *s})
	}
	p.givens = append(p.givens, s.Givens)
}

// work counts the pieces of the queue.
func (c *count) work(ctx context.Context) {
	for p := range c.queue {
		p.count(ctx, c.Limit)
		p.done <- struct{}{}
	}
}

// count counts the solutions of the puzzles up to limit. When ctx ends, the lines are not complete.
func (p *piece) count(ctx context.Context, limit int) {
	p.lines = p.lines[:0]
	states := p.states
	for i := range p.givens {
		var n int
		var err error
		if len(states) > 0 && states[0].at == i {
			n, err = solutions.CountState(ctx, states[0].state, limit)
			states = states[1:]
		} else {
			n, err = solutions.Count(ctx, p.givens[i], limit)
		}
		switch {
		case errors.Is(err, solutions.ErrNotCounted):
			p.unknown++
			p.lines = append(p.lines, "?\n"...)
			continue
		case err != nil:
			return
		}
		p.lines = append(strconv.AppendInt(p.lines, int64(n), 10), '\n')
	}
}

// add puts a piece into the queue. It starts one more worker if the queue still holds an earlier piece. If the
// queue is full, it writes the oldest piece first, so memory does not grow with the input.
func (c *count) add(ctx context.Context, p *piece) error {
	if len(c.waiting) == cap(c.queue) {
		if err := c.write(ctx); err != nil {
			return err
		}
	}
	if c.workers == 0 || c.workers < c.Jobs && len(c.queue) > 0 {
		c.workers++
		go c.work(ctx)
	}
	c.waiting = append(c.waiting, p)
	c.queue <- p
	return nil
}

// write waits for the oldest piece and writes it.
func (c *count) write(ctx context.Context) error {
	p := c.waiting[0]
	select {
	case <-p.done:
		if err := ctx.Err(); err != nil {
			return err // the lines may be incomplete
		}
	case <-ctx.Done():
		return ctx.Err()
	}
	c.waiting = append(c.waiting[:0], c.waiting[1:]...)
	c.free = append(c.free, p)
	c.unknown += p.unknown
	return c.Write(p.lines, len(p.givens), p.at)
}
