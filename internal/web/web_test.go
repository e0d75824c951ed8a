package web_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
	"setdoku/internal/web/console"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
	"setdoku/store"
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
		gridtest.Must(t, os.WriteFile(path, file, 0o644))
		return path
	}
	make(path)
	file, err := os.ReadFile(path) // SQLite has closed it
	gridtest.Must(t, err)
	made.files[name] = file
	return path
}

// fillDatabase fills a database as newDatabase says.
func fillDatabase(t testing.TB, target string, puzzles int) {
	t.Helper()
	db, err := store.Create(t.Context(), target)
	gridtest.Must(t, err)
	rng := gridtest.New(7)
	var list []format.Puzzle
	for n := range puzzles {
		p := format.Puzzle{File: "made.sdm", Line: n + 1}
		p.State.Givens = gridtest.Minimal(rng)
		list = append(list, p)
	}
	solvertest.Run(t, db, list[:puzzles-3], false, allTechniques(t))
	solvertest.Import(t, db, list[puzzles-3:])
	gridtest.Must(t, db.Close())
}

// allTechniques are the options of a run with all techniques, in memory.
func allTechniques(t testing.TB) memory.Options {
	return memory.Options{Engine: catalogue.EngineAuto, Techniques: solvertest.Catalogue(t), Jobs: 1}
}

// importPuzzles adds puzzles to a file, which it makes if there is none.
func importPuzzles(t *testing.T, path string, list []format.Puzzle) {
	t.Helper()
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	solvertest.Import(t, db, list)
	gridtest.Must(t, db.Close())
}

// remembering is the context of all servers, so that each search for solutions gives up once.
var remembering = solutions.Remember(context.Background())

// newServer serves a database until the test ends. Without opts.Worker, statements of the console run in this process,
// which is quicker.
func newServer(t testing.TB, path string, opts web.Options) *httptest.Server {
	t.Helper()
	server, end := startServer(t, path, opts)
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// startServer serves a database until end is called.
func startServer(t testing.TB, path string, opts web.Options) (server *httptest.Server, end func() error) {
	t.Helper()
	s, err := web.New(remembering, path, opts)
	gridtest.Must(t, err)
	server = httptest.NewUnstartedServer(s.Handler())
	server.Config.BaseContext = func(net.Listener) context.Context { return remembering }
	server.Start()
	return server, func() error { server.Close(); return s.Close() }
}

// readOnlyServer is a server of 12 puzzles, three of them new, that refuses changes.
func readOnlyServer(t *testing.T) string {
	return sharedServer(t, "read-only", 12, web.Options{ReadOnly: true, QueryTime: time.Hour})
}

// gameServer is a server of puzzles for tests that change nothing but games of their own, and add puzzles to them. At
// first it has 4, of which three are new.
func gameServer(t *testing.T) string {
	return sharedServer(t, "games", 4, web.Options{})
}

// consoleServer is a server of 12 puzzles that runs each statement of the console in a process of its own.
func consoleServer(t *testing.T) string {
	return sharedServer(t, "console", 12, web.Options{ReadOnly: true, QueryTime: time.Hour, Worker: worker(t)})
}

// tokenServer is a server of 4 puzzles that wants testToken.
func tokenServer(t *testing.T) string {
	return sharedServer(t, "token", 4, web.Options{Token: testToken})
}

// taggedServer is a read-only server of 6 puzzles with tags, and with sources of two files.
func taggedServer(t *testing.T) string {
	return sharedServer(t, "tags", 6, web.Options{ReadOnly: true})
}

// sharedServer returns the address of a server for all tests that ask for its name. The first one starts it.
func sharedServer(t *testing.T, name string, puzzles int, opts web.Options) string {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.servers[name] == "" {
		path := newDatabase(t, puzzles)
		if name == "tags" {
			addTags(t, path)
		}
		folder, err := os.MkdirTemp("", "setdoku-web-") // the tests that use it end at different times
		gridtest.Must(t, err)
		kept := filepath.Join(folder, filepath.Base(path))
		gridtest.Must(t, os.Rename(path, kept))
		server, end := startServer(t, kept, opts)
		shared.servers[name] = server.URL
		shared.ends = append(shared.ends, func() { os.RemoveAll(folder) }, func() { end() })
	}
	return shared.servers[name]
}

// worker is the command that runs a statement of the console in a process of its own, as TestMain does.
func worker(t *testing.T) []string {
	t.Helper()
	command, err := console.Worker()
	gridtest.Must(t, err)
	return command
}

// get returns the status and the body of a page.
func get(t testing.TB, address string) (int, string) {
	t.Helper()
	r, err := http.Get(address)
	gridtest.Must(t, err)
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	gridtest.Must(t, err)
	return r.StatusCode, string(b)
}

// fetch returns the body of a page, and fails the test if it has another status.
func fetch(t *testing.T, address string, want int) string {
	t.Helper()
	status, body := get(t, address)
	if status != want {
		t.Errorf("%s: status %d, want %d", address, status, want)
	}
	return body
}

// send sends a request with a body, which is a form unless it goes to the API. headers are names and values. It returns
// the status, the body and the headers of the answer.
func send(t *testing.T, method, address, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	gridtest.Must(t, err)
	if !strings.Contains(address, "/api/") {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := client.Do(r)
	gridtest.Must(t, err)
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	gridtest.Must(t, err)
	return a.StatusCode, string(b), a.Header
}

// post is send with the method POST.
func post(t *testing.T, address, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	return send(t, http.MethodPost, address, body, headers...)
}

// request is a request and a part of its answer.
type request struct {
	to     string // a path, with its method if it is not GET
	body   string
	status int
	want   string // a part of the address to which the answer leads, or of its body
}

// check sends requests to a server, one after the other, and compares their answers.
func check(t *testing.T, server string, list []request) {
	t.Helper()
	for _, r := range list {
		method, path, some := strings.Cut(r.to, " ")
		if !some {
			method, path = http.MethodGet, r.to
		}
		status, body, h := send(t, method, server+path, r.body)
		if status != r.status || !strings.Contains(h.Get("Location")+body, r.want) {
			t.Errorf("%s %.200s: %d %s %.300s, want %d and %q", r.to, r.body, status, h.Get("Location"), body, r.status,
				r.want)
		}
	}
}

// TestMain lets the program of the tests run statements of the console in processes of their own. After the tests it
// ends what they share.
func TestMain(m *testing.M) {
	if console.IsWorker() {
		if err := console.Work(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	for _, end := range slices.Backward(shared.ends) {
		end()
	}
	os.Exit(code)
}

// shared has the addresses of the servers that tests share, by name, and what ends after all tests, the last first.
var shared = struct {
	sync.Mutex
	servers map[string]string
	ends    []func()
}{servers: make(map[string]string)}

// logText is a log that a server writes and a test reads.
type logText struct {
	sync.Mutex
	text strings.Builder
}

func (l *logText) Write(b []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.text.Write(b)
}

func (l *logText) String() string {
	l.Lock()
	defer l.Unlock()
	return l.text.String()
}
