package solver

import (
	"cmp"
	"slices"

	"setdoku/solver/memory"
)

// Cost is what a technique has cost in memory.
type Cost struct {
	Technique string
	memory.Cost
}

// costs returns what the techniques that were looked for have cost all jobs together, dearest first.
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

// Costs returns what each technique has cost so far, dearest first: of the engines in memory, and of
// these with Options.Measure alone. What is foreign to memory, and the rows, are not in it.
func (b *Batch) Costs() []Cost {
	if e, is := b.engine.(*memoryEngine); is {
		return e.costs()
	}
	return nil
}

// Costs is Batch.Costs.
func (m *InMemory) Costs() []Cost { return m.pool.costs() }
