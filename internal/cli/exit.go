package cli

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

// UsageError is a mistake in the call.
type UsageError struct{ err error }

// Error returns what is wrong with the call.
func (u UsageError) Error() string { return u.err.Error() }

// Unwrap returns the error that says what is wrong.
func (u UsageError) Unwrap() error { return u.err }

// asUsageError makes an error a mistake in the call.
func asUsageError(err error) error { return UsageError{err} }

// usageErrorf returns a mistake in the call.
func usageErrorf(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }
