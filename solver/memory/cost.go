package memory

import "time"

// Cost is the time and the results of a technique so far.
type Cost struct {
	Calls int           // how often it was run
	Found int           // placements and eliminations
	Time  time.Duration // elapsed time
}

// Measure makes the Logic measure the time of each technique from now on. That takes time itself: the clock is read
// once for each technique that Solve runs.
func (l *Logic) Measure() { l.costs = make([]Cost, len(l.techniques)) }

// Costs returns the cost of each technique given to NewLogic, nil without Measure. The Logic keeps the slice and
// updates it.
func (l *Logic) Costs() []Cost { return l.costs }

// lap returns the time since began and sets began to now. It adds the time and the number of deductions found to the cost of a
// technique.
func (l *Logic) lap(technique, found int, began *time.Time) time.Duration {
	now := time.Now()
	took := now.Sub(*began)
	*began = now
	if l.costs != nil {
		c := &l.costs[technique]
		c.Calls++
		c.Found += found
		c.Time += took
	}
	return took
}
