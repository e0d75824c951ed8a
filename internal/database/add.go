package database

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/isomorph"
	"setdoku/internal/record"
)

// Add looks the puzzles up by their givens (and pencil marks, if they have any) and adds the new ones, in input order.
// It returns how an engine begins with each puzzle, in input order. Call it inside Atomically.
func (c *Conn) Add(ctx context.Context, puzzles []format.Puzzle, from Begin) ([]record.Start, error) {
	if len(puzzles) == 0 {
		return nil, nil
	}
	starts, err := c.add(ctx, puzzles, from)
	if err != nil {
		return nil, fmt.Errorf("add %d puzzles: %w", len(puzzles), err)
	}
	return starts, nil
}

func (c *Conn) add(ctx context.Context, puzzles []format.Puzzle, from Begin) ([]record.Start, error) {
	boards, err := c.boardsOf(ctx, puzzles)
	if err != nil {
		return nil, err
	}
	keys := make([]puzzleKey, len(puzzles))
	first := make(map[puzzleKey]*format.Puzzle, len(puzzles)) // the first of equal puzzles
	var distinct []puzzleKey
	for i := range puzzles {
		keys[i] = puzzleKey{puzzles[i].State.Givens.String(), stateText(puzzles[i].State),
			puzzles[i].State.Board().Name}
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
	known := slices.DeleteFunc(slices.Sorted(maps.Values(ids)), func(id int64) bool { return added[id] })
	stored, err := c.Starts(ctx, known, from)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*record.Start, len(stored))
	for i := range stored {
		byID[stored[i].PuzzleID] = &stored[i]
	}
	starts := make([]record.Start, len(puzzles))
	stated := make(map[int64]setdoku.State) // by puzzle_id: the states of added puzzles that have more than givens
	for i := range puzzles {
		id, state, s := ids[keys[i]], &puzzles[i].State, &starts[i]
		switch {
		case added[id]:
			state := *state
			state.Variant = boards[keys[i].Variant]
			plain := state.Plain()
			*s = newStart(record.Stored{PuzzleID: id, Status: setdoku.StatusNew, Bare: plain}, state, from)
			if s.Fresh = true; !plain {
				stated[id] = state
			}
		case byID[id] == nil:
			return nil, fmt.Errorf("the table puzzle_key has a puzzle that does not exist: %d", id)
		default:
			*s = *byID[id]
		}
	}
	return starts, c.addStates(ctx, stated)
}

// boardsOf adds the variants of puzzles that the database does not have, and returns all of their variants by name.
func (c *Conn) boardsOf(ctx context.Context, puzzles []format.Puzzle) (boards map[string]*setdoku.Variant, err error) {
	boards = make(map[string]*setdoku.Variant)
	for i := range puzzles {
		if v := puzzles[i].State.Variant; v != nil {
			boards[v.Name] = v
		}
	}
	if len(boards) == 0 {
		return boards, nil
	}
	if err := c.addVariants(ctx, boards); err != nil {
		return nil, err
	}
	for name := range boards {
		if boards[name], err = c.db.variant(ctx, c, name); err != nil {
			return nil, err
		}
	}
	return boards, nil
}

// addStates writes the rows of step 0 of puzzles that have more than givens: placed digits, crossed-out pencil marks,
// and the candidates that are left.
func (c *Conn) addStates(ctx context.Context, states map[int64]setdoku.State) error {
	var added []*record.Puzzle
	for _, id := range slices.Sorted(maps.Keys(states)) {
		state := states[id]
		candidates := state.Candidates()
		r := &record.Puzzle{PuzzleID: id, Candidates: setdoku.ListCandidates(&candidates)}
		for i := range state.Placed {
			if d := state.Placed[i]; d != 0 {
				r.Rows.Placements = append(r.Rows.Placements,
					record.Change{Cell: setdoku.CellAt(i), Digit: d, Rule: setdoku.RuleManual})
			}
			for deleted := state.Deleted[i]; deleted != 0; deleted &= deleted - 1 {
				r.Rows.Eliminations = append(r.Rows.Eliminations,
					record.Change{Cell: setdoku.CellAt(i), Digit: deleted.Lowest(), Rule: setdoku.RuleGiven})
			}
		}
		added = append(added, r)
	}
	return c.writeTables(ctx, stateTables, added)
}

// stateText returns the text for the column puzzle.state.
func stateText(s setdoku.State) string {
	if s.Plain() {
		return ""
	}
	s.Variant = nil // another column names it
	return format.Short(s)
}

// Source returns the text for the column puzzle.source: the file and line of a puzzle.
func Source(p format.Puzzle) string {
	if p.File == "" {
		return ""
	}
	if p.Line == 0 {
		return p.File // no line of a file, such as a step of another puzzle
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// puzzleTables are the tables with rows of puzzles, without puzzle itself.
var puzzleTables = []string{
	"cell", "candidate", "step", "elimination", "step_evidence", "puzzle_technique", "needed", "puzzle_tag",
	"contradiction", "branch", "attempt",
	"game_hint", "game_move", "game",
}

// Empty deletes all puzzles and their rows. The runs stay. The puzzles go first, because a trigger takes a candidate
// that is deleted from an unfinished puzzle for a move by hand.
func (c *Conn) Empty(ctx context.Context) error {
	for _, table := range append([]string{"puzzle"}, puzzleTables...) {
		if _, err := c.ExecContext(ctx, `DELETE FROM `+table); err != nil {
			return fmt.Errorf("empty %s: %w", table, err)
		}
	}
	return nil
}

// A server keeps puzzles unique by the table puzzle_key. On Citus the key of a puzzle and the puzzle are on different
// nodes, and Citus joins neither table with a list of the program. So each statement here reads or writes one table,
// and compares it with an array.

// puzzleKey identifies a puzzle: no two puzzles of a variant have the same givens and the same state.
type puzzleKey struct{ Givens, State, Variant string }

// idsOf returns the puzzle_id of those keys that the database has.
func (c *Conn) idsOf(ctx context.Context, keys []puzzleKey) (map[puzzleKey]int64, error) {
	givens := make([]string, len(keys))
	for i, k := range keys {
		givens[i] = k.Givens
	}
	var rows []struct {
		puzzleKey
		PuzzleID int64 `db:"puzzle_id"`
	}
	list, args := inList(givens)
	err := c.SelectContext(ctx, &rows, `SELECT k.givens, k.state, k.variant, k.puzzle_id FROM `+c.texts().keyTable+
		` AS k WHERE k.givens IN `+list, args...)
	ids := make(map[puzzleKey]int64, len(keys))
	for _, r := range rows {
		ids[r.puzzleKey] = r.PuzzleID
	}
	return ids, err
}

// addLacking adds puzzles that were not there, in their order, and puts their ids into ids. It returns the ids of those
// that it added. Another connection may have added the rest meanwhile.
func (c *Conn) addLacking(
	ctx context.Context, lacking []puzzleKey, ids map[puzzleKey]int64, puzzle func(puzzleKey) *format.Puzzle,
) (fresh map[int64]bool, err error) {
	if len(lacking) == 0 {
		return nil, nil
	}
	var added []int64
	numbered := make(map[int64]puzzleKey, len(lacking))
	err = c.reportingWait(ctx, func() (err error) {
		added, err = c.backend.addKeys(ctx, c, lacking, numbered)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(added)
	err = c.Insert(ctx, "puzzle", []string{"puzzle_id", "givens", "state", "variant", "name", "source", "canonical"},
		func(rows *Rows) {
			for _, id := range added {
				k := numbered[id]
				ids[k] = id
				p := puzzle(k)
				var canonical any // only classic has isomorphs
				if p.State.Variant == nil {
					form, _ := isomorph.Canonical(p.State.Givens)
					canonical = form.String()
				}
				rows.Add(id, k.Givens, k.State, k.Variant, p.Name, Source(*p), canonical)
			}
		})
	if err != nil {
		return nil, err
	}
	if c.noTriggers {
		err := c.Insert(ctx, "cell", cellColumns, func(rows *Rows) {
			for _, id := range added {
				addGivens(rows, id, &puzzle(numbered[id]).State.Givens)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if len(added) < len(lacking) {
		now, err := c.idsOf(ctx, lacking)
		if err != nil {
			return nil, err
		}
		for k, id := range now {
			ids[k] = id
		}
	}
	fresh = make(map[int64]bool, len(added))
	for _, id := range added {
		fresh[id] = true
	}
	return fresh, nil
}

// addGivens adds the cells of the givens of a puzzle, which elsewhere a trigger writes.
func addGivens(rows *Rows, id int64, givens *setdoku.Grid) {
	for i, digit := range givens {
		if digit != 0 {
			rows.Add(id, int(setdoku.CellAt(i)), int(digit), 0, setdoku.RuleGiven, 0)
		}
	}
}
