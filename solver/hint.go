package solver

import (
	"context"
	"errors"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver/board"
	"setdoku/solver/memory"
	"setdoku/solver/minimize"
	"setdoku/solver/solutions"
)

// Statuses of hints in addition to those of the table puzzle. In a hint, multiple means that the techniques find
// nothing and there are several solutions, and stuck that the selected techniques find nothing.
const (
	StatusStep setdoku.Status = "step" // there is a deduction
	// the puzzle has solutions, and the placements or crossed-out candidates contradict all of them
	StatusMistake setdoku.Status = "mistake"
)

// Hint is the next deduction of a state for a player, or the reason why there is none. Its JSON is that of the command
// hint and of the API.
type Hint struct {
	Level     string // how much Words and the JSON tell, one of HintLevels
	Full      bool   // Words describe each step of refutations and branches
	Status    setdoku.Status
	State     setdoku.State     // in which the deduction holds
	Technique setdoku.Technique // zero without a deduction, as is Deduction
	Deduction setdoku.Deduction
	// Message is a sentence about a state without a deduction, or about one with several solutions. The deduction holds
	// in all of them, because techniques that assume that there is only one are left out. Detail is a second sentence
	// that says what is wrong and where.
	Message, Detail string
	// Wrong and Lost are the mistakes of StatusMistake: wrong digits, and digits of the solution that were crossed out.
	// They are empty if the givens have several solutions, because each move by itself may be right.
	Wrong, Lost []setdoku.Candidate

	by catalogue.Technique // Technique with its words
}

// HintLevels lists the levels of hints. Each tells more than the one before it: where to look, which technique, and the
// whole argument.
func HintLevels() []string { return slices.Clone(explain.HintLevels) }

// newHint returns a hint about a deduction.
func newHint(s setdoku.State, d setdoku.Deduction, t catalogue.Technique) *Hint {
	return &Hint{Level: "why", Status: StatusStep, State: s, Technique: t.Technique, Deduction: d, by: t}
}

// Words returns what a hint of the level tells, an item has one or more sentences. At level why one item is the line of
// the pattern in the notation of players, if it has one.
func (h *Hint) Words() []string {
	words, _ := h.words()
	return words
}

// words returns Words, and the line in the notation of players.
func (h *Hint) words() (words []string, notation string) {
	if h.Status == StatusStep {
		words, notation = explain.Hint(h.State, h.Deduction, &h.by, h.Level, h.Full)
	}
	for i, text := range []string{h.Message, h.Detail} {
		if text != "" && (i == 0 || explain.Includes(h.Level, "what")) {
			words = append(words, text)
		}
	}
	return words, notation
}

// Notation returns the line of the pattern in the notation of players, which is one of the words, "" if there is none.
func (h *Hint) Notation() string {
	_, notation := h.words()
	return notation
}

// String returns the words, one item a line.
func (h *Hint) String() string { return strings.Join(h.Words(), "\n") }

// Shown returns the deduction at level why, and otherwise an empty one.
func (h *Hint) Shown() (d setdoku.Deduction) {
	if explain.Includes(h.Level, "why") {
		d = h.Deduction
	}
	return d
}

// After returns the state after the deduction.
func (h *Hint) After() setdoku.State { return h.State.Apply(h.Deduction) }

// Mark is a candidate, or the digit of a filled cell, that a hint marks: the letter behind it in Drawing, and what it
// is in the argument, one of Meanings.
type Mark = picture.Mark

// Meanings lists the values of Mark.Means.
func Meanings() []string { return picture.Meanings() }

// Marks returns the digits of the grid that the argument speaks of, by cell and digit. Levels below why have none.
func (h *Hint) Marks() []Mark {
	return picture.Marks(picture.Diagram{State: h.State, Deduction: h.Shown()})
}

// Drawing returns the grid as text, and below it the meaning of the marks. Open cells show their candidates. A letter
// follows each digit that is marked.
func (h *Hint) Drawing() string {
	return picture.Text(picture.Diagram{State: h.State, Deduction: h.Shown()}, picture.Screen{})
}

// MarshalJSON encodes what the level tells. What it does not tell is null.
func (h Hint) MarshalJSON() ([]byte, error) {
	words, notation := h.words()
	out := struct {
		Level        string                `json:"level"`
		State        string                `json:"state"`
		Status       setdoku.Status        `json:"status"`
		Words        []string              `json:"words"`
		Technique    *string               `json:"technique"`
		Placements   *setdoku.Placements   `json:"placements"`
		Eliminations *setdoku.Eliminations `json:"eliminations"`
		Evidence     []setdoku.Evidence    `json:"evidence"`
		Notation     *string               `json:"notation"`
	}{Level: h.Level, State: format.Short(h.State), Status: h.Status, Words: words}
	if h.Status == StatusStep && explain.Includes(h.Level, "what") {
		out.Technique = &h.Technique.Name
	}
	if h.Status == StatusStep && explain.Includes(h.Level, "why") {
		d := h.Deduction
		out.Placements, out.Eliminations, out.Evidence = &d.Placements, &d.Eliminations, d.Evidence
		if notation != "" {
			out.Notation = &notation
		}
	}
	return explain.JSON(out)
}

// Next returns the next deduction that is needed, as a hint: Next shortens the path to the solution and takes the
// simplest deduction of its first step, with everything that its pattern eliminates. If the techniques solve no more of
// the puzzle, it is the deduction of First. Hint.After is the state for the next call. For a puzzle without a move use
// setdoku.State{Givens: grid}. Hint.Status says why there is no deduction.
//
// The error is that of Check for givens that are not a puzzle. It wraps ErrDigit for a digit above 9, and
// ErrUnknownTechnique for a name in o that is none.
func Next(ctx context.Context, state setdoku.State, o Options) (*Hint, error) {
	return hint(ctx, state, o, false)
}

// First is Next with the plainest deduction of the first technique that finds one, needed or not. A step of naked
// singles counts as one of hidden singles too, because people see most of these first: a full house, a hidden single in
// a box, in a line, then a naked single.
func First(ctx context.Context, state setdoku.State, o Options) (*Hint, error) {
	return hint(ctx, state, o, true)
}

// hint is First if first is set, else Next.
func hint(ctx context.Context, state setdoku.State, o Options, first bool) (*Hint, error) {
	if err := state.Check(); errors.Is(err, ErrDigit) {
		return nil, err
	}
	if err := Check(setdoku.State{Variant: state.Variant, Givens: state.Givens}); err != nil {
		return nil, err
	}
	all, selected, err := choose(ctx, o)
	if err != nil {
		return nil, err
	}
	h := &Hint{Level: "why", State: state}
	solution, n, err := solutions.SolveState(ctx, state)
	several := ""
	switch {
	case errors.Is(err, solutions.ErrNotCounted):
		several = explain.NotCounted
	case err != nil:
		return nil, err
	case n == 0:
		return h, h.impossible(ctx)
	case state.Filled() == solution:
		h.Status, h.Message = setdoku.StatusSolved, "The puzzle is solved: no cell is open."
		return h, nil
	case n > 1:
		several = "The puzzle has more than one solution."
	}
	singles := selected
	if n := slices.IndexFunc(selected, func(t catalogue.Technique) bool { return !t.Single() }); n >= 0 {
		singles = selected[:n] // to prepare all techniques takes longer than a step of singles
	}
	path, err := find(ctx, o, all, singles, state, true)
	if err == nil && len(path.Steps) == 0 {
		path, err = find(ctx, o, all, selected, state, first)
	}
	if err != nil {
		return nil, err
	}
	if len(path.Steps) == 0 || len(path.Steps[0].Deductions) == 0 {
		if n > 1 && several != explain.NotCounted {
			h.Status, h.Message = setdoku.StatusMultiple,
				"Nothing more can be deduced: the puzzle has more than one solution."
			return h, nil
		}
		h.Status, h.Message = setdoku.StatusStuck, "The techniques find nothing here."
		h.Detail, err = explain.Withheld(ctx, state)
		return h, err
	}
	d, err := plainest(ctx, o, all, selected, path)
	if err == nil && !first && len(d.Placements) == 0 {
		d, err = needed(ctx, path, d)
	}
	if err != nil {
		return nil, err
	}
	t, _ := all.Rule(d.Technique)
	h = newHint(state, d, t)
	h.Message = several
	return h, nil
}

// find returns the path that the selected ones of all techniques find from a state, or its first step.
func find(ctx context.Context, o Options, all, selected catalogue.Catalogue, state setdoku.State, first bool) (
	_ *setdoku.Path, err error) {
	m := memory.OptionsFor(o, selected)
	m.StopAtFirst = first
	finder, err := memory.NewPathfinder(all, m)
	if err != nil {
		return nil, err
	}
	defer closing(ctx, finder, &err)
	return finder.Find(ctx, state)
}

// plainest returns the plainest deduction of the first step of a path.
func plainest(ctx context.Context, o Options, all, selected catalogue.Catalogue, path *setdoku.Path) (
	setdoku.Deduction, error) {
	list := path.Steps[0].Deductions
	hidden, ok := selected.Find("hidden_single")
	if ok && path.Steps[0].Rule == "naked_single" {
		more, err := find(ctx, o, all, catalogue.Catalogue{hidden}, path.Start, true)
		if err != nil {
			return setdoku.Deduction{}, err
		}
		for _, step := range more.Steps {
			list = append(list, step.Deductions...)
		}
	}
	for k, d := range list {
		if d.Technique == hidden.Name {
			list[k] = inBox(path.Start, d)
		}
	}
	return firstCell(path.Start, list[explain.Plainest(path.Start, list)]), nil
}

// inBox returns a hidden single with its box for its line, if the digit has one place in the box too.
func inBox(s setdoku.State, d setdoku.Deduction) setdoku.Deduction {
	live, single := s.Candidates(), d.Evidence[0]
	for n, box := range s.Board().Units[board.Lines : board.Lines+9] {
		has := func(i int) bool { return live[i].Has(single.Digit) }
		at := slices.IndexFunc(box, has)
		if at < 0 || box[at] != single.Cell.Index() || slices.ContainsFunc(box[at+1:], has) {
			continue
		}
		unit := board.Lines + n + 1
		d.Pattern = catalogue.KeyFor(d.Technique).Encode(unit, int(single.Cell), int(single.Digit))
		single.Unit = unit
		d.Evidence = []setdoku.Evidence{single}
	}
	return d
}

// firstCell returns a deduction in state s. A search has one deduction for all remaining cells. Then firstCell returns
// that of a cell with the fewest candidates.
func firstCell(s setdoku.State, d setdoku.Deduction) setdoku.Deduction {
	if d.Technique != setdoku.RuleSearch {
		return d
	}
	live := s.Candidates()
	d.Placements = []setdoku.Candidate{slices.MinFunc(d.Placements, func(a, b setdoku.Candidate) int {
		return live[a.Cell.Index()].Count() - live[b.Cell.Index()].Count()
	})}
	return d
}

// needed returns the simplest deduction of the first step of the shortened path, with everything that its pattern
// eliminates in the whole path, if the pattern proves all of that in the first state too. It returns d if the shortened
// path has no step.
func needed(ctx context.Context, whole *setdoku.Path, d setdoku.Deduction) (setdoku.Deduction, error) {
	short, err := minimize.Path(ctx, whole)
	if err != nil || len(short.Steps) == 0 || len(short.Steps[0].Deductions) == 0 {
		return d, err
	}
	first := &short.Steps[0]
	list := explain.InOrder(first.Deductions)
	d = list[explain.Plainest(whole.Start, list)]
	if first.Number == 0 { // a single, which the whole path finds later
		return d, nil
	}
	for _, full := range whole.Steps[first.Number-1].Deductions {
		if full.Pattern != d.Pattern {
			continue
		}
		alone := setdoku.Step{Number: first.Number, Rule: first.Rule, Deductions: []setdoku.Deduction{full}}
		if first.Number == 1 ||
			minimize.Prove(ctx, &setdoku.Path{Start: whole.Start, Steps: []setdoku.Step{alone}}) == nil {
			d = full
		}
	}
	return d, nil
}

// impossible explains why a state has no solution. If its givens have several solutions, nobody can say which move is
// wrong.
func (h *Hint) impossible(ctx context.Context) error {
	h.Status, h.Message = StatusMistake, "There is a mistake in what was placed or crossed out."
	solution, n, err := solutions.SolveState(ctx, setdoku.State{Variant: h.State.Variant, Givens: h.State.Givens})
	switch {
	case errors.Is(err, solutions.ErrNotCounted):
		h.Status, h.Message = setdoku.StatusInvalid, "The position has no solution."
	case err != nil:
		return err
	case n == 0:
		h.Status, h.Message = setdoku.StatusInvalid, "The puzzle has no solution."
	case n == 1:
		h.mistakes(solution)
		return nil
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	path, err := find(ctx, Options{}, all, all, h.State, false)
	if err == nil && path.Contradiction != nil {
		h.Detail = explain.WhyNone(path.Contradiction, 0)
	}
	return err
}

// mistakes finds the placements and crossed-out candidates that contradict the only solution, and names them.
func (h *Hint) mistakes(solution setdoku.Grid) {
	live := h.State.Candidates()
	for i, d := range h.State.Filled() {
		switch {
		case d != 0 && d != solution[i]:
			h.Wrong = append(h.Wrong, setdoku.CandidateAt(i, d))
		case d == 0 && !live[i].Has(solution[i]) && h.State.Deleted[i].Has(solution[i]):
			h.Lost = append(h.Lost, setdoku.CandidateAt(i, solution[i]))
		}
	}
	h.Detail = explain.Mistakes(h.Wrong, h.Lost)
}
