// Package statements repeats the statements of the techniques on many puzzles at once, until no statement finds
// anything.
package statements

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// Driver repeats the statements of the selected techniques until they find nothing, for all puzzles of a chunk at
// once. It has temporary tables on its connection.
type Driver struct {
	*session
	// writer writes the results of a chunk. It works on the driver's connection or on another one. With another one,
	// only the writer is in a transaction of the caller. A server is faster that way: rows that a transaction has
	// changed or deleted slow down its queries until it ends. Several drivers may share the connection of a writer.
	writer  *session
	opts    memory.Options      // its techniques are those of all that suit the variant
	all     catalogue.Catalogue // the selected techniques
	variant *setdoku.Variant    // of the chunk, nil for classic
	// The driver looks for contradictions when a puzzle reaches checkTier, the first technique that is not a single.
	// A contradiction before that shows later, because singles place only live candidates. The driver then replays the
	// puzzle with a check before every pass, to store the contradiction at the step that caused it.
	checkTier int
	checking  bool // some puzzles of the chunk are checked before every pass
	// depth is the depth of the puzzles of the pass: 0 for real puzzles, 1 for their hypotheses, 2 for the hypotheses
	// of these.
	depth  int
	lists  bool                // a technique of forcing finds all that it proves, not only what the fewest rounds prove
	atOnce int                 // puzzles of a pass for which hypotheses are made at once
	reads  map[string][]string // the relations that a technique reads, by the name of its file
	built  relationSet         // the relations that are filled for the puzzles of the pass
	users  *scratch            // runs technique files of users; nil in its database, where the driver runs the file
	// the last technique that ran since the puzzles of the pass last changed, without a name if none did
	last  catalogue.Technique
	chunk []*record.Puzzle // the puzzles that were loaded last
}

// NewDriver returns a driver that works on conn and writes the results on writer. If they are the same connection,
// everything happens in the caller's transaction. Otherwise the driver reads only committed rows. The connections
// must stay open until Close.
func NewDriver(ctx context.Context, conn, writer *store.Conn, opts memory.Options) (*Driver, error) {
	return newDriver(ctx, conn, writer, opts, &scratch{finders: make(map[string]*Finder)})
}

func newDriver(ctx context.Context, conn, writer *store.Conn, opts memory.Options, users *scratch) (*Driver, error) {
	if opts.Audit == "" {
		opts.Audit = setdoku.AuditFull
	}
	d := &Driver{session: newSession(conn), opts: opts, all: opts.Techniques, atOnce: hypothesesOf,
		reads: map[string][]string{singleFile: nil}, users: users}
	d.writer = d.session
	if writer != conn {
		d.writer = newSession(writer)
	}
	d.findCheckTier()
	if err := d.create(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// findCheckTier finds the first technique that is not a single.
func (d *Driver) findCheckTier() {
	d.checkTier = catalogue.EndTier
	if i := slices.IndexFunc(d.opts.Techniques, func(t catalogue.Technique) bool { return !t.Single() }); i >= 0 {
		d.checkTier = d.opts.Techniques[i].Tier
	}
}

// create makes the temporary tables.
func (d *Driver) create(ctx context.Context) error {
	if d.apart() {
		if err := d.conn.MakeNodeTables(ctx); err != nil {
			return err
		}
	}
	if d.variant != nil {
		if err := d.createGeometry(ctx); err != nil {
			return err
		}
	}
	if err := d.script(ctx, "driver/work_tables"); err != nil {
		return err
	}
	if err := d.writer.script(ctx, "driver/outcome_table"); err != nil {
		return err
	}
	// The temporary tables of the relations hide the views with their names. Create all of them, also those that no
	// selected technique reads.
	for _, r := range relations() {
		if err := d.makeTables(ctx, relationFile(r)); err != nil {
			return err
		}
	}
	for _, t := range d.all {
		var err error
		switch {
		case t.Text == "":
			err = d.makeTables(ctx, t.File)
		case d.users != nil: // its errors show before anything is solved
			_, err = d.users.finder(ctx, t)
		default:
			err = d.createOwn(ctx, t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// apart reports whether the driver works on a connection of its own on copies of rows.
func (d *Driver) apart() bool { return d.writer != d.session && d.conn.OnNodes() }

// Close drops the temporary tables and closes the prepared statements. The caller closes the connections.
func (d *Driver) Close(ctx context.Context) error {
	err := d.clear(ctx)
	if d.users != nil {
		err = errors.Join(err, d.users.Close(ctx))
	}
	return err
}

// clear drops the temporary tables and closes the prepared statements.
func (d *Driver) clear(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	d.session.close()
	err := d.conn.DropTemp(ctx)
	if d.writer != d.session {
		d.writer.close()
		_, dropped := d.writer.conn.ExecContext(ctx, d.writer.conn.Qualify(`DROP TABLE IF EXISTS temp.work_outcome`))
		err = errors.Join(err, dropped)
	}
	return err
}

// exec runs a short statement that is not in a file.
func (d *Driver) exec(ctx context.Context, query string, args ...any) error {
	_, err := d.update(ctx, query, args...)
	return err
}

// execIn runs a statement one of whose parameters is a list.
func (d *Driver) execIn(ctx context.Context, query string, args ...any) error {
	list, args, err := sqlx.In(query, args...)
	if err == nil {
		_, err = d.conn.ExecContext(ctx, list, args...)
	}
	if err != nil {
		return fmt.Errorf("run %q: %w", query, err)
	}
	return nil
}

// givensOf calls do for the givens of each puzzle of the chunk that a query names by its puzzle_id.
func (d *Driver) givensOf(ctx context.Context, query string, do func(id int64, puzzle setdoku.State)) error {
	var ids []int64
	if err := d.conn.SelectContext(ctx, &ids, query); err != nil {
		return fmt.Errorf("read which givens to look at: %w", err)
	}
	named := make(map[int64]bool, len(ids))
	for _, id := range ids {
		named[id] = true
	}
	for _, p := range d.chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		if named[p.PuzzleID] {
			do(p.PuzzleID, setdoku.State{Variant: d.variant, Givens: p.Start.Givens})
		}
	}
	return nil
}
