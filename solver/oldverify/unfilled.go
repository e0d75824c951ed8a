package verify

import "setdoku"

// unfilled reports whether a puzzle has no candidates yet because nobody has read its state. A run adds puzzles before it solves them,
// and a user may insert a row into the table puzzle. If the puzzle came as givens only, its candidates follow from these.
func unfilled(r *setdoku.Record) bool {
	plain := r.Start != nil && len(r.Start.Placed)+len(r.Start.Deleted) == 0
	return r.Status == setdoku.StatusNew && r.RunID == 0 && r.Steps == 0 && len(r.Candidates) == 0 && !plain
}

// bare reports whether an unfilled puzzle, of which it is not known how it came, has no cells either.
func bare(r *setdoku.Record) bool {
	return unfilled(r) && r.Start == nil && len(r.Cells) == 0
}
