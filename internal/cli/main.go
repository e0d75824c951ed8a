// Package cli is the command setdoku: flags in, output out.
//
// Each command has a file with its name. The file holds the command's flags, help, examples, help group, next calls and completions,
// and registers the command; see register. What several commands share is in the packages below this folder.
package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"setdoku/internal/cli/stream"
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
	return Run(console.WithWorker(ctx), os.Args[1:], stream.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// runStatement carries out one statement of the console of serve, see console.Work.
func runStatement() int {
	if err := console.Work(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
