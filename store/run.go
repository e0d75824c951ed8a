package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Run is a row of the table run.
type Run struct {
	Engine    string
	Audit     string
	Selection string
	Options   map[string]any // kept as JSON for the reader
	Version   string
}

// BeginRun adds a run and returns its id. It must be called inside Atomically.
func (c *Conn) BeginRun(ctx context.Context, r Run) (int64, error) {
	options, err := json.Marshal(r.Options)
	if err != nil {
		return 0, err
	}
	var id int64
	err = c.GetContext(ctx, &id, `
		INSERT INTO run (started_at, engine, audit, selection, options, version)
		VALUES (?, ?, ?, ?, ?, ?)
		RETURNING run_id`,
		time.Now().UTC().Format(time.RFC3339), r.Engine, r.Audit, r.Selection, string(options), r.Version)
	if err != nil {
		return 0, fmt.Errorf("begin a run: %w", err)
	}
	return id, nil
}

// EndRun notes when a run ended. It waits for its turn as Atomically does.
func (c *Conn) EndRun(ctx context.Context, id int64) error {
	return c.Atomically(ctx, func() error {
		_, err := c.ExecContext(ctx, `UPDATE run SET finished_at = ? WHERE run_id = ?`, time.Now().UTC().Format(time.RFC3339), id)
		return err
	})
}
