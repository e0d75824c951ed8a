package gridtest

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// Until waits until a condition is true. It fails the test only when go test is about to end it, so no machine is too
// slow.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	end := time.Now().Add(time.Hour)
	if limited, is := t.(interface{ Deadline() (time.Time, bool) }); is {
		if deadline, has := limited.Deadline(); has {
			end = deadline.Add(-10 * time.Second)
		}
	}
	for !holds() {
		if time.Now().After(end) {
			t.Fatalf("%s: not before the time of the test was over", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
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
