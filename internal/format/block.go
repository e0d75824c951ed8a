package format

import (
	"fmt"

	"setdoku"
)

// block gathers the rows of a grid. A row that cannot be read counts as a row, so
// that the grids which follow keep their beginnings.
type block struct {
	rows     [9]gridRow
	n        int  // rows so far, bad ones too
	good     int  // of which can be read
	reported bool // an error has told of this grid
	dotted   bool // a row is dotted
	marks    bool // the border says that fields are pencil marks
	// Rows may be set apart by empty lines, each alone or in bands of three: gap
	// is 1 or 3 after the first such line, and apart is true just after one.
	gap   int
	apart bool
}

// add appends a good row. A line of dashes is taken for a row until a dotted
// row shows that it is a border.
func (b *block) add(row gridRow) {
	if row.dotted() && !b.dotted {
		b.dotted = true
		b.dropDashes()
	}
	b.apart = false
	if b.dotted && row.dashes() {
		return
	}
	b.rows[b.n] = row
	b.n++
	b.good++
}

// addBad counts a row that cannot be read and has been reported.
func (b *block) addBad(line int) {
	b.rows[b.n] = gridRow{line: line}
	b.n++
	b.apart = false
	b.reported = true
}

// dropDashes takes out the rows that are borders.
func (b *block) dropDashes() {
	kept := 0
	for _, row := range b.rows[:b.n] {
		if row.dashes() {
			b.good--
			continue
		}
		b.rows[kept] = row
		kept++
	}
	b.n = kept
}

// emptyLine takes an empty line between rows and reports whether the grid goes on.
func (b *block) emptyLine() bool {
	if b.gap == 0 && (b.n == 1 || b.n == 3) {
		b.gap = b.n
	}
	if b.gap == 0 || b.n%b.gap != 0 {
		return false
	}
	b.apart = true
	return true
}

// torn returns how many of the rows belong to a grid that ended at the last empty
// line: all before it, when the row to come is not set apart as the rows before
// it were. It is 0 otherwise.
func (b *block) torn() int {
	if b.gap == 0 || b.apart || b.reported || b.n%b.gap != 0 {
		return 0
	}
	return b.n - b.gap
}

// tear takes the first n rows off.
func (b *block) tear(n int) {
	rest := block{marks: b.marks}
	for _, row := range b.rows[n:b.n] {
		rest.add(row)
	}
	*b = rest
}

// silent reports whether an unfinished grid needs no error: there is none, it
// has been reported, or it was a border only.
func (b *block) silent() bool {
	if b.reported {
		return true
	}
	for i := range b.n {
		if !b.rows[i].dashes() {
			return false
		}
	}
	return true
}

// unfinished says that a grid ended after n rows.
func unfinished(n int) error {
	if n == 1 {
		return fmt.Errorf("9 cells, want 81, or 9 rows of 9")
	}
	return fmt.Errorf("%d rows, want 9", n)
}

// state makes a state of nine good rows. Single characters alone are givens and
// empty cells, a 'u' makes it a grid of givens, placed digits and pencil marks,
// anything else is pencil marks alone. An error comes with the line it is about.
func (b *block) state() (s setdoku.State, line int, err error) {
	var kinds [kindMarks + 1]bool
	for _, row := range b.rows {
		for _, c := range row.cells {
			kinds[c.kind] = true
		}
	}
	if !b.marks && !kinds[kindMarks] && !kinds[kindPlaced] {
		return b.plain(), 0, nil
	}
	marks, line, err := b.pencilMarks()
	if err != nil {
		return s, line, err
	}
	if kinds[kindPlaced] {
		return b.placed(marks), 0, nil
	}
	return fromMarks(marks), 0, nil
}

// plain makes a state of givens.
func (b *block) plain() (s setdoku.State) {
	for r, row := range b.rows {
		for c, cell := range row.cells {
			if cell.kind == kindDigit {
				s.Givens[r*9+c] = cell.marks.Lowest()
			}
		}
	}
	return s
}

// placed makes a state where a single digit is a given whatever its peers have.
func (b *block) placed(marks *[setdoku.CellCount]setdoku.DigitSet) setdoku.State {
	s := b.plain()
	for r, row := range b.rows {
		for c, cell := range row.cells {
			if cell.kind == kindPlaced {
				s.Placed[r*9+c] = cell.marks.Lowest()
			}
		}
	}
	s.KeepOnly(marks)
	return s
}

// pencilMarks returns the candidates of all cells; '.' is a cell without any.
func (b *block) pencilMarks() (_ *[setdoku.CellCount]setdoku.DigitSet, line int, err error) {
	var marks [setdoku.CellCount]setdoku.DigitSet
	for r, row := range b.rows {
		if row.packed {
			return nil, row.line, fmt.Errorf("row %d: no blanks between its cells, want nine fields of candidates", r+1)
		}
		for c, cell := range row.cells {
			if cell.kind == kindEmpty && cell.char != '.' {
				return nil, row.line, fmt.Errorf("%s is %q, want candidates 1..9 or '.' for none", setdoku.CellName(r*9+c), string(cell.char))
			}
			marks[r*9+c] = cell.marks
		}
	}
	return &marks, 0, nil
}
