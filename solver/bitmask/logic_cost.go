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

// lap returns the time since began, books it for a technique, and begins anew.
func (l *Logic) lap(technique int, began *time.Time) time.Duration {
	now := time.Now()
	took := now.Sub(*began)
	*began = now
	if l.costs != nil {
		c := &l.costs[technique]
		c.Calls++
		c.Found += l.found.count
		c.Time += took
	}
	return took
}
