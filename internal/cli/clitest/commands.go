// Package clitest has what the tests of the command share: calls of the program, puzzles, databases, servers and
// terminals.
package clitest

import (
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
)

// EachCommand calls check for setdoku and every command that help lists, each in a subtest.
func EachCommand(t *testing.T, check func(*testing.T, *cobra.Command)) {
	t.Helper()
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		t.Run(cmd.CommandPath(), func(t *testing.T) { check(t, cmd) })
		for _, sub := range cmd.Commands() {
			if sub.Name() != "help" && !sub.Hidden { // help is a command of cobra
				walk(sub)
			}
		}
	}
	walk(cli.Root())
}
