package web

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/goal"
)

// variantsToPlay returns the variants with a name of one word but classic.
var variantsToPlay = sync.OnceValue(func() (list []*setdoku.Variant) {
	for _, name := range setdoku.VariantNames()[1:] {
		if v, err := setdoku.ParseVariant(name); err == nil {
			list = append(list, v)
		}
	}
	return list
})

// levelNeeds says which techniques the puzzles of a level need.
func levelNeeds(level string) string {
	return map[string]string{
		"easy":    "A cell has one digit left, or a unit has one place for a digit.",
		"medium":  "Pairs, triples and locked candidates remove digits.",
		"hard":    "Fish, wings, rectangles and simple colors.",
		"unfair":  "Chains of several links, and almost locked sets.",
		"extreme": "Trying out: what follows if a digit is placed.",
	}[level]
}

// boardChoice is a board for new games.
type boardChoice struct {
	Name, Title, Rule string // Name is "" for classic, Rule is a sentence
	Thumb             *thumb
}

// jigsaw is the layout of the picture of jigsaws. Each game has another.
const jigsaw = "112223333111122233114422335144462535444666555774686595776688995776889999777888899"

// boardChoices lists the boards for new games, classic first.
var boardChoices = sync.OnceValue(func() []boardChoice {
	list := []boardChoice{{Title: "Sudoku", Rule: "Each row, column and box has each digit once.",
		Thumb: newThumb(nil, nil, nil)}}
	for _, v := range variantsToPlay() {
		list = append(list, boardChoice{v.Name, v.Title, extraRulesText(v), newThumb(v, nil, nil)})
	}
	v, _ := setdoku.ParseVariant(jigsaw)
	return append(list, boardChoice{"jigsaw", "Jigsaw", "Regions of any form take the place of the boxes.",
		newThumb(v, nil, nil)})
})

// Lacks reports whether no puzzle of a level is known for the board.
func (b boardChoice) Lacks(level string) bool { return slices.Contains(goal.Unknown[b.Name], level) }

// extraRulesText says in sentences what a variant adds to the rules, or how it differs.
func extraRulesText(v *setdoku.Variant) string {
	base, _, _ := strings.Cut(v.Name, "+")
	var rules []string
	if strings.Trim(base, "123456789") == "" {
		rules = append(rules, fmt.Sprintf("Each row, column and region with a bold border has the digits 1 to %d once.",
			v.Size))
	} else if v.Size != setdoku.Classic().Size {
		rules = append(rules, fmt.Sprintf("The digits are 1 to %d, and each row, column and box has each digit once.",
			v.Size))
	}
	for _, extra := range strings.Split(v.Name, "+") {
		if text := extraRules[extra]; text != "" {
			rules = append(rules, text)
		}
	}
	return strings.Join(rules, " ")
}

// extraRules are the rules of the additions that the name of a board can have.
var extraRules = map[string]string{
	"x":           "Both diagonals have each digit once too.",
	"windoku":     "The four shaded windows have each digit once too.",
	"anti-knight": "Cells a knight's move of chess apart have different digits.",
	"anti-king":   "Cells that touch at a corner have different digits.",
}

// boardRows returns the rows of a board for the template board. cell makes a cell of the page from its index and the
// classes of its look.
func boardRows[C any](v *setdoku.Variant, cell func(i int, look string) C) [][]C {
	rows, looks := make([][]C, v.Size), cellLooks(v)
	for _, i := range v.Cells() {
		rows[i/9] = append(rows[i/9], cell(i, looks[i]))
	}
	return rows
}

// cellLooks returns the classes of the cells of a board, each after a blank: right and below where another box or
// region begins beyond this side, window, and down and up for the diagonals.
func cellLooks(v *setdoku.Variant) (list [setdoku.CellCount]string) {
	blocks, tints := picture.Blocks(v), picture.Tints(v)
	for _, i := range v.Cells() {
		if i%9+1 < v.Size && blocks[i] != blocks[i+1] {
			list[i] += " right"
		}
		if i/9+1 < v.Size && blocks[i] != blocks[i+9] {
			list[i] += " below"
		}
		if tints[i] == picture.WindowTint {
			list[i] += " window"
		}
	}
	_, _, diagonals := picture.Lines(v)
	for _, d := range diagonals {
		for k := range d.Y2 - d.Y1 {
			if d.X1 < d.X2 {
				list[(d.Y1+k)*9+d.X1+k] += " down"
			} else {
				list[(d.Y1+k)*9+d.X1-k-1] += " up"
			}
		}
	}
	return list
}

// thumb is a board in small, as paths in which a cell is 10 wide and high, and lines of digits, with no-break spaces
// for other cells.
type thumb struct {
	Title                 string // of the board, "" for classic
	Width                 int
	Thin, Thick, Diagonal string
	Windows               string
	Given, Entered        []string
}

// newThumb returns a board in small.
func newThumb(v *setdoku.Variant, given, entered []string) *thumb {
	v = v.OrClassic()
	path := func(lines []picture.Segment) string {
		var b strings.Builder
		for _, s := range lines {
			fmt.Fprintf(&b, "M%d %dL%d %d", s.X1*10, s.Y1*10, s.X2*10, s.Y2*10)
		}
		return b.String()
	}
	thin, thick, diagonals := picture.Lines(v)
	var windows strings.Builder
	for i, tint := range picture.Tints(v) {
		if tint == picture.WindowTint {
			fmt.Fprintf(&windows, "M%d %dh10v10h-10z", i%9*10, i/9*10)
		}
	}
	t := &thumb{"", v.Size * 10, path(thin), path(thick), path(diagonals), windows.String(), given, entered}
	if v != setdoku.Classic() {
		t.Title = v.Title
	}
	return t
}
