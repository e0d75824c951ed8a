// Package process tests what needs processes of the program: signals, locks, other users, the shell.
package process

import (
	"testing"

	"setdoku/internal/cli/clitest"
)

func TestMain(m *testing.M) { clitest.TestMain(m) }
