package web

import (
	"fmt"
	"regexp"
	"strings"

	"setdoku"
	"setdoku/internal/format"
)

// viewCell is a cell of the board of the page, which a script fills.
type viewCell struct {
	setdoku.Cell
	Look string // classes, see boardRows
}

// Board returns the board, row by row.
func (v gameData) Board() [][]viewCell {
	return boardRows(v.State.Board, func(i int, look string) viewCell { return viewCell{setdoku.CellAt(i), look} })
}

// Rules says what the board adds to the rules, "" for classic.
func (v gameData) Rules() string {
	if v.State.Variant == "" {
		return ""
	}
	return extraRulesText(v.State.Board)
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
