package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/rule"
	"setdoku/solver/memory"
	"setdoku/solver/minimize"
	"setdoku/solver/solutions"
)

// Statuses of advice in addition to those of the table puzzle. In advice, multiple means that the techniques find
// nothing and there are several solutions. Stuck means that the selected techniques find nothing.
const (
	AdviceStep setdoku.Status = "step" // there is a deduction
	// the puzzle has solutions, and the placements or crossed-out candidates contradict all of them
	AdviceMistake setdoku.Status = "mistake"
)

// Advice is advice to a player about a state.
type Advice struct {
	Status    setdoku.Status
	State     setdoku.State
	Unknown   bool               // the pencil marks of State are unknown
	Technique rule.Technique     // technique of the step
	Deduction *setdoku.Deduction // deduction of the step, or nil
	Message   string             // sentence if there is no step, or one in addition to the step; may be empty
	Detail    string             // second sentence if there is no step: what is wrong and where
	// Wrong and Lost are the mistakes of AdviceMistake: wrong digits, and digits of the solution that were crossed out.
	Wrong, Lost []setdoku.Candidate
}

// HintLevels say how much a hint says. Each level says more than the one before it.
var HintLevels = []string{"where", "what", "why"}

// Includes reports whether a level of HintLevels says at least as much as another one.
func Includes(level, what string) bool {
	return slices.Index(HintLevels, level) >= slices.Index(HintLevels, what)
}

// Words returns what a hint of a level says. With full, it describes each step of refutations and branches with its
// reason.
func (a *Advice) Words(level string, full bool) []string {
	var lines []string
	if a.Deduction == nil {
		lines = append(lines, a.Message)
		if a.Detail != "" && Includes(level, "what") {
			lines = append(lines, a.Detail)
		}
		return lines
	}
	lines = append(lines, Where(a.State, *a.Deduction, &a.Technique))
	if Includes(level, "what") {
		line := fmt.Sprintf("Technique: %s (%s).", a.Technique.Title, a.Technique.Level)
		if !Includes(level, "why") { // the argument says it too
			line = strings.TrimSpace(line + " " + degenerate(a.State, *a.Deduction))
		}
		lines = append(lines, line)
	}
	if Includes(level, "why") {
		lines = append(lines, (&step{before: setdoku.Position{State: a.State, Known: true}, by: &a.Technique,
			full: full}).describe(*a.Deduction).all()...)
	}
	if a.Message != "" {
		lines = append(lines, a.Message)
	}
	return lines
}

// Adviser finds the next deduction of a state. It is not safe for concurrent use. Close it after use.
type Adviser struct {
	techniques catalogue.Catalogue
	next       *memory.Solver // makes one step
	whole      *memory.Solver // makes all steps
	builtIn    *memory.Solver // makes all steps with all techniques of sql/
	hidden     *memory.Solver // makes a step of hidden singles, nil if these are not selected
}

// NewAdviser returns an adviser that uses the selected ones of all techniques. statements is that of memory.Options.
func NewAdviser(all, selected catalogue.Catalogue, statements func() rule.Statements) (*Adviser, error) {
	builtIn, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	a := &Adviser{techniques: all}
	for _, f := range []struct {
		finder   **memory.Solver
		all, use catalogue.Catalogue
		oneStep  bool
	}{{&a.next, all, selected, true}, {&a.whole, all, selected, false}, {&a.builtIn, builtIn, builtIn, false}} {
		if *f.finder, err = memory.NewPathfinder(f.all,
			memory.Options{Techniques: f.use, StopAtFirst: f.oneStep, Statements: statements}); err != nil {
			return nil, err
		}
	}
	if t, ok := selected.Find("hidden_single"); ok {
		a.hidden, err = memory.NewPathfinder(all, memory.Options{Techniques: catalogue.Catalogue{t}, StopAtFirst: true})
	}
	return a, err
}

// Close closes the temporary databases of the techniques that have no finder in memory, also when ctx has ended.
func (by *Adviser) Close(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var errs []error
	for _, finder := range []*memory.Solver{by.next, by.whole, by.builtIn, by.hidden} {
		if finder != nil {
			errs = append(errs, finder.Close(ctx))
		}
	}
	return errors.Join(errs...)
}

// Next returns the plainest deduction of the next step of a state. A step of naked singles counts as one of hidden
// singles too, because people see most of these first.
func (by *Adviser) Next(ctx context.Context, s setdoku.State) (Advice, error) {
	a := Advice{State: s}
	solution, n, err := solutions.SolveState(ctx, s)
	several := ""
	switch {
	case errors.Is(err, solutions.ErrNotCounted):
		several = NotCounted
	case err != nil:
		return a, err
	case n == 0:
		return a.impossible(ctx, by.builtIn)
	case s.Filled() == solution:
		a.Status, a.Message = setdoku.StatusSolved, "The puzzle is solved: no cell is open."
		return a, nil
	case n > 1:
		several = "The puzzle has more than one solution."
	}
	path, err := by.next.Find(ctx, s)
	if err != nil {
		return a, err
	}
	if len(path.Steps) > 0 && len(path.Steps[0].Deductions) > 0 {
		list := path.Steps[0].Deductions
		if path.Steps[0].Rule == "naked_single" && by.hidden != nil {
			more, err := by.hidden.Find(ctx, s)
			if err != nil {
				return a, err
			}
			for _, step := range more.Steps {
				list = append(list, step.Deductions...)
			}
		}
		for k, d := range list {
			if d.Technique == "hidden_single" {
				list[k] = inBox(s, d)
			}
		}
		d := firstOf(s, list[Plainest(s, list)])
		a.Status, a.Deduction, a.Message = AdviceStep, &d, several
		a.Technique, _ = by.techniques.Rule(d.Technique)
		return a, nil
	}
	if n > 1 && several != NotCounted {
		a.Status, a.Message = setdoku.StatusMultiple,
			"Nothing more can be deduced: the puzzle has more than one solution."
		return a, nil
	}
	a.Status, a.Message = setdoku.StatusStuck, "The techniques find nothing here."
	a.Detail, err = withheld(ctx, s)
	return a, err
}

// withheld returns a sentence about the techniques that are not tried in a state, "" if all are.
func withheld(ctx context.Context, s setdoku.State) (string, error) {
	proper, err := solutions.Unique(ctx, s.Variant, s.Givens)
	switch {
	case errors.Is(err, solutions.ErrNotCounted):
		return NotCounted + " The techniques that need exactly one solution are left out.", nil
	case err != nil || proper:
		return "", err
	}
	return catalogue.WhyWithheld, nil
}

// NotCounted is a sentence about solutions.ErrNotCounted.
const NotCounted = "The solutions were not counted: the search gave up. With more givens it may succeed."

// Needed is Next with another deduction: it shortens the path to the solution and takes the simplest deduction of the
// first step, with everything that its pattern eliminates. If the techniques solve no more of the puzzle, it takes the
// deduction of Next.
func (by *Adviser) Needed(ctx context.Context, s setdoku.State) (Advice, error) {
	a, err := by.Next(ctx, s)
	if err != nil || a.Deduction == nil || len(a.Deduction.Placements) > 0 {
		return a, err
	}
	found, err := by.whole.Find(ctx, s)
	if err != nil {
		return a, err
	}
	path, err := minimize.Path(ctx, found)
	if err != nil || len(path.Steps) == 0 || len(path.Steps[0].Deductions) == 0 {
		return a, err
	}
	first := &path.Steps[0]
	if t, known := by.techniques.Rule(first.Rule); known {
		list := inOrder(first.Deductions)
		d := list[Plainest(s, list)]
		if first.Number > 0 {
			d = withAll(ctx, s, d, &found.Steps[first.Number-1])
		}
		a.Technique, a.Deduction = t, &d
	}
	return a, nil
}

// withAll returns a deduction with everything that its pattern eliminates in its step of the whole path, if the pattern
// proves all of that in state s too.
func withAll(ctx context.Context, s setdoku.State, d setdoku.Deduction, step *setdoku.Step) setdoku.Deduction {
	for _, full := range step.Deductions {
		alone := setdoku.Step{Number: step.Number, Rule: step.Rule, Deductions: []setdoku.Deduction{full}}
		trial := setdoku.Path{Start: s, Steps: []setdoku.Step{alone}}
		if full.Pattern == d.Pattern && minimize.Prove(ctx, &trial) == nil {
			return full
		}
	}
	return d
}

// AdviseWithoutMarks gives advice about a puzzle that a run ended as invalid or multiple without storing the
// pencil marks. c is the contradiction that the run found, or nil.
func AdviseWithoutMarks(s setdoku.State, status setdoku.Status, c *setdoku.Contradiction) Advice {
	a := Advice{State: s, Unknown: true, Status: setdoku.StatusMultiple,
		Message: "The puzzle has more than one solution."}
	if status == setdoku.StatusInvalid {
		a.Status, a.Message = setdoku.StatusInvalid, "The puzzle has no solution."
	}
	if c != nil {
		a.Detail = WhyNone(c, c.Step) + " "
	}
	a.Detail += "The run did not store the eliminations (see --audit), so the pencil marks are not known."
	return a
}

// firstOf returns a deduction in state s. A search has one deduction for all remaining cells. Then firstOf returns its
// first cell.
func firstOf(s setdoku.State, d setdoku.Deduction) setdoku.Deduction {
	if d.Technique != setdoku.RuleSearch {
		return d
	}
	live := s.Candidates()
	best := d.Placements[0]
	for _, c := range d.Placements {
		if live[c.Cell.Index()].Count() < live[best.Cell.Index()].Count() {
			best = c
		}
	}
	d.Placements = []setdoku.Candidate{best}
	return d
}

// impossible explains why a state has no solution. If its givens have several solutions, nobody can say which move is
// wrong.
func (a Advice) impossible(ctx context.Context, all *memory.Solver) (Advice, error) {
	a.Status, a.Message = AdviceMistake, "There is a mistake in what was placed or crossed out."
	solution, n, err := solutions.SolveState(ctx, setdoku.State{Variant: a.State.Variant, Givens: a.State.Givens})
	switch {
	case errors.Is(err, solutions.ErrNotCounted):
		a.Status, a.Message = setdoku.StatusInvalid, "The position has no solution."
	case err != nil:
		return a, err
	case n == 0:
		a.Status, a.Message = setdoku.StatusInvalid, "The puzzle has no solution."
	case n == 1:
		a.Wrong, a.Lost = mistakes(a.State, solution)
		a.Detail = mistakesDetail(a.Wrong, a.Lost)
		return a, nil
	}
	path, err := all.Find(ctx, a.State)
	if err != nil {
		return a, err
	}
	if path.Contradiction != nil {
		a.Detail = WhyNone(path.Contradiction, 0)
	}
	return a, nil
}

// WhyNone describes a contradiction and the number of steps after which it appears.
func WhyNone(c *setdoku.Contradiction, from int) string {
	text := c.String()
	if c.Kind == "no_solution" {
		text = "all candidates of a cell lead to a contradiction"
	}
	switch n := c.Step - from; n {
	case 0:
		return fmt.Sprintf("Here %s.", text)
	case 1:
		return fmt.Sprintf("After one step %s.", text)
	default:
		return fmt.Sprintf("After %d steps %s.", n, text)
	}
}

// mistakes returns the placements and crossed-out candidates of a state that contradict its only solution.
func mistakes(s setdoku.State, solution setdoku.Grid) (wrong, lost []setdoku.Candidate) {
	live := s.Candidates()
	for i, d := range s.Filled() {
		switch {
		case d != 0 && d != solution[i]:
			wrong = append(wrong, setdoku.CandidateAt(i, d))
		case d == 0 && !live[i].Has(solution[i]) && s.Deleted[i].Has(solution[i]):
			lost = append(lost, setdoku.CandidateAt(i, solution[i]))
		}
	}
	return wrong, lost
}

// mistakesDetail names mistakes in sentences.
func mistakesDetail(wrong, lost []setdoku.Candidate) string {
	var placed, crossed, list []string
	for _, c := range wrong {
		placed = append(placed, c.Placement())
	}
	for _, c := range lost {
		crossed = append(crossed, fmt.Sprintf("%d from %s", c.Digit, setdoku.CellAt(c.Cell.Index())))
	}
	if len(placed) > 0 {
		list = append(list, fmt.Sprintf("%s %s wrong.", join(placed, "and"), either(len(placed), "is", "are")))
	}
	if len(crossed) > 0 {
		list = append(list, fmt.Sprintf("It was wrong to cross out the %s.", join(crossed, "and the")))
	}
	return strings.Join(list, " ")
}
