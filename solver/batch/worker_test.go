package batch

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"setdoku/store"
)

// TestOutageWaitInterrupted interrupts a worker while it meets an error: only a lost server is an interrupt then.
func TestOutageWaitInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	full := errors.New("disk full")
	for _, tt := range []struct{ err, want error }{
		{fmt.Errorf("write: %w", full), full},
		{fmt.Errorf("write: %w", context.Canceled), context.Canceled},
		{store.ErrConnectionLost, context.Canceled},
	} {
		lost := false
		o := Outage{OnLost: func(error) { lost = true }}
		if err := o.Wait(ctx, tt.err); !errors.Is(err, tt.want) || lost {
			t.Errorf("%v: %v, lost %v; want %v", tt.err, err, lost, tt.want)
		}
	}
}
