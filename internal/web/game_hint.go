package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"setdoku"
	"setdoku/internal/diagram"
	"setdoku/internal/explain"
	"setdoku/internal/picture"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
)

// gameHint is a hint for a player, with as much as its stage shows. The page draws it on its own board.
type gameHint struct {
	Stage     string       `json:"stage"` // where, what or why
	Wrong     []wrongEntry `json:"wrong"`
	Technique string       `json:"technique,omitempty"`
	Title     string       `json:"title,omitempty"` // of the technique
	Text      []string     `json:"text"`
	Cells     []int        `json:"cells"` // where to look
	Pattern   []hintMark   `json:"pattern"`
	Links     []hintLink   `json:"links"`
	Place     []hintDigit  `json:"place"`
	Eliminate []hintDigit  `json:"eliminate"`
}

// wrongEntry is a digit of the player that cannot be right.
type wrongEntry struct {
	Cell  int   `json:"cell"`
	Digit uint8 `json:"digit"`
	Right uint8 `json:"right,omitempty"` // the digit of the solution, in stage why
}

// hintDigit is a digit in a cell.
type hintDigit struct {
	Cell  int   `json:"cell"`
	Digit uint8 `json:"digit"`
}

// hintMark is a candidate of a pattern. Role says how it is drawn, see marking.Look.
type hintMark struct {
	Cell  int    `json:"cell"`
	Digit uint8  `json:"digit"`
	Role  string `json:"role"`
}

// hintLink joins two candidates, or two groups of candidates of one digit.
type hintLink struct {
	From   []hintDigit `json:"from"`
	To     []hintDigit `json:"to"`
	Strong bool        `json:"strong"`
}

// gameHint returns a hint for the board of a game. If an entry is wrong, the hint names it and nothing else.
func (s *Server) gameHint(ctx context.Context, p *played, stage string) (*gameHint, error) {
	if !slices.Contains(hintLevels, stage) {
		return nil, problem(http.StatusBadRequest, fmt.Sprintf("stage %q, want where, what or why", stage))
	}
	h := &gameHint{
		Stage: stage, Wrong: []wrongEntry{}, Text: []string{}, Cells: []int{}, Pattern: []hintMark{}, Links: []hintLink{},
		Place: []hintDigit{}, Eliminate: []hintDigit{},
	}
	if h.Wrong, h.Text = p.mistakes(stage == "why"); len(h.Text) > 0 {
		for _, w := range h.Wrong {
			h.Cells = append(h.Cells, w.Cell)
		}
		return h, nil
	}
	a, err := s.advise(ctx, p.game.State())
	if err != nil {
		return nil, err
	}
	if a.Deduction == nil {
		for _, text := range []string{a.Message, a.Detail} {
			if text != "" {
				h.Text = append(h.Text, text)
			}
		}
		return h, nil
	}
	h.tell(&a)
	return h, nil
}

// tell fills the hint with as much of a deduction as its stage shows.
func (h *gameHint) tell(a *explain.Advice) {
	d := *a.Deduction
	m := picture.MarkedBy(diagram.Deduction(a.State, d))
	h.Cells = region(m)
	h.Text = []string{explain.Where(a.State, d, &a.Technique)}
	if h.Stage == "where" {
		return
	}
	h.Technique, h.Title = a.Technique.Name, a.Technique.Title
	for _, c := range m.Candidates {
		h.Pattern = append(h.Pattern, hintMark{c.Cell, c.Digit, c.Look.String()})
	}
	if h.Stage == "what" {
		h.Text = append(h.Text, "It is a "+a.Technique.Title+".")
		return
	}
	h.Text = append([]string{a.Technique.Title + "."}, explain.Words(a.State, d, &a.Technique)...)
	for _, l := range m.Links {
		h.Links = append(h.Links, hintLink{hintDigits(l.From), hintDigits(l.To), l.Strong})
	}
	h.Place, h.Eliminate = hintDigits(d.Placements), hintDigits(d.Eliminations)
}

// region returns the cells to look at: those of the units of the pattern, or, if it has none, the cells of the pattern.
func region(m picture.Marked) []int {
	cells := []int{}
	for _, u := range m.Units {
		for _, i := range setdoku.Units[u-1] {
			cells = append(cells, setdoku.CellNumber(i))
		}
	}
	if len(cells) == 0 {
		cells = append(cells, m.Cells...)
		for _, c := range m.Candidates {
			cells = append(cells, c.Cell)
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// hintDigits converts candidates. The list is not nil, so that JSON has [].
func hintDigits(list []setdoku.Candidate) []hintDigit {
	out := make([]hintDigit, len(list))
	for i, c := range list {
		out[i] = hintDigit{c.Cell, c.Digit}
	}
	return out
}

// advise finds the first deduction that is needed from a state on.
func (s *Server) advise(ctx context.Context, state setdoku.State) (a explain.Advice, err error) {
	if err := s.read.CheckReference(ctx); err != nil {
		return a, err
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		return a, err
	}
	next, err := batch.NewPathfinder(all, driver.Options{Techniques: all, StopAtFirst: true})
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, next.Close(context.WithoutCancel(ctx))) }()
	whole, err := batch.NewPathfinder(all, driver.Options{Techniques: all})
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, whole.Close(context.WithoutCancel(ctx))) }()
	return explain.AdviseNeeded(ctx, state, next, whole, whole, all)
}
