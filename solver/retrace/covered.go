package retrace

import (
	"setdoku/solver/driver"
)

// reason explains why a step was not made again.
type reason string

const (
	byHand  reason = "by hand or from a shell"
	noFile  reason = "by or after a technique whose file was not given"
	unknown reason = "after a step that kept no eliminations"
)

// Covered counts the steps that a judge has read.
type Covered struct {
	Same map[driver.Engine]int // steps that were made again and are equal, by the engine that made them again
	Left map[reason]int        // steps that were not made again
}

func newCovered() Covered {
	return Covered{make(map[driver.Engine]int), make(map[reason]int)}
}

func (c *Covered) add(by driver.Engine, steps int) {
	if steps > 0 {
		c.Same[by] += steps
	}
}

func (c *Covered) pass(why reason, steps int) {
	if steps > 0 {
		c.Left[why] += steps
	}
}
