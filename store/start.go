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

// StartPolicy says where a run begins a stored puzzle.
type StartPolicy int

// The places where a run may begin. All steps before the place stay.
const (
	// after the last step of a puzzle that was played by hand, before the first step of any other
	ResumeAfterManual StartPolicy = iota
	Restart                       // before the first step
	Resume                        // after the last step, whoever made it
)

// Start reads puzzles that have a puzzle_id into their records, as a run that the filter describes begins with them,
// and returns those that exist, in the order of their ids. A record of Add keeps the state that was added.
func (c *Conn) Start(ctx context.Context, puzzles []*record.Puzzle, w WorkFilter) (there []*record.Puzzle, err error) {
	if len(puzzles) == 0 {
		return nil, nil
	}
	if there, err = c.start(ctx, puzzles, w); err != nil {
		return nil, fmt.Errorf("read %s: %w", format.Plural(len(puzzles), "puzzle"), err)
	}
	return there, nil
}

// start is Start. It reads the version of a puzzle first, so that a change while it reads the rest is noticed later.
// Neither Citus nor the planner of a server concludes from the ids of puzzle in which shards or partitions the rows of
// step are, so the statement names the ids for both tables.
func (c *Conn) start(ctx context.Context, puzzles []*record.Puzzle, w WorkFilter) (there []*record.Puzzle, err error) {
	byID := make(map[int64]*record.Puzzle, len(puzzles))
	for _, p := range puzzles {
		byID[p.PuzzleID] = p
	}
	takes, args := w.condition()
	ofStep, wanted, ids := `TRUE`, `IN `, record.IDs(puzzles)
	if c.plansForParameters {
		wanted = `= ANY (CAST(? AS BIGINT[]))`
		ofStep, args = `s.puzzle_id `+wanted, append(args, ids, ids)
	} else {
		list, each := inList(ids)
		wanted, args = wanted+list, append(args, each...)
	}
	type row struct {
		record.Puzzle
		ByHand bool `db:"by_hand"`
	}
	rows, err := SelectRows(ctx, c, `
		SELECT CASE WHEN `+takes+` THEN 0 ELSE 1 END AS kept,
			z.steps > 0 AND EXISTS (
				SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND `+ofStep+` AND s.rule = 'manual') AS by_hand,
			z.puzzle_id, z.version, z.givens, z.state, z.variant, z.name, z.source, z.status, z.steps, z.score, z.rounds,
			COALESCE(z.run_id, 0) AS run_id
		FROM puzzle AS z
		WHERE z.puzzle_id `+wanted+`
		ORDER BY z.puzzle_id`, args, func(r *row, refused *record.Refusal) { r.Refused = refused })
	played := make(map[int64]*record.Puzzle)
	for i := range rows {
		r := &rows[i]
		p := byID[r.PuzzleID]
		if p.Identity == r.Identity {
			r.Start = p.Start
		} else if err := c.db.readStart(ctx, c, &r.Puzzle); err != nil {
			return nil, err
		}
		switch {
		case r.Status == setdoku.StatusNew && r.Steps == 0 && r.State == "":
			r.BaseStep = -1
		case w.From == Resume, w.From == ResumeAfterManual && r.ByHand:
			r.BaseStep = r.Steps
		}
		if *p = r.Puzzle; p.BaseStep > 0 && p.Refused == nil {
			played[p.PuzzleID] = p
		} else {
			p.Score, p.Rounds = 0, 0
		}
		there = append(there, p)
	}
	if err == nil {
		err = c.addSteps(ctx, played)
	}
	return there, err
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
	if err := c.deletePreviousResult(ctx, puzzles); err != nil {
		return err
	}
	in, args := inList(list)
	_, err := c.ExecContext(ctx, `
		UPDATE puzzle
		SET version = version + 1, status = 'invalid', solution = NULL, level = NULL, score = 0, hardest = NULL, rounds = 0,
			steps = 0, depth = NULL, run_id = NULL
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

// deletePreviousResult deletes the rows of puzzles after the steps that stay: cells, steps, eliminations and
// attempts. It deletes all rows of the tables that every solve writes again. Of puzzles with BaseStep -1 there are only
// rows that a shell may have added.
func (c *Conn) deletePreviousResult(ctx context.Context, puzzles []*record.Puzzle) error {
	return c.asWriter(ctx, func() error { return c.deletePuzzleResults(ctx, puzzles) })
}

func (c *Conn) deletePuzzleResults(ctx context.Context, puzzles []*record.Puzzle) error {
	byBaseStep := make(map[int][]int64)
	for _, p := range puzzles {
		byBaseStep[p.BaseStep] = append(byBaseStep[p.BaseStep], p.PuzzleID)
	}
	for kept, ids := range byBaseStep {
		if err := c.deleteResults(ctx, kept, ids); err != nil {
			return err
		}
	}
	return nil
}

// deleteResults deletes the rows of puzzles after the step that is kept last.
func (c *Conn) deleteResults(ctx context.Context, kept int, ids []int64) error {
	list, args := inList(ids)
	del := func(condition string, args []any, tables ...string) error {
		for _, table := range tables {
			if _, err := c.ExecContext(ctx, c.Qualify(`DELETE FROM `+table)+` WHERE puzzle_id IN `+list+condition,
				args...); err != nil {
				return fmt.Errorf("delete the previous result from %s: %w", table, err)
			}
		}
		return nil
	}
	err := del(``, args, "candidate", "main.deduction", "main.deduction_evidence")
	if err != nil || kept < 0 {
		return err
	}
	if err := del(``, args, "branch", "contradiction", "puzzle_technique", "needed"); err != nil {
		return err
	}
	args = append(args, kept)
	if err := del(` AND step > ?`, args, "cell", "step", "elimination", "step_evidence"); err != nil {
		return err
	}
	return del(` AND first_step > ?`, args, "attempt")
}
