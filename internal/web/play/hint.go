package play

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/tell/explain"
	told "setdoku/internal/tell/pattern"
	"setdoku/internal/web/site"
)

// gameHint is a hint for a player, with as much as its level shows. The page draws it on its own board.
type gameHint struct {
	Level     string              `json:"level"` // where, what or why
	Wrong     []wrongEntry        `json:"wrong"`
	Technique string              `json:"technique,omitempty"`
	Title     string              `json:"title,omitempty"` // of the technique
	Words     []string            `json:"words"`
	Cells     []int               `json:"cells"` // where to look
	Pattern   []hintMark          `json:"pattern"`
	Links     []hintLink          `json:"links"`
	Place     []setdoku.Candidate `json:"place"`
	Eliminate []setdoku.Candidate `json:"eliminate"`
	Known     []setdoku.Candidate `json:"known"` // eliminations that the player's marks already show, and on which the hint builds
}

// wrongEntry is a digit of the player that cannot be right.
type wrongEntry struct {
	Cell  int   `json:"cell"`
	Digit uint8 `json:"digit"`
	Right uint8 `json:"right,omitempty"` // the digit of the solution, at level why
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

// gameHint returns a hint for the board of a game. If an entry is wrong, the hint names it and nothing else.
func (s *Games) gameHint(ctx context.Context, p *played, level string) (*gameHint, error) {
	if !slices.Contains(explain.HintLevels, level) {
		return nil, site.Problemf(http.StatusBadRequest, "level %q, want where, what or why", level)
	}
	h := &gameHint{
		Level: level, Wrong: []wrongEntry{}, Words: []string{}, Cells: []int{}, Pattern: []hintMark{}, Links: []hintLink{},
		Place: []setdoku.Candidate{}, Eliminate: []setdoku.Candidate{}, Known: []setdoku.Candidate{},
	}
	if h.Wrong, h.Words = p.mistakes(level == "why"); len(h.Words) > 0 {
		for _, w := range h.Wrong {
			h.Cells = append(h.Cells, w.Cell)
		}
		return h, nil
	}
	board := p.game.Board()
	a, err := s.adviseGame(ctx, adviceKey{p.game.State(), board.Marks()})
	if err != nil {
		return nil, err
	}
	if a.Deduction == nil {
		h.Words = a.Words(level, false)
		return h, nil
	}
	h.tell(&a.Advice, a.known)
	return h, nil
}

// tell fills the hint with as much of a deduction as its level shows. known are the eliminations that came before it.
func (h *gameHint) tell(a *explain.Advice, known []setdoku.Candidate) {
	d := *a.Deduction
	h.Known = listed(known)
	m := told.Of(a.State, d).Marked()
	h.Cells = region(m)
	h.Words = []string{explain.Where(a.State, d, &a.Technique)}
	if h.Level == "where" {
		return
	}
	h.Technique, h.Title = a.Technique.Name, a.Technique.Title
	for _, c := range told.Sorted(m.Looks) {
		if h.Level == "what" && slices.Contains(d.Placements, c) {
			continue // it would be the answer
		}
		h.Pattern = append(h.Pattern, hintMark{c, m.Looks[c].String()})
	}
	if h.Level == "what" {
		h.Words = append(h.Words, "The technique is "+a.Technique.Title+".")
		return
	}
	h.Words = append([]string{a.Technique.Title + "."}, explain.Words(a.State, d, &a.Technique)...)
	if len(known) > 0 {
		h.Words = append(h.Words, "This uses what your marks show: "+eliminationNames(known)+".")
	}
	if a.Message != "" {
		h.Words = append(h.Words, a.Message)
	}
	for _, l := range m.Arrows {
		h.Links = append(h.Links, hintLink{listed(l.From), listed(l.To), l.Strong})
	}
	h.Place, h.Eliminate = listed(d.Placements), listed(d.Eliminations)
}

// region returns the cells to look at: those about which a refutation assumes something, or those of the units and the cells of
// the pattern, or else those of its candidates.
func region(m *told.Marked) []int {
	cells := []int{}
	for _, e := range m.Evidence {
		if e.Role == "assume" && e.Cell != 0 {
			cells = append(cells, e.Cell)
		}
	}
	if len(cells) == 0 {
		for _, c := range m.Framed {
			cells = append(cells, setdoku.CellNumber(c.Cell))
		}
		for _, u := range m.Shaded {
			for _, i := range setdoku.Units[u.Unit] {
				cells = append(cells, setdoku.CellNumber(i))
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

// eliminationNames lists eliminations, at most ten.
func eliminationNames(list []setdoku.Candidate) string {
	var names []string
	for _, c := range list[:min(len(list), 10)] {
		names = append(names, c.Elimination())
	}
	text := strings.Join(names, ", ")
	if more := len(list) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// listed returns a list that is not nil, so that JSON has [].
func listed(list []setdoku.Candidate) []setdoku.Candidate {
	return append([]setdoku.Candidate{}, list...)
}
