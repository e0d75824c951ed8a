package gridtest

import (
	"os"
	"testing"
)

// Required reports whether the environment variable SETDOKU_REQUIRE is set, as .ci/run sets it: every test runs, and in
// full.
func Required() bool { return os.Getenv("SETDOKU_REQUIRE") != "" }

// Long skips a test or subtest that repeats, with more data or another way, what a short test checks. It runs if
// SETDOKU_REQUIRE is set. why says what makes it long.
func Long(t testing.TB, why string) {
	t.Helper()
	if !Required() {
		t.Skip("long, runs if SETDOKU_REQUIRE is set:", why)
	}
}

// Part returns the cases of a test: every n-th, or all if SETDOKU_REQUIRE is set.
func Part[T any](n int, cases []T) []T {
	if Required() {
		return cases
	}
	var part []T
	for i := 0; i < len(cases); i += n {
		part = append(part, cases[i])
	}
	return part
}

// Size returns the number of cases of a test: short, or long if SETDOKU_REQUIRE is set.
func Size(short, long int) int {
	if Required() {
		return long
	}
	return short
}
