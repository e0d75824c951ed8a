// Command setdoku solves Sudoku puzzles with set-based SQL and keeps every step in a database.
package main

import (
	"os"

	"setdoku/internal/cli"
)

func main() { os.Exit(cli.Main()) }
