package web

import (
	"compress/gzip"
	"context"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

// SiteOptions say how a site behaves.
type SiteOptions struct {
	Files     fs.FS            // the folders templates, with a layout.html, and assets
	Functions template.FuncMap // of the templates, in addition to those that every site has
	Database  string           // the name of the database, for pages
	Path      string           // the name in errors of the database, which pages replace by Database
	Front     string           // the part of the navigation that has the page at /
	ReadOnly  string           // why requests may change nothing, "" if they may
	// Check returns an error if the database cannot be used. It is called before each request; nil if nothing is to be
	// checked.
	Check func(context.Context) error
	Token string // every request needs it, unless it is empty
	Log   *slog.Logger
}

// site answers requests.
type site struct {
	SiteOptions
	pages   map[string]*template.Template
	version string // of the assets, 12 hexadecimal digits
}

// newSite reads the templates and the assets.
func newSite(opts SiteOptions) (s *site, err error) {
	s = &site{SiteOptions: opts}
	if s.version, err = assetsVersion(opts.Files); err != nil {
		return nil, err
	}
	s.pages, err = s.parsePages()
	return s, err
}

// Handler answers a request, or returns an error, which Fail then sends.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Route is one kind of request that a site answers.
type Route struct {
	Method    string
	Path      string // a pattern of http.ServeMux
	Do        Handler
	Streaming bool // the request may take longer than RequestLimit
	LargeBody bool // the body is a list of puzzles, up to MaxBody
	ReadOnly  bool // the request changes nothing, although its method is not GET
}

// Handler returns the handler of all routes and of the assets, behind the guard.
func (s *site) Handler(routes []Route) http.Handler {
	mux := http.NewServeMux()
	methods := []string{http.MethodGet, http.MethodHead}
	for _, route := range routes {
		mux.Handle(route.Method+" "+route.Path, s.serve(route))
		if !slices.Contains(methods, route.Method) {
			methods = append(methods, route.Method)
		}
	}
	mux.HandleFunc("GET "+assetsPath, s.serveAsset)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.noRoute(w, r, slices.DeleteFunc(slices.Clone(methods), func(method string) bool {
			other := r.Clone(r.Context())
			other.Method = method
			_, pattern := mux.Handler(other)
			return pattern == "/"
		}))
	})
	return compress()(s.guard(mux))
}

// compress returns a function that compresses the answers of a handler with gzip if the client accepts it. Event
// streams are not compressed: each event has to arrive at once. The size of a compressed answer reveals something about
// its contents. If an answer has a secret and a text of an attacker, the attacker can guess the secret from many
// sizes (the attack BREACH). So no answer may have a token or a cookie in its body.
var compress = sync.OnceValue(func() func(http.Handler) http.HandlerFunc {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.CompressionLevel(gzip.BestCompression),
		gzhttp.ContentTypes([]string{
			"text/html", "text/css", "text/javascript", "text/csv", "text/plain", "application/json",
			"application/x-ndjson", "image/svg+xml",
		}))
	if err != nil {
		panic(err) // the options are constants
	}
	return wrap
})

// noRoute answers a request that matches no route. methods are the methods of the routes for its address.
func (s *site) noRoute(w http.ResponseWriter, r *http.Request, methods []string) {
	if len(methods) == 0 {
		s.Fail(w, r, problemf(http.StatusNotFound, "there is no page %s", r.URL.Path))
		return
	}
	list := strings.Join(methods, ", ")
	w.Header().Set("Allow", list)
	s.Fail(w, r, problemf(http.StatusMethodNotAllowed, "%s is not possible here, only %s", r.Method, list))
}

// serve returns the http.Handler of a route. It limits the time and the size of the request. If the site is read-only,
// it refuses requests that change something.
func (s *site) serve(route Route) http.Handler {
	most := int64(maxForm)
	if route.LargeBody {
		most = MaxBody
	}
	reads := route.ReadOnly || slices.Contains(isReading, route.Method)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !route.Streaming {
			ctx, cancel := context.WithTimeout(r.Context(), RequestLimit)
			defer cancel()
			r = r.WithContext(ctx)
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		var err error
		switch {
		case r.ContentLength > most:
			err = &http.MaxBytesError{Limit: most}
		case s.ReadOnly != "" && !reads:
			err = problemf(http.StatusForbidden, "this server is read-only: %s", s.ReadOnly)
		default:
			if s.Check != nil {
				err = s.Check(r.Context())
			}
			if err == nil {
				err = route.Do(w, r)
			}
		}
		if err != nil {
			s.Fail(w, r, err)
		}
	})
}

// RequestLimit is the time for a page or an answer. A route with Lasting has no limit.
const RequestLimit = 30 * time.Second

// MaxHeader is the size of all header lines of a request, in bytes. The address of the console has the statement.
const MaxHeader = 1 << 20
