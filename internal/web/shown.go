package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/solver/minimize"
	sqlfiles "setdoku/sql"
	"setdoku/store"
	"setdoku/store/record"
)

// shown is a puzzle after one of the steps of a path, with that step.
type shown struct {
	Puzzle   record.Puzzle // with the number of steps of the path
	Path     *setdoku.Path
	Step     int              // 0 for the puzzle before all steps
	Before   setdoku.Position // before the step; for step 0 the same as After
	After    setdoku.Position
	Done     setdoku.Step // the step; empty for step 0
	Wrong    []violation
	Dead     []string          // reasons why there is no solution, in words
	Chosen   int               // number of the pattern that is shown, from 1; 0 if the step has none
	Patterns []explain.Account // of the step, in words
	Cell     setdoku.Cell      // the cell that the address marks, 0 for none
	Digit    int               // the only digit whose candidates are emphasized, 0 for all
	Needed   bool              // the path is shortened: it has only the deductions that a later step needs
	Whole    int               // then the number of steps of the whole path
}

// violation is a row of the view of this name.
type violation struct {
	UnitType     string `db:"unit_type" json:"unit_type"`
	Unit         int    `db:"unit" json:"unit"`
	Digit        int    `db:"digit" json:"digit"`
	Multiplicity int    `db:"multiplicity" json:"multiplicity"`
}

// Board is the board of the puzzle, nil for classic.
func (v *shown) Board() *setdoku.Variant { return v.Path.Start.Variant }

// path reads the path of a puzzle.
func (s *Server) path(ctx context.Context, id int64) (path *setdoku.Path, err error) {
	err = s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		path, err = q.Path(ctx, id)
		return err
	})
	return path, err
}

// lookAt reads a puzzle at a place.
func (s *Server) lookAt(ctx context.Context, p place) (*shown, error) {
	v := shown{Needed: p.Needed, Step: p.Step, Cell: p.Cell, Digit: p.Digit}
	err := s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		if v.Puzzle, err = q.Puzzle(ctx, p.Puzzle); err != nil {
			return err
		}
		if v.Step == firstLook && p.From < 0 && !v.Puzzle.Status.Unfinished() {
			v.Step = 0
		}
		if v.Path, err = q.Path(ctx, p.Puzzle); err != nil || v.Puzzle.Status == setdoku.StatusSolved || p.Needed {
			return err
		}
		v.Wrong = []violation{}
		return q.SelectContext(ctx, &v.Wrong, sqlfiles.Page("violations", ""), p.Puzzle)
	})
	if err == nil && p.Needed {
		err = v.shorten(ctx, p.From)
	}
	if err != nil {
		return nil, err
	}
	if board := v.Board(); board != nil {
		v.Puzzle.Givens = format.BoardCells(board, v.Puzzle.Givens)
		v.Puzzle.Solution = format.BoardCells(board, v.Puzzle.Solution)
	}
	positions := v.Path.Positions()
	if v.Step < 0 {
		v.Step = len(v.Path.Steps)
	}
	if v.Step >= len(positions) {
		return nil, fmt.Errorf("puzzle %d, step %d: %w, its steps are 0 to %d", p.Puzzle, v.Step, setdoku.ErrNoStep,
			len(v.Path.Steps))
	}
	v.After, v.Before = positions[v.Step], positions[max(v.Step-1, 0)]
	if v.Step > 0 {
		v.Done = v.Path.Steps[v.Step-1]
	}
	for _, d := range v.Done.Deductions {
		v.Patterns = append(v.Patterns, explain.Account{Deduction: d})
	}
	v.Dead = deadEnds(v.After)
	return &v, v.choose(p.Pattern)
}

// shorten drops the deductions that no later step needs. If the address names no step and from is not negative, v shows
// the first step that is at or after step from of the whole path.
func (v *shown) shorten(ctx context.Context, from int) (err error) {
	v.Whole = v.Puzzle.Steps
	if v.Path, err = minimize.Path(ctx, v.Path); errors.Is(err, setdoku.ErrPathIncomplete) {
		return problemf(http.StatusConflict, "what was needed is unknown: %v", setdoku.ErrPathIncomplete)
	}
	if err != nil {
		return fmt.Errorf("puzzle %d, %w", v.Puzzle.PuzzleID, err)
	}
	v.Puzzle.Steps = len(v.Path.Steps)
	switch n := slices.IndexFunc(v.Path.Steps, func(k setdoku.Step) bool { return k.Number >= from }); {
	case v.Step >= 0 || from < 0 || from > 0 && n < 0:
	case from == 0:
		v.Step = 0
	default:
		v.Step = n + 1
	}
	return nil
}

// open reports whether the solver can go on from the step that is shown.
func (v *shown) open() bool {
	return v.Step == v.Puzzle.Steps && v.Puzzle.Status.Unfinished() && !v.Needed
}

// notKept returns a sentence about the rows of the step that the run did not store, "" if it stored all or if the
// explanation of the pattern says so.
func (v *shown) notKept() string {
	if v.Step == 0 || v.Chosen > 0 && v.Patterns[v.Chosen-1].Words != nil && v.Done.Missing == 0 {
		return ""
	}
	return explain.MissingText(&v.Done)
}

// deadEnds returns sentences about cells without a candidate and digits without a place. It returns none if the
// candidates are unknown.
func deadEnds(p setdoku.Position) (list []string) {
	if !p.Known {
		return nil
	}
	filled, marks := p.State.Filled(), p.State.Candidates()
	board := p.State.Board()
	for _, i := range board.Cells() {
		if filled[i] == 0 && marks[i] == 0 {
			list = append(list, setdoku.CellAt(i).String()+" has no candidate left.")
		}
	}
	for u, cells := range board.Units {
		if cells == nil {
			continue
		}
		var have setdoku.DigitSet
		for _, i := range cells {
			if have |= marks[i]; filled[i] != 0 {
				have |= setdoku.SetOf(filled[i])
			}
		}
		for lost := board.Digits() &^ have; lost != 0; lost &= lost - 1 {
			list = append(list, fmt.Sprintf("Digit %d has no place left in %s.", lost.Lowest(), setdoku.UnitName(u+1)))
		}
	}
	return list
}
