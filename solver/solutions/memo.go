package solutions

import (
	"context"
	"sync"

	"setdoku/solver/board"
)

// Remember returns a context whose searches on variants remember the states for which they gave up. Solving, rating and
// explaining a puzzle count the same solutions several times, and giving up takes longer than any other count. It
// returns a context that remembers already as it is.
func Remember(ctx context.Context) context.Context {
	if memoFrom(ctx) != nil {
		return ctx
	}
	return context.WithValue(ctx, memoKey{}, &memo{gaveUp: make(map[position]outcome)})
}

// memo has the states for which searches gave up, at the fixed point of the singles.
type memo struct {
	mu     sync.Mutex
	gaveUp map[position]outcome
}

// position is a state on a board, whichever value of setdoku.Variant describes the board.
type position struct {
	variant string
	digits  board.Digits // without G
}

func newPosition(s *board.Digits) position {
	p := position{s.G.Name, *s}
	p.digits.G = nil
	return p
}

// outcome is the limit of a search that gave up, and the number of solutions that it found.
type outcome struct{ limit, n int }

// remembered limits the states of a memo. One that is full begins anew.
const remembered = 256

type memoKey struct{}

// memoFrom returns the memo of a context, nil if it has none.
func memoFrom(ctx context.Context) *memo {
	m, _ := ctx.Value(memoKey{}).(*memo)
	return m
}

// find returns what a search up to limit from a state will find when it gives up, if that is known.
func (m *memo) find(start *board.Digits, limit int) (n int, known bool) {
	if m == nil {
		return 0, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	o, known := m.gaveUp[newPosition(start)]
	return o.n, known && (o.n == 0 || o.limit == limit)
}

// add notes a search that gave up.
func (m *memo) add(start *board.Digits, o outcome) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.gaveUp) == remembered {
		clear(m.gaveUp)
	}
	m.gaveUp[newPosition(start)] = o
}
