package isomorph

import (
	"math/bits"
)

// unread is the label of a digit that was not read yet. It is greater than all labels.
const unread = 15

// arrangement maps the rows, columns and digits of a sheet to those of the form, as far as the rows read so far decide
// it.
//
// Two columns that differ so far differ in a row in which at least one of them has a given. A row has no digit
// twice, so the tied columns of a stack are all empty. Empty comes first, so they are the first columns of the
// stack. In the same way the tied stacks are the first stacks, and all are empty.
type arrangement struct {
	label  [16]uint8 // by digit; 0 for an empty cell (size 16 avoids a bounds check)
	labels uint8     // number of labelled digits
	sheet  uint8
	used   uint16   // bit set of the rows of the sheet that are used
	row    [9]uint8 // row of the sheet for each row of the form so far
	column [9]uint8 // column of the sheet for each column of the form
	tied   [3]uint8 // number of tied columns in each stack
	blank  uint8    // number of empty stacks
}

// start returns an arrangement in which nothing is decided.
func start(sheet uint8) arrangement {
	a := arrangement{sheet: sheet, tied: [3]uint8{3, 3, 3}, blank: 3}
	for i := range 9 {
		a.label[i+1] = unread
		a.column[i] = uint8(i)
	}
	return a
}

func lowest(set uint16) uint8 { return uint8(bits.TrailingZeros16(set)) }

// stack returns the labels of the three cells of stack n of the form in a row of the sheet, four bits each, with
// the tied columns in their best order.
func (a *arrangement) stack(n int, row *[9]uint8) uint64 {
	c := (*[3]uint8)(a.column[3*n:])
	x, y, z := a.label[row[c[0]]&15], a.label[row[c[1]]&15], a.label[row[c[2]]&15]
	if a.tied[n] > 1 {
		x, y = min(x, y), max(x, y)
		if a.tied[n] > 2 {
			y, z = min(y, z), max(y, z)
			x, y = min(x, y), max(x, y)
		}
	}
	return uint64(x)<<8 | uint64(y)<<4 | uint64(z)
}

// read returns the labels of a row of the sheet, four bits for each cell, with all open decisions made so that it
// is smallest.
func (a *arrangement) read(row *[9]uint8) uint64 {
	x, y, z := a.stack(0, row), a.stack(1, row), a.stack(2, row)
	if a.blank > 1 {
		x, y = min(x, y), max(x, y)
		if a.blank > 2 {
			y, z = min(y, z), max(y, z)
			x, y = min(x, y), max(x, y)
		}
	}
	text := x<<24 | y<<12 | z
	// Digits that are read for the first time get their labels in reading order.
	label := uint64(a.labels)
	for {
		fresh := text & (text >> 1) & (text >> 2) & (text >> 3) & 0x111111111
		if fresh == 0 {
			return text
		}
		label++
		text -= (unread - label) << (bits.Len64(fresh) - 1)
	}
}

// take makes a row of the sheet the next row of the form. It keeps every arrangement in which the row has the labels
// that read returned.
func (s *search) take(a *arrangement, number uint8) {
	row := &s.sheets[a.sheet].row[number]
	b := *a
	b.row[s.taken-1] = number
	b.used |= 1 << number
	var text [3]uint64
	for n := range 3 {
		b.sortColumns(n, row)
		text[n] = b.stack(n, row)
	}
	for i := 1; i < int(b.blank); i++ {
		for j := i; j > 0 && text[j] < text[j-1]; j-- {
			text[j], text[j-1] = text[j-1], text[j]
			b.swapStacks(j, j-1)
		}
	}
	t := taking{search: s, row: row, next: b.rows(s.taken, &s.sheets[a.sheet])}
	// Equal stacks that are not empty contain only digits that are read for the first time. Either may come first.
	for i := 1; i < int(b.blank); i++ {
		t.alike[i] = text[i] == text[i-1] && text[i] != 0
	}
	b.blank = 0
	for b.blank < a.blank && text[b.blank] == 0 {
		b.blank++
	}
	t.stacks(&b, 1)
}

// sortColumns sorts the tied columns of stack n by their cells in a row.
func (a *arrangement) sortColumns(n int, row *[9]uint8) {
	c := a.column[3*n : 3*n+int(a.tied[n])]
	for i := 1; i < len(c); i++ {
		for j := i; j > 0 && a.label[row[c[j]]] < a.label[row[c[j-1]]]; j-- {
			c[j], c[j-1] = c[j-1], c[j]
		}
	}
}

// swapStacks swaps two empty stacks.
func (a *arrangement) swapStacks(i, j int) {
	for k := range 3 {
		a.column[3*i+k], a.column[3*j+k] = a.column[3*j+k], a.column[3*i+k]
	}
}

// taking makes the arrangements for the next row of the form.
type taking struct {
	search *search
	row    *[9]uint8
	next   uint16  // rows that may follow
	alike  [3]bool // the stack equals the previous one
}

// stacks tries all orders of equal stacks. Those before stack i are done.
func (t *taking) stacks(a *arrangement, i int) {
	if i == 3 {
		t.columns(a, 0)
		return
	}
	t.stacks(a, i+1)
	for j := i; j > 0 && t.alike[j]; j-- {
		// Stack i takes the place of stack j-1, and stack j-1 that of stack i. With the orders of the earlier
		// stacks this makes every order once.
		b := *a
		b.swapStacks(i, j-1)
		t.stacks(&b, i+1)
	}
}

// columns tries all orders of digits that are read for the first time in tied columns of one stack. The stacks
// before stack n are done.
func (t *taking) columns(a *arrangement, n int) {
	if n == 3 {
		t.finish(a)
		return
	}
	tied := a.tied[n]
	c := a.column[3*n : 3*n+int(tied)]
	fresh, empty := len(c), 0
	for fresh > 0 && a.label[t.row[c[fresh-1]]] == unread {
		fresh--
	}
	for empty < len(c) && t.row[c[empty]] == 0 {
		empty++
	}
	a.tied[n] = uint8(empty)
	var before [3]uint8
	copy(before[:], c[fresh:])
	for _, order := range orders[len(c)-fresh] {
		for i, from := range order {
			c[fresh+i] = before[from]
		}
		t.columns(a, n+1)
	}
	copy(c[fresh:], before[:])
	a.tied[n] = tied
}

// orders are the permutations of 0 to 3 things.
var orders = [4][][]int{
	{{}}, {{0}}, {{0, 1}, {1, 0}},
	{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
}

// finish labels the digits that are read for the first time.
func (t *taking) finish(a *arrangement) {
	b := *a
	for _, c := range b.column {
		if d := t.row[c] & 15; b.label[d] == unread {
			b.labels++
			b.label[d] = b.labels
		}
	}
	t.search.keep(&b, t.next)
}

// complete maps the rows and digits that no given decides, in ascending order.
func (a *arrangement) complete() {
	for taken := bits.OnesCount16(a.used); taken < 9; taken++ {
		rows := ^a.used & 0x1ff
		if taken%3 != 0 {
			rows &= 7 << (a.row[taken-1] / 3 * 3)
		}
		a.row[taken] = lowest(rows)
		a.used |= rows & -rows
	}
	for d := range 9 {
		if a.label[d+1] == unread {
			a.labels++
			a.label[d+1] = a.labels
		}
	}
}

// isomorphism returns the isomorphism that maps the givens to the form.
func (a *arrangement) isomorphism() Isomorphism {
	m := Isomorphism{transpose: a.sheet == 1}
	copy(m.digit[:], a.label[:])
	row, column := &m.row, &m.column
	if m.transpose { // transpose before the lines move, not after
		row, column = column, row
	}
	for i := range 9 {
		row[a.row[i]], column[a.column[i]] = i, i
	}
	return m
}
