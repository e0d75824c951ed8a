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
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/gridtest"
	"setdoku/internal/web/site"
)

// TestPictureHasOnePattern checks that the picture of a puzzle page has the chosen pattern of a step, and nothing of
// the others.
func TestPictureHasOnePattern(t *testing.T) {
	cells := [2]setdoku.Cell{11, 22}
	step := func(placement bool) *shown {
		v := &shown{Step: 1, Before: setdoku.Position{Known: true}}
		for k := range cells {
			d := setdoku.Deduction{Pattern: int64(k),
				Evidence: []setdoku.Evidence{{Pattern: int64(k), Role: "cell", Cell: cells[k]}}}
			if changed := []setdoku.Candidate{{Cell: cells[k], Digit: uint8(k + 1)}}; placement {
				d.Placements = changed
			} else {
				d.Eliminations = changed
			}
			v.Patterns = append(v.Patterns, explain.Account{Deduction: d})
		}
		return v
	}
	for _, c := range []struct {
		name      string
		placement bool
		pattern   int // in the address
		want      int // index of the cell
	}{
		{"eliminations", false, 0, 0},
		{"eliminations, pattern 1", false, 1, 0},
		{"eliminations, pattern 2", false, 2, 1},
		{"placements", true, 0, 0},
		{"placements, pattern 2", true, 2, 1},
	} {
		v := step(c.placement)
		gridtest.Must(t, v.choose(c.pattern))
		d := diagramOf(v, place{})
		if len(d.Evidence) != 1 || d.Evidence[0].Cell != cells[c.want] {
			t.Errorf("%s: the evidence is %v, want that of %s", c.name, d.Evidence, cells[c.want])
		}
		done := append(d.Placements, d.Eliminations...)
		if len(done) != 1 || done[0].Cell != cells[c.want] || (len(d.Placements) > 0) != c.placement {
			t.Errorf("%s: %v are placed and %v eliminated, want cell %s", c.name, d.Placements, d.Eliminations,
				cells[c.want])
		}
		if after := diagramOf(v, place{After: true}); len(after.Evidence)+len(after.Placements)+
			len(after.Eliminations) != 0 {
			t.Errorf("%s: the grid after the step shows %v", c.name, after)
		}
	}
	if err := step(true).choose(3); err == nil {
		t.Error("a step with two patterns has a third one")
	}
	if err := (&shown{}).choose(1); err == nil {
		t.Error("step 0 has a pattern")
	}
}

var update = flag.Bool("update", false, "write assets/picture.css")

// TestPictureSheet compares the style sheet of the pictures with what the package picture says.
func TestPictureSheet(t *testing.T) {
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
	s := &Server{bodies: semaphore.NewWeighted(allBodies)}
	admit := func(size int64) (func(), error) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/puzzles", http.NoBody)
		r.ContentLength = size
		return s.admit(httptest.NewRecorder(), r, forList+sizeOf(r))
	}
	var releases []func()
	for {
		release, err := admit(site.MaxBody)
		if busy, ok := errors.AsType[*site.Problem](err); ok && busy.Status == http.StatusServiceUnavailable {
			break
		}
		gridtest.Must(t, err)
		releases = append(releases, release)
	}
	if n := int64(len(releases)); n == 0 || n*(site.MaxBody+forList) > allBodies {
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
	if _, err := admit(site.MaxBody); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
	if _, err := admit(site.MaxBody); err == nil {
		t.Error("memory was given back twice")
	}
}

// TestMemory sends as many lists of 16 MB as the server reads at once, all slow, with boards whose solutions take long
// to count. The server keeps no more memory than it has reserved for them.
func TestMemory(t *testing.T) {
	gridtest.Long(t, "it holds 64 MB and searches boards without a given")
	path := filepath.Join(t.TempDir(), "memory.db")
	db, err := database.Open(t.Context(), path)
	gridtest.Must(t, err)
	gridtest.Must(t, db.Close())
	s, err := New(t.Context(), path, Options{})
	gridtest.Must(t, err)
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
