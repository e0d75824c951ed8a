package store

import (
	"context"
	"fmt"
	"strings"

	"setdoku"
)

// Runs returns all runs, as verify needs them. It returns an error when a row of run was changed after the run began.
func (s *Snapshot) Runs(ctx context.Context) ([]setdoku.Run, error) {
	var rows []runRow
	if err := s.tx.SelectContext(ctx, &rows, `SELECT `+runColumns+` FROM run ORDER BY run_id`); err != nil {
		return nil, fmt.Errorf("read runs: %w", Explain(err))
	}
	runs := make([]setdoku.Run, len(rows))
	for i, r := range rows {
		if err := r.check(); err != nil {
			return nil, err
		}
		runs[i] = setdoku.Run{ID: r.RunID, Engine: r.Engine, Audit: r.Audit, Shell: r.Engine == engineShell}
		if r.Engine == "cte" {
			runs[i].EndOnly = true
			continue
		}
		names, mode, _ := strings.Cut(r.Selection, " ")
		runs[i].Techniques, runs[i].StopAtFirst = strings.Split(names, ","), mode == "stop_at_first"
	}
	return runs, nil
}

// startOf parses the column state: what a puzzle had beyond its givens when it was added.
func startOf(givens, state string) (*setdoku.Start, error) {
	start := &setdoku.Start{}
	if state == "" {
		return start, nil
	}
	s, err := readState(state)
	if err != nil {
		return nil, err
	}
	if s.Givens.String() != givens {
		return nil, fmt.Errorf("column state: its givens differ from the column givens")
	}
	for i := range setdoku.CellCount {
		n := setdoku.CellNumber(i)
		if d := s.Placed[i]; d != 0 {
			start.Placed = append(start.Placed, setdoku.Candidate{Cell: n, Digit: d})
		}
		for gone := s.Deleted[i]; gone != 0; gone &= gone - 1 {
			start.Deleted = append(start.Deleted, setdoku.Candidate{Cell: n, Digit: gone.Lowest()})
		}
	}
	return start, nil
}
