package gridtest

import "context"

// Countdown is a context that ends when it has been asked for its error a number of times. It is not safe for
// concurrent use.
type Countdown struct {
	context.Context
	Left int
}

// Err implements context.Context.
func (c *Countdown) Err() error {
	if c.Left--; c.Left <= 0 {
		return context.Canceled
	}
	return nil
}
