package catalogue

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"setdoku"
)

// Technique is a technique with what solving and searching need of the header of its file.
type Technique struct {
	setdoku.Technique

	LevelNo int `db:"level_no" json:"-"` // Level.Number
	// File is the file of the statement: sql/technique/FILE.sql. For a user technique it is the name of the technique.
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

// NewTechnique returns a technique with what a search for its deductions needs.
func NewTechnique(name, file string, size int) Technique {
	return Technique{Technique: setdoku.Technique{Name: name}, File: file, Size: size, SolveSize: size}
}

// Public returns techniques as other programs see them.
func Public(list []Technique) []setdoku.Technique {
	public := make([]setdoku.Technique, len(list))
	for i := range list {
		public[i] = list[i].Technique
	}
	return public
}

// Single reports whether the technique places a digit that is the only one left for a cell or a unit.
func (t *Technique) Single() bool { return t.Family == "singles" }

// NeedsOneSolution reports whether solving tries the technique only for puzzles with one solution. The technique
// assumes that, or it nests hypotheses: without one solution they cannot fill the grid, and search ends the puzzle much
// sooner.
func (t *Technique) NeedsOneSolution() bool { return t.AssumesUnique || t.File == "nested_forcing" }

// HasSize reports whether the name of the technique ends in a size, as in naked_subset:5.
func (t *Technique) HasSize() bool { return strings.Contains(t.Name, SizeMark) }

// BaseName returns the name without the size. The statement uses this name.
func (t *Technique) BaseName() string {
	name, _, _ := strings.Cut(t.Name, SizeMark)
	return name
}

// Sized is the name with which the technique is selected. It ends in the size when the catalogue has no name for that
// size.
func (t *Technique) Sized() string {
	if t.Tier == 0 {
		return t.Name + SizeMark + strconv.Itoa(t.Size)
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
	Find(ctx context.Context, t Technique, selected []Technique, states []setdoku.State) ([][]setdoku.Deduction,
		error)
	Close(ctx context.Context) error
}

// Own are techniques of a user, and what runs their statements.
type Own struct {
	techniques []Technique
	statements func() Statements
}

// NewOwn returns techniques of a user.
func NewOwn(techniques []Technique, statements func() Statements) Own {
	return Own{techniques, statements}
}

// Techniques returns the techniques.
func (o Own) Techniques() []Technique { return o.techniques }

// Statements returns what runs the statements, nil if there is none.
func (o Own) Statements() func() Statements { return o.statements }
