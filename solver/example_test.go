package solver_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
)

// example is a state drawn by hand, all that a technique finds there, and changes of one
// cell that leave it nothing to find. They stand in testdata/techniques, in parts
//
//	== name
//	# why it is right
//	technique the name that find takes
//	nine rows of nine entries: . any candidate, 12 these alone, -12 any but these, =4 a given
//	find PATTERN DIGITS from CELLS (eliminations) or DIGIT in CELL (a placement), or nothing
//	evidence its rows: role, unit, cell, digit
//	nearly CELL ENTRY
//
// with a find and an evidence line for each pattern, smallest key first, and a line
// nearly for each near miss.
type example struct {
	file, name, technique string
	entries               [setdoku.CellCount]string
	finds                 []string // as described writes them
	near                  [][setdoku.CellCount]string
}

// examples reads all files of testdata/techniques.
func examples(t *testing.T) (list []example) {
	t.Helper()
	files, err := filepath.Glob("testdata/techniques/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples in testdata/techniques: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, parts, _ := strings.Cut("\n"+string(text), "\n== ")
		for part := range strings.SplitSeq(parts, "\n== ") {
			e, err := readExample(part)
			if err != nil {
				t.Fatalf("%s, %s: %v", file, e.name, err)
			}
			e.file = strings.TrimSuffix(filepath.Base(file), ".txt")
			list = append(list, e)
		}
	}
	return list
}

func readExample(part string) (e example, err error) {
	rows, nothing := 0, false
	for i, line := range strings.Split(strings.TrimSpace(part), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case i == 0:
			e.name = line
		case line == "" || word == "#":
		case word == "technique":
			e.technique = rest
		case line == "find nothing":
			nothing = true
		case word == "find":
			var text string
			if text, err = readFind(rest); err != nil {
				return e, fmt.Errorf("%s: %w", line, err)
			}
			e.finds = append(e.finds, text)
		case word == "evidence" && len(e.finds) > 0:
			e.finds[len(e.finds)-1] += "\n" + strings.ReplaceAll(rest, ", ", "\n")
		case word == "nearly":
			cell, entry, _ := strings.Cut(rest, " ")
			n, err := strconv.Atoi(cell)
			if err != nil || !setdoku.ValidCell(n) || entry == "" {
				return e, fmt.Errorf("%s: want a cell and an entry", line)
			}
			near := e.entries
			near[setdoku.CellIndex(n)] = entry
			e.near = append(e.near, near)
		default:
			fields := strings.Fields(strings.ReplaceAll(line, "|", ""))
			if len(fields) != 9 || rows == 9 {
				return e, fmt.Errorf("line %q, want nine rows of nine entries", line)
			}
			copy(e.entries[rows*9:], fields)
			rows++
		}
	}
	if e.technique == "" || rows != 9 || nothing != (len(e.finds) == 0) {
		return e, fmt.Errorf("it lacks a technique, nine rows or a find")
	}
	return e, nil
}

// readFind turns "PATTERN DIGITS from CELLS" into what described writes.
func readFind(text string) (string, error) {
	words := strings.Fields(text)
	if len(words) < 4 || words[2] != "from" && words[2] != "in" {
		return "", fmt.Errorf("want a pattern, digits, from or in, cells")
	}
	out := words[0]
	for _, cell := range words[3:] {
		n, err := strconv.Atoi(cell)
		if err != nil || !setdoku.ValidCell(n) {
			return "", fmt.Errorf("%q is no cell", cell)
		}
		for _, d := range words[1] {
			c := setdoku.Candidate{Cell: n, Digit: uint8(d - '0')}
			if words[2] == "from" {
				out += " " + c.Elimination()
			} else {
				out += " " + c.Placement()
			}
		}
	}
	return out, nil
}

// state is the state that entries draw.
func state(entries [setdoku.CellCount]string) (s setdoku.State, err error) {
	marks := [setdoku.CellCount]setdoku.DigitSet{}
	for i, entry := range entries {
		digits := strings.Trim(entry, "=-.")
		var set setdoku.DigitSet
		for _, d := range digits {
			set |= setdoku.SetOf(uint8(d - '0'))
		}
		switch {
		case entry == ".":
			marks[i] = setdoku.AllDigits
		case entry[0] == '-':
			marks[i] = setdoku.AllDigits &^ set
		case entry[0] == '=':
			s.Givens[i] = set.Lowest()
		default:
			marks[i] = set
		}
	}
	s.KeepOnly(&marks)
	return s, s.Givens.Check()
}

// described is a deduction in words: pattern, placements and eliminations, then a line
// for each row of the evidence.
func described(d setdoku.Deduction) string {
	out := strconv.FormatInt(d.Pattern, 10)
	for _, c := range d.Placements {
		out += " " + c.Placement()
	}
	for _, c := range d.Eliminations {
		out += " " + c.Elimination()
	}
	for _, e := range d.Evidence {
		out += "\n" + evidenceRow(e)
	}
	return out
}

// evidenceRow is a row in words, with the role cell or digit not said twice.
func evidenceRow(e setdoku.Evidence) string {
	out := e.Role
	if e.Unit != 0 {
		out += " " + setdoku.UnitName(e.Unit)
	}
	for _, field := range []struct {
		name  string
		value int
	}{{"cell", e.Cell}, {"digit", int(e.Digit)}} {
		switch {
		case field.value == 0:
		case field.name == e.Role:
			out += fmt.Sprintf(" %d", field.value)
		default:
			out += fmt.Sprintf(" %s %d", field.name, field.value)
		}
	}
	return out
}

// claim is one placement or elimination.
type claim struct {
	placement bool
	cell      int
	digit     uint8
}

// claims is the union of what deductions say, sorted, each once.
func claims(list []setdoku.Deduction) (out []claim) {
	for _, d := range list {
		for _, c := range d.Placements {
			out = append(out, claim{true, c.Cell, c.Digit})
		}
		for _, c := range d.Eliminations {
			out = append(out, claim{false, c.Cell, c.Digit})
		}
	}
	return sorted(out)
}

func sorted(list []claim) []claim {
	slices.SortFunc(list, func(a, b claim) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.digit, b.digit)) })
	return slices.Compact(list)
}
