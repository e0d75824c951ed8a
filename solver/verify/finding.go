package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/store/record"
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
	row := f.Table + ", " + f.Row
	switch f.Table {
	case "puzzle":
		row = f.Row // the line begins with the puzzle
	case "contradiction":
		row = f.Table // a puzzle has one row
	case "game":
		return fmt.Sprintf("puzzle %d: %s: %s", f.PuzzleID, row, f.Problem)
	}
	return fmt.Sprintf("puzzle %d step %d: %s: %s", f.PuzzleID, f.Step, row, f.Problem)
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

// table says how the rows of a table are compared and named.
type table[T comparable] struct {
	name   string
	order  func(a, b T) int // by key
	key    func(T) string
	values func(T) string
}

var (
	changes = func(name string) table[record.Change] {
		return table[record.Change]{
			name:   name,
			order:  func(a, b record.Change) int { return a.Candidate().Compare(b.Candidate()) },
			key:    func(c record.Change) string { return cellDigit(c.Cell, c.Digit) },
			values: func(c record.Change) string { return fmt.Sprintf("%s with pattern %d", c.Rule, c.Pattern) },
		}
	}
	evidenceRows = table[setdoku.Evidence]{
		name: "evidence",
		order: func(a, b setdoku.Evidence) int {
			return cmp.Or(cmp.Compare(a.Pattern, b.Pattern),
				a.Ordinal-b.Ordinal)
		},
		key: func(e setdoku.Evidence) string { return fmt.Sprintf("pattern %d ordinal %d", e.Pattern, e.Ordinal) },
		values: func(e setdoku.Evidence) string {
			return fmt.Sprintf("role %q cell %d digit %d %s", e.Role, e.Cell, e.Digit, setdoku.UnitName(e.Unit))
		},
	}
	branchRows = table[record.Branch]{
		name:  "branch",
		order: func(a, b record.Branch) int { return a.Branch - b.Branch },
		key:   func(b record.Branch) string { return fmt.Sprintf("branch %d", b.Branch) },
		values: func(b record.Branch) string {
			return fmt.Sprintf("parent %d cell %d digit %d %s", b.Parent, b.Cell, b.Digit, b.Outcome)
		},
	}
	candidateRows = table[setdoku.Candidate]{
		name:   "candidate",
		order:  setdoku.Candidate.Compare,
		key:    func(c setdoku.Candidate) string { return cellDigit(c.Cell, c.Digit) },
		values: func(setdoku.Candidate) string { return "that the digit is a candidate" },
	}
)

// compare returns a finding for the first row, in the order of keys, that differs between want and got.
func (t table[T]) compare(step int, want, got []T) *Finding {
	want, got = slices.SortedFunc(slices.Values(want), t.order), slices.SortedFunc(slices.Values(got), t.order)
	finding := func(row T, problem string, args ...any) *Finding {
		return finding(step, t.name, t.key(row), problem, args...)
	}
	for i := range max(len(want), len(got)) {
		side := 0
		switch {
		case i == len(want):
			side = 1
		case i == len(got):
			side = -1
		default:
			side = t.order(want[i], got[i])
		}
		switch {
		case side < 0:
			return finding(want[i], "the row is missing, it should say %s", t.values(want[i]))
		case side > 0:
			return finding(got[i], "the row says %s, but no step makes it here", t.values(got[i]))
		case want[i] != got[i]:
			return finding(want[i], "the row says %s, it should say %s", t.values(got[i]), t.values(want[i]))
		}
	}
	return nil
}

// finding returns a finding for a row of a table. problem is a format for args.
func finding(step int, table, row, problem string, args ...any) *Finding {
	return &Finding{Step: step, Table: table, Row: row, Problem: fmt.Sprintf(problem, args...)}
}

func puzzleFinding(step int, column, problem string, args ...any) *Finding {
	return finding(step, "puzzle", "column "+column, problem, args...)
}

func stepFinding(step int, problem string, args ...any) *Finding {
	return finding(step, "step", fmt.Sprintf("step %d", step), problem, args...)
}

func attemptFinding(a record.Attempt, problem string, args ...any) *Finding {
	return finding(a.FirstStep, "attempt", fmt.Sprintf("first_step %d", a.FirstStep), problem, args...)
}

func evidenceFinding(e setdoku.Evidence, problem string, args ...any) *Finding {
	return finding(e.Step, "evidence", evidenceRows.key(e), problem, args...)
}

func contradictionFinding(c setdoku.Contradiction, problem string, args ...any) *Finding {
	return finding(c.Step, "contradiction", "the puzzle's row", problem, args...)
}

func branchFinding(step int, b record.Branch, problem string, args ...any) *Finding {
	return finding(step, "branch", branchRows.key(b), problem, args...)
}

func cellDigit(cell setdoku.Cell, d uint8) string { return fmt.Sprintf("cell %d digit %d", cell, d) }

// puzzleColumn is a column of the puzzle's row with its actual and its expected value.
type puzzleColumn struct {
	name      string
	got, want any
}

// differences returns a finding for each column whose actual value differs from the expected one.
func differences(step int, columns []puzzleColumn) (list Findings) {
	for _, c := range columns {
		if c.got != c.want {
			list = append(list, puzzleFinding(step, c.name, "is %v, it should be %v", c.got, c.want))
		}
	}
	return list
}
