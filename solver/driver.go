package solver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
)

// Audit says how much of a solve stays in the database.
type Audit string

const (
	AuditFull  Audit = "full"  // steps, eliminations, patterns
	AuditSteps Audit = "steps" // steps, and the step and rule of every placement
	AuditNone  Audit = "none"  // the step and rule of every placement
)

// ParseAudit reads what --audit takes.
func ParseAudit(s string) (Audit, error) {
	switch a := Audit(s); a {
	case AuditFull, AuditSteps, AuditNone:
		return a, nil
	}
	return "", fmt.Errorf("audit level %q, want full, steps or none", s)
}

// Options are what a run is asked to do.
type Options struct {
	Techniques  Catalogue  // those selected, in catalogue order, at least one
	StopAtFirst bool       // stop each puzzle after its first step
	Audit       Audit      // "" is full
	OnPass      func(Pass) // called after every pass, may be nil
}

// Selection names the choice of techniques as it is stored with the run. A stuck puzzle
// is worth another try when it is stuck under another selection.
func (o Options) Selection() string {
	s := o.Techniques.Names()
	if o.StopAtFirst {
		s += " stop_at_first"
	}
	return s
}

// Pass tells what one statement found in the puzzles that waited for it.
type Pass struct {
	Technique    string
	Puzzles      int // that waited
	Changed      int // in which it found something
	Placements   int
	Eliminations int
	Time         time.Duration
}

// Work names a puzzle of a chunk and the last step of it that stays: -1 for a puzzle
// whose givens are not in the table cell yet, 0 for the givens, else a step by hand.
type Work struct {
	PuzzleID int64
	Kept     int
}

// Driver repeats the statements of the selected techniques to a fixed point, for all
// puzzles of a chunk at once. It holds temporary tables on one connection.
type Driver struct {
	statements
	opts Options
	// Contradictions are looked for when a puzzle reaches checkTier, the first technique
	// that is no single. Up to there a contradiction can do no harm that is not seen
	// later: singles place live candidates only. What is seen late is replayed with
	// every pass checked, so that it is recorded at the step where it came about.
	checkTier int
	checking  bool // some puzzles of the chunk are checked before every pass
}

// endTier is the tier at which all selected techniques have failed, or the first step is done.
const endTier = 9999

// NewDriver prepares conn, which must stay with the driver until Close.
func NewDriver(ctx context.Context, conn *sqlx.Conn, opts Options) (*Driver, error) {
	if opts.Audit == "" {
		opts.Audit = AuditFull
	}
	d := &Driver{
		statements: newStatements(conn),
		opts:       opts,
		checkTier:  endTier,
	}
	for _, t := range opts.Techniques {
		if !t.Places() {
			d.checkTier = t.Tier
			break
		}
	}
	if err := d.script(ctx, "driver/work_tables"); err != nil {
		return nil, err
	}
	return d, nil
}

// Close drops the temporary tables and the prepared statements. The connection is the caller's.
func (d *Driver) Close(ctx context.Context) error {
	d.close()
	return d.script(context.WithoutCancel(ctx), "driver/drop_work_tables")
}

// Solve takes the puzzles of one chunk as far as the techniques go and writes state and
// audit rows for run. It must be called inside a transaction on the driver's connection;
// the caller commits.
func (d *Driver) Solve(ctx context.Context, run int64, chunk []Work) error {
	if err := d.start(ctx, chunk, d.opts.StopAtFirst); err != nil {
		return err
	}
	for {
		if err := d.fixedPoint(ctx); err != nil {
			return err
		}
		replay, err := d.replay(ctx)
		if err != nil {
			return err
		}
		if !replay {
			break
		}
	}
	return d.save(ctx, &run)
}

// Fill writes the state of the chunk's puzzles as it is before the first pass, for
// puzzles that are imported and not solved.
func (d *Driver) Fill(ctx context.Context, chunk []Work) error {
	if err := d.start(ctx, chunk, false); err != nil {
		return err
	}
	return d.save(ctx, nil)
}

// start loads the chunk into the work tables.
func (d *Driver) start(ctx context.Context, chunk []Work, checked bool) error {
	if _, err := d.run(ctx, "driver/clear_work_tables"); err != nil {
		return err
	}
	flag := 0
	d.checking = checked
	if checked {
		flag = 1
	}
	args := make([]any, 0, 3*len(chunk))
	for _, w := range chunk {
		args = append(args, w.PuzzleID, w.Kept, flag)
	}
	rows := strings.TrimSuffix(strings.Repeat("(?, ?, ?), ", len(chunk)), ", ")
	q := `INSERT INTO work_puzzle (puzzle_id, kept_step, checked) VALUES ` + rows
	if _, err := d.conn.ExecContext(ctx, q, args...); err != nil {
		return fmt.Errorf("take a chunk of %d puzzles: %w", len(chunk), err)
	}
	if _, err := d.run(ctx, "driver/forget"); err != nil {
		return err
	}
	_, err := d.run(ctx, "driver/load")
	return err
}

// save writes what the chunk has come to. run is nil for puzzles that were not solved.
func (d *Driver) save(ctx context.Context, run *int64) error {
	patterns := 0
	if d.opts.Audit == AuditFull {
		patterns = 1
	}
	if _, err := d.run(ctx, "driver/save_state", run); err != nil {
		return err
	}
	if _, err := d.run(ctx, "driver/save_cells", patterns); err != nil {
		return err
	}
	if d.opts.Audit == AuditNone {
		return nil
	}
	if _, err := d.run(ctx, "driver/save_steps", run); err != nil {
		return err
	}
	if d.opts.Audit == AuditSteps {
		return nil
	}
	_, err := d.run(ctx, "driver/save_eliminations")
	return err
}

// exec runs one short statement of the driver's own book-keeping.
func (d *Driver) exec(ctx context.Context, query string, args ...any) error {
	_, err := d.changed(ctx, query, args...)
	return err
}

// changed is exec that returns the number of rows changed.
func (d *Driver) changed(ctx context.Context, query string, args ...any) (int64, error) {
	list, ok := d.prepared[query]
	if !ok {
		stmt, err := d.conn.PreparexContext(ctx, query)
		if err != nil {
			return 0, fmt.Errorf("prepare %q: %w", query, err)
		}
		list = []statement{{stmt, len(args)}}
		d.prepared[query] = list
	}
	result, err := d.timed(ctx, query, list[0], args)
	if err != nil {
		return 0, fmt.Errorf("run %q: %w", query, err)
	}
	return result.RowsAffected()
}
