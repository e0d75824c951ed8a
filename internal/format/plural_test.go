package format_test

import (
	"testing"

	"setdoku/internal/format"
)

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 1234: "1234 rows"} {
		if got := format.Plural(n, "row"); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}
