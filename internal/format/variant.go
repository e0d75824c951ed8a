package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// A line VARIANT GIVENS or VARIANT GIVENS SOLUTION names the board of its puzzle: by a name such as x, 6x6 or anti-knight, or by a layout of one
// region digit for each cell. The other fields have one character for each cell of the board.

// variantFields returns the fields of a line that is meant as a puzzle of a variant, nil for any other line. A layout and the puzzle of a
// layout are 81 digits each at most. So a grid of classic without an empty cell is no layout.
func variantFields(line []byte) []string {
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
	case isLayout && len(fields[1]) == len(name):
		if d, err := setdoku.ParseLine(name); err == nil && d.Check() == nil {
			return nil
		}
		return fields
	}
	return nil
}

// misnamed returns an error for a line that begins with a name that no variant has, before the cells of a puzzle.
func misnamed(line []byte) error {
	fields := strings.Fields(string(line))
	if len(fields) < 2 || len(fields) > 3 || len(fields[1]) < 16 || strings.Trim(fields[1], "0123456789.") != "" ||
		strings.Trim(fields[0], "abcdefghijklmnopqrstuvwxyz0123456789-+") != "" || strings.Trim(fields[0], "0123456789abcdef") == "" {
		return nil
	}
	_, err := setdoku.ParseVariant(fields[0])
	return err
}

// readVariant reads the fields of a puzzle of a variant.
func readVariant(fields []string, p *Puzzle) error {
	v, err := setdoku.ParseVariant(fields[0])
	if err != nil {
		return err
	}
	if v == setdoku.Classic || v.Name == setdoku.Classic.Name {
		v = nil
	}
	p.State.Variant = v
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

// variantCells reads one character for each cell of a board.
func variantCells(v *setdoku.Variant, what, text string) (d setdoku.Grid, err error) {
	cells := v.Cells()
	if len(text) != len(cells) {
		return d, fmt.Errorf("%s of a puzzle of %dx%[2]d: %w", what, v.Size, cellsError{len(text), fmt.Sprint(len(cells))})
	}
	for k, i := range cells {
		switch c := text[k]; {
		case c == '.' || c == '0':
		case c >= '1' && c <= '0'+byte(v.Size):
			d[i] = c - '0'
		default:
			return d, fmt.Errorf("%s: %w", what, characterError{rune(c), k + 1, fmt.Sprintf("a digit 1 to %d or one of . 0", v.Size)})
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
