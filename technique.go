package setdoku

// Technique is one technique of the catalogue. The header of its file in sql/ defines it; see
// docs/writing-a-technique.md.
type Technique struct {
	Name   string `db:"name" json:"name"`
	Title  string `db:"title" json:"title"`
	Family string `db:"family" json:"family"`
	// Tier is the position in the catalogue. The solver tries smaller tiers first.
	Tier          int   `db:"tier" json:"tier"`
	Weight        int   `db:"weight" json:"weight"` // what one step adds to the score
	Level         Level `db:"level" json:"level"`
	AssumesUnique bool  `db:"assumes_unique" json:"assumes_unique"`
}
