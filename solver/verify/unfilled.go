package verify

import "setdoku"

// unfilled reports whether a puzzle has no derived rows yet. A run adds puzzles before it solves them, and a user
// may insert a row into the table puzzle. Such a puzzle has no candidates.
func unfilled(r *setdoku.Record) bool {
	return r.Status == setdoku.StatusNew && r.RunID == 0 && r.Steps == 0 && len(r.Candidates) == 0
}

// bare reports whether an unfilled puzzle came as givens only and has no cells either.
func bare(r *setdoku.Record) bool {
	plain := r.Start == nil || len(r.Start.Placed)+len(r.Start.Deleted) == 0
	return unfilled(r) && plain && len(r.Cells) == 0
}
