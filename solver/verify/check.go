package verify

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Check re-derives a record from its givens and compares every row. It returns
// nil, or the first row that does not hold, by step, as a *Finding. Any other
// error is a fault of verify: a pattern that it made and cannot read.
func (c *Checker) Check(r *Record) error {
	var first error
	for _, hidden := range c.schedules(r) {
		err := newReplay(c, r, hidden).run()
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	var f *Finding
	if errors.As(first, &f) {
		f.PuzzleID = r.PuzzleID
	}
	return first
}

// schedules returns the sequences of runs that may have made the steps without a
// step row, likeliest first. Such steps do not say which run made them. It was
// the last run, if that keeps no steps; but the puzzle may have been stuck after
// one or two others that keep none either and select otherwise.
func (c *Checker) schedules(r *Record) [][]*selection {
	var last []*selection
	if run := c.runs[r.RunID]; run != nil && run.audit == auditNone {
		last = []*selection{run}
	}
	list := [][]*selection{last}
	if len(r.StepRows) >= r.Steps {
		return list
	}
	others := c.unaudited(last)
	for _, a := range others {
		list = append(list, slices.Concat([]*selection{a}, last))
	}
	for _, a := range others {
		for _, b := range others {
			if a.id < b.id {
				list = append(list, slices.Concat([]*selection{a, b}, last))
			}
		}
	}
	return list
}

// unaudited returns the runs that keep no steps, by id, one for each way to
// select techniques, without those that select as the run except.
func (c *Checker) unaudited(except []*selection) (list []*selection) {
	selects := func(s *selection) string {
		names := []string{fmt.Sprint(s.stopAtFirst)}
		for _, t := range s.techniques {
			names = append(names, t.Name)
		}
		return fmt.Sprint(names)
	}
	seen := map[string]bool{}
	for _, s := range except {
		seen[selects(s)] = true
	}
	for _, id := range slices.Sorted(maps.Keys(c.runs)) {
		s := c.runs[id]
		if s.audit == auditNone && !seen[selects(s)] {
			seen[selects(s)] = true
			list = append(list, s)
		}
	}
	return list
}
