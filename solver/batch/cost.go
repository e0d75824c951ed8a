package batch

import (
	"cmp"
	"slices"

	"setdoku/solver/memory"
)

// Cost is the time that a technique took in memory.
type Cost struct {
	Technique string
	memory.Cost
}

// costs returns the times of the techniques in memory, added up over all jobs, in descending order.
func (m *pool) costs() []Cost {
	var list []Cost
	for i, t := range m.opts.Techniques {
		sum := Cost{Technique: t.Name}
		for _, l := range m.logics {
			if costs := l.Costs(); costs != nil {
				sum.Calls += costs[i].Calls
				sum.Found += costs[i].Found
				sum.Time += costs[i].Time
			}
		}
		if sum.Calls > 0 {
			list = append(list, sum)
		}
	}
	slices.SortStableFunc(list, func(a, b Cost) int { return cmp.Compare(b.Time, a.Time) })
	return list
}

// Costs returns the time of each technique so far, in descending order. It knows only the engines in memory, and only
// with Options.Measure. The times of statements and of writing rows are not included.
func (b *Batch) Costs() []Cost {
	if e, is := b.engine.(*memoryEngine); is {
		return e.costs()
	}
	return nil
}

// Costs is Batch.Costs.
func (m *InMemory) Costs() []Cost { return m.pool.costs() }
