package main

import (
	"os"
	"testing"
)

// cannot skips a test that needs more than this machine has, for the reason given, or
// fails it when SETDOKU_REQUIRE is set.
func cannot(t *testing.T, why string, err any) {
	t.Helper()
	if os.Getenv("SETDOKU_REQUIRE") != "" {
		t.Fatal("SETDOKU_REQUIRE is set and", why, err)
	}
	t.Skip(why, err)
}
