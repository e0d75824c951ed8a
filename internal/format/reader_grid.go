package format

import (
	"bytes"
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
	return ok && row.dotted() && (r.block.good > 0 || d.Check() != nil)
}

// takeRow adds a row to the grid. The ninth row completes a puzzle.
func (r *Reader) takeRow(row gridRow, p *Puzzle) (ok bool, err error) {
	if n := r.block.torn(); n > 0 {
		err = r.lineError(r.block.rows[0].line, unfinished(n))
		r.block.tear(n)
	}
	r.block.add(row)
	if r.block.n < len(r.block.rows) {
		return false, err
	}
	b := r.block
	name := r.meta.name()
	r.block, r.meta = block{}, metadata{}
	if b.reported {
		return false, nil
	}
	line := b.rows[0].line
	s, at, err := b.state()
	if err != nil {
		return false, r.lineError(at, err)
	}
	if err := s.Filled().Check(); err != nil {
		return false, r.lineError(line, err)
	}
	*p = Puzzle{State: s, File: r.file, Line: line, Name: name, Text: Short(s)}
	return true, nil
}

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
	return r.lineError(b.rows[0].line, unfinished(b.n))
}

// badLine returns the error for a line that is neither a record nor a row. A line that is probably meant as a row,
// or lies within a grid, counts as a row.
func (r *Reader) badLine(line []byte) error {
	b := &r.block
	within := b.good > 0
	if !within && !likeRow(line) {
		r.block = block{}
		return r.broken(r.src.n, line, explain(line))
	}
	reason := rowReason(line, b.n, within)
	b.addBad(r.src.n)
	if b.n == len(b.rows) {
		r.block, r.meta = block{}, metadata{}
	}
	return r.broken(r.src.n, line, reason)
}

// rowReason returns why a line is not a row. It would be row n, counted from 0, if other rows come before it.
func rowReason(line []byte, n int, within bool) error {
	err := rowError(line)
	if within {
		return fmt.Errorf("row %d: %w", n+1, err)
	}
	var fields [9][]byte
	if count, _ := splitRow(line, &fields); count == 9 || bytes.IndexByte(line, '|') >= 0 {
		return err
	}
	return explain(line)
}
