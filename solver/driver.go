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

// fixedPoint gives every loaded puzzle the first technique to wait for and then runs the
// techniques, easiest first, over and over, each for the puzzles that wait for it, until
// no puzzle waits any more. A puzzle that a pass changes goes back to the first
// technique, the others go on to the next. The cheap techniques in front of checkTier
// are repeated until no puzzle waits for them, so that the dear ones run for many at once.
func (d *Driver) fixedPoint(ctx context.Context) error {
	techniques := d.opts.Techniques
	err := d.exec(ctx, `
		UPDATE work_puzzle
		SET tier = CASE WHEN open_cells = 0 THEN 0 ELSE ? END, status = CASE WHEN open_cells = 0 THEN 'solved' ELSE status END
		WHERE status = 'new' AND tier = 0`, techniques[0].Tier)
	if err != nil {
		return err
	}
	cheap := 0
	for cheap < len(techniques) && techniques[cheap].Tier < d.checkTier {
		cheap++
	}
	for again := true; again; {
		for again {
			if again, err = d.sweep(ctx, techniques[:cheap]); err != nil {
				return err
			}
		}
		if again, err = d.sweep(ctx, techniques[cheap:]); err != nil {
			return err
		}
		ended, err := d.end(ctx)
		if err != nil {
			return err
		}
		again = again || ended
	}
	return d.distrust(ctx)
}

// sweep runs each of the techniques once, for the puzzles that wait for it, and reports
// whether any puzzle waited.
func (d *Driver) sweep(ctx context.Context, techniques Catalogue) (bool, error) {
	any := false
	for _, t := range techniques {
		waited, err := d.pass(ctx, t)
		if err != nil {
			return false, err
		}
		any = any || waited
	}
	return any, nil
}

// pass runs a technique for all puzzles that wait for it and reports whether any did.
func (d *Driver) pass(ctx context.Context, t Technique) (bool, error) {
	waiting, err := d.fill(ctx, t)
	if err != nil || waiting == 0 {
		return false, err
	}
	if err := d.check(ctx, t.Tier); err != nil {
		return false, err
	}
	began := time.Now()
	found, err := d.run(ctx, t.File)
	if err != nil {
		return false, err
	}
	if err := d.exec(ctx, `UPDATE work_puzzle SET tier = ? WHERE tier = ?`, d.next(t), t.Tier); err != nil {
		return false, err
	}
	p := Pass{Technique: t.Name, Puzzles: int(waiting)}
	if found > 0 {
		if err := d.apply(ctx, t, &p); err != nil {
			return false, err
		}
	}
	if d.opts.OnPass != nil {
		p.Time = time.Since(began)
		d.opts.OnPass(p)
	}
	return true, d.exec(ctx, `DELETE FROM pass`)
}

// fill puts the puzzles that wait for a technique into pass and returns their number.
func (d *Driver) fill(ctx context.Context, t Technique) (int64, error) {
	const query = `
		INSERT INTO pass (puzzle_id, technique, size, half)
		SELECT puzzle_id, ?, ?, 1 FROM work_puzzle WHERE tier = ?`
	return d.changed(ctx, query, t.Name, t.Size, t.Tier)
}

// end makes puzzles stuck for which the last technique has failed, and reports whether
// there were any.
func (d *Driver) end(ctx context.Context) (bool, error) {
	waiting, err := d.fill(ctx, Technique{Tier: endTier})
	if err != nil || waiting == 0 {
		return false, err
	}
	if err := d.check(ctx, endTier); err != nil {
		return false, err
	}
	if err := d.exec(ctx, `UPDATE work_puzzle SET status = 'stuck', tier = 0 WHERE tier = ?`, endTier); err != nil {
		return false, err
	}
	return true, d.exec(ctx, `DELETE FROM pass`)
}

// next returns the tier that follows a technique.
func (d *Driver) next(t Technique) int {
	for _, u := range d.opts.Techniques {
		if u.Tier > t.Tier {
			return u.Tier
		}
	}
	return endTier
}

// check looks for contradictions in the puzzles of the pass where that is due: at
// checkTier for all, and whenever the state may be new for puzzles that are checked. It
// leaves place_mask behind, which the techniques from checkTier on read.
func (d *Driver) check(ctx context.Context, tier int) error {
	first := d.opts.Techniques[0].Tier
	if due := tier == d.checkTier || d.checking && (tier == first || tier == endTier); !due {
		return nil
	}
	for _, f := range []string{"driver/build_place_mask", "driver/find_contradiction"} {
		if _, err := d.run(ctx, f); err != nil {
			return err
		}
	}
	return d.retire(ctx)
}

// retire takes puzzles with a contradiction out of the pass: invalid when every pass of
// them was checked, else suspects to be replayed.
func (d *Driver) retire(ctx context.Context) error {
	err := d.exec(ctx, `
		UPDATE work_puzzle
		SET status = CASE checked WHEN 1 THEN 'invalid' ELSE 'suspect' END, tier = 0
		WHERE status = 'new' AND puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k)`)
	if err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM pass WHERE puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k)`)
}

// apply makes the deductions of a pass a step of their puzzles.
func (d *Driver) apply(ctx context.Context, t Technique, p *Pass) error {
	files := []string{"driver/apply", "driver/apply_eliminations"}
	if t.Places() {
		files[1] = "driver/apply_placements"
		if err := d.clash(ctx); err != nil {
			return err
		}
	}
	if d.opts.OnPass != nil {
		row := d.conn.QueryRowxContext(ctx, `
			SELECT COUNT(DISTINCT puzzle_id), COALESCE(SUM(placement), 0), COUNT(*) - COALESCE(SUM(placement), 0)
			FROM deduction`)
		if err := row.Scan(&p.Changed, &p.Placements, &p.Eliminations); err != nil {
			return err
		}
	}
	restart := d.opts.Techniques[0].Tier
	if d.opts.StopAtFirst {
		restart = endTier
	}
	for _, f := range files {
		if _, err := d.run(ctx, f, restart); err != nil {
			return err
		}
	}
	return d.exec(ctx, `DELETE FROM deduction`)
}

// clash discards the pass of puzzles in which placements contradict each other. A digit
// that an unchecked puzzle gets twice in a unit is seen later, in unit_state.
func (d *Driver) clash(ctx context.Context) error {
	if d.checking {
		if _, err := d.run(ctx, "driver/find_clash"); err != nil {
			return err
		}
		if err := d.retire(ctx); err != nil {
			return err
		}
	}
	n, err := d.changed(ctx, `
		UPDATE work_puzzle
		SET status = 'suspect', tier = 0
		WHERE puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d GROUP BY d.puzzle_id, d.cell HAVING COUNT(*) > 1)`)
	if err != nil || n == 0 {
		return err
	}
	return d.exec(ctx, `
		DELETE FROM deduction WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect')`)
}

// distrust makes suspects of puzzles that were filled without every unit getting every digit.
func (d *Driver) distrust(ctx context.Context) error {
	return d.exec(ctx, `
		UPDATE work_puzzle
		SET status = 'suspect'
		WHERE status = 'solved' AND checked = 0 AND EXISTS (
			SELECT 1 FROM unit_state AS u WHERE u.puzzle_id = work_puzzle.puzzle_id AND u.missing <> 0)`)
}

// replay loads the suspects again, to be checked before every pass, and reports whether there were any.
func (d *Driver) replay(ctx context.Context) (bool, error) {
	var n int
	if err := d.conn.GetContext(ctx, &n, `SELECT COUNT(*) FROM work_puzzle WHERE status = 'suspect'`); err != nil || n == 0 {
		return false, err
	}
	d.checking = true
	if _, err := d.run(ctx, "driver/replay"); err != nil {
		return false, err
	}
	_, err := d.run(ctx, "driver/load")
	return true, err
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
