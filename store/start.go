package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// Begin says where a run begins a stored puzzle.
type Begin int

// The places where a run may begin. All steps before the place stay.
const (
	// after the last step of a puzzle that was played by hand, before the first step of any other
	AfterHand Begin = iota
	Anew            // before the first step
	AfterLast       // after the last step, whoever made it
)

// begin says where a run begins a puzzle, whose Start is the puzzle as it came.
func begin(p *record.Puzzle, from Begin) {
	p.BaseStep = 0
	switch {
	case p.Was.Bare:
		p.BaseStep = -1
	case from == AfterLast, from == AfterHand && p.Was.ByHand:
		p.BaseStep = p.Steps
	}
}

// Starts returns the puzzles that exist, in the order of their ids, as a run begins them.
func (c *Conn) Starts(ctx context.Context, ids []int64, from Begin) ([]*record.Puzzle, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	puzzles, err := c.versions(ctx, ids)
	if err == nil {
		err = c.readStarts(ctx, puzzles, from)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", format.Plural(len(ids), "puzzle"), err)
	}
	return puzzles, nil
}

// versions reads the rows and the versions of puzzles, without what stays of their steps. Neither Citus nor the planner
// of a server concludes from the ids of puzzle in which shards or partitions the rows of other tables are, so the
// statement names them for every table.
func (c *Conn) versions(ctx context.Context, ids []int64) ([]*record.Puzzle, error) {
	wanted, also := "puzzle_id IN ", `TRUE`
	list, args := inList(ids)
	if c.plansForParameters {
		wanted, list, args = "puzzle_id = ", `ANY (CAST($1 AS BIGINT[]))`, []any{ids}
		also = wanted + list
	}
	type version struct {
		record.Puzzle
		Selection string
		ByHand    bool `db:"by_hand"`
		Bare      bool
	}
	rows, err := SelectRows(ctx, c, c.Qualify(`
		SELECT z.puzzle_id, z.givens, z.state, z.variant, z.name, z.source, z.status, z.steps, z.score, z.rounds,
			COALESCE(z.run_id, 0) AS run_id, COALESCE(r.selection, '') AS selection,
			z.steps > 0 AND EXISTS (
				SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND `+also+` AND s.rule = 'manual') AS by_hand,
			z.state = '' AND z.status = 'new' AND z.steps = 0
				AND NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = z.puzzle_id AND `+also+`)
				AND NOT EXISTS (SELECT 1 FROM main.deduction AS d WHERE d.puzzle_id = z.puzzle_id AND `+also+`) AS bare
		FROM puzzle AS z
		LEFT JOIN run AS r ON r.run_id = z.run_id
		WHERE z.`+wanted+list+`
		ORDER BY z.puzzle_id`), args, func(v *version, r *record.Refusal) { v.Refused = r })
	puzzles := make([]*record.Puzzle, len(rows))
	for i := range rows {
		r := &rows[i]
		r.Was = record.Version{Identity: r.Identity, Status: r.Status, Steps: r.Steps, RunID: r.RunID,
			Selection: r.Selection, ByHand: r.ByHand, Bare: r.Bare}
		puzzles[i] = &r.Puzzle
	}
	return puzzles, err
}

// readStarts sets the states in which a run begins puzzles of versions, and what stays of their steps.
func (c *Conn) readStarts(ctx context.Context, puzzles []*record.Puzzle, from Begin) (err error) {
	played := make(map[int64]*record.Puzzle)
	for _, p := range puzzles {
		if err := c.db.readStart(ctx, c, p); err != nil {
			return err
		}
		if begin(p, from); p.BaseStep > 0 && p.Refused == nil {
			played[p.PuzzleID] = p
		} else {
			p.Score, p.Rounds = 0, 0
		}
	}
	return c.addSteps(ctx, played)
}

// Current reads puzzles again from which an engine has begun, and returns each as it is now: itself if it is unchanged,
// else a record of its own, nil if it was deleted. On a server it locks the puzzles until the transaction ends. Call it
// inside Atomically.
func (c *Conn) Current(ctx context.Context, puzzles []*record.Puzzle, from Begin) ([]*record.Puzzle, error) {
	ids := record.IDs(puzzles)
	if err := c.lockOnServer(ctx, ids); err != nil {
		return nil, err
	}
	rows, err := c.versions(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", format.Plural(len(ids), "puzzle"), err)
	}
	byID := make(map[int64]*record.Puzzle, len(rows))
	for _, r := range rows {
		byID[r.PuzzleID] = r
	}
	now := make([]*record.Puzzle, len(puzzles))
	var read []*record.Puzzle
	for i, p := range puzzles {
		if now[i] = byID[p.PuzzleID]; now[i] != nil && now[i].Was == p.Was {
			now[i] = p // no step of it stays, because then Stays would differ
		} else if now[i] != nil {
			read = append(read, now[i])
		}
	}
	if err := c.readStarts(ctx, read, from); err != nil {
		return nil, fmt.Errorf("read %s: %w", format.Plural(len(read), "puzzle"), err)
	}
	for i, p := range puzzles {
		if now[i] != nil && now[i].Was == p.Was {
			now[i] = p
		}
	}
	return now, nil
}

// addSteps sets the state and the techniques of puzzles whose steps stay.
func (c *Conn) addSteps(ctx context.Context, played map[int64]*record.Puzzle) error {
	ids := slices.Sorted(maps.Keys(played))
	boards, err := readBoards(ctx, c, ids)
	if err != nil {
		return err
	}
	uses, err := readUses(ctx, c, ids)
	for id, p := range played {
		boards[id].variant = p.Start.Variant
		marks := boards[id].candidates()
		p.Start = p.Start.Reached(boards[id].digits, &marks)
		p.Uses = uses[id]
		p.Was.Stays = fmt.Sprint(p.Start.Placed, p.Start.Deleted, p.Score, p.Uses)
	}
	return err
}

// Added reads the columns variant, givens and state of a puzzle: the puzzle as it was added. If the row is not a
// puzzle, it returns the reason, and a state that has only the variant.
func (db *DB) Added(ctx context.Context, variant, givens, state string) (setdoku.State, *record.Refusal, error) {
	return db.addedState(ctx, db, variant, givens, state)
}

// readStart sets the state with which a puzzle was added, unless its row has NULL, or says why it is not a puzzle.
func (db *DB) readStart(ctx context.Context, q querier, p *record.Puzzle) (err error) {
	if p.Refused == nil {
		p.Start, p.Refused, err = db.addedState(ctx, q, p.Variant, p.Givens, p.State)
	}
	return err
}

// addedState is Added with the reader of the row.
func (db *DB) addedState(ctx context.Context, q querier, variant, givens, state string) (setdoku.State, *record.Refusal,
	error) {
	v, err := db.variant(ctx, q, variant)
	var bad variantError
	switch {
	case errors.As(err, &bad):
		return setdoku.State{}, &record.Refusal{Column: "variant", Err: err}, nil
	case err != nil:
		return setdoku.State{}, nil, err
	}
	empty := setdoku.State{Variant: v}
	digits, err := record.ReadGivens(v, givens)
	if err != nil {
		return empty, &record.Refusal{Column: "givens", Err: err}, nil
	}
	if state == "" {
		return setdoku.State{Variant: v, Givens: digits}, nil, nil
	}
	came, err := readState(v, state)
	if err == nil && came.Givens != digits {
		err = errors.New("its givens differ from the column givens")
	}
	if err != nil {
		return empty, &record.Refusal{Column: "state", Err: err}, nil
	}
	return came, nil, nil
}

// readState reads a library line of a variant.
func readState(v *setdoku.Variant, line string) (setdoku.State, error) {
	r := format.NewReader(strings.NewReader(line+"\n"), "state")
	r.SetVariant(v.OrClassic())
	p, err := r.Read()
	return p.State, err
}

// SetAside finishes rows that are not puzzles: they become invalid, with a contradiction that says so. Call it inside
// Atomically.
func (c *Conn) SetAside(ctx context.Context, puzzles []*record.Puzzle) error {
	if len(puzzles) == 0 {
		return nil
	}
	list := make([]int64, len(puzzles))
	for i, p := range puzzles {
		list[i], p.BaseStep = p.PuzzleID, 0
	}
	if err := c.DeletePreviousResult(ctx, puzzles); err != nil {
		return err
	}
	in, args := inList(list)
	_, err := c.ExecContext(ctx, `
		UPDATE puzzle
		SET status = 'invalid', solution = NULL, level = NULL, score = 0, hardest = NULL, rounds = 0, steps = 0, depth = NULL,
			run_id = NULL
		WHERE puzzle_id IN `+in, args...)
	if err != nil {
		return fmt.Errorf("set %s aside: %w", format.Plural(len(list), "puzzle"), err)
	}
	return c.Insert(ctx, "contradiction", contradictionColumns, func(rows *Inserter) {
		for _, id := range list {
			addContradiction(rows, &record.Puzzle{PuzzleID: id,
				Contradictions: []setdoku.Contradiction{{Kind: record.KindGivens}}})
		}
	})
}

// DeletePreviousResult deletes the rows of puzzles after the steps that stay: cells, steps, eliminations and
// attempts. It deletes all rows of the tables that every solve writes again. Puzzles with BaseStep -1 have no such
// rows.
func (c *Conn) DeletePreviousResult(ctx context.Context, puzzles []*record.Puzzle) error {
	byBaseStep := make(map[int][]int64)
	for _, p := range puzzles {
		if p.BaseStep >= 0 {
			byBaseStep[p.BaseStep] = append(byBaseStep[p.BaseStep], p.PuzzleID)
		}
	}
	if len(byBaseStep) == 0 {
		return nil
	}
	return c.asWriter(ctx, func() error { return c.deleteResults(ctx, byBaseStep) })
}

// deleteResults deletes the rows after the steps that stay. The puzzles are given by the last of these steps.
func (c *Conn) deleteResults(ctx context.Context, byBaseStep map[int][]int64) error {
	for kept, ids := range byBaseStep {
		list, args := inList(ids)
		del := func(text, condition string, args ...any) error {
			if _, err := c.ExecContext(ctx, c.Qualify(text)+` WHERE puzzle_id IN `+list+condition,
				args...); err != nil {
				return fmt.Errorf("delete the previous result: %s: %w", text, err)
			}
			return nil
		}
		var err error
		for _, table := range []string{"main.deduction", "main.deduction_evidence", "branch", "contradiction",
			"candidate", "puzzle_technique", "needed"} {
			if err == nil {
				err = del(`DELETE FROM `+table, ``, args...)
			}
		}
		args = append(args, kept)
		for _, table := range []string{"cell", "step", "elimination", "step_evidence"} {
			if err == nil {
				err = del(`DELETE FROM `+table, ` AND step > ?`, args...)
			}
		}
		if err == nil {
			err = del(`DELETE FROM attempt`, ` AND first_step > ?`, args...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
