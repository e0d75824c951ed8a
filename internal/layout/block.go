package layout

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// block has the lines that may be the rows of a grid, and the blank lines and rulers between them.
type block struct {
	rows   []row
	count  int   // rows of cells
	cells  int   // their characters that are cells
	bytes  int   // of all lines
	widest int   // bytes of the longest line
	top    bool  // the ruler above begins with ".-", as that of pencil marks does
	fence  bool  // lines of a markup language or rulers were before the rows
	ended  bool  // no line can be added
	tried  bool  // the rows are no grid yet
	chosen []row // memory for those of a candidate
}

// Limits of a block: its lines and their bytes, and the bytes of one line.
const (
	mostRows  = 80
	mostBytes = 32 << 10
	mostRow   = 4 << 10
)

// add adds a line. Before the first row it adds none.
func (b *block) add(w row) {
	b.tried = false
	switch {
	case w.kind == kindCells || w.kind == kindDashes && b.count > 0:
		b.count++
		b.cells += w.cells
	case b.count == 0:
		b.fence = true
		b.top = w.kind != kindBlank && strings.HasPrefix(strings.TrimLeft(w.text, blanks), ".-")
		if w.kind != kindDashes {
			return
		}
		b.count++
	}
	b.bytes += len(w.text)
	b.widest = max(b.widest, len(w.text))
	b.rows = append(b.rows, w)
	if len(b.rows) >= mostRows || b.bytes >= mostBytes {
		b.ended = true
	}
}

// clear removes all lines.
func (b *block) clear() { *b = block{rows: b.rows[:0], chosen: b.chosen} }

// drop removes the first n lines, and what is no row after them.
func (b *block) drop(n int) {
	rest := block{ended: b.ended, rows: b.rows[:0], chosen: b.chosen}
	for _, w := range b.rows[n:] {
		rest.add(w)
	}
	rest.ended = b.ended
	*b = rest
}

// cut cuts the parts of plain rows.
func (b *block) cut() {
	for i := range b.rows {
		if w := &b.rows[i]; w.plain {
			*w = newRow(w.text, w.line)
		}
	}
}

// spans reports whether a blank line may be between the rows of a grid: it follows each row, or each band of up to four
// rows, or it is a row without a digit.
func (b *block) spans() bool {
	if b.cells >= 16 && !rowLike(b.rows, 9) {
		if b.cut(); listed(b.rows, 9) != nil {
			return false
		}
	}
	first := 0
	for first < len(b.rows) && b.rows[first].kind != kindBlank {
		first++
	}
	last := b.rows[len(b.rows)-1].kind == kindBlank
	return b.count < 9 && first <= 5 && !last || b.sparse()
}

// sparse reports whether the lines may be rows of digits and blanks, in which a row without a digit is a blank line.
func (b *block) sparse() bool {
	return len(b.rows) < 9 && b.digits()
}

// digits reports whether the lines have nothing but digits and blanks.
func (b *block) digits() bool {
	return !slices.ContainsFunc(b.rows, func(w row) bool {
		return strings.Trim(w.text, "123456789 ") != ""
	})
}

// size returns the number of cells in a row that the first row has, 9 if it is not that of a smaller board.
func (b *block) size() int {
	for i := range b.rows {
		w := &b.rows[i]
		switch n := w.count; {
		case w.kind != kindCells:
			continue
		case n >= 4 && n < 9 && len(w.strange) == 0:
			return n
		case n < 4 && w.cells == w.chars && w.chars >= 4 && w.chars < 9:
			return w.chars
		}
		break
	}
	return 9
}

// ready reports whether the lines may be a grid by now.
func (b *block) ready(size int) bool {
	if b.ended {
		return true
	}
	return !b.tried && (b.count >= min(b.size(), size) || b.count > 0 && len(b.rows) == size && b.digits())
}

// candidate is a run of lines of a block that may be a grid.
type candidate struct {
	*block
	from, size int
	rows       []row // of cells, as many as the grid has; nil if blank lines or rulers divide them
	used       int   // lines of the block up to the end of the rows
}

// fit finds the layout of the lines of the block from a line on. It returns nil cells if there is none.
func (b *block) fit(from, size int) (layout string, cells []field, used int) {
	for _, dash := range []rune{b.dash(), 0} {
		c := &candidate{block: b, from: from, size: size}
		c.choose(dash)
		for _, l := range gridLayouts {
			if cells := l.cut(c); cells != nil {
				return l.name, cells, c.used
			}
		}
		if dash == 0 {
			break
		}
	}
	return "", nil, 0
}

// dash returns the character of rulers that are rows of empty cells, 0 if they are rulers: some row has it as a cell,
// and no row has another empty cell.
func (b *block) dash() (dash rune) {
	for i := range b.rows {
		if b.rows[i].kind != kindCells {
			continue
		}
		for _, f := range b.rows[i].parts {
			for _, c := range f.text {
				if isCell(c, 9) && cellClass[c]&digitBits == 0 {
					if dash != 0 && c != dash {
						return 0
					}
					dash = c
				}
			}
		}
	}
	return dash
}

// choose finds the rows of a grid. Rulers are between bands of equal height. If blank lines are between rows, they are
// between all bands.
func (c *candidate) choose(dash rune) {
	rows := c.block.chosen[:0]
	var gaps, rulers uint // bit n is set if one is behind n rows
	i := c.from
	for ; i < len(c.block.rows) && len(rows) < c.size; i++ {
		switch w := &c.block.rows[i]; {
		case w.kind == kindCells, w.kind == kindDashes && dash != 0 && w.dashes() == dash:
			if len(rows) == 1 && !rows[0].label && rows[0].isNumbers() &&
				(w.label || len(w.parts) > len(rows[0].parts) && w.parts[0].text == "1") {
				rows, gaps, rulers = rows[:0], 0, 0 // the numbers of the columns
			}
			rows = append(rows, *w)
		case w.kind == kindBlank:
			gaps |= 1 << len(rows)
		default:
			rulers |= 1 << len(rows)
		}
		if len(rows) == c.size && rows[0].chars == 0 { // a blank line of a spreadsheet
			if i+1 < len(c.block.rows) && c.block.rows[i+1].chars > 0 {
				rows = rows[1:]
			} else if i+1 == len(c.block.rows) && !c.ended {
				return
			}
		}
	}
	c.block.chosen = rows[:0]
	if !slices.ContainsFunc(rows, func(w row) bool { return w.chars > 0 }) {
		return
	}
	if len(rows) < c.size || !even(gaps, c.size, true) || !even(rulers, c.size, false) {
		return
	}
	c.rows, c.used = unnumbered(rows), i
}

// even reports whether the places between rows are between bands of equal height, all of them if every is set.
func even(places uint, size int, every bool) bool {
	places &^= 1 | 1<<size
	if places == 0 {
		return true
	}
	first := bits.TrailingZeros(places)
	all := uint(0)
	for at := first; at < size; at += first {
		all |= 1 << at
	}
	return size%first == 0 && places&^all == 0 && (!every || places == all)
}

// unnumbered returns rows without the numbers of the rows, 1 to 9, at their beginnings.
func unnumbered(rows []row) []row {
	size := len(rows)
	for k := range rows {
		w := &rows[k]
		if len(w.parts) < 2 || w.parts[0].text != strconv.Itoa(k+1) || len(w.parts) != size+1 && w.chars != size+1 {
			return rows
		}
	}
	out := slices.Clone(rows)
	for k := range out {
		w := &out[k]
		w.parts, w.chars, w.cells = w.parts[1:], w.chars-1, w.cells-1
		w.text = strings.Repeat(" ", w.parts[0].column-1) +
			w.text[len(w.text)-len(strings.TrimLeft(w.text, " \t123456789:)")):]
	}
	return out
}
