package cli

import (
	"os"
	"syscall"
)

// endings returns the signals that interrupt a command. Go sends SIGTERM when the console window is closed, and when
// the user logs off.
func endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// surviveClosedPipes does nothing: on Windows, a write to a pipe without a reader is always an error.
func surviveClosedPipes() {}
