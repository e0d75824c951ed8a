package cli

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// readerClosed reports whether a write failed because nobody reads the pipe any more.
func readerClosed(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA) ||
		errors.Is(err, windows.ERROR_PIPE_NOT_CONNECTED)
}

// understandsColors reports whether a terminal understands escape sequences for colors. A console window does so only
// if it is asked to; before Windows 10 it cannot.
func understandsColors(terminal *os.File) bool {
	console := windows.Handle(terminal.Fd())
	var mode uint32
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
