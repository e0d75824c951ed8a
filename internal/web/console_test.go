package web_test

import (
	"fmt"
	"os"
	"testing"

	"setdoku/internal/web/console"
)

// TestMain lets the program of the tests run statements of the console in processes of their own.
func TestMain(m *testing.M) {
	if !console.IsWorker() {
		os.Exit(m.Run())
	}
	if err := console.Work(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
