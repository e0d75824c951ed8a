package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

// Limits of the bodies of requests, in bytes.
const (
	maxBody   = 16 << 20 // of a list of puzzles
	maxForm   = 64 << 10 // of any other request
	allBodies = 64 << 20 // of all long lists that are being read or wait to be solved
	forList   = 4 << 20  // for reading a long list, beside the list
)

// longestWait is how long a list waits until others are read.
const longestWait = 10 * time.Second

// listPaths are the addresses to which lists of puzzles are posted.
var listPaths = []string{solvePath, listPath, checkPath}

// limitOf returns the greatest size of the body of a request.
func limitOf(r *http.Request) int64 {
	if slices.Contains(listPaths, r.URL.Path) {
		return maxBody
	}
	return maxForm
}

// sizeOf returns the size of the body of a request, or the limit if the client does not say it.
func sizeOf(r *http.Request) int64 {
	if r.ContentLength < 0 {
		return limitOf(r)
	}
	return r.ContentLength
}

// admit waits until there is memory for the list of a request. release gives the memory back. A short text needs no memory, so the check of
// a text that is being typed does not wait for long lists.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, need int64) (release func(), err error) {
	if sizeOf(r) <= maxForm {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), longestWait)
	defer cancel()
	if s.bodies.Acquire(ctx, need) != nil {
		return nil, problem(http.StatusServiceUnavailable, "this server reads and solves as many long lists as it has memory for, try again later")
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(requestLimit)) // the time that it waited does not count
	return sync.OnceFunc(func() { s.bodies.Release(need) }), nil
}

// body is the body of a request. It knows whether it was read, and why reading failed.
type body struct {
	io.ReadCloser
	read bool
	err  error
}

func (b *body) Read(p []byte) (int, error) {
	b.read = true
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}

// problem returns the error of a text that cannot be read: that of the request if there is one, else that of the text.
func (b *body) problem(err error) error {
	if _, large := errors.AsType[*http.MaxBytesError](b.err); large {
		return b.err
	}
	switch {
	case errors.Is(b.err, os.ErrDeadlineExceeded):
		return problem(http.StatusRequestTimeout, fmt.Sprintf("the request did not arrive within %v", requestLimit))
	case b.err != nil:
		return problem(http.StatusBadRequest, "the request cannot be read: "+b.err.Error())
	}
	return problem(http.StatusBadRequest, err.Error())
}

// parseForm reads the form of a request.
func parseForm(r *http.Request) error {
	err := r.ParseForm()
	if _, large := errors.AsType[*http.MaxBytesError](err); err == nil || large {
		return err
	}
	return problem(http.StatusBadRequest, "the form cannot be read: "+err.Error())
}

// readJSON reads a request whose body is one JSON value without unknown members.
func readJSON(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return err
	}
	if err != nil {
		return problem(http.StatusBadRequest, "the body is not the expected JSON: "+err.Error())
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return problem(http.StatusBadRequest, "the body has more than one JSON value")
	}
	return nil
}

// patient reads the rest of a request before it answers with an error. Most clients send the whole request before they read. If the
// server closed the connection meanwhile, they would see a reset connection instead of the answer.
type patient struct {
	http.ResponseWriter
	body   *body
	expect bool // the client sends its body when the server begins to read it
}

// WriteHeader reads the rest of the request for at most requestLimit if the status is an error.
func (p *patient) WriteHeader(status int) {
	if status >= http.StatusBadRequest && (p.body.read || !p.expect) {
		_ = http.NewResponseController(p.ResponseWriter).SetReadDeadline(time.Now().Add(requestLimit))
		_, _ = io.Copy(io.Discard, p.body) // the answer is sent even if the request has no end
	}
	p.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the writer below, for http.ResponseController.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }
