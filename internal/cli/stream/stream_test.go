package stream

import (
	"os"
	"sync/atomic"
	"testing"
)

// TestReaderClosed writes to a pipe whose reader has closed it: the first write ends the command, and later ones do
// nothing.
func TestReaderClosed(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var closed atomic.Bool
	ended := 0
	out := Streams{Out: w, Err: w}.Guard(t.Context(), func() { ended++ }, &closed).Out
	for range 2 {
		if _, err := out.Write([]byte("line\n")); err == nil || !closed.Load() || ended != 1 {
			t.Errorf("error %v, closed %t, ended %d times; want an error, true and once", err, closed.Load(), ended)
		}
	}
}
