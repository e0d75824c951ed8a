package memory

import "time"

// Cost is what a technique has cost so far.
type Cost struct {
	Calls int           // how often it was looked for
	Found int           // placements and eliminations
	Time  time.Duration // spent on looking, by the clock
}

// Measure makes the Logic measure from now on what each technique costs. That takes time itself: the clock is read once for each
// technique that Solve looks for.
func (l *Logic) Measure() { l.costs = make([]Cost, len(l.techniques)) }

// Costs returns the cost of each of the techniques given to NewLogic, nil without Measure. The Logic keeps the slice and goes on
// counting in it.
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
