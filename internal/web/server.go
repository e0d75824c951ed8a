// Package web is the explorer, a web site for a database. Its pages show the puzzles, every step of each puzzle and the
// statement behind the step, and a console for SQL statements that only read. The API under /api has the same as JSON.
//
// Server has the pages; routes.go lists them. Files that begin with collection are the list of puzzles, with game the
// games, which change nothing in the collection, with job the lists that are solved in the background. site is the
// frame of all of them: it guards and limits requests, renders templates, sends JSON, files and downloads, and turns
// errors into answers.
package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sync/semaphore"

	"setdoku/internal/catalogue"
	"setdoku/internal/goal"
	"setdoku/internal/web/console"
	"setdoku/store"
)

// Options say how a Server behaves.
type Options struct {
	Token    string // every request needs it, unless it is empty; see NewToken
	ReadOnly bool   // refuse to play and to solve
	Games    bool   // the page at / is that of the games, and not the collection
	Log      *slog.Logger
	Version  string // version of the program, for the rows of the table run
	// QueryTime is the time limit of a statement in the console; 0 means 5 seconds. QueryRows is the limit of its rows;
	// 0 means 1000.
	QueryTime time.Duration
	QueryRows int
	Worker    []string // starts the process of a statement, see console.Options
}

// listReaders is the number of connections for lists and counts.
const listReaders = 2

// readers returns the number of connections for pages of puzzles. They stay open, because a new connection first reads
// the schema and compiles its statements. All connections do so again after a solver has dropped and created its
// triggers. So more connections than cores would make a page slower.
func readers() int { return max(2, runtime.GOMAXPROCS(0)) }

// MinToken is the number of bytes that a token must have at least, so that nobody finds it by trying.
const MinToken = 16

// NewToken returns a random token of 26 letters and digits, which nobody can guess.
func NewToken() string { return rand.Text() }

// Server serves one database.
type Server struct {
	opts      Options
	read      *store.DB // for quick reads
	lists     *store.DB // for reads that may look through all puzzles, so that quick reads do not wait for them
	write     *store.DB // nil if the server is read-only
	catalogue catalogue.Catalogue
	site      *site
	console   *console.Console
	jobs      *jobList
	usages    cache[string, usage] // by technique
	advisers  *advisers
	found     cache[matchKey, []matches]
	bodies    *semaphore.Weighted // the memory for long lists, of allBodies
	finder    *goal.Finder        // nil if the server is read-only
}

// New opens a database and prepares the pages. target is a file or URL as store.Open accepts it. A file must exist.
// Close the Server after use.
func New(ctx context.Context, target string, opts Options) (_ *Server, err error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opts: opts, usages: cache[string, usage]{Most: 200, Age: usageTime},
		bodies: semaphore.NewWeighted(allBodies), found: cache[matchKey, []matches]{Most: findsCached}}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	var because string // of a server that is read-only
	if s.write, because, err = openToWrite(ctx, target, opts.ReadOnly); err != nil {
		return nil, err
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
	if s.catalogue, err = catalogue.LoadNames(ctx, s.read); err != nil {
		return nil, err
	}
	if s.console, err = console.New(ctx, target,
		console.Options{Time: opts.QueryTime, Rows: opts.QueryRows, Worker: opts.Worker}); err != nil {
		return nil, err
	}
	s.jobs = newJobs(s.write, jobOptions{Version: opts.Version, Log: opts.Log})
	s.advisers = newAdvisers(s.read, readers())
	if s.write != nil {
		if s.finder, err = goal.New(s.write, opts.Version); err != nil {
			return nil, err
		}
	}
	s.site, err = newSite(SiteOptions{
		Files: files, Functions: functions, Database: s.shownPath(), Path: s.read.Target(), Front: s.front(),
		ReadOnly: because, Token: opts.Token, Log: opts.Log,
		Check: cmp.Or(s.write, s.read).CheckFile,
	})
	return s, err
}

// shownPath returns the name of the database as pages show it: without its folder if other people use the server.
func (s *Server) shownPath() string {
	if s.opts.Token != "" && s.read.InProcess() {
		return filepath.Base(s.read.Target())
	}
	return s.read.Target()
}

// openToWrite opens a database for writing. If it may not be written, openToWrite returns no database but the reason.
func openToWrite(ctx context.Context, target string, readOnly bool) (db *store.DB, because string, err error) {
	if readOnly {
		return nil, "it was started with --read-only", nil
	}
	if db, err = store.Open(ctx, target); err == nil {
		if err = db.CheckMayWrite(ctx); err == nil {
			err = checkSchema(ctx, db)
		}
		if err == nil {
			return db, "", nil
		}
		err = errors.Join(err, db.Close())
	}
	switch {
	case errors.Is(err, store.ErrPermission):
		return nil, "its user may only read the database", nil
	case errors.Is(err, store.ErrReadOnly):
		return nil, "the database may only be read", nil
	}
	return nil, "", err
}

// checkSchema refuses a database whose tables are not those of this program, because some pages would fail.
func checkSchema(ctx context.Context, db *store.DB) error {
	err := db.Snapshot(ctx, func(s *store.Snapshot) error { _, _, err := s.CheckSchema(ctx); return err })
	if errors.Is(err, store.ErrChanged) {
		err = fmt.Errorf("open database %s: %w; another version of setdoku made the database, or a user changed it: "+
			"export its puzzles and import them into a new one", db.Target(), err)
	}
	return err
}

// Play begins a game of a level or a technique on a variant, "" for classic, and returns the path of its page. The
// error wraps those of goal.Finder.Find.
func (s *Server) Play(ctx context.Context, goal, variant string) (page string, err error) {
	if s.write == nil {
		return "", fmt.Errorf("nothing can be played: %s", s.site.ReadOnly)
	}
	address, err := s.games().Start(ctx, goal, variant)
	return "/games/" + address, err
}

// games returns the games of the database.
func (s *Server) games() *gamePages {
	return newGamePages(s.site, s.read, s.write, s.advisers, s.finder)
}

// ReadOnly returns why the server refuses to play and to solve, "" if it does not.
func (s *Server) ReadOnly() string { return s.site.ReadOnly }

// FileRights is that of the database.
func (s *Server) FileRights(ctx context.Context) (string, error) { return s.read.FileRights(ctx) }

// Close ends all jobs and closes the database.
func (s *Server) Close() error {
	var errs []error
	if s.jobs != nil {
		s.jobs.Close()
	}
	if s.console != nil {
		errs = append(errs, s.console.Close())
	}
	for _, db := range []*store.DB{s.read, s.lists, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// Handler returns the handler of all pages and of the API, behind the guard.
func (s *Server) Handler() http.Handler {
	return s.site.Handler(s.routes())
}

// shutdownLimit is how long running requests may go on when the server ends.
const shutdownLimit = 500 * time.Millisecond

// Serve answers requests on a listener until the context ends. Then it waits until running requests are finished, up to
// shutdownLimit, and ends their contexts.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(), MaxHeaderBytes: MaxHeader, ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout: RequestLimit,
		IdleTimeout: 2 * time.Minute, ErrorLog: slog.NewLogLogger(s.opts.Log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	server.RegisterOnShutdown(s.jobs.Close) // so that clients that follow a job do not delay the shutdown
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownLimit)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	return err
}
