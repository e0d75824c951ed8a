package web

import (
	"context"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/gridtest"
	"setdoku/internal/web/site"
)

// TestMemory sends as many lists of 16 MB as the server reads at once, all slow, with boards whose solutions take long
// to count. The server keeps no more memory than it has reserved for them.
func TestMemory(t *testing.T) {
	gridtest.Long(t, "it holds 64 MB and searches boards without a given")
	path := filepath.Join(t.TempDir(), "memory.db")
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	defer ended.Wait()
	defer cancel()
	handler := s.Handler()
	send := func(ctx context.Context, path string, size int64, body io.Reader) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+path, body)
		r.ContentLength = size
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	before := liveMemory()
	text := strings.Repeat(strings.Repeat(".", 80)+"1\n", 1<<10)
	// slow sends all of a list but its end
	slow := func(path string) {
		body, client := io.Pipe()
		ended.Go(func() {
			send(ctx, path, site.MaxBody, body)
			body.Close()
		})
		context.AfterFunc(ctx, func() { client.CloseWithError(context.Canceled) })
		for n := 0; n+len(text) < site.MaxBody; n += len(text) {
			if _, err := io.WriteString(client, text); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
	}
	for range allBodies / (site.MaxBody + forList) {
		slow("/api/puzzles")
	}
	slow("/api/puzzles/check")
	if s.bodies.TryAcquire(1) {
		t.Error("there is memory for another list")
	}
	for range 8 {
		text := strings.NewReader("windoku+x+anti-knight " + strings.Repeat(".", 81))
		board := &atEOF{Reader: text, read: make(chan struct{})}
		ended.Go(func() { send(ctx, "/api/puzzles/check", board.Size(), board) })
		<-board.read
	}
	const most = allBodies + 32<<20 // the boards and what other tests leave need some, too
	if used := liveMemory() - before; used > most {
		t.Errorf("the server keeps %d MB, expected %d at most", used>>20, most>>20)
	}
}

// atEOF closes read when all of the text was read.
type atEOF struct {
	*strings.Reader
	read chan struct{}
	once sync.Once
}

// Read implements io.Reader.
func (a *atEOF) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	if a.Len() == 0 {
		a.once.Do(func() { close(a.read) })
	}
	return n, err
}

// liveMemory returns the size in bytes of what is reachable in the heap. A collection counts what is allocated while it
// runs as reachable, so the smallest figure of several counts.
func liveMemory() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	least := int64(math.MaxInt64)
	for range 5 {
		runtime.GC()
		metrics.Read(live)
		least = min(least, int64(live[0].Value.Uint64()))
	}
	return least
}
