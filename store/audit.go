package store

import (
	"context"
	"fmt"
	"math"
	"strings"

	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/solver/verify"
)

// Runs returns all runs as verify wants them.
func (s *Snapshot) Runs(ctx context.Context) ([]verify.Run, error) {
	var rows []struct {
		RunID     int64  `db:"run_id"`
		Selection string `db:"selection"`
		Audit     string `db:"audit"`
		Engine    string `db:"engine"`
	}
	if err := s.tx.SelectContext(ctx, &rows, `SELECT run_id, selection, audit, engine FROM run ORDER BY run_id`); err != nil {
		return nil, fmt.Errorf("read runs: %w", Explain(err))
	}
	runs := make([]verify.Run, len(rows))
	for i, r := range rows {
		if r.Engine == "cte" {
			runs[i] = verify.Run{ID: r.RunID, Audit: r.Audit, EndOnly: true}
			continue
		}
		names, mode, _ := strings.Cut(r.Selection, " ")
		runs[i] = verify.Run{ID: r.RunID, Techniques: strings.Split(names, ","), Audit: r.Audit, StopAtFirst: mode == "stop_at_first"}
	}
	return runs, nil
}

// Records returns all that the database says about the next limit puzzles after
// puzzle_id after, in order of puzzle_id. It is an error when a table has rows there of a
// puzzle that is none.
func (s *Snapshot) Records(ctx context.Context, after int64, limit int) ([]verify.Record, error) {
	var puzzles []struct {
		verify.Record
		State string `db:"state"`
	}
	err := s.tx.SelectContext(ctx, &puzzles, `
		SELECT puzzle_id AS puzzleid, givens, state, status, COALESCE(solution, '') AS solution, COALESCE(level, '') AS level,
			COALESCE(hardest, '') AS hardest, score, steps, techniques, technique_steps AS techniquesteps, COALESCE(run_id, 0) AS runid
		FROM puzzle
		WHERE puzzle_id > ?
		ORDER BY puzzle_id
		LIMIT ?`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("read puzzles after %d: %w", after, Explain(err))
	}
	records := make([]verify.Record, len(puzzles))
	byID := make(map[int64]*verify.Record, len(puzzles))
	for i, p := range puzzles {
		records[i] = p.Record
		if records[i].Start, err = startOf(p.Givens, p.State); err != nil {
			return nil, fmt.Errorf("puzzle %d, column state: %w", p.PuzzleID, err)
		}
		byID[p.PuzzleID] = &records[i]
	}
	last := int64(math.MaxInt64)
	if len(puzzles) == limit {
		last = records[limit-1].PuzzleID
	}
	return records, s.fillRecords(ctx, byID, after+1, last)
}

// fillRecords adds the rows of all other tables for puzzle_id low to high.
func (s *Snapshot) fillRecords(ctx context.Context, byID map[int64]*verify.Record, low, high int64) error {
	read := reading{ctx, s, byID, low, high}
	for _, err := range []error{
		attach(read, `cell`, `cell, digit, COALESCE(step, -1) AS "row.step", rule`,
			func(r *verify.Record, row verify.Cell) { r.Cells = append(r.Cells, row) }),
		attach(read, `candidate`, `cell, digit`,
			func(r *verify.Record, row verify.CellDigit) { r.Candidates = append(r.Candidates, row) }),
		attach(read, `step`, `step, rule, placements, eliminations, COALESCE(run_id, 0) AS "row.run"`,
			func(r *verify.Record, row verify.Step) { r.StepRows = append(r.StepRows, row) }),
		attach(read, `placement`, `COALESCE(step, -1) AS "row.step", cell, digit, rule, pattern`,
			func(r *verify.Record, row verify.Placement) { r.Placements = append(r.Placements, row) }),
		attach(read, `elimination`, `COALESCE(step, -1) AS "row.step", cell, digit, rule, pattern`,
			func(r *verify.Record, row verify.Elimination) { r.Eliminations = append(r.Eliminations, row) }),
		attach(read, `evidence`, `step, pattern, ordinal, role, COALESCE(cell, 0) AS "row.cell", COALESCE(digit, 0) AS "row.digit",
			COALESCE(unit_type, '') AS "row.unittype", COALESCE(unit, 0) AS "row.unit"`,
			func(r *verify.Record, row verify.Evidence) { r.Evidence = append(r.Evidence, row) }),
		attach(read, `contradiction`, `step, kind, COALESCE(cell, 0) AS "row.cell", COALESCE(unit_type, '') AS "row.unittype",
			COALESCE(unit, 0) AS "row.unit", COALESCE(digit, 0) AS "row.digit"`,
			func(r *verify.Record, row verify.Contradiction) { r.Contradictions = append(r.Contradictions, row) }),
		attach(read, `branch`, `engine, branch, parent, depth, cell, digit, outcome`,
			func(r *verify.Record, row verify.Branch) { r.Branches = append(r.Branches, row) }),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// reading is a range of puzzles that rows are read for.
type reading struct {
	ctx       context.Context
	snapshot  *Snapshot
	byID      map[int64]*verify.Record
	low, high int64
}

// attach reads the rows of a table or view and gives each to the record of its puzzle.
// A column without an alias becomes the field of the same name.
func attach[T any](r reading, table, columns string, add func(*verify.Record, T)) error {
	var list []string
	for _, c := range strings.Split(columns, ", ") {
		c = strings.TrimSpace(c)
		if strings.IndexFunc(c, func(x rune) bool { return (x < 'a' || x > 'z') && x != '_' }) < 0 {
			c += ` AS "row.` + c + `"`
		}
		list = append(list, c)
	}
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Row      T
	}
	query := `SELECT puzzle_id, ` + strings.Join(list, ", ") + ` FROM ` + table + ` WHERE puzzle_id BETWEEN ? AND ?`
	if table == "evidence" {
		query += ` AND step IS NOT NULL`
	}
	if err := r.snapshot.tx.SelectContext(r.ctx, &rows, query, r.low, r.high); err != nil {
		return fmt.Errorf("read %s of puzzles %d to %d: %w", table, r.low, r.high, Explain(err))
	}
	for _, row := range rows {
		record := r.byID[row.PuzzleID]
		if record == nil {
			return fmt.Errorf("%s has a row of puzzle %d, which is not in the table puzzle", table, row.PuzzleID)
		}
		add(record, row.Row)
	}
	return nil
}

// startOf reads the column state: what a puzzle had beyond its givens.
func startOf(givens, state string) (*verify.Start, error) {
	if state == "" {
		return &verify.Start{}, nil
	}
	p, err := format.NewReader(strings.NewReader(state+"\n"), "state").Read()
	if err != nil {
		return nil, err
	}
	if p.State.Givens.String() != givens {
		return nil, fmt.Errorf("its givens are not those of the column givens")
	}
	start := &verify.Start{}
	for i := range grid.Size {
		n := grid.Number(i)
		if d := p.State.Placed[i]; d != 0 {
			start.Placed = append(start.Placed, verify.CellDigit{Cell: n, Digit: d})
		}
		for d := uint8(1); d <= 9; d++ {
			if p.State.Deleted[i].Has(d) {
				start.Deleted = append(start.Deleted, verify.CellDigit{Cell: n, Digit: d})
			}
		}
	}
	return start, nil
}
