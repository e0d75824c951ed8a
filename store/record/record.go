// Package record has what a database keeps of a puzzle: what engines make, what is written and read, what verify
// compares, and what commands print.
package record

import (
	"cmp"
	"fmt"
	"slices"

	"setdoku"
)

// Run is one run of a solver, a row of the table run.
type Run struct {
	ID        int64
	Engine    string // "" if unknown
	Audit     setdoku.Audit
	Selection string         // of the techniques
	Options   map[string]any // for the reader of the database; no reader here fills them in
	Version   string         // that of the program

	// What follows from the engine and the selection of a run that was read.
	Techniques  []string // selected, by name
	StopAtFirst bool     // stops each puzzle after its first technique step
	EndOnly     bool     // stores results without steps and without techniques
	Shell       bool     // applies deductions from a shell: its steps belong to no attempt
}

// Puzzle is everything that a database stores about one puzzle. An engine fills in what it made, and a result that is
// only printed has no rows of other tables than puzzle and puzzle_technique. Cells are numbered 11..99 and digits 1..9
// throughout. The slices may be in any order.
type Puzzle struct {
	PuzzleID int64 `db:"puzzle_id"`
	Version  int64 `db:"version"` // grows with every change of the puzzle, so that a run notices one
	Identity
	Name           string `db:"name"`   // of the puzzle, "" for none
	Source         string `db:"source"` // file and line that it came from
	setdoku.Rating        // "" is NULL
	Solution       string `db:"solution"` // 81 digits, or "" for NULL
	RunID          int64  `db:"run_id"`   // the run that set the current status, 0 for none
	// Canonical is the smallest isomorph of the givens, '.' before the digits, or "" for NULL.
	Canonical string `db:"canonical"`

	Kept bool `db:"kept"` // no engine solves it in this run, because the database has its result from before

	// Bad is a row of another table with a value that no row can have, nil if there is none. The row is not among those
	// of the record. Snapshot.Record returns it as an error.
	Bad     *BadRow  `db:"-"`
	Refused *Refusal `db:"-"` // nil if the row in puzzle is a puzzle; otherwise Start has only its variant, if that exists

	// Start is the state with which the puzzle was added, or from which an engine solves it. Of a result that was read
	// it has only the variant.
	Start setdoku.State `db:"-"`
	// BaseStep is the last step that was there before an engine solves the puzzle and stays: 0 for the puzzle as it
	// came, -1 if it also came as only givens and no run has tried it. Before an engine solves it, Score, Rounds and
	// Uses are those of the steps that stay.
	BaseStep int    `db:"-"`
	Filled   string `db:"-"` // the grid with the digits filled in so far; "" before an engine or Results fills it in

	Candidates     []setdoku.Candidate     `db:"-"`
	Rows           `db:"-"`                // with those of step 0, the input: rule given, or rule manual for a digit that the player had placed
	Contradictions []setdoku.Contradiction `db:"-"` // of an invalid puzzle
	Attempts       []Attempt               `db:"-"`
	Needed         []Needed                `db:"-"` // empty if nobody has computed them
	Properties     *Properties             `db:"-"` // nil if nobody has computed them
	PropertyCells  []PropertyCell          `db:"-"`

	// Selections are the selections of techniques of the runs that made its steps, if Snapshot.Record has read them.
	Selections []string `db:"-"`
	// StoredEvidence says that Evidence has only stored rows, not those that can be computed from a pattern's key.
	// The caller has checked that the view evidence computes them correctly.
	StoredEvidence bool `db:"-"`
}

// ReadGivens reads the givens of a puzzle of a variant, nil for classic, in the form in which a database has them: 81
// characters row by row, '.' for an empty cell and for a place outside the board. A digit is at most the size of the
// board, and no two cells that see each other have the same digit.
func ReadGivens(v *setdoku.Variant, text string) (d setdoku.Grid, err error) {
	v = v.OrClassic()
	if d, err = setdoku.ParseGrid(text); err != nil {
		return d, err
	}
	for i, digit := range d {
		switch {
		case text[i] == '0':
			return d, fmt.Errorf("character '0' at cell %d, want '.' for an empty cell", i+1)
		case digit > 0 && (i/9 >= v.Size || i%9 >= v.Size):
			return d, fmt.Errorf("digit %d at cell %d, but the board has %d rows and %[3]d columns", digit, i+1, v.Size)
		case int(digit) > v.Size:
			return d, fmt.Errorf("digit %d at cell %d, want 1 to %d", digit, i+1, v.Size)
		}
	}
	return d, v.Check(d)
}

// Identity identifies a puzzle: no two puzzles of a variant have the same givens and the same state.
type Identity struct {
	Givens  string `db:"givens"`  // 81 characters, '.' empty
	State   string `db:"state"`   // a library line if the puzzle came with more than givens, else ""
	Variant string `db:"variant"` // the name of the board
}

// Compare orders identities.
func (k Identity) Compare(o Identity) int {
	return cmp.Or(cmp.Compare(k.Givens, o.Givens), cmp.Compare(k.State, o.State), cmp.Compare(k.Variant, o.Variant))
}

// IDs returns the puzzle_id of each puzzle.
func IDs(puzzles []*Puzzle) []int64 {
	list := make([]int64, len(puzzles))
	for i, p := range puzzles {
		list[i] = p.PuzzleID
	}
	return list
}

// Numbered returns puzzles of which only the puzzle_id is known.
func Numbered(ids []int64) []*Puzzle {
	list := make([]*Puzzle, len(ids))
	for i, id := range ids {
		list[i] = &Puzzle{PuzzleID: id}
	}
	return list
}

// Distinct returns each record of a list once, in its order.
func Distinct(list []*Puzzle) []*Puzzle {
	seen := make(map[*Puzzle]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(p *Puzzle) bool {
		was := seen[p]
		seen[p] = true
		return was
	})
}

// Board is the board of the puzzle, nil for classic.
func (r *Puzzle) Board() *setdoku.Variant { return r.Start.Variant }

// LastStep returns the number of the last step that an engine has made, or of the last step that stays.
func (r *Puzzle) LastStep() int { return max(r.BaseStep, 0) + len(r.StepRows) }

// AddStep adds a row for the next step. It sets its number.
func (r *Puzzle) AddStep(s StepRow) {
	s.Step = r.LastStep() + 1
	r.StepRows = append(r.StepRows, s)
}

// Contradiction is that of an invalid puzzle, nil for any other.
func (r *Puzzle) Contradiction() *setdoku.Contradiction {
	if len(r.Contradictions) == 0 {
		return nil
	}
	return &r.Contradictions[0]
}

// KindGivens is the kind of the contradiction of a stored row that is not a puzzle: its givens break the rule of
// ReadGivens, its state cannot be read, or its variant does not exist.
const KindGivens = "givens"

// Refusal says why a row of the table puzzle is not a puzzle.
type Refusal struct {
	Column string
	Err    error
}

func (r *Refusal) Error() string { return "column " + r.Column + ": " + r.Err.Error() }

func (r *Refusal) Unwrap() error { return r.Err }

// BadRow is the error for a stored row with a value that no row of its table can have: a cell, digit or unit that is
// not on the board of the puzzle, a number out of its range, or NULL.
type BadRow struct {
	Table    string // table or view
	PuzzleID int64
	Step     int64 // of the row, -1 if it names none
	Column   string
	Value    any // nil for NULL
	Expected string
}

// Found returns the value as text.
func (b *BadRow) Found() string {
	if b.Value == nil {
		return "NULL"
	}
	return fmt.Sprint(b.Value)
}

func (b *BadRow) Error() string {
	at := fmt.Sprintf("puzzle %d", b.PuzzleID)
	if b.Step >= 0 && b.Column != "step" {
		at += fmt.Sprintf(" step %d", b.Step)
	}
	return fmt.Sprintf("%s: a row of %s has %s %s, expected %s", at, b.Table, b.Column, b.Found(), b.Expected)
}

// StepRow is a row of the table step: one pass that changed the puzzle, or one step by hand.
type StepRow struct {
	Step         int // 1, 2, ...
	Rule         string
	Placements   int
	Eliminations int
	Rounds       int   // of the hypotheses that prove a step of forcing, 0 for other techniques
	Run          int64 // 0 for a step by hand
	// When and by whom it was made by hand or in a shell, "" if a solver made it. MadeAt is a time in UTC.
	MadeAt, MadeBy string
}

// Rows are what was done to a puzzle, as rows of the tables. Puzzle.Path makes a Path of them.
type Rows struct {
	StepRows     []StepRow
	Placements   []Change
	Eliminations []Change
	// the parts of patterns that one integer cannot describe, those of a pattern in order
	Evidence []setdoku.Evidence
	Branches []Branch // of a search
}

// Emptied returns no rows, in the same memory.
func (r Rows) Emptied() Rows {
	return Rows{r.StepRows[:0], r.Placements[:0], r.Eliminations[:0], r.Evidence[:0], r.Branches[:0]}
}

// Clone returns the rows in memory of their own.
func (r Rows) Clone() Rows {
	return Rows{slices.Clone(r.StepRows), slices.Clone(r.Placements), slices.Clone(r.Eliminations),
		slices.Clone(r.Evidence), slices.Clone(r.Branches)}
}

// Needed is a step of the shortened path of a puzzle, a row of the table needed.
type Needed struct {
	Step         int // 1, 2, ... of the shortened path
	Rule         string
	Placements   int
	Eliminations int
	AuditStep    int // the step of the whole path, 0 for singles, which are made again
}

// NewNeeded returns the rows of a shortened path.
func NewNeeded(short *setdoku.Path) []Needed {
	list := make([]Needed, len(short.Steps))
	for i := range short.Steps {
		s := &short.Steps[i]
		placements, eliminations := Counts(s)
		list[i] = Needed{i + 1, s.Rule, placements, eliminations, s.Number}
	}
	return list
}

// Properties are a row of the table puzzle_property. docs/rating.md defines them. They follow from the givens. nil is
// NULL.
type Properties struct {
	Redundant            *int    `json:"redundant"`             // givens each of which can be removed
	Automorphisms        *int    `json:"automorphisms"`         // of the puzzle
	PatternAutomorphisms *int    `json:"pattern_automorphisms"` // of the set of given cells
	BackdoorSize         *int    `json:"backdoor_size"`         // 0, 1 or 2
	Backdoors            *int    `json:"backdoors"`             // cells that are one of size 1
	SolutionForm         *string `json:"solution_form"`         // the smallest isomorph of the solution
	Band                 *int    `json:"band"`                  // 1 to 416
}

// The properties of cells.
const (
	Redundant = "redundant"
	Backdoor  = "backdoor"
)

// PropertyCell is a cell with a property, a row of the table property_cell.
type PropertyCell struct {
	Property string
	Cell     setdoku.Cell
}

// Change is one candidate that a step placed or eliminated, with the pattern that proves it: a row of the view
// placement or of the table elimination. An elimination of step 0, rule given, is a candidate crossed out in the
// input.
type Change struct {
	Step    int
	Cell    setdoku.Cell
	Digit   uint8 // 1..9
	Rule    string
	Pattern int64
}

// Candidate returns the candidate that changed.
func (c Change) Candidate() setdoku.Candidate { return setdoku.Candidate{Cell: c.Cell, Digit: c.Digit} }

// The outcomes of a branch.
const (
	BranchSolved  = "solved"  // the singles filled the grid
	BranchInvalid = "invalid" // the singles found a contradiction
	BranchSplit   = "split"   // into branches of its own
	BranchOpen    = "open"    // it was not tried, because enough was known
)

// Branch is an assumption of a search, a row of the table branch: a digit in a cell, in the state of the parent after
// the singles. Parent 0 is the puzzle itself.
type Branch struct {
	Engine  string
	Branch  int // 1, 2, ...
	Parent  int
	Depth   int // 1, 2, ...
	Cell    setdoku.Cell
	Digit   uint8
	Outcome string
}

// Candidate returns the assumption.
func (b Branch) Candidate() setdoku.Candidate { return setdoku.Candidate{Cell: b.Cell, Digit: b.Digit} }

// Attempt is a run that solved the puzzle as far as it could, a row of the table attempt. LastStep is FirstStep - 1
// if it made no step.
type Attempt struct {
	FirstStep int
	LastStep  int
	Run       int64
}
