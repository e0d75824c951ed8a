package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/tell/explain"
	"setdoku/store"
)

// shown is a puzzle after one of its steps, with that step.
type shown struct {
	Puzzle   store.Puzzle
	Rows     []stepRow      // of all steps, only if they were asked for
	Step     int            // 0 for the puzzle before all steps
	Before   store.Position // before the step; for step 0 the same as After
	After    store.Position
	Done     store.HistoryStep // the step with its deductions; empty for step 0
	Patterns []pattern         // of the step
	Wrong    []violation
	Dead     []string // reasons why there is no solution, in words
	Chosen   int      // number of the pattern that is shown, from 1; 0 if the step has none
	Cell     int      // the cell that the address marks, 0 for none
	Why      *setdoku.Contradiction
	Needed   bool // the steps are those of the path that has only what was needed
	Whole    int  // then the number of steps of the whole path
	Audit    int  // then the number of the step in the whole path, 0 for singles that were made again
}

// pattern is one pattern of a step and all deductions that it proves.
type pattern struct {
	Key      int64
	Proves   []store.HistoryDeduction
	Evidence []setdoku.Evidence
	Line     string // in the notation of players
	Words    []string
}

// violation is a row of the view violation.
type violation struct {
	UnitType     string `db:"unit_type" json:"unit_type"`
	Unit         int    `db:"unit" json:"unit"`
	Digit        int    `db:"digit" json:"digit"`
	Multiplicity int    `db:"multiplicity" json:"multiplicity"`
}

// look reads a puzzle after a step, without the rows of its steps; -1 means the last step.
func (s *Server) look(ctx context.Context, id int64, step int) (*shown, error) {
	return s.lookWhole(ctx, id, step, false)
}

// lookWhole is look with the rows of the steps if listed is true.
func (s *Server) lookWhole(ctx context.Context, id int64, step int, listed bool) (*shown, error) {
	var v shown
	err := s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		if v.Puzzle, err = q.Puzzle(ctx, id); err != nil {
			return err
		}
		if v.Step = step; step < 0 {
			v.Step = v.Puzzle.Steps
		}
		r, err := q.Replay(ctx, v.Puzzle)
		if err != nil {
			return err
		}
		if listed {
			if err := v.addRows(ctx, q, r); err != nil {
				return err
			}
		}
		if v.After, err = r.At(v.Step); err != nil {
			return err
		}
		if v.Puzzle.Status == setdoku.StatusInvalid {
			if v.Why, err = q.Contradiction(ctx, id); err != nil {
				return err
			}
		}
		if v.Before = v.After; v.Step == 0 {
			return nil
		}
		if v.Before, err = r.At(v.Step - 1); err != nil {
			return err
		}
		v.Done, err = q.Step(ctx, r, v.Step)
		if errors.Is(err, store.ErrNotKept) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	v.Patterns = patternsOf(v.Done)
	v.Dead = deadEnds(v.After)
	if v.Puzzle.Status != setdoku.StatusSolved {
		v.Wrong = []violation{}
		err = s.read.SelectContext(ctx, &v.Wrong, s.read.Rebind(`
			SELECT unit_type, unit, digit, multiplicity FROM violation WHERE puzzle_id = ? ORDER BY unit_type, unit, digit`), id)
	}
	return &v, store.Explain(err)
}

// notKept returns a sentence about what the run did not store of the step, or "" for nothing. If a pattern is explained in words, the
// explanation says it.
func (v *shown) notKept() string {
	switch {
	case v.Step == 0:
		return ""
	case v.Done.Rule == "":
		return "The run did not keep what this step did (see --audit)."
	case v.Chosen > 0 && v.Patterns[v.Chosen-1].Words != nil && v.Done.Missing() == 0:
		return ""
	}
	return explain.NotKept(v.Done)
}

// deadEnds returns sentences about cells without a candidate and digits without a place. It returns none if the candidates are
// unknown.
func deadEnds(p store.Position) (list []string) {
	if !p.Known {
		return nil
	}
	filled, marks := p.State.Filled(), p.State.Candidates()
	for i := range setdoku.CellCount {
		if filled[i] == 0 && marks[i] == 0 {
			list = append(list, setdoku.CellName(i)+" has no candidate left.")
		}
	}
	for u, cells := range setdoku.Units {
		var have setdoku.DigitSet
		for _, i := range cells {
			if have |= marks[i]; filled[i] != 0 {
				have |= setdoku.SetOf(filled[i])
			}
		}
		for lost := setdoku.AllDigits &^ have; lost != 0; lost &= lost - 1 {
			list = append(list, fmt.Sprintf("Digit %d has no place left in %s %d.", lost.Lowest(), setdoku.UnitTypes[u/9], u%9+1))
		}
	}
	return list
}

// patternsOf groups the deductions of a step by the pattern that proves them, in the order of the keys.
func patternsOf(h store.HistoryStep) []pattern {
	at := make(map[int64]int)
	var list []pattern
	for _, d := range h.Deductions {
		i, known := at[d.Pattern]
		if !known {
			i = len(list)
			at[d.Pattern] = i
			list = append(list, pattern{Key: d.Pattern})
		}
		list[i].Proves = append(list[i].Proves, d)
	}
	for _, e := range h.Evidence {
		if i, known := at[e.Pattern]; known {
			list[i].Evidence = append(list[i].Evidence, e)
		}
	}
	slices.SortStableFunc(list, func(a, b pattern) int { return cmp.Compare(a.Key, b.Key) })
	return list
}
