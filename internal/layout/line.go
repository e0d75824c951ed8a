package layout

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A line of cells has one character for each cell. The solution and a comment may follow.

// Plain quickly reads a line of 81 digits and dots into d, with or without a comment behind them, because most files
// consist of such lines. It returns the line and its comment. ok is false if the next line is anything else, or lines
// are not read as puzzles; then Next reads the line.
func (r *Reader) Plain(d *[CellCount]uint8) (line []byte, name string, ok bool) {
	if r.busy {
		return nil, "", false
	}
	line, err := r.src.next()
	if err != nil || r.src.long || len(line) < CellCount || !plainCells((*[CellCount]byte)(line), d) {
		r.heldBack(err)
		return nil, "", false
	}
	if rest := line[CellCount:]; len(rest) > 0 {
		if !setsOff(rest[0]) || control(rest) >= 0 || !utf8.Valid(rest) {
			r.heldBack(nil)
			return nil, "", false
		}
		if solution, _ := cutSolution(rest, 9); solution != nil || nearSolution(rest, 9) != nil {
			r.heldBack(nil)
			return nil, "", false
		}
		name = comment(rest)
	}
	if r.block.fence || r.meta.any || len(r.titles) > 0 {
		r.block.clear()
		r.meta, r.titles = metadata{}, nil
	}
	r.seen, r.lined = true, r.src.n
	return line, name, true
}

// Again makes Next read the line that Plain returned.
func (r *Reader) Again() { r.src.hold() }

// heldBack makes Next read the line that Plain did not read.
func (r *Reader) heldBack(err error) {
	if err == nil {
		r.src.hold()
	}
}

// Lines returns the number of the last line.
func (r *Reader) Lines() int { return r.src.n }

// fitsLine reports whether a line begins with the cells of a board, and its end or a comment follows.
func fitsLine(r *Reader, line []byte) bool {
	n := r.size * r.size
	if len(line) < n {
		return false
	}
	if field := bytes.TrimLeft(line, blanks); len(field) >= n && bytes.IndexByte(field[:n], ' ') < 0 {
		line = field
	}
	if len(line) > n && !setsOff(line[n]) {
		if solution, _ := cutSolution(line[n:], r.size); solution == nil {
			return false
		}
	}
	var flags uint8
	for _, c := range line[:n] {
		flags |= cellClass[c]
		if cellClass[c] != notCell && int(cellClass[c]&digitBits) > r.size {
			return false
		}
	}
	switch {
	case flags&notCell != 0, flags == isBlank:
		return false
	case flags&isBlank == 0:
		return flags != isEmpty || !isRuler(string(line[:n]))
	case flags&isEmpty != 0 && !anchored(line, n):
		return false
	}
	if len(line) > 2*n && len(bytes.Fields(line)) == n {
		return false // 81 fields of pencil marks
	}
	// nine fields may be a row of pencil marks
	return len(bytes.Fields(line)) != r.size || r.block.count == 0 && !clashes(line[:n], r.size, r.size == 9)
}

// anchored reports whether a line has exactly n characters and does not begin or end with a blank. Then no blank
// can belong to a comment or an indent.
func anchored(line []byte, n int) bool {
	return len(bytes.Trim(line, blanks)) == n && line[0] != ' '
}

// clashes reports whether the cells of a line have a digit twice in a row, a column or, if boxed is set, a box of 3x3.
func clashes(line []byte, size int, boxed bool) bool {
	var rows, columns, boxes [9]uint16
	for k, c := range line {
		digit := uint16(1) << (cellClass[c] & digitBits) &^ 1
		if (rows[k/size]|columns[k%size])&digit != 0 {
			return true
		}
		if box := k/27*3 + k%9/3; boxed {
			if boxes[box]&digit != 0 {
				return true
			}
			boxes[box] |= digit
		}
		rows[k/size] |= digit
		columns[k%size] |= digit
	}
	return false
}

// readLine reads the cells of a line, the solution and the comment behind them.
func readLine(r *Reader, line []byte, rec *Record) (bool, error) {
	if !fitsLine(r, line) {
		return false, nil
	}
	n := r.size * r.size
	rec.column = 1
	if field := bytes.TrimLeft(line, blanks); len(field) >= n && bytes.IndexByte(field[:n], ' ') < 0 {
		rec.column += len(line) - len(field)
		line = field
	}
	rec.Size = r.size
	if err := readCells(line[:n], r.size, &rec.Givens); err != nil {
		return true, err
	}
	rec.Solution, line = cutSolution(line[n:], r.size)
	if rec.Solution == nil {
		if err := nearSolution(line, r.size); err != nil {
			rec.column = 0
			return true, err
		}
	}
	rec.Name = comment(line)
	return true, nil
}

// nearSolution returns the error of a text behind a puzzle that begins with a solution with digits too many or too few,
// or nil.
func nearSolution(text []byte, size int) error {
	n := size * size
	if len(text) <= n*3/4 {
		return nil
	}
	field := bytes.TrimLeft(text, arrows)
	digits := len(field) - len(bytes.TrimLeft(field, "123456789"))
	if digits <= n*3/4 || digits >= 2*n || digits == n || digits < len(field) && !setsOff(field[digits]) {
		return nil
	}
	return fmt.Errorf("solution: %w", cellsError{digits, fmt.Sprint(n)})
}

// arrows are what people write between a puzzle and its solution, in addition to separators.
const arrows = " \t\f,;=->|:"

// cutSolution cuts the solution from the text behind a puzzle. It returns nil and the text if it does not begin with a
// digit for each cell.
func cutSolution(text []byte, size int) (solution, rest []byte) {
	if len(text) <= size*size {
		return nil, text
	}
	field := bytes.TrimLeft(text, arrows)
	if n := size * size; len(field) >= n && (len(field) == n || setsOff(field[n]) || field[n] == '|') &&
		areDigits(field[:n], size) {
		return field[:n], bytes.TrimLeft(field[n:], "|")
	}
	return nil, text
}

// nearCells returns the first field of a line, or the line if blanks are its empty cells, and its number of cells.
func nearCells(line []byte, size int) (run []byte, cells int) {
	line = bytes.TrimRight(line, blanks)
	run = bytes.TrimLeft(line, blanks)
	words := bytes.TrimLeft(line, "123456789 ")
	if digits := line[:len(line)-len(words)]; len(digits) > size*size-6 && bytes.Count(digits, []byte(" ")) > 2*size {
		line = bytes.TrimRight(digits, blanks)
		run = line
	}
	if end := bytes.IndexAny(run, blanks+"#,;"); end >= 0 && strings.Trim(string(line), "123456789 ") != "" {
		run = run[:end]
	} else if end < 0 || strings.Count(string(line), " ") < 3 {
		run = bytes.TrimRight(run, blanks)
	} else {
		run = line
	}
	for _, c := range run {
		if cellClass[c] != notCell && int(cellClass[c]&digitBits) <= size {
			cells++
		}
	}
	return run, cells
}

// readNear returns the mistakes of a line that is meant as the cells of a board: it begins with many cells.
func readNear(r *Reader, line []byte, rec *Record) (bool, error) {
	least := 3 * r.size * r.size / 4
	if len(line) <= least {
		return false, nil
	}
	run, cells := nearCells(line, r.size)
	if cells <= least || cells*2 <= len(run) || len(bytes.Fields(line)) == r.size || isRuler(string(line)) {
		return false, nil
	}
	rec.column = 1 + utf8.RuneCount(line[:bytes.Index(line, run)])
	err := wrongCells(run, r.size)
	if size := squareOf(len(run)); size > 9 && len(run) == size*size {
		return true, fmt.Errorf("%w, or a board of %dx%[2]d: %w", err, size, errLarge)
	}
	if err == nil {
		err = errors.New("blanks that may be cells or not, want one character for each cell")
	}
	return true, err
}
