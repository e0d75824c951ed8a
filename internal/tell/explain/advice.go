package explain

import (
	"context"
	"fmt"
	"strings"

	"setdoku"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/solutions"
)

// Statuses of advice in addition to those of the table puzzle. In advice, multiple means that the techniques find
// nothing and there are several solutions. Stuck means that the selected techniques find nothing.
const (
	AdviceStep    = "step"    // there is a deduction
	AdviceMistake = "mistake" // the puzzle has one solution, which the placements or crossed-out candidates contradict
)

// Advice is advice to a player about a state.
type Advice struct {
	Status    string
	State     setdoku.State
	Unknown   bool               // the pencil marks of State are unknown
	Technique setdoku.Technique  // technique of the step
	Deduction *setdoku.Deduction // deduction of the step, or nil
	Message   string             // sentence if there is no step, or one in addition to the step; may be empty
	Detail    string             // second sentence if there is no step: what is wrong and where
}

// Advise finds the first deduction of the next step of a state. next makes one step, all makes all steps.
func Advise(ctx context.Context, s setdoku.State, next, all *batch.Pathfinder) (Advice, error) {
	a := Advice{State: s}
	solution, n := solutions.SolveState(s)
	if n == 0 {
		return a.impossible(ctx, all)
	}
	if s.Filled() == solution {
		a.Status, a.Message = setdoku.StatusSolved, "The puzzle is solved: no cell is open."
		return a, nil
	}
	path, err := next.Find(ctx, s, 0)
	if err != nil {
		return a, err
	}
	several := ""
	if n > 1 {
		several = "The puzzle has more than one solution."
	}
	if len(path.Steps) > 0 && len(path.Steps[0].Deductions) > 0 {
		step := path.Steps[0]
		d := firstOf(step)
		a.Status, a.Technique, a.Deduction, a.Message = AdviceStep, step.Technique, &d, several
		return a, nil
	}
	if n > 1 {
		a.Status, a.Message = setdoku.StatusMultiple, "Nothing more can be deduced: the puzzle has more than one solution."
		return a, nil
	}
	a.Status, a.Message = setdoku.StatusStuck, "None of the selected techniques finds anything here."
	return a, nil
}

// AdviseNeeded is Advise, but the deduction is the first that is needed to solve the puzzle, see FirstNeeded. whole
// finds the whole path with the techniques of next. If nothing is needed, because the techniques solve no more of the
// puzzle, the deduction is that of Advise.
func AdviseNeeded(ctx context.Context, s setdoku.State, next, all, whole *batch.Pathfinder, known catalogue.Catalogue) (Advice, error) {
	a, err := Advise(ctx, s, next, all)
	if err != nil || a.Deduction == nil || len(a.Deduction.Placements) > 0 {
		return a, err
	}
	step, err := FirstNeeded(ctx, s, whole, known)
	if err == nil && step != nil && step.By != nil {
		a.Technique, a.Deduction = *step.By, &step.Deductions[0]
	}
	return a, err
}

// AdviseWithoutMarks gives advice about a puzzle that a run ended as invalid or multiple without storing the
// pencil marks. c is the contradiction that the run found, or nil.
func AdviseWithoutMarks(s setdoku.State, status string, c *setdoku.Contradiction) Advice {
	a := Advice{State: s, Unknown: true, Status: setdoku.StatusMultiple, Message: "The puzzle has more than one solution."}
	if status == setdoku.StatusInvalid {
		a.Status, a.Message = setdoku.StatusInvalid, "The puzzle has no solution."
	}
	if c != nil {
		a.Detail = WhyNone(c, c.Step) + " "
	}
	a.Detail += "The run did not keep the eliminations (see --audit), so the pencil marks are not known."
	return a
}

// firstOf returns the first deduction of a step. A search has one deduction for all remaining cells. Then firstOf
// returns its first cell.
func firstOf(step batch.PathStep) setdoku.Deduction {
	d := step.Deductions[0]
	if d.Technique != setdoku.RuleSearch {
		return d
	}
	live := step.Before.Candidates()
	best := d.Placements[0]
	for _, c := range d.Placements {
		if live[setdoku.CellIndex(c.Cell)].Count() < live[setdoku.CellIndex(best.Cell)].Count() {
			best = c
		}
	}
	d.Placements = []setdoku.Candidate{best}
	return d
}

// impossible explains why a state has no solution.
func (a Advice) impossible(ctx context.Context, all *batch.Pathfinder) (Advice, error) {
	if solution, n := solutions.Solve(a.State.Givens); n == 1 {
		a.Status, a.Message, a.Detail = AdviceMistake, "There is a mistake in what was placed or crossed out.", mistakes(a.State, solution)
		return a, nil
	}
	path, err := all.Find(ctx, a.State, 0)
	if err != nil {
		return a, err
	}
	a.Status, a.Message = setdoku.StatusInvalid, "The puzzle has no solution."
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

// mistakes names the placements and crossed-out candidates of a state that contradict its only solution.
func mistakes(s setdoku.State, solution setdoku.Grid) string {
	var wrong, lost []string
	live := s.Candidates()
	filled := s.Filled()
	for i, d := range filled {
		switch {
		case d != 0 && d != solution[i]:
			wrong = append(wrong, fmt.Sprintf("%s=%d", setdoku.CellName(i), d))
		case d == 0 && !live[i].Has(solution[i]) && s.Deleted[i].Has(solution[i]):
			lost = append(lost, fmt.Sprintf("%d from %s", solution[i], setdoku.CellName(i)))
		}
	}
	var list []string
	if len(wrong) > 0 {
		list = append(list, fmt.Sprintf("%s %s wrong.", join(wrong, "and"), either(len(wrong), "is", "are")))
	}
	if len(lost) > 0 {
		list = append(list, fmt.Sprintf("It was wrong to cross out the %s.", join(lost, "and the")))
	}
	return strings.Join(list, " ")
}
