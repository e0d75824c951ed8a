package web

import (
	"fmt"
	"regexp"
	"strings"

	"setdoku"
	"setdoku/internal/format"
)

// viewCell is a cell of the board of the page.
type viewCell struct {
	gameCell
	Wrong    bool
	Selected bool
	Hinted   bool   // the hint shows candidates there
	Look     string // more classes, see boardRows
	Label    string // for screen readers, as labelOf in game_board.js makes it
}

// Board returns the board, row by row.
func (v gameData) Board() [][]viewCell {
	cells := v.State.Cells
	return boardRows(v.State.Board, func(_ int, look string) viewCell {
		c := viewCell{gameCell: cells[0], Wrong: v.isWrong(cells[0]), Hinted: v.Drawing.has(cells[0].Cell), Look: look,
			Selected: cells[0].Cell == v.Cell}
		c.Label, cells = c.label(), cells[1:]
		return c
	})
}

// Rules says what the board adds to the rules, "" for classic.
func (v gameData) Rules() string {
	if v.State.Variant == "" {
		return ""
	}
	return rulesOf(v.State.Board)
}

// Next is the variant of the next puzzle, "" for classic: the same board, but another layout of a jigsaw.
func (v gameData) Next() string {
	base, added, _ := strings.Cut(v.State.Variant, "+")
	if strings.Trim(base, "123456789") == "" && base != "" {
		return strings.TrimSuffix(fmt.Sprintf("jigsaw%d+%s", v.State.Board.Size, added), "+")
	}
	return v.State.Variant
}

// Peers returns the cells that each cell of the board sees, for the rules of the script, nil for classic.
func (v gameData) Peers() (list [][]setdoku.Cell) {
	for _, c := range v.State.Cells {
		if v.State.Variant == "" {
			break
		}
		var peers []setdoku.Cell
		for _, p := range v.State.Board.Peers[c.Cell.Index()] {
			peers = append(peers, setdoku.CellAt(p))
		}
		list = append(list, peers)
	}
	return list
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

// viewMark is a mark of a cell.
type viewMark struct {
	Digit int
	Color uint8 // 0 for none
}

// Kinds returns the marks and the marks in the corners.
func (c viewCell) Kinds() (kinds [2]struct {
	Kind  string
	Marks []viewMark
}) {
	kinds[0].Kind, kinds[1].Kind = "mark", "corner"
	for k, digits := range [...][]int{c.Marks, c.Corners} {
		for _, d := range digits {
			kinds[k].Marks = append(kinds[k].Marks, viewMark{d, c.Shades[uint8(d)]})
		}
	}
	return kinds
}

// SpokenPlace names a cell so that screen readers pronounce it.
func SpokenPlace(c setdoku.Cell) string { return fmt.Sprintf("row %d, column %d", c.Row(), c.Column()) }

// cellName matches names of cells in a text, such as r1c1, and of several in a line, such as r1c23.
var cellName = regexp.MustCompile(`\br([1-9]+)c([1-9]+)\b`)

// Spoken writes the cells of a text as SpokenPlace does. spoken in game_rules.js does the same.
func Spoken(text string) string {
	return cellName.ReplaceAllStringFunc(text, func(name string) string {
		m := cellName.FindStringSubmatch(name)
		return numberedLines("row", m[1]) + ", " + numberedLines("column", m[2])
	})
}

// numberedLines returns "row 1" or "rows 1 2".
func numberedLines(line, numbers string) string {
	return format.Noun(len(numbers), line) + " " + strings.Join(strings.Split(numbers, ""), " ")
}

func (c viewCell) label() string {
	parts := []string{SpokenPlace(c.Cell)}
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
	for _, color := range c.Colors {
		parts = append(parts, fmt.Sprintf("color %d", color))
	}
	for _, kind := range c.Kinds() {
		for _, m := range kind.Marks {
			if m.Color > 0 && c.Digit == 0 {
				parts = append(parts, fmt.Sprintf("%s %d in color %d", kind.Kind, m.Digit, m.Color))
			}
		}
	}
	if c.Conflict {
		parts = append(parts, "conflict")
	}
	if c.Wrong {
		parts = append(parts, "wrong")
	}
	return strings.Join(parts, ", ")
}
