package gridtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Must ends the test if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Equal fails the test if a value is another than expected. what says what it is.
func Equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%.3000s", what, diff)
	}
}
