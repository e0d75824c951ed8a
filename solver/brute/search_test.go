package brute_test

import (
	"context"
	"errors"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
)

// TestSearchEnds searches a board on which no search ends: it ends after a bound, and with its context. Many solutions
// are counted up to the limit.
func TestSearchEnds(t *testing.T) {
	v, err := setdoku.ParseVariant("windoku+x+anti-knight")
	gridtest.Must(t, err)
	odd := setdoku.State{Variant: v}
	if n, _, err := brute.Search(t.Context(), odd, 1); n != 0 || !errors.Is(err, brute.ErrNotCounted) {
		t.Errorf("%d solutions, error %v, want ErrNotCounted", n, err)
	}
	for _, left := range []int{1, 2, 20} {
		ctx := &gridtest.Countdown{Context: t.Context(), Left: left}
		if _, _, err := brute.Search(ctx, odd, 1); !errors.Is(err, context.Canceled) || ctx.Left != 0 {
			t.Errorf("error %v, %d questions left, want 0", err, ctx.Left)
		}
	}
	n, first, err := brute.Search(t.Context(), setdoku.State{}, 10_000)
	if n != 10_000 || first.Check() != nil || err != nil {
		t.Errorf("%d solutions, error %v, want 10000", n, err)
	}
}
