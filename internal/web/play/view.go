package play

import (
	"fmt"
	"strings"
)

// viewCell is a cell of the board of the page.
type viewCell struct {
	gameCell
	Wrong  bool
	Hinted bool   // the hint shows candidates there
	Label  string // for screen readers, as labelOf in game_board.js makes it
}

// Board returns the board, row by row.
func (v gameData) Board() (rows [9][9]viewCell) {
	hinted := v.Drawing().cells()
	for i, c := range v.State.Cells {
		cell := viewCell{gameCell: c, Wrong: v.isWrong(c), Hinted: hinted[c.Cell]}
		cell.Label = cell.label()
		rows[i/9][i%9] = cell
	}
	return rows
}

// isWrong reports whether the hint or the check calls a cell wrong.
func (v gameData) isWrong(c gameCell) bool {
	var wrong []wrongEntry
	if v.Hint != nil {
		wrong = append(wrong, v.Hint.Wrong...)
	}
	if v.Check != nil {
		wrong = append(wrong, v.Check.Wrong...)
	}
	for _, w := range wrong {
		if w.Cell == c.Cell && w.Digit == c.Digit {
			return true
		}
	}
	return false
}

// Kinds returns the marks and the marks in the corners.
func (c viewCell) Kinds() [2]struct {
	Kind   string
	Digits []int
} {
	return [...]struct {
		Kind   string
		Digits []int
	}{{"mark", c.Marks}, {"corner", c.Corners}}
}

func (c viewCell) label() string {
	parts := []string{c.Cell.String()}
	if c.Digit != 0 {
		parts = append(parts, fmt.Sprint(c.Digit))
	} else {
		if len(c.Marks) > 0 {
			parts = append(parts, "marks "+strings.Trim(fmt.Sprint(c.Marks), "[]"))
		}
		if len(c.Corners) > 0 {
			parts = append(parts, "corner marks "+strings.Trim(fmt.Sprint(c.Corners), "[]"))
		}
		if len(parts) == 1 {
			parts = append(parts, "empty")
		}
	}
	if c.Given {
		parts = append(parts, "given")
	}
	if c.Color != 0 {
		parts = append(parts, fmt.Sprintf("color %d", c.Color))
	}
	if c.Conflict {
		parts = append(parts, "conflict")
	}
	if c.Wrong {
		parts = append(parts, "wrong")
	}
	return strings.Join(parts, ", ")
}
