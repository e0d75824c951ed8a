package verify

import (
	"errors"

	"setdoku"
)

// Check re-derives a record from its givens and compares every row. It returns nil, or a *Finding for the first
// wrong row in order of steps. Any other error is a defect of verify: a pattern that it made and cannot read.
func (c *Checker) Check(r *setdoku.Record) error {
	err := newReplay(c, r).run()
	if err == nil {
		err = checkNeeded(r)
	}
	var f *Finding
	if errors.As(err, &f) {
		f.PuzzleID = r.PuzzleID
	}
	return err
}
