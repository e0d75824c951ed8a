package clitest

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"setdoku/internal/cli"
	"setdoku/internal/testing/gridtest"
)

// OnTerminal carries out a call whose output and messages go to one terminal, and returns the text on the terminal.
func OnTerminal(t *testing.T, args ...string) string {
	t.Helper()
	terminal, end := OpenTerminal(t)
	cli.Run(t.Context(), args, cli.Streams{In: strings.NewReader(GoodPuzzle + "\n"), Out: terminal, Err: terminal})
	return end()
}

// OnTerminalOf carries out a call whose output goes to a terminal with so many columns, and returns the lines on the
// terminal.
func OnTerminalOf(t *testing.T, columns uint16, args ...string) []string {
	t.Helper()
	terminal, end := OpenTerminal(t)
	gridtest.Must(t, unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}))
	var messages bytes.Buffer
	code := cli.Run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: terminal, Err: &messages})
	screen := end()
	if code != cli.ExitDone {
		t.Fatalf("%s: exit code %d, want 0\n%s", args, code, messages.String())
	}
	return strings.Split(strings.ReplaceAll(strings.TrimSuffix(screen, "\r\n"), "\r\n", "\n"), "\n")
}

// OpenTerminal returns a terminal to write to, and a function that closes it and returns what was written. It calls
// gridtest.Cannot when the machine has no terminals. It calls each of watch with all that the terminal shows, whenever
// that is more.
func OpenTerminal(t *testing.T, watch ...func(shown string)) (*os.File, func() string) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		gridtest.Cannot(t, "no terminals here:", err)
	}
	t.Cleanup(func() { screen.Close() })
	var number, locked int32
	const getNumber, unlock = 0x80045430, 0x40045431 // TIOCGPTN and TIOCSPTLCK of Linux
	for request, value := range map[uintptr]*int32{getNumber: &number, unlock: &locked} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request,
			uintptr(unsafe.Pointer(value))); errno != 0 {
			gridtest.Cannot(t, "no terminals here:", errno)
		}
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		gridtest.Cannot(t, "no terminals here:", err)
	}
	var got bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		for b := make([]byte, 4096); ; {
			n, err := screen.Read(b)
			got.Write(b[:n])
			for _, w := range watch {
				w(got.String())
			}
			if err != nil { // the terminal is closed
				return
			}
		}
	}()
	return terminal, func() string {
		t.Helper()
		gridtest.Must(t, terminal.Close())
		<-read
		return got.String()
	}
}
