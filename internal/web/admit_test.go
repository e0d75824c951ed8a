package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"setdoku/internal/web/site"
)

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
		if err != nil {
			t.Fatal(err)
		}
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
