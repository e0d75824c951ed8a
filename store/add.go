package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	"setdoku/internal/format"
)

// Entry is a puzzle of an input. The database had it before, or Add added it.
type Entry struct {
	PuzzleID  int64  `db:"puzzle_id"`
	Status    string `db:"status"`
	RunID     int64  `db:"run_id"`    // of the run that left it as it is, 0 if none did
	Selection string `db:"selection"` // of that run
	ByHand    bool   `db:"by_hand"`   // it has steps that were played by hand
	Steps     int    `db:"steps"`
	Bare      bool   `db:"bare"` // it came as givens alone, and the database has nothing but its row of puzzle
	Fresh     bool   `db:"-"`    // it was added just now
}

// entryColumns reads an Entry from puzzle AS z LEFT JOIN run AS r. also is a condition on the column puzzle_id that the rows
// of the tables s, c and d meet anyway.
func (c *Conn) entryColumns(also string) string {
	return c.Qualify(`z.puzzle_id, z.status, z.steps, COALESCE(z.run_id, 0) AS run_id, COALESCE(r.selection, '') AS selection,
	z.steps > 0 AND EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND ` + also + ` AND s.rule = 'manual') AS by_hand,
	z.state = '' AND z.status = 'new' AND z.steps = 0
		AND NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = z.puzzle_id AND ` + also + `)
		AND NOT EXISTS (SELECT 1 FROM main.deduction AS d WHERE d.puzzle_id = z.puzzle_id AND ` + also + `) AS bare`)
}

// Add looks the puzzles up by their givens (and pencil marks, if they have any) and adds the new ones, in input
// order. It returns one entry for each puzzle, in input order. Equal puzzles share an entry. Call it inside
// Atomically.
func (c *Conn) Add(ctx context.Context, puzzles []format.Puzzle) ([]Entry, error) {
	if len(puzzles) == 0 {
		return nil, nil
	}
	entries, err := c.add(ctx, puzzles)
	if err != nil {
		return nil, fmt.Errorf("add %d puzzles: %w", len(puzzles), err)
	}
	return entries, nil
}

func (c *Conn) add(ctx context.Context, puzzles []format.Puzzle) ([]Entry, error) {
	keys := make([]puzzleKey, len(puzzles))
	first := make(map[puzzleKey]int, len(puzzles)) // index of the first of equal puzzles
	var distinct []puzzleKey
	for i, p := range puzzles {
		keys[i] = puzzleKey{p.State.Givens.String(), stateText(p.State)}
		if _, known := first[keys[i]]; !known {
			first[keys[i]] = i
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
	fresh, err := c.addLacking(ctx, lacking, ids, func(k puzzleKey) format.Puzzle { return puzzles[first[k]] })
	if err != nil {
		return nil, err
	}
	entries, err := c.entriesByKey(ctx, keys, ids)
	if err != nil {
		return nil, err
	}
	stated := make(map[int64]setdoku.State) // by puzzle_id: the states with more than givens
	for i := range entries {
		e := &entries[i]
		if e.Fresh = fresh[e.PuzzleID]; !e.Fresh {
			continue
		}
		if e.Bare = puzzles[i].State.Plain(); !e.Bare {
			stated[e.PuzzleID] = puzzles[i].State
		}
	}
	return entries, c.addStates(ctx, stated)
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
	t := newOutcomeTables()
	for _, id := range slices.Sorted(maps.Keys(states)) {
		s := states[id]
		candidates := s.Candidates()
		t.addCandidates(id, &candidates)
		for i := range setdoku.CellCount {
			n := setdoku.CellNumber(i)
			if d := s.Placed[i]; d != 0 {
				t.cell.add(id, n, int(d), 0, setdoku.RuleManual, 0)
			}
			for gone := s.Deleted[i]; gone != 0; gone &= gone - 1 {
				t.elimination.add(id, 0, n, int(gone.Lowest()), setdoku.RuleGiven, 0)
			}
		}
	}
	return t.write(ctx, c)
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
