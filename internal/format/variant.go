package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// A line VARIANT GIVENS or VARIANT GIVENS SOLUTION names the board of its puzzle: by a name such as x, 6x6 or
// anti-knight, or by a layout of one region digit for each cell. The other fields have one character for each cell of
// the board.

// variantFields returns the fields of a line that is meant as a puzzle of a variant, nil for any other line. A layout
// and the puzzle of a layout are 81 digits each at most. So a grid without an empty cell, of classic or of the variant
// of the Reader, is not a layout.
func variantFields(line []byte, v *setdoku.Variant) []string {
	line = bytes.TrimLeft(line, blanks)
	end := bytes.IndexAny(line, blanks)
	if end < 1 || cellClass[line[0]] == isEmpty && line[0] != 'x' {
		return nil
	}
	fields := strings.Fields(string(line))
	if len(fields) < 2 || strings.HasPrefix(fields[1], "#") {
		return nil
	}
	name, more, added := strings.Cut(fields[0], "+")
	isLayout := len(name) >= 16 && strings.Trim(name, "123456789") == ""
	switch {
	case strings.Trim(fields[1], "0123456789.") != "" || len(fields[1]) < 9:
		return nil
	case slices.Contains(setdoku.VariantNames(), name):
		return fields
	case isLayout && added && len(more) > 0:
		return fields
	case isLayout && (len(fields[1]) == len(name) || len(name) > longestID):
		board := v.OrClassic()
		if d, err := variantCells(board, "", name); err == nil && board.Check(d) == nil {
			return nil
		}
		return fields
	}
	return nil
}

// longestID is the length of the longest number of a puzzle bank that is read before a puzzle, rather than a layout.
const longestID = 19

// misnamed returns an error for a line that begins with a name that no variant has, before the cells of a puzzle.
func misnamed(line []byte) error {
	fields := strings.Fields(string(line))
	if len(fields) < 2 || len(fields) > 3 || len(fields[1]) < 16 || strings.Trim(fields[1], "0123456789.") != "" ||
		strings.Trim(fields[0], "abcdefghijklmnopqrstuvwxyz0123456789-+") != "" ||
		strings.Trim(fields[0], "0123456789abcdef") == "" {
		return nil
	}
	_, err := setdoku.ParseVariant(fields[0])
	return err
}

// SetVariant makes v the variant of the puzzles that name none. A puzzle that names another one is a bad record. Of a
// board of 9x9 the Reader reads all formats. Of a smaller board it reads lines, of one character for each cell and
// perhaps the solution or a comment, and library lines, which have 81 cells. Call SetVariant before the first Next.
func (r *Reader) SetVariant(v *setdoku.Variant) { r.variant = v }

// board is the variant of SetVariant as a State has it: nil for classic.
func (r *Reader) board() *setdoku.Variant { return unlessClassic(r.variant) }

func unlessClassic(v *setdoku.Variant) *setdoku.Variant {
	if v == nil || v.Name == setdoku.Classic.Name {
		return nil
	}
	return v
}

// ownFields returns the fields of a line that names no variant, as if it named v, and its comment. fields is nil for a
// line that is not one character for each cell of a board of 9x9, for a library line, and for an empty line.
func ownFields(line []byte, v *setdoku.Variant) (fields []string, rest []byte) {
	line = bytes.TrimLeft(line, blanks)
	end := bytes.IndexFunc(line, func(c rune) bool { return c < utf8.RuneSelf && setsOff(byte(c)) })
	if end < 0 {
		end = len(line)
	}
	n := v.Size * v.Size
	if end == 0 || line[0] == ':' || isShort(line) || v.Size == 9 &&
		(end != n || len(bytes.Trim(line[:end], "0123456789.")) > 0) {
		return nil, nil
	}
	fields = []string{v.Name, string(line[:end])}
	if solution, rest := cutField(line[end:]); len(solution) == n && len(bytes.Trim(solution, "123456789")) == 0 {
		return append(fields, string(solution)), rest
	}
	return fields, line[end:]
}

// variantNamed returns the variant that a line names. It keeps the last one, because a list has many puzzles of a
// variant.
func (r *Reader) variantNamed(name string) (*setdoku.Variant, error) {
	if r.variant != nil && name == r.variant.Name {
		return r.variant, nil
	}
	if r.last == nil || name != r.lastName {
		v, err := setdoku.ParseVariant(name)
		if err != nil {
			return nil, err
		}
		r.last, r.lastName = v, name
	}
	if r.variant != nil && r.last.Name != r.variant.Name {
		return nil, fmt.Errorf("two variants for one puzzle: the line names %s, and all puzzles are of %s", r.last.Name,
			r.variant.Name)
	}
	return r.last, nil
}

// readVariant reads the fields of a puzzle of a variant.
func (r *Reader) readVariant(fields []string, p *Puzzle) error {
	v, err := r.variantNamed(fields[0])
	if err != nil {
		return err
	}
	p.State.Variant = unlessClassic(v)
	if len(fields) > 3 {
		return fmt.Errorf("%d fields, want a variant, the givens, and perhaps the solution", len(fields))
	}
	if p.State.Givens, err = variantCells(p.State.Board(), "the givens", fields[1]); err != nil || len(fields) < 3 {
		return err
	}
	solution, err := variantCells(p.State.Board(), "the solution", fields[2])
	p.Solution = solution.String()
	return err
}

// halfVariant returns the error for a line that begins with a variant and has no puzzle of it, nil for any other line.
func halfVariant(line []byte) error {
	fields := strings.Fields(string(line))
	if len(fields) < 2 || len(fields) > 3 {
		return nil
	}
	v, err := setdoku.ParseVariant(fields[0])
	switch _, other := setdoku.ParseVariant(fields[1]); {
	case strings.Trim(fields[1], "0123456789.") != "" && other != nil:
		return nil
	case err == nil && other == nil:
		return fmt.Errorf("two variants for one puzzle, %s and %s: join them with +", fields[0], fields[1])
	case err == nil:
		_, err = variantCells(v, "the givens", fields[1])
		return err
	case len(fields[0]) > 9 && len(fields[1]) > 9 && strings.Trim(fields[0], "123456789") == "":
		return err
	}
	return nil
}

// variantCells reads one character for each cell of a board.
func variantCells(v *setdoku.Variant, what, text string) (d setdoku.Grid, err error) {
	cells := v.Cells()
	if len(text) != len(cells) {
		return d, fmt.Errorf("%s of a puzzle of %dx%[2]d: %w", what, v.Size,
			cellsError{len(text), fmt.Sprint(len(cells))})
	}
	for k, i := range cells {
		switch c := text[k]; {
		case cellClass[c] == isEmpty:
		case c >= '1' && c <= '0'+byte(v.Size):
			d[i] = c - '0'
		default:
			return d, fmt.Errorf("%s: %w", what, characterError{rune(c), k + 1, cellCharacters(v)})
		}
	}
	return d, nil
}

// Cells returns the characters of a grid on the board of a puzzle, row by row, with a dot for an empty cell.
func Cells(v *setdoku.Variant, d setdoku.Grid) string {
	if v == nil || v.Size == 9 {
		return d.String()
	}
	var b strings.Builder
	for _, i := range v.Cells() {
		b.WriteByte(d.String()[i])
	}
	return b.String()
}

// BoardCells is Cells for the 81 characters that a database has for a grid of any size.
func BoardCells(v *setdoku.Variant, grid string) string {
	d, err := setdoku.ParseLine(grid)
	if err != nil {
		return grid
	}
	return Cells(v, d)
}
