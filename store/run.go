package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"setdoku"
	"setdoku/store/record"
)

// engineShell is the engine of the run that sql/apply.sql inserts.
const engineShell = "shell"

// BeginRun adds a run and returns its id. Call it inside Atomically, before the first results of the run are written.
func (c *Conn) BeginRun(ctx context.Context, r record.Run) (int64, error) {
	options, err := json.Marshal(r.Options)
	if err != nil {
		return 0, err
	}
	var id int64
	now := time.Now().UTC().Format(time.RFC3339)
	err = c.GetContext(ctx, &id, `
		INSERT INTO run (started_at, finished_at, engine, audit, selection, options, version)
		VALUES (?, ?, ?, ?, ?, ?, ?)
		RETURNING run_id`,
		now, now, r.Engine, r.Audit, r.Selection, string(options), r.Version)
	if err != nil {
		return 0, fmt.Errorf("begin a run: %w", err)
	}
	return id, nil
}

// ContinueRun stores the time at which a run writes again. Call it inside Atomically.
func (c *Conn) ContinueRun(ctx context.Context, id int64) error {
	_, err := c.ExecContext(ctx, `UPDATE run SET finished_at = ? WHERE run_id = ?`,
		time.Now().UTC().Format(time.RFC3339), id)
	if err != nil {
		return fmt.Errorf("continue run %d: %w", id, err)
	}
	return nil
}

// Runs returns all runs, as verify needs them.
func (s *Snapshot) Runs(ctx context.Context) ([]record.Run, error) {
	var rows []struct {
		RunID             int64 `db:"run_id"`
		Engine, Selection string
		Audit             setdoku.Audit
	}
	if err := s.tx.SelectContext(ctx, &rows,
		`SELECT run_id, engine, audit, selection FROM run ORDER BY run_id`); err != nil {
		return nil, fmt.Errorf("read runs: %w", Explain(err))
	}
	runs := make([]record.Run, len(rows))
	for i, r := range rows {
		runs[i] = record.Run{ID: r.RunID, Engine: r.Engine, Audit: r.Audit, Selection: r.Selection,
			Shell: r.Engine == engineShell}
		if r.Engine == "cte" {
			runs[i].EndOnly = true
			continue
		}
		names, mode, _ := strings.Cut(r.Selection, " ")
		runs[i].Techniques, runs[i].StopAtFirst = strings.Split(names, ","), mode == "stop_at_first"
	}
	return runs, nil
}
