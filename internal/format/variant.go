package format

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"setdoku"
)

// board is the variant of SetVariant as a State has it: nil for classic.
func (r *Reader) board() *setdoku.Variant { return unlessClassic(r.variant) }

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
	line = bytes.TrimLeft(line, blanks)
	if i := bytes.IndexAny(line, blanks); i >= 0 {
		return line[:i], line[i:]
	}
	return line, nil
}

// longestID is the length of the longest number before a puzzle that is its id rather than a layout.
const longestID = 19

// findVariant reads a line VARIANT GIVENS or VARIANT GIVENS SOLUTION, whose first field names the board of the puzzle:
// a name such as x, 6x6 or anti-knight, or a layout of one region digit for each cell. The other fields have one
// character for each cell of the board. A comment may follow.
func (s *scanner) findVariant(line []byte) bool {
	name, rest := cutField(line)
	cells, after := cutField(rest)
	if len(name) == 0 || len(cells) < 4 || len(bytes.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-+")) > 0 {
		return false
	}
	plain := len(bytes.Trim(cells, "0123456789.")) == 0
	regions, _, added := bytes.Cut(name, []byte("+"))
	if len(bytes.Trim(regions, "123456789")) > 0 {
		regions = nil
	}
	v, err := (*setdoku.Variant)(nil), error(nil)
	switch {
	case len(regions) > 0 && (len(regions) < 16 || !plain || !added && !s.isLayout(regions, cells)),
		len(regions) == 0 && len(bytes.Trim(name, "0123456789abcdef")) == 0:
		return false
	default:
		if v, err = s.named(string(name)); err == nil {
			break
		}
		if len(regions) == 0 &&
			(!plain || len(cells) < 16 || rest[0] == '\t' || slices.Contains(lineKeys, string(name))) {
			return false
		}
	}
	column := 1 + utf8.RuneCount(line[:len(line)-len(after)-len(cells)])
	if err != nil {
		s.fail(failure(Position{Line: s.src.n, Column: 1, Length: len(bytes.TrimRight(line, blanks))}, "%w", err))
		return true
	}
	if _, err := s.named(string(cells)); !plain && len(cells) < 16 && (err == nil || bytes.HasPrefix(cells, []byte("anti-"))) {
		s.fail(failure(Position{Line: s.src.n, Column: column, Length: len(cells)},
			"two variants for one puzzle, %s and %s: join them with +", name, cells))
		return true
	}
	rec := s.emit()
	rec.line, rec.column, rec.variant = s.src.n, column, string(name)
	if !rec.cells(cells, v.Size) {
		s.retract()
		if plain || digits(cells) >= manyDigits {
			what := fmt.Sprintf("a puzzle of %dx%[1]d: ", v.Size)
			s.fail(wrongCells(what, characters(string(cells), s.src.n, column), v.Size*v.Size, v.Size))
		}
		return plain || digits(cells) >= manyDigits
	}
	first, n := len(s.queue)-1, v.Size*v.Size
	from := len(line) - len(after)
	spans := []span{{from - len(cells), from}}
	if answer, _ := cutField(after); len(answer) > 3 && len(bytes.Trim(answer, "123456789")) == 0 {
		from += len(after) - len(bytes.TrimLeft(after, blanks))
		if len(answer) != n {
			s.retract()
			s.fail(failure(Position{Line: s.src.n, Column: 1 + utf8.RuneCount(line[:from]), Length: len(answer)},
				"the solution of a puzzle of %dx%[1]d: %w", v.Size, expectedCells(n, len(answer))))
			return true
		}
		rec := s.emit()
		rec.column, rec.variant = 1+utf8.RuneCount(line[:from]), string(name)
		rec.cells(answer, v.Size)
		rec.answer = true
		spans = append(spans, span{from, from + n})
	}
	last := spans[len(spans)-1].to
	s.finish(line, append([]span{{0, spans[0].to}}, spans[1:]...), first)
	for _, t := range words(line[last:]) {
		var rec record
		if text := line[last+t.from : last+t.to]; rec.cells(text, v.Size) {
			s.fail(failure(Position{Line: s.src.n, Column: 1 + utf8.RuneCount(line[:last+t.from]), Length: n},
				"expected one puzzle on the line of a variant, got another one"))
		}
	}
	return true
}

// isLayout reports whether digits before cells are a layout rather than an id or a solved grid.
func (s *scanner) isLayout(regions, cells []byte) bool {
	switch {
	case len(regions) == len(cells) && len(cells) == s.size*s.size:
		var rec record
		rec.cells(regions, s.size)
		return !latin(rec.givens, s.size)
	case len(cells) == setdoku.CellCount:
		return len(regions) > longestID
	}
	return true
}

// latin reports whether no row and no column of a full grid has a digit twice.
func latin(d setdoku.Grid, size int) bool {
	var rows, columns [9]setdoku.DigitSet
	for k := range size * size {
		i := index(k, size)
		one := setdoku.SetOf(max(1, d[i]))
		if (rows[i/9]|columns[i%9])&one != 0 {
			return false
		}
		rows[i/9] |= one
		columns[i%9] |= one
	}
	return true
}
