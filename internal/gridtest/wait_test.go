package gridtest

import "testing"

// TestBlocked waits until a goroutine waits for a channel in a function, and lets it go on.
func TestBlocked(t *testing.T) {
	wait := Blocked(t, "gridtest.receive(")
	in, ended := make(chan int), make(chan int)
	go func() { ended <- receive(in) }()
	wait()
	in <- 3
	if got := <-ended; got != 3 {
		t.Errorf("received %d, want 3", got)
	}
}

//go:noinline
func receive(in chan int) int { return <-in }
