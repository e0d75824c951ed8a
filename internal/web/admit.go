package web

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Memory for the bodies of requests, in bytes.
const (
	shortList = 64 << 10 // a list up to this size needs no memory
	allBodies = 64 << 20 // of all long lists that are being read or wait to be solved
	forList   = 4 << 20  // for reading a long list, in addition to the list
)

// longestWait is how long a list waits until others are read.
const longestWait = 10 * time.Second

// requestSize returns the size of the list of a request, or the limit if the client does not say it.
func requestSize(r *http.Request) int64 {
	if r.ContentLength < 0 {
		return MaxBody
	}
	return r.ContentLength
}

// admit waits until there is memory for the list of a request. release gives the memory back. A short text needs no
// memory, so the check of a text that is being typed does not wait for long lists.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, need int64) (release func(), err error) {
	if requestSize(r) <= shortList {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), longestWait)
	defer cancel()
	if s.bodies.Acquire(ctx, need) != nil {
		return nil, problemf(http.StatusServiceUnavailable,
			"this server reads and solves as many long lists as it has memory for, try again later")
	}
	// the time that it waited does not count
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(RequestLimit))
	return sync.OnceFunc(func() { s.bodies.Release(need) }), nil
}
