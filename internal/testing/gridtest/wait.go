package gridtest

import (
	"testing"
	"time"
)

// looks is how often Until looks before it fails the test: a minute on an idle machine, and longer on one that is busy.
const looks = 30_000

// Until waits until a condition is true.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for range looks {
		if holds() {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
	t.Fatalf("%s: not true after %d looks", what, looks)
}
