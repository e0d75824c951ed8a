package gridtest

import (
	"os"
	"testing"
)

// Required reports whether the environment variable SETDOKU_REQUIRE is set, as .ci/run sets it: every test of a change
// runs.
func Required() bool { return os.Getenv("SETDOKU_REQUIRE") != "" }

// Full reports whether the environment variable SETDOKU_NIGHTLY is set, as make nightly sets it: every test runs,
// and in full.
func Full() bool { return os.Getenv("SETDOKU_NIGHTLY") != "" }

// Long skips a test or subtest that checks another way what a short test checks. It runs if SETDOKU_REQUIRE is set.
// why says what makes it long.
func Long(t testing.TB, why string) {
	t.Helper()
	if !Required() {
		t.Skip("long, runs if SETDOKU_REQUIRE is set:", why)
	}
}

// Nightly skips a test or subtest that looks for rare faults: with much data, or at rare moments. It runs if
// SETDOKU_NIGHTLY is set. why says what makes it long.
func Nightly(t testing.TB, why string) {
	t.Helper()
	if !Full() {
		t.Skip("long, runs if SETDOKU_NIGHTLY is set:", why)
	}
}

// Part returns the cases of a test: every n-th, or all if SETDOKU_NIGHTLY is set.
func Part[T any](n int, cases []T) []T {
	if Full() {
		return cases
	}
	var part []T
	for i := 0; i < len(cases); i += n {
		part = append(part, cases[i])
	}
	return part
}

// Size returns the number of cases of a test: short, or long if SETDOKU_NIGHTLY is set.
func Size(short, long int) int {
	if Full() {
		return long
	}
	return short
}
