package solver

import "setdoku"

// known returns which of the notes that a technique's file takes are there already, because the technique before was of the
// same file, and notes that it runs now. In a sweep, or where puzzles are searched and not changed, what waits for a
// technique has waited for the one before and has not changed since.
func (d *Driver) known(t setdoku.Technique) notes {
	last := d.noted
	d.noted = t
	switch {
	case last.File != t.File:
		return notesNone
	case last.Size != t.Size:
		return notesFile
	}
	return notesSize
}
