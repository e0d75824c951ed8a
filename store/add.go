package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	"setdoku/internal/format"
)

// Add looks the puzzles up by their givens (and pencil marks, if they have any) and adds the new ones, in input order. It returns how an
// engine begins with each puzzle, in input order; see Starts for again. Call it inside Atomically.
func (c *Conn) Add(ctx context.Context, puzzles []format.Puzzle, again bool) ([]Start, error) {
	if len(puzzles) == 0 {
		return nil, nil
	}
	starts, err := c.add(ctx, puzzles, again)
	if err != nil {
		return nil, fmt.Errorf("add %d puzzles: %w", len(puzzles), err)
	}
	return starts, nil
}

func (c *Conn) add(ctx context.Context, puzzles []format.Puzzle, again bool) ([]Start, error) {
	keys := make([]puzzleKey, len(puzzles))
	first := make(map[puzzleKey]*format.Puzzle, len(puzzles)) // the first of equal puzzles
	var distinct []puzzleKey
	for i := range puzzles {
		keys[i] = puzzleKey{puzzles[i].State.Givens.String(), stateText(puzzles[i].State)}
		if first[keys[i]] == nil {
			first[keys[i]] = &puzzles[i]
			distinct = append(distinct, keys[i])
		}
	}
	ids, err := c.idsOf(ctx, distinct)
	if err != nil {
		return nil, err
	}
	lacking := slices.DeleteFunc(distinct, func(k puzzleKey) bool {
		_, known := ids[k]
		return known
	})
	added, err := c.addLacking(ctx, lacking, ids, func(k puzzleKey) *format.Puzzle { return first[k] })
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*Start, len(ids))
	stated := make(map[int64]setdoku.State) // by puzzle_id: the states with more than givens
	for k, id := range ids {
		if !added[id] {
			continue
		}
		state := first[k].State
		byID[id] = newStart(stand{PuzzleID: id, Status: setdoku.StatusNew, Bare: state.Plain()}, state, again)
		byID[id].Fresh = true
		if !state.Plain() {
			stated[id] = state
		}
	}
	known := slices.DeleteFunc(slices.Sorted(maps.Values(ids)), func(id int64) bool { return added[id] })
	stored, err := c.Starts(ctx, known, again)
	if err != nil {
		return nil, err
	}
	for i := range stored {
		byID[stored[i].PuzzleID] = &stored[i]
	}
	starts := make([]Start, len(puzzles))
	for i, k := range keys {
		s := byID[ids[k]]
		if s == nil {
			return nil, fmt.Errorf("the table puzzle_key has a puzzle that does not exist: %d", ids[k])
		}
		starts[i] = *s
	}
	return starts, c.addStates(ctx, stated)
}

func setOf(ids []int64) map[int64]bool {
	set := make(map[int64]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// addStates writes the rows of step 0 of puzzles that have more than givens: placed digits, crossed-out pencil marks, and the
// candidates that are left.
func (c *Conn) addStates(ctx context.Context, states map[int64]setdoku.State) error {
	ids := slices.Sorted(maps.Keys(states))
	err := c.Insert(ctx, "cell", cellColumns, func(rows *Rows) {
		for _, id := range ids {
			for i, d := range states[id].Placed {
				if d != 0 {
					rows.Add(id, setdoku.CellNumber(i), int(d), 0, setdoku.RuleManual, 0)
				}
			}
		}
	})
	if err != nil {
		return err
	}
	err = c.Insert(ctx, "candidate", candidateColumns, func(rows *Rows) {
		for _, id := range ids {
			candidates := states[id].Candidates()
			addCandidates(rows, id, &candidates)
		}
	})
	if err != nil {
		return err
	}
	return c.Insert(ctx, "elimination", eliminationColumns, func(rows *Rows) {
		for _, id := range ids {
			for i, gone := range states[id].Deleted {
				for ; gone != 0; gone &= gone - 1 {
					rows.Add(id, 0, setdoku.CellNumber(i), int(gone.Lowest()), setdoku.RuleGiven, 0)
				}
			}
		}
	})
}

// stateText returns the text for the column puzzle.state.
func stateText(s setdoku.State) string {
	if s.Plain() {
		return ""
	}
	return format.Short(s)
}

// Source returns the text for the column puzzle.source: the file and line of a puzzle.
func Source(p format.Puzzle) string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// puzzleTables are the tables with rows of puzzles, without puzzle itself.
var puzzleTables = []string{
	"cell", "candidate", "step", "elimination", "step_evidence", "puzzle_technique", "puzzle_tag", "contradiction", "branch", "attempt",
	"game_move", "game",
}

// Empty deletes all puzzles and their rows. The runs stay. The puzzles go first, because a trigger takes a candidate that is
// deleted from an unfinished puzzle for a move by hand.
func (c *Conn) Empty(ctx context.Context) error {
	for _, table := range append([]string{"puzzle"}, puzzleTables...) {
		if _, err := c.ExecContext(ctx, `DELETE FROM `+table); err != nil {
			return fmt.Errorf("empty %s: %w", table, err)
		}
	}
	return nil
}
