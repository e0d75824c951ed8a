package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/game"
	"setdoku/solver"
)

// gameHint is a hint with what a game adds. The page draws it on its own board.
type gameHint struct {
	Hint  *solver.Hint        `json:"hint,omitempty"` // nil if something on the board is wrong
	Wrong []wrongEntry        `json:"wrong"`          // then the hint is about this and nothing else
	Words []string            `json:"words"`          // aboutGame what is wrong, or what the marks of the player show already
	Cells []setdoku.Cell      `json:"cells"`          // where to look
	Known []setdoku.Candidate `json:"known"`          // candidates that the player has crossed out before, where the hint looks
	Moves []game.Move         `json:"moves"`          // what the button "Do it" does, at level why

	level  string
	framed []setdoku.Cell // cells of the pattern that are drawn at level what
}

// wrongEntry is a digit of the player that cannot be right.
type wrongEntry struct {
	Cell  setdoku.Cell `json:"cell"`
	Digit uint8        `json:"digit"`
	Right uint8        `json:"right,omitempty"` // the digit of the solution, at level why
}

// gameHint returns a hint for the board of a game. If an entry is wrong, or the digit of a cell is crossed out, the
// hint says so and nothing else.
func (s *gamePages) gameHint(ctx context.Context, p *gameView, level string) (*gameHint, error) {
	h := &gameHint{level: level, Words: []string{}, Cells: []setdoku.Cell{}, Known: []setdoku.Candidate{},
		Moves: []game.Move{}}
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	wrong, err := p.mistakes(ctx, level == "why")
	if err != nil {
		return nil, err
	}
	if h.Wrong = wrong.entries; len(wrong.words) > 0 {
		h.Words = wrong.words
		h.correct(&wrong)
		return h, nil
	}
	if h.Hint, err = s.advisers.Hint(ctx, p.game.State(), level); err == nil && h.Hint.Status == solver.StatusStep {
		board := p.game.Board()
		h.fill(&board)
	}
	return h, err
}

// correct shows the cells of mistakes. At level why the moves remove the wrong digits and write the missing marks.
func (h *gameHint) correct(m *mistakes) {
	erase := game.Move{Action: game.Erase}
	for _, w := range m.entries {
		erase.Cells = append(erase.Cells, w.Cell)
	}
	h.Cells = append(h.Cells, erase.Cells...)
	for _, c := range m.lost {
		h.Cells = append(h.Cells, c.Cell)
	}
	if h.level != "why" {
		return
	}
	if len(erase.Cells) > 0 {
		h.Moves = append(h.Moves, erase)
	}
	for _, c := range m.lost {
		h.Moves = append(h.Moves, game.Move{Action: game.Mark, Cells: []setdoku.Cell{c.Cell}, Value: int(c.Digit)})
	}
}

// fill adds the cells to look at, and at level why the moves.
func (h *gameHint) fill(board *game.Board) {
	state, d := &h.Hint.State, h.Hint.Deduction
	m := picture.NewPattern(*state, d).Marked()
	h.Cells = region(m, state.Board())
	h.Known = knownLevel(board, state, h.Cells, m)
	if h.level != "why" {
		for _, c := range picture.Sorted(m.Looks) {
			if h.level == "what" && !slices.Contains(d.Placements, c) { // it would be the answer
				h.framed = append(h.framed, c.Cell)
			}
		}
		return
	}
	if len(h.Known) > 0 {
		h.Words = append(h.Words, "This uses what your marks show: "+
			listNames(setdoku.Deduction{Eliminations: h.Known}.Names())+".")
	}
	for _, c := range d.Placements {
		h.Moves = append(h.Moves, game.Move{Action: game.Digit, Cells: []setdoku.Cell{c.Cell}, Value: int(c.Digit)})
	}
	for _, digit := range setdoku.AllDigits.Digits() {
		cross := game.Move{Action: game.Cross, Value: int(digit)}
		for _, c := range d.Eliminations {
			if c.Digit == digit {
				cross.Cells = append(cross.Cells, c.Cell)
			}
		}
		if len(cross.Cells) > 0 {
			h.Moves = append(h.Moves, cross)
		}
	}
}

// knownLevel returns the candidates that the player has crossed out in the cells of a hint, and that no digit excludes.
// In the cells of the pattern these are all, and in the others those of its digits.
func knownLevel(board *game.Board, state *setdoku.State, cells []setdoku.Cell, m *picture.Marked) []setdoku.Candidate {
	open := *state
	open.Deleted = [setdoku.CellCount]setdoku.DigitSet{}
	candidates := open.Candidates()
	var digits setdoku.DigitSet
	var inPattern [setdoku.CellCount]bool
	for c := range m.Looks {
		digits |= setdoku.NewDigitSet(c.Digit)
		inPattern[c.Cell.Index()] = true
	}
	list := []setdoku.Candidate{}
	for _, cell := range cells {
		i := cell.Index()
		for _, digit := range (board[i].Crossed & candidates[i]).Digits() {
			if inPattern[i] || digits.Has(digit) {
				list = append(list, setdoku.CandidateAt(i, digit))
			}
		}
	}
	return list
}

// region returns the cells to look at: those about which a refutation assumes something, or those of the units and the
// cells of the pattern, or else those of its candidates. The cover units are not among them: their
// crossings with the bases are the whole pattern.
func region(m *picture.Marked, v *setdoku.Variant) []setdoku.Cell {
	cells := []setdoku.Cell{}
	for _, e := range m.Evidence {
		if e.Role == "assume" && e.Cell != 0 {
			cells = append(cells, e.Cell)
		}
	}
	if len(cells) == 0 {
		for _, c := range m.Framed {
			if c.Look != picture.Blocking {
				cells = append(cells, setdoku.CellAt(c.Cell))
			}
		}
		for _, u := range m.Shaded {
			if u.Look == picture.Covering {
				continue
			}
			for _, i := range v.Units[u.Unit] {
				cells = append(cells, setdoku.CellAt(i))
			}
		}
	}
	if len(cells) == 0 {
		for c := range m.Looks {
			cells = append(cells, c.Cell)
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// listNames lists names, at most eight.
func listNames(names []string) string {
	if more := len(names) - 8; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:8], ", "), more)
	}
	return strings.Join(names, ", ")
}
