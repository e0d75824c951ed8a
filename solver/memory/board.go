package memory

import (
	"context"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
	"setdoku/store/record"
)

// Board is a board with the deductions of a technique. It reuses its memory for the next puzzle, so it is
// not safe for concurrent use.
type Board struct {
	board.Board
	Context context.Context // ends searches early; what they have found is then discarded
	// Givens are the givens of the puzzle. All other filled cells are placements.
	Givens setdoku.Grid
	// ListBranches makes search list its branches in Branches.
	ListBranches bool
	Branches     []record.Branch
	// Ended is the contradiction of search if there is no solution. Otherwise its Kind is "".
	Ended setdoku.Contradiction
	// Multiple says that search found two solutions.
	Multiple bool
	// NotCounted says that a search gave up before it had counted the solutions.
	NotCounted bool

	found   findings
	rounds  int                // that prove the deductions of forcing
	running *preparedFinder    // the technique that Find runs
	parts   []setdoku.Evidence // parts of the pattern to explain
	keys    []int64            // memory for patterns
	subsets board.Subsets
	nets    []net   // the coloring nets of a digit
	chains  *chains // chains of the last state for which they were made
	tables  *tables
	als     *alsSearch // almost locked sets of the last state for which they were made
	sectors *sueDeCoqSearch
	forcing *follower // of the hypotheses, nil until there is one
}

// preparedFinder is a technique that can be found in memory.
type preparedFinder struct {
	catalogue.Technique

	skips   bool // SkipsComplements
	least   bool // a technique of forcing takes only what the fewest rounds prove
	find    finder
	explain explainer
	key     *catalogue.Key // nil inside a hypothesis, where nobody asks for patterns
}

// finder runs a technique on puzzle.Board and adds the deductions to puzzle.found.
type finder func(puzzle *Board, size int)

// explainer appends the parts of a pattern to puzzle.parts, in order. puzzle.Board must be the state in which the
// pattern was found.
type explainer func(puzzle *Board, p fields)

// canFind reports whether memory can find a technique of the catalogue.
func canFind(t catalogue.Technique) bool { return t.Text == "" && known[t.File].find != nil }

// prepareFinder prepares a technique of a list for Find. With all it finds all that the technique proves, and otherwise
// what a pass takes: a technique of forcing then finds only what the fewest rounds prove. New returns an error if
// memory cannot find the technique.
func prepareFinder(t catalogue.Technique, list []catalogue.Technique, all bool) (*preparedFinder, error) {
	if !canFind(t) {
		return nil, fmt.Errorf("technique %s is not known in memory", t.Name)
	}
	key, err := catalogue.ParseKey(&t)
	if err != nil {
		return nil, err
	}
	return &preparedFinder{Technique: t, skips: SkipsComplements(t, list), least: !all, find: known[t.File].find,
		explain: known[t.File].explain, key: key}, nil
}

// LoadState sets the puzzle to a state.
func (puzzle *Board) LoadState(s *setdoku.State) {
	puzzle.Branches = puzzle.Branches[:0]
	puzzle.Ended, puzzle.Multiple = setdoku.Contradiction{}, false
	puzzle.Board.LoadState(s)
	if g := puzzle.G; puzzle.tables == nil || puzzle.tables.g != g {
		puzzle.tables = tablesFor(g)
	}
}

// Find runs a technique and returns the number of deductions. They stay until Apply or Discard.
func (puzzle *Board) Find(t *preparedFinder) int {
	puzzle.found.placing, puzzle.rounds = false, 0
	puzzle.running = t
	t.find(puzzle, t.Size)
	return puzzle.found.count
}

// Rounds returns the rounds of hypotheses that prove the deductions of a technique of forcing, 0 for other techniques.
func (puzzle *Board) Rounds() int { return puzzle.rounds }

// Placing reports whether the deductions are placements.
func (puzzle *Board) Placing() bool { return puzzle.found.placing }

// Clash returns the first pair of placements that contradict each other, and whether there is one.
func (puzzle *Board) Clash() (setdoku.Contradiction, bool) { return puzzle.found.clash(puzzle.G) }

// Discard discards the deductions.
func (puzzle *Board) Discard() { puzzle.found.clear() }

// key returns the pattern of the running technique with the values of the fields of @key, see catalogue.Key.Encode.
// Cells are 11..99, see number, and digits and units begin with 1.
func (puzzle *Board) key(values ...int) int64 {
	if puzzle.running.key == nil {
		return 0
	}
	return puzzle.running.key.Encode(values...)
}

// Explain appends the evidence of all deductions to rows, pattern by pattern, for a step.
func (puzzle *Board) Explain(step int, rows []setdoku.Evidence) []setdoku.Evidence {
	t := puzzle.running
	if t.explain == nil {
		return rows
	}
	after := 0
	if len(t.key.Parts) > 0 {
		after = rowsAfter
	}
	if puzzle.forcing != nil {
		puzzle.forcing.forget()
	}
	for _, key := range puzzle.patterns() {
		puzzle.parts = puzzle.parts[:0]
		t.explain(puzzle, fields{t.key, key})
		for i, p := range puzzle.parts {
			p.Step, p.Pattern, p.Ordinal = step, key, after+i+1
			rows = append(rows, p)
		}
	}
	return rows
}

// patterns returns the patterns of the deductions in ascending order, each once. They are valid until its next call.
func (puzzle *Board) patterns() []int64 {
	puzzle.keys = puzzle.keys[:0]
	for _, at := range puzzle.found.at[:puzzle.found.count] {
		puzzle.keys = append(puzzle.keys, puzzle.found.key[at])
	}
	slices.Sort(puzzle.keys)
	return slices.Compact(puzzle.keys)
}

// Apply applies all deductions to the state and appends the changes to rows, for a step.
func (puzzle *Board) Apply(step int, rows []record.Change) []record.Change {
	f := &puzzle.found
	for _, at := range f.at[:f.count] {
		cell, digit := int(at)/9, int(at)%9
		rows = append(rows, record.Change{Step: step, Cell: setdoku.CellAt(cell), Digit: uint8(digit + 1),
			Rule: puzzle.running.Name, Pattern: f.key[at]})
		if f.placing {
			puzzle.Place(cell, digit)
		} else {
			puzzle.Remove(cell, digit)
		}
	}
	f.clear()
	return rows
}

// fields are the fields of a pattern by their names in the key.
type fields struct {
	key     *catalogue.Key
	pattern int64
}

// of returns the value of a field.
func (p fields) of(name string) int { return p.key.Value(name, p.pattern) }

// cell returns the index 0..80 of a field that is a cell.
func (p fields) cell(name string) int { return setdoku.Cell(p.of(name)).Index() }

// rowsAfter is added to the ordinals of an explainer's rows if the fields of the pattern give rows too. Those rows
// come first.
const rowsAfter = 1000

// part appends a part of the pattern that is explained. The cell is 0..80 or -1 for none. digit is 1..9, unit is
// 1..54, and both are 0 for none.
func (puzzle *Board) part(role string, cell, digit, unit int) {
	p := setdoku.Evidence{Role: role, Digit: uint8(digit), Unit: unit}
	if cell >= 0 {
		p.Cell = setdoku.CellAt(cell)
	}
	puzzle.parts = append(puzzle.parts, p)
}

// cellParts appends a part for each cell of a set, with a digit 1..9, or 0 for none.
func (puzzle *Board) cellParts(role string, cells board.Cells, digit uint8) {
	for !cells.Empty() {
		puzzle.part(role, cells.Next(), int(digit), 0)
	}
}
