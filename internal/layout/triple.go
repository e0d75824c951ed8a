package layout

// triple reports whether rows of a block are the lines of cells with three lines each.
func (b *block) triple() bool { return false }
