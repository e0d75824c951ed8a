package generate

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"setdoku/solver/catalogue"
)

// Options say how many puzzles are to be made, and from what.
type Options struct {
	Wish Wish
	Seed uint64
	Jobs int // attempts at a time, 0 for all cores
	N    int // puzzles wanted
	// Catalogue is what puzzles are rated with, where the wish wants that.
	Catalogue catalogue.Catalogue
}

// Tally counts puzzles by how far they came. Each number is a part of the one before.
type Tally struct {
	Tried    int // looked at, one or more an attempt
	Givens   int // with one solution and the givens that were wanted
	Required int // and with what is required
	Level    int // and of a level wanted, without what is forbidden
	Score    int // and with a score wanted
	Found    int // and not found before
}

// add counts an attempt that has looked at some puzzles, of which the best has the verdict. The others had the givens
// that were wanted, and not what is required.
func (t *Tally) add(v verdict, looked int) {
	t.Tried += looked
	t.Givens += looked - 1
	for _, step := range []struct {
		beyond verdict
		count  *int
	}{{noGivens, &t.Givens}, {notRequired, &t.Required}, {wrongLevel, &t.Level}, {wrongScore, &t.Score}} {
		if v > step.beyond {
			*step.count++
		}
	}
}

// Run makes puzzles and gives them to emit in the order of the attempts, with what was tried so far; also
// none, to tell that. When ctx ends, emit still gets what was found until then, and the error is that of ctx.
func Run(ctx context.Context, o Options, emit func([]Puzzle, Tally) error) (Tally, error) {
	if err := o.Wish.check(); err != nil {
		return Tally{}, err
	}
	s, err := newStandard(o.Catalogue, &o.Wish)
	if err != nil {
		return Tally{}, err
	}
	c := &collector{n: o.N, emit: emit, seen: make(map[uint64]struct{}), waiting: make(map[uint64]*block)}
	err = run(ctx, &o, s, c)
	return c.tally, err
}

// fastBlock is how many attempts a worker takes at a time, unless they are slow.
const fastBlock = 32

// requireBlock is that for wishes with a technique that is required: some attempts take a thousand times as long as others.
const requireBlock = 4

// ahead is how many blocks a worker may begin before the oldest is done.
const ahead = 64

// block is some attempts, one after the other.
type block struct {
	number   uint64
	verdicts []verdict
	looked   []int    // puzzles that each attempt has looked at
	puzzles  []Puzzle // those that fit
	err      error
}

// run shares the attempts out to workers and collects what comes of them.
func run(ctx context.Context, o *Options, s *standard, c *collector) (err error) {
	jobs, size := o.Jobs, uint64(fastBlock)
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.Wish.slow() || s != nil && s.foreign:
		size = 1
	case len(o.Wish.Require) > 0:
		size = requireBlock
	}
	working, end := context.WithCancel(ctx)
	defer end()
	var stop atomic.Bool // says the same in less time
	defer context.AfterFunc(working, func() { stop.Store(true) })()
	var begun atomic.Uint64
	begin := make(chan struct{}, ahead*jobs) // holds what is begun and not collected
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
		if makers[i], err = newMaker(&o.Wish, s, o.Seed, &stop); err != nil {
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

// block makes the attempts of a block, fewer when it is stopped.
func (m *maker) block(ctx context.Context, number, size uint64) *block {
	b := &block{number: number}
	for i := range size {
		if m.stop.Load() {
			break
		}
		p, v, looked, err := m.attempt(ctx, number*size+i+1)
		if v != fits && m.stop.Load() {
			break // it may have been stopped midway
		}
		if err != nil {
			b.err = err
			break
		}
		b.verdicts, b.looked = append(b.verdicts, v), append(b.looked, looked)
		if v == fits {
			b.puzzles = append(b.puzzles, p)
		}
	}
	return b
}
