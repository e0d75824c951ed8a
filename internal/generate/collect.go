package generate

import (
	"hash/fnv"
	"maps"
	"slices"

	"setdoku"
)

// collector puts blocks in order and gives their puzzles on.
type collector struct {
	n       int // puzzles wanted
	emit    func([]Puzzle, Tally) error
	tally   Tally
	next    uint64              // the block that is due
	waiting map[uint64]*block   // those behind it
	seen    map[uint64]struct{} // hashes of the puzzles
}

func (c *collector) full() bool { return c.tally.Found >= c.n }

// add takes a block, and emits what is due with it. It returns the number of blocks that were due.
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

// rest emits what is there when nothing more comes, in order.
func (c *collector) rest() error {
	for _, number := range slices.Sorted(maps.Keys(c.waiting)) {
		if err := c.take(c.waiting[number]); err != nil {
			return err
		}
	}
	return nil
}

// take counts the attempts of a block and emits its puzzles, until there are enough.
func (c *collector) take(b *block) error {
	var fresh []Puzzle
	puzzles := b.puzzles
	for i, v := range b.verdicts {
		if c.full() {
			break
		}
		c.tally.add(v, b.looked[i])
		if v != fits {
			continue
		}
		p := puzzles[0]
		puzzles = puzzles[1:]
		// Two puzzles with one hash are one puzzle, or else there is one less of 1.8e19.
		if h := hash(&p.Givens); !c.known(h) {
			c.seen[h] = struct{}{}
			c.tally.Found++
			fresh = append(fresh, p)
		}
	}
	return c.emit(fresh, c.tally)
}

func (c *collector) known(h uint64) bool {
	_, known := c.seen[h]
	return known
}

func hash(d *setdoku.Grid) uint64 {
	h := fnv.New64a()
	h.Write(d[:]) // does not fail
	return h.Sum64()
}
