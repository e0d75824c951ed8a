package solvertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
)

// Example is a state drawn by hand, all that a technique finds there, and changes of one
// cell after which the technique finds nothing. They are in testdata/techniques, in parts
//
//	== name
//	# why it is right
//	technique the name that find takes
//	nine rows of nine entries: . any candidate, 12 only these, -12 any but these, =4 a given
//	find PATTERN DIGITS from CELLS (eliminations) or DIGIT in CELL (a placement), or nothing
//	evidence its rows: role, unit, cell, digit
//	nearly CELL ENTRY
//
// with a find and an evidence line for each pattern, smallest key first, and a line
// nearly for each near miss.
type Example struct {
	Name, Technique string
	// Finds are the deductions: the pattern and what it proves in words, and then a line for each row of the evidence.
	Finds []string

	entries [setdoku.CellCount]string
	near    [][setdoku.CellCount]string
}

// Examples reads all files of testdata/techniques.
func Examples(t testing.TB) (list []Example) {
	t.Helper()
	files, err := filepath.Glob(gridtest.File(t, "testdata", "techniques", "*.txt"))
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
				t.Fatalf("%s, %s: %v", file, e.Name, err)
			}
			list = append(list, e)
		}
	}
	return list
}

func readExample(part string) (e Example, err error) {
	rows, nothing := 0, false
	for i, line := range strings.Split(strings.TrimSpace(part), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case i == 0:
			e.Name = line
		case line == "" || word == "#":
		case word == "technique":
			e.Technique = rest
		case line == "find nothing":
			nothing = true
		case word == "find":
			var text string
			if text, err = readFind(rest); err != nil {
				return e, fmt.Errorf("%s: %w", line, err)
			}
			e.Finds = append(e.Finds, text)
		case word == "evidence" && len(e.Finds) > 0:
			e.Finds[len(e.Finds)-1] += "\n" + strings.ReplaceAll(rest, ", ", "\n")
		case word == "nearly":
			cell, entry, _ := strings.Cut(rest, " ")
			n, err := strconv.Atoi(cell)
			if err != nil || !setdoku.Cell(n).Valid() || entry == "" {
				return e, fmt.Errorf("%s: want a cell and an entry", line)
			}
			near := e.entries
			near[setdoku.Cell(n).Index()] = entry
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
	if e.Technique == "" || rows != 9 || nothing != (len(e.Finds) == 0) {
		return e, fmt.Errorf("it lacks a technique, nine rows or a find")
	}
	return e, nil
}

// readFind turns "PATTERN DIGITS from CELLS" into a line of Example.Finds.
func readFind(text string) (string, error) {
	words := strings.Fields(text)
	if len(words) < 4 || words[2] != "from" && words[2] != "in" {
		return "", fmt.Errorf("want a pattern, digits, from or in, cells")
	}
	out := words[0]
	for _, cell := range words[3:] {
		n, err := strconv.Atoi(cell)
		if err != nil || !setdoku.Cell(n).Valid() {
			return "", fmt.Errorf("%q is not a cell", cell)
		}
		for _, d := range words[1] {
			c := setdoku.Candidate{Cell: setdoku.Cell(n), Digit: uint8(d - '0')}
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

// State returns the state of the drawing.
func (e *Example) State(t testing.TB) setdoku.State {
	t.Helper()
	return e.open(t, e.entries)
}

// NearMisses returns the states that differ from the drawing in one cell and in which the technique finds nothing.
func (e *Example) NearMisses(t testing.TB) (list []setdoku.State) {
	t.Helper()
	for _, entries := range e.near {
		list = append(list, e.open(t, entries))
	}
	return list
}

// open is the state of a drawing. Every cell must have a candidate and every unit places
// for all nine digits: where that is not so nothing is ever found.
func (e *Example) open(t testing.TB, entries [setdoku.CellCount]string) setdoku.State {
	t.Helper()
	s, err := state(entries)
	if err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	live, filled := s.Candidates(), s.Filled()
	for i, d := range filled {
		if d != 0 {
			live[i] = setdoku.SetOf(d)
		}
		if live[i] == 0 {
			t.Fatalf("%s: %s has no candidate", e.Name, setdoku.CellAt(i))
		}
	}
	for u, cells := range setdoku.Classic().Units[:27] {
		var places setdoku.DigitSet
		for _, i := range cells {
			places |= live[i]
		}
		if places != setdoku.AllDigits {
			t.Fatalf("%s: %s has no place for some digit", e.Name, setdoku.UnitName(u+1))
		}
	}
	return s
}
