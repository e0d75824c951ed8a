package store

import (
	"context"
	"fmt"
	"slices"
)

// Outcomes are the rows to write for a chunk of puzzles. Each list holds the values of one table, row after row.
type Outcomes struct {
	Cells          []any   // puzzle_id, cell, digit, step, rule, pattern; givens may be left out
	Candidates     []any   // puzzle_id, cell, digit
	Steps          []any   // puzzle_id, step, rule, placements, eliminations, run_id (nil, Write sets it)
	Eliminations   []any   // puzzle_id, step, cell, digit, rule, pattern
	Evidence       []any   // puzzle_id, step, pattern, ordinal, role, cell, digit, unit_no; the parts of a pattern in order
	Branches       []any   // puzzle_id, engine, branch, parent, depth, cell, digit, outcome
	Contradictions []any   // puzzle_id, step, kind, cell, unit_type, unit, digit
	Attempts       []any   // puzzle_id, first_step, last_step, run_id (nil, Write sets it)
	Unfinished     []int64 // puzzles that stay unfinished, with or without candidates; Write adds those of Results
	Stored         []int64 // puzzles that may have cells and steps in the database, which stay
	Results        []*Result
}

// Reset empties the lists and keeps their memory.
func (o *Outcomes) Reset() {
	o.Cells, o.Candidates, o.Steps = o.Cells[:0], o.Candidates[:0], o.Steps[:0]
	o.Eliminations, o.Contradictions, o.Results = o.Eliminations[:0], o.Contradictions[:0], o.Results[:0]
	o.Evidence, o.Branches, o.Attempts = o.Evidence[:0], o.Branches[:0], o.Attempts[:0]
	o.Unfinished, o.Stored = o.Unfinished[:0], o.Stored[:0]
}

// Drop removes the rows of the given puzzles.
func (o *Outcomes) Drop(ids []int64) {
	gone := make(map[int64]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	for _, t := range o.lists() {
		kept := (*t.values)[:0]
		for row := range slices.Chunk(*t.values, t.width) {
			if id, _ := row[0].(int64); !gone[id] {
				kept = append(kept, row...)
			}
		}
		*t.values = kept
	}
	o.Unfinished = slices.DeleteFunc(o.Unfinished, func(id int64) bool { return gone[id] })
	o.Stored = slices.DeleteFunc(o.Stored, func(id int64) bool { return gone[id] })
	o.Results = slices.DeleteFunc(o.Results, func(r *Result) bool { return gone[r.PuzzleID] })
}

// The numbers of values in a row of the lists. The last of a step and of an attempt is run_id.
const (
	cellColumns          = 6
	candidateColumns     = 3
	stepColumns          = 6
	eliminationColumns   = 6
	branchColumns        = 8
	contradictionColumns = 7
	attemptColumns       = 4
)

// outcomeList is one of the lists of Outcomes.
type outcomeList struct {
	values *[]any
	width  int
}

func (o *Outcomes) lists() []outcomeList {
	return []outcomeList{
		{&o.Cells, cellColumns},
		{&o.Candidates, candidateColumns},
		{&o.Steps, stepColumns},
		{&o.Eliminations, eliminationColumns},
		{&o.Evidence, evidenceWidth},
		{&o.Branches, branchColumns},
		{&o.Contradictions, contradictionColumns},
		{&o.Attempts, attemptColumns},
	}
}

// Write inserts the rows and updates the table puzzle with the Results of the run. Call it inside Atomically.
func (c *Conn) Write(ctx context.Context, run int64, parts []Outcomes) error {
	finish := c.finishEach
	if c.db.dialect == Postgres {
		finish = c.finishAll
	}
	for i := range parts {
		o := &parts[i]
		setRun(run, o.Steps, stepColumns)
		setRun(run, o.Attempts, attemptColumns)
		for _, r := range o.Results {
			if unfinished(r.Status) {
				o.Unfinished = append(o.Unfinished, r.PuzzleID)
			}
		}
		if err := c.Store(ctx, o); err != nil {
			return err
		}
		if err := finish(ctx, run, o.Results); err != nil {
			return err
		}
	}
	return nil
}

// setRun writes the run into the last column of rows with the given number of columns.
func setRun(run int64, rows []any, width int) {
	for ; len(rows) > 0; rows = rows[width:] {
		rows[width-1] = run
	}
}

// Store inserts the rows of all lists but Results. Call it inside Atomically.
func (c *Conn) Store(ctx context.Context, o *Outcomes) error {
	if err := c.storeState(ctx, o); err != nil {
		return err
	}
	if err := c.insertEvidence(ctx, o.Evidence); err != nil {
		return err
	}
	for _, t := range []struct {
		name    string
		columns []string
		values  []any
	}{
		{"branch", []string{"puzzle_id", "engine", "branch", "parent", "depth", "cell", "digit", "outcome"}, o.Branches},
		{"contradiction", []string{"puzzle_id", "step", "kind", "cell", "unit_type", "unit", "digit"}, o.Contradictions},
		{"attempt", []string{"puzzle_id", "first_step", "last_step", "run_id"}, o.Attempts},
	} {
		if err := c.Insert(ctx, t.name, t.columns, t.values); err != nil {
			return err
		}
	}
	return nil
}

// finishEach updates puzzle with one statement for each result.
func (c *Conn) finishEach(ctx context.Context, run int64, results []*Result) error {
	const query = `
		UPDATE puzzle
		SET status = ?, steps = ?, solution = ?, level = ?, hardest = ?, score = ?, depth = ?, techniques = ?,
			technique_steps = ?, run_id = ?
		WHERE puzzle_id = ?`
	var values []any
	for _, r := range results {
		values = append(values[:0], r.Status, r.Steps, r.Solution, r.Level, r.Hardest, r.Score, r.Depth, r.Techniques, r.TechniqueSteps, run, r.PuzzleID)
		if err := c.run(ctx, query, values); err != nil {
			return fmt.Errorf("finish puzzle %d: %w", r.PuzzleID, err)
		}
	}
	return nil
}

// finishAll updates puzzle with one statement for all results. It names the ids twice, so that Citus asks no shards but
// theirs.
func (c *Conn) finishAll(ctx context.Context, run int64, results []*Result) error {
	n := len(results)
	if n == 0 {
		return nil
	}
	ids, steps, scores, depths := make([]int64, n), make([]int, n), make([]int, n), make([]*int, n)
	status, techniques, techniqueSteps := make([]string, n), make([]string, n), make([]string, n)
	solutions, levels, hardest := make([]*string, n), make([]*string, n), make([]*string, n)
	for i, r := range results {
		ids[i], steps[i], scores[i], depths[i] = r.PuzzleID, r.Steps, r.Score, r.Depth
		status[i], techniques[i], techniqueSteps[i] = r.Status, r.Techniques, r.TechniqueSteps
		solutions[i], levels[i], hardest[i] = r.Solution, r.Level, r.Hardest
	}
	_, err := c.ExecContext(ctx, `
		UPDATE puzzle
		SET status = f.status, steps = f.steps, solution = f.solution, level = f.level, hardest = f.hardest,
			score = f.score, depth = f.depth, techniques = f.techniques, technique_steps = f.technique_steps, run_id = ?
		FROM UNNEST(
			CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
			CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[])
		) AS f (puzzle_id, status, steps, solution, level, hardest, score, depth, techniques, technique_steps)
		WHERE puzzle.puzzle_id = f.puzzle_id AND puzzle.puzzle_id = ANY (CAST(? AS BIGINT[]))`,
		run, ids, status, steps, solutions, levels, hardest, scores, depths, techniques, techniqueSteps, ids)
	return err
}
