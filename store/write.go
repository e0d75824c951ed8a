package store

import (
	"context"
	"slices"

	"setdoku"
	"setdoku/store/record"
)

// The columns of the tables that Write fills.
var (
	cellColumns          = []string{"puzzle_id", "cell", "digit", "step", "rule", "pattern"}
	candidateColumns     = []string{"puzzle_id", "cell", "digit"}
	eliminationColumns   = []string{"puzzle_id", "step", "cell", "digit", "rule", "pattern"}
	evidenceColumns      = []string{"puzzle_id", "step", "pattern", "ordinal", "role", "cell", "digit", "unit_no"}
	branchColumns        = []string{"puzzle_id", "engine", "branch", "parent", "depth", "cell", "digit", "outcome"}
	contradictionColumns = []string{"puzzle_id", "step", "kind", "cell", "unit_type", "unit", "digit"}
	useColumns           = []string{"puzzle_id", "technique", "steps", "deductions"}
	neededColumns        = []string{"puzzle_id", "step", "rule", "placements", "eliminations", "audit_step"}
	attemptColumns       = []string{"puzzle_id", "first_step", "last_step", "run_id"}
)

// resultTable says how to make rows of a table from a result.
type resultTable struct {
	name    string
	columns []string
	add     func(*Inserter, *record.Puzzle)
}

// stateTables have the digits, candidates and eliminations of a puzzle. Some of their rows come with the puzzle, the
// rest from runs.
var stateTables = []resultTable{
	{"cell", cellColumns, addCells},
	{"candidate", candidateColumns, func(rows *Inserter,
		r *record.Puzzle) {
		addCandidates(rows, r.PuzzleID, r.Candidates)
	}},
	{"elimination", eliminationColumns, addEliminations},
}

// Save writes the results of a run of an engine, with their paths, in place of those of earlier runs. It leaves out the
// puzzles that do not have the version any more from which the run began, and returns the others. The rows of a table
// come in the order of its key, because other rows would split pages. Call it inside Atomically.
func (c *Conn) Save(ctx context.Context, run int64, engine string, results []*record.Puzzle) (saved []*record.Puzzle,
	err error) {
	err = c.asWriter(ctx, func() error {
		if saved, err = c.backend.finish(ctx, c, run, results); err == nil {
			err = c.deletePuzzleResults(ctx, saved)
		}
		if err == nil {
			err = c.write(ctx, run, engine, saved)
		}
		return err
	})
	return saved, err
}

// write writes the rows of all tables but puzzle.
func (c *Conn) write(ctx context.Context, run int64, engine string, results []*record.Puzzle) error {
	return c.writeTables(ctx, append(stateTables[:len(stateTables):len(stateTables)],
		stepWriter(run),
		resultTable{"step_evidence", evidenceColumns, func(rows *Inserter, r *record.Puzzle) {
			for _, e := range r.Rows.Evidence {
				rows.Add(r.PuzzleID, e.Step, e.Pattern, e.Ordinal, e.Role, orNull(int(e.Cell)), orNull(int(e.Digit)),
					orNull(e.Unit))
			}
		}},
		resultTable{"branch", branchColumns, func(rows *Inserter, r *record.Puzzle) {
			for _, b := range r.Rows.Branches {
				rows.Add(r.PuzzleID, engine, b.Branch, b.Parent, b.Depth, int(b.Cell), int(b.Digit), b.Outcome)
			}
		}},
		resultTable{"contradiction", contradictionColumns, addContradiction},
		resultTable{"puzzle_technique", useColumns,
			func(rows *Inserter, r *record.Puzzle) { addUses(rows, r.PuzzleID, r.Uses) }},
		resultTable{"attempt", attemptColumns,
			func(rows *Inserter, r *record.Puzzle) { rows.Add(r.PuzzleID, max(r.BaseStep, 0)+1, r.Steps, run) }},
	), results)
}

func (c *Conn) writeTables(ctx context.Context, tables []resultTable, results []*record.Puzzle) error {
	for _, table := range tables {
		err := c.Insert(ctx, table.name, table.columns, func(rows *Inserter) {
			for _, r := range results {
				table.add(rows, r)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func addCells(rows *Inserter, r *record.Puzzle) {
	var placed [setdoku.CellCount]*record.Change
	for i := range r.Rows.Placements {
		placed[r.Rows.Placements[i].Cell.Index()] = &r.Rows.Placements[i]
	}
	for _, p := range placed {
		if p != nil {
			rows.Add(r.PuzzleID, int(p.Cell), int(p.Digit), p.Step, p.Rule, p.Pattern)
		}
	}
}

func addEliminations(rows *Inserter, r *record.Puzzle) {
	slices.SortFunc(r.Rows.Eliminations, func(a, b record.Change) int {
		return a.Candidate().Compare(b.Candidate())
	})
	for _, e := range r.Rows.Eliminations {
		rows.Add(r.PuzzleID, e.Step, int(e.Cell), int(e.Digit), e.Rule, e.Pattern)
	}
}

func addContradiction(rows *Inserter, r *record.Puzzle) {
	for _, k := range r.Contradictions {
		rows.Add(r.PuzzleID, k.Step, k.Kind, orNull(int(k.Cell)), orNull(setdoku.UnitType(k.Unit)),
			orNull(setdoku.UnitIndex(k.Unit)), orNull(int(k.Digit)))
	}
}

func addCandidates(rows *Inserter, id int64, candidates []setdoku.Candidate) {
	for _, c := range candidates {
		rows.Add(id, int(c.Cell), int(c.Digit))
	}
}

// AddNeeded writes the needed steps of puzzles that have none. Call it inside Atomically.
func (c *Conn) AddNeeded(ctx context.Context, puzzles []*record.Puzzle) error {
	return c.Insert(ctx, "needed", neededColumns, func(rows *Inserter) {
		for _, p := range puzzles {
			for _, n := range p.Needed {
				rows.Add(p.PuzzleID, n.Step, n.Rule, n.Placements, n.Eliminations, orNull(n.AuditStep))
			}
		}
	})
}

func addUses(rows *Inserter, id int64, uses []setdoku.Use) {
	for _, u := range uses {
		rows.Add(id, u.Technique, u.Steps, u.Deductions)
	}
}

// orNull returns a value for the database, NULL for 0 and "".
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
