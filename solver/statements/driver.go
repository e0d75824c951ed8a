// Package statements repeats the statements of the techniques on many puzzles at once, until no statement finds
// anything.
package statements

import (
	"context"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/store"
)

// Driver repeats the statements of the selected techniques until they find nothing, for all puzzles of a chunk at
// once. It has temporary tables on its connection.
type Driver struct {
	*session
	opts    memory.Options      // its techniques are those of all that suit the variant
	all     catalogue.Catalogue // the selected techniques
	rater   *memory.Rater       // nil for a finder
	variant *setdoku.Variant    // of the chunk, nil for classic
	// depth is the depth of the puzzles of the pass: 0 for real puzzles, 1 for their hypotheses, 2 for the hypotheses
	// of these.
	depth  int
	lists  bool                // a technique of forcing finds all that it proves, not only what the fewest rounds prove
	atOnce int                 // puzzles of a pass for which hypotheses are made at once
	reads  map[string][]string // the relations that a technique reads, by the name of its file
	built  relationSet         // the relations that are filled for the puzzles of the pass
	users  *scratch            // runs technique files of users; nil in its database, where the driver runs the file
	// the last technique that ran since the puzzles of the pass last changed, without a name if none did
	last    catalogue.Technique
	puzzles map[int64]*puzzle // of the chunk, by puzzle_id
}

// NewDriver returns a driver that works on conn, which must stay open until Close. all are all techniques that earlier
// runs of the puzzles may have used.
func NewDriver(ctx context.Context, conn *store.Conn, all catalogue.Catalogue, opts memory.Options) (*Driver, error) {
	d, err := newDriver(ctx, conn, opts, &scratch{finders: make(map[string]*Finder)})
	if err == nil {
		d.rater = memory.NewRater(all, opts.Audit)
	}
	return d, err
}

func newDriver(ctx context.Context, conn *store.Conn, opts memory.Options, users *scratch) (*Driver, error) {
	d := &Driver{session: newSession(conn), opts: opts, all: opts.Techniques, atOnce: hypothesesOf,
		reads: map[string][]string{singleFile: nil}, users: users}
	if err := d.create(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// create makes the temporary tables.
func (d *Driver) create(ctx context.Context) error {
	if err := d.conn.MakeNodeTables(ctx); err != nil {
		return err
	}
	if d.variant != nil {
		if err := d.createGeometry(ctx); err != nil {
			return err
		}
	}
	if err := d.script(ctx, "driver/work_tables"); err != nil {
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

// Close drops the temporary tables and closes the prepared statements. The caller closes the connection.
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
	return d.conn.DropTemp(ctx)
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
