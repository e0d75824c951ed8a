package stream

import (
	"errors"
	"testing"
)

// failing is a writer that has had enough.
type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

func TestSinkKeepsTheFirstError(t *testing.T) {
	full := errors.New("disk full")
	s := &Sink{Writer: failing{full}}
	if _, err := s.Write([]byte("x")); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	s.Writer = failing{errors.New("later")}
	if _, err := s.Write([]byte("x")); err == nil || !errors.Is(s.Err, full) {
		t.Errorf("error %v, stored %v, want %v stored", err, s.Err, full)
	}
}
