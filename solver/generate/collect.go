package generate

import (
	"errors"
	"hash/fnv"
	"io"
	"maps"
	"slices"
)

// mostEmpty is the number of attempts after which Run ends if none of them filled a grid.
const mostEmpty = 300

var errEmpty = errors.New("300 searches found no filled grid: there is none, or very few")

// collector puts blocks in order and emits their puzzles.
type collector struct {
	n       int // puzzles wanted
	emit    func([]Found, Tally) error
	tally   Tally
	next    uint64              // number of the next block
	waiting map[uint64]*block   // later blocks that are ready
	filled  bool                // an attempt has filled a grid
	seen    map[uint64]struct{} // hashes of the puzzles
}

func (c *collector) full() bool { return c.tally.Found >= c.n }

// add receives a block and emits all blocks that are next in order. It returns the number of emitted blocks.
func (c *collector) add(b *block) (taken int, err error) {
	c.waiting[b.number] = b
	for ; err == nil && c.waiting[c.next] != nil; taken++ {
		b := c.waiting[c.next]
		delete(c.waiting, c.next)
		c.next++
		err = c.take(b)
	}
	return taken, err
}

// rest emits the remaining blocks, in order, after the last one was added.
func (c *collector) rest() error {
	for _, number := range slices.Sorted(maps.Keys(c.waiting)) {
		if err := c.take(c.waiting[number]); err != nil {
			return err
		}
	}
	return nil
}

// take counts the attempts of a block and emits its puzzles until there are enough.
func (c *collector) take(b *block) error {
	var fresh []Found
	puzzles := b.puzzles
	for i, v := range b.verdicts {
		if c.full() {
			break
		}
		c.tally.add(v, b.examined[i])
		if c.filled = c.filled || v != noGrid; !c.filled && c.tally.Tried == mostEmpty {
			return errEmpty
		}
		if v != fits {
			continue
		}
		p := puzzles[0]
		puzzles = puzzles[1:]
		// Two different puzzles share a hash with a probability of 1 in 1.8e19. One of them would be dropped.
		h := hash(&p)
		if _, known := c.seen[h]; !known {
			c.seen[h] = struct{}{}
			c.tally.Found++
			fresh = append(fresh, p)
		}
	}
	return c.emit(fresh, c.tally)
}

func hash(p *Found) uint64 {
	h := fnv.New64a()
	h.Write(p.Givens[:]) // does not fail
	if p.Variant != nil {
		io.WriteString(h, p.Variant.Name)
	}
	return h.Sum64()
}
