//go:build unix

package format

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"setdoku/internal/testing/gridtest"
)

// waited is a context that ends as soon as somebody waits for its end.
type waited struct {
	context.Context
	end context.CancelFunc
}

func (w waited) Done() <-chan struct{} {
	defer w.end()
	return w.Context.Done()
}

// TestOpenEnds opens named pipes whose other ends nobody opens. Opening ends with the context.
func TestOpenEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	gridtest.Must(t, syscall.Mkfifo(path, 0o666))
	for name, open := range map[string]func(context.Context, string) error{
		"Open":     func(ctx context.Context, path string) error { _, err := Open(ctx, path); return err },
		"ReadFile": func(ctx context.Context, path string) error { _, err := ReadFile(ctx, path); return err },
		"OpenPipe": func(ctx context.Context, path string) error { _, err := OpenPipe(ctx, path); return err },
	} {
		ctx, end := context.WithCancel(t.Context())
		if err := open(waited{ctx, end}, path); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want the end of the context", name, err)
		}
	}
}
