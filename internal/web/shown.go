package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/solver/minimize"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// shown is a puzzle after a step as pages show it.
type shown struct {
	explain.View
	Wrong    []explain.Violation
	Dead     []string              // reasons why there is no solution, in words
	Chosen   int                   // number of the pattern that is shown, from 1; 0 if the step has none
	Patterns []explain.Explanation // of the step
	Cell     setdoku.Cell          // the cell that the address marks, 0 for none
	Digit    int                   // the only digit whose candidates are emphasized, 0 for all
	Needed   bool                  // the path is shortened: it has only the deductions that a later step needs
	Whole    int                   // then the number of steps of the whole path
}

// path reads the path of a puzzle.
func (s *Server) path(ctx context.Context, id int64) (path *setdoku.Path, err error) {
	err = s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		path, err = q.Path(ctx, id)
		return err
	})
	return path, err
}

// lookAt reads a puzzle at a place.
func (s *Server) lookAt(ctx context.Context, p place) (v *shown, err error) {
	err = s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		v, err = look(ctx, q, p)
		return err
	})
	return v, err
}

// look reads a puzzle at a place.
func look(ctx context.Context, q *store.Snapshot, p place) (*shown, error) {
	r, err := q.Record(ctx, p.Puzzle)
	if err != nil {
		return nil, err
	}
	v := shown{Wrong: []explain.Violation{}, Needed: p.Needed, Cell: p.Cell, Digit: p.Digit}
	v.Puzzle, v.Path, v.Step = *r, r.Path(catalogue.DecoderFor(r.Board())), p.Step
	if v.Step == firstLook && p.From < 0 && !r.Status.Unfinished() {
		v.Step = 0
	}
	switch {
	case p.Needed:
		err = v.shorten(ctx, p.From)
	case r.Status != setdoku.StatusSolved:
		err = q.SelectContext(ctx, &v.Wrong, sqlfiles.Page("violations", ""), p.Puzzle)
	}
	if err == nil {
		v.View, err = explain.NewView(v.Puzzle, v.Path, v.Step)
	}
	if err != nil {
		return nil, err
	}
	if board := r.Start.Board(); v.Cell != 0 && !slices.Contains(board.Cells(), v.Cell.Index()) {
		return nil, problemf(http.StatusNotFound, "cell=%d: the board has %d rows and %[2]d columns", v.Cell, board.Size)
	}
	v.Patterns = explain.Numbered(v.Done.Deductions)
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
				have |= setdoku.NewDigitSet(filled[i])
			}
		}
		for lost := board.Digits() &^ have; lost != 0; lost &= lost - 1 {
			list = append(list, fmt.Sprintf("Digit %d has no place left in %s.", lost.Lowest(), setdoku.UnitName(u+1)))
		}
	}
	return list
}
