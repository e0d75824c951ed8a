package stream

import (
	"os"
	"sync/atomic"
	"testing"
)

// TestReaderGone writes to a pipe whose reader has gone: the first write ends the command, and later ones do nothing.
func TestReaderGone(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var gone atomic.Bool
	ended := 0
	out := Streams{Out: w, Err: w}.Guard(t.Context(), func() { ended++ }, &gone).Out
	for range 2 {
		if _, err := out.Write([]byte("line\n")); err == nil || !gone.Load() || ended != 1 {
			t.Errorf("error %v, gone %t, ended %d times; want an error, true and once", err, gone.Load(), ended)
		}
	}
}
