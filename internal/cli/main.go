// Package cli is the command setdoku: flags in, output out.
//
// Each command has a file with its name. The file holds the command's flags, help, examples, help group, next calls and completions,
// and registers the command; see register. What several commands share is in the packages below this folder.
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
	// Without this, a write to a pipe without a reader would end the process and leave its temporary files behind.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, stop) // the next signal ends the process at once
	return Run(ctx, os.Args[1:], stream.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// endings returns the signals that interrupt a command, without those that the process was started to ignore, as by nohup.
func endings() []os.Signal {
	list := []os.Signal{syscall.SIGTERM}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}
