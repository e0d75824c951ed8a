package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Limits of one request.
const (
	maxBody      = 16 << 20         // bytes of a request body
	maxHeader    = 64 << 10         // bytes of all header lines
	requestLimit = 30 * time.Second // for a page or an answer; a route with Lasting has no limit
)

// policy lets a page load files of this server only. It forbids other pages to show it in a frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// tokenCookie has the token that a server needs if other machines can reach it.
const tokenCookie = "setdoku_token"

// guard refuses three kinds of requests: those for a host name that is not ours (another site's name may point to this
// machine), changes that a page of another site sends, and requests without the token.
func (s *Server) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, problem(http.StatusForbidden, "the request came from a page of another site"))
	}))
	next = crossOrigin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		switch {
		case s.opts.Token == "" && !loopbackHost(r.Host):
			s.fail(w, r, problem(http.StatusMisdirectedRequest, "this server answers only to localhost and 127.0.0.1, not to "+r.Host))
		case s.opts.Token != "" && !s.hasToken(w, r):
			s.fail(w, r, problem(http.StatusUnauthorized, "this server needs its token: open the address that it printed when it started"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// loopbackHost reports whether a Host header names the loopback interface of this machine.
func loopbackHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// hasToken looks for the token in the cookie, in the Authorization header and in the address. If the token is in the address,
// hasToken also sets the cookie.
func (s *Server) hasToken(w http.ResponseWriter, r *http.Request) bool {
	right := func(token string) bool {
		return subtle.ConstantTimeCompare([]byte(token), []byte(s.opts.Token)) == 1
	}
	if c, err := r.Cookie(tokenCookie); err == nil && right(c.Value) {
		return true
	}
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && right(token) {
		return true
	}
	if !right(r.URL.Query().Get("token")) {
		return false
	}
	http.SetCookie(w, &http.Cookie{
		Name: tokenCookie, Value: s.opts.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	})
	return true
}

// reading lists the methods that change nothing.
var reading = []string{http.MethodGet, http.MethodHead}

// writable refuses requests that change something if the server is read-only.
func (s *Server) writable(next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.write == nil && !slices.Contains(reading, r.Method) {
			return problem(http.StatusForbidden, "this server is read-only: it was started with --read-only")
		}
		return next(w, r)
	}
}
