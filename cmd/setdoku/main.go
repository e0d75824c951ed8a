// Command setdoku solves Sudoku puzzles with set-based SQL and keeps every step in a database.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"setdoku/internal/cli"
	"setdoku/internal/cli/stream"
	"setdoku/internal/web/console"
)

func main() { os.Exit(run()) }

// run carries out the command line of the process and returns its exit code.
func run() int {
	if console.IsWorker() {
		return runStatement()
	}
	surviveClosedPipes()
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, stop) // the next signal ends the process at once
	return cli.Run(console.WithWorker(ctx), os.Args[1:], stream.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// runStatement carries out one statement of the console of serve, see console.Work.
func runStatement() int {
	if err := console.Work(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
