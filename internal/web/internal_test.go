package web

import (
	"context"
	"errors"
	"flag"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"setdoku/internal/explain/picture"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

var update = flag.Bool("update", false, "write assets/picture.css")

// TestPictureSheet compares the style sheet of the pictures with what the package picture says.
func TestPictureSheet(t *testing.T) {
	t.Parallel()
	file := filepath.Join("assets", "picture.css")
	want := "/* Made by go test ./internal/web -run TestPictureSheet -update. */\n" + picture.StyleSheet()
	if *update {
		gridtest.Must(t, os.WriteFile(file, []byte(want), 0o644))
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): go test ./internal/web -run TestPictureSheet -update", file, err)
	}
}

// TestAdmit fills the memory for long lists. The next long list is refused, a short text is not, and a list is read
// when another one has given its memory back.
func TestAdmit(t *testing.T) {
	t.Parallel()
	s := &Server{bodies: semaphore.NewWeighted(allBodies)}
	admit := func(size int64) (func(), error) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/puzzles", http.NoBody)
		r.ContentLength = size
		return s.admit(httptest.NewRecorder(), r, forList+requestSize(r))
	}
	var releases []func()
	for {
		release, err := admit(MaxBody)
		if busy, ok := errors.AsType[*Problem](err); ok && busy.Status == http.StatusServiceUnavailable {
			break
		}
		gridtest.Must(t, err)
		releases = append(releases, release)
	}
	if n := int64(len(releases)); n == 0 || n*(MaxBody+forList) > allBodies {
		t.Errorf("%d lists were admitted", n)
	}
	if _, err := admit(-1); err == nil {
		t.Error("a list of unknown length was admitted")
	}
	if _, err := admit(shortList); err != nil {
		t.Errorf("a short text: %v", err)
	}
	releases[0]()
	releases[0]() // it gives back once
	if _, err := admit(MaxBody); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
	if _, err := admit(MaxBody); err == nil {
		t.Error("memory was given back twice")
	}
}

// TestReadersShareNoConnection requests pages while others keep a connection of each pool.
func TestReadersShareNoConnection(t *testing.T) {
	t.Parallel()
	s, err := New(t.Context(), dbtest.File(t), Options{})
	gridtest.Must(t, err)
	defer s.Close()
	for _, db := range []*store.DB{s.read, s.lists} {
		conn, err := db.Conn(t.Context())
		gridtest.Must(t, err)
		defer conn.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	var done atomic.Int32
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	for _, path := range []string{"/", "/techniques/x_wing"} {
		all.Go(func() {
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path, http.NoBody)
			answer := httptest.NewRecorder()
			if s.Handler().ServeHTTP(answer, r); answer.Code != http.StatusOK {
				t.Errorf("%s: %d", path, answer.Code)
			}
			done.Add(1)
		})
	}
	gridtest.Until(t, "the pages are there", func() bool { return done.Load() == 2 })
}

// TestMemory sends as many lists of 16 MB as the server reads at once, all slow, with boards whose solutions take long
// to count. The server keeps no more memory than it has reserved for them.
func TestMemory(t *testing.T) {
	gridtest.Long(t, "it holds 64 MB and searches boards without a given")
	s, err := New(t.Context(), dbtest.File(t), Options{})
	gridtest.Must(t, err)
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	defer ended.Wait()
	defer cancel()
	before := liveMemory()
	text := strings.Repeat(strings.Repeat(".", 80)+"1\n", 1<<10)
	send := func(path string, size int64) *io.PipeWriter {
		body, client := io.Pipe()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+path, body)
		r.ContentLength = size
		ended.Go(func() {
			s.Handler().ServeHTTP(httptest.NewRecorder(), r)
			body.Close()
		})
		context.AfterFunc(ctx, func() { client.CloseWithError(context.Canceled) })
		return client
	}
	slow := func(path string) { // sends all of a list but its end
		client := send(path, MaxBody)
		for n := 0; n+len(text) < MaxBody; n += len(text) {
			_, err := io.WriteString(client, text)
			gridtest.Must(t, err)
		}
	}
	for range allBodies / (MaxBody + forList) {
		slow("/api/puzzles")
	}
	slow("/api/puzzles/check")
	if s.bodies.TryAcquire(1) {
		t.Error("there is memory for another list")
	}
	board := "windoku+x+anti-knight " + strings.Repeat(".", 81)
	for range 8 {
		client := send("/api/puzzles/check", int64(len(board)))
		_, err := io.WriteString(client, board) // returns when all is read
		gridtest.Must(t, err)
		client.Close()
	}
	const most = allBodies + 32<<20 // the boards and what other tests leave need some, too
	if used := liveMemory() - before; used > most {
		t.Errorf("the server keeps %d MB, expected %d at most", used>>20, most>>20)
	}
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

// TestCacheWaitsNoLongerThanTheRequest has a request end that waits for the computation of another one.
func TestCacheWaitsNoLongerThanTheRequest(t *testing.T) {
	t.Parallel()
	c := cache[string, int]{Most: 2}
	begun, goOn, first := make(chan struct{}), make(chan struct{}), make(chan int)
	go func() {
		n, _ := c.Get(t.Context(), "key", func() (int, error) { close(begun); <-goOn; return 7, nil })
		first <- n
	}()
	<-begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := func() (int, error) { t.Error("computed twice"); return 0, nil }
	if n, err := c.Get(ctx, "key", never); !errors.Is(err, context.Canceled) {
		t.Errorf("%d, error %v", n, err)
	}
	close(goOn)
	gridtest.Equal(t, "the first request", <-first, 7)
	if n, err := c.Get(t.Context(), "key", never); n != 7 || err != nil {
		t.Errorf("kept is %d, error %v", n, err)
	}
}
