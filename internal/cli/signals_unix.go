//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// endings returns the signals that interrupt a command, without those that the process was started to ignore, as by
// nohup.
func endings() []os.Signal {
	list := []os.Signal{syscall.SIGTERM}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}

// surviveClosedPipes makes a write to a pipe without a reader an error. Otherwise it would end the process, which would
// leave its temporary files behind.
func surviveClosedPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
