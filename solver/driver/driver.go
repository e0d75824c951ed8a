package driver

import (
	"context"
	"errors"
	"fmt"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/statement"
	"setdoku/store"
)

// ParseAudit reads what --audit takes.
func ParseAudit(s string) (setdoku.Audit, error) {
	switch a := setdoku.Audit(s); a {
	case setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone:
		return a, nil
	}
	return "", fmt.Errorf("audit level %q, want full, steps or none", s)
}

// Engine says where techniques run.
type Engine string

const (
	EngineSQL     Engine = "sql"     // as statements in the database
	EngineBitmask Engine = "bitmask" // on bitmasks in memory
	EngineAuto    Engine = "auto"    // in memory what is known there, as statements the rest
	EngineCTE     Engine = "cte"     // one recursive statement a puzzle, which tells status and solution only
)

// ParseEngine reads what --engine takes.
func ParseEngine(s string) (Engine, error) {
	switch e := Engine(s); e {
	case EngineSQL, EngineBitmask, EngineAuto, EngineCTE:
		return e, nil
	}
	return "", fmt.Errorf("engine %q, want auto, bitmask, sql or cte", s)
}

// Options are what a run is asked to do.
type Options struct {
	Engine      Engine              // "" is sql
	Jobs        int                 // how many puzzles are computed at a time in memory, 0 for all cores
	Techniques  catalogue.Catalogue // those selected, in catalogue order, at least one
	StopAtFirst bool                // stop each puzzle after its first step
	Audit       setdoku.Audit       // "" is full
	// OnPass is called after every pass, may be nil. With it the techniques in memory take one puzzle after the other.
	OnPass    func(Pass)
	PassGrids bool // give OnPass the puzzles that changed, as they stand
	Measure   bool // note what techniques cost in memory, for Batch.Costs
}

// Selection names the choice of techniques as it is stored with the run. A stuck puzzle
// is worth another try when it is stuck under another selection.
func (o Options) Selection() string {
	if o.Engine == EngineCTE {
		return string(EngineCTE)
	}
	s := o.Techniques.Names()
	if o.StopAtFirst {
		s += " stop_at_first"
	}
	return s
}

// Work names a puzzle of a chunk and the last step of it that stays: -1 for a puzzle
// whose givens are not in the table cell yet, 0 for the givens, else a step by hand.
type Work struct {
	PuzzleID int64
	Kept     int
	Strip    bool // some of the givens are in the table cell and are written again
}

// ChunkSize is the number of puzzles that are solved together and committed in one transaction. Larger chunks gain nothing, and
// much smaller ones pay for more calls of every statement.
const ChunkSize = 250

// Driver repeats the statements of the selected techniques to a fixed point, for all
// puzzles of a chunk at once. It holds temporary tables on its connection.
type Driver struct {
	*statement.Statements
	// writer takes what a chunk comes to. It is the driver's own connection, or another one, on
	// which the caller has a transaction while the driver's own has none. A server is quicker
	// so: rows that were changed or deleted in a transaction stay in the way until it ends.
	writer *statement.Statements
	opts   Options
	// Contradictions are looked for when a puzzle reaches checkTier, the first technique
	// that is no single. Up to there a contradiction can do no harm that is not seen
	// later: singles place live candidates only. What is seen late is replayed with
	// every pass checked, so that it is recorded at the step where it came about.
	checkTier int
	checking  bool // some puzzles of the chunk are checked before every pass
	// builds are the relations of sql/relation to fill before the technique of a tier runs, in order.
	builds map[int][]string
	last   setdoku.Technique // the last technique that ran since the puzzles of the pass last changed, no name for none
	played []store.Start     // the puzzles of the chunk that somebody has played, as they were loaded
}

// NewDriver returns a driver that works on conn and writes the results on writer. They may be the same connection; then everything
// happens in the transaction that the caller has on it. Otherwise the driver sees of the database what is committed. The
// connections must stay open until Close.
func NewDriver(ctx context.Context, conn, writer *store.Conn, opts Options) (*Driver, error) {
	if opts.Audit == "" {
		opts.Audit = setdoku.AuditFull
	}
	files := make(map[string]string)
	for _, t := range opts.Techniques {
		if t.Text != "" {
			files[t.File] = t.Text
		}
	}
	d := &Driver{Statements: statement.New(conn, files), opts: opts, checkTier: catalogue.EndTier}
	var err error
	if d.builds, err = buildsOf(opts.Techniques); err != nil {
		return nil, err
	}
	for _, t := range opts.Techniques {
		if !t.Single() {
			d.checkTier = t.Tier
			break
		}
	}
	d.writer = d.Statements
	if writer != conn {
		d.writer = statement.New(writer, files)
	}
	for _, s := range d.both() {
		if err := s.Script(ctx, "driver/work_tables"); err != nil {
			return nil, err
		}
	}
	// The tables of all relations hide the views of their names, also those that no technique asks for.
	var creating []string
	for _, r := range relations() {
		creating = append(creating, "relation/"+r)
	}
	for _, t := range opts.Techniques {
		creating = append(creating, t.File)
	}
	for _, f := range creating {
		if err := d.Create(ctx, f); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// both returns the statements of the driver's connection and, if that is another one, of its writer.
func (d *Driver) both() []*statement.Statements {
	if d.writer == d.Statements {
		return []*statement.Statements{d.writer}
	}
	return []*statement.Statements{d.Statements, d.writer}
}

// Close drops the temporary tables and the prepared statements. The connections are the caller's.
func (d *Driver) Close(ctx context.Context) error {
	var failed []error
	for _, s := range d.both() {
		s.Close()
		failed = append(failed, s.Conn.DropTemp(context.WithoutCancel(ctx)))
	}
	return errors.Join(failed...)
}

// exec runs one short statement of the driver's own book-keeping.
func (d *Driver) exec(ctx context.Context, query string, args ...any) error {
	_, err := d.Exec(ctx, query, args...)
	return err
}
