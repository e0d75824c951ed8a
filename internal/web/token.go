package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// tokenPath is where the form of the token page posts to.
const tokenPath = "/token"

// tokenPage is the data of the page that asks for the token.
type tokenPage struct {
	Next  string // the address to open afterwards
	Wrong string // what is wrong with the token that was sent, "" if none was
}

// needToken answers a request without a valid cookie or Authorization header. If the address or the form of the page
// has the right token, the answer sets a cookie and redirects to the address without the token, so that no bookmark,
// history or log keeps the token. Other requests get a page that asks for the token.
func (s *site) needToken(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	page := tokenPage{Next: nextPage(r.URL)}
	var token string
	switch {
	case inAPI(r):
		w.Header().Set("WWW-Authenticate", `Bearer realm="setdoku"`)
		s.refuse(w, r, &Problem{http.StatusUnauthorized,
			"this server needs its token as a bearer token, in the header Authorization"})
		return
	case r.URL.Path == tokenPath && r.Method == http.MethodPost:
		page.Next = "/"
		if next, err := url.Parse(r.PostFormValue("next")); err == nil {
			page.Next = nextPage(next)
		}
		token = tokenIn(r.PostFormValue("token"))
	case slices.Contains(isReading, r.Method):
		token = r.URL.Query().Get("token")
	default:
		page.Next = "/" // the form of the request is lost
	}
	if s.isToken(token) {
		http.SetCookie(w, &http.Cookie{
			Name: tokenCookie(r), Value: s.tokenHash(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
			Secure: r.TLS != nil,
		})
		http.Redirect(w, r, page.Next, http.StatusSeeOther)
		return
	}
	if token != "" {
		page.Wrong = "This is not the token of this server."
	}
	w.Header().Set("WWW-Authenticate", `Bearer realm="setdoku"`)
	s.renderBare(w, r, http.StatusUnauthorized, "token", "Token needed", page)
}

// hasToken reports whether a request has the token, in its cookie or in its Authorization header.
func (s *site) hasToken(r *http.Request) bool {
	if c, err := r.Cookie(tokenCookie(r)); err == nil &&
		subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.tokenHash())) == 1 {
		return true
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && s.isToken(token)
}

func (s *site) isToken(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(s.Token)) == 1
}

// tokenHash is the value of the cookie: a hash, because a cookie cannot have every character that a token may have.
func (s *site) tokenHash() string {
	hash := sha256.Sum256([]byte("setdoku cookie " + s.Token))
	return hex.EncodeToString(hash[:])
}

// tokenCookie returns the name of the cookie. It has the port, because a browser sends a cookie to all ports of a host,
// where there may be another server with another token.
func tokenCookie(r *http.Request) string {
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		return "setdoku_token_" + port
	}
	return "setdoku_token"
}

// tokenIn returns the token that a user typed or pasted. It may be the whole address that serve printed.
func tokenIn(text string) string {
	text = strings.TrimSpace(text)
	if u, err := url.Parse(text); err == nil && u.Host != "" && u.Query().Has("token") {
		return u.Query().Get("token")
	}
	return text
}

// nextPage returns an address of this server without the token. An address that begins with two slashes would be one of
// another server.
func nextPage(u *url.URL) string {
	query := u.Query()
	query.Del("token")
	next := url.URL{Path: "/" + strings.TrimLeft(u.Path, `/\`), RawQuery: query.Encode()}
	if next.Path == tokenPath {
		return "/"
	}
	return next.String()
}
