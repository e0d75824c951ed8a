package bitmask

import "time"

// Cost is what a technique has cost so far.
type Cost struct {
	Calls int           // how often it was looked for
	Found int           // placements and eliminations
	Time  time.Duration // spent on looking, by the clock
}

// Measure makes the Logic note from now on what each technique costs, which takes time itself: the clock is
// read once for each technique that is looked for.
func (l *Logic) Measure() { l.costs = make([]Cost, len(l.techniques)) }

// Costs returns what was noted, a Cost for each of the techniques given to NewLogic, nil without Measure. It
// belongs to the Logic, which goes on counting.
func (l *Logic) Costs() []Cost { return l.costs }

// book adds a call of a technique that began at a time, and returns the time it ended.
func (l *Logic) book(technique int, began time.Time) time.Time {
	now := time.Now()
	c := &l.costs[technique]
	c.Calls++
	c.Found += l.found.count
	c.Time += now.Sub(began)
	return now
}
