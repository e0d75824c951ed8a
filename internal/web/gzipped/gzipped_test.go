package gzipped_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"setdoku/internal/web/gzipped"
)

// request asks a handler for gzip and returns the answer as it is sent.
func request(t *testing.T, handler http.HandlerFunc) *http.Response {
	t.Helper()
	server := httptest.NewServer(gzipped.Handler(handler))
	t.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Body.Close() })
	return a
}

// TestFlush requires that what a handler flushes arrives while the handler goes on.
func TestFlush(t *testing.T) {
	read := make(chan struct{})
	a := request(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/csv")
		_, _ = io.WriteString(w, "first line\n")
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		<-read
		_, _ = io.WriteString(w, "second line\n")
	})
	if a.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal("not compressed")
	}
	body, err := gzip.NewReader(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, len("first line\n"))
	if _, err := io.ReadFull(body, first); err != nil || string(first) != "first line\n" {
		t.Fatalf("%q %v", first, err)
	}
	close(read)
	if rest, err := io.ReadAll(body); err != nil || string(rest) != "second line\n" {
		t.Errorf("%q %v", rest, err)
	}
}

// TestPanic requires that a client sees that an answer is not whole.
func TestPanic(t *testing.T) {
	a := request(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/csv")
		_, _ = io.WriteString(w, strings.Repeat("line\n", 100_000))
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		panic(http.ErrAbortHandler)
	})
	if body, err := io.ReadAll(a.Body); err == nil {
		t.Errorf("%d bytes and no error", len(body))
	}
}

func TestNotCompressed(t *testing.T) {
	long := strings.Repeat("line\n", 1000)
	for _, c := range []struct {
		name, kind, coding string
		status             int
		body               string
	}{
		{"short", "text/html", "", 200, "short"},
		{"no type", "", "", 200, long},
		{"a packed file", "application/zip", "", 200, long},
		{"compressed by the handler", "text/html", "br", 200, long},
		{"events", "text/event-stream", "", 200, long},
		{"no contents", "text/html", "", 204, ""},
		{"not changed", "text/html", "", 304, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := request(t, func(w http.ResponseWriter, _ *http.Request) {
				if c.kind != "" {
					w.Header().Set("Content-Type", c.kind)
				}
				if c.coding != "" {
					w.Header().Set("Content-Encoding", c.coding)
				}
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			body, err := io.ReadAll(a.Body)
			if err != nil || a.StatusCode != c.status || string(body) != c.body || a.Header.Get("Content-Encoding") != c.coding {
				t.Errorf("%d %q %.20q %v", a.StatusCode, a.Header.Get("Content-Encoding"), body, err)
			}
		})
	}
}
