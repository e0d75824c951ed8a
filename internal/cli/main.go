// Package cli is the command setdoku: flags in, output out. Each command has a file of its own.
package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"setdoku/internal/cli/stream"
)

// Main carries out the command line of the process and returns its exit code.
func Main() int {
	// Without this, a write to a pipe that nobody reads would end the process, and its temporary files would stay.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, stop) // the next signal ends the process at once
	return Run(ctx, os.Args[1:], stream.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// endings are the signals that interrupt a command. A signal that the caller made the process ignore, as nohup does, is
// not among them.
func endings() []os.Signal {
	list := []os.Signal{syscall.SIGTERM}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}
