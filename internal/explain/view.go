package explain

import (
	"fmt"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// View is a puzzle after one of the steps of a path, with that step.
type View struct {
	Puzzle record.Puzzle // with the number of steps of the path
	Path   *setdoku.Path
	Step   int              // 0 for the puzzle before all steps
	Before setdoku.Position // before the step; for step 0 the same as After
	After  setdoku.Position
	Done   setdoku.Step // the step; empty for step 0
}

// NewView returns a puzzle after a step of a path, -1 for the last. The error wraps setdoku.ErrNoStep.
func NewView(p record.Puzzle, path *setdoku.Path, step int) (v View, err error) {
	if step < 0 {
		step = len(path.Steps)
	}
	if step > len(path.Steps) {
		return v, fmt.Errorf("puzzle %d, step %d: %w, its steps are 0 to %d", p.PuzzleID, step, setdoku.ErrNoStep,
			len(path.Steps))
	}
	positions := path.Positions()
	v = View{Puzzle: p, Path: path, Step: step, Before: positions[max(step-1, 0)], After: positions[step]}
	if step > 0 {
		v.Done = path.Steps[step-1]
	}
	return v, nil
}

// Board is the board of the puzzle, nil for classic.
func (v *View) Board() *setdoku.Variant { return v.Path.Start.Variant }

// Contradiction is why the puzzle has no solution, nil if it has one or if the reason was found after the step.
func (v *View) Contradiction() *setdoku.Contradiction {
	if c := v.Path.Contradiction; c != nil && c.Step <= v.Step {
		return c
	}
	return nil
}

// Notation returns the lines of the patterns of the step in the notation of players. The list is not nil.
func (v *View) Notation() []string {
	lines := []string{}
	for _, d := range v.Done.Deductions {
		if line := Notation(v.Before.State, d); line != "" && v.Before.Known {
			lines = append(lines, line)
		}
	}
	return lines
}

// Puzzle is a puzzle after a step in JSON: that of show and of the API.
type Puzzle struct {
	record.Line
	Name          string                 `json:"name"`
	Source        string                 `json:"source"`
	Step          int                    `json:"step"`       // the grid is the one after this step
	Rule          *string                `json:"rule"`       // of that step
	Grid          string                 `json:"grid"`       // givens and placed digits, a character for each cell of the board
	State         string                 `json:"state"`      // the short form of a library line, with the removed candidates
	Candidates    []string               `json:"candidates"` // of each cell of the board, "" if it is filled
	Violations    []Violation            `json:"violations,omitzero"`
	Contradiction *setdoku.Contradiction `json:"contradiction"`
	Notation      []string               `json:"notation"` // see View.Notation
}

// Violation is a digit that is more than once in a unit, a row of the view of this name.
type Violation struct {
	UnitType     string `db:"unit_type" json:"unit_type"`
	Unit         int    `db:"unit" json:"unit"`
	Digit        int    `db:"digit" json:"digit"`
	Multiplicity int    `db:"multiplicity" json:"multiplicity"`
}

// JSON returns the view as JSON has it, without violations. Candidates is nil if they are unknown.
func (v *View) JSON() Puzzle {
	z := v.Puzzle
	z.Start.Variant = v.Board()
	state := v.After.State
	p := Puzzle{Line: z.Line(), Name: z.Name, Source: z.Source, Step: v.Step, Grid: v.Board().Text(state.Filled()),
		State: format.Short(state), Contradiction: v.Contradiction(), Notation: v.Notation()}
	if v.Done.Rule != "" {
		p.Rule = &v.Done.Rule
	}
	if v.After.Known {
		marks := state.Candidates()
		for _, i := range state.Board().Cells() {
			p.Candidates = append(p.Candidates, marks[i].String())
		}
	}
	return p
}
