package web_test

import (
	"context"
	"errors"
	"testing"

	"setdoku/internal/web/site"
)

// TestCacheWaitsNoLongerThanTheRequest has a request end that waits for the computation of another one.
func TestCacheWaitsNoLongerThanTheRequest(t *testing.T) {
	c := site.Cache[string, int]{Most: 2}
	begun, goOn, first := make(chan struct{}), make(chan struct{}), make(chan int)
	go func() {
		n, _ := c.Get(t.Context(), "key", func() (int, error) { close(begun); <-goOn; return 7, nil })
		first <- n
	}()
	<-begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := func() (int, error) { t.Error("computed twice"); return 0, nil }
	if n, err := c.Get(ctx, "key", never); !errors.Is(err, context.Canceled) {
		t.Errorf("%d, error %v", n, err)
	}
	close(goOn)
	if n := <-first; n != 7 {
		t.Errorf("the first request has %d", n)
	}
	if n, err := c.Get(t.Context(), "key", never); n != 7 || err != nil {
		t.Errorf("kept is %d, error %v", n, err)
	}
}
