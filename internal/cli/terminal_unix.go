//go:build unix

package cli

import (
	"errors"
	"os"
	"syscall"
)

// readerClosed reports whether a write failed because nobody reads the pipe any more.
func readerClosed(err error) bool { return errors.Is(err, syscall.EPIPE) }

// understandsColors reports whether a terminal understands escape sequences for colors.
func understandsColors(*os.File) bool { return os.Getenv("TERM") != "dumb" }
