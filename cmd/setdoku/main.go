// Command setdoku solves Sudoku puzzles with set-based SQL and keeps every step in a database.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// With this, writing to a pipe that nobody reads is an error instead of the end, so that what is temporary is removed.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, stop) // the next signal ends the program at once
	code := Run(ctx, os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}

// endings are the signals that interrupt a command, without those that its caller has it ignore, as nohup does.
func endings() []os.Signal {
	list := []os.Signal{syscall.SIGTERM}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}
