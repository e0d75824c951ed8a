package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Finding is a wrong row of a record.
type Finding struct {
	PuzzleID int64
	Step     int
	Table    string // table or view of the row
	Row      string // key of the row, or column of the puzzle
	Problem  string
}

// Error returns the finding as one line.
func (f *Finding) Error() string {
	return fmt.Sprintf("puzzle %d step %d: %s, %s: %s", f.PuzzleID, f.Step, f.Table, f.Row, f.Problem)
}

// Findings are wrong rows, at least one. errors.As finds the first of them.
type Findings []*Finding

// Error returns a line for each finding.
func (l Findings) Error() string {
	lines := make([]string, len(l))
	for i, f := range l {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the findings.
func (l Findings) Unwrap() []error {
	list := make([]error, len(l))
	for i, f := range l {
		list[i] = f
	}
	return list
}

// some returns those findings that are not nil.
func some(list ...*Finding) Findings {
	return slices.DeleteFunc(list, func(f *Finding) bool { return f == nil })
}

// table holds what is needed to compare the rows of one table: the order of their keys, and the key and the other
// columns as text.
type table[T comparable] struct {
	name   string
	order  func(a, b T) int
	key    func(T) string
	values func(T) string
}

// compare returns a finding, without the puzzle, for the first row in key order that differs between got and want,
// or nil. Both are in key order.
func (t table[T]) compare(step int, want, got []T) *Finding {
	finding := func(row T, problem string, args ...any) *Finding {
		return &Finding{Step: step, Table: t.name, Row: t.key(row), Problem: fmt.Sprintf(problem, args...)}
	}
	for {
		side := 0
		switch {
		case len(want) == 0 && len(got) == 0:
			return nil
		case len(want) == 0:
			side = 1
		case len(got) == 0:
			side = -1
		default:
			side = t.order(want[0], got[0])
		}
		switch {
		case side < 0:
			return finding(want[0], "the row is missing, it should say %s", t.values(want[0]))
		case side > 0:
			return finding(got[0], "the row says %s, but no step makes it here", t.values(got[0]))
		case want[0] != got[0]:
			return finding(want[0], "the row says %s, it should say %s", t.values(got[0]), t.values(want[0]))
		}
		want, got = want[1:], got[1:]
	}
}

// cursor returns the rows of one table step by step.
type cursor[T comparable] struct {
	table[T]
	step func(T) int
	rows []T
}

func newCursor[T comparable](t table[T], step func(T) int, rows []T) cursor[T] {
	return cursor[T]{t, step, byStep(t, step, rows)}
}

// byStep sorts the rows by step, then by key. Databases return them by key, or by step and key, so mostly one
// comparison a row is enough.
func byStep[T comparable](t table[T], step func(T) int, rows []T) []T {
	most, sorted, byKey := 0, true, true
	for i, row := range rows {
		if n := step(row); n < 0 {
			sorted, byKey = false, false
		} else {
			most = max(most, n)
		}
		if i == 0 {
			continue
		}
		steps, keys := cmp.Compare(step(rows[i-1]), step(row)), t.order(rows[i-1], row)
		sorted = sorted && cmp.Or(steps, keys) <= 0
		byKey = byKey && keys <= 0
	}
	switch {
	case sorted:
		return rows
	case byKey && most <= 2*len(rows):
		return countingSort(step, rows, most)
	}
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b T) int { return cmp.Or(cmp.Compare(step(a), step(b)), t.order(a, b)) })
	return rows
}

// countingSort sorts the rows, whose steps are 0..most, by step. It is stable.
func countingSort[T any](step func(T) int, rows []T, most int) []T {
	next := make([]int, most+2) // index of the next row of each step
	for _, row := range rows {
		next[step(row)+1]++
	}
	for n := range most {
		next[n+1] += next[n]
	}
	list := make([]T, len(rows))
	for _, row := range rows {
		n := step(row)
		list[next[n]] = row
		next[n]++
	}
	return list
}

// peek returns the rows of step n. All earlier rows must have been taken.
func (c *cursor[T]) peek(n int) []T {
	end := 0
	for end < len(c.rows) && c.step(c.rows[end]) == n {
		end++
	}
	return c.rows[:end]
}

// check compares the rows of step n with want and takes them.
func (c *cursor[T]) check(n int, want []T) *Finding {
	got := c.peek(n)
	c.rows = c.rows[len(got):]
	return c.compare(n, want, got)
}

// surplus returns a finding for the first row that was not taken.
func (c *cursor[T]) surplus() *Finding {
	return c.compare(c.step(c.rows[0]), nil, c.rows[:1])
}

// next returns the step of the first row that was not taken.
func (c *cursor[T]) next() (step int, found bool) {
	if len(c.rows) == 0 {
		return 0, false
	}
	return c.step(c.rows[0]), true
}

// last returns the greatest step of any row, or 0.
func (c *cursor[T]) last() int {
	if len(c.rows) == 0 {
		return 0
	}
	return c.step(c.rows[len(c.rows)-1])
}
