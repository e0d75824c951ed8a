package gridtest

import (
	"runtime"
	"strings"
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

// Blocked returns a function that waits until one more goroutine than now has a text in its stack, such as the name of
// the function in which it is blocked.
func Blocked(t testing.TB, stack string) func() {
	before := goroutinesWith(stack)
	return func() {
		t.Helper()
		Until(t, "a goroutine in "+stack, func() bool { return goroutinesWith(stack) > before })
	}
}

// Running waits until so many goroutines have a text in their stacks, such as the name of a function that they call.
func Running(t testing.TB, n int, stack string) {
	t.Helper()
	Until(t, "goroutines in "+stack, func() bool { return goroutinesWith(stack) >= n })
}

// goroutinesWith counts the goroutines with a text in their stacks.
func goroutinesWith(text string) (n int) {
	b := make([]byte, 4<<20)
	for stack := range strings.SplitSeq(string(b[:runtime.Stack(b, true)]), "\n\n") {
		if strings.Contains(stack, text) {
			n++
		}
	}
	return n
}
