package generate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"setdoku/internal/catalogue"
)

// Options specify how many puzzles to make, and which.
type Options struct {
	Constraints Constraints
	Seed        uint64
	Jobs        int // number of workers, 0 for all cores
	N           int // puzzles wanted
	// Catalogue rates the puzzles, if the constraints need a rating.
	Catalogue catalogue.Catalogue
	// Statements is that of memory.Options.
	Statements func() catalogue.Statements
}

// Tally counts puzzles by the constraints that they satisfy. Each number is a part of the previous one.
type Tally struct {
	Tried    int // examined puzzles, one or more in an attempt
	Givens   int // with one solution and the wanted givens
	Required int // and with all required techniques
	Level    int // and with a wanted level, without forbidden techniques
	Score    int // and with a wanted score
	Found    int // and new
}

// Add adds the numbers of another search.
func (t *Tally) Add(other Tally) {
	t.Tried += other.Tried
	t.Givens += other.Givens
	t.Required += other.Required
	t.Level += other.Level
	t.Score += other.Score
	t.Found += other.Found
}

// add counts an attempt that examined some puzzles. The best one has the verdict. The others have the wanted givens,
// but their paths lack a required technique.
func (t *Tally) add(v verdict, examined int) {
	t.Tried += examined
	t.Givens += examined - 1
	for _, step := range []struct {
		beyond verdict
		count  *int
	}{{noGivens, &t.Givens}, {notRequired, &t.Required}, {wrongLevel, &t.Level}, {wrongScore, &t.Score}} {
		if v > step.beyond {
			*step.count++
		}
	}
}

// Run makes puzzles and passes them to emit in the order of the attempts, with the tally so far. It may pass no
// puzzles, only to report the tally. When ctx ends, Run emits the puzzles found so far and returns the error of
// ctx.
func Run(ctx context.Context, o Options, emit func([]Found, Tally) error) (Tally, error) {
	if err := o.Constraints.check(); err != nil {
		return Tally{}, err
	}
	s, err := newRequirements(o.Catalogue, &o.Constraints)
	if err != nil {
		return Tally{}, err
	}
	if s != nil {
		s.statements = o.Statements
	}
	c := &collector{n: o.N, emit: emit, seen: make(map[uint64]struct{}), waiting: make(map[uint64]*block)}
	if err = run(ctx, &o, s, c); errors.Is(err, errEmpty) {
		err = fmt.Errorf("%s: %w", o.Constraints.Variant.Title, err)
	}
	return c.tally, err
}

// fastBlock is the number of attempts that a worker takes at a time, unless they are slow.
const fastBlock = 32

// requireBlock replaces fastBlock if a technique is required. Some of these attempts take a thousand times as long
// as others.
const requireBlock = 4

// maxAhead is the number of blocks that each worker may begin before the oldest is done.
const maxAhead = 64

// block is a sequence of attempts.
type block struct {
	number   uint64
	verdicts []verdict
	examined []int   // number of puzzles examined by each attempt
	puzzles  []Found // puzzles that satisfy the constraints
	err      error
}

// run distributes the attempts to workers and collects the results.
func run(ctx context.Context, o *Options, s *requirements, c *collector) (err error) {
	jobs, size := o.Jobs, uint64(fastBlock)
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.Constraints.slow() || s != nil && s.statementsOnly:
		size = 1
	case len(o.Constraints.Require) > 0:
		size = requireBlock
	}
	working, end := context.WithCancel(ctx)
	defer end()
	var stop atomic.Bool // faster than asking the context
	defer context.AfterFunc(working, func() { stop.Store(true) })()
	var begun atomic.Uint64
	begin := make(chan struct{}, maxAhead*jobs) // blocks that are begun and not collected
	done := make(chan *block)
	makers := make([]*maker, jobs)
	defer func() {
		for _, m := range makers {
			if m != nil {
				err = errors.Join(err, m.close(context.WithoutCancel(ctx)))
			}
		}
	}()
	for i := range makers {
		if makers[i], err = newMaker(&o.Constraints, s, o.Seed, &stop); err != nil {
			return err
		}
	}
	var workers sync.WaitGroup
	for _, m := range makers {
		workers.Go(func() {
			for {
				select {
				case begin <- struct{}{}:
				case <-working.Done():
					return
				}
				done <- m.block(working, begun.Add(1)-1, size)
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	for b := range done {
		if err != nil || c.full() {
			continue
		}
		if err = b.err; err != nil {
			end()
			continue
		}
		var taken int
		taken, err = c.add(b)
		for range taken {
			<-begin
		}
		if err != nil || c.full() {
			end()
		}
	}
	if err == nil && !c.full() {
		err = errors.Join(c.rest(), ctx.Err())
	}
	return err
}

// block makes the attempts of a block, or fewer if it is stopped.
func (m *maker) block(ctx context.Context, number, size uint64) *block {
	b := &block{number: number}
	for i := range size {
		if m.stop.Load() {
			break
		}
		p, v, examined, err := m.attempt(ctx, number*size+i+1)
		if v != fits && m.stop.Load() || ctx.Err() != nil {
			break // the attempt may have been stopped midway
		}
		if err != nil {
			b.err = err
			break
		}
		b.verdicts, b.examined = append(b.verdicts, v), append(b.examined, examined)
		if v == fits {
			b.puzzles = append(b.puzzles, p)
		}
	}
	return b
}
