package stream

import (
	"os"
	"sync/atomic"
	"testing"

	"setdoku/internal/gridtest"
)

// TestReaderClosed writes to a pipe whose reader has closed it: the first write ends the command, and later ones do
// nothing.
func TestReaderClosed(t *testing.T) {
	r, w, err := os.Pipe()
	gridtest.Must(t, err)
	defer w.Close()
	gridtest.Must(t, r.Close())
	var closed atomic.Bool
	ended := 0
	out := Streams{Out: w, Err: w}.Guard(t.Context(), func() { ended++ }, &closed).Out
	for range 2 {
		if _, err := out.Write([]byte("line\n")); err == nil || !closed.Load() || ended != 1 {
			t.Errorf("error %v, closed %t, ended %d times; want an error, true and once", err, closed.Load(), ended)
		}
	}
}
