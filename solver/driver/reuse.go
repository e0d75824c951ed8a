package driver

import (
	"setdoku"
	"setdoku/solver/statement"
)

// known returns which work tables of the technique's file are filled already, because the previous technique was of
// the same file. It also stores the technique as the last one. A puzzle that waits for this technique has already
// tried the previous one and has not changed since.
func (d *Driver) known(t setdoku.Technique) statement.Reuse {
	last := d.last
	d.last = t
	switch {
	case last.File != t.File:
		return statement.ReuseNone
	case last.Size != t.Size:
		return statement.ReuseFile
	}
	return statement.ReuseSize
}
