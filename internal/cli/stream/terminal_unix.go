//go:build unix

package stream

import (
	"errors"
	"os"
	"syscall"
)

// readerGone reports whether a write failed because nobody reads the pipe any more.
func readerGone(err error) bool { return errors.Is(err, syscall.EPIPE) }

// understandsColors reports whether a terminal understands escape sequences for colors.
func understandsColors(*os.File) bool { return os.Getenv("TERM") != "dumb" }
