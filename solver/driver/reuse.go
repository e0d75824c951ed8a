package driver

import (
	"setdoku"
	"setdoku/solver/statement"
)

// known returns which work tables of a technique's file are filled already, because the last technique was of the same file, and
// remembers the technique. A puzzle that waits for this technique has already tried the previous one, and has not changed since.
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
