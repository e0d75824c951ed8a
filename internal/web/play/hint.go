package play

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/explain/pattern"
	"setdoku/internal/game"
	"setdoku/internal/web/site"
)

// gameHint is a hint for a player, with as much as its level shows. The page draws it on its own board.
type gameHint struct {
	Level     string              `json:"level"` // where, what or why
	Wrong     []wrongEntry        `json:"wrong"`
	Technique string              `json:"technique,omitempty"`
	Title     string              `json:"title,omitempty"` // of the technique
	Words     []string            `json:"words"`
	Notation  string              `json:"notation,omitempty"` // of players, "" if the pattern has no line
	Cells     []setdoku.Cell      `json:"cells"`              // where to look
	Pattern   []hintMark          `json:"pattern"`
	Links     []hintLink          `json:"links"`
	Blockers  []setdoku.Cell      `json:"blockers"` // filled cells that leave a single nothing else
	Place     []setdoku.Candidate `json:"place"`
	Eliminate []setdoku.Candidate `json:"eliminate"`
	// candidates that the player has crossed out before, where the hint looks
	Known []setdoku.Candidate `json:"known"`
	Moves []game.Move         `json:"moves"` // what the button "Do it" does, at level why

	state     setdoku.State     // in which the deduction was found
	deduction setdoku.Deduction // at level why
	technique string            // of the deduction at every level, "" without one
}

// wrongEntry is a digit of the player that cannot be right.
type wrongEntry struct {
	Cell  setdoku.Cell `json:"cell"`
	Digit uint8        `json:"digit"`
	Right uint8        `json:"right,omitempty"` // the digit of the solution, at level why
}

// hintMark is a candidate of a pattern. Role says how it is drawn, see pattern.Look.
type hintMark struct {
	setdoku.Candidate
	Role string `json:"role"`
}

// hintLink joins two candidates, or two groups of candidates of one digit.
type hintLink struct {
	From   []setdoku.Candidate `json:"from"`
	To     []setdoku.Candidate `json:"to"`
	Strong bool                `json:"strong"`
}

// gameHint returns a hint for the board of a game. If an entry is wrong, or the digit of a cell is crossed out, the
// hint says so and nothing else.
func (s *Games) gameHint(ctx context.Context, p *played, level string) (*gameHint, error) {
	if !slices.Contains(explain.HintLevels, level) {
		return nil, site.Problemf(http.StatusBadRequest, "level %q, want where, what or why", level)
	}
	h := &gameHint{
		Level: level, Wrong: []wrongEntry{}, Words: []string{}, Cells: []setdoku.Cell{}, Pattern: []hintMark{},
		Links: []hintLink{}, Blockers: []setdoku.Cell{},
		Place: []setdoku.Candidate{}, Eliminate: []setdoku.Candidate{}, Known: []setdoku.Candidate{},
		Moves: []game.Move{},
	}
	wrong, err := p.mistakes(ctx, level == "why")
	if err != nil {
		return nil, err
	}
	if h.Wrong, h.Words = wrong.entries, wrong.words; len(h.Words) > 0 {
		h.correct(&wrong)
		return h, nil
	}
	a, err := s.adviseGame(ctx, p.game.State())
	if err != nil {
		return nil, err
	}
	if a.Deduction == nil {
		h.Words = a.Words(level, false)
		return h, nil
	}
	board := p.game.Board()
	h.fill(&a, &board)
	return h, nil
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
	if h.Level != "why" {
		return
	}
	if len(erase.Cells) > 0 {
		h.Moves = append(h.Moves, erase)
	}
	for _, c := range m.lost {
		h.Moves = append(h.Moves, game.Move{Action: game.Mark, Cells: []setdoku.Cell{c.Cell}, Value: int(c.Digit)})
	}
}

// fill fills the hint with as much of a deduction as its level shows.
func (h *gameHint) fill(a *explain.Advice, board *game.Board) {
	d := *a.Deduction
	h.technique, h.state = a.Technique.Name, a.State
	m := pattern.Of(a.State, d).Marked()
	h.Cells = region(m, a.State.Board())
	h.Known = known(board, &a.State, h.Cells, m)
	h.Words = []string{explain.Where(a.State, d, &a.Technique)}
	if h.Level == "where" {
		return
	}
	h.Technique, h.Title = a.Technique.Name, a.Technique.Title
	for _, c := range pattern.Sorted(m.Looks) {
		if h.Level == "what" && slices.Contains(d.Placements, c) {
			continue // it would be the answer
		}
		h.Pattern = append(h.Pattern, hintMark{c, m.Looks[c].String()})
	}
	if h.Level == "what" {
		h.Words = append(h.Words, "The technique is "+a.Technique.Title+".")
		return
	}
	account := explain.NewAccount(setdoku.Position{State: a.State, Known: true}, d, &a.Technique)
	h.Words, h.Notation = append([]string{a.Technique.Title + "."}, account.Words...), account.Notation
	if len(h.Known) > 0 {
		h.Words = append(h.Words, "This uses what your marks show: "+
			ListNames(setdoku.Deduction{Eliminations: h.Known}.Names())+".")
	}
	if a.Message != "" {
		h.Words = append(h.Words, a.Message)
	}
	for _, c := range m.Framed {
		if c.Look == pattern.Blocking {
			h.Blockers = append(h.Blockers, setdoku.CellAt(c.Cell))
		}
	}
	for _, l := range m.Arrows {
		h.Links = append(h.Links, hintLink{listed(l.From), listed(l.To), l.Strong})
	}
	h.deduction = d
	h.Place, h.Eliminate = listed(d.Placements), listed(d.Eliminations)
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

// known returns the candidates that the player has crossed out in the cells of a hint, and that no digit excludes. In
// the cells of the pattern these are all, and in the others those of its digits.
func known(board *game.Board, state *setdoku.State, cells []setdoku.Cell, m *pattern.Marked) []setdoku.Candidate {
	open := *state
	open.Deleted = [setdoku.CellCount]setdoku.DigitSet{}
	candidates := open.Candidates()
	var digits setdoku.DigitSet
	var inPattern [setdoku.CellCount]bool
	for c := range m.Looks {
		digits |= setdoku.SetOf(c.Digit)
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
func region(m *pattern.Marked, v *setdoku.Variant) []setdoku.Cell {
	cells := []setdoku.Cell{}
	for _, e := range m.Evidence {
		if e.Role == "assume" && e.Cell != 0 {
			cells = append(cells, e.Cell)
		}
	}
	if len(cells) == 0 {
		for _, c := range m.Framed {
			if c.Look != pattern.Blocking {
				cells = append(cells, setdoku.CellAt(c.Cell))
			}
		}
		for _, u := range m.Shaded {
			if u.Look == pattern.Covering {
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

// ListNames lists names, at most eight.
func ListNames(names []string) string {
	if more := len(names) - 8; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:8], ", "), more)
	}
	return strings.Join(names, ", ")
}

// listed returns a list that is not nil, so that JSON has [].
func listed(list []setdoku.Candidate) []setdoku.Candidate {
	return append([]setdoku.Candidate{}, list...)
}
