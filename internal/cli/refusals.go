package cli

import (
	"fmt"
	"io"
)

// refusals reports and counts the puzzles of a database that a command leaves out.
type refusals struct {
	w     io.Writer
	count int
}

// add reports a puzzle, unless many were reported before.
func (r *refusals) add(err error) {
	if r.count++; r.count <= MaxReported {
		fmt.Fprintf(r.w, "setdoku: %v\n", err)
	}
}

// setAside is add for a row that solving has set aside.
func (r *refusals) setAside(id int64, reason error) {
	r.add(fmt.Errorf("puzzle %d: %w; the row is set aside as invalid: delete it and add the right puzzle", id, reason))
}

// finish says how many puzzles were not reported, and returns the exit code.
func (r *refusals) finish() int {
	if r.count > MaxReported {
		fmt.Fprintf(r.w, "setdoku: and %d more\n", r.count-MaxReported)
	}
	if r.count > 0 {
		return ExitError
	}
	return ExitDone
}
