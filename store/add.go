package store

import (
	"context"
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/isomorph"
	"setdoku/store/record"
)

// Add looks the puzzles up by their givens (and pencil marks, if they have any) and adds the new ones, in input order.
// It returns their records in input order, and those of known puzzles, which the database had before and which Start
// reads. Equal puzzles share a record. Call it inside Atomically.
func (c *Conn) Add(ctx context.Context, puzzles []format.Puzzle) (list, known []*record.Puzzle, err error) {
	if len(puzzles) == 0 {
		return nil, nil, nil
	}
	if list, known, err = c.add(ctx, puzzles); err != nil {
		return nil, nil, fmt.Errorf("add %s: %w", format.Plural(len(puzzles), "puzzle"), err)
	}
	return list, known, nil
}

func (c *Conn) add(ctx context.Context, puzzles []format.Puzzle) (list, known []*record.Puzzle, err error) {
	boards, err := c.readBoards(ctx, puzzles)
	if err != nil {
		return nil, nil, err
	}
	byIdentity := make(map[record.Identity]*record.Puzzle, len(puzzles))
	var distinct []*record.Puzzle
	for i := range puzzles {
		k := identity(&puzzles[i].State)
		if byIdentity[k] == nil {
			byIdentity[k] = newRecord(k, &puzzles[i], boards[k.Variant])
			distinct = append(distinct, byIdentity[k])
		}
		list = append(list, byIdentity[k])
	}
	known, lacking, err := c.findIDs(ctx, distinct)
	if err != nil || len(lacking) == 0 {
		return list, known, err
	}
	added, others, err := c.addLacking(ctx, lacking)
	if err == nil {
		err = c.addStates(ctx, added)
	}
	if err == nil && len(others) > 0 { // another connection has added them meanwhile
		others, _, err = c.findIDs(ctx, others)
	}
	return list, append(known, others...), err
}

// identity returns the identity of a puzzle that comes as a state.
func identity(s *setdoku.State) record.Identity {
	return record.Identity{Givens: s.Givens.String(), State: stateText(*s), Variant: s.Board().Name}
}

// newRecord returns the record of a puzzle that the database lacks, on a board, nil for classic.
func newRecord(k record.Identity, came *format.Puzzle, board *setdoku.Variant) *record.Puzzle {
	p := &record.Puzzle{Identity: k, Name: came.Name, Source: Source(*came),
		Rating: setdoku.Rating{Status: setdoku.StatusNew}, Start: came.State}
	p.Start.Variant = board
	if p.State == "" {
		p.BaseStep = -1
	}
	return p
}

// readBoards adds the variants of puzzles that the database does not have, and returns all of their variants by name.
func (c *Conn) readBoards(ctx context.Context, puzzles []format.Puzzle) (boards map[string]*setdoku.Variant,
	err error) {
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

// addStates writes the rows of step 0 of new puzzles that have more than givens: placed digits, crossed-out pencil
// marks, and the candidates that are left.
func (c *Conn) addStates(ctx context.Context, puzzles []*record.Puzzle) error {
	var added []*record.Puzzle
	for _, p := range puzzles {
		if p.Start.Plain() {
			continue
		}
		candidates := p.Start.Candidates()
		r := &record.Puzzle{PuzzleID: p.PuzzleID, Candidates: setdoku.ListCandidates(&candidates)}
		for i, d := range p.Start.Placed {
			if d != 0 {
				r.Rows.Placements = append(r.Rows.Placements,
					record.Change{Cell: setdoku.CellAt(i), Digit: d, Rule: setdoku.RuleManual})
			}
			for deleted := p.Start.Deleted[i]; deleted != 0; deleted &= deleted - 1 {
				r.Rows.Eliminations = append(r.Rows.Eliminations,
					record.Change{Cell: setdoku.CellAt(i), Digit: deleted.Lowest(), Rule: catalogue.Given})
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
	"cell", "candidate", "step", "elimination", "step_evidence", "puzzle_technique", "needed", "puzzle_property",
	"property_cell", "puzzle_tag", "contradiction", "branch", "attempt",
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

// findIDs sets the puzzle_id of the puzzles that the database has, and divides the list into those and the others.
func (c *Conn) findIDs(ctx context.Context, puzzles []*record.Puzzle) (known, lacking []*record.Puzzle, err error) {
	givens := make([]string, len(puzzles))
	for i, p := range puzzles {
		givens[i] = p.Givens
	}
	var rows []struct {
		record.Identity
		PuzzleID int64 `db:"puzzle_id"`
	}
	list, args := inList(givens)
	err = c.SelectContext(ctx, &rows, `SELECT k.givens, k.state, k.variant, k.puzzle_id FROM `+c.texts().keyTable+
		` AS k WHERE k.givens IN `+list, args...)
	ids := make(map[record.Identity]int64, len(rows))
	for _, r := range rows {
		ids[r.Identity] = r.PuzzleID
	}
	for _, p := range puzzles {
		if id, ok := ids[p.Identity]; ok {
			p.PuzzleID, known = id, append(known, p)
		} else {
			lacking = append(lacking, p)
		}
	}
	return known, lacking, err
}

// addLacking adds puzzles that were not there, in their order, except others, which another connection has added
// meanwhile. The version of a puzzle that it adds is 0, as in its record.
func (c *Conn) addLacking(ctx context.Context, lacking []*record.Puzzle) (added, others []*record.Puzzle, err error) {
	err = c.reportingWait(ctx, func() (err error) {
		added, others, err = c.backend.addKeys(ctx, c, lacking)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	err = c.Insert(ctx, "puzzle", []string{"puzzle_id", "givens", "state", "variant", "name", "source", "canonical",
		"version"}, func(rows *Inserter) {
		for _, p := range added {
			if p.Board() == nil { // only classic has isomorphs
				form, _ := isomorph.Canonical(p.Start.Givens)
				p.Canonical = form.String()
			}
			rows.Add(p.PuzzleID, p.Givens, p.State, p.Variant, p.Name, p.Source, orNull(p.Canonical), p.Version)
		}
	})
	if err == nil && c.noTriggers {
		err = c.Insert(ctx, "cell", cellColumns, func(rows *Inserter) {
			for _, p := range added {
				addGivens(rows, p.PuzzleID, &p.Start.Givens)
			}
		})
	}
	return added, others, err
}

// addGivens adds the cells of the givens of a puzzle, which elsewhere a trigger writes.
func addGivens(rows *Inserter, id int64, givens *setdoku.Grid) {
	for i, digit := range givens {
		if digit != 0 {
			rows.Add(id, int(setdoku.CellAt(i)), int(digit), 0, catalogue.Given, 0)
		}
	}
}
