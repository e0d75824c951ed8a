package cli

import (
	"io"
)

// sink keeps the first error of the writes that pass through it, for callers whose printers return none.
type sink struct {
	io.Writer
	Err error // the first error, nil without one
}

// Write writes b and keeps the error.
func (s *sink) Write(b []byte) (int, error) {
	n, err := s.Writer.Write(b)
	if err != nil && s.Err == nil {
		s.Err = err
	}
	return n, err
}
