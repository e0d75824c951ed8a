package format

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"setdoku"
)

// gridLine decides whether a line of 81 cells is part of a grid. With blanks among its cells it can be a row of
// pencil marks, if it continues such a grid or if the 81 cells repeat a digit in a unit. Without a digit it can be
// a border, if it has corners or lies within a grid.
func (r *Reader) gridLine(line []byte, flags uint8, d setdoku.Grid) bool {
	if flags&digitBits == 0 {
		return isBorder(line) && (line[0] != '-' || r.block.n > 0)
	}
	if flags&isBlank == 0 {
		return false
	}
	row, ok := parseRow(line)
	return ok && row.dotted() && (r.block.good > 0 || r.variant.OrClassic().Check(d) != nil)
}

// takeRow adds a row to the grid. The ninth row completes a puzzle.
func (r *Reader) takeRow(row gridRow, p *Puzzle) (ok bool, err error) {
	if n := r.block.torn(); n > 0 {
		err = r.lineError(r.block.rows[0].line, unfinished(n))
		r.block.tear(n)
	}
	r.block.add(row)
	for r.block.n == len(r.block.rows) && r.block.rows[0].blank() {
		blank := r.block.blank()
		if !blank && !r.nextRow(&row) {
			break
		}
		r.block.tear(1)
		if !blank {
			r.block.add(row)
		}
	}
	if r.block.n < len(r.block.rows) {
		return false, err
	}
	b := r.block
	name := cmp.Or(r.meta.name(), r.titles.name())
	r.endGrid()
	if b.reported {
		return false, nil
	}
	line := b.rows[0].line
	s, at, err := b.state(r.board())
	if err != nil {
		return false, r.lineError(at, err)
	}
	if err := s.Check(); err != nil {
		return false, r.lineError(line, err)
	}
	*p = Puzzle{State: s, File: r.file, Line: line, Name: name, Text: Short(s)}
	return true, nil
}

// nextRow reads the next line if it is a row with a character.
func (r *Reader) nextRow(row *gridRow) bool {
	line, err := r.src.next()
	if err != nil {
		return false // the next call of next returns it again
	}
	next, ok := parseRow(line)
	if !ok || next.blank() {
		r.src.hold()
		return false
	}
	*row, row.line = next, r.src.n
	return true
}

// endGrid begins after a grid of nine rows.
func (r *Reader) endGrid() { r.block, r.meta, r.titles = block{}, metadata{}, titles{below: true} }

// endBlock discards an unfinished grid and returns its *LineError, or nil if there is nothing to report.
func (r *Reader) endBlock() error {
	if r.block.n == 0 {
		r.block.marks = false
		return nil
	}
	b := r.block
	r.block, r.meta = block{}, metadata{}
	if b.silent() {
		return nil
	}
	r.titles = titles{}
	return r.lineError(b.rows[0].line, unfinished(b.n))
}

// badLine returns the error for a line that is neither a record nor a row. A line that is probably meant as a row,
// or lies within a grid, counts as a row.
func (r *Reader) badLine(line []byte) error {
	b := &r.block
	within := b.good > 0 && !b.blank()
	if err := misnamed(line); err != nil && !within {
		return r.broken(r.src.n, line, err)
	}
	if !within && (isTitle(line) || !likeRow(line)) {
		return r.otherLine(line)
	}
	reason := rowReason(line, b.n, within)
	b.addBad(r.src.n)
	if b.n == len(b.rows) {
		r.endGrid()
	}
	return r.broken(r.src.n, line, reason)
}

// otherLine keeps a line of words, and returns the error for another line that is not a record.
func (r *Reader) otherLine(line []byte) error {
	r.block = block{}
	err := r.broken(r.src.n, line, explain(line))
	_, isText := errors.AsType[*LineError](err)
	_, isPuzzle := errors.AsType[puzzleError](err)
	if isText && !isPuzzle && isTitle(line) {
		return r.titles.add(title{r.src.n, comment(line), err})
	}
	if before := r.titles.fault(); before != nil {
		r.src.hold()
		return before
	}
	return err
}

// rowReason returns why a line is not a row. It would be row n, counted from 0, if other rows come before it.
func rowReason(line []byte, n int, within bool) error {
	err := rowError(line)
	if within {
		return fmt.Errorf("row %d: %w", n+1, err)
	}
	var fields [9][]byte
	if count, _ := splitRow(line, &fields); count == 9 || bytes.IndexByte(line, '|') >= 0 || tabFields(line) != nil {
		return err
	}
	return explain(line)
}
