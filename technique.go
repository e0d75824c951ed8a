package setdoku

import (
	"cmp"
	"context"
	"strconv"
	"strings"
)

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
	LevelNo       int   `db:"level_no" json:"-"` // Level.Number
	AssumesUnique bool  `db:"assumes_unique" json:"assumes_unique"`
	// File is the file of the statement: sql/FILE.sql. For a user technique it is the name of the technique.
	File string `db:"file" json:"file"`
	// Size is the size of a pattern, such as the number of cells of a subset, when deductions are looked for ('setdoku
	// find'). SolveSize is the size when puzzles are solved; it may be smaller. Both are 0 for a technique without
	// sizes.
	Size      int `db:"size" json:"size"`
	SolveSize int `db:"-" json:"-"`
	// OnRequest says that the technique is used only when it is selected by its name. The name ends in a size for which
	// the catalogue has no other name, as in naked_subset:5.
	OnRequest bool `db:"-" json:"-"`
	// Places says that the technique places digits. All others eliminate.
	Places bool `db:"places" json:"-"`
	// LibraryCodes are the codes that the technique has in lists of test cases (library lines), separated by blanks.
	LibraryCodes string `db:"-" json:"-"`
	// Text is the statement of a user technique, "" for a technique of sql/.
	Text string `db:"-" json:"-"`
	// Path is the file of Text.
	Path string `db:"-" json:"-"`
	// AnyTier says that the technique gets the next free tier if another technique has Tier.
	AnyTier bool `db:"-" json:"-"`
}

// Single reports whether the technique places a digit that is the only one left for a cell or a unit.
func (t *Technique) Single() bool { return t.Family == "singles" }

// NeedsOneSolution reports whether solving tries the technique only for puzzles with one solution. The technique
// assumes that, or it nests hypotheses: without one solution they cannot fill the grid, and search ends the puzzle much
// sooner.
func (t *Technique) NeedsOneSolution() bool { return t.AssumesUnique || t.File == "nested_forcing" }

// sizeMark separates the name and the size of a technique without a name for its size.
const sizeMark = ":"

// HasSize reports whether the name of the technique ends in a size, as in naked_subset:5.
func (t *Technique) HasSize() bool { return strings.Contains(t.Name, sizeMark) }

// BaseName returns the name without the size. The statement uses this name.
func (t *Technique) BaseName() string {
	name, _, _ := strings.Cut(t.Name, sizeMark)
	return name
}

// Sized is the name with which the technique is selected. It ends in the size when the catalogue has no name for that
// size.
func (t *Technique) Sized() string {
	if t.Tier == 0 {
		return t.Name + sizeMark + strconv.Itoa(t.Size)
	}
	return t.Name
}

// Harder reports whether the technique gives a puzzle a higher rating than another technique.
func (t *Technique) Harder(than *Technique) bool {
	return cmp.Or(cmp.Compare(t.LevelNo, than.LevelNo), cmp.Compare(t.Weight, than.Weight),
		cmp.Compare(t.Tier, than.Tier)) > 0
}

// Statements runs the statements of techniques in a temporary database. The packages that need no database know only
// this interface.
type Statements interface {
	// Find returns the deductions of a technique in each state, with the evidence that its key does not have. selected
	// are the techniques that are tried, because a technique may leave out patterns that smaller ones find.
	Find(ctx context.Context, t Technique, selected []Technique, states []State) ([][]Deduction, error)
	Close(ctx context.Context) error
}
