package web

import (
	"context"
	"sync"
	"time"
)

// cache keeps values that take long to compute. Requests for one key wait for one computation.
type cache[K comparable, V any] struct {
	Most    int           // the number of values, at least 1; when there are more, all are dropped
	Age     time.Duration // a value is computed again after this time; 0 means never
	mu      sync.Mutex
	entries map[K]*entry[V]
}

type entry[V any] struct {
	busy  chan struct{} // has an item while a request computes the value
	value V
	at    time.Time // when it was computed, zero if it was not
}

// Get returns the value of a key. It calls compute if the cache has no value, or an old one. An error is not cached. If
// ctx ends while another request computes the value, Get returns the error of ctx.
func (c *cache[K, V]) Get(ctx context.Context, key K, compute func() (V, error)) (value V, err error) {
	e := c.entry(key)
	select {
	case e.busy <- struct{}{}:
	case <-ctx.Done():
		return value, ctx.Err()
	}
	defer func() { <-e.busy }()
	if !e.at.IsZero() && (c.Age == 0 || time.Since(e.at) < c.Age) {
		return e.value, nil
	}
	if value, err = compute(); err == nil {
		e.value, e.at = value, time.Now()
	}
	return value, err
}

func (c *cache[K, V]) entry(key K) *entry[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil {
		if c.entries == nil || len(c.entries) >= c.Most {
			c.entries = make(map[K]*entry[V])
		}
		e = &entry[V]{busy: make(chan struct{}, 1)}
		c.entries[key] = e
	}
	return e
}
