package format

import (
	"bytes"
	"fmt"
	"slices"

	"setdoku"
)

// unlessClassic returns a variant as a State has it: nil for classic.
func unlessClassic(v *setdoku.Variant) *setdoku.Variant {
	if v == nil || v.Name == setdoku.Classic().Name {
		return nil
	}
	return v
}

// variantNamed returns the variant that a text names. It keeps the last one, because a list has many puzzles of a
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

// BoardCells returns the characters of a grid on its board, as Variant.Text does, of the 81 characters that a database
// has for a grid of any size.
func BoardCells(v *setdoku.Variant, grid string) string {
	d, err := setdoku.ParseGrid(grid)
	if err != nil {
		return grid
	}
	return v.Text(d)
}

// cutField returns the first field of a line and the rest.
func cutField(line []byte) (field, rest []byte) {
	for len(line) > 0 && isSpace(rune(line[0])) {
		line = line[1:]
	}
	to := 0
	for to < len(line) && !isSpace(rune(line[to])) {
		to++
	}
	return line[:to], line[to:]
}

// longestID is the length of the longest number before a puzzle that is its id rather than a layout.
const longestID = 19

// findVariant reads a line VARIANT GIVENS or VARIANT GIVENS SOLUTION, whose first field names the board of the puzzle:
// a name such as x, 6x6 or anti-knight, or a layout of one region digit for each cell. The other fields have one
// character for each cell of the board, or the first is a state in its short form. A comment may follow.
func (r *Reader) findVariant(line []byte) bool {
	name, rest := cutField(line)
	if len(name) < 16 && isID(name) {
		return false // most lists have no name, or a number
	}
	cells, after := cutField(rest)
	if len(name) == 0 || len(cells) < 4 || len(bytes.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-+")) > 0 {
		return false
	}
	end := len(line) - len(after)
	grid := end - len(cells)
	state := r.stateEnd(line[grid:])
	plain := state > 0 || len(bytes.Trim(cells, "0123456789.")) == 0
	regions, _, added := bytes.Cut(name, []byte("+"))
	if len(bytes.Trim(regions, "123456789")) > 0 {
		regions = nil
	}
	isNumber := !added && len(regions) <= longestID && len(cells) > len(regions)
	if len(regions) > 0 && (len(regions) < 16 || !plain || isNumber) ||
		len(regions) == 0 && isID(name) {
		return false
	}
	v, err := r.variantNamed(string(name))
	var rec record
	if rec.cells(regions, 9) && !added && setdoku.Classic().Check(rec.givens) == nil {
		return false // a solved grid
	}
	if err != nil && len(regions) == 0 &&
		(!plain || len(cells) < 16 || rest[0] == '\t' || slices.Contains(lineKeys, string(name))) {
		return false
	}
	if err != nil {
		r.fail(failure(r.position(line, 0, len(bytes.TrimRight(line, blanks))), "%w", err))
		return true
	}
	if _, err := r.variantNamed(string(cells)); !plain && len(cells) < 16 && (err == nil || bytes.HasPrefix(cells, []byte("anti-"))) {
		r.fail(failure(r.position(line, grid, end), "two variants for one puzzle, %s and %s: join them with +", name, cells))
		return true
	}
	n, what := v.Size*v.Size, fmt.Sprintf("a puzzle of %dx%[1]d: ", v.Size)
	plain = plain || digits(cells) >= manyDigits
	if end = grid + state; state == 0 {
		if end = grid + len(cells); !rec.cells(cells, v.Size) {
			if plain {
				at := r.position(line, grid, end)
				r.fail(wrongCells(what, characters(string(cells), at.Line, at.Column), n, v.Size))
			}
			return plain
		}
	}
	text, at := line[grid:end], r.position(line, grid, end)
	spans := []span{{0, end, func(rec *record, _ []byte) error {
		rec.at, rec.size, rec.variant = at, v.Size, string(name)
		if state > 0 {
			return rec.readState(text)
		}
		rec.isRun = rec.cells(text, v.Size)
		return nil
	}}}
	if answer, _ := cutField(line[end:]); state == 0 && len(answer) > 3 && len(bytes.Trim(answer, "123456789")) == 0 {
		from := end + bytes.Index(line[end:], answer)
		if end = from + len(answer); len(answer) != n {
			r.fail(failure(r.position(line, from, end), "the solution of %s%w", what, expectedCells(n, len(answer))))
			return true
		}
		spans = append(spans, span{from, end, func(rec *record, text []byte) error {
			rec.variant, rec.answer, rec.isRun = string(name), true, rec.cells(text, v.Size)
			return nil
		}})
	}
	r.add(line, spans)
	for _, t := range words(line[end:]) {
		if rec.cells(line[end+t.from:end+t.to], v.Size) {
			at := r.position(line, end+t.from, end+t.to)
			r.fail(failure(at, "expected one puzzle on the line of a variant, got another one"))
		}
	}
	return true
}

// isID reports whether a text is a hexadecimal number.
func isID(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
