package format

import (
	"fmt"

	"setdoku"
)

// block collects the rows of a grid. An unreadable row counts as a row, so that the following grids still start at
// the right line.
type block struct {
	rows     [9]gridRow
	n        int  // rows so far, including bad ones
	good     int  // readable rows so far
	reported bool // an error for this grid was returned
	dotted   bool // a row is dotted
	marks    bool // the border shows that fields are pencil marks
	// Empty lines may separate the rows, one by one or in bands of three. gap is 1 or 3 after the first empty
	// line. apart is true directly after an empty line.
	gap   int
	apart bool
}

// add appends a good row. A line of dashes counts as a row until a dotted row shows that it is a border.
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

// addBad counts an unreadable row that was already reported.
func (b *block) addBad(line int) {
	b.rows[b.n] = gridRow{line: line, kinds: kindBad}
	b.n++
	b.apart = false
	b.reported = true
}

// dropDashes removes the rows that are borders.
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

// emptyLine handles an empty line between rows and reports whether the grid continues.
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

// torn returns how many of the rows belong to a grid that ended at the last empty line. These are all rows before
// that line if the next row is not separated like the earlier rows. Otherwise it returns 0.
func (b *block) torn() int {
	if b.gap == 0 || b.apart || b.reported || b.n%b.gap != 0 {
		return 0
	}
	return b.n - b.gap
}

// tear removes the first n rows.
func (b *block) tear(n int) {
	rest := block{marks: b.marks}
	for _, row := range b.rows[n:b.n] {
		if row.kinds == kindBad {
			rest.addBad(row.line)
		} else {
			rest.add(row)
		}
	}
	*b = rest
}

// kinds returns the kinds of all cells of the rows.
func (b *block) kinds() (kinds cellKind) {
	for i := range b.n {
		kinds |= b.rows[i].kinds
	}
	return kinds
}

// blank reports whether all rows are blank.
func (b *block) blank() bool { return b.kinds()&^kindNone == 0 }

// silent reports whether an unfinished grid needs no error: it has no rows, Next has reported it, or all its rows are
// borders or empty lines of a table.
func (b *block) silent() bool {
	if b.reported {
		return true
	}
	for i := range b.n {
		if !b.rows[i].dashes() && !b.rows[i].blank() {
			return false
		}
	}
	return true
}

// unfinished returns the error for a grid that ended after n rows.
func unfinished(n int) error {
	if n == 1 {
		return fmt.Errorf("9 cells, want 81, or 9 rows of 9")
	}
	return fmt.Errorf("%d rows, want 9", n)
}

// state makes a state of nine good rows on a board. Single characters are givens and empty cells. With a 'u' the grid
// has givens, placed digits and pencil marks. Any other grid has pencil marks only. An error comes with its line.
func (b *block) state(v *setdoku.Variant) (s setdoku.State, line int, err error) {
	kinds := b.kinds()
	if !b.marks && kinds&(kindMarks|kindPlaced) == 0 {
		return b.plain(v), 0, nil
	}
	marks, line, err := b.pencilMarks()
	if err != nil {
		return s, line, err
	}
	if kinds&kindPlaced != 0 {
		return b.placed(v, marks), 0, nil
	}
	return fromMarks(v, marks), 0, nil
}

// plain makes a state of givens.
func (b *block) plain(v *setdoku.Variant) (s setdoku.State) {
	s.Variant = v
	for r, row := range b.rows {
		for c, cell := range row.cells {
			if cell.kind == kindDigit {
				s.Givens[r*9+c] = cell.marks.Lowest()
			}
		}
	}
	return s
}

// placed makes a state in which a single digit is a given, whatever candidates its peers have.
func (b *block) placed(v *setdoku.Variant, marks *[setdoku.CellCount]setdoku.DigitSet) setdoku.State {
	s := b.plain(v)
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

// pencilMarks returns the candidates of all cells. A '.' is a cell without candidates.
func (b *block) pencilMarks() (_ *[setdoku.CellCount]setdoku.DigitSet, line int, err error) {
	var marks [setdoku.CellCount]setdoku.DigitSet
	for r, row := range b.rows {
		if row.packed {
			return nil, row.line, fmt.Errorf("row %d: no blanks between its cells, want nine fields of candidates", r+1)
		}
		for c, cell := range row.cells {
			if cell.char != 0 && cell.char != '.' {
				return nil, row.line, fmt.Errorf("%s is %q, want candidates 1..9 or '.' for none",
					setdoku.CellAt(r*9+c), string(cell.char))
			}
			marks[r*9+c] = cell.marks
		}
	}
	return &marks, 0, nil
}
