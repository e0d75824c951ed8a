// Package technique finds the techniques of the catalogue in one puzzle, a set of cells or candidates in a machine word at a
// time. A finder reports the same deductions with the same patterns as the statement of the technique in sql/, and an explainer
// the same rows of evidence.
package technique

import (
	"fmt"
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// Board is a puzzle in memory, and what a technique found there. It keeps its working memory from one puzzle to the next, so it is
// not safe for concurrent use.
type Board struct {
	// Givens are the digits that the puzzle came with. The digits beside them were placed.
	Givens setdoku.Grid
	// ListBranches makes search list the candidates that it tries, in Branches.
	ListBranches bool
	Branches     []setdoku.Branch
	// Ended is why Find could not go on: search found no solution. Its Kind is "" otherwise.
	Ended setdoku.Contradiction
	// Multiple says that search found two solutions.
	Multiple bool

	state   state
	found   findings
	running *Technique         // the technique that Find looks for
	parts   []setdoku.Evidence // of the pattern that is being explained
	keys    []int64            // patterns that are being explained
	sets    []subset           // the subsets of a unit
	nets    []net              // the coloring nets of a digit
	chains  *chains            // of the state for which they were made last
	als     *alsRoom           // almost locked sets of the state for which they were made last
	sectors *sueDeCoqRoom
	singles *Board // follows a hypothesis of forcing
}

// Technique is a technique that can be found in memory.
type Technique struct {
	setdoku.Technique
	// AnyUnit says that a subset is looked for in every unit. Otherwise only units with at least twice as many open cells count:
	// the other subsets have a smaller complement.
	AnyUnit bool

	find    finder
	explain explainer // nil when the fields of the key say everything
	key     *sqlfiles.Key
}

// finder looks for a technique in board.state and adds what it finds to board.found.
type finder func(board *Board, size int)

// explainer appends the parts of a pattern that its finder found, in order, to board.parts. board.state is the state in
// which the pattern was found.
type explainer func(board *Board, p fields)

// Has reports whether a technique of the catalogue can be found in memory.
func Has(t setdoku.Technique) bool { return t.Text == "" && finders[t.File] != nil }

// New prepares a technique for Find. The error says that it cannot be found in memory.
func New(t setdoku.Technique, anyUnit bool) (*Technique, error) {
	if !Has(t) {
		return nil, fmt.Errorf("technique %s is not known in memory", t.Name)
	}
	key, err := sqlfiles.KeyOf(&t)
	if err != nil {
		return nil, err
	}
	return &Technique{Technique: t, AnyUnit: anyUnit, find: finders[t.File], explain: explainers[t.File], key: key}, nil
}

// Load sets the puzzle: its filled cells and the candidates of its empty cells. Without candidates these are all that no filled peer
// holds.
func (board *Board) Load(digits *setdoku.Grid, candidates *[setdoku.CellCount]setdoku.DigitSet) {
	board.Branches = board.Branches[:0]
	board.Ended, board.Multiple = setdoku.Contradiction{}, false
	board.state.load(digits, candidates)
}

// Open returns the number of empty cells.
func (board *Board) Open() int { return board.state.open }

// Digits returns the filled cells.
func (board *Board) Digits() *setdoku.Grid { return &board.state.digit }

// Candidates returns the candidates of all cells; a filled cell has none.
func (board *Board) Candidates() (all [setdoku.CellCount]setdoku.DigitSet) {
	for i, m := range &board.state.candidates {
		all[i] = setdoku.DigitSet(m)
	}
	return all
}

// Repeated returns a contradiction if a digit stands twice in a unit, else one without a kind.
func (board *Board) Repeated() setdoku.Contradiction { return board.state.repeated() }

// Contradiction returns the smallest case of an open cell without candidates, else of a missing digit without a place, and
// whether there is one.
func (board *Board) Contradiction() (setdoku.Contradiction, bool) { return board.state.contradiction() }

// Find looks for a technique and returns the number of deductions that it found. They stay until Apply or Discard.
func (board *Board) Find(t *Technique) int {
	board.found.placing = false
	board.running = t
	t.find(board, t.Size)
	return board.found.count
}

// Placing reports whether the deductions found are placements.
func (board *Board) Placing() bool { return board.found.placing }

// Clash returns the smallest case of found placements that contradict each other, and whether there is one.
func (board *Board) Clash() (setdoku.Contradiction, bool) { return board.found.clash() }

// Discard drops what Find found.
func (board *Board) Discard() { board.found.clear() }

// Explain appends the evidence of everything that Find found to rows, pattern by pattern, for a step.
func (board *Board) Explain(step int, rows []setdoku.Evidence) []setdoku.Evidence {
	t, f := board.running, &board.found
	if t.explain == nil {
		return rows
	}
	after := 0
	if len(t.key.Parts) > 0 {
		after = rowsAfter
	}
	board.keys = board.keys[:0]
	for _, at := range f.at[:f.count] {
		board.keys = append(board.keys, f.key[at])
	}
	slices.Sort(board.keys)
	for _, key := range slices.Compact(board.keys) {
		board.parts = board.parts[:0]
		t.explain(board, fields{t.key, key})
		for i, p := range board.parts {
			p.Step, p.Pattern, p.Ordinal = step, key, after+i+1
			rows = append(rows, p)
		}
	}
	return rows
}

// Apply changes the state by everything that Find found and appends the changes to rows, for a step.
func (board *Board) Apply(step int, rows []setdoku.Change) []setdoku.Change {
	f := &board.found
	for _, at := range f.at[:f.count] {
		cell, digit := int(at)/9, int(at)%9
		rows = append(rows, setdoku.Change{Step: step, Cell: setdoku.CellNumber(cell), Digit: uint8(digit + 1), Rule: board.running.Name, Pattern: f.key[at]})
		if f.placing {
			board.state.place(cell, digit)
		} else {
			board.state.remove(cell, digit)
		}
	}
	f.clear()
	return rows
}

// fields are the fields of a pattern, by the names that the key has for them.
type fields struct {
	key     *sqlfiles.Key
	pattern int64
}

// of returns the value of a field.
func (p fields) of(name string) int { return p.key.Value(name, p.pattern) }

// cell returns the index 0..80 of a field that is a cell.
func (p fields) cell(name string) int { return setdoku.CellIndex(p.of(name)) }

// rowsAfter is added to the ordinals of an explainer's rows when the fields of the pattern make rows too: those come first.
const rowsAfter = 1000

// part appends a part of the pattern that is being explained. The cell is 0..80, -1 for none; digit is 1..9 and unit 1..27, both 0
// for none.
func (board *Board) part(role string, cell, digit, unit int) {
	p := setdoku.Evidence{Role: role, Digit: uint8(digit), Unit: unit}
	if cell >= 0 {
		p.Cell = setdoku.CellNumber(cell)
	}
	board.parts = append(board.parts, p)
}
