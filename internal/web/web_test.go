package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/web"
	"setdoku/internal/web/console"
)

// newDatabase makes a database of minimal puzzles. All but the last three are solved.
func newDatabase(t testing.TB, puzzles int) string {
	t.Helper()
	return copyOf(t, fmt.Sprint(puzzles), func(path string) { fillDatabase(t, path, puzzles) })
}

// made has the bytes of the databases that tests have made so far, by name.
var made = struct {
	sync.Mutex
	files map[string][]byte
}{files: map[string][]byte{}}

// copyOf returns a new copy of a database, which make makes if no test has made it yet.
func copyOf(t testing.TB, name string, make func(path string)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "web.db")
	made.Lock()
	defer made.Unlock()
	if file, known := made.files[name]; known {
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	make(path)
	file, err := os.ReadFile(path) // SQLite has closed it
	if err != nil {
		t.Fatal(err)
	}
	made.files[name] = file
	return path
}

// fillDatabase fills a database as newDatabase says.
func fillDatabase(t testing.TB, target string, puzzles int) {
	t.Helper()
	ctx := context.Background()
	db, err := database.Open(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rng := gridtest.New(7)
	var list []format.Puzzle
	for range puzzles {
		p := format.Puzzle{File: "made.sdm", Line: len(list) + 1}
		p.State.Givens = gridtest.Minimal(rng)
		list = append(list, p)
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	b, err := batch.NewBatch(ctx, db, memory.Options{Engine: memory.EngineAuto, Techniques: all, Jobs: 1},
		record.Run{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Solve(ctx, list[:puzzles-3]); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(ctx); err != nil {
		t.Fatal(err)
	}
	imp, err := batch.NewImporter(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := imp.Add(ctx, list[puzzles-3:]); err != nil {
		t.Fatal(err)
	}
	if err := imp.Close(); err != nil {
		t.Fatal(err)
	}
}

// newServer serves a database until the test ends. Without opts.Worker, statements of the console run in this process,
// which is quicker.
func newServer(t testing.TB, path string, opts web.Options) *httptest.Server {
	t.Helper()
	s, err := web.New(context.Background(), path, opts)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// worker is the command that runs a statement of the console in a process of its own, as TestMain does.
func worker(t *testing.T) []string {
	t.Helper()
	command, err := console.Worker()
	if err != nil {
		t.Fatal(err)
	}
	return command
}

// get returns the status and the body of a page.
func get(t testing.TB, address string) (int, string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

func BenchmarkPuzzlePage(b *testing.B) {
	server := newServer(b, newDatabase(b, 23), web.Options{})
	for b.Loop() {
		if status, body := get(b, server.URL+"/puzzles/7?step=9"); status != 200 || !strings.Contains(body, "Step 9") {
			b.Fatal(status, body)
		}
	}
}
