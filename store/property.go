package store

import (
	"context"
	"database/sql/driver"

	"setdoku/store/record"
)

// The columns of the tables that AddProperties fills.
var (
	propertyColumns = []string{"puzzle_id", "redundant", "automorphisms", "pattern_automorphisms", "backdoor_size",
		"backdoors", "solution_form", "band"}
	propertyCellColumns = []string{"puzzle_id", "property", "cell"}
)

// WithoutProperties returns the next puzzles with ids greater than after that have no row in puzzle_property, filled
// from only the table puzzle.
func (s *Snapshot) WithoutProperties(ctx context.Context, after int64, limit int) ([]record.Puzzle, error) {
	return s.puzzles(ctx, `puzzle_id > ? AND NOT EXISTS (
			SELECT 1 FROM puzzle_property AS p WHERE p.puzzle_id = puzzle.puzzle_id
		) ORDER BY puzzle_id LIMIT ?`, after, limit)
}

// AddProperties writes the properties of puzzles. It leaves out those that have been deleted, changed or given
// properties since they were read. Call it inside Atomically.
func (c *Conn) AddProperties(ctx context.Context, puzzles []*record.Puzzle) (added int, err error) {
	if err := c.Lock(ctx, puzzles); err != nil || len(puzzles) == 0 {
		return 0, err
	}
	list, args := inList(record.IDs(puzzles))
	var lacking []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Givens   string
	}
	err = c.SelectContext(ctx, &lacking, `SELECT z.puzzle_id, z.givens FROM puzzle AS z WHERE z.puzzle_id IN `+list+`
			AND NOT EXISTS (SELECT 1 FROM puzzle_property AS p WHERE p.puzzle_id = z.puzzle_id)`, args...)
	if err != nil {
		return 0, Explain(err)
	}
	now := make(map[int64]string, len(lacking))
	for _, p := range lacking {
		now[p.PuzzleID] = p.Givens
	}
	var same []*record.Puzzle
	for _, p := range puzzles {
		if now[p.PuzzleID] == p.Givens {
			same = append(same, p)
		}
	}
	return len(same), c.writeTables(ctx, []resultTable{
		{"puzzle_property", propertyColumns, func(rows *Inserter, r *record.Puzzle) {
			p := r.Properties
			rows.Add(r.PuzzleID, optional(p.Redundant), optional(p.Automorphisms), optional(p.PatternAutomorphisms),
				optional(p.BackdoorSize), optional(p.Backdoors), optional(p.SolutionForm), optional(p.Band))
		}},
		{"property_cell", propertyCellColumns, func(rows *Inserter, r *record.Puzzle) {
			for _, p := range r.PropertyCells {
				rows.Add(r.PuzzleID, p.Property, int(p.Cell))
			}
		}},
	}, same)
}

func readProperties(rec *record.Puzzle, row []driver.Value) {
	rec.Properties = &record.Properties{Redundant: pointerTo(row[0], scanInt), Automorphisms: pointerTo(row[1],
		scanInt),
		PatternAutomorphisms: pointerTo(row[2], scanInt), BackdoorSize: pointerTo(row[3], scanInt),
		Backdoors: pointerTo(row[4], scanInt), SolutionForm: pointerTo(row[5], scanText), Band: pointerTo(row[6],
			scanInt)}
}

// pointerTo returns a value, nil for NULL.
func pointerTo[T any](v driver.Value, of func(driver.Value) T) *T {
	if v == nil {
		return nil
	}
	x := of(v)
	return &x
}

// optional returns a value for the database, NULL for nil.
func optional[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}
