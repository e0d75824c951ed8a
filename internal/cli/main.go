package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"setdoku/internal/web/console"
)

// Main carries out the command line of the process and returns its exit code.
func Main() int {
	if console.IsWorker() {
		return runStatement()
	}
	surviveClosedPipes()
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, stop) // the next signal ends the process at once
	return Run(console.WithWorker(ctx), os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// runStatement carries out one statement of the console of serve, see console.Work.
func runStatement() int {
	if err := console.Work(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
