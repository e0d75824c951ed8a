package isomorph

import "setdoku"

// fullSearch finds the smallest isomorph of a full grid in which no unit has a digit twice. The first row of the form
// is 123456789. The second row begins with 456 or 457, because of two other boxes one holds at least two digits of the
// first three columns. So the first two rows, the order of the stacks and that of the columns of the first stack decide
// all other columns: the second row is smallest if each digit that it reads has the next free label of its stack.
type fullSearch struct {
	rows  int // 9, or 3 for a band
	best  arrangement
	form  [81]uint8
	found bool
	ways  int // arrangements that make the form
}

// full returns the arrangement of the smallest isomorph of a full grid, and the number of arrangements that make it.
func full(sheets *[2]sheet) (best arrangement, ways int) {
	s := fullSearch{rows: 9}
	for n := range sheets {
		s.search(uint8(n), &sheets[n])
	}
	return s.best, s.ways
}

// SmallestBand returns the smallest isomorph of a full band that is the first of a grid without other digits, and that
// permutes rows, stacks, columns within stacks, and digits.
func SmallestBand(grid setdoku.Grid) (form setdoku.Grid) {
	var t sheet
	for i, d := range grid[:27] {
		t.row[i/9][i%9] = d
	}
	s := fullSearch{rows: 3}
	s.search(0, &t)
	copy(form[:27], s.form[:])
	for i := range uint8(9) {
		form[i] = i + 1
	}
	return form
}

// search tries all arrangements of a sheet with the second row as small as it can be.
func (s *fullSearch) search(n uint8, t *sheet) {
	for first := range uint8(s.rows) {
		for k := range uint8(2) {
			second := first/3*3 + (first+1+k)%3
			for _, stacks := range orders[3] {
				for _, columns := range orders[3] {
					a := arrangement{sheet: n, labels: 9, used: 0x1ff}
					a.row[0], a.row[1] = first, second
					if a.arrange(&t.row[first], &t.row[second], stacks, columns) {
						s.compare(&a, t)
					}
				}
			}
		}
	}
}

// arrange labels the digits of the first row and arranges the columns, so that the second row is smallest. It reports
// false if another order of the stacks or of the first columns makes the second row smaller.
func (a *arrangement) arrange(first, second *[9]uint8, stacks, columns []int) bool {
	var at, place [10]uint8 // by digit: its column in the first row; by stack of the sheet: its place
	for c, d := range first {
		at[d] = uint8(c)
	}
	for i, n := range stacks {
		place[n] = uint8(i)
	}
	next := [3]uint8{3, 3, 6} // the next free column of each stack of the form
	put := func(column uint8) uint8 {
		to := &next[place[column/3]]
		a.column[*to] = column
		*to++
		a.label[first[column]] = *to
		return *to
	}
	for i, k := range columns {
		a.column[i] = uint8(3*stacks[0] + k)
		a.label[first[a.column[i]]] = uint8(i) + 1
	}
	for i := range 3 {
		if label := put(at[second[a.column[i]]]); i < 2 && label != uint8(i)+4 {
			return false
		}
	}
	if next[1] == 5 { // the third column of the second stack remains
		for k := range uint8(3) {
			if c := uint8(3*stacks[1]) + k; a.label[first[c]] == 0 {
				put(c)
			}
		}
	}
	for i := 3; i < 6; i++ {
		if c := at[second[a.column[i]]]; a.label[first[c]] == 0 {
			put(c)
		}
	}
	return true
}

// compare completes an arrangement and keeps it if its form is the smallest so far.
func (s *fullSearch) compare(a *arrangement, t *sheet) {
	smaller := !s.found
	read := func(n int, row uint8) bool { // whether the arrangement may still be smallest
		a.row[n] = row
		for i, c := range a.column {
			label := a.label[t.row[row][c]]
			switch old := &s.form[9*n+i]; {
			case smaller:
				*old = label
			case label > *old:
				return false
			case label < *old:
				smaller, *old = true, label
			}
		}
		return true
	}
	band := a.row[0] / 3
	if !read(1, a.row[1]) || !read(2, 3*band+3-a.row[0]%3-a.row[1]%3) {
		return
	}
	var byLabel [10]uint8 // the row that has a label in the first column
	for row := range t.row {
		byLabel[a.label[t.row[row][a.column[0]]]] = uint8(row)
	}
	n, done := 3, band
	for n < s.rows { // the band with the smallest row comes next
		next := uint8(9)
		for _, row := range byLabel[1:] {
			if b := row / 3; b == band || b == done {
				continue
			} else if next == 9 {
				next = b
			}
			if row/3 == next {
				if !read(n, row) {
					return
				}
				n++
			}
		}
		done = next
	}
	if smaller {
		s.best, s.found, s.ways = *a, true, 0
	}
	s.ways++
}
