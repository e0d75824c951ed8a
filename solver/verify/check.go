package verify

import (
	"errors"

	"setdoku"
)

// Check re-derives a record from its givens and compares every row. It returns nil, or Findings in order of steps: the first
// wrong row of each table in each step, up to the first fault that leaves the state after its step unknown. Any other error is
// a defect of verify: a pattern that it made and cannot read.
func (c *Checker) Check(r *setdoku.Record) error {
	v := newReplay(c, r)
	err := v.run()
	var last *Finding
	switch {
	case errors.As(err, &last):
		v.faults = append(v.faults, last)
	case err != nil:
		return err
	}
	if len(v.faults) == 0 {
		return nil
	}
	for _, f := range v.faults {
		f.PuzzleID = r.PuzzleID
	}
	return v.faults
}
