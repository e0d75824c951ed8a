package setdoku

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestCellNumbersAndIndexes(t *testing.T) {
	for i := range CellCount {
		n := CellAt(i)
		if !n.Valid() || n.Index() != i || n.Row() != i/9+1 || n.Column() != i%9+1 {
			t.Errorf("index %d has number %d, which is valid %v and has index %d", i, n, n.Valid(), n.Index())
		}
	}
	if CellAt(0) != 11 || CellAt(40) != 55 || CellAt(80) != 99 || CellAt(39).String() != "r5c4" {
		t.Error("the corners, the centre or a name are wrong")
	}
	for _, n := range []Cell{0, 9, 10, 20, 90, 100, -11} {
		if n.Valid() {
			t.Errorf("%d is not a cell number", n)
		}
	}
}

func TestParseAndString(t *testing.T) {
	line := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	d, err := ParseGrid(line)
	if err != nil || d.String() != line {
		t.Errorf("got %v, %v", d, err)
	}
	if d, err := ParseGrid(strings.ReplaceAll(line, ".", "0")); err != nil || d.String() != line {
		t.Errorf("with zeros: %v, %v", d, err)
	}
	for text, want := range map[string]string{
		line[1:]:                      "80 cells, want 81",
		"x" + line[1:]:                "character 'x' at cell 1, want a digit or '.'",
		strings.Repeat(".", 80) + ":": "character ':' at cell 81, want a digit or '.'",
	} {
		if _, err := ParseGrid(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestCheckNamesTheCells(t *testing.T) {
	for cells, want := range map[[2]Cell]string{
		{11, 19}: "digit 3 twice in row 1: r1c1 and r1c9",
		{21, 91}: "digit 3 twice in column 1: r2c1 and r9c1",
		{44, 66}: "digit 3 twice in box 5: r4c4 and r6c6",
	} {
		var d Grid
		d[cells[0].Index()], d[cells[1].Index()] = 3, 3
		var repeat Repeat
		if err := d.Check(); !errors.As(err, &repeat) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		d[cells[1].Index()] = 4
		if err := d.Check(); err != nil {
			t.Errorf("two different digits: %v", err)
		}
	}
}

func TestReached(t *testing.T) {
	var givens, filled Grid
	givens[Cell(11).Index()] = 1
	filled = givens
	filled[Cell(12).Index()] = 2
	s := State{Givens: givens}
	s.Placed[Cell(12).Index()] = 2
	s.Deleted[Cell(13).Index()] = NewDigitSet(9) // it sees 1 and 2, which need not be crossed out
	marks := s.Candidates()
	if got := (State{Givens: givens}).Reached(filled, &marks); got != s {
		t.Errorf("got %v, want %v", got, s)
	}
	marks[Cell(13).Index()] = AllDigits
	if got := (State{Givens: givens}).Reached(filled, &marks); got.Deleted != [CellCount]DigitSet{} {
		t.Errorf("%v is crossed out although it is a candidate", got.Deleted)
	}
}

func TestStateCandidates(t *testing.T) {
	var s State
	s.Givens[Cell(11).Index()], s.Placed[Cell(12).Index()] = 1, 2
	s.Deleted[Cell(13).Index()] = NewDigitSet(9)
	m := s.Candidates()
	for cell, want := range map[Cell]DigitSet{11: 0, 12: 0,
		13: AllDigits &^ (NewDigitSet(1) | NewDigitSet(2) | NewDigitSet(9)),
		41: AllDigits &^ NewDigitSet(1), 99: AllDigits} {
		if m[cell.Index()] != want {
			t.Errorf("cell %d has candidates %09b, want %09b", cell, m[cell.Index()], want)
		}
	}
	if s.Plain() || !(State{Givens: s.Givens}).Plain() {
		t.Error("a state is plain when it has only givens")
	}
	if m := NewDigitSet(3) | NewDigitSet(7); m.Count() != 2 || m.Lowest() != 3 || !m.Has(7) || m.Has(4) {
		t.Error("marks are not the set {3, 7}")
	}
}

// TestGridIsText writes a grid as text in JSON and reads it again. Errors say where.
func TestGridIsText(t *testing.T) {
	want := Grid{0: 4, 80: 9}
	text, err := json.Marshal(want)
	if err != nil || string(text) != `"4`+strings.Repeat(".", 79)+`9"` {
		t.Errorf("got %s, error %v", text, err)
	}
	var got Grid
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("got %v, error %v", got, err)
	}
	if err := json.Unmarshal([]byte(`"12?"`), &got); err == nil || err.Error() != "3 cells, want 81" {
		t.Errorf("error %v, want one with the number of cells", err)
	}
	if _, err := json.Marshal(Grid{11: 10}); err == nil || !strings.Contains(err.Error(), "r2c3 holds 10") {
		t.Errorf("error %v, want one with a cell", err)
	}
	step := Step{Number: 7, Rule: "x_wing", Deductions: []Deduction{{Eliminations: []Candidate{{Cell: 23, Digit: 5}}}}}
	if got := fmt.Sprint(&step, " ", Candidate{Cell: 23, Digit: 5}); got != "step 7, x_wing: r2c3<>5 (5)r2c3" {
		t.Errorf("got %q", got)
	}
}
