package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"setdoku"
	"setdoku/solver/proof"
	"setdoku/solver/shorten"
	"setdoku/store"
)

// wantsNeeded reports whether the address asks for the path that has only what was needed.
func wantsNeeded(r *http.Request) (bool, error) {
	switch path := r.URL.Query().Get("path"); path {
	case "", "whole":
		return false, nil
	case "needed":
		return true, nil
	default:
		return false, problem(http.StatusBadRequest, fmt.Sprintf("path=%s, want whole or needed", path))
	}
}

// lookAt reads a puzzle at a place, with the rows of the steps.
func (s *Server) lookAt(ctx context.Context, p place) (v *shown, err error) {
	if p.Needed {
		v, err = s.lookNeeded(ctx, p)
	} else {
		v, err = s.lookWhole(ctx, p.Puzzle, p.Step, true)
	}
	if err == nil {
		v.Cell, err = p.Cell, v.choose(p.Pattern)
	}
	return v, err
}

// lookNeeded reads a puzzle after a step of the path that has only what was needed. The steps are those of this path.
func (s *Server) lookNeeded(ctx context.Context, p place) (*shown, error) {
	v, id, step := shown{Needed: true}, p.Puzzle, p.Step
	var short *proof.Path
	err := s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		if v.Puzzle, err = q.Puzzle(ctx, id); err != nil {
			return err
		}
		records, err := q.Records(ctx, id-1, 1)
		if err != nil {
			return err
		}
		runs, err := q.Runs(ctx)
		if err != nil {
			return err
		}
		short, err = shorten.Record(&records[0], runs)
		return err
	})
	if errors.Is(err, proof.ErrPathNotKept) {
		return nil, problem(http.StatusConflict, "what was needed is unknown: "+proof.ErrPathNotKept.Error())
	}
	if err != nil {
		return nil, err
	}
	v.Whole, v.Puzzle.Steps = v.Puzzle.Steps, len(short.Steps)
	if p.From >= 0 && step < 0 {
		step = neededFrom(short, p.From)
	}
	if v.Step = step; step < 0 {
		v.Step = v.Puzzle.Steps
	}
	if v.Step > v.Puzzle.Steps {
		return nil, fmt.Errorf("puzzle %d, step %d: %w, its needed steps are 0 to %d", id, step, store.ErrNoStep, v.Puzzle.Steps)
	}
	v.walk(short)
	v.Patterns = patternsOf(v.Done)
	v.Dead = deadEnds(v.After)
	v.Why = short.Contradiction
	return &v, nil
}

// neededFrom returns the first step of a shortened path that is at or after a step of the whole path.
func neededFrom(short *proof.Path, from int) int {
	if from == 0 {
		return 0
	}
	n := slices.IndexFunc(short.Steps, func(k proof.PathStep) bool { return k.Step >= from })
	if n < 0 {
		return len(short.Steps)
	}
	return n + 1
}

// walk fills in the rows of the steps of a path, the step that is shown, and the positions before and after it.
func (v *shown) walk(path *proof.Path) {
	state := path.Start
	v.Before = store.Position{State: state, Known: true}
	for i, k := range path.Steps {
		h := store.HistoryStep{Step: i + 1, Rule: k.Rule}
		before := store.Position{Step: i, State: state, Known: true}
		for _, d := range k.Deductions {
			state = state.Apply(d)
			h.Placements += len(d.Placements)
			h.Eliminations += len(d.Eliminations)
		}
		v.Rows = append(v.Rows, rowOf(h, before, k.Deductions))
		if i+1 <= v.Step {
			v.Before, v.After = before, store.Position{Step: i + 1, Rule: k.Rule, State: state, Known: true}
		}
		if i+1 == v.Step {
			v.Done, v.Audit = done(h, k), k.Step
		}
	}
	if v.Step == 0 {
		v.After = v.Before
	}
}

// done returns a step with its deductions and evidence.
func done(h store.HistoryStep, k proof.PathStep) store.HistoryStep {
	for _, d := range k.Deductions {
		add := func(placement bool, list []setdoku.Candidate) {
			for _, c := range list {
				h.Deductions = append(h.Deductions, store.HistoryDeduction{Placement: placement, Candidate: c, Pattern: d.Pattern})
			}
		}
		add(true, d.Placements)
		add(false, d.Eliminations)
		for _, e := range d.Evidence {
			e.Pattern = d.Pattern
			h.Evidence = append(h.Evidence, e)
		}
	}
	return h
}
