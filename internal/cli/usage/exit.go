// Package usage has what a command needs to report a wrong call: exit codes, errors about flags and
// arguments with the nearest right spelling, and quoting for a shell.
package usage

import (
	"fmt"
	"syscall"
)

// Exit codes. When several apply, the smallest one above 0 is returned.
const (
	ExitDone     = 0
	ExitError    = 1 // an error, or any bad input line
	ExitUsage    = 2 // the call is wrong
	ExitUnsolved = 3 // the command is done, but a puzzle is not solved
	// the reader of the output has closed it; a shell shows this code after SIGPIPE
	ExitUnread = 128 + int(syscall.SIGPIPE)
)

// Exit is an error that only carries an exit code. The command has already printed its messages.
type Exit int

// Error returns the exit code in words.
func (e Exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Error is a mistake in the call.
type Error struct{ err error }

// Error returns what is wrong with the call.
func (u Error) Error() string { return u.err.Error() }

// Unwrap returns the error that says what is wrong.
func (u Error) Unwrap() error { return u.err }

// Wrong makes an error a mistake in the call.
func Wrong(err error) error { return Error{err} }

// Errorf returns a mistake in the call.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }
