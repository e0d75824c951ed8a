package store

import (
	"context"
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/format"
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
	if state == "" {
		return &setdoku.Start{}, nil
	}
	p, err := format.NewReader(strings.NewReader(state+"\n"), "state").Read()
	if err != nil {
		return nil, err
	}
	if p.State.Givens.String() != givens {
		return nil, fmt.Errorf("its givens differ from the column givens")
	}
	start := &setdoku.Start{}
	for i := range setdoku.CellCount {
		n := setdoku.CellNumber(i)
		if d := p.State.Placed[i]; d != 0 {
			start.Placed = append(start.Placed, setdoku.Candidate{Cell: n, Digit: d})
		}
		for d := uint8(1); d <= 9; d++ {
			if p.State.Deleted[i].Has(d) {
				start.Deleted = append(start.Deleted, setdoku.Candidate{Cell: n, Digit: d})
			}
		}
	}
	return start, nil
}
