// Package web is the explorer: pages over a database that show its puzzles, every step of them, the
// statement behind each, and a console for SQL that reads. The same is to be had as JSON under /api.
package web

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"setdoku/solver"
	"setdoku/store"
)

//go:embed templates assets openapi.json
var files embed.FS

// Options say how a Server behaves.
type Options struct {
	Token    string // wanted from everybody when it is not empty; see NewToken
	ReadOnly bool   // nothing can be played or solved
	Log      *slog.Logger
	Version  string // of the program, for the runs that it makes
	// QueryTime bounds a statement of the console, 5 seconds when 0, and QueryRows its rows, 1000 when 0.
	QueryTime time.Duration
	QueryRows int
}

// listReaders is how many connections lists and counts are read on.
const listReaders = 2

// readers is how many connections pages of puzzles are read on. They stay open: a new one reads the schema and
// compiles its statements first, and all do so again when a solver has put its triggers away and back,
// so that more of them than cores would make a page slower, not quicker.
func readers() int { return max(2, runtime.GOMAXPROCS(0)) }

// NewToken returns a token that nobody guesses, 26 letters and digits.
func NewToken() string { return rand.Text() }

// Server answers for one database.
type Server struct {
	opts      Options
	read      *store.DB // for what is quick
	lists     *store.DB // for what may look through all puzzles, so that nothing quick waits for it
	write     *store.DB // nil when it only shows
	catalogue solver.Catalogue
	pages     map[string]*template.Template
	console   *console
	jobs      *jobs
	facets    *facetCache
}

// New opens a database, for reading alone and for writing, and prepares the pages. target is what
// store.Open takes; a file must exist.
func New(ctx context.Context, target string, opts Options) (_ *Server, err error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opts: opts, facets: newFacetCache()}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if !opts.ReadOnly {
		if s.write, err = store.OpenExisting(ctx, target); err != nil {
			return nil, err
		}
	}
	for _, pool := range []struct {
		db          **store.DB
		connections int
	}{{&s.read, readers()}, {&s.lists, listReaders}} {
		db, err := store.OpenReadOnly(ctx, target)
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(pool.connections)
		db.SetMaxIdleConns(pool.connections)
		*pool.db = db
	}
	if s.catalogue, err = solver.LoadNames(ctx, s.read); err != nil {
		return nil, err
	}
	if s.console, err = newConsole(ctx, target, opts); err != nil {
		return nil, err
	}
	s.jobs = newJobs(s)
	s.pages, err = parsePages()
	return s, err
}

// Close ends what is being solved and closes the database.
func (s *Server) Close() error {
	var errs []error
	if s.jobs != nil {
		s.jobs.close()
	}
	if s.console != nil {
		errs = append(errs, s.console.close())
	}
	for _, db := range []*store.DB{s.read, s.lists, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// handler answers a request or says why not.
type handler func(w http.ResponseWriter, r *http.Request) error

// Handler returns all pages and the API behind the guard.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, route := range s.routes() {
		mux.Handle(route.Method+" "+route.Path, s.serve(route))
	}
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err) // the folder is embedded
	}
	static := http.StripPrefix("/assets/", http.FileServerFS(assets))
	mux.HandleFunc("GET /assets/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		static.ServeHTTP(w, r)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, problem(http.StatusNotFound, "there is no page "+r.URL.Path))
	})
	return s.guard(mux)
}

// serve makes an http.Handler of a route. All but events end in time.
func (s *Server) serve(route Route) http.Handler {
	do := s.writable(route.do)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !route.Lasting {
			ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
			defer cancel()
			r = r.WithContext(ctx)
		}
		if err := do(w, r); err != nil {
			s.fail(w, r, err)
		}
	})
}

// Serve answers on a listener until the context ends, then lets what is under way finish, for five
// seconds at most.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(), MaxHeaderBytes: maxHeader, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: requestLimit,
		IdleTimeout: 2 * time.Minute, ErrorLog: slog.NewLogLogger(s.opts.Log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	server.RegisterOnShutdown(s.jobs.close) // who follows a job does not hold the server up
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	return err
}
