package web

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// policy lets a page load files of this server only. It forbids other pages to show it in a frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard refuses three kinds of requests: those for a host name that is not ours (another site's name may point to this
// machine), those that a page of another site sends, and those without the token. Assets need no token, because the
// page that asks for it uses them too.
func (s *site) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		method, host, path := r.Method, r.Host, r.URL.Path // without the query, which may have the token
		w, r = readWhole(w, r, func(status int) {
			s.Log.Info("request refused", "status", status, "method", method, "host", host, "path", path)
		})
		switch {
		case s.Token == "" && !loopbackHost(r.Host):
			s.refuse(w, r, &Problem{http.StatusMisdirectedRequest,
				"this server answers only to localhost and 127.0.0.1, not to " + r.Host})
		case crossOrigin.Check(r) != nil, fromOtherSite(r):
			s.refuse(w, r, &Problem{http.StatusForbidden, "the request came from a page of another site"})
		case s.Token != "" && !s.hasToken(r) && !strings.HasPrefix(r.URL.Path, assetsPath):
			s.needToken(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// fromOtherSite reports whether a browser says that a page of another site sent the request, unless the user followed a
// link to one of our pages. A page of another site may not ask /api, and may not embed our pages or pictures: it could
// not read the answer, but it could make this server work.
func fromOtherSite(r *http.Request) bool {
	h := r.Header
	switch h.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return false // not a browser, an older one, our own page, or the user typed the address
	}
	link := slices.Contains(isReading, r.Method) && h.Get("Sec-Fetch-Mode") == "navigate" &&
		h.Get("Sec-Fetch-Dest") == "document"
	return !link || inAPI(r)
}

// inAPI reports whether the answer to a request is JSON, also if it is an error.
func inAPI(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/api/")
}

// loopbackHost reports whether a Host header names the loopback interface of this machine.
func loopbackHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// isReading lists the methods that change nothing.
var isReading = []string{http.MethodGet, http.MethodHead}
