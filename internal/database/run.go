package database

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/record"
)

// Run is a row of the table run.
type Run struct {
	Engine    string
	Audit     setdoku.Audit
	Selection string
	Options   map[string]any // kept as JSON for the reader
	Version   string
}

// runRow has the columns of run that never change.
type runRow struct {
	RunID     int64         `db:"run_id"`
	StartedAt string        `db:"started_at"`
	Engine    string        `db:"engine"`
	Audit     setdoku.Audit `db:"audit"`
	Selection string        `db:"selection"`
	Options   string        `db:"options"`
	Version   string        `db:"version"`
	Checksum  *string       `db:"checksum"`
}

const runColumns = `run_id, started_at, engine, audit, selection, options, version, checksum`

// checksum returns the expected value of the column checksum.
func (r *runRow) checksum() string {
	fields := []string{r.StartedAt, r.Engine, string(r.Audit), r.Selection, r.Options, r.Version}
	sum := sha256.Sum256([]byte(strings.Join(fields, "\n") + "\n"))
	return hex.EncodeToString(sum[:8])
}

// engineShell is the engine of the run that sql/apply.sql inserts. SQL cannot compute its checksum.
const engineShell = "shell"

// check returns an error if the row was changed after the run began.
func (r *runRow) check() error {
	const differs = "run %d was changed: its engine %s, audit %s, selection, options, version and start %s"
	switch {
	case r.Engine == engineShell && r.Checksum == nil:
		return nil
	case r.Checksum == nil:
		return fmt.Errorf(differs, r.RunID, r.Engine, r.Audit, "have no checksum")
	case *r.Checksum != r.checksum():
		return fmt.Errorf(differs, r.RunID, r.Engine, r.Audit, "do not go with its checksum")
	}
	return nil
}

// BeginRun adds a run and returns its id. Call it inside Atomically, before the first results of the run are written.
func (c *Conn) BeginRun(ctx context.Context, r Run) (int64, error) {
	options, err := json.Marshal(r.Options)
	if err != nil {
		return 0, err
	}
	row := runRow{
		StartedAt: time.Now().UTC().Format(time.RFC3339), Engine: r.Engine, Audit: r.Audit, Selection: r.Selection,
		Options: string(options), Version: r.Version,
	}
	var id int64
	err = c.GetContext(ctx, &id, `
		INSERT INTO run (started_at, finished_at, engine, audit, selection, options, version, checksum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING run_id`,
		row.StartedAt, row.StartedAt, row.Engine, row.Audit, row.Selection, row.Options, row.Version, row.checksum())
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

// Runs returns all runs, as verify needs them. It returns an error when a row of run was changed after the run began.
func (s *Snapshot) Runs(ctx context.Context) ([]record.Run, error) {
	var rows []runRow
	if err := s.tx.SelectContext(ctx, &rows, `SELECT `+runColumns+` FROM run ORDER BY run_id`); err != nil {
		return nil, fmt.Errorf("read runs: %w", Explain(err))
	}
	runs := make([]record.Run, len(rows))
	for i, r := range rows {
		if err := r.check(); err != nil {
			return nil, err
		}
		runs[i] = record.Run{ID: r.RunID, Engine: r.Engine, Audit: r.Audit, Shell: r.Engine == engineShell}
		if r.Engine == "cte" {
			runs[i].EndOnly = true
			continue
		}
		names, mode, _ := strings.Cut(r.Selection, " ")
		runs[i].Techniques, runs[i].StopAtFirst = strings.Split(names, ","), mode == "stop_at_first"
	}
	return runs, nil
}
