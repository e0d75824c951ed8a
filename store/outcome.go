package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"setdoku"
)

// Outcome is what a run has made of a puzzle.
type Outcome struct {
	Result *Result
	Kept   int // the last step that was there before and stays, 0 for the puzzle as it came, -1 if it has nothing but its givens
	// Path holds what the audit level of the run keeps.
	setdoku.Path
	Contradiction *setdoku.Contradiction // of an invalid puzzle, else nil
	// Candidates are those of a stuck puzzle, nil for any other.
	Candidates *[setdoku.CellCount]setdoku.DigitSet
}

// table is a table into which the program writes rows. rows holds the values of the rows, row after row.
type table struct {
	name    string
	columns []string
	rows    []any
}

func (t *table) add(values ...any) { t.rows = append(t.rows, values...) }

// outcomeTables are the tables that hold what runs make of puzzles, and puzzles that came with pencil marks.
type outcomeTables struct {
	cell, candidate, step, elimination, evidence, branch, contradiction, technique, attempt table
}

func newOutcomeTables() *outcomeTables {
	return &outcomeTables{
		cell:          table{name: "cell", columns: []string{"puzzle_id", "cell", "digit", "step", "rule", "pattern"}},
		candidate:     table{name: "candidate", columns: []string{"puzzle_id", "cell", "digit"}},
		step:          table{name: "step", columns: []string{"puzzle_id", "step", "rule", "placements", "eliminations", "run_id"}},
		elimination:   table{name: "elimination", columns: []string{"puzzle_id", "step", "cell", "digit", "rule", "pattern"}},
		evidence:      table{name: "step_evidence", columns: []string{"puzzle_id", "step", "pattern", "ordinal", "role", "cell", "digit", "unit_no"}},
		branch:        table{name: "branch", columns: []string{"puzzle_id", "engine", "branch", "parent", "depth", "cell", "digit", "outcome"}},
		contradiction: table{name: "contradiction", columns: []string{"puzzle_id", "step", "kind", "cell", "unit_type", "unit", "digit"}},
		technique:     table{name: "puzzle_technique", columns: []string{"puzzle_id", "technique", "steps", "deductions"}},
		attempt:       table{name: "attempt", columns: []string{"puzzle_id", "first_step", "last_step", "run_id"}},
	}
}

// write inserts the rows and empties the tables. It keeps their memory.
func (t *outcomeTables) write(ctx context.Context, c *Conn) error {
	for _, t := range []*table{
		&t.cell, &t.candidate, &t.step, &t.elimination, &t.evidence, &t.branch, &t.contradiction, &t.technique, &t.attempt,
	} {
		if err := c.Insert(ctx, t.name, t.columns, t.rows); err != nil {
			return err
		}
		clear(t.rows)
		t.rows = t.rows[:0]
	}
	return nil
}

// Write writes the outcomes of a run of an engine. The rows of the same puzzles from an earlier run must be deleted before, see
// DeletePreviousResult. Call it inside Atomically.
func (c *Conn) Write(ctx context.Context, run int64, engine string, outcomes []Outcome) error {
	if c.tables == nil {
		c.tables = newOutcomeTables()
	}
	results := make([]*Result, len(outcomes))
	for i := range outcomes {
		c.tables.addOutcome(run, engine, &outcomes[i])
		results[i] = outcomes[i].Result
	}
	if err := c.tables.write(ctx, c); err != nil {
		return err
	}
	if c.db.dialect == Postgres {
		return c.Finish(ctx, run, results)
	}
	return c.finishEach(ctx, run, results)
}

// addOutcome adds the rows of a puzzle, in the order of the keys of their tables, because other rows would split pages. Values
// that are the same in many rows are converted once.
func (t *outcomeTables) addOutcome(run int64, engine string, o *Outcome) {
	var id, runID any = o.Result.PuzzleID, run
	var placed [setdoku.CellCount]*setdoku.Change
	for i := range o.Placements {
		placed[setdoku.CellIndex(o.Placements[i].Cell)] = &o.Placements[i]
	}
	for _, p := range placed {
		if p != nil {
			t.cell.add(id, p.Cell, int(p.Digit), p.Step, p.Rule, p.Pattern)
		}
	}
	if o.Candidates != nil {
		t.addCandidates(id, o.Candidates)
	}
	for _, s := range o.Steps {
		t.step.add(id, s.Step, s.Rule, s.Placements, s.Eliminations, runID)
	}
	slices.SortFunc(o.Eliminations, func(a, b setdoku.Change) int {
		return cmp.Or(a.Cell-b.Cell, int(a.Digit)-int(b.Digit))
	})
	for _, e := range o.Eliminations {
		t.elimination.add(id, e.Step, e.Cell, int(e.Digit), e.Rule, e.Pattern)
	}
	for _, e := range o.Evidence {
		t.evidence.add(id, e.Step, e.Pattern, e.Ordinal, e.Role, orNull(e.Cell), orNull(int(e.Digit)), orNull(e.Unit))
	}
	for _, b := range o.Branches {
		t.branch.add(id, engine, b.Branch, b.Parent, b.Depth, b.Cell, int(b.Digit), b.Outcome)
	}
	if k := o.Contradiction; k != nil {
		var unitType any
		if k.Unit > 0 {
			unitType = setdoku.UnitType(k.Unit)
		}
		t.contradiction.add(id, k.Step, k.Kind, orNull(k.Cell), unitType, orNull(setdoku.UnitIndex(k.Unit)), orNull(int(k.Digit)))
	}
	t.addUses(id, o.Result.Uses)
	t.attempt.add(id, max(o.Kept, 0)+1, o.Result.Steps, runID)
}

func (t *outcomeTables) addCandidates(id any, candidates *[setdoku.CellCount]setdoku.DigitSet) {
	for i, marks := range candidates {
		for ; marks != 0; marks &= marks - 1 {
			t.candidate.add(id, setdoku.CellNumber(i), int(marks.Lowest()))
		}
	}
}

func (t *outcomeTables) addUses(id any, uses []setdoku.Use) {
	for _, u := range uses {
		t.technique.add(id, u.Technique, u.Steps, u.Deductions)
	}
}

// orNull returns a number as a value for the database, NULL for 0.
func orNull(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// finishEach updates puzzle with one statement for each result.
func (c *Conn) finishEach(ctx context.Context, run int64, results []*Result) error {
	const query = `
		UPDATE puzzle
		SET status = ?, steps = ?, solution = ?, level = ?, hardest = ?, score = ?, depth = ?, run_id = ?
		WHERE puzzle_id = ?`
	var values []any
	for _, r := range results {
		values = append(values[:0], r.Status, r.Steps, r.Solution, r.Level, r.Hardest, r.Score, r.Depth, run, r.PuzzleID)
		if err := c.run(ctx, query, values); err != nil {
			return fmt.Errorf("finish puzzle %d: %w", r.PuzzleID, err)
		}
	}
	return nil
}

// Finish writes the results of a run into the table puzzle of a server with one statement. It names the ids twice, so that Citus
// asks no shards but theirs. Call it inside Atomically.
func (c *Conn) Finish(ctx context.Context, run int64, results []*Result) error {
	n := len(results)
	if n == 0 {
		return nil
	}
	ids, steps, scores, depths := make([]int64, n), make([]int, n), make([]int, n), make([]*int, n)
	status, solutions, levels, hardest := make([]string, n), make([]*string, n), make([]*string, n), make([]*string, n)
	for i, r := range results {
		ids[i], steps[i], scores[i], depths[i] = r.PuzzleID, r.Steps, r.Score, r.Depth
		status[i], solutions[i], levels[i], hardest[i] = r.Status, r.Solution, r.Level, r.Hardest
	}
	_, err := c.ExecContext(ctx, `
		UPDATE puzzle
		SET status = f.status, steps = f.steps, solution = f.solution, level = f.level, hardest = f.hardest,
			score = f.score, depth = f.depth, run_id = ?
		FROM UNNEST(
			CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
			CAST(? AS INTEGER[]), CAST(? AS INTEGER[])
		) AS f (puzzle_id, status, steps, solution, level, hardest, score, depth)
		WHERE puzzle.puzzle_id = f.puzzle_id AND puzzle.puzzle_id = ANY (CAST(? AS BIGINT[]))`,
		run, ids, status, steps, solutions, levels, hardest, scores, depths, ids)
	return err
}
