// Package gzipped compresses the answers of an HTTP handler.
package gzipped

import (
	"compress/gzip"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// minSize is the number of bytes from which compression of an answer is worth its time.
const minSize = 1024

// compressible lists the types of answers that get smaller. Event streams are not among them: each event has to arrive at once.
var compressible = []string{"text/html", "text/css", "text/javascript", "text/csv", "text/plain", "application/json", "application/x-ndjson", "image/svg+xml"}

var compressors = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Handler compresses the answers of a handler with gzip if the client accepts it and they get smaller by it. The size of a compressed
// answer tells something about its contents. If an answer has a secret beside a text of an attacker, the attacker can guess the secret
// from many sizes (the attack BREACH). So no answer may have a token or a cookie in its body.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		if !Accepted(r) {
			next.ServeHTTP(w, r)
			return
		}
		c := &writer{ResponseWriter: w}
		next.ServeHTTP(c, r)
		c.close() // not after a panic, because then the client must see that the answer is not whole
	})
}

// Accepted reports whether the header Accept-Encoding of a request accepts gzip.
func Accepted(r *http.Request) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		q, weighted := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(weight), " ", ""), "q=")
		n, err := strconv.ParseFloat(q, 64)
		return !weighted || err == nil && n > 0
	}
	return false
}

// writer compresses an answer. It holds the first bytes back until it knows that there are enough of them.
type writer struct {
	http.ResponseWriter
	status  int // 0 before WriteHeader
	held    []byte
	started bool         // the header is sent, and held is no longer used
	gzip    *gzip.Writer // nil if the answer goes out as it is
}

// WriteHeader keeps the status. If the answer will not be compressed, it sends the header at once.
func (w *writer) WriteHeader(status int) {
	if status < http.StatusOK {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	if w.status != 0 {
		return
	}
	w.status = status
	kind, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	bodyless := status == http.StatusNoContent || status == http.StatusNotModified
	if bodyless || w.Header().Get("Content-Encoding") != "" || !slices.Contains(compressible, kind) {
		w.start(false)
	}
}

// start sends the header and what was held back.
func (w *writer) start(compressed bool) {
	w.started = true
	if compressed {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Del("Content-Length")
		w.gzip = compressors.Get().(*gzip.Writer)
		w.gzip.Reset(w.ResponseWriter)
	}
	w.ResponseWriter.WriteHeader(w.status)
	if len(w.held) > 0 {
		_, _ = w.Write(w.held) // an error means that the client has gone; the next Write returns it again
	}
	w.held = nil
}

func (w *writer) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case !w.started:
		w.held = append(w.held, b...)
		if len(w.held) >= minSize {
			w.start(true)
		}
		return len(b), nil
	case w.gzip != nil:
		return w.gzip.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// FlushError sends what was written so far. http.ResponseController calls it.
func (w *writer) FlushError() error {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.started {
		w.start(true)
	}
	if w.gzip != nil {
		if err := w.gzip.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// close sends the rest.
func (w *writer) close() {
	if w.status == 0 {
		return
	}
	if !w.started {
		w.start(false)
	}
	if w.gzip != nil {
		_ = w.gzip.Close() // an error means that the client has gone
		compressors.Put(w.gzip)
	}
}
